#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: BUILTIN_REF does not know CEIL, ROUND and ELU.
#
# The resolvers differ in which kernel of an operator they take, so that one would guess that both have all operators.
# CEIL, ROUND and ELU have a single kernel, which only the default resolver lists: a model with one of them loads there,
# and is refused as if the file were too new with reference kernels. FLOOR loads in both.
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
for code, functions in (("FLOOR", numpy.floor), ("CEIL", numpy.ceil), ("ROUND", numpy.round), ("ELU", None)):
    data, x = model(code, [tensor], [tensor]), numpy.float32([0.5, 1.5, -2.5, 0.2])
    got = run(data, RESOLVERS[1], x)
    assert functions is None or numpy.array_equal(got, functions(x))
    try:
        found = str(run(data, RESOLVERS[0], x).tolist())
    except ValueError as error:
        found = str(error)[:45]
    print(f"{code}: {found} (reference), {got.tolist()} (default)")
    assert ("Didn't find op" in found) == (code != "FLOOR")
PYTHON
