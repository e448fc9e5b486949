#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: RESIZE_NEAREST_NEIGHBOR computes positions in float32, and takes the element before one that is
# exact.
#
# From 2 elements to 41, output 20 is in the middle: its position (20 + 0.5) * 2 / 41 is 1, without any rounding. One
# would guess that it takes element 1. The kernel multiplies by the rounded quotient 2 / 41 in float32, gets less than
# 1, and takes element 0, so that a mirrored image does not give the mirrored result.
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
    """Returns a file with one operator, whose tensors have a shape and a type;
    those of `constants` have their numbers in the file."""
    made, tensors = schema.ModelT(), []
    made.buffers = [schema.BufferT()]
    for shape, type_ in (*inputs, *outputs):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = f"t{len(tensors)}", shape, type_, 0
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
FLOAT, INT32 = schema.TensorType.FLOAT32, schema.TensorType.INT32
options = schema.ResizeNearestNeighborOptionsT()
options.halfPixelCenters = True


def resized(size, wanted, resolver):
    inputs, outputs = [([1, size, 1, 1], FLOAT), ([2], INT32)], [([1, wanted, 1, 1], FLOAT)]
    shape = [(1, numpy.int32([wanted, 1]))]
    data = model("RESIZE_NEAREST_NEIGHBOR", inputs, outputs, "ResizeNearestNeighborOptions", options, shape)
    return run(data, resolver, numpy.arange(size, dtype=numpy.float32).reshape(1, size, 1, 1)).ravel().astype(int)


for resolver in RESOLVERS:
    got = resized(2, 41, resolver)
    print(f"2 to 41: outputs 18 to 22 take the elements {got[18:23].tolist()} ({resolver})")
    assert got[20] == 0 and (2 * 20 + 1) * 2 // (2 * 41) == 1
missed = 0
for size in range(2, 12):
    for wanted in range(size, 60):
        exact = (2 * numpy.arange(wanted) + 1) * size // (2 * wanted)
        missed += not numpy.array_equal(resized(size, wanted, "BUILTIN_REF"), exact)
print(f"{missed} of {sum(60 - size for size in range(2, 12))} pairs of sizes have such an element")
assert missed
PYTHON
