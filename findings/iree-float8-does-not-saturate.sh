#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# IREE 3.13.0: a QuantizeLinear to float8 makes NaN of large numbers, where it should give the largest one.
#
# QuantizeLinear has the attribute saturate, whose default 1 means that numbers beyond float8e4m3fn become 448 (ONNX's
# specification). One would guess that a compiler that accepts the operator for float8 saturates as it does for int8, or
# refuses the attribute. 500 and -30000 are NaN, with saturate=1 as with saturate=0. To int8 the same numbers saturate.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q iree-base-compiler==3.13.0 iree-base-runtime==3.13.0 onnx==1.23.2 onnxruntime==1.32.0 ml-dtypes==0.6.0 numpy==2.4.6
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


x = numpy.array([-1, 0.25, 440, 500, -30000], numpy.float32)
for kind, number in [("float8e4m3fn", onnx.TensorProto.FLOAT8E4M3FN), ("int8", onnx.TensorProto.INT8)]:
    found, want = run(f"main (float[5] x) => ({kind}[5] y) <float s = {{1}}> {{ y = QuantizeLinear <output_dtype = {number}> (x, s) }}", x)
    print(f"{kind}: {found.tolist()}, onnxruntime {want.tolist()}" + (" as bytes" if kind != "int8" else ""))
    if kind == "int8":
        assert found.tolist() == want.tolist() == [-1, 0, 127, 127, -128]
    else:
        found = found.astype(numpy.float32)
        assert found[:3].tolist() == [-1, 0.25, 448] and numpy.isnan(found[3:]).all()
        assert want[2:].tolist() == [126, 126, 254]
PYTHON
