#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# IREE 3.13.0: a model of float64 is compiled for float32, and its inputs of float64 are read as float32.
#
# The compiler turns float64 into float32 unless --iree-input-demote-f64-to-f32=false says otherwise (its help). One would
# guess that inputs of float64 are then converted, or refused by their type, as inputs of a wrong size are. The memory of the
# array is taken as it is: the first half of the bytes of 1.5, 2.5 and 3.5 is read as 0, 1.9375 and 0. With an output of
# float64, the result is refused for its size instead. With the option, both are right.
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



x = numpy.array([1.5, 2.5, 3.5])
cast = "main (double[3] x) => (float[3] y) { y = Cast <to = 1> (x) }"
found, want = run(cast, x)
print(f"Cast of {x.tolist()}: {found.tolist()}, onnxruntime {want.tolist()}")
assert (found == x.view(numpy.float32)[:3]).all()
multiply = "main (double[3] x) => (double[3] y) { y = Mul (x, x) }"
try:
    run(multiply, x)
except IndexError as error:
    print(f"Mul: {error}")
    assert "byte length" in str(error)
else:
    raise SystemExit("it runs")
for text in (cast, multiply):
    found, want = run(text, x, options=["--iree-input-demote-f64-to-f32=false"])
    print(f"with the option: {found.tolist()}")
    assert (found == want).all() and found.dtype == want.dtype
PYTHON
