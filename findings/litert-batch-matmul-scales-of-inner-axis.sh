#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: BATCH_MATMUL of floats and int8 weights with two batch axes is right only in the first entry of
# the outer axis.
#
# A batch is only a number of independent products, so that a batch of [2, 3] should give what a batch of [6] gives.
# With weights of 8 bits, each row of the floats is quantised with a scale of its own; the kernel begins again at the
# first scale for each entry of the outer axis, so that all other entries use the scales of other rows.
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


def model(code, inputs, outputs, kind, options, constants=()):
    """Returns a file with one operator, whose tensors have a shape, a type, a scale and a zero point;
    those of `constants` have their numbers in the file."""
    made, tensors = schema.ModelT(), []
    made.buffers = [schema.BufferT()]
    for shape, type_, *numbers in (*inputs, *outputs):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = f"t{len(tensors)}", shape, type_, 0
        if numbers:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale, tensor.quantization.zeroPoint = [numbers[0]], [numbers[1]]
        tensors.append(tensor)
    for place, array in constants:
        data = schema.BufferT()
        data.data = list(array.tobytes())
        tensors[place].buffer = len(made.buffers)
        made.buffers.append(data)
    operator, graph, name = schema.OperatorT(), schema.SubGraphT(), schema.OperatorCodeT()
    operator.opcodeIndex, operator.inputs = 0, list(range(len(inputs)))
    operator.outputs = list(range(len(inputs), len(tensors)))
    operator.builtinOptionsType, operator.builtinOptions = getattr(schema.BuiltinOptions, kind), options
    graph.tensors, graph.operators, graph.outputs = tensors, [operator], operator.outputs
    graph.inputs = [i for i in operator.inputs if not tensors[i].buffer]
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
FLOAT, BYTE = schema.TensorType.FLOAT32, schema.TensorType.INT8
random = numpy.random.RandomState(0)
weights = random.randint(-127, 128, (2, 3, 5, 2)).astype(numpy.int8)
x = random.standard_normal((2, 3, 4, 5)).astype(numpy.float32)
wanted = x @ (weights * 0.1)
for batch in ([6], [2, 3]):
    shapes = [([*batch, 4, 5], FLOAT), ([*batch, 5, 2], BYTE, 0.1, 0)], [([*batch, 4, 2], FLOAT)]
    constants = [(1, weights.reshape(*batch, 5, 2))]
    data = model("BATCH_MATMUL", *shapes, "BatchMatMulOptions", schema.BatchMatMulOptionsT(), constants)
    for resolver in RESOLVERS:
        got = run(data, resolver, x.reshape(*batch, 4, 5)).reshape(wanted.shape)
        off = abs(got - wanted).max(axis=(2, 3)).ravel() / abs(wanted).max()
        print(f"batch {batch}: largest difference of each product {off.round(3).tolist()} ({resolver})")
        assert off[:3].max() < 0.02 and (off[3:].max() > 0.1) == (batch == [2, 3])
PYTHON
