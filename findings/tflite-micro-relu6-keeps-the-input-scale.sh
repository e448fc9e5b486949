#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tflite-micro 0.dev20261023182759: RELU6 of int8 disregards the scale and the zero point of its output.
#
# RELU and RELU6 of quantised tensors may have an output with a scale of its own. One would guess that TensorFlow Lite for
# Microcontrollers rescales for both, as ai-edge-litert does, or refuses other scales. Its RELU rescales; its RELU6 limits the
# stored integer of the input and copies it, so that the number that the output stands for is another one: by up to the whole
# range of 6 where the zero points differ. No error or message says so.
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


x = numpy.arange(-128, 128).astype(numpy.int8).reshape(1, 256)
real = (x.astype(int) - 3) * 0.05
for code, limit in {"RELU": 100, "RELU6": 6}.items():
    for scale, zero in [(0.05, 3), (0.05, -128), (0.03, -128)]:
        data = model(code, [([1, 256], schema.TensorType.INT8, 0.05, 3), ([1, 256], schema.TensorType.INT8, scale, zero)], [0])
        want = numpy.clip(real, 0, min(limit, (127 - zero) * scale))
        errors = [abs((run(data, x).astype(int) - zero) * scale - want).max() for run in (by_micro, by_litert)]
        print(f"{code} from scale 0.05, zero point 3 to {scale}, {zero}: off by up to {errors[0]:.2g},",
              f"ai-edge-litert by {errors[1]:.2g}")
        assert errors[1] <= scale and (errors[0] > 3 if code == "RELU6" and zero == -128 else errors[0] <= scale)
PYTHON
