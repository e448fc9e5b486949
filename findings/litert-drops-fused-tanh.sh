#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: ADD ignores a fused activation of TANH or SIGN_BIT.
#
# The format allows these two as activations that are part of an operator. One would guess that a kernel either applies
# them or refuses the file, as FULLY_CONNECTED does. ADD loads the file and returns the plain sum; RELU is applied.
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
FLOAT = schema.TensorType.FLOAT32
x, y = numpy.float32([1, 2, -3]), numpy.float32([1, 1, 1])
for activation, wanted in (("RELU", [2, 3, 0]), ("TANH", [2, 3, -2]), ("SIGN_BIT", [2, 3, -2])):
    options = schema.AddOptionsT()
    options.fusedActivationFunction = getattr(schema.ActivationFunctionType, activation)
    data = model("ADD", [([3], FLOAT)] * 2, [([3], FLOAT)], "AddOptions", options)
    for resolver in RESOLVERS:
        got = run(data, resolver, x, y).tolist()
        print(f"ADD with {activation}: {got} ({resolver})")
        assert got == wanted
options = schema.FullyConnectedOptionsT()
options.fusedActivationFunction = schema.ActivationFunctionType.TANH
dense = [([1, 2], FLOAT), ([1, 2], FLOAT)], [([1, 1], FLOAT)], "FullyConnectedOptions", options
ones = numpy.ones((1, 2), numpy.float32)
try:
    run(model("FULLY_CONNECTED", *dense, [(1, ones)]), RESOLVERS[0], ones)
    raise SystemExit("FULLY_CONNECTED takes TANH")
except RuntimeError as error:
    print("FULLY_CONNECTED with TANH:", str(error)[-60:])
PYTHON
