"""Convolutional networks that no kernel was made for, on an emulated Cortex-M4: right outputs, by at most 60 % of the
instructions of plain loops; and within limits of memory."""

import cortex_m4
import npz
from compiled import read_interface
from models import SHARED
from random_networks import Networks
from runner import Failure, Skip, Test
from toolchain import ARM_GCC, CORTEX_M4, FLOAT_ABIS, STRICT_C, run

_MOBILENET = SHARED / "models" / "msf" / "mbv2_035_144_int8"
_USUAL, _LONG = 3, 60
_USUAL_LIMITS, _LONG_LIMITS = 1, 12
_M4 = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4")
_MOST = 0.6


def _execute(compiler, folder, model, case, *options):
    """Returns the bytes of all outputs for one case, and the instructions that it takes; m.o has the model's code."""
    out = folder / "out"
    run(compiler.tirc, model, "-o", out, "--quiet", "--model-name=m", *_M4, *options)
    (out / "binding.h").write_text(read_interface(out / "tvmgen_m.h", "m").binding())
    run(ARM_GCC, *CORTEX_M4, *FLOAT_ABIS["soft"], *STRICT_C, "-O2", "-I", out, "-c", out / "tvmgen_m.c", "-o", folder / "m.o")
    program = cortex_m4.build(folder, out, folder / "m.o", [case])
    outputs, instructions = cortex_m4.execute(program, 1)
    return outputs, instructions[0]


def _check(compiler, name, model, case, *options, wanted=None):
    def execute(schedule):
        folder = compiler.folder(f"networks/{name}/{schedule}")
        return _execute(compiler, folder, model, case, f"--schedule={schedule}", *options)

    outputs, instructions = execute("auto")
    plain_outputs, plain = execute("elementwise")
    if outputs != plain_outputs or (wanted is not None and outputs != wanted):
        raise Failure(f"the outputs of {model} are wrong")
    if instructions > _MOST * plain:
        raise Failure(f"{model} takes {instructions} instructions, and {plain} with --schedule=elementwise: more than "
                      f"{_MOST:.0%}")


def _mobilenet(compiler, name, *options):
    """MobileNetV2, with weights of our own; the TOSA reference model made the output."""
    model, golden = _MOBILENET.with_suffix(".mlirbc"), _MOBILENET.with_suffix(".npz")
    if not golden.exists():
        raise Skip(f"{golden} is not there")
    arrays = npz.load(golden)
    inputs, outputs = arrays["in0"], arrays["tosa0"]
    case, wanted = (array.data[: len(array.data) // array.shape[0]] for array in (inputs, outputs))
    _check(compiler, name, model, case, "--input-shape=0:1x144x144x3", *options, wanted=wanted)


def _random(compiler, seed):
    network = Networks(seed)
    model = compiler.folder(f"networks/random-{seed}") / "model.mlir"
    model.write_text(network.text())
    _check(compiler, f"random-{seed}", model, network.input_bytes(0))


def _limits(compiler, seed):
    """With --flash and --ram, the code, the constants and the workspace stay within limits that all kernels as plain
    loops fit, and the fastest ones do not. The outputs are the same."""
    network = Networks(seed)
    root = compiler.folder(f"networks/limits-{seed}")
    model = root / "model.mlir"
    model.write_text(network.text())

    def measure(name, *options):
        folder = compiler.folder(f"networks/limits-{seed}/{name}")
        outputs, instructions = _execute(compiler, folder, model, network.input_bytes(0), *options)
        flash, data, ram = map(int, run("arm-none-eabi-size", folder / "m.o").splitlines()[1].split()[:3])
        return outputs, instructions, flash, data + ram

    outputs, most, small_flash, small_ram = measure("plain", "--schedule=elementwise")
    _, least, large_flash, large_ram = measure("fastest")
    flash, ram = (small_flash + large_flash) // 2, (small_ram + large_ram) // 2
    for name, option, column, limit, largest in (("flash", f"--flash={flash}", 2, flash, large_flash),
                                                 ("ram", f"--ram={ram}", 3, ram, large_ram)):
        if limit == largest:
            continue
        figures = measure(name, option)
        if figures[0] != outputs:
            raise Failure(f"with {option}, the outputs of {model} are wrong")
        if figures[column] > limit:
            raise Failure(f"with {option}, {model} takes {figures[column]} bytes")
        if not least <= figures[1] <= most:
            raise Failure(f"with {option}, {model} takes {figures[1]} instructions; expected {least} to {most}")


def tests(compiler):
    yield Test("networks/mobilenet", lambda: _mobilenet(compiler, "mobilenet"))
    yield Test("networks/mobilenet-by-rows", lambda: _mobilenet(compiler, "mobilenet-by-rows", "--rows=min-ram"))
    for seed in range(_LONG):
        yield Test(f"networks/random-{seed}", lambda s=seed: _random(compiler, s), long=seed >= _USUAL)
    for seed in range(_LONG_LIMITS):
        yield Test(f"networks/limits-{seed}", lambda s=seed: _limits(compiler, s), long=seed >= _USUAL_LIMITS)
