"""Convolutional networks that no kernel was made for, on an emulated Cortex-M4: right outputs, by at most 60 % of the
instructions of plain loops."""

import cortex_m4
import npz
from compiled import read_interface
from models import SHARED
from random_networks import Networks
from runner import Failure, Skip, Test
from toolchain import run

_MOBILENET = SHARED / "models" / "msf" / "mbv2_035_144_int8"
_USUAL, _LONG = 3, 60
_M4 = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4")
_MOST = 0.6


def _execute(compiler, folder, model, case, *options):
    """Returns the bytes of all outputs for one case, and the instructions that it takes."""
    out = folder / "out"
    run(compiler.tirc, model, "-o", out, "--quiet", "--model-name=m", *_M4, *options)
    (out / "binding.h").write_text(read_interface(out / "tvmgen_m.h", "m").binding())
    program = cortex_m4.build(folder, out, out / "tvmgen_m.c", [case])
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


def _mobilenet(compiler):
    """MobileNetV2, with weights of our own; the TOSA reference model made the output."""
    model, golden = _MOBILENET.with_suffix(".mlirbc"), _MOBILENET.with_suffix(".npz")
    if not golden.exists():
        raise Skip(f"{golden} is not there")
    arrays = npz.load(golden)
    inputs, outputs = arrays["in0"], arrays["tosa0"]
    case, wanted = (array.data[: len(array.data) // array.shape[0]] for array in (inputs, outputs))
    _check(compiler, "mobilenet", model, case, "--input-shape=0:1x144x144x3", wanted=wanted)


def _random(compiler, seed):
    network = Networks(seed)
    model = compiler.folder(f"networks/random-{seed}") / "model.mlir"
    model.write_text(network.text())
    _check(compiler, f"random-{seed}", model, network.input_bytes(0))


def tests(compiler):
    yield Test("networks/mobilenet", lambda: _mobilenet(compiler))
    for seed in range(_LONG):
        yield Test(f"networks/random-{seed}", lambda s=seed: _random(compiler, s), long=seed >= _USUAL)
