"""The check of kernels accepts right ones, and finds faults that are planted in each schedule, layout and inner step."""

import collections
import json
import re
import subprocess
import time

from models import DIGITS, DIGITS_FP32, MODELS
from runner import Failure, Test

_TARGETS = ("cortex-m4", "cortex-m55", "m0plus", "cortex-m3", "rv32imac", "host")
# The schedules of these are all that there are. Vectors of bytes are for objects only.
_SCHEDULES = {
    ("cortex-m4", DIGITS): ("blocked", "rowwise", "elementwise"),
    ("cortex-m55", DIGITS): ("vector",),
    ("m0plus", DIGITS): ("scalar",),
    ("host", DIGITS): ("portable",),
    ("znver4", DIGITS): ("byte_lanes",),
    ("cortex-m4", DIGITS_FP32): ("jammed",),
    ("host", DIGITS_FP32): ("lanes",),
}
# In the module after the phase `schedule`, and in the code that schedules make.
_STAGES = {"scheduled": "buffers:", "loops": "loops:tir-lower-kernels,"}
# Faults of each kind in the kernels of a schedule.
_EACH = 2
# Arithmetic may be of positions that are 0, or of numbers that are always positive, and may be wrong without an effect then.
_MAY_BE_RIGHT = ("arith.",)


def _options(target, model):
    if target == "znver4":
        return ("--target=host", "--target-cpu=znver4", "--emit=obj", *model.options)
    return (f"--target={target}", "--emit=c", *model.options)


def _check_right(compiler, model, target):
    out = compiler.folder(f"check/{model.name}/{target}")
    compiler.run(model, out, "--emit=c", f"--target={target}", "--check=fast")
    check = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["check"]
    kernels = check["kernels"]
    alone = [row for row in kernels if row.get("compared") == "alone"]
    proven = [row for row in kernels if row["addresses"] == "proof"]
    if check["runs"] < 1 or 2 * len(alone) < len(kernels) or 2 * len(proven) < len(kernels):
        raise Failure(f"{check['runs']} runs; {len(alone)} of {len(kernels)} kernels were compared alone, the addresses of "
                      f"{len(proven)} are proven")


def _plant(compiler, target, model, stage, place):
    """Returns what tirc says with a fault at `place`. It lists the places if that is -1."""
    plugin = compiler.tirc.parent.parent / "lib" / "libTIRTestPlugin.so"
    out = compiler.folder(f"check/planted/{target}-{model.name}-{stage}") / str(place)
    done = subprocess.run(
        [compiler.tirc, model.file, "-o", out, "--check=fast", *_options(target, model), f"--load-pass-plugin={plugin}",
         f"--passes-before={_STAGES[stage]}tirtest-plant-fault{{place={place}}}"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, check=False)
    if place >= 0 and done.returncode != 0 and out.exists():
        raise Failure(f"{out} was made although the check failed:\n{done.stdout}")
    return done.stdout


def _list_places(compiler, target, model, stage):
    """Returns the places of each kind of fault, by the schedule of the kernel; `none` has constants."""
    listed = re.findall(r"remark: place (\d+): ([\w.-]+) in (\S+) by (\w+)", _plant(compiler, target, model, stage, -1))
    places = collections.defaultdict(lambda: collections.defaultdict(list))
    for number, kind, _, schedule in listed:
        places[schedule][kind].append(int(number))
    return places


def _choose(numbers):
    return numbers[:: max(1, len(numbers) // _EACH)][:_EACH]


def _check_planted(compiler, target, model, stage, wanted):
    """Plants faults of each kind in the kernels of the wanted schedules, and in constants."""
    places = _list_places(compiler, target, model, stage)
    missed, planted = [], collections.Counter()
    begin = time.monotonic()
    for schedule in (*wanted, "none"):
        for kind, numbers in places[schedule].items():
            if kind.startswith(_MAY_BE_RIGHT):
                continue
            for place in _choose(numbers):
                planted[schedule] += 1
                said = _plant(compiler, target, model, stage, place)
                # The verifier finds some faults before the kernel runs.
                if " error: " not in said:
                    missed.append(f"{kind} of {schedule} at place {place}: {said[-300:]}")
    seconds = (time.monotonic() - begin) / max(1, planted.total())
    print(f"    {target}, {model.name}, {stage}: {dict(planted)} faults planted, {seconds:.2f} s each")
    if missed or any(planted[schedule] < _EACH for schedule in wanted):
        raise Failure("\n".join([f"{len(missed)} of {dict(planted)} faults were not found", *missed]))


def tests(compiler):
    for model in MODELS:
        for target in _TARGETS:
            yield Test(f"check/{model.name}/{target}", lambda m=model, t=target: _check_right(compiler, m, t),
                       long=model is not DIGITS)
    for (target, model), schedules in _SCHEDULES.items():
        for stage in _STAGES:
            yield Test(f"check/planted/{target}/{model.name}/{stage}",
                       lambda t=target, m=model, s=stage, w=schedules: _check_planted(compiler, t, m, s, w),
                       long=(target, stage) != ("m0plus", "loops"))
