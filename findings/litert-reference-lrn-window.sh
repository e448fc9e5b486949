#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ai-edge-litert 2.3.0: the reference kernel of LOCAL_RESPONSE_NORMALIZATION leaves out the last channel of its window.
#
# A radius of r means the channels from c - r to c + r. The optimised kernel and TensorFlow take these 2r + 1 channels. One
# would guess that the reference kernels define what the optimised ones compute. The reference takes c - r to c + r - 1: with
# a radius of 0, not even the channel itself, so that the output is the input.
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


def model(radius):
    """Returns a file whose only operator normalises 5 channels with bias 1, alpha 1 and beta 1."""
    b = flatbuffers.Builder(1024)

    def vector(start, values, prepend):
        start(b, len(values))
        for value in reversed(values):
            prepend(value)
        return b.EndVector()

    def tensor(name):
        text = b.CreateString(name)
        shape = vector(tflite.TensorStartShapeVector, [1, 1, 1, 5], b.PrependInt32)
        tflite.TensorStart(b)
        tflite.TensorAddShape(b, shape)
        tflite.TensorAddType(b, tflite.TensorType.FLOAT32)
        tflite.TensorAddName(b, text)
        return tflite.TensorEnd(b)

    tensors = vector(tflite.SubGraphStartTensorsVector, [tensor("x"), tensor("y")], b.PrependUOffsetTRelative)
    tflite.LocalResponseNormalizationOptionsStart(b)
    tflite.LocalResponseNormalizationOptionsAddRadius(b, radius)
    tflite.LocalResponseNormalizationOptionsAddBias(b, 1)
    tflite.LocalResponseNormalizationOptionsAddAlpha(b, 1)
    tflite.LocalResponseNormalizationOptionsAddBeta(b, 1)
    options = tflite.LocalResponseNormalizationOptionsEnd(b)
    read = vector(tflite.OperatorStartInputsVector, [0], b.PrependInt32)
    made = vector(tflite.OperatorStartOutputsVector, [1], b.PrependInt32)
    tflite.OperatorStart(b)
    tflite.OperatorAddInputs(b, read)
    tflite.OperatorAddOutputs(b, made)
    tflite.OperatorAddBuiltinOptionsType(b, tflite.BuiltinOptions.LocalResponseNormalizationOptions)
    tflite.OperatorAddBuiltinOptions(b, options)
    operators = vector(tflite.SubGraphStartOperatorsVector, [tflite.OperatorEnd(b)], b.PrependUOffsetTRelative)
    inputs = vector(tflite.SubGraphStartInputsVector, [0], b.PrependInt32)
    outputs = vector(tflite.SubGraphStartOutputsVector, [1], b.PrependInt32)
    tflite.SubGraphStart(b)
    tflite.SubGraphAddTensors(b, tensors)
    tflite.SubGraphAddInputs(b, inputs)
    tflite.SubGraphAddOutputs(b, outputs)
    tflite.SubGraphAddOperators(b, operators)
    graphs = vector(tflite.ModelStartSubgraphsVector, [tflite.SubGraphEnd(b)], b.PrependUOffsetTRelative)
    tflite.OperatorCodeStart(b)
    tflite.OperatorCodeAddDeprecatedBuiltinCode(b, tflite.BuiltinOperator.LOCAL_RESPONSE_NORMALIZATION)
    tflite.OperatorCodeAddBuiltinCode(b, tflite.BuiltinOperator.LOCAL_RESPONSE_NORMALIZATION)
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


def run(data, resolver):
    made = litert.Interpreter(model_content=data, experimental_op_resolver_type=resolver)
    made.allocate_tensors()
    made.set_tensor(made.get_input_details()[0]["index"], numpy.ones((1, 1, 1, 5), dtype=numpy.float32))
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"]).ravel()


resolvers = litert.OpResolverType
for radius in (0, 1):
    reference, default = (run(model(radius), each) for each in (resolvers.BUILTIN_REF,
                                                                resolvers.BUILTIN_WITHOUT_DEFAULT_DELEGATES))
    print(f"radius {radius}, ones: reference {reference.round(4).tolist()}, default {default.round(4).tolist()}")
    channels = numpy.arange(5)
    whole = [((channels >= c - radius) & (channels <= c + radius)).sum() for c in channels]
    short = [((channels >= c - radius) & (channels < c + radius)).sum() for c in channels]
    assert numpy.allclose(default, 1 / (1 + numpy.array(whole)), rtol=1e-5)
    assert numpy.allclose(reference, 1 / (1 + numpy.array(short)), rtol=1e-5)
PYTHON
