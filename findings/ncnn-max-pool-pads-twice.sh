#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ncnn 1.0.20261020 with pnnx 20261020: a MaxPool whose padding in front differs from that behind is padded twice.
#
# ONNX's pads may differ at the two ends of an axis; PyTorch's may not, so that pnnx, which goes through PyTorch's operators,
# writes a Padding in front of the Pooling. One would guess that the Pooling then has no padding. It keeps the rows in front,
# and takes them for both ends: one row in front alone gives two rows too many, and two in front give some of the smallest
# float. With the same number of rows at both ends, and with rows behind alone, it is right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ncnn==1.0.20261020 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/pip" install -q --no-deps pnnx==20261020
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import subprocess
import sys

import ncnn
import numpy
import onnx
import onnxruntime

pnnx = next(pathlib.Path(sys.prefix).glob("lib/python*/site-packages/pnnx/pnnx"))


def run(model, *inputs):
    """Returns what ncnn and onnxruntime answer."""
    model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    subprocess.run([pnnx, "model.onnx"], check=True, capture_output=True)
    net = ncnn.Net()
    net.load_param("model.ncnn.param")
    net.load_model("model.ncnn.bin")
    extractor = net.create_extractor()
    for index, values in enumerate(inputs):
        extractor.input(f"in{index}", ncnn.Mat(values).clone())
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return numpy.array(extractor.extract("out0")[1]), want


x = numpy.random.default_rng(0).normal(size=[1, 1, 6, 7]).astype(numpy.float32)
for front, behind in [(0, 0), (1, 1), (0, 1), (1, 0), (2, 1), (2, 0)]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 1, 6, 7] x) => (float[1, 1, k, l] y) {{
  y = MaxPool <kernel_shape = [3, 3], pads = [{front}, 0, {behind}, 0]> (x)
}}""", x)
    found, want = found.reshape(found.shape[-2:]), want[0, 0]
    lowest = int((found == numpy.finfo(numpy.float32).min).sum())
    print(f"{front} rows in front, {behind} behind: {list(found.shape)}, {lowest} of them the smallest float;",
          f"onnxruntime {list(want.shape)}")
    if front and front != behind:
        assert found.shape[0] == want.shape[0] + 2 * front and numpy.array_equal(found[front:-front], want)
    else:
        assert numpy.array_equal(found, want)
PYTHON
