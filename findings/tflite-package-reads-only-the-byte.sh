#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tflite 2.18.0, ai-edge-quantizer 0.10.0: the package for Python that reads .tflite files takes an operator for ADD.
#
# A .tflite file has the number of an operator in 32 bits, and for old readers also in a byte. LiteRT takes the larger of the two.
# ai-edge-quantizer writes no byte for the operators that it adds (DEQUANTIZE, QUANTIZE, MUL). OperatorCode.BuiltinCode() of the
# package tflite returns the byte if the number is below 127, and a byte that is not there is 0, which is ADD.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tflite==2.18.0 ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import flatbuffers
import numpy
import tflite
from ai_edge_litert import interpreter as litert
from ai_edge_litert import schema_py_generated as schema


def model(code, inputs, outputs, kind, options, has_byte):
    """Returns a file with one operator, whose tensors have a shape and a type."""
    made, tensors = schema.ModelT(), []
    made.buffers = [schema.BufferT()]
    for shape, type_ in (*inputs, *outputs):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = f"t{len(tensors)}", shape, type_, 0
        tensors.append(tensor)
    operator, graph, name = schema.OperatorT(), schema.SubGraphT(), schema.OperatorCodeT()
    operator.opcodeIndex, operator.inputs = 0, list(range(len(inputs)))
    operator.outputs = list(range(len(inputs), len(tensors)))
    operator.builtinOptionsType, operator.builtinOptions = getattr(schema.BuiltinOptions, kind), options
    graph.tensors, graph.operators, graph.outputs = tensors, [operator], operator.outputs
    graph.inputs = operator.inputs
    name.builtinCode, name.version = getattr(schema.BuiltinOperator, code), 1
    name.deprecatedBuiltinCode = min(name.builtinCode, 127) if has_byte else 0
    made.version, made.operatorCodes, made.subgraphs = 3, [name], [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(made.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def run(data, *inputs):
    kernels = litert.OpResolverType["BUILTIN_REF"]
    made = litert.Interpreter(model_content=data, experimental_op_resolver_type=kernels)
    made.allocate_tensors()
    for detail, values in zip(made.get_input_details(), inputs):
        made.set_tensor(detail["index"], values)
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"])


tensor = ([3], schema.TensorType.FLOAT32)
x, y = numpy.float32([7, 9.5, -1]), numpy.float32([4, 4, 4])
for has_byte in (True, False):
    data = model("MUL", [tensor] * 2, [tensor], "MulOptions", schema.MulOptionsT(), has_byte)
    number = tflite.Model.GetRootAs(bytearray(data), 0).OperatorCodes(0).BuiltinCode()
    print(f"MUL {'with' if has_byte else 'without'} the byte: LiteRT {run(data, x, y).tolist()}, the number in tflite {number}")
    assert run(data, x, y).tolist() == [28, 38, -4]
    assert number == (tflite.BuiltinOperator.MUL if has_byte else tflite.BuiltinOperator.ADD)
PYTHON
