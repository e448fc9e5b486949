#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-quantizer 0.10.0: the range of an activation is that of the first sample for the most part, and depends on their
# order.
#
# The recipe static_wi8_ai8 quantizes by an algorithm named min_max. One would guess that the range of a tensor goes from the
# smallest to the largest number of all samples of the calibration. Each sample moves the range by a twentieth of the way from
# where the first one has put it: samples of 1 and 100 give 5.95 if the 1 comes first, and 95.05 otherwise. It takes 59 samples
# of 100 after a 1 for 95 % of the range; what is beyond the range is limited to it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ai-edge-quantizer==0.10.0 ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import contextlib
import io
from pathlib import Path

import flatbuffers
import numpy
from ai_edge_litert import schema_py_generated as schema
from ai_edge_quantizer import quantizer, recipe

made, graph, operator, code = schema.ModelT(), schema.SubGraphT(), schema.OperatorT(), schema.OperatorCodeT()
made.buffers, graph.tensors = [schema.BufferT()], []


def tensor(name, shape, data=None):
    one = schema.TensorT()
    one.name, one.shape, one.type, one.buffer = name, shape, schema.TensorType.FLOAT32, 0
    if data is not None:
        buffer = schema.BufferT()
        buffer.data = numpy.frombuffer(numpy.float32(data).tobytes(), numpy.uint8)
        made.buffers.append(buffer)
        one.buffer = len(made.buffers) - 1
    graph.tensors.append(one)


def entry(name, index):
    one = schema.TensorMapT()
    one.name, one.tensorIndex = name, index
    return one


tensor("x", [1, 4])
tensor("w", [2, 4], numpy.ones([2, 4]))
tensor("b", [2], numpy.zeros(2))
tensor("y", [1, 2])
operator.opcodeIndex, operator.inputs, operator.outputs = 0, [0, 1, 2], [3]
operator.builtinOptionsType = schema.BuiltinOptions.FullyConnectedOptions
operator.builtinOptions = schema.FullyConnectedOptionsT()
code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.FULLY_CONNECTED
code.version = 1
graph.operators, graph.inputs, graph.outputs = [operator], [0], [3]
signature = schema.SignatureDefT()
signature.signatureKey, signature.subgraphIndex = "serving_default", 0
signature.inputs, signature.outputs = [entry("x", 0)], [entry("y", 3)]
made.version, made.operatorCodes, made.subgraphs, made.signatureDefs = 3, [code], [graph], [signature]
builder = flatbuffers.Builder(1024)
builder.Finish(made.Pack(builder), b"TFL3")
Path("net.tflite").write_bytes(builder.Output())


def largest(samples):
    """Returns the largest number that the quantized input can hold."""
    tool = quantizer.Quantizer("net.tflite", recipe.static_wi8_ai8())
    with contextlib.redirect_stdout(io.StringIO()):
        data = [{"x": numpy.array([[0, 0, 0, sample]], numpy.float32)} for sample in samples]
        content = tool.quantize(tool.calibrate({"serving_default": data})).quantized_model
    quantization = schema.Model.GetRootAs(bytes(content), 0).Subgraphs(0).Tensors(0).Quantization()
    return float(quantization.Scale(0) * (127 - quantization.ZeroPoint(0)))


for samples, want in [([100], 100), ([1, 100], 5.95), ([100, 1], 95.05), ([1] + [100] * 59, 95.2)]:
    found = largest(samples)
    print(f"{len(samples)} samples from {samples[0]} to {samples[-1]}: numbers up to {found:.2f}")
    assert abs(found / want - 1) < 0.01
PYTHON
