#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tflite2onnx 0.4.1: MIRROR_PAD that repeats its edge becomes one that does not.
#
# MIRROR_PAD has two modes: REFLECT leaves out the edge, and SYMMETRIC repeats it. ONNX has reflect alone. One would guess
# that a converter refuses the other or writes it with Slice and Concat. tflite2onnx does not read the mode: both become
# reflect.
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



x = numpy.array([[0, 1, 2, 3]], numpy.float32)
for name in ["REFLECT", "SYMMETRIC"]:
    options = schema.MirrorPadOptionsT()
    options.mode = getattr(schema.MirrorPadMode, name)
    found, want = run("MIRROR_PAD", x, (1, 8), options, numpy.array([[0, 0], [2, 2]], numpy.int32))
    print(f"{name}: {found[0].tolist()}, LiteRT {want[0].tolist()}")
    assert found[0].tolist() == [2, 1, 0, 1, 2, 3, 2, 1]
    assert want[0].tolist() == ([2, 1, 0, 1, 2, 3, 2, 1] if name == "REFLECT" else [1, 0, 0, 1, 2, 3, 3, 2])
PYTHON
