#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tosa-converter-for-tflite 2026.2.0 and ai-edge-litert 2.3.0: BUCKETIZE of integers has its boundaries rounded to
# integers.
#
# Boundaries are floats in the file, whatever the type of the input is. LiteRT compares with them: 0 is before 0.5.
# The converter writes them as integers and cuts off the fraction, so that 0 is not before any, and falls into the
# next bucket.
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


def model(code, inputs, outputs, kind, options):
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
    operator.builtinOptionsType, operator.builtinOptions = getattr(schema.BuiltinOptions, kind), options
    graph.tensors, graph.operators, graph.outputs = tensors, [operator], operator.outputs
    graph.inputs = operator.inputs
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


tensor = ([3], schema.TensorType.INT32)
options = schema.BucketizeOptionsT()
options.boundaries = [0.5]
data = model("BUCKETIZE", [tensor], [tensor], "BucketizeOptions", options)
x = numpy.int32([-1, 0, 1])
(boundary,) = re.findall(r"dense<(-?\d+)> : tensor<1x1xi32>", tosa(data))
got = run(data, x).tolist()
print(f"boundary 0.5: LiteRT puts {x.tolist()} into the buckets {got}")
print(f"the converter compares with {boundary}: {[int(each >= int(boundary)) for each in x]}")
assert got == [0, 0, 1] and boundary == "0"
PYTHON
