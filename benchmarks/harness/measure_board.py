"""Counts the instructions of a model on an emulated processor other than a Cortex-M4, and its bytes."""

import json

import cortex_m4
import golden
import objects
import riscv
from runner import Failure
from targets import per_mac


def _execute(target, folder, out, built, cases):
    """Returns the outputs and the instructions of each case, and what the program printed."""
    if not target.board.machine:
        riscv.require()
        printed = riscv.emulate(riscv.build(folder, out, built, cases))
    else:
        program = cortex_m4.build(folder, out, built, cases, flags=objects.LINKED, cpu=target.board.cpu)
        printed = cortex_m4.emulate(program, machine=target.board.machine)
    outputs, instructions = cortex_m4.read_cases(printed, len(cases), target.board.instructions_a_tick)
    return outputs, instructions, printed


def measure(compiler, model, target, back_end, schedule):
    """Returns the figures of one inference, of the first golden input, after all golden outputs came back right."""
    folder = compiler.folder(f"measured/{target.name}/{model.name}/{back_end.name}/{schedule}")
    out, built = objects.build(compiler, model, target, back_end, schedule, folder)
    inputs, wanted = golden.load(model)
    outputs, instructions, printed = _execute(target, folder, out, built, cortex_m4.split_cases(inputs))
    golden.check(model, wanted, outputs)
    if instructions[0] == 0:
        raise Failure(f"the counter of {target.board.machine or 'the board'} stands still")
    macs = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["totals"]["macs"]
    return {
        "macs": macs,
        "counts": {"instructions": int(instructions[0]), **objects.sizes(built), "stack_bytes": cortex_m4.read_stack(printed)},
        **per_mac(macs, instructions=int(instructions[0])),
    }
