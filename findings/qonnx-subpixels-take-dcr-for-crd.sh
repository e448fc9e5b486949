#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# qonnx 1.0.0: a DepthToSpace without a mode becomes part of a deconvolution as if it were of the mode CRD.
#
# DepthToSpace orders the channels by depth first (DCR) unless its mode says CRD (ONNX's specification); PyTorch's pixel
# shuffle is CRD. One would guess that SubPixelToDeconvolution, which merges it with the convolution in front, asks for the
# mode, as it does for the dilations. It always takes CRD, which is the same for one channel alone. With dilations it says that
# it skips the convolution, and replaces it all the same, by a ConvTranspose whose output is one row larger.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q qonnx==1.0.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import warnings

import numpy
import onnx
import onnxruntime
from onnx.numpy_helper import from_array
from qonnx.core.modelwrapper import ModelWrapper
from qonnx.transformation.infer_shapes import InferShapes
from qonnx.transformation.subpixel_to_deconv import SubPixelToDeconvolution

random = numpy.random.default_rng(0)
x = random.normal(size=[1, 2, 4, 4]).astype(numpy.float32)


def run(mode, channels, dilation):
    """Returns the result before and after the transformation, and its warnings."""
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 2, 4, 4] x) => (float[1, {channels}, h, w] y) {{
  c = Conv <kernel_shape = [3, 3], pads = [{dilation}, {dilation}, {dilation}, {dilation}], strides = [1, 1], group = 1,
            dilations = [{dilation}, {dilation}]> (x, weights)
  y = DepthToSpace <blocksize = 2{mode}> (c)
}}""")
    weights = random.normal(size=[4 * channels, 2, 3, 3]).astype(numpy.float32)
    model.graph.initializer.append(from_array(weights, "weights"))
    onnx.checker.check_model(model, full_check=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        changed = ModelWrapper(model).transform(InferShapes()).transform(SubPixelToDeconvolution(), make_deepcopy=True)
    assert [node.op_type for node in changed.graph.node] == ["ConvTranspose"]
    results = [onnxruntime.InferenceSession(one.SerializeToString()).run(None, {"x": x})[0] for one in (model, changed.model)]
    return *results, [str(one.message) for one in caught if "dilation" in str(one.message)]


for mode, channels in [("", 1), ("", 2), (', mode = "DCR"', 2), (', mode = "CRD"', 2)]:
    want, found, _ = run(mode, channels, 1)
    error = float(abs(want - found).max())
    print(f"{channels} channels{mode or ', no mode'}: the largest difference is {error:.2g}")
    assert (error > 1) if channels == 2 and "CRD" not in mode else (error < 1e-4)
want, found, messages = run(', mode = "CRD"', 2, 2)
print(f"dilations of 2: {messages[0]!r}, then {list(found.shape)} instead of {list(want.shape)}")
assert want.shape == (1, 2, 8, 8) and found.shape == (1, 2, 9, 9)
PYTHON
