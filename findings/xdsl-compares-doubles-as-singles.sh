#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: doubles are compared, negated and converted by instructions of single precision on RISC-V.
#
# The lowering to RISC-V chooses fadd.s or fadd.d by the type, and so for differences, products, quotients, minima and
# maxima. One would guess that it does for all operations of arith that it takes. Comparisons, negations and conversions to
# integers of f64 become flt.s, fsgnjn.s and fcvt.w.s. In a register of 64 bits, these read a double as what is not a single
# number, which counts as NaN: each ordered comparison is false, and the negative number NaN.
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


want = {
    "arith.addf %a, %b : f64": ("f64", "fadd.d"),
    "arith.minimumf %a, %b : f64": ("f64", "fmin.d"),
    "arith.negf %a : f64": ("f64", "fsgnjn.s"),
    "arith.cmpf olt, %a, %b : f64": ("i1", "flt.s"),
    "arith.cmpf oeq, %a, %b : f64": ("i1", "feq.s"),
    "arith.fptosi %a : f64 to i32": ("i32", "fcvt.w.s"),
}
for operation, (kind, instruction) in want.items():
    lines = lower(f"""func.func @f(%a: f64, %b: f64) -> {kind} {{
  %r = {operation}
  func.return %r : {kind}
}}""", "convert-arith-to-riscv")
    found = re.findall(r"riscv\.(f\w+\.[\w.]+)", "\n".join(lines))
    print(f"{operation}: {found}")
    assert found == [instruction]
PYTHON
