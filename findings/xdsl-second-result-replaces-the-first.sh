#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: of a linalg.generic with two results, the interpreter writes both to the first.
#
# A linalg.generic may yield several numbers, one for each of its outputs: a sum and a product in one pass, or a maximum with
# its position. One would guess that an interpreter that takes such an operation stores each number where it belongs; it has
# the map of indices of each at hand. It stores all in the first output, so that this holds the last number, and the others
# stay as they were. xDSL's own lowering to loops is right.
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


text = """func.func @main(%x: memref<2xf32>, %y: memref<2xf32>, %z: memref<2xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } ins(%x : memref<2xf32>) outs(%y, %z : memref<2xf32>, memref<2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.addf %a, %a : f32
    %e = arith.mulf %a, %a : f32
    linalg.yield %d, %e : f32, f32
  }
  func.return
}"""
_, y, z = run(text, ([2], [3, 5]), ([2], [0, 0]), ([2], [0, 0]))
print(f"twice [3, 5]: {y}, expected [6, 10]; squares: {z}, expected [9, 25]")
assert y == [9, 25] and z == [0, 0]
PYTHON
