#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: EMBEDDING_LOOKUP takes rows of an int4 table that has an odd number of columns from half a byte early.
#
# Elements of 4 bits lie in memory without gaps, so that one would guess that row 1 of a table of 3 columns is elements 3 to 5. The
# kernel halves the number of the row's first element to get a byte, and begins with its lower half: it returns elements 2 to 4.
# With an even number of columns, rows begin where bytes do, and are right.
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


def tensor(name, shape, kind, buffer=0, scale=None):
    made = schema.TensorT()
    made.name, made.shape, made.type, made.buffer = name, shape, kind, buffer
    if scale:
        made.quantization = schema.QuantizationParametersT()
        made.quantization.scale, made.quantization.zeroPoint = [scale], [0]
    return made


def model(table):
    """Returns a file that looks up one row of a table of int4, whose scale is 1."""
    elements = table.reshape(-1).astype(numpy.uint8) & 15
    content = schema.BufferT()
    content.data = elements[0::2] | elements[1::2] << 4
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.EMBEDDING_LOOKUP
    code.version = 1
    operator = schema.OperatorT()
    operator.inputs, operator.outputs = [0, 1], [2]
    graph = schema.SubGraphT()
    graph.tensors = [tensor("row", [1], schema.TensorType.INT32),
                     tensor("table", list(table.shape), schema.TensorType.INT4, 1, 1.0),
                     tensor("found", [1, table.shape[1]], schema.TensorType.FLOAT32)]
    graph.inputs, graph.outputs, graph.operators = [0], [2], [operator]
    made = schema.ModelT()
    made.version, made.operatorCodes, made.subgraphs = 3, [code], [graph]
    made.buffers = [schema.BufferT(), content]
    builder = flatbuffers.Builder(1024)
    builder.Finish(made.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def look_up(table, row):
    interpreter = litert.Interpreter(
        model_content=model(table), experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], numpy.int32([row]))
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"]).reshape(-1).tolist()


for columns in (3, 4):
    table = numpy.arange(1, 2 * columns + 1).reshape(2, columns) - 4
    rows = [look_up(table, row) for row in (0, 1)]
    print(f"{table.tolist()}: the rows are {rows}")
    early = table.reshape(-1)[columns - columns % 2:][:columns].tolist()
    assert rows == [table[0].tolist(), early], rows
    assert (early == table[1].tolist()) == (columns == 4)
PYTHON
