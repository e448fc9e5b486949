"""Counts the instructions of a model on this machine with callgrind."""

import json
import re

import golden
from models import HERE
from runner import Failure
from targets import compile_with_tirc, per_mac
from toolchain import run

# harness.c runs each case twice.
_RUNS = 2


def measure(compiler, model, target, back_end, schedule):
    """Returns the figures of one inference, of the first golden input, after all golden outputs came back right."""
    folder = compiler.folder(f"measured/{target.name}/{model.name}/{back_end.name}/{schedule}")
    out = compile_with_tirc(compiler, model, target, back_end, schedule)
    program, outputs, first = folder / "program", folder / "outputs", folder / "first"
    run(*back_end.compiler, "-std=c99", "-I", out, HERE / "harness.c", out / f"tvmgen_{model.name}.c", "-lm",
        "-o", program)
    inputs, wanted = golden.load(model)
    (folder / "inputs").write_bytes(inputs.data)
    first.write_bytes(inputs.data[: len(inputs.data) // inputs.shape[0]])
    run(program, folder / "inputs", outputs)
    golden.check(model, wanted, outputs.read_bytes())
    printed = run("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind'}",
                  f"--toggle-collect=tvmgen_{model.name}_run", program, first, outputs)
    instructions = int(re.search(r"Collected : (\d+)", printed)[1]) // _RUNS
    if instructions == 0:
        raise Failure(f"callgrind saw no run of {model.name}:\n{printed[-2000:]}")
    macs = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["totals"]["macs"]
    return {"macs": macs, "counts": {"instructions": instructions}, **per_mac(macs, instructions=instructions)}
