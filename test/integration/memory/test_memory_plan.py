"""The memory plan of each model keeps what is still needed, also beyond the run: checked by plan_replay, which shares
nothing with the planner, in each of the ways to plan."""

import re
import subprocess

import plan_replay
from models import DIGITS, MODELS
from random_networks import Networks
from random_row_networks import RowNetworks
from runner import Failure, Test
from small_modules import COUNTER

# tirc's options up to the phase `buffers`, and the options of the phase `plan`.
_WAYS = {
    "usual": ((), ""),
    "rows": (("--rows=min-ram",), "min-ram=1"),
    "pool": (("--rows=min-ram", "--overwrite-inputs"), "io=pool overwrite-inputs=1"),
    "pool-whole": (("--rows=off",), "io=pool"),
    "overwritten": (("--overwrite-inputs",), "overwrite-inputs=1"),
    "two-pools": (("--rows=min-ram",), "pools=a:600,b:1000000"),
    "apart": (("--schedule=elementwise",), "overlap=off"),
    "separate": (("--schedule=elementwise",), "strategy=separate"),
    "cortex-m4": (("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4"), ""),
}
_USUAL, _LONG, _TOGETHER = 24, 3600, 12

_TWO_OUTPUTS = """
func.func @main(%x: tensor<4x4xi32> {tir.name = "x"}) -> (tensor<4x4xi32> {tir.name = "y"}, tensor<4x1xi32> {tir.name = "z"}) {
  %y = tosa.abs %x : (tensor<4x4xi32>) -> tensor<4x4xi32>
  %s = tosa.reduce_sum %y {axis = 1 : i32} : (tensor<4x4xi32>) -> tensor<4x1xi32>
  %t = tosa.add %y, %s : (tensor<4x4xi32>, tensor<4x1xi32>) -> tensor<4x4xi32>
  %z = tosa.reduce_max %t {axis = 1 : i32} : (tensor<4x4xi32>) -> tensor<4x1xi32>
  return %y, %z : tensor<4x4xi32>, tensor<4x1xi32>
}
"""


def _planned(compiler, file, way, *options):
    """Returns what tir-opt prints before and after tir-plan-memory."""
    of_tirc, of_plan = _WAYS[way]
    command = [compiler.tirc, file, "--model-name=m", "--compile-to=buffers", "--target=host", "-o", "-", *options, *of_tirc]
    buffers = subprocess.run(list(map(str, command)), capture_output=True, check=False)
    if buffers.returncode:
        raise Failure(f"{' '.join(map(str, command))}: {buffers.stderr.decode()}")
    command = [str(compiler.tirc.with_name("tir-opt")), "-",
               f"--pass-pipeline=builtin.module(tir-phase-plan{{{of_plan}}})", "--mlir-print-ir-before=tir-plan-memory",
               "--mlir-print-ir-after=tir-plan-memory", "--mlir-print-op-generic", "--mlir-print-local-scope",
               "--mlir-elide-elementsattrs-if-larger=4", "-o", "/dev/null"]
    printed = subprocess.run(command, input=buffers.stdout, capture_output=True, check=False)
    if printed.returncode:
        raise Failure(f"the plan of {file}: {printed.stderr.decode()[-2000:]}")
    return printed.stderr.decode()


def _check(compiler, file, way, *options):
    try:
        if plan_replay.check(_planned(compiler, file, way, *options)) == 0:
            raise Failure("nothing was compared")
    except (Failure, plan_replay.Unchecked) as failure:
        raise Failure(f"{file}, {way}: {failure}") from failure


def _model(compiler, model, way):
    model.require()
    _check(compiler, model.file, way, *model.options)


def _write(compiler, name, text):
    file = compiler.folder("memory-plan") / f"{name}.mlir"
    file.write_text(text)
    return file


def _networks(compiler, seeds):
    """One way each, and after some time each network in each way."""
    for seed in seeds:
        layers = (RowNetworks if seed % 2 else Networks)(seed)
        way = list(_WAYS)[(seed + seed // len(_WAYS)) % len(_WAYS)]
        _check(compiler, _write(compiler, f"network-{seed}", layers.text()), way)


def _small(compiler, text, name):
    file = _write(compiler, name, text)
    for way in _WAYS:
        if name != "state" or "pool" not in way:
            _check(compiler, file, way)


def _expect_fault(text, message):
    try:
        plan_replay.check(text)
    except Failure as failure:
        if re.search(message, str(failure)):
            return
        raise Failure(f"expected {message!r}, but: {failure}") from failure
    raise Failure(f"not found: {message}")


def _finds_faults(compiler):
    """Places that share memory although both are needed, in the run and after it, are found and named."""
    text = _planned(compiler, DIGITS.file, "usual", *DIGITS.options)
    before, after = text.split("// -----// IR Dump After")
    places = sorted({int(number) for number in re.findall(r'"arith.constant"\(\) <\{value = (\d+) : index', after)})
    for place in places[1:]:
        moved = re.sub(rf'("arith.constant"\(\) <\{{value = ){place} : index', rf"\g<1>{places[0]} : index", after)
        _expect_fault(f"{before}// -----// IR Dump After{moved}", "which is written, but|wrote, but at its planned place")

    text = _planned(compiler, _write(compiler, "two-outputs", _TWO_OUTPUTS), "pool")
    plan_replay.check(text)
    before, after = text.split("// -----// IR Dump After")
    at = {name: int(re.search(rf'tir.name = "{name}"[^}}]*\}}, kind = "output", offset = (\d+)', after)[1]) for name in "yz"}
    shared = re.sub(rf"(kind = \"output\", offset = ){at['z']}\b", rf"\g<1>{at['y']}", after)
    shared = re.sub(rf'("arith.constant"\(\) <\{{value = ){at["z"]} : index', rf"\g<1>{at['y']} : index", shared)
    _expect_fault(f"{before}// -----// IR Dump After{shared}", r"the output [yz] is what .* wrote, but|operand \d of .* wrote, but")


def tests(compiler):
    yield Test("memory-plan/finds-faults", lambda: _finds_faults(compiler), fast=True)
    yield Test("memory-plan/two-outputs", lambda: _small(compiler, _TWO_OUTPUTS, "two-outputs-of-all-ways"))
    yield Test("memory-plan/state", lambda: _small(compiler, COUNTER, "state"))
    for model in MODELS:
        for way in _WAYS:
            yield Test(f"memory-plan/{model.name}/{way}", lambda m=model, w=way: _model(compiler, m, w),
                       long=model != DIGITS and (not model.small or way not in ("usual", "pool")),
                       fast=model == DIGITS)
    for first in range(0, _LONG, _TOGETHER):
        yield Test(f"memory-plan/networks-{first}-to-{first + _TOGETHER - 1}",
                   lambda f=first: _networks(compiler, range(f, f + _TOGETHER)), long=first >= _USUAL)
