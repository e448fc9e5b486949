#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: NEG of int8 negates the stored integer.
#
# With the zero point z, the integer q stands for (q - z) * scale, so that -q stands for another number than the
# negative one, which is 2 * z - q. One would guess that the kernel takes the zero point away first, as those of ABS and
# ADD do, or refuses one. It does neither: 0 becomes -0.84 with a scale of 0.02 and a zero point of 21.
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
scale, zero = 0.02, 21
tensor = ([4], schema.TensorType.INT8, scale, zero)
data = model("NEG", [tensor], [tensor], "NegOptions", schema.NegOptionsT())
x = numpy.int8([21, 31, 71, -29])
for resolver in RESOLVERS:
    got = run(data, resolver, x)
    real = [((values.astype(int) - zero) * scale).round(2).tolist() for values in (x, got)]
    print(f"NEG of {real[0]} is {real[1]} ({resolver})")
    assert numpy.array_equal(got, -x) and not numpy.array_equal(got, 2 * zero - x.astype(int))
PYTHON
