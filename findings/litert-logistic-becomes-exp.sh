#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: the reference kernel of LOGISTIC returns exp(x) below -9.
#
# One would guess that a reference kernel computes 1 / (1 + exp(-x)) as precisely as float32 allows, and that optimised
# kernels may be less precise. It is the other way round: below -9 the reference leaves out the 1, which is 1.2e-4 of
# the result there (1,000 units of float32's precision), and the function jumps up where x falls from -9 to -9.0001. The
# default kernel stays within 2e-7.
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


def model(code, inputs, outputs):
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
tensor = ([4], schema.TensorType.FLOAT32)
data, x = model("LOGISTIC", [tensor], [tensor]), numpy.float32([-8.99, -9.0001, -9.1, -10])
wanted = 1 / (1 + numpy.exp(-x.astype(float)))
reference, default = (run(data, resolver, x) / wanted - 1 for resolver in RESOLVERS)
print("x:", x.tolist())
print("relative difference from the sigmoid, reference:", [f"{each:.1e}" for each in reference])
print("relative difference from the sigmoid, default:  ", [f"{each:.1e}" for each in default])
assert abs(default).max() < 1e-6 and abs(reference[0]) < 1e-6 and abs(reference[1] - 1.23e-4) < 1e-6
PYTHON
