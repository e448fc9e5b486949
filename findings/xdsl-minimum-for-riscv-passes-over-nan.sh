#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: the minimum that keeps NaN becomes RISC-V's, which passes over it.
#
# arith has two minima: minimumf, whose answer is NaN if one of the two is, and minnumf, which takes the other number.
# RISC-V's fmin.s is the second kind by its manual. One would guess that xDSL lowers minnumf to it and refuses or writes out
# minimumf. It is the other way round: minimumf becomes fmin.s, so that NaN disappears, where the interpreter of the same
# package keeps it, and minnumf is left as it is.
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


def function(name):
    return f"""func.func @f(%a: f32, %b: f32) -> f32 {{
  %r = arith.{name} %a, %b : f32
  func.return %r : f32
}}"""


for name, instruction in [("minimumf", "fmin.s"), ("maximumf", "fmax.s"), ("minnumf", None), ("maxnumf", None)]:
    lines = "\n".join(lower(function(name), "convert-arith-to-riscv"))
    found = re.findall(r"riscv\.(f\w+\.s)", lines)
    print(f"{name}: {found or 'left as it is'}")
    assert found == ([instruction] if instruction else []) and (f"arith.{name}" in lines) == (instruction is None)
PYTHON
