#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: GREATER and LESS_EQUAL of quantised int16 compare the stored integers.
#
# A quantised tensor stands for real numbers, so that operands of two scales should be brought to one before they are
# compared, as those of int8 are. Those of int16 are not, except in EQUAL and NOT_EQUAL: 2.0 > 1.0 is false if 2.0 is
# stored as 20 and 1.0 as 100.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import flatbuffers
import numpy
from ai_edge_litert import interpreter as litert
from ai_edge_litert import schema_py_generated as schema


def model(code, inputs, outputs, kind, options):
    """Returns a file with one operator, whose tensors have a shape, a type, a scale and a zero point."""
    made, tensors = schema.ModelT(), []
    made.buffers = [schema.BufferT()]
    for shape, type_, *numbers in (*inputs, *outputs):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = f"t{len(tensors)}", shape, type_, 0
        if numbers:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale, tensor.quantization.zeroPoint = [numbers[0]], [numbers[1]]
        tensors.append(tensor)
    operator, graph, name = schema.OperatorT(), schema.SubGraphT(), schema.OperatorCodeT()
    operator.opcodeIndex, operator.inputs = 0, list(range(len(inputs)))
    operator.outputs = list(range(len(inputs), len(tensors)))
    operator.builtinOptionsType, operator.builtinOptions = getattr(schema.BuiltinOptions, kind), options
    graph.tensors, graph.operators, graph.outputs = tensors, [operator], operator.outputs
    graph.inputs = operator.inputs
    name.builtinCode, name.version = getattr(schema.BuiltinOperator, code), 1
    name.deprecatedBuiltinCode = min(name.builtinCode, 127)
    made.version, made.operatorCodes, made.subgraphs = 3, [name], [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(made.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def run(data, resolver, *inputs):
    kernels = litert.OpResolverType[resolver]
    made = litert.Interpreter(model_content=data, experimental_op_resolver_type=kernels)
    made.allocate_tensors()
    for detail, values in zip(made.get_input_details(), inputs):
        made.set_tensor(detail["index"], values)
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"])


RESOLVERS = ("BUILTIN_REF", "BUILTIN_WITHOUT_DEFAULT_DELEGATES")
TYPES = {"int8": schema.TensorType.INT8, "int16": schema.TensorType.INT16}
for code, kind in (("GREATER", "GreaterOptions"), ("LESS_EQUAL", "LessEqualOptions"), ("NOT_EQUAL", "NotEqualOptions")):
    wanted = code != "LESS_EQUAL"
    for dtype, type_ in TYPES.items():
        inputs = [([1], type_, 0.1, 0), ([1], type_, 0.01, 0)]
        data = model(code, inputs, [([1], schema.TensorType.BOOL)], kind, getattr(schema, f"{kind}T")())
        for resolver in RESOLVERS:
            got = bool(run(data, resolver, numpy.array([20], dtype), numpy.array([100], dtype))[0])
            print(f"{code} of {dtype}, 20 * 0.1 and 100 * 0.01: {got} ({resolver})")
            assert got == (wanted if dtype == "int8" or code == "NOT_EQUAL" else not wanted)
PYTHON
