"""Kernels that overwrite their inputs, as C under ASan and UBSan and as an object, by each kind of kernel call: the
results equal a walk of the graph in Python, and the workspace is as small as the overlap allows. Random networks
compute the same bits with --overlap=off, in which nothing is overwritten. The distances of the kernels of random layers,
which are derived from the operations, suffice for the loops that they become."""

import json
import random
import re

from random_layers import Layers
from random_networks import Networks
from runner import Failure, Test
from test_schedules import ELEMENTWISE, ON_M4, SANITIZED, Program, Way, compare
from toolchain import CLANG, GCC, SANITIZE, STRICT_C, run

_SIDE = 16
_SQUARE, _COLUMN, _ROW = (f"tensor<{shape}xi32>" for shape in (f"{_SIDE}x{_SIDE}", f"{_SIDE}x1", f"1x{_SIDE}"))

# Three elementwise kernels that do not fuse, as a module after the phase kernels: one function, called three times.
_CHAIN = """
!ten = tensor<256xi32>
!buf = memref<256xi32>
module {
  tir.prim_func private @step(%x: !buf {tir.effect = #tir.effect<read>, tir.name = "input"},
                              %y: !buf {tir.effect = #tir.effect<write>, tir.name = "output"})
      attributes {tir.function = #tir.function<kernel = <fused = ["step#0"], place = "step#0">>} {
    %in = bufferization.to_tensor %x restrict : !buf to !ten
    %empty = tensor.empty() : !ten
    %out = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                           iterator_types = ["parallel"]} ins(%in : !ten) outs(%empty : !ten) {
    ^bb0(%a: i32, %b: i32):
      %three = arith.constant 3 : i32
      %seven = arith.constant 7 : i32
      %c = arith.muli %a, %three : i32
      %d = arith.xori %c, %seven : i32
      linalg.yield %d : i32
    } -> !ten
    bufferization.materialize_in_destination %out in restrict writable %y : (!ten, !buf) -> ()
    tir.return
  }
  tir.prim_func @main(%x: !buf {tir.effect = #tir.effect<read>, tir.name = "x"},
                      %y: !buf {tir.effect = #tir.effect<write>, tir.name = "y"}LATER_ARGUMENT)
      attributes {tir.model = #tir.model<name = "m", source = "chain.mlir">} {
    %in = bufferization.to_tensor %x restrict : !buf to !ten
    %out = bufferization.to_tensor %y restrict writable : !buf to !ten
    %empty = tensor.empty() : !ten
    %other = tensor.empty() : !ten
    %a = tir.call_tir @step(%in) outs(%empty) : (!ten, !ten) -> !ten
    %b = tir.call_tir @step(%a) outs(%other) : (!ten, !ten) -> !ten
    %c = tir.call_tir @step(%b) outs(%out) : (!ten, !ten) -> !ten
    bufferization.materialize_in_destination %c in restrict writable %y : (!ten, !buf) -> ()
LATER    tir.return
  }
}
"""
_LATER_ARGUMENT = """,
                      %z: !buf {tir.effect = #tir.effect<write>, tir.name = "z"}"""
_LATER = """    %last = bufferization.to_tensor %z restrict writable : !buf to !ten
    %d = tir.call_tir @step(%a) outs(%last) : (!ten, !ten) -> !ten
    bufferization.materialize_in_destination %d in restrict writable %z : (!ten, !buf) -> ()
"""

# Sums along an axis separate elementwise kernels and keep them from fusing.
_GRAPH = f"""
func.func @main(%x: {_SQUARE}) -> {_SQUARE} {{
  %a = tosa.abs %x : ({_SQUARE}) -> {_SQUARE}
  %m = tosa.reduce_max %a {{axis = 1 : i32}} : ({_SQUARE}) -> {_COLUMN}
  %b = tosa.sub %a, %m : ({_SQUARE}, {_COLUMN}) -> {_SQUARE}
  %n = tosa.reduce_min %b {{axis = 0 : i32}} : ({_SQUARE}) -> {_ROW}
  %c = tosa.sub %n, %b : ({_ROW}, {_SQUARE}) -> {_SQUARE}
  %o = tosa.reduce_sum %c {{axis = 1 : i32}} : ({_SQUARE}) -> {_COLUMN}
  %d = tosa.add %c, %o : ({_SQUARE}, {_COLUMN}) -> {_SQUARE}
  return %d : {_SQUARE}
}}
"""


def _steps(values, count):
    for _ in range(count):
        values = [value * 3 ^ 7 for value in values]
    return values


def _graph(values):
    rows = [[abs(value) for value in values[i : i + _SIDE]] for i in range(0, len(values), _SIDE)]
    rows = [[value - max(row) for value in row] for row in rows]
    least = [min(column) for column in zip(*rows)]
    rows = [[low - value for low, value in zip(least, row)] for row in rows]
    return [value + sum(row) for row in rows for value in row]


def _program(values, outputs):
    def array(numbers):
        return "{" + ", ".join(map(str, numbers)) + "}"

    names = "yz"[: len(outputs)]
    checks = "".join(
        f"  static const int32_t {name}_wanted[] = {array(wanted)};\n"
        f'  if (memcmp({name}, {name}_wanted, sizeof {name}) != 0) {{ puts("{name} is wrong"); return 1; }}\n'
        for name, wanted in zip(names, outputs)
    )
    fields = "".join(f", (void *){name}" for name in names).lstrip(", ")
    return (
        '#include "tvmgen_m.h"\n#include <stdio.h>\n#include <string.h>\nint main(void) {\n'
        f"  static int32_t x[] = {array(values)};\n"
        + "".join(f"  static int32_t {name}[{len(values)}];\n" for name in names)
        + "  struct tvmgen_m_inputs inputs = {(void *)x};\n"
        f"  struct tvmgen_m_outputs outputs = {{{fields}}};\n"
        "  if (tvmgen_m_run(&inputs, &outputs) != 0) return 2;\n" + checks + "  return 0;\n}\n"
    )


def _check(compiler, name, text, options, wanted, workspace):
    numbers = random.Random(name)
    values = [numbers.randint(-10000, 10000) for _ in range(_SIDE * _SIDE)]
    for calls in ("unpacked", "cpacked"):
        folder = compiler.folder(f"overlaps/{name}/{calls}")
        (folder / "model.mlir").write_text(text)
        (folder / "main.c").write_text(_program(values, wanted(values)))
        run(compiler.tirc, folder / "model.mlir", "-o", folder, "--model-name=m", "--emit=c,obj", "--quiet",
            f"--kernel-calls={calls}", *options)
        size = re.search(r"WORKSPACE_SIZE (\d+)", (folder / "tvmgen_m.h").read_text())
        if int(size.group(1)) != workspace:
            raise Failure(f"{name} needs {size.group(1)} bytes, expected {workspace}")
        for command, source, flags in (
            (GCC, "tvmgen_m.c", (*STRICT_C, *SANITIZE)),
            (CLANG, "tvmgen_m.c", (*STRICT_C, *SANITIZE)),
            (GCC, "tvmgen_m.c", (*STRICT_C, "-O3")),
            (CLANG, "tvmgen_m.c", (*STRICT_C, "-O3")),
            (CLANG, "tvmgen_m.o", ("-std=c99",)),
        ):
            program = folder / "program"
            run(command, *flags, "-I", folder, folder / "main.c", folder / source, "-o", program)
            run(program)


# Networks, of which most buffers overlap at the peak.

_USUAL, _LONG = 3, 80
_APART = Way((*ELEMENTWISE, "--keep-constant-channels", "--overlap=off"))
_WAYS = {
    "c": Way((), (GCC,), SANITIZED),
    "object": Way(()),
    "elementwise-c": Way(ELEMENTWISE, (GCC,), ("-O2", *STRICT_C)),
    "elementwise-object": Way(ELEMENTWISE),
    "cortex-m4-c-here": Way(ON_M4, (CLANG,), SANITIZED),
}


def _report(program, options):
    return json.loads(next(program.compile(options).glob("*report.json")).read_text())


def _plan(program, options):
    """Returns the bytes of the workspace, and how many buffers lie over others."""
    report = _report(program, options)
    return sum(pool["bytes"] for pool in report["pools"]), sum("over" in buffer for buffer in report["buffers"])


def _check_network(compiler, name, network):
    """Returns the program, which computes the same bits in each way."""
    program = Program(compiler, compiler.folder(f"overlaps/{name}"), network)
    outputs = program.execute_all({"apart": _APART, **_WAYS})
    if _plan(program, _APART.options)[1]:
        raise Failure(f"buffers of {program.model} overlap with --overlap=off")
    for way_name in _WAYS:
        try:
            compare(program.layers, outputs["apart"], outputs[way_name])
        except Failure as failure:
            raise Failure(f"{way_name}: {failure}\nin {program.model}") from failure
    return program


def _network(compiler, seed):
    program = _check_network(compiler, f"network-{seed}", Networks(seed))
    # Plain loops need no memory of their own, so that only the overlaps make a difference.
    (most, _), (least, overlaps) = (
        _plan(program, options) for options in ((*ELEMENTWISE, "--overlap=off"), ELEMENTWISE))
    if least > most or (least == most) != (overlaps == 0):
        raise Failure(f"{program.model} needs {least} bytes with {overlaps} overlaps, and {most} without")
    if seed < _USUAL and not overlaps:
        raise Failure(f"no buffers of {program.model} overlap")


# Concatenations.


class Branches(Networks):
    """Three convolutions of one tensor, the results of which are contiguous, and two that read these."""

    def _build(self):
        self._exposed, self._hidden = False, []
        x = self._layer("conv2d", self._input((1, 6, self.random.randint(5, 9), 4), "i8"))
        parts = [self._layer(kind, x) for kind in ("conv2d", "pointwise", "conv2d")]
        self._begin_layer("concat")
        y = self._emit("concat", parts, (1, 18, *x.shape[2:]), "{axis = 1 : i32}", "i8")
        y.point = parts[0].point
        self._expose(self._layer("pointwise", self._layer("conv2d", self._end_layer(y))))

    def _channels(self, most):
        return 8


def _concatenation(compiler, seed):
    """The convolutions write into their result, which nothing copies."""
    program = _check_network(compiler, f"concatenation-{seed}", Branches(seed))
    for options, is_copied in ((ELEMENTWISE, False), (_APART.options, True)):
        names = [kernel["place"] for kernel in _report(program, options)["kernels"]]
        if is_copied != any("concat" in name for name in names):
            raise Failure(f"{program.model} with {' '.join(options)} has the kernels {names}")


# Distances.

_LAYERS_A_PROGRAM = 30
# From kernels on tensors to those on loops, as the phase `loops` does.
_TO_LOOPS = ("--tir-infer-distances", "--tir-lower-kernels", "--fold-memref-alias-ops", "--affine-expand-index-ops",
             "--lower-affine", "--tir-lower-copies", "--canonicalize", "--tir-hoist-loop-invariants", "--cse",
             "--tir-verify-distances=report")
_REMARK = re.compile(r"may begin (-?\d+) bytes after argument #\d+, the loops (cannot be followed|require (-?\d+))")


def _loops(compiler, seed):
    """Each distance is enough for the loops, and mostly not more than that."""
    opt, exact, pairs = compiler.tirc.with_name("tir-opt"), 0, 0
    for name, options in (("auto", ("--target=host",)), ("elementwise", ELEMENTWISE), ("cortex-m4", ON_M4)):
        folder = compiler.folder(f"overlaps/loops-{seed}/{name}")
        (folder / "model.mlir").write_text(Layers(seed, _LAYERS_A_PROGRAM).text())
        run(compiler.tirc, folder / "model.mlir", "-o", folder, "--quiet", "--compile-to=buffers", *options)
        done = run(opt, folder / "tvmgen_model.mlir", *_TO_LOOPS, "-o", folder / "loops.mlir")
        found = _REMARK.findall(done)
        unknown = sum(not least for _, _, least in found)
        if unknown:
            raise Failure(f"{name}: the loops of {unknown} kernels cannot be followed\nin {folder}")
        pairs += len(found)
        exact += sum(int(declared) == int(least) for declared, _, least in found)
    if pairs < 100 or exact < pairs // 2:
        raise Failure(f"{exact} of {pairs} distances are the least possible ones, expected half of 100 at least")


def tests(compiler):
    for seed in range(_LONG):
        yield Test(f"overlaps/network-{seed}", lambda s=seed: _network(compiler, s), long=seed >= _USUAL)
    for seed in range(_LONG // 4):
        yield Test(f"overlaps/concatenation-{seed}", lambda s=seed: _concatenation(compiler, s), long=seed >= 1)
    for seed in range(_LONG // 2):
        yield Test(f"overlaps/loops-{seed}", lambda s=seed: _loops(compiler, s), long=seed >= 2)
    chain = _CHAIN.replace("LATER_ARGUMENT", "").replace("LATER", "")
    later = _CHAIN.replace("LATER_ARGUMENT", _LATER_ARGUMENT).replace("LATER", _LATER)
    from_kernels = ("--compile-from=kernels",)
    for name, text, options, wanted, workspace in (
        ("chain", chain, from_kernels, lambda x: [_steps(x, 3)], 1024),
        ("later-reader", later, from_kernels, lambda x: [_steps(x, 3), _steps(x, 2)], 2048),
        ("graph", _GRAPH, (), lambda x: [_graph(x)], 1088),
    ):
        yield Test(
            f"overlaps/{name}",
            lambda n=name, t=text, o=options, w=wanted, b=workspace: _check(compiler, n, t, o, w, b),
            fast=name != "graph",
        )
