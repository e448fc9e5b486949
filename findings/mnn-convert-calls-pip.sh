#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MNN 3.6.1: each conversion installs a package, of whatever Python the first pip in the path belongs to.
#
# mnnconvert is installed in a virtual environment and turns one file into another. One would guess that it changes nothing
# else. Its first step imports a client of a logging service; if that fails, it runs "pip install -U" of the client, twice, by
# the name `pip` alone, which is in another environment if this one is not activated, so that the import fails again and the
# next conversion does the same. The file is converted in any case. Here, a program in place of pip writes down what it is
# called with.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q mnn==3.6.1 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import os
import subprocess
import sys

import onnx

onnx.save(onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["": 17]> main (float[2] x) => (float[2] y) { y = Relu (x) }"""), "model.onnx")
onnx.checker.check_model("model.onnx", full_check=True)
os.mkdir("bin")
with open("bin/pip", "w") as file:
    file.write('#!/bin/sh\necho "$@" >> "$CALLS"\n')
os.chmod("bin/pip", 0o755)
variables = {**os.environ, "PATH": f"{os.getcwd()}/bin:{os.environ['PATH']}", "CALLS": f"{os.getcwd()}/calls"}
for time in [1, 2]:
    done = subprocess.run([f"{os.path.dirname(sys.executable)}/mnnconvert", "-f", "ONNX", "--modelFile", "model.onnx", "--MNNModel",
                           f"{time}.mnn", "--bizCode", "none"], env=variables, capture_output=True, text=True)
    calls = open("calls").read().splitlines()
    print(f"conversion {time}: {os.path.getsize(f'{time}.mnn')} bytes, pip was called with {calls}")
    assert done.returncode == 0 and calls == ["install -U aliyun-log-python-sdk"] * 2 * time
PYTHON
