"""The digits on an emulated Cortex-R5: C and objects, in Thumb and in Arm code, give the outputs of TFLite's kernels."""

import dataclasses
import shutil

from models import DIGITS, REPO
from runner import Failure, Skip, Test
from toolchain import ARM_GCC, STRICT_C, run

_EMULATOR = "qemu-arm"
_EXAMPLE = REPO / "examples" / "digits"
_MODES = {"thumb": "thumbv7r-none-eabi", "arm": "armv7r-none-eabi"}


def _check(compiler, mode):
    if not shutil.which(_EMULATOR):
        raise Skip(f"no {_EMULATOR} (Debian's qemu-user)")
    folder = compiler.folder(f"cortex-r5/{mode}")
    model = dataclasses.replace(DIGITS, name="digits")
    out = compiler.compile(model, "--emit=c,obj", "--target=cortex-r5", f"--target-triple={_MODES[mode]}")
    for source in ("tvmgen_digits.c", "tvmgen_digits.o"):
        program = folder / "classify.elf"
        run(ARM_GCC, "-mcpu=cortex-r5", f"-m{mode}", "-mfloat-abi=softfp", *STRICT_C, "-O2", "--specs=rdimon.specs",
            "-I", out, "-I", _EXAMPLE, _EXAMPLE / "classify.c", out / source, "-o", program)
        printed = run(_EMULATOR, "-cpu", "cortex-r5f", program, timeout=120)
        if "360 of 360 outputs equal to the reference" not in printed:
            raise Failure(f"{source}:\n{printed}")


def tests(compiler):
    for mode in _MODES:
        yield Test(f"cortex-r5/{mode}", lambda m=mode: _check(compiler, m))
