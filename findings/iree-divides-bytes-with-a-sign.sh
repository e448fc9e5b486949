#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# IREE 3.13.0: Div and Mod of uint8 have a sign, where comparisons and conversions of the same bytes have none.
#
# MLIR's integers have no sign, and each operation says how it takes its operands. One would guess that the operators of ONNX
# are compiled as their type says, as Max, Greater and the Cast of uint8 to floats are. Div and Mod take bytes from 128 on for
# negative numbers, so that 200 / 100 is 0, and 200 mod 100 is 44; and a Cast of floats to uint8 ends at 127. Results that are
# computed come back as int8, and inputs that are passed through as uint8.
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



x, z = numpy.array([1, 200, 255], numpy.uint8), numpy.array([100, 100, 100], numpy.uint8)
for operator, kind, right in [("Max", "uint8", True), ("Greater", "bool", True), ("Div", "uint8", False), ("Mod", "uint8", False)]:
    found, want = run(f"main (uint8[3] x, uint8[3] z) => ({kind}[3] y) {{ y = {operator} (x, z) }}", x, z)
    print(f"{operator}: {found.view(want.dtype).tolist()} in {found.dtype}, onnxruntime {want.tolist()}")
    assert (found.view(want.dtype) == want).all() == right
    if operator in ("Div", "Mod"):
        assert found.tolist() == ([0, 0, 0] if operator == "Div" else [1, 44, 99]) and found.dtype == numpy.int8
found, want = run("main (uint8[3] x) => (float[3] y) { y = Cast <to = 1> (x) }", x)
print(f"Cast to float: {found.tolist()}")
assert (found == want).all()
found, want = run("main (float[3] x) => (uint8[3] y) { y = Cast <to = 2> (x) }", x.astype(numpy.float32))
print(f"Cast to uint8: {found.tolist()}, onnxruntime {want.tolist()}")
assert found.tolist() == [1, 127, 127] and want.tolist() == [1, 200, 255]
PYTHON
