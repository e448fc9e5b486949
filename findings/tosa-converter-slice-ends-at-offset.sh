#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tosa-converter-for-tflite 2026.2.0 and ai-edge-litert 2.3.0: STRIDED_SLICE ignores offset=True.
#
# With this attribute, an end counts from the begin: begin 1 and end 2 are the elements 1 and 2. LiteRT follows it. The
# converter takes the ends for positions, makes a slice of one element, and casts the result to a shape that is not
# known.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tosa-converter-for-tflite==2026.2.0 ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
TMPDIR=$work "$work/venv/bin/python" - <<'PYTHON'
import pathlib
import re
import tempfile

import flatbuffers
import numpy
import tosa_converter_for_tflite as converter
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


def tosa(data):
    """Returns the text of the converted file."""
    path = pathlib.Path(tempfile.mkdtemp(), "model")
    path.write_bytes(data)
    converter.tflite_flatbuffer_to_tosa_mlir(str(path), f"{path}.mlir", converter.TosaConverterOutputFormat.Text)
    return pathlib.Path(f"{path}.mlir").read_text()


def run(data, *inputs):
    kernels = litert.OpResolverType["BUILTIN_REF"]
    made = litert.Interpreter(model_content=data, experimental_op_resolver_type=kernels)
    made.allocate_tensors()
    for detail, values in zip(made.get_input_details(), inputs):
        made.set_tensor(detail["index"], values)
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"])


FLOAT, INT32 = schema.TensorType.FLOAT32, schema.TensorType.INT32
options = schema.StridedSliceOptionsT()
options.offset = True
inputs = [([4, 5, 6], FLOAT), *[([3], INT32)] * 3]
constants = [(1, numpy.int32([1, 1, 2])), (2, numpy.int32([2, 2, 3])), (3, numpy.int32([1, 1, 1]))]
data = model("STRIDED_SLICE", inputs, [([2, 2, 3], FLOAT)], "StridedSliceOptions", options, constants)
got = run(data, numpy.zeros((4, 5, 6), numpy.float32)).shape
(made,) = re.findall(r"tosa.slice .* -> tensor<(\w+)xf32>", tosa(data))
print(f"begin [1, 1, 2], end [2, 2, 3], offset: LiteRT's result is {got}, the converter's {made}")
assert got == (2, 2, 3) and made == "1x1x1"
PYTHON
