"""Models on emulated boards: words that are not aligned and accesses around the arena and below the stack are faults
where the core can trap them, and interrupts run a second model."""

from dataclasses import dataclass

import cortex_m4
import golden
import riscv
from models import BOARD, DIGITS, HERE, MODELS
from runner import Failure, Skip, Test
from test_processors import CortexM
from toolchain import ARM_GCC, STRICT_C, run

_ROOM = HERE / "processors"
_GUARDS = _ROOM / "guards.ld"
_MICROBIT_RAM = 16 << 10
_MICROBIT_STACK = 3 << 10
# An arena that ends where its guard begins.
_ARENA = ("--workspace-section=.arena", "--workspace-alignment=32")


class _Microbit(CortexM):
    """16 kB of RAM and 256 kB of flash."""

    def script(self, folder):
        text = (BOARD / "mps2-an386.ld").read_text()
        text = text.replace("0x00000000, LENGTH = 4M", "0x00000000, LENGTH = 256K")
        text = text.replace("0x20000000, LENGTH = 4M", f"0x20000000, LENGTH = {_MICROBIT_RAM}")
        path = folder / "memory.ld"
        path.write_text(text.replace("256K;", f"{_MICROBIT_STACK};"))
        return path


@dataclass(frozen=True)
class _ArmBoard:
    """A board, and what its core has."""

    core: CortexM
    traps_unaligned: bool = True
    has_guards: bool = True

    @property
    def name(self):
        return self.core.machine

    @property
    def options(self):
        return self.core.options

    def strict(self, way):
        """Returns options for code that loads aligned words only."""
        return ("--target-features=+strict-align",) if way == "obj" and self.traps_unaligned else ()

    def build(self, folder, out, source, cases, flags):
        if self.traps_unaligned:
            flags = (*flags, "-mno-unaligned-access", "-DODD_ADDRESSES", "-DUNALIGN_TRP=1", _ROOM / "arm" / "bytes.c")
        return cortex_m4.build(folder, out, source, cases, flags=("-O2", *flags),
                               cpu=(f"-mcpu={self.core.name}", "-mthumb"), script=self.core.script(folder))

    def guards(self, folder):
        """Returns flags for a program whose arena has guards."""
        path = folder / "guards.ld"
        path.write_text("SECTIONS {\n" + _GUARDS.read_text() + "}\nINSERT AFTER .bss;\n")
        return "-T", path

    def link(self, folder, *sources):
        program = folder / "program.elf"
        run(ARM_GCC, f"-mcpu={self.core.name}", "-mthumb", "-mfloat-abi=soft", *STRICT_C, "-O2", "-I", folder,
            "-I", BOARD, "-I", _ROOM / "arm", BOARD / "startup.c", *sources, "-nostartfiles", "--specs=nano.specs",
            "-T", self.core.script(folder), "-Wl,--fatal-warnings", "-o", program)
        return program

    def emulate(self, program):
        return cortex_m4.emulate(program, machine=self.core.machine)


class _RiscvBoard:
    """QEMU's machine `virt`, which loads words from any address."""

    name = "riscv32-virt"
    options = ("--target-triple=riscv32-unknown-elf",)
    traps_unaligned = False
    has_guards = True

    def strict(self, way):
        del way
        return ()

    def build(self, folder, out, source, cases, flags):
        riscv.require()
        return riscv.build(folder, out, source, cases, flags)

    def guards(self, folder):
        riscv.require()
        return "-T", riscv.add_sections(folder, _GUARDS.read_text().rstrip() + " >ram AT>ram :ram\n")

    def link(self, folder, *sources):
        riscv.require()
        return riscv.link(folder, *sources)

    def emulate(self, program):
        return riscv.emulate(program)


_BOARDS = (
    _ArmBoard(_Microbit("cortex-m0", "thumbv6m-none-eabi", "microbit"), traps_unaligned=False, has_guards=False),
    _ArmBoard(CortexM("cortex-m3", "thumbv7m-none-eabi", "mps2-an385")),
    _ArmBoard(CortexM("cortex-m4", "thumbv7em-none-eabi", "mps2-an386")),
    _ArmBoard(CortexM("cortex-m7", "thumbv7em-none-eabi", "mps2-an500")),
    _ArmBoard(CortexM("cortex-m33", "thumbv8m.main-none-eabi", "mps2-an505", code=0x10000000, data=0x38000000)),
    _ArmBoard(CortexM("cortex-m55", "thumbv8.1m.main-none-eabi", "mps3-an547")),
    _RiscvBoard(),
)


def _fits(what, build):
    """Returns what `build` does, or skips a model that needs more memory than the board has."""
    try:
        return build()
    except Failure as failure:
        if "region `" in str(failure) and "overflowed" in str(failure):
            raise Skip(f"{what} does not fit the memory") from failure
        raise


def _build(compiler, model, board, way, name, *flags):
    """Returns the program with all guards that the core has, and the outputs that it is to print."""
    options = (*board.options, *board.strict(way), *(_ARENA if board.has_guards else ()))
    out = compiler.compile(model, "--emit=c,obj", *options)
    source = out / f"tvmgen_{model.name}.{'o' if way == 'obj' else 'c'}"
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)[:2]
    folder = compiler.folder(f"boards/{board.name}/{model.name}/{way}/{name}")
    if board.has_guards:
        flags = (*flags, *board.guards(folder))
    program = _fits(f"{model.name} on {board.name}", lambda: board.build(folder, out, source, cases, flags))
    return program, cases, wanted


def _run_on_board(compiler, model, board, way):
    flags = ("-DGUARDS=1",) if board.has_guards else ()
    program, cases, wanted = _build(compiler, model, board, way, "run", *flags)
    outputs, _ = cortex_m4.read_cases(board.emulate(program), len(cases))
    if outputs != wanted.data[: len(outputs)]:
        raise Failure(f"{model.name} on {board.name}: other outputs than the reference's")


def _guards_hold(compiler, board):
    """An access to each of the guards is a fault."""
    for which in (2, 3, 4):
        program, _, _ = _build(compiler, DIGITS, board, "c", f"touch-{which}", f"-DGUARDS={which}")
        try:
            printed = board.emulate(program)
        except Failure as failure:
            if "\nfault " not in str(failure):
                raise
        else:
            raise Failure(f"{board.name}: an access to guard {which - 2} is not a fault:\n{printed}")


def _bytes(text):
    return "{" + ", ".join(str(b - 256 if b > 127 else b) for b in text) + "}"


def _interrupt(compiler, model, board, way):
    """An interrupt runs another model while one runs: they share nothing."""
    model.require()
    folder = compiler.folder(f"boards/{board.name}/{model.name}/{way}/interrupt")
    sources, header = [], []
    for key, name, which in (("main", model.name, model), ("other", "in_interrupt", DIGITS)):
        run(compiler.tirc, which.file, "-o", folder, f"--model-name={name}", "--quiet", *which.options, "--emit=c,obj",
            *board.options)
        sources.append(folder / f"tvmgen_{name}.{'o' if way == 'obj' else 'c'}")
        inputs, wanted = golden.load(which)
        header += [f'#include "tvmgen_{name}.h"', f"#define {key.upper()}_RUN tvmgen_{name}_run_typed",
                   f"static const int8_t {key}_input[] = {_bytes(cortex_m4.split_cases(inputs)[0])};",
                   f"static const int8_t {key}_wanted[] = {_bytes(wanted.data[: len(wanted.data) // wanted.shape[0]])};"]
    (folder / "runs.h").write_text("\n".join(header) + "\n")
    program = _fits(f"{model.name} on {board.name}", lambda: board.link(folder, _ROOM / "interrupted.c", *sources))
    printed = board.emulate(program)
    if "right, and interrupted" not in printed:
        raise Failure(printed[-2000:])


# The boards of a usual run: one of Arm's, and the one that is not.
_USUAL = ("mps2-an386", "riscv32-virt")


def tests(compiler):
    for board in _BOARDS:
        if board.has_guards:
            yield Test(f"boards/{board.name}/guards-hold", lambda b=board: _guards_hold(compiler, b))
        for model in MODELS:
            if not model.is_integer:
                continue
            is_long = model is not DIGITS or board.name not in _USUAL
            for way in ("c", "obj"):
                yield Test(f"boards/{board.name}/{model.name}/{way}",
                           lambda m=model, b=board, w=way: _run_on_board(compiler, m, b, w), long=is_long)
                yield Test(f"boards/{board.name}/{model.name}/{way}/interrupt",
                           lambda m=model, b=board, w=way: _interrupt(compiler, m, b, w), long=is_long)
