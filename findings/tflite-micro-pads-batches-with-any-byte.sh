#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tflite-micro 0.dev20261023182759: SPACE_TO_BATCH_ND fills its padding with a byte that nothing has set.
#
# The operator pads a picture before it cuts it up, with zeros for floats and with the zero point for int8. One would guess that
# TensorFlow Lite for Microcontrollers does so, as ai-edge-litert does. Its kernel fills the padding with a byte that differs
# from one run to the next: int8 padding was 0 or -32 where the zero point is 3, and a float of the padding was 9.97e17, that is
# 0x5d5d5d5d, in one run and 0 in others. Without padding, the result is right. Models with dilated convolutions from older
# converters have this operator.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tflite-micro==0.dev20261023182759 ai-edge-litert==2.3.0 flatbuffers==25.12.19 pyyaml==6.0.4 \
  numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import ai_edge_litert.interpreter as litert
import flatbuffers
import numpy
from ai_edge_litert import schema_py_generated as schema
from tflite_micro.python.tflite_micro import runtime


def model(code, tensors, inputs, options=None):
    """Returns a file with one operator. A tensor is a shape, a type, and its numbers or its scale and zero point."""
    made, graph, operator, name = schema.ModelT(), schema.SubGraphT(), schema.OperatorT(), schema.OperatorCodeT()
    made.buffers, graph.tensors = [schema.BufferT()], []
    for shape, kind, *rest in tensors:
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type, tensor.buffer = f"t{len(graph.tensors)}", shape, kind, 0
        if len(rest) == 1:
            tensor.buffer = len(made.buffers)
            made.buffers.append(schema.BufferT())
            made.buffers[-1].data = list(numpy.int32(rest[0]).tobytes())
        elif rest:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale, tensor.quantization.zeroPoint = [rest[0]], [rest[1]]
        graph.tensors.append(tensor)
    operator.inputs, operator.outputs = list(range(len(tensors) - 1)), [len(tensors) - 1]
    graph.operators, graph.inputs, graph.outputs = [operator], inputs, operator.outputs
    if options:
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, options)
        operator.builtinOptions = getattr(schema, options + "T")()
    name.builtinCode = name.deprecatedBuiltinCode = getattr(schema.BuiltinOperator, code)
    made.version, made.operatorCodes, made.subgraphs = 3, [name], [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(made.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def by_litert(data, x):
    made = litert.Interpreter(model_content=data, experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF)
    made.allocate_tensors()
    made.set_tensor(made.get_input_details()[0]["index"], x)
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"])


def by_micro(data, x):
    made = runtime.Interpreter.from_bytes(data)
    made.set_input(x, 0)
    made.invoke()
    return made.get_output(0)


blocks, pads = ([2], schema.TensorType.INT32, [2, 3]), ([2, 2], schema.TensorType.INT32, [[0, 0], [3, 0]])
for kind, numbers, padding in [(schema.TensorType.FLOAT32, (), 0), (schema.TensorType.INT8, (0.05, 3), 3)]:
    tensors = [([1, 4, 6, 1], kind, *numbers), blocks, pads, ([6, 2, 3, 1], kind, *numbers)]
    data = model("SPACE_TO_BATCH_ND", tensors, [0], "SpaceToBatchNDOptions")
    x = numpy.arange(10, 34).reshape(1, 4, 6, 1).astype(numpy.int8 if numbers else numpy.float32)
    want = by_litert(data, x)
    place = want == padding
    runs = [by_micro(data, x) for _ in range(40)]
    seen = sorted({float(f"{value:.3g}") for found in runs for value in found[place]})
    print(f"{'int8' if numbers else 'float32'}: ai-edge-litert pads with {padding}, tflite-micro with {seen}")
    assert place.sum() == 12 and all((found[~place] == want[~place]).all() for found in runs)
    assert kind == schema.TensorType.FLOAT32 or any(value != padding for value in seen)
PYTHON
