"""Random graphs of TOSA operators: tirc's C and objects compute what stock MLIR's own lowering computes.

The first reference is the packaged mlir-opt: TOSA to linalg to loops to LLVM, everything in memory. It shares upstream's
lowering of single operators with tirc (test_golden and the operator cases hold that against Arm's model) and
nothing of fusion, planning, calling conventions or the C.

The second is tirc, an operator at a time: a graph compiled whole gives the same bits, through C and through LLVM.
"""

import math

import graph_chain
from random_graphs import Graph
from random_mixed_graphs import MixedGraph
from runner import Failure, Test
from toolchain import CLANG, GCC, STRICT_C, run

_LLVM = "/usr/lib/llvm-22/bin/"
_ELEMENTS = ("f32", "i32", "i8")
_C_TYPES = {"f32": "float", "i32": "int32_t", "i8": "int8_t"}
_USUAL, _LONG = 3, 120
_USUAL_MIXED, _LONG_MIXED = 2, 300
_STOCK = (
    "builtin.module(canonicalize,func.func(tosa-infer-shapes,tosa-make-broadcastable,tosa-to-linalg-named),canonicalize,"
    "func.func(tosa-make-broadcastable,tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},tosa-to-tensor),"
    "canonicalize,func.func(tosa-to-linalg,tosa-to-tensor),canonicalize,"
    "one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},"
    "buffer-results-to-out-params{modify-public-functions=1},func.func(convert-linalg-to-loops),"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-math-to-llvm,convert-math-to-libm,"
    "convert-arith-to-llvm,finalize-memref-to-llvm,convert-cf-to-llvm,"
    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1},convert-index-to-llvm,reconcile-unrealized-casts)"
)


def _program(graph):
    """Runs both on the same inputs; prints the first difference and returns 1 if an output differs."""

    def arrays(values, prefix):
        return "".join(f"static {_C_TYPES[v.element]} {prefix}{i}[{math.prod(v.shape)}];\n" for i, v in enumerate(values))

    fills = "".join(
        f"  for (int i = 0; i < {math.prod(v.shape)}; ++i) in{n}[i] = "
        + ("(float)next() / 50.0f;\n" if v.element == "f32" else f"({_C_TYPES[v.element]})next();\n")
        for n, v in enumerate(graph.inputs)
    )
    inputs = [f"in{i}" for i in range(len(graph.inputs))]
    references = [f"ref{i}" for i in range(len(graph.outputs))]
    structs = "".join(
        f"  void *{kind}[] = {{{', '.join(names)}}};\n"
        for kind, names in (("ins", inputs), ("outs", [f"out{i}" for i in range(len(graph.outputs))]))
    )
    compares = "".join(
        f"  for (int i = 0; i < {math.prod(v.shape)}; ++i)\n"
        f"    if (!same(out{n}[i], ref{n}[i], {int(v.element == 'f32')})) {{\n"
        f'      printf("output {n}[%d]: %g, expected %g\\n", i, (double)out{n}[i], (double)ref{n}[i]);\n'
        f"      return 1;\n    }}\n"
        for n, v in enumerate(graph.outputs)
    )
    return f"""#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "tvmgen_graph.h"

void reference({", ".join(["void *"] * (len(inputs) + len(references)))});
{arrays(graph.inputs, "in")}{arrays(graph.outputs, "out")}{arrays(graph.outputs, "ref")}
static int next(void) {{
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 16) % 201) - 100;
}}

static int same(double a, double b, int is_float) {{
  if (a == b || (isnan(a) && isnan(b))) return 1;
  return is_float && fabs(a - b) <= 1e-5 * fmax(1.0, fabs(b));
}}

int main(void) {{
{structs}{fills}  reference({", ".join(inputs + references)});
  int32_t code = tvmgen_graph_run((struct tvmgen_graph_inputs *)(void *)ins,
                                  (struct tvmgen_graph_outputs *)(void *)outs);
  if (code != 0) return 2;
{compares}  return 0;
}}
"""


def _check(compiler, seed, element):
    graph = Graph(seed, element)
    folder = compiler.folder(f"random/{element}-{seed}")
    model, stock = folder / "model.mlir", folder / "stock.mlir"
    model.write_text(graph.text("main"))
    stock.write_text(graph.text("reference"))
    (folder / "main.c").write_text(_program(graph))

    run(_LLVM + "mlir-opt", stock, f"--pass-pipeline={_STOCK}", "-o", folder / "stock.llvm.mlir")
    run(_LLVM + "mlir-translate", "--mlir-to-llvmir", folder / "stock.llvm.mlir", "-o", folder / "stock.ll")
    run(CLANG, "-w", "-O1", "-fPIC", "-c", folder / "stock.ll", "-o", folder / "stock.o")
    run(compiler.tirc, model, "-o", folder, "--quiet", "--model-name=graph", "--emit=c,obj")

    undefined = ("-fsanitize=undefined", "-fno-sanitize-recover=all")
    run(GCC, *STRICT_C, "-O1", *undefined, "-c", folder / "tvmgen_graph.c", "-o", folder / "graph.c.o")
    run(GCC, "-std=c99", "-O1", *undefined, f"-I{folder}", "-c", folder / "main.c", "-o", folder / "main.o")
    # Stock MLIR's memref.copy of a buffer that is not contiguous calls its own runner's library.
    rest = (folder / "main.o", folder / "stock.o", "-L/usr/lib/llvm-22/lib", "-lmlir_c_runner_utils",
            "-Wl,-rpath,/usr/lib/llvm-22/lib", "-lm")
    for name, unit in (("c", "graph.c.o"), ("obj", "tvmgen_graph.o")):
        program = folder / f"run-{name}"
        run(GCC, *undefined, folder / unit, *rest, "-o", program)
        try:
            run(program)
        except Failure as failure:
            raise Failure(f"{name}: {failure}\nin the graph\n{model.read_text()[:1500]}") from failure


def _check_mixed(compiler, seed):
    graph_chain.check(compiler.tirc, compiler.folder(f"random/mixed-{seed}"), MixedGraph(seed, control_flow=seed % 2 == 1), seed)


def tests(compiler):
    for seed in range(_LONG_MIXED):
        yield Test(f"random/mixed-{seed}", lambda s=seed: _check_mixed(compiler, s), long=seed >= _USUAL_MIXED,
                   fast=seed == 0)
    for seed in range(_LONG):
        element = _ELEMENTS[seed % len(_ELEMENTS)]
        yield Test(f"random/{element}-{seed}", lambda s=seed, e=element: _check(compiler, s, e), long=seed >= _USUAL)
