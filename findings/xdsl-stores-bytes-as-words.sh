#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: a store of one byte on RISC-V writes four, and a load reads four.
#
# The lowering of memref to RISC-V computes an address by the size of an element, one byte for i8. One would guess that the
# instruction has the same size, sb and lb, or that types that have none are refused, as those of f16 are. It is sw and lw
# for each integer: a store of an element overwrites the next three, and what is loaded has three other elements in its upper
# bits. For i32 it is right.
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


for bits in (8, 16, 32):
    lines = lower(f"""func.func @f(%x: i{bits}, %m: memref<16xi{bits}>, %i: index) -> i{bits} {{
  memref.store %x, %m[%i] : memref<16xi{bits}>
  %r = memref.load %m[%i] : memref<16xi{bits}>
  func.return %r : i{bits}
}}""", "convert-memref-to-riscv")
    text = "\n".join(lines)
    found = re.findall(r"riscv\.(s[bhw]|l[bhw]u?) ", text)
    (size,) = set(re.findall(r"bytes_per_element\w* = rv32\.li (\d+)", text))
    print(f"i{bits}: addresses by {size} bytes, and {found}")
    assert int(size) == bits // 8 and found == ["sw", "lw"]
PYTHON
