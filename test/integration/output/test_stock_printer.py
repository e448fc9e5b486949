"""Upstream's printer takes the modules of every calling convention, and compilers take its C.

test_conventions.py runs such C in its long tests.
"""

import itertools

import stock_printer
from models import REPO
from runner import Test
from toolchain import ARM_GCC, CLANG, GCC, run

_OPTIONS = {
    "unpacked-api": ("true", "false"),
    "interface-api": ("c", "packed"),
    "kernel-calls": ("unpacked", "cpacked", "packed"),
    "workspace": ("internal", "external", "backend"),
}
# Upstream prints every parameter's name and reads values that nobody uses.
_FLAGS = ("-std=c99", "-Wall", "-Wno-unused-variable", "-Wpedantic", "-Wconversion", "-Werror")

# Kernels that are called more than once, and buffers between them.
_MODEL = """
func.func @main(%x: tensor<4x8xf32>, %bias: tensor<8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %f = arith.constant 0.0 : f32
  %w = arith.constant dense<1.5> : tensor<8x8xf32>
  %z = linalg.fill ins(%f : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m2 = linalg.matmul ins(%m, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
  %wide = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %s = linalg.add ins(%m2, %wide : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}
"""


def _check(compiler, way):
    folder = compiler.folder(f"stock-printer/{'-'.join(way.values())}")
    model = folder / "small.mlir"
    model.write_text(_MODEL)
    options = [f"--{name}={value}" for name, value in way.items()]
    run(compiler.tirc, model, "-o", folder, "--model-name=small", "--quiet", "--emit=c", *options)
    source = stock_printer.print_module(compiler, model, "small", folder, *options)
    headers = ("-I", folder, "-isystem", REPO / "runtime" / "crt" / "include")
    for name in (GCC, CLANG, ARM_GCC):
        run(name, *_FLAGS, *headers, "-fsyntax-only", source)


def tests(compiler):
    for values in itertools.product(*_OPTIONS.values()):
        way = dict(zip(_OPTIONS, values))
        yield Test(
            "stock-printer/" + "/".join(f"{name}-{value}" for name, value in way.items()),
            lambda way=way: _check(compiler, way),
        )
