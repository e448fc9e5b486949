#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: a conversion of a float to an integer for RISC-V rounds to the nearest.
#
# arith.fptosi cuts off the fraction, and RISC-V has a rounding mode in its instruction for this: compilers write "fcvt.w.s
# a0, fa0, rtz". One would guess that xDSL writes this, too. It writes the instruction without a mode, which stands for the
# one in the register frm, and that is to the nearest, ties to even, when a program starts: 1.7 becomes 2, and -0.6 becomes
# -1.
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


lines = lower("""func.func @f(%a: f32) -> i32 {
  %r = arith.fptosi %a : f32 to i32
  func.return %r : i32
}""", "convert-func-to-riscv-func,convert-arith-to-riscv,reconcile-unrealized-casts,canonicalize,riscv-allocate-registers,"
    "riscv-lower-parallel-mov,canonicalize")
operations = [line for line in lines if "fcvt" in line]
print(*operations, sep="\n")
assert len(operations) == 1 and "rtz" not in operations[0] and "rm" not in operations[0]
text = "\n".join(lines)
command = ["venv/bin/xdsl-opt", "-t", "riscv-asm"]
assembly = subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
(line,) = [line.split("#")[0].split() for line in assembly.splitlines() if "fcvt" in line]
print(" ".join(line))
assert line[0] == "fcvt.w.s" and len(line) == 3 and "rtz" not in assembly
PYTHON
