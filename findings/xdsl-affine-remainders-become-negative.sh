#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: lower-affine makes a remainder with the sign of the dividend of affine's mod.
#
# mod of affine maps is never negative: -1 mod 4 is 3, as MLIR's documentation says and its lower-affine does with a
# comparison and a select. One would guess that xDSL's pass of the same name keeps this, as its interpreter and its own
# floordiv, which becomes arith.floordivsi, do. mod becomes arith.remsi, whose answer is -1: an index in front of the first
# element.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q xdsl==0.75.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import re
import subprocess


def lower(text, passes):
    """Returns the lines of a module after the passes."""
    command = ["venv/bin/xdsl-opt", "-p", passes]
    found = subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
    return [line.strip() for line in found.splitlines()]


from xdsl.context import Context
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.interpreter import Interpreter
from xdsl.interpreters import register_implementations
from xdsl.parser import Parser
from xdsl.universe import Universe


def run(text, x):
    """Returns what xDSL's interpreter answers."""
    context = Context()
    for name, dialect in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, dialect)
    interpreter = Interpreter(Parser(context, text).parse_module())
    register_implementations(interpreter, context)
    (answer,) = interpreter.call_op("main", (IntegerAttr(x, IndexType()),))
    return answer.value.data


text = """builtin.module {
  func.func @main(%x: index) -> index {
    %r = affine.apply affine_map<(d0) -> (d0 mod 4)> (%x)
    func.return %r : index
  }
}"""
lowered = "\n".join(lower(text, "lower-affine"))
for x in (5, -1, -6):
    print(f"{x} mod 4: {run(text, x)}, lowered {run(lowered, x)}")
    assert run(text, x) == x % 4 and run(lowered, x) == (x % 4 if x > 0 else -(-x % 4))
assert "arith.remsi" in lowered and "arith.select" not in lowered
PYTHON
