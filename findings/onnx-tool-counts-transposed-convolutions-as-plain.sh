#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx-tool 1.0.1: the number of multiplications of a ConvTranspose is that of a Conv with the same weights and output.
#
# A ConvTranspose multiplies each element of its input with each weight of its channel, and its weights begin with the input
# channels, not with the output's (ONNX's specification). One would guess that its MACs are the input's elements times the rest
# of the weights. onnx-tool multiplies the output's elements with all but the first axis of the weights: the stride counts once
# more in each direction, and the output channels twice instead of the input's. A Conv and a Gemm of the same kind are right. A
# layer that doubles an image seems to be as heavy as one of four times its work and more.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx-tool==1.0.1 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import contextlib
import io

import numpy
import onnx
import onnx_tool
from onnx.numpy_helper import from_array


def count(text, shape, weights):
    """Returns the number of multiplications that onnx-tool says."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 17]> main (float{shape} x) => (float[n, c, h, w] y) {{ {text} }}')
    model.graph.initializer.append(from_array(numpy.zeros(weights, numpy.float32), "w"))
    onnx.checker.check_model(model, full_check=True)
    graph = onnx_tool.Model(model).graph
    with contextlib.redirect_stdout(io.StringIO()):
        graph.shape_infer({"x": numpy.zeros(shape, numpy.float32)})
        graph.profile()
    (node,) = graph.nodemap.values()
    return int(node.macs[0])


for channels_in, channels_out, stride in [(4, 4, 1), (4, 6, 1), (6, 4, 1), (4, 4, 2), (4, 6, 2)]:
    said = count(f"y = ConvTranspose <strides = [{stride}, {stride}]> (x, w)", [1, channels_in, 8, 8], [channels_in, channels_out, 1, 1])
    rows = (8 - 1) * stride + 1
    true = 8 * 8 * channels_in * channels_out
    print(f"ConvTranspose of {channels_in} to {channels_out} channels with the stride {stride}: said {said}, true {true}")
    assert said == channels_out * rows * rows * channels_out and (said == true) == (channels_in == channels_out and stride == 1)
assert count("y = Conv (x, w)", [1, 4, 8, 8], [6, 4, 3, 3]) == 6 * 6 * 6 * 4 * 9
PYTHON
