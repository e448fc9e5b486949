#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tosa-converter-for-tflite 2026.2.0 and ai-edge-litert 2.3.0: PACK along a new last axis makes a batch of 0 from an open one.
#
# Keras' converter marks the batch of all tensors as open (-1 in `shape_signature`). One would guess that an open size stays open,
# as it does for PACK along other axes. For the last axis, the converter computes with the number that MLIR has for an open size,
# which doubled is 0 in 64 bits, and then refuses its own tensor<0x3x4xf32>. Without the signature, the file is converted.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tosa-converter-for-tflite==2026.2.0 ai-edge-litert==2.3.0 flatbuffers==25.12.19 numpy==2.4.6
TMPDIR=$work "$work/venv/bin/python" - <<'PYTHON'
import pathlib
import subprocess
import sys
import tempfile

import flatbuffers
from ai_edge_litert import schema_py_generated as schema

CONVERT = """
import sys
import tosa_converter_for_tflite as converter
converter.tflite_flatbuffer_to_tosa_mlir(*sys.argv[1:], converter.TosaConverterOutputFormat.Text)
"""


def model(axis, is_open):
    """Returns a file that packs two tensors of 1x3x4 along a new axis."""
    sizes = [1, 3, 4]
    packed = [*sizes, 2] if axis == 3 else [1, 2, 3, 4]
    tensors = []
    for i, shape in enumerate((sizes, sizes, packed)):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = f"t{i}", shape, schema.TensorType.FLOAT32, 0
        tensor.shapeSignature = [-1, *shape[1:]] if is_open else None
        tensors.append(tensor)
    options = schema.PackOptionsT()
    options.valuesCount, options.axis = 2, axis
    operator, graph, name, made = schema.OperatorT(), schema.SubGraphT(), schema.OperatorCodeT(), schema.ModelT()
    operator.opcodeIndex, operator.inputs, operator.outputs = 0, [0, 1], [2]
    operator.builtinOptionsType, operator.builtinOptions = schema.BuiltinOptions.PackOptions, options
    graph.tensors, graph.operators, graph.inputs, graph.outputs = tensors, [operator], [0, 1], [2]
    name.builtinCode = name.deprecatedBuiltinCode = schema.BuiltinOperator.PACK
    name.version = 1
    made.version, made.operatorCodes, made.subgraphs, made.buffers = 3, [name], [graph], [schema.BufferT()]
    builder = flatbuffers.Builder(1024)
    builder.Finish(made.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def convert(data):
    """Returns what the converter says, or an empty string."""
    path = pathlib.Path(tempfile.mkdtemp(), "model")
    path.write_bytes(data)
    run = subprocess.run([sys.executable, "-c", CONVERT, str(path), f"{path}.mlir"], capture_output=True, text=True)
    has_result = pathlib.Path(f"{path}.mlir").exists() and run.returncode == 0
    return "" if has_result else next(line for line in (run.stdout + run.stderr).splitlines() if "tensor<0x" in line)


for axis in (1, 3):
    for is_open in (False, True):
        message = convert(model(axis, is_open))
        print(f"axis {axis} of 4, {'an open' if is_open else 'a fixed'} batch:", message.strip() or "converted")
        assert bool(message) == (axis == 3 and is_open)
PYTHON
