#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: a sum of bytes on RISC-V keeps its ninth bit.
#
# A sum of i8 has eight bits: 100 + 100 is -56 with a sign, and half of it -28, as the interpreter of xDSL says. One would
# guess that a lowering to registers of 32 bits extends the sign before what depends on it, as LLVM does, or refuses the
# type. It writes the instruction for each type of integer alike, so that the quotient is 100, and a comparison sees 200.
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
from xdsl.dialects.builtin import IntegerAttr, i8
from xdsl.interpreter import Interpreter
from xdsl.interpreters import register_implementations
from xdsl.parser import Parser
from xdsl.universe import Universe

text = """func.func @main(%a: i8, %b: i8) -> i8 {
  %s = arith.addi %a, %a : i8
  %r = arith.divsi %s, %b : i8
  func.return %r : i8
}"""
context = Context()
for name, dialect in Universe.get_multiverse().all_dialects.items():
    context.register_dialect(name, dialect)
interpreter = Interpreter(Parser(context, text).parse_module())
register_implementations(interpreter, context)
(answer,) = interpreter.call_op("main", (IntegerAttr(100, i8), IntegerAttr(2, i8)))
lines = lower(text, "convert-arith-to-riscv,reconcile-unrealized-casts")
found = [line.split(" = ")[1].split()[0] for line in lines if " = riscv." in line]
print(f"(100 + 100) / 2 is {answer.value.data} in the interpreter; for RISC-V: {found}, which is {(100 + 100) // 2}")
assert answer.value.data == -28 and found == ["riscv.add", "riscv.div"]
PYTHON
