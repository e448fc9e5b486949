#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: Resize of opset 18 accepts antialias, exclude_outside and keep_aspect_ratio_policy, and does without them.
#
# OpenVINO refuses some attributes of Resize that it lacks, such as tf_crop_and_resize. One would guess that it refuses the
# others, too, or follows them. It loads the model without a message, and interpolates as if the attributes were not there: with
# antialias, elements between the ones it samples do not count, and not_larger stretches an image of 2x4 to 8x8, where the
# standard says 4x8.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openvino==2026.4.1 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
import openvino


def run(model, *inputs):
    """Returns what OpenVINO and onnxruntime answer."""
    if isinstance(model, str):
        model = onnx.parser.parse_model(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, "model.onnx")
    net = openvino.Core().compile_model("model.onnx", "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    feeds = {value.name: values for value, values in zip(model.graph.input, inputs)}
    (want, *_) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, feeds)
    return net(list(inputs))[0], want


line = numpy.array([0, 0, 0, 8, 0, 0, 0, 0], numpy.float32).reshape(1, 1, 1, 8)
ramp = numpy.arange(4, dtype=numpy.float32).reshape(1, 1, 1, 4)
for mode, attribute, scale, x in [("linear", "antialias", 0.5, line), ("cubic", "exclude_outside", 2, ramp)]:
    answers = []
    for flag in [0, 1]:
        found, want = run(f"""
<ir_version: 8, opset_import: ["": 18]> main (float[1, 1, 1, {x.size}] x) => (float[1, 1, 1, n] y)
<float[4] scales = {{1, 1, 1, {scale}}}> {{
  y = Resize <mode = "{mode}", {attribute} = {flag}> (x, , scales)
}}""", x)
        print(f"{attribute}={flag}: {found.ravel().round(3).tolist()}, onnxruntime {want.ravel().round(3).tolist()}")
        answers.append(found)
        assert numpy.allclose(found, want, atol=1e-5) != flag
    assert numpy.array_equal(*answers)
for policy, size in [("stretch", (8, 8)), ("not_larger", (4, 8))]:
    found, want = run(f"""
<ir_version: 8, opset_import: ["": 18]> main (float[1, 1, 2, 4] x) => (float[1, 1, k, l] y) <int64[4] sizes = {{1, 1, 8, 8}}> {{
  y = Resize <keep_aspect_ratio_policy = "{policy}", axes = [0, 1, 2, 3]> (x, , , sizes)
}}""" if policy == "stretch" else f"""
<ir_version: 8, opset_import: ["": 18]> main (float[1, 1, 2, 4] x) => (float[1, 1, k, l] y) <int64[2] sizes = {{8, 8}}> {{
  y = Resize <keep_aspect_ratio_policy = "{policy}", axes = [2, 3]> (x, , , sizes)
}}""", numpy.zeros([1, 1, 2, 4], numpy.float32))
    print(f"{policy}: {found.shape[2:]}, onnxruntime {want.shape[2:]}")
    assert found.shape[2:] == (8, 8) and want.shape[2:] == size
PYTHON
