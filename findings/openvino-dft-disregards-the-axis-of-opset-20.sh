#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openvino 2026.4.1: DFT of opset 20 disregards its axis, and a one-sided one has an axis too many.
#
# Opset 20 made the axis of DFT an input. One would guess that OpenVINO, which accepts this opset, reads it, as it reads the
# attribute of opset 17. It transforms along the axis 1 in any case. With onesided=1 of real numbers, where opset 17 and 20 give
# 2x5x3x2 for 2x8x3x1, the answer is 2x5x3x1x2: the axis of length 1 for the real part stays beside that of the two parts.
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


x = numpy.random.default_rng(0).normal(size=[2, 8, 3, 1]).astype(numpy.float32)
for version, axis, sides in [(17, 1, 2), (17, 2, 2), (20, 1, 2), (20, 2, 2), (20, 0, 2), (17, 1, 1), (20, 1, 1)]:
    attribute, argument = (f", axis = {axis}", "") if version == 17 else ("", ", , axis")
    given = f"<int64 axis = {{{axis}}}>" if argument else ""
    found, want = run(f"""
<ir_version: 8, opset_import: ["": {version}]> main (float[2, 8, 3, 1] x) => (float[k, l, m, n] y) {given} {{
  y = DFT <onesided = {2 - sides}{attribute}> (x{argument})
}}""", x)
    right = found.shape == want.shape and numpy.allclose(found, want, atol=1e-4)
    print(f"opset {version}, axis {axis}, sides {sides}: {list(found.shape)}, onnxruntime {list(want.shape)}, {right=}")
    if sides == 1:
        assert found.shape == (2, 5, 3, 1, 2) and numpy.allclose(found[:, :, :, 0], want, atol=1e-4)
    elif version == 20 and axis != 1:
        whole = numpy.fft.fft(x[..., 0], axis=1)
        assert not right and numpy.allclose(found, numpy.stack([whole.real, whole.imag], axis=-1), atol=1e-4)
    else:
        assert right
PYTHON
