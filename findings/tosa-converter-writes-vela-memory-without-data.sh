#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tosa-converter-for-tflite 2026.2.0 and ethos-u-vela 5.2.0, both Arm's: what one makes of the other's file is not valid MLIR.
#
# Vela's operator ethos-u takes memory to work in as a tensor without data and without a producer. The converter accepts the
# file and writes the memory as a constant of as many elements whose data is empty (dense<"0x">), which MLIR refuses to read
# back. Vela does not write the inputs and outputs of the operator to the addresses that the operator is given, but to offsets in
# that memory, which only the metadata OfflineMemoryAllocation tells.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tosa-converter-for-tflite==2026.2.0 ethos-u-vela==5.2.0 torch-mlir==20261001 \
  ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import re

import flatbuffers
import numpy
from ai_edge_litert import schema_py_generated as schema

made, graph, operator, code = schema.ModelT(), schema.SubGraphT(), schema.OperatorT(), schema.OperatorCodeT()
made.buffers, graph.tensors = [schema.BufferT()], []


def tensor(name, shape, kind, scale, data=None):
    one, quantization = schema.TensorT(), schema.QuantizationParametersT()
    quantization.scale, quantization.zeroPoint = [scale], [0]
    one.name, one.shape, one.type, one.quantization, one.buffer = name, shape, kind, quantization, 0
    if data is not None:
        buffer = schema.BufferT()
        buffer.data = numpy.frombuffer(data.tobytes(), numpy.uint8)
        made.buffers.append(buffer)
        one.buffer = len(made.buffers) - 1
    graph.tensors.append(one)


tensor("x", [1, 8, 8, 4], schema.TensorType.INT8, 0.5)
tensor("w", [8, 3, 3, 4], schema.TensorType.INT8, 0.5, numpy.ones([8, 3, 3, 4], numpy.int8))
tensor("b", [8], schema.TensorType.INT32, 0.25, numpy.zeros(8, numpy.int32))
tensor("y", [1, 8, 8, 8], schema.TensorType.INT8, 1.0)
options = schema.Conv2DOptionsT()
options.strideW = options.strideH = options.dilationWFactor = options.dilationHFactor = 1
operator.opcodeIndex, operator.inputs, operator.outputs = 0, [0, 1, 2], [3]
operator.builtinOptionsType, operator.builtinOptions = schema.BuiltinOptions.Conv2DOptions, options
code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.CONV_2D
code.version = 3
graph.operators, graph.inputs, graph.outputs = [operator], [0], [3]
made.version, made.operatorCodes, made.subgraphs = 3, [code], [graph]
builder = flatbuffers.Builder(1024)
builder.Finish(made.Pack(builder), b"TFL3")
pathlib.Path("net.tflite").write_bytes(builder.Output())
PYTHON
"$work/venv/bin/vela" --accelerator-config ethos-u55-128 --output-dir . net.tflite > vela.log
"$work/venv/bin/python" - <<'PYTHON'
import pathlib
import re

import numpy
import tosa_converter_for_tflite as converter
from ai_edge_litert import schema_py_generated as schema
from torch_mlir import ir

data = pathlib.Path("net_vela.tflite").read_bytes()
model = schema.Model.GetRootAs(data, 0)
entries = [model.Metadata(i) for i in range(model.MetadataLength())]
(found,) = (entry for entry in entries if entry.Name() == b"OfflineMemoryAllocation")
offsets = numpy.frombuffer(model.Buffers(found.Buffer()).DataAsNumpy().tobytes(), numpy.int32)[3:].tolist()
names = [model.Subgraphs(0).Tensors(i).Name().decode() for i in range(model.Subgraphs(0).TensorsLength())]
print("offsets in the memory:", dict(zip(names, offsets)))
assert offsets[names.index("x")] >= 0 and offsets[names.index("y")] >= 0

converter.tflite_flatbuffer_to_tosa_mlir("net_vela.tflite", "net.mlir", converter.TosaConverterOutputFormat.Text)
text = pathlib.Path("net.mlir").read_text()
(memory,) = re.findall(r'dense<"0x"> : (tensor<\d+xui8>)', text)
print(f"the converter writes the memory as a constant without data of the type {memory}")
context = ir.Context()
context.allow_unregistered_dialects = True
try:
    ir.Module.parse(text, context)
except ir.MLIRError as error:
    print("MLIR:", error.error_diagnostics[0].message)
    assert "hex data size is invalid" in error.error_diagnostics[0].message
else:
    raise SystemExit("MLIR reads it")
PYTHON
