#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: riscv-scf-loop-range-folding makes a loop from -10 down to -18, which never runs.
#
# A loop whose counter is used in a product only may count in steps of the factor. For a negative factor, such as in x[-2 *
# i], it would count down, which scf loops cannot: xDSL's scf-for-loop-range-folding leaves them alone, and so one would
# guess of its twin for RISC-V, riscv-scf-loop-range-folding. This multiplies start, end and step of 5, 9 and 1 by -2, and
# the branch at the top of the loop, bge, leaves it at once, as -10 is not less than -18. For the factor 2, both are right.
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


def folded(text, name):
    """Returns the lines of a module after folding and, of these, the one of the loop."""
    lines = lower(text, f"{name},canonicalize")
    return lines, next(line for line in lines if "scf.for" in line)


def riscv(factor):
    return f"""builtin.module {{
  riscv_func.func @main() {{
    %start = rv32.li 5 : !riscv.reg
    %stop = rv32.li 9 : !riscv.reg
    %step = rv32.li 1 : !riscv.reg
    %factor = rv32.li {factor} : !riscv.reg
    riscv_scf.for %i : !riscv.reg = %start : !riscv.reg to %stop : !riscv.reg step %step : !riscv.reg {{
      %j = riscv.mul %i, %factor : (!riscv.reg, !riscv.reg) -> !riscv.reg
      "test.op"(%j) : (!riscv.reg) -> ()
      riscv_scf.yield
    }}
    riscv_func.return
  }}
}}"""


def scf(factor):
    return f"""func.func @main() {{
  %start = arith.constant 5 : index
  %stop = arith.constant 9 : index
  %step = arith.constant 1 : index
  %factor = arith.constant {factor} : index
  scf.for %i = %start to %stop step %step {{
    %j = arith.muli %i, %factor : index
    "test.op"(%j) : (index) -> ()
  }}
  func.return
}}"""


for factor in (2, -2):
    for text, name in [(scf(factor), "scf-for-loop-range-folding"), (riscv(factor), "riscv-scf-loop-range-folding")]:
        lines, loop = folded(text, name)
        constants = dict(re.findall(r"(%\w+) = (?:arith.constant|rv32.li) (-?\d+)", "\n".join(lines)))
        bounds = [int(constants[value]) for value in re.findall(r"%\w+", loop)[1:]]
        print(f"factor {factor}, {name}: from {bounds[0]} to {bounds[1]} step {bounds[2]}")
        expected = [5, 9, 1] if factor < 0 and text == scf(factor) else [5 * factor, 9 * factor, factor]
        assert bounds == expected
        assert ("mul" in "".join(lines)) == (bounds == [5, 9, 1])
passes = "riscv-scf-loop-range-folding,canonicalize,riscv-allocate-registers,convert-riscv-scf-to-riscv-cf"
branches = [line for line in lower(riscv(-2), passes) if "riscv_cf.bge" in line or "riscv_cf.blt" in line]
print(*branches, sep="\n")
assert len(branches) == 2 and "bge" in branches[0]
PYTHON
