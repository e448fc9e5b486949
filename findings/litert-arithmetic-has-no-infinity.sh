#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: ADD, SUB, MUL and DIV of floats never return an infinity.
#
# A fused activation of NONE reads as "no limits", so that one would guess IEEE's results. The kernels limit each result to the
# range of finite floats instead, in the reference and in the default kernels: 1 / 0 and inf - 0 are 3.4028235e+38. A NaN
# stays one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q ai-edge-litert==2.3.0 tflite==2.18.0 flatbuffers==25.12.19 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import flatbuffers
import numpy
import tflite
from ai_edge_litert import interpreter as litert


def model(code, options_name):
    """Returns a file whose only operator has two inputs of 3 floats, and no activation."""
    b = flatbuffers.Builder(1024)

    def vector(start, values, prepend):
        start(b, len(values))
        for value in reversed(values):
            prepend(value)
        return b.EndVector()

    def tensor(name):
        text = b.CreateString(name)
        shape = vector(tflite.TensorStartShapeVector, [3], b.PrependInt32)
        tflite.TensorStart(b)
        tflite.TensorAddShape(b, shape)
        tflite.TensorAddType(b, tflite.TensorType.FLOAT32)
        tflite.TensorAddName(b, text)
        return tflite.TensorEnd(b)

    tensors = vector(tflite.SubGraphStartTensorsVector, [tensor(n) for n in "xyz"], b.PrependUOffsetTRelative)
    getattr(tflite, f"{options_name}Start")(b)
    options = getattr(tflite, f"{options_name}End")(b)
    read = vector(tflite.OperatorStartInputsVector, [0, 1], b.PrependInt32)
    made = vector(tflite.OperatorStartOutputsVector, [2], b.PrependInt32)
    tflite.OperatorStart(b)
    tflite.OperatorAddInputs(b, read)
    tflite.OperatorAddOutputs(b, made)
    tflite.OperatorAddBuiltinOptionsType(b, getattr(tflite.BuiltinOptions, options_name))
    tflite.OperatorAddBuiltinOptions(b, options)
    operators = vector(tflite.SubGraphStartOperatorsVector, [tflite.OperatorEnd(b)], b.PrependUOffsetTRelative)
    inputs = vector(tflite.SubGraphStartInputsVector, [0, 1], b.PrependInt32)
    outputs = vector(tflite.SubGraphStartOutputsVector, [2], b.PrependInt32)
    tflite.SubGraphStart(b)
    tflite.SubGraphAddTensors(b, tensors)
    tflite.SubGraphAddInputs(b, inputs)
    tflite.SubGraphAddOutputs(b, outputs)
    tflite.SubGraphAddOperators(b, operators)
    graphs = vector(tflite.ModelStartSubgraphsVector, [tflite.SubGraphEnd(b)], b.PrependUOffsetTRelative)
    tflite.OperatorCodeStart(b)
    tflite.OperatorCodeAddDeprecatedBuiltinCode(b, code)
    tflite.OperatorCodeAddBuiltinCode(b, code)
    tflite.OperatorCodeAddVersion(b, 1)
    codes = vector(tflite.ModelStartOperatorCodesVector, [tflite.OperatorCodeEnd(b)], b.PrependUOffsetTRelative)
    tflite.BufferStart(b)
    buffers = vector(tflite.ModelStartBuffersVector, [tflite.BufferEnd(b)], b.PrependUOffsetTRelative)
    tflite.ModelStart(b)
    tflite.ModelAddVersion(b, 3)
    tflite.ModelAddOperatorCodes(b, codes)
    tflite.ModelAddSubgraphs(b, graphs)
    tflite.ModelAddBuffers(b, buffers)
    b.Finish(tflite.ModelEnd(b), file_identifier=b"TFL3")
    return bytes(b.Output())


def run(data, resolver, x, y):
    made = litert.Interpreter(model_content=data, experimental_op_resolver_type=resolver)
    made.allocate_tensors()
    for detail, values in zip(made.get_input_details(), (x, y)):
        made.set_tensor(detail["index"], numpy.float32(values))
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"]).tolist()


largest, inf = float(numpy.finfo(numpy.float32).max), float("inf")
cases = {"ADD": ([inf, -inf, inf], [0, 0, -inf]), "SUB": ([inf, -inf, inf], [0, 0, inf]),
         "MUL": ([1e38, -1e38, inf], [1e38, 1e38, 0]), "DIV": ([1, -1, 0], [0, 0, 0])}
for name, (x, y) in cases.items():
    data = model(getattr(tflite.BuiltinOperator, name), f"{name.capitalize()}Options")
    for resolver in ("BUILTIN_REF", "BUILTIN_WITHOUT_DEFAULT_DELEGATES"):
        got = run(data, getattr(litert.OpResolverType, resolver), x, y)
        print(f"{name} of {x} and {y}: {got} ({resolver})")
        assert got[:2] == [largest, -largest] and got[2] != got[2], got
PYTHON
