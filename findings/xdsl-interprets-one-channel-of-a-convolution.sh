#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: the interpreter's convolution and pool read the first channel of the first image.
#
# linalg.conv_2d_nchw_fchw adds up the products of all channels, as its body in MLIR says. One would guess that an
# interpreter that has the operation runs this body, as xDSL's does for linalg.matmul, or refuses more channels. It has its
# own loops over one plane: other channels, filters and images are not read, and what they would give stays zero.
# pooling_nchw_max is the same. xDSL's own lowering to loops is right, and so the interpreter is on the loops.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q xdsl==0.75.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
from xdsl.context import Context
from xdsl.dialects.builtin import f32
from xdsl.interpreter import Interpreter
from xdsl.interpreters import register_implementations
from xdsl.interpreters.shaped_array import ShapedArray
from xdsl.interpreters.utils.ptr import TypedPtr
from xdsl.parser import Parser
from xdsl.universe import Universe


def run(text, *inputs):
    """Runs a function with floats, which are shapes and numbers, and returns their numbers afterwards."""
    context = Context()
    for name, dialect in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, dialect)
    module = Parser(context, text).parse_module()
    module.verify()
    interpreter = Interpreter(module)
    register_implementations(interpreter, context)
    arrays = [ShapedArray(TypedPtr.new([float(number) for number in numbers], xtype=f32), list(shape))
              for shape, numbers in inputs]
    interpreter.call_op("main", tuple(arrays))
    return [list(array.data) for array in arrays]


def function(kind, weights, result):
    operation = f"linalg.{kind} {{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}}"
    return f"""func.func @main(%x: memref<1x2x2x2xf32>, %w: memref<{weights}xf32>, %y: memref<{result}xf32>) {{
  {operation} ins(%x, %w : memref<1x2x2x2xf32>, memref<{weights}xf32>) outs(%y : memref<{result}xf32>)
  func.return
}}"""


x = ([1, 2, 2, 2], range(1, 9))
text = function("conv_2d_nchw_fchw", "2x2x1x1", "1x2x2x2")
found = run(text, x, ([2, 2, 1, 1], [1, 10, 1, 1]), ([1, 2, 2, 2], [0] * 8))[2]
want = [first + 10 * second for first, second in zip(range(1, 5), range(5, 9))]
want += [first + second for first, second in zip(range(1, 5), range(5, 9))]
print(f"two filters of two channels: {found}, expected {want}")
assert found == [1, 2, 3, 4, 0, 0, 0, 0]
found = run(function("pooling_nchw_max", "1x2", "1x2x2x1"), x, ([1, 2], [0] * 2), ([1, 2, 2, 1], [0] * 4))[2]
print(f"maxima of pairs: {found}, expected [2, 4, 6, 8]")
assert found == [2, 4, 0, 0]
PYTHON
