# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model on an emulated Cortex-M4: arm-none-eabi-gcc compiles its C, and QEMU's mps2-an386 runs the program."""

from __future__ import annotations

import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from tirc.errors import Error, RunError
from tirc.layout import Block, Layout

EMULATOR = "qemu-system-arm"
COMPILER = "arm-none-eabi-gcc"
# The Debian packages of the two programs.
_PACKAGES = {EMULATOR: "qemu-system-arm", COMPILER: "gcc-arm-none-eabi libnewlib-arm-none-eabi"}
_FLOAT_ABIS = {
    "soft": ("-mfloat-abi=soft",),
    "softfp": ("-mfloat-abi=softfp", "-mfpu=fpv4-sp-d16"),
    "hard": ("-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"),
}
_REGIONS = {
    "FLASH": ("code and constants", 4 << 20),
    "RAM": ("the workspace, the state and 256 KiB of stack", 4 << 20),
    "EXTERNAL": ("inputs and outputs, also of each kernel", 16 << 20),
}
_BELOW_STACK, _STACK = 0x10000000, 0x20000000
# Bits of the Configurable Fault Status Register and what each means (Armv7-M Architecture Reference Manual, B3.2.15).
_FAULTS = {
    0: "an instruction was fetched from an address that may not contain code",
    1: "a load or store outside of the memory, or a store to code or constants",
    4: "stack overflow",
    8: "an instruction was fetched from an unmapped address",
    9: "a load or store at an unmapped address",
    10: "a store at an unmapped address",
    12: "stack overflow",
    16: "an instruction that the processor does not have",
    17: "a jump to an address without the bit that marks Thumb code",
    18: "an invalid return from an exception",
    19: "the floating-point unit is off",
    24: "an unaligned access",
    25: "a division by zero",
}


class BoardFault(RunError):
    """A program that the emulated processor stopped. `function` is the function of the model that was running, or None
    if unknown."""

    def __init__(self, text: str, function: str | None) -> None:
        super().__init__(text, -1, text)
        self.function = function

    def __reduce__(self) -> tuple[object, ...]:
        return BoardFault, (self.args[0], self.function)


@dataclass(frozen=True)
class BoardModel:
    """The files that `tirc --emit=c` wrote for a model with `--interface-api=c --workspace=internal`.

    `files` are these files, by name. `inputs` and `outputs` are the fields of its structs, in order; `layout` describes
    their memory. `sources` are more C files to compile with it, such as the driver of an accelerator.
    """

    files: Mapping[str, bytes]
    inputs: Sequence[str]
    outputs: Sequence[str]
    layout: Layout
    sources: Sequence[pathlib.Path] = ()


def missing(command: Sequence[str] = (COMPILER,)) -> str | None:
    """Returns what has to be installed first, as a sentence, or None if everything is available. `command` is the
    compiler's."""
    absent = [tool for tool in (EMULATOR, command[0]) if not shutil.which(tool)]
    if not absent:
        return None
    packages = " ".join(_PACKAGES[tool] for tool in absent if tool in _PACKAGES)
    advice = f"; install it: apt-get install {packages}" if packages else ""
    return f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} not there{advice}"


def run(
    model: BoardModel,
    inputs: Sequence[bytes],
    *,
    command: Sequence[str] = (COMPILER,),
    float_abi: str = "hard",
    time_limit: float = 300,
) -> list[bytes]:
    """Runs the model once, on its initial state if it has one, and returns its outputs.

    `inputs` and the result are the bytes of each tensor in memory. `command` is the compiler with its own options,
    which follow those for the processor and -O2. Contexts of devices are null. Raises `Error` if the program does not
    compile or fit into the board's memory, `RunError` if the model returns a code, `BoardFault` if the processor stops,
    and `Error` after `time_limit` seconds.
    """
    with tempfile.TemporaryDirectory(prefix="tirc-cortex-m4-") as name:
        folder = pathlib.Path(name)
        program = _build(folder, model, command, float_abi)
        (folder / "inputs").write_bytes(b"".join(inputs))
        _emulate(program, command, time_limit)
        contents = (folder / "outputs").read_bytes()
    outputs, at = [], 0
    for block in model.layout.outputs:
        outputs.append(contents[at : at + block.bytes])
        at += block.bytes
    return outputs


def _pool(number: int, block: Block) -> str:
    """Returns the definition of an array that the application passes as a pool."""
    array = f"pool{number}[{block.bytes}] __attribute__((aligned({block.alignment})))"
    if block.contents is None:
        return f"static unsigned char {array};"
    return f"static const unsigned char {array} = {{{','.join(map(str, block.contents))}}};"


def _binding(model: BoardModel) -> str:
    """Returns the text of the header through which the program runs any model."""
    layout = model.layout
    prefix = layout.prefix
    lines = [f'#include "{prefix}.h"']
    arguments = ["&inputs", "&outputs"]
    lines += [f"static struct {prefix}_inputs inputs;", f"static struct {prefix}_outputs outputs;"]
    prepare = []
    if layout.pools:
        lines += [_pool(number, block) for number, block in enumerate(layout.pools)]
        names = ", ".join(f"pool{number}" for number in range(len(layout.pools)))
        lines.append(f"static struct {prefix}_workspace_pools pools = {{{names}}};")
        arguments.append("&pools")
    if layout.devices:
        lines.append(f"static struct {prefix}_devices devices;")
        arguments.append("&devices")
        if f"{prefix}_init(" in model.files[f"{prefix}.h"].decode():
            prepare.append(f'if ({prefix}_init(&devices) != 0) return fail("error the devices do not initialise\\n");')
    if layout.state_bytes:
        lines.append(f"static struct {prefix}_state state;")
        arguments.append("&state")
        prepare.append(f"{prefix}_reset(&state);")
    lines.append(f"#define MODEL_PREPARE {' '.join(prepare)}")
    lines.append(f"#define MODEL_RUN {prefix}_run({', '.join(arguments)})")
    for macro, fields, blocks in (
        ("FOR_EACH_INPUT", model.inputs, layout.inputs),
        ("FOR_EACH_OUTPUT", model.outputs, layout.outputs),
    ):
        rows = " ".join(f"X({field}, {block.bytes})" for field, block in zip(fields, blocks, strict=True))
        lines.append(f"#define {macro}(X) {rows}")
    return "\n".join(lines) + "\n"


def _build(folder: pathlib.Path, model: BoardModel, command: Sequence[str], float_abi: str) -> pathlib.Path:
    needed = sum(-(-block.bytes // 16) * 16 for block in (*model.layout.inputs, *model.layout.outputs))
    if needed > _REGIONS["EXTERNAL"][1]:
        raise _does_not_fit("EXTERNAL", needed)
    for file, contents in model.files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(contents)
    (folder / "binding.h").write_text(_binding(model))
    with resources.as_file(resources.files("tirc") / "emulator") as board:
        program = folder / "program.elf"
        words = [command[0], "-mcpu=cortex-m4", "-mthumb", *_FLOAT_ABIS[float_abi], "-std=c99", "-O2", *command[1:]]
        words += ["-I", str(folder), "-I", str(board), str(board / "startup.c"), str(board / "run.c")]
        words += [str(folder / file) for file in sorted(model.files) if file.endswith(".c")]
        words += [str(source) for source in model.sources]
        words += ["-nostartfiles", "--specs=nano.specs", "-T", str(board / "mps2-an386.ld")]
        words += ["-Wl,--gc-sections", "-lm", "-o", str(program)]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    overflow = re.search(r"region `(\w+)' overflowed by (\d+) bytes", done.stderr)
    if overflow and overflow[1] in _REGIONS:
        raise _does_not_fit(overflow[1], _REGIONS[overflow[1]][1] + int(overflow[2]))
    if done.returncode:
        raise Error(f"cortex-m4: {_undefined(done.stderr)}{shlex.join(command)} failed:\n{done.stderr.strip()}")
    return program


def _does_not_fit(region: str, needed: int) -> Error:
    what, there = _REGIONS[region]
    return Error(
        f"cortex-m4: the model does not fit into the emulated board: {what} need {needed:,} bytes, and it has "
        f'{there:,} for them; leave that target out: targets=("jit", "c")'
    )


def _undefined(text: str) -> str:
    names = dict.fromkeys(re.findall(r"undefined reference to `(\w+)'", text))
    return f"nothing defines {', '.join(names)}; give the C files that do as sources=[...]; " if names else ""


def _emulate(program: pathlib.Path, command: Sequence[str], time_limit: float) -> None:
    machine = [EMULATOR, "-M", "mps2-an386", "-display", "none", "-monitor", "none", "-serial", "none"]
    machine += ["-semihosting-config", "enable=on,target=native", "-kernel", program.name]
    try:
        # With its own process group, the emulator would outlive Ctrl-C.
        done = subprocess.run(
            machine,
            cwd=program.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=time_limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Error(
            f"cortex-m4: the model did not end within {time_limit:g} s on the emulated processor; give it more with "
            "time_limit=..., or leave that target out"
        ) from None
    printed = done.stdout.decode("utf-8", "replace")
    if fault := re.search(r"^fault cfsr=(\w+) hfsr=\w+ mmfar=(\w+) bfar=(\w+) code=([\w,]*)$", printed, re.M):
        status, forbidden, absent = (int(word, 16) for word in fault.groups()[:3])
        raise _fault(program, command, status, forbidden, absent, fault[4])
    returned = re.search(r"^returned (-?\d+)$", printed, re.M)
    if not returned:
        raise Error(f"cortex-m4: the emulator ended with the code {done.returncode} and without a result:\n{printed}")
    if returned[1] != "0":
        code = int(returned[1])
        raise RunError(f"cortex-m4: the model returned the code {code}", code)
    if done.returncode:
        raise Error(f"cortex-m4: {printed.strip()}")


def _fault(
    program: pathlib.Path, command: Sequence[str], status: int, forbidden: int, absent: int, code: str
) -> BoardFault:
    reasons = [text for bit, text in _FAULTS.items() if status >> bit & 1]
    # A register has a valid address only if the status says so.
    for bit, address in ((7, forbidden), (15, absent)):
        if status >> bit & 1:
            # The stack grows into the addresses below the memory.
            is_stack = _BELOW_STACK <= address < _STACK
            reasons.append("stack overflow" if is_stack else f"address 0x{address:08x}")
    if "stack overflow" in reasons:
        reasons = ["stack overflow"]
    function = _find_function(program, command, [int(word, 16) & ~1 for word in code.split(",") if word])
    where = f" in {function}" if function else ""
    return BoardFault(
        f"cortex-m4: the processor stopped{where}: {', '.join(reasons) or 'a fault without a reason'}", function
    )


def _find_function(program: pathlib.Path, command: Sequence[str], addresses: Sequence[int]) -> str | None:
    """Returns the model's function nearest to the fault, which may be in a function of the C library that it calls."""
    nm = command[0].removesuffix("gcc") + "nm"
    if not shutil.which(nm):
        nm = "arm-none-eabi-nm"
    try:
        listed = subprocess.run([nm, "-S", str(program)], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    # The compiler may have split off a part of it as a function called `….isra.0`.
    functions: list[tuple[int, int, str]] = [
        (int(start, 16) & ~1, int(size, 16), name)
        for start, size, name in re.findall(r"^(\w+) (\w+) [tT] (tvmgen_\w+)(?:\.[\w.]+)?$", listed, re.M)
    ]
    for address in addresses:
        for start, size, name in functions:
            if start <= address < start + size:
                return name
    return None
