"""The check of kernels accepts right ones, and finds faults that are planted in each schedule, layout and inner step."""

import collections
import json
import re
import subprocess
import time

from growing_models import MODELS as GROWING
from models import DIGITS, DIGITS_FP32, MODELS, Model
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
# In the module of which C and objects are made.
_CODES = {"c": "emitc:", "obj": "llvm:"}
# Faults of each kind in the kernels of a schedule: of steps and layouts, and of others.
_EACH, _EACH_OTHER = 2, 1
# Arithmetic may be of positions that are 0, or of numbers that are always positive, and may be wrong without an effect then.
# So may be what a window has for elements outside, and how far its pixels are from each other, if there are none, and the
# limits of a rescale, if no sum reaches them or a clamp follows, a last column that lies outside, and the pitch of the only row,
# column or element.
MAY_BE_RIGHT = re.compile(r"arith\..*|kernel\..*\.(padding|stride|moves|max|min|high|low|bits|columns|rows|\w*pitch)")
# What the check says, and not a verifier, which finds some faults before the kernel runs.
_BY_CHECK = re.compile(r"computes a wrong result|bytes at byte|the output '.*' is wrong|ended with a signal")
# In a usual run.
_FEW = 6
# So many layers that the check runs their steps from a table, and a layer of them.
_LAYERS, _LAYER = 120, 77


def _options(target, model, stage):
    if target == "znver4":
        return ("--target=host", "--target-cpu=znver4", "--emit=obj", *model.options)
    return (f"--target={target}", f"--emit={stage if stage in _CODES else 'c'}", *model.options)


def _check_right(compiler, model, target):
    out = compiler.folder(f"check/{model.name}/{target}")
    compiler.run(model, out, "--emit=c", f"--target={target}", "--check=fast")
    check = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["check"]
    kernels = check["kernels"]
    alone = [row for row in kernels if row.get("compared") == "alone"]
    proven = [row for row in kernels if row["addresses"] == "proof"]
    if check["runs"] < 1 or 2 * len(alone) < len(kernels) or len(proven) < len(kernels):
        raise Failure(f"{check['runs']} runs; {len(alone)} of {len(kernels)} kernels were compared alone, the addresses of "
                      f"{len(proven)} are proven")


def plant(compiler, target, model, stage, place, check="fast"):
    """Returns what tirc says with a fault at `place`. It lists the places if that is -1."""
    plugin = compiler.tirc.parent.parent / "lib" / "libTIRTestPlugin.so"
    out = compiler.folder(f"check/planted/{target}-{model.name}-{stage}-{check}") / str(place)
    done = subprocess.run(
        [compiler.tirc, model.file, "-o", out, f"--check={check}", *_options(target, model, stage), f"--load-pass-plugin={plugin}",
         f"--passes-before={(_STAGES | _CODES)[stage]}tirtest-plant-fault{{place={place}}}"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, check=False)
    if place >= 0 and done.returncode != 0 and out.exists():
        raise Failure(f"{out} was made although the check failed:\n{done.stdout}")
    return done.stdout


def list_places(compiler, target, model, stage):
    """Returns the number of each place, the kind of its fault, the function and its schedule."""
    return re.findall(r"remark: place (\d+): ([\w.-]+) in (\S+) by (\w+)", plant(compiler, target, model, stage, -1))


def _sort_places(compiler, target, model, stage):
    """Returns the places of each kind of fault, by the schedule of the kernel; `none` has constants."""
    schedules = {function: schedule for _, _, function, schedule in list_places(compiler, target, model, "scheduled")}
    places = collections.defaultdict(lambda: collections.defaultdict(list))
    for number, kind, function, _ in list_places(compiler, target, model, stage):
        places[schedules.get(function, "none")][kind].append(int(number))
    return places


def _choose(kind, numbers):
    each = _EACH if kind.startswith(("kernel.", "memref.global", "constant.")) else _EACH_OTHER
    # The first loops of a kernel may only write zeros that are multiplied by zero weights.
    from_end = -1 if kind.startswith("loop.") else 1
    return numbers[:: from_end * max(1, len(numbers) // each)][:each]


def _check_planted(compiler, target, model, stage, wanted, most):
    """Plants faults of each kind in the kernels of the wanted schedules, and in constants."""
    places = _sort_places(compiler, target, model, stage)
    chosen = [(schedule, kind, place) for schedule in (*wanted, "none") for kind, numbers in places[schedule].items()
              if not MAY_BE_RIGHT.fullmatch(kind) for place in _choose(kind, numbers)]
    chosen = chosen[:: max(1, len(chosen) // most)][:most] if most else chosen
    missed, by_check, seconds = [], 0, time.monotonic()
    for schedule, kind, place in chosen:
        said = plant(compiler, target, model, stage, place)
        by_check += bool(_BY_CHECK.search(said))
        if " error: " not in said:
            missed.append(f"{kind} of {schedule} at place {place}: {said[-300:]}")
    planted = collections.Counter(schedule for schedule, _, _ in chosen)
    seconds = (time.monotonic() - seconds) / max(1, len(chosen))
    print(f"    {target}, {model.name}, {stage}: {dict(planted)} faults planted, {by_check} found by the check, "
          f"{len(chosen) - by_check - len(missed)} by verifiers, {seconds:.2f} s each", flush=True)
    # A schedule without a layout of its own has few places before it makes loops.
    least = _EACH if stage == "loops" else 1
    if missed or any(planted[schedule] < least for schedule in wanted):
        raise Failure("\n".join([f"{len(missed)} of {dict(planted)} faults were not found", *missed]))


def _check_long(compiler, kind):
    """Plants a fault in the weights of one layer of many that one kernel computes."""
    folder = compiler.folder(f"check/long/{kind}")
    path = folder / f"{kind}.mlir"
    path.write_text(GROWING[kind](_LAYERS))
    model = Model(kind, path, golden=path)
    compiler.run(model, folder / "right", "--emit=c", "--target=m0plus", "--check=proof")
    weights = [place for place, kind_, *_ in list_places(compiler, "m0plus", model, "loops") if kind_ == "memref.global"]
    # Each layer has a bias and weights.
    said = plant(compiler, "m0plus", model, "loops", int(weights[2 * _LAYER + 1]))
    found = re.findall(r"\('(conv2d#\d+)'\) computes a wrong result", said)
    if found != [f"conv2d#{_LAYER}"]:
        raise Failure(f"the fault is in conv2d#{_LAYER}, but was found in {found}:\n{said[-1000:]}")


def tests(compiler):
    for model in MODELS:
        for target in _TARGETS:
            yield Test(f"check/{model.name}/{target}", lambda m=model, t=target: _check_right(compiler, m, t),
                       long=model is not DIGITS)
    yield Test("check/planted/few", lambda: _check_planted(compiler, "m0plus", DIGITS, "loops", ["scalar"], _FEW))
    yield Test("check/planted/long", lambda: _check_long(compiler, "convs"))
    for (target, model), schedules in _SCHEDULES.items():
        for stage in _STAGES:
            yield Test(f"check/planted/{target}/{model.name}/{stage}",
                       lambda t=target, m=model, s=stage, w=schedules: _check_planted(compiler, t, m, s, w, None), long=True)
