#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx-shape-inference 0.4.0: sizes and axes that are only known at run time are taken for the defaults.
#
# Split without its second input has parts of equal sizes, and Squeeze without axes removes all axes of one element (ONNX's
# specification). One would guess that sizes and axes which are inputs of the model leave the shape open, as ONNX's own
# inference does. The inference decides as if they were left out: four elements have parts of two each where one has three, and
# two axes are removed where one is. Unique with an axis has the shape of one without.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx-shape-inference==0.4.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnx_ir
import onnx_shape_inference
import onnxruntime

x = numpy.float32([[[1], [2], [2], [4]]])
for text, rank, feeds, said, want in [
        ("a, b = Split <axis = 1> (x, n)", 3, {"n": numpy.array([3, 1])}, [1, 2, 1], [1, 3, 1]),
        ("a = Squeeze (x, n)", 2, {"n": numpy.array([2])}, [4], [1, 4]),
        ("a = Unique <axis = 1> (x)", 3, {}, ["?"], [1, 3, 1])]:
    second = ", int64[k] n" if feeds else ""
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[1, 4, 1] x{second}) => (float[{", ".join("abc"[:rank])}] a) {{ {text} }}""")
    onnx.checker.check_model(model, full_check=True)
    (true,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x, **feeds})
    model.graph.output[0].type.tensor_type.ClearField("shape")
    shape = onnx_shape_inference.infer_symbolic_shapes(onnx_ir.serde.deserialize_model(model)).graph.outputs[0].shape
    found = [size if isinstance(size, int) else "?" for size in shape]
    usual = onnx.shape_inference.infer_shapes(model).graph.output[0].type.tensor_type.shape.dim
    usual = [size.dim_value or "?" for size in usual]
    print(f"{text}: {found}, true {list(true.shape)}, by onnx {usual or 'open'}")
    assert found == said and list(true.shape) == want
    assert not usual or (len(usual) == len(want) and all(size in ("?", other) for size, other in zip(usual, want)))
PYTHON
