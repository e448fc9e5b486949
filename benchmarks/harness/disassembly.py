"""The instructions of an ELF for Armv7E-M, read from objdump and sorted into the classes of the cycle model."""

import os
import re
import subprocess
from dataclasses import dataclass, field

OBJDUMP = os.environ.get("OBJDUMP", "arm-none-eabi-objdump")
NM = os.environ.get("NM", OBJDUMP.replace("objdump", "nm"))

CONDITION = "(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)"


def _mnemonic(pattern):
    return re.compile(f"^(?:{pattern}){CONDITION}?$")


_BRANCH, _CALL, _BX = _mnemonic("b"), _mnemonic("bl|blx"), _mnemonic("bx")
_LOAD = _mnemonic("ldr(?:b|h|sb|sh)?t?|ldrex[bh]?")
_STORE = _mnemonic("str(?:b|h)?t?|strex[bh]?")
_LOAD_MULTIPLE = _mnemonic("ldm(?:ia|db|fd|ea)?|pop")
_STORE_MULTIPLE = _mnemonic("stm(?:ia|db|fd|ea)?|push")
_LOAD_DOUBLE, _STORE_DOUBLE, _DIVIDE = _mnemonic("ldrd"), _mnemonic("strd"), _mnemonic("[su]div")
_MULTIPLY_OR_DSP = _mnemonic(
    r"muls?|ml[as]|[us]m(?:ull|lal)|umaal|smul[bt][bt]|smulw[bt]|smla[bt][bt]|smlaw[bt]|smlal[bt][bt]|"
    r"smla?[ul]?[as]dx?|smlal?dx?|smlsl?dx?|smlaldx?|smlsldx?|smm(?:ul|la|ls)r?|usada?8|[su]xta?b16|pkh(?:bt|tb)|"
    r"[su]sat(?:16)?|q(?:d?add|d?sub)|(?:[su]h?|u?q)(?:add|sub)(?:8|16)|(?:[su]h?|u?q)(?:asx|sax)|sel"
)
_SYSTEM = re.compile(r"(dsb|dmb|isb|mrs|msr|cps|svc|bkpt|wf[ie]|sev|nop|yield|clrex|udf|hlt)")
_IT = re.compile(r"it[te]{0,3}$")
_REGISTER = re.compile(r"\b(r\d+|sl|fp|ip|sp|lr|pc)\b")
_ALIASES = {"sl": "r10", "fp": "r11", "ip": "r12"}

SINGLE = ("load single", "store single")
MULTIPLE = ("load double", "store double", "load multiple", "store multiple")
ARITHMETIC = ("ALU", "multiply/DSP", "divide")


@dataclass
class Instruction:
    address: int
    size: int
    mnemonic: str
    operands: str
    text: str
    function: str
    # Whether it may be skipped or not taken: in an IT block, or a branch with a condition.
    conditional: bool
    kind: str = ""
    # The words of a load or store of several, or the cycles of a floating-point instruction.
    count: int = 0
    writes_pc: bool = False
    written: list = field(default_factory=list)
    address_registers: list = field(default_factory=list)
    updates_base: bool = False
    # A store to [Rn, #imm], whose address needs no addition of registers.
    stores_to_immediate: bool = False

    @property
    def end(self):
        return self.address + self.size


def _registers(text):
    return [_ALIASES.get(name, name) for name in _REGISTER.findall(text)]


def _register_list(operands):
    """Returns the number of words in {...}, and whether it contains pc."""
    parts = [part.strip() for part in re.search(r"\{(.*?)\}", operands)[1].split(",")]
    count = 0
    for part in parts:
        bounds = re.match(r"([rsd])(\d+)-\1(\d+)$", part)
        count += int(bounds[3]) - int(bounds[2]) + 1 if bounds else 1
    if any(re.match(r"d\d", part) for part in parts):
        count *= 2
    return count, "pc" in parts


def _classify_float(i, memory):
    i.kind, i.count = "fp", 1
    if re.match(r"v(ldm|stm|push|pop)", i.mnemonic):
        i.kind, i.count = "fp load/store", 1 + _register_list(i.operands)[0]
    elif re.match(r"v(ldr|str)", i.mnemonic):
        i.kind, i.count = "fp load/store", 3 if re.match(r"d\d", i.operands) else 2
        i.address_registers = _registers(memory[1]) if memory else []
    elif re.match(r"v(div|sqrt)", i.mnemonic):
        i.count = 14
    elif re.match(r"v(n?ml[as]|fn?m[as])", i.mnemonic):
        i.count = 3
    elif i.mnemonic.startswith("vmov") and i.operands.count(",") >= 2:
        i.count = 2


def _classify_single(i, memory):
    loads = bool(_LOAD.match(i.mnemonic))
    i.kind = "load single" if loads else "store single"
    i.address_registers = _registers(memory[1]) if memory else []
    i.updates_base = bool(memory and (memory[2] or memory[3].strip().startswith(",")))
    first = _registers(i.operands.split("[")[0])[:1]
    exclusive = i.mnemonic.startswith("strex")
    if loads or exclusive:
        i.written = first
    i.writes_pc = loads and first == ["pc"]
    i.stores_to_immediate = not loads and len(i.address_registers) == 1 and not exclusive


def _classify(i):
    mnemonic, operands = i.mnemonic, i.operands
    memory = re.search(r"\[(.*?)\](!?)(.*)", operands)
    if mnemonic.startswith("v"):
        _classify_float(i, memory)
    elif _LOAD.match(mnemonic) or _STORE.match(mnemonic):
        _classify_single(i, memory)
    elif _LOAD_DOUBLE.match(mnemonic) or _STORE_DOUBLE.match(mnemonic):
        i.kind = "load double" if _LOAD_DOUBLE.match(mnemonic) else "store double"
        i.count = 2
        i.address_registers = _registers(memory[1]) if memory else []
    elif _LOAD_MULTIPLE.match(mnemonic) or _STORE_MULTIPLE.match(mnemonic):
        i.kind = "load multiple" if _LOAD_MULTIPLE.match(mnemonic) else "store multiple"
        i.count, has_pc = _register_list(operands)
        i.writes_pc = has_pc and i.kind == "load multiple"
        i.address_registers = ["sp"] if mnemonic[0] == "p" else _registers(operands.split("{")[0])
    elif _BRANCH.match(mnemonic):
        i.kind, i.writes_pc = "branch", True
        i.conditional |= mnemonic != "b"
    elif mnemonic in ("cbz", "cbnz"):
        i.kind, i.writes_pc, i.conditional = "branch", True, True
    elif _CALL.match(mnemonic) or _BX.match(mnemonic):
        i.kind, i.writes_pc = "call/return", True
    elif mnemonic in ("tbb", "tbh"):
        i.kind, i.writes_pc = "table branch", True
        i.address_registers = _registers(memory[1])
    elif _DIVIDE.match(mnemonic):
        i.kind, i.written = "divide", _registers(operands)[:1]
    elif _IT.match(mnemonic):
        i.kind = "it"
    elif _SYSTEM.match(mnemonic):
        i.kind = "system"
    else:
        i.kind = "multiply/DSP" if _MULTIPLY_OR_DSP.match(mnemonic) else "ALU"
        if not re.match(r"(cmp|cmn|tst|teq)", mnemonic):
            two_results = re.match(r"([us]m(ull|lal)|umaal|smlals?|smlsld)", mnemonic)
            i.written = _registers(operands)[: 2 if two_results else 1]
        i.writes_pc = i.written[:1] == ["pc"]


def _run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def disassemble(elf):
    """Returns {address: Instruction} of all code."""
    code, function, left_in_it = {}, "?", 0
    for line in _run(OBJDUMP, "-d", "-w", str(elf)).split("\n"):
        header = re.match(r"^([0-9a-f]+) <(.*)>:", line)
        if header:
            function = header[2]
            continue
        fields = line.split("\t")
        if len(fields) < 3 or not re.match(r"^\s*[0-9a-f]+:$", fields[0]):
            continue
        digits = fields[1].strip()
        # Data in code has other widths.
        if not re.match(r"^[0-9a-f]{4}( [0-9a-f]{4})?$", digits):
            continue
        written = fields[2].strip()
        mnemonic = re.sub(r"\.[wn]$", "", written)
        if mnemonic.startswith("v"):
            mnemonic = mnemonic.split(".")[0]
        operands = re.split(r"\s*[;@]", fields[3] if len(fields) > 3 else "")[0].strip()
        i = Instruction(
            address=int(fields[0].strip()[:-1], 16), size=len(digits.replace(" ", "")) // 2, mnemonic=mnemonic,
            operands=operands, text=f"{written} {operands}", function=function, conditional=left_in_it > 0,
        )
        left_in_it = max(0, left_in_it - 1)
        _classify(i)
        if i.kind == "it":
            left_in_it = len(mnemonic) - 1
        code[i.address] = i
    return code


def jumps(code):
    """Returns (address, kind) of each instruction that writes pc, in order. The kind is a sum: 1 for a call, 2 if it
    always jumps, 4 for a branch to the entry of another function, which is a call at the end of a function."""
    found = []
    for address, i in sorted(code.items()):
        if i.writes_pc:
            is_call = _CALL.match(i.mnemonic) and not _BRANCH.match(i.mnemonic)
            target = re.search(r"<([^+>]+)>$", i.operands) if i.kind == "branch" else None
            is_tail_call = target and target[1] != i.function
            found.append((address, (1 if is_call else 0) + (0 if i.conditional else 2) + (4 if is_tail_call else 0)))
    return found


def find_function(elf, name):
    """Returns the address of a function, given its symbol or an address 0x..., or None."""
    if name.startswith("0x"):
        return int(name, 16) & ~1
    for line in _run(NM, str(elf)).split("\n"):
        words = line.split()
        if len(words) == 3 and words[2] == name and words[1] in "tTwW":
            return int(words[0], 16) & ~1
    return None
