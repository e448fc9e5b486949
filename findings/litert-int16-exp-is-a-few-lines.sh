#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: EXP of int16 is made of lines between 513 points of the whole range of its input.
#
# One would guess that 16 bits are more precise than 8. int8 has a table of all its 256 results; int16 has one point for
# each 128 integers, which is moved so that the middle between two points is nearly right. With an input scale of 1 /
# 128, where points are 1 apart, exp(9.5) is 0.5 % too large, and exp(10) and exp(4) are 11 % and 13 % too small.
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
WORD = schema.TensorType.INT16
data = model("EXP", [([3], WORD, 1 / 128, 0)], [([3], WORD, 1.0, 0)], "ExpOptions", schema.ExpOptionsT())
x = numpy.int16([4 * 128, 9 * 128 + 64, 10 * 128])
wanted = numpy.exp(x / 128).round().astype(int)
for resolver in RESOLVERS:
    got = run(data, resolver, x)
    print(f"EXP of {(x / 128).tolist()}: {got.tolist()}, exactly {wanted.tolist()} ({resolver})")
    assert ((got - wanted) / wanted).round(2).tolist() == [-0.13, 0.0, -0.11]
PYTHON
