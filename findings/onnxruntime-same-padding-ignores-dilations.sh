#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnxruntime 1.32.0: pools with auto_pad=SAME_UPPER and dilations make fewer rows than the standard says.
#
# SAME means ceil(size / stride) rows, whatever the window. onnxruntime computes the padding as if the cells of the window
# lay side by side, so that a dilated window does not fit as often. onnx's shape inference and its ReferenceEvaluator
# follow the standard: a file whose output has the inferred shape runs with another one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator


def shapes(dilations):
    node = helper.make_node("MaxPool", ["x"], ["y"], kernel_shape=[3, 1], strides=[3, 2], dilations=dilations,
                            auto_pad="SAME_UPPER")
    ends = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 1, 6, 5]),
            helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    model = helper.make_model(helper.make_graph([node], "net", ends[:1], ends[1:]),
                              opset_imports=[helper.make_opsetid("", 22)], ir_version=10)
    inferred = onnx.shape_inference.infer_shapes(model).graph.output[0].type.tensor_type.shape.dim
    x = numpy.arange(30, dtype=numpy.float32).reshape(1, 1, 6, 5)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    runtime = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return ([dim.dim_value for dim in inferred], list(ReferenceEvaluator(model).run(None, {"x": x})[0].shape),
            list(runtime.run(None, {"x": x})[0].shape))


for dilations, rows in (([1, 1], 2), ([2, 2], 1)):
    inferred, reference, runtime = shapes(dilations)
    print(f"dilations {dilations}: inferred {inferred}, ReferenceEvaluator {reference}, onnxruntime {runtime}")
    assert inferred == reference == [1, 1, 2, 3] and runtime == [1, 1, rows, 3]
PYTHON
