#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# IREE 3.13.0: the determinant of a matrix whose first element is 0 is NaN.
#
# One would guess that Det is computed by an elimination that exchanges rows where it has to, as other libraries do. The
# elimination divides by each element of the diagonal as it comes: with 0 as the first element, 0 / 0 makes the determinant -3
# NaN. A small element costs all digits instead: with 1e-6 in its place, the answer is -0.
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
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 17]> {text}')
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



for first in (4, 1e-6, 0):
    x = numpy.array([[first, 1, 2], [3, 4, 5], [6, 7, 9]], numpy.float32)
    found, want = run("main (float[3, 3] x) => (float y) { y = Det (x) }", x)
    print(f"{x.tolist()}: {found}, onnxruntime {want}")
    assert abs(want - numpy.linalg.det(x)) < 1e-4
    assert numpy.isnan(found) if first == 0 else (abs(found / want - 1) > 1e-3) == (first < 1)
PYTHON
