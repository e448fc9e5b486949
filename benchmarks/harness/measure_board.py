"""Counts the instructions of a model on an emulated processor other than a Cortex-M4, and its bytes."""

import json

import cortex_m4
import golden
import riscv
from runner import Failure
from targets import compile_with_tirc, per_mac
from toolchain import run

# What each section of an object costs. `.sdata` and `.sbss` are RISC-V's for small variables, `.srodata` for constants.
_RAM = (".data", ".bss", ".sdata", ".sbss")
_CODE, _CONSTANTS, _INITIALISED = (".text",), (".rodata", ".srodata"), (".data", ".sdata")
# Objects of clang say that they need no executable stack. The linker then warns of the C library's, which do not.
_LINKED = ("-O2", "-Wl,--no-warn-execstack")


def _sizes(built):
    """Returns the bytes of the model's object, without the functions of the C library that it calls."""
    rows = [line.split() for line in run("llvm-size-22", "-A", built).splitlines()]
    sections = [(row[0], int(row[1])) for row in rows if len(row) == 3 and row[1].isdigit()]

    def total(names):
        return sum(size for section, size in sections if any(f"{section}.".startswith(f"{name}.") for name in names))

    code, constants = total(_CODE), total(_CONSTANTS)
    return {"ram_bytes": total(_RAM), "flash_bytes": code + constants + total(_INITIALISED), "code_bytes": code,
            "constants_bytes": constants}


def _execute(target, folder, out, built, cases):
    """Returns the outputs and the instructions of each case, and what the program printed."""
    if not target.board.machine:
        riscv.require()
        printed = riscv.emulate(riscv.build(folder, out, built, cases))
    else:
        program = cortex_m4.build(folder, out, built, cases, flags=_LINKED, cpu=target.board.cpu)
        printed = cortex_m4.emulate(program, machine=target.board.machine)
    outputs, instructions = cortex_m4.read_cases(printed, len(cases), target.board.instructions_a_tick)
    return outputs, instructions, printed


def measure(compiler, model, target, back_end, schedule):
    """Returns the figures of one inference, of the first golden input, after all golden outputs came back right."""
    folder = compiler.folder(f"measured/{target.name}/{model.name}/{back_end.name}/{schedule}")
    out = compile_with_tirc(compiler, model, target, back_end, schedule)
    built = out / f"tvmgen_{model.name}.o"
    if back_end.compiler:
        built = folder / "model.o"
        run(*back_end.compiler, "-std=c99", "-I", out, "-c", out / f"tvmgen_{model.name}.c", "-o", built)
    inputs, wanted = golden.load(model)
    outputs, instructions, printed = _execute(target, folder, out, built, cortex_m4.split_cases(inputs))
    golden.check(model, wanted, outputs)
    if instructions[0] == 0:
        raise Failure(f"the counter of {target.board.machine or 'the board'} stands still")
    macs = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["totals"]["macs"]
    return {
        "macs": macs,
        "counts": {"instructions": int(instructions[0]), **_sizes(built), "stack_bytes": cortex_m4.read_stack(printed)},
        **per_mac(macs, instructions=int(instructions[0])),
    }
