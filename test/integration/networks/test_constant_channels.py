"""Networks with constant channels compute the same numbers whether tirc leaves these channels out or not.

Each program has random layers of which many channels are constant (constant_layers). The reference computes all
channels, each element by itself.
"""

import json

from constant_layers import ConstantLayers
from runner import Failure, Test
from test_schedules import ELEMENTWISE, REFERENCE, WAYS, Program, Way, read_outputs

_LAYERS_A_PROGRAM = 30
# Only a part of them has the same name with constant channels and without.
_EXPOSED_LAYERS_A_PROGRAM = 60
# 120 layers, and 3,000.
_USUAL, _LONG = 4, 100
# gcc 12 removed calls of kernels from this one (docs/Rationale/CWriter.md).
_REMOVED_CALLS = 35
_EXPOSE = "--passes-before=schedule:tir-expose-kernels"
_FOLDED = Way(ELEMENTWISE)


def _report(program, way):
    return json.loads(next(program.compile(way.options).glob("*report.json")).read_text())


def _program(compiler, name, seed, count):
    layers = ConstantLayers(seed, count)
    return Program(compiler, compiler.folder(f"constant-channels/{name}-{seed}"), layers)


def _check(compiler, seed):
    program = _program(compiler, "layers", seed, _LAYERS_A_PROGRAM)
    program.check({"elementwise": _FOLDED, **WAYS})
    folded, whole = (_report(program, way)["totals"] for way in (_FOLDED, REFERENCE))
    if not folded.get("constant_channels") or folded["macs"] >= whole["macs"] * 0.9:
        raise Failure(f"few channels were left out: {folded['macs']} MACs of {whole['macs']}, {folded}")
    if "constant_channels" in whole:
        raise Failure("--keep-constant-channels reports constant channels")


def _check_exposed(compiler, seed):
    """The results of kernels, as additional outputs, have all channels of the model."""
    program = _program(compiler, "exposed", seed, _EXPOSED_LAYERS_A_PROGRAM)
    ways = [Way((*ELEMENTWISE, option, _EXPOSE)) for option in ("--keep-constant-channels", "--keep-unread-channels")]
    whole, folded = (read_outputs(program, way) for way in ways)
    # Another operator may be the last one of a kernel, whose operand has become a constant.
    fused = [{kernel["function"]: kernel["fused"] for kernel in _report(program, way)["kernels"]} for way in ways]
    common = [name for name in whole if name in folded
              and fused[0].get(f"tvmgen_m_{name}") == fused[1].get(f"tvmgen_m_{name}")]
    if len(common) < 10:
        raise Failure(f"only {len(common)} outputs are the same tensor: {sorted(whole)}, {sorted(folded)}")
    if wrong := [name for name in common if whole[name] != folded[name]]:
        raise Failure(f"{', '.join(wrong)} in {program.model}, which is "
                      f"ConstantLayers({seed}, {_EXPOSED_LAYERS_A_PROGRAM})")


def tests(compiler):
    for seed in range(_LONG):
        yield Test(f"constant-channels/layers-{seed}", lambda s=seed: _check(compiler, s),
                   long=seed >= _USUAL and seed != _REMOVED_CALLS)
        yield Test(f"constant-channels/exposed-{seed}", lambda s=seed: _check_exposed(compiler, s),
                   long=seed >= _USUAL // 2)
