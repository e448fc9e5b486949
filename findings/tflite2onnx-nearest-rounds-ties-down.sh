#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tflite2onnx 0.4.1: a nearest resize takes the element before each tie, where LiteRT takes the one behind.
#
# RESIZE_NEAREST_NEIGHBOR with half pixels takes the element at floor((i + 0.5) * scale), and with aligned corners rounds ties
# away from 0: a position between two elements belongs to the second. Resize of ONNX has nearest_mode for this, and
# round_prefer_ceil says it. One would guess that a converter that writes the attribute writes that. tflite2onnx writes
# round_prefer_floor: four elements become two by taking the first of each pair instead of the second.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tflite2onnx==0.4.1 tflite==2.18.0 ai-edge-litert==2.3.0 flatbuffers==25.12.19 \
  onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import flatbuffers
import numpy
import onnxruntime
import tflite2onnx
from ai_edge_litert import interpreter as litert
from ai_edge_litert import schema_py_generated as schema

FLOAT, INT = schema.TensorType.FLOAT32, schema.TensorType.INT32


def run(code, x, shape, options, *constants):
    """Returns what onnxruntime answers for the converted operator, and LiteRT for the operator itself."""
    made, operator, graph, name = schema.ModelT(), schema.OperatorT(), schema.SubGraphT(), schema.OperatorCodeT()
    made.buffers, graph.tensors = [schema.BufferT()], []
    for values, type_ in [(x, FLOAT), *[(constant, INT) for constant in constants], (numpy.zeros(shape), FLOAT)]:
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = f"t{len(graph.tensors)}", values.shape, type_, 0
        if type_ == INT:
            tensor.buffer = len(made.buffers)
            made.buffers.append(schema.BufferT())
            made.buffers[-1].data = numpy.frombuffer(values.tobytes(), numpy.uint8)
        graph.tensors.append(tensor)
    operator.opcodeIndex, operator.inputs, operator.outputs = 0, list(range(1 + len(constants))), [1 + len(constants)]
    operator.builtinOptionsType = getattr(schema.BuiltinOptions, type(options).__name__[:-1])
    operator.builtinOptions = options
    graph.operators, graph.inputs, graph.outputs = [operator], [0], operator.outputs
    name.builtinCode = name.deprecatedBuiltinCode = getattr(schema.BuiltinOperator, code)
    name.version = 1
    made.version, made.operatorCodes, made.subgraphs = 3, [name], [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(made.Pack(builder), b"TFL3")
    with open("model.tflite", "wb") as file:
        file.write(builder.Output())
    tflite2onnx.convert("model.tflite", "model.onnx")
    session = onnxruntime.InferenceSession("model.onnx")
    (found,) = session.run(None, {session.get_inputs()[0].name: x.reshape(session.get_inputs()[0].shape)})
    interpreter = litert.Interpreter("model.tflite")
    interpreter.allocate_tensors()
    interpreter.set_tensor(0, x)
    interpreter.invoke()
    return found, interpreter.get_tensor(1 + len(constants))



x = numpy.arange(4, dtype=numpy.float32).reshape(1, 1, 4, 1)
for name, size in [("halfPixelCenters", 2), ("halfPixelCenters", 6), ("halfPixelCenters", 8), ("alignCorners", 3)]:
    options = schema.ResizeNearestNeighborOptionsT()
    setattr(options, name, True)
    found, want = run("RESIZE_NEAREST_NEIGHBOR", x, (1, 1, size, 1), options, numpy.array([1, size], numpy.int32))
    print(f"{name}, four to {size}: {found.ravel().tolist()}, LiteRT {want.ravel().tolist()}")
    places = (numpy.arange(size) + 0.5) * 4 / size - 0.5 if name == "halfPixelCenters" else numpy.arange(size) * 3 / (size - 1)
    assert want.ravel().tolist() == numpy.floor(places + 0.5).tolist()
    assert found.ravel().tolist() == numpy.maximum(numpy.ceil(places - 0.5), 0).tolist()
    assert numpy.array_equal(found.ravel(), want.ravel()) == (size == 8)
PYTHON
