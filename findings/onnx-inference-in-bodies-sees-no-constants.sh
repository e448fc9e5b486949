#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: inside the graphs of Scan and If, the inference of shapes knows the type of an outer constant, and not its numbers.
#
# A body may read names of the graph around it, and the standard's own definition of LinearAttention does so: the axes of its
# Unsqueeze stand before its Scan. One would guess that axes which are constant are constant there too. With them outside, the
# shape of what the body makes is not inferred, not even its rank, so that the results of the Scan have none either, with
# data propagation and in strict mode. With the same constant inside of the body, all shapes are inferred.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import onnx

AXES = "axes = Constant<value = int64[1] {-1}>()"

def inferred(kind, is_inside):
    outside, inside = ("", AXES) if is_inside else (AXES, "")
    nodes = {
        "Scan": f"y = Scan<num_scan_inputs = 1, body = step (float[3] r) => (float z) {{ {inside} z = Unsqueeze(r, axes) }}>(x)",
        "If": f"y = If(c) <then_branch = a () => (float p) {{ {inside} p = Unsqueeze(v, axes) }}, "
        f"else_branch = b () => (float q) {{ {inside} q = Unsqueeze(v, axes) }}>",
    }[kind]
    model = onnx.parser.parse_model(f"""
<ir_version: 10, opset_import: ["": 21]> main (float[4,3] x, float[3] v, bool c) => (float z) {{
  {outside}
  {nodes}
  z = ReduceSum<keepdims = 0>(y)
}}""")
    # Results of a body may lack a shape.
    for node in model.graph.node:
        for attribute in node.attribute:
            for value in attribute.g.output:
                value.type.tensor_type.ClearField("shape")
    for options in ({}, {"data_prop": True}, {"strict_mode": True, "data_prop": True}):
        made = onnx.shape_inference.infer_shapes(model, **options)
        (value,) = (value for value in made.graph.value_info if value.name == "y")
        tensor = value.type.tensor_type
        yield [dim.dim_value for dim in tensor.shape.dim] if tensor.HasField("shape") else None


for kind, shape in (("Scan", [4, 3, 1]), ("If", [3, 1])):
    outside, inside = list(inferred(kind, False)), list(inferred(kind, True))
    print(f"{kind}: axes outside: {outside}; inside: {inside}")
    assert outside == [None] * 3 and inside == [shape] * 3
PYTHON
