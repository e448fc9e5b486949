#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# IREE 3.13.0: a QLinearMatMul with a batch axis disregards the zero points of its operands.
#
# QLinearMatMul multiplies (a - a_zero_point) with (b - b_zero_point) (ONNX's specification). One would guess that an axis for
# a batch, even of one, changes nothing but the shape. With two axes the answer is right, with three it is that of the zero
# points 0, for int8 and uint8: the difference is as large as the numbers themselves. Models whose zero points are 0, as those
# of weights are, do not show it.
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


a, b = numpy.array([[7, 5], [9, 6]], numpy.int8), numpy.array([[5, 8], [6, 9]], numpy.int8)
for zero in (0, 5):
    for batch in ([], [1]):
        text = f"""main (int8{[*batch, 2, 2]} a, int8{[*batch, 2, 2]} b) => (int8{[*batch, 2, 2]} y)
            <float s = {{1}}, int8 z = {{{zero}}}, int8 none = {{0}}> {{ y = QLinearMatMul (a, s, z, b, s, z, s, none) }}"""
        found, want = run(text, a.reshape([*batch, 2, 2]), b.reshape([*batch, 2, 2]))
        print(f"zero point {zero}, batch {batch}: {found.tolist()}, onnxruntime {want.tolist()}")
        assert (want.squeeze() == (a - zero) @ (b - zero)).all()
        assert (found.squeeze() == (a @ b if batch else (a - zero) @ (b - zero))).all()
PYTHON
