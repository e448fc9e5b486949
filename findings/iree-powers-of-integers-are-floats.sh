#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# IREE 3.13.0: a power of integers is computed in float32: (-3)^3 is -2147483648, and 2^30 is 1073740864.
#
# One would guess that Pow of int32 with int32 multiplies integers, or that it is exact as long as the result has 24 bits. It
# is a power of floats: of a negative base, it is NaN, of which a conversion makes the smallest integer; and 2^30 is 960 too
# small, though float32 has that number. Small powers of small positive numbers are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q iree-base-compiler==3.13.0 iree-base-runtime==3.13.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import subprocess
import sys
from pathlib import Path

import iree.runtime
import numpy
import onnx
import onnxruntime

compiler = Path(sys.executable).parent / "iree-compile"


def run(text, *inputs, options=()):
    """Returns what IREE and onnxruntime answer."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 21]> {text}')
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    subprocess.run([sys.executable, "-m", "iree.compiler.tools.import_onnx", "model.onnx", "-o", "model.mlir"], check=True)
    subprocess.run([compiler, "model.mlir", "-o", "model.vmfb", "--iree-input-type=onnx", "--iree-hal-target-device=local",
                    "--iree-hal-local-target-device-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=generic", *options], check=True)
    context = iree.runtime.SystemContext(config=iree.runtime.Config("local-sync"))
    context.add_vm_module(iree.runtime.VmModule.copy_buffer(context.instance, Path("model.vmfb").read_bytes()))
    found = context.modules.module.main(*inputs).to_host()
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    return found, onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)[0]


x, z = numpy.array([-3, 3, 2, 7, -2], numpy.int32), numpy.array([3, 2, 30, 0, 2], numpy.int32)
found, want = run("main (int32[5] x, int32[5] z) => (int32[5] y) { y = Pow (x, z) }", x, z)
print(f"{x.tolist()} to the power of {z.tolist()}: {found.tolist()}, onnxruntime {want.tolist()}")
assert want.tolist() == [-27, 9, 2**30, 1, 4]
assert found[0] == -(2**31) and found[1] == 9 and 0 < abs(int(found[2]) - 2**30) < 5000 and found[3] == 1
PYTHON
