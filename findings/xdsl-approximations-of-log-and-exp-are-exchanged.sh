#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# xDSL 0.75.0: the pass that approximates log and exp by the bits of floats writes each for the other.
#
# The bits of a float, taken for an integer, are about its logarithm, and the float with the bits of L * (B + x) is about
# 2^x. The pass approximate-math-with-bitcast of xDSL uses this "for environments that don't need high accuracy". One would
# guess that an exponential is off by a few percent. What it writes for math.exp2 takes the bits of x as an integer, which is
# the logarithm, and what it writes for math.log2 makes bits of a multiple of x, which is the power: "exp2" of 8 is 3.045,
# and "log2" of 8 is 250.2. log and exp are built on these two.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q xdsl==0.75.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import re
import struct
import subprocess


def lower(text, passes):
    """Returns the lines of a module after the passes."""
    command = ["venv/bin/xdsl-opt", "-p", passes]
    found = subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
    return [line.strip() for line in found.splitlines()]


def run(name, x):
    """Returns what the approximation of a function answers."""
    lines = lower(f"""func.func @f(%x: f32) -> f32 {{
  %y = math.{name} %x : f32
  func.return %y : f32
}}""", "approximate-math-with-bitcast")
    values = {"%x": x}
    for line in lines:
        if not (found := re.match(r"(%\w+) = arith\.(\w+) (\S+?)(?:, (%\w+))?( fastmath\S+)? : ?(.*)", line)):
            continue
        result, operation, left, right, _, types = found.groups()
        if operation == "constant":
            value = struct.unpack("f", struct.pack("I", int(left, 16)))[0] if "0x" in left else float(left)
        elif operation == "bitcast":
            value = values[left]
            value = struct.unpack("f", struct.pack("i", value)) if types.endswith("f32") else struct.unpack(
                "i", struct.pack("f", value))
            (value,) = value
        else:
            value = {
                "mulf": lambda a, b: a * b, "addf": lambda a, b: a + b,
                "fptosi": lambda a, _: int(a), "sitofp": lambda a, _: float(a),
            }[operation](values[left], values.get(right))
        values[result] = answer = value
    return answer


for x in (2.0, 4.0, 8.0):
    exponential, logarithm = run("exp2", x), run("log2", x)
    print(f"exp2 of {x:g}: {exponential:.5g}, true {2**x:g}; log2 of {x:g}: {logarithm:.5g}, true {len(bin(int(x))) - 3}")
    assert abs(exponential - (len(bin(int(x))) - 3)) < 0.1 and abs(logarithm / 2**x - 1) < 0.1
PYTHON
