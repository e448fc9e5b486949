# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that tests compile."""

from __future__ import annotations

from typing import Any

import numpy
import numpy.typing
from conftest import REPO

from tirc import host

Array = numpy.typing.NDArray[Any]

FOLDER = REPO / "test" / "integration" / "models"
DIGITS = FOLDER / "digits_int8.named.mlirbc"


# With the options of a run in this process, a model that is only run is compiled once. All passes of tirc run at -O0, too;
# LLVM's take most of the time.
FOR_A_RUN: Any = host.OPTIONS | {"emit": "obj", "O": 0}


def digits_cases() -> tuple[Array, Array]:
    """Returns inputs (6x1x8x8x1 int8) and the expected outputs (6x1x10 int8)."""
    golden = numpy.load(FOLDER / "digits_int8.golden.npz")
    return golden["inputs"], golden["tosa"]


def reverse(dtype: str, shape: str = "4x") -> str:
    """Returns a model that reverses its input."""
    tensor = f"tensor<{shape}{dtype}>"
    return f"""
func.func @main(%x: {tensor} {{tir.name = "x"}}) -> ({tensor} {{tir.name = "y"}}) {{
  %y = tosa.reverse %x {{axis = 0 : i32}} : ({tensor}) -> {tensor}
  return %y : {tensor}
}}"""


# Two inputs of the same shape, and two outputs.
DIFFERENCE = """
func.func @main(%a: tensor<3xf32> {tir.name = "to.the.left"}, %b: tensor<3xf32> {tir.name = "right"})
    -> (tensor<3xf32> {tir.name = "difference"}, tensor<3xf32> {tir.name = "a copy"}) {
  %d = tosa.sub %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d, %a : tensor<3xf32>, tensor<3xf32>
}"""

# Calls a function of the application: vendor_add(in, 3, out).
EXTERN = """
tir.prim_func private @add(memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "in"}, i32,
                           memref<4xi32> {tir.effect = #tir.effect<write>, tir.name = "out"})
    attributes {exported_name = "vendor_add", calling_convention = #tir.calling_convention<unpacked>}
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %k = arith.constant 3 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %y = tir.call_extern @add(%x, %k) outs(%empty)
      : (tensor<4xi32>, i32, tensor<4xi32>) -> tensor<4xi32> loc("the/sum")
  return %y : tensor<4xi32>
}"""
VENDOR = """
#include <stdint.h>
int32_t vendor_add(const int32_t *in, int32_t k, int32_t *out) {
  for (int i = 0; i < 4; ++i)
    out[i] = in[i] + k;
  return in[0] == 100 ? 7 : 0;
}
"""

# Counts its runs.
COUNTER = """
tosa.variable @count = dense<40> : tensor<1xi32>
func.func @main() -> (tensor<1xi32> {tir.name = "number"}) {
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %count = tosa.variable_read @count : tensor<1xi32>
  %number = tosa.add %count, %one : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  tosa.variable_write @count, %number : tensor<1xi32>
  return %number : tensor<1xi32>
}"""


def long_chain(convolutions: int) -> str:
    """Returns a model whose compilation takes seconds."""
    image, weights = "tensor<1x16x16x8xf32>", "tensor<8x3x3x8xf32>"
    lines = [
        f"func.func @main(%x0: {image}) -> {image} {{",
        f'  %w = "tosa.const"() <{{values = dense<0.01> : {weights}}}> : () -> {weights}',
        '  %b = "tosa.const"() <{values = dense<0.5> : tensor<8xf32>}> : () -> tensor<8xf32>',
        '  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>',
    ]
    for i in range(convolutions):
        # Each convolution is different, so that they share no kernel.
        low = f"{{max_val = {i + 6}.0 : f32, min_val = -{i}.0 : f32}}"
        lines += [
            f"  %c{i} = tosa.conv2d %x{i}, %w, %b, %z, %z {{acc_type = f32, dilation = array<i64: 1, 1>, "
            f"pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}} : ({image}, {weights}, tensor<8xf32>, "
            f"tensor<1xf32>, tensor<1xf32>) -> {image}",
            f"  %x{i + 1} = tosa.clamp %c{i} {low} : ({image}) -> {image}",
        ]
    return "\n".join([*lines, f"  return %x{convolutions} : {image}", "}"])
