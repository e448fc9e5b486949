#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tflite2onnx 0.4.1: the masks of a STRIDED_SLICE belong to the axes from last to first.
#
# begin_mask and end_mask of a STRIDED_SLICE have a bit for each axis, the lowest for the first: 1 says that the first axis
# begins at its first element, whatever begin says. One would guess that a converter counts bits so. tflite2onnx writes the
# masks as digits and takes these from the left: 1 opens the last axis. Slices with masks that are the same both ways are
# right.
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



x = numpy.arange(12, dtype=numpy.float32).reshape(3, 4)
begin, end, steps = (numpy.array(values, numpy.int32) for values in ([1, 1], [2, 3], [1, 1]))
for masks in [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (3, 3)]:
    options = schema.StridedSliceOptionsT()
    options.beginMask, options.endMask = masks
    bits = [[mask >> axis & 1 for mask in masks] for axis in (0, 1)]
    exact, turned = (x[0 if one[0] else 1:3 if one[1] else 2, 0 if other[0] else 1:4 if other[1] else 3]
                     for one, other in (bits, bits[::-1]))
    found, want = run("STRIDED_SLICE", x, exact.shape, options, begin, end, steps)
    print(f"begin_mask {masks[0]}, end_mask {masks[1]}: {found.astype(int).tolist()}, LiteRT {want.astype(int).tolist()}")
    assert numpy.array_equal(want, exact) and numpy.array_equal(found, turned)
PYTHON
