"""--check=emulator runs the target's code: right kernels pass as C and as objects, and faults of the compiler, of the target's
text of a step, and of the phases that make code are found, which --check=fast does not see."""

import json
import shutil
import subprocess

from models import DIGITS, MODELS
from runner import Failure, Skip, Test
from test_check import MAY_BE_RIGHT, list_places, plant
from toolchain import ARM_GCC, RISCV_GCC

_MACHINES = {"cortex-m4": "mps2-an386", "cortex-m55": "mps3-an547", "cortex-m0plus": "mps2-an385", "cortex-m3": "mps2-an385",
           "cortex-m7": "mps2-an500", "cortex-m33": "mps2-an505", "rv32imac": "virt", "aarch64": "Linux"}
# What others than a Cortex-M need.
_PROGRAMS = {"rv32imac": ("qemu-system-riscv32", RISCV_GCC), "aarch64": ("qemu-aarch64", "aarch64-linux-gnu-gcc")}
_USUAL = ("cortex-m4", "cortex-m55", "cortex-m0plus", "rv32imac")
# What a faulty compiler takes for what in the steps of a processor.
_INSTRUCTIONS = {"cortex-m4": ('"smlad %0', '"smladx %0'), "cortex-m55": ("vmladavaq_s8(", "vmladavaxq_s8(")}
# Faults of each processor and form of its code.
_FAULTS = 4


def _require(target):
    for program in _PROGRAMS.get(target, ("qemu-system-arm", ARM_GCC)):
        if not shutil.which(program):
            raise Skip(f"no {program}")


def _check_right(compiler, model, target):
    _require(target)
    out = compiler.folder(f"emulator-check/{model.name}/{target}")
    compiler.run(model, out, "--emit=c,obj", f"--target={target}", "--check=emulator")
    check = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["check"]
    emulator = check["emulator"]
    if (emulator["machine"], emulator["codes"]) != (_MACHINES[target], ["C", "object code"]):
        raise Failure(f"it ran on another machine, or another code ran: {emulator}")
    tested = [row for row in check["kernels"] if row["values"] == "tested" and row["on"] == "emulator"]
    if check["runs"] < 1 or len(tested) != len(check["kernels"]):
        raise Failure(f"{len(tested)} of {len(check['kernels'])} kernels were tested in {check['runs']} runs")


def _compile(compiler, target, check, gcc):
    out = compiler.folder(f"emulator-check/faulty/{target}") / check
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run(
        [compiler.tirc, DIGITS.file, "-o", out, "--emit=c", f"--target={target}", f"--check={check}", f"--check-compiler={gcc}"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600, check=False)
    return done.stdout, out.exists()


def _find_faulty_step(compiler, target):
    """A compiler that takes one instruction of a step for another is found, and not by --check=fast."""
    _require(target)
    gcc = compiler.folder(f"emulator-check/faulty/{target}") / "gcc"
    wanted, taken = _INSTRUCTIONS[target]
    gcc.write_text("#!/bin/sh\nfor file; do\n  case $file in\n"
                   f"    */model.c) sed -i 's/{wanted}/{taken}/' \"$file\" ;;\n  esac\ndone\nexec {ARM_GCC} \"$@\"\n")
    gcc.chmod(0o755)
    said, written = _compile(compiler, target, "fast", gcc)
    if not written:
        raise Failure(f"--check=fast found the fault:\n{said}")
    said, written = _compile(compiler, target, "emulator", gcc)
    if written or "computes a wrong result as C on the emulated machine" not in said:
        raise Failure(f"--check=emulator did not find the fault:\n{said}")


def _find_faulty_code(compiler, target, form):
    """Faults in the code that is made after the check of --check=fast."""
    _require(target)
    places = [int(number) for number, kind, *_ in list_places(compiler, target, DIGITS, form) if not MAY_BE_RIGHT.fullmatch(kind)]
    chosen = places[:: max(1, len(places) // _FAULTS)][:_FAULTS]
    if len(chosen) < _FAULTS:
        raise Failure(f"only {len(places)} places for faults")
    for place in chosen:
        if " error: " in (said := plant(compiler, target, DIGITS, form, place)):
            raise Failure(f"--check=fast found the fault at place {place}:\n{said[-600:]}")
        said = plant(compiler, target, DIGITS, form, place, check="emulator")
        if "on the emulated machine" not in said:
            raise Failure(f"--check=emulator did not find the fault at place {place}:\n{said[-600:]}")


def tests(compiler):
    for model in MODELS:
        for target in _MACHINES:
            yield Test(f"emulator-check/{model.name}/{target}", lambda m=model, t=target: _check_right(compiler, m, t),
                       long=model is not DIGITS or target not in _USUAL)
    for target in _INSTRUCTIONS:
        yield Test(f"emulator-check/faulty-step/{target}", lambda t=target: _find_faulty_step(compiler, t))
    for target in _USUAL:
        for form in ("c", "obj"):
            yield Test(f"emulator-check/faulty-code/{target}/{form}",
                       lambda t=target, f=form: _find_faulty_code(compiler, t, f), long=True)
