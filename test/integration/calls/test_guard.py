"""What the guard against a second run costs on a Cortex-M4: at most 40 bytes of code, and 1 % of a run."""

import cortex_m4
import golden
from models import DIGITS, MODELS
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, run

_MOST_BYTES = 40
_MOST_SHARE = 0.01
_TARGET = ("--emit=c,obj", "--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")
_GCC = (ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft")
_CLANG = (CLANG, "--target=thumbv7em-none-eabi", "-mcpu=cortex-m4", "-mfloat-abi=soft", "-fshort-enums",
          "-isystem", "/usr/include/newlib")
# What makes an object of the C. The object that tirc writes is the other way.
_COMPILERS = {"c-O2": (*_GCC, "-O2"), "c-Os": (*_GCC, "-Os"), "clang-O2": (*_CLANG, "-O2"), "clang-Os": (*_CLANG, "-Os")}
_WAYS = (*_COMPILERS, "obj")


def _flash(unit):
    """Returns the bytes of code and constants of an object."""
    rows = (line.split() for line in run("arm-none-eabi-size", "-A", unit).splitlines())
    return sum(int(row[1]) for row in rows if len(row) == 3 and row[0].startswith((".text", ".rodata")))


def _measure(compiler, model, way, *options):
    """Returns the bytes of the model's flash, and the instructions of two runs that give the golden outputs."""
    out = compiler.compile(model, *_TARGET, *options)
    folder = compiler.folder(f"guard/{model.name}/{way}/{'-'.join(options) or 'without'}")
    unit = out / f"tvmgen_{model.name}.o"
    if way in _COMPILERS:
        unit = folder / "unit.o"
        run(*_COMPILERS[way], "-std=c99", "-c", out / f"tvmgen_{model.name}.c", "-o", unit)
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)[:2]
    outputs, instructions = cortex_m4.execute(cortex_m4.build(folder, out, unit, cases), len(cases))
    if outputs != wanted.data[: len(outputs)]:
        raise Failure(f"{model.name} {options}: other outputs than the reference's")
    return _flash(unit), sum(instructions)


def _check(compiler, model, way):
    bytes_without, without = _measure(compiler, model, way)
    bytes_guarded, guarded = _measure(compiler, model, way, "--guard")
    if bytes_guarded > bytes_without + _MOST_BYTES:
        raise Failure(f"the guard takes {bytes_guarded - bytes_without} bytes, expected at most {_MOST_BYTES}")
    # A count ends within a tick.
    if guarded > without * (1 + _MOST_SHARE) + cortex_m4.INSTRUCTIONS_A_TICK:
        raise Failure(f"{guarded} instructions instead of {without}, expected at most {_MOST_SHARE:.0%} more")


def tests(compiler):
    for model in MODELS:
        if model.is_integer:
            for way in _WAYS:
                yield Test(f"guard/{model.name}/{way}", lambda m=model, w=way: _check(compiler, m, w),
                           long=model is not DIGITS)
