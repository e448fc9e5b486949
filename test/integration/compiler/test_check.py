"""`--check=fast` accepts right kernels, and finds faults that are planted in each inner step and in packed constants."""

import collections
import json
import re
import subprocess

from models import DIGITS, MODELS
from runner import Failure, Test

_TARGETS = ("cortex-m4", "cortex-m55", "m0plus", "cortex-m3", "rv32imac", "host")
# Faults for each kind of operation.
_EACH = 3


def _check_right(compiler, model, target):
    out = compiler.folder(f"check/{model.name}/{target}")
    compiler.run(model, out, "--emit=c", f"--target={target}", "--check=fast")
    check = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["check"]
    alone = [row for row in check["kernels"] if row["compared"] == "alone"]
    if check["runs"] < 1 or 2 * len(alone) < len(check["kernels"]):
        raise Failure(f"{check['runs']} runs, {len(alone)} of {len(check['kernels'])} kernels were compared alone")


def _plant(compiler, target, place):
    """Returns what tirc says with a fault at `place`. It lists the places if that is -1."""
    plugin = compiler.tirc.parent.parent / "lib" / "libTIRTestPlugin.so"
    # The steps are there once kernels are lowered, which the phase `loops` does otherwise.
    passes = f"loops:tir-lower-kernels,tirtest-plant-fault{{place={place}}}"
    out = compiler.folder(f"check/planted/{target}") / str(place)
    done = subprocess.run(
        [compiler.tirc, DIGITS.file, "-o", out, "--emit=c", f"--target={target}", "--check=fast",
         f"--load-pass-plugin={plugin}", f"--passes-before={passes}"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, check=False)
    if place >= 0 and done.returncode != 0 and out.exists():
        raise Failure(f"{out} was made although the check failed:\n{done.stdout}")
    return done.stdout


def _check_planted(compiler, target):
    places = collections.defaultdict(list)
    for number, operation in re.findall(r"remark: place (\d+): '?([\w.]+)'? in", _plant(compiler, target, -1)):
        places[operation].append(int(number))
    missed, planted = [], 0
    for operation, numbers in places.items():
        # Arithmetic on positions, and on bits that no result shows, may be wrong without an effect.
        if operation.startswith("arith."):
            continue
        for place in numbers[:: max(1, len(numbers) // _EACH)][:_EACH]:
            planted += 1
            said = _plant(compiler, target, place)
            # The verifier of a step finds some faults before the step runs.
            if " error: " not in said:
                missed.append(f"{operation} at place {place}: {said[-300:]}")
    if missed or planted < 2 * _EACH:
        raise Failure("\n".join([f"{len(missed)} of {planted} faults were not found", *missed]))


def tests(compiler):
    for model in MODELS:
        for target in _TARGETS:
            yield Test(f"check/{model.name}/{target}", lambda m=model, t=target: _check_right(compiler, m, t),
                       long=model is not DIGITS)
    for target in _TARGETS:
        yield Test(f"check/planted/{target}", lambda t=target: _check_planted(compiler, t), long=target != "cortex-m4")
