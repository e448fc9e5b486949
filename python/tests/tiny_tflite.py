# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes .tflite files with one operator, for cases that no available file covers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def tiny_tflite(
    operator: str = "RELU",
    *,
    custom: str = "",
    inputs: Sequence[str] = ("a",),
    output: str = "b",
    shape: Sequence[int] = (1, 4),
    dynamic: bool = False,
    scale: float | None = 0.5,
    zero_point: int = 3,
    signature: tuple[Sequence[str], str] | None = None,
    types: tuple[str, str] | None = None,
) -> bytes:
    """Returns a model with one operator, all of whose tensors have one shape.

    `types` are the types of the inputs and of the output: by default int8, or float if there is no scale. A float
    tensor has no scale.
    """
    import flatbuffers
    import tflite

    b: Any = flatbuffers.Builder(1024)

    def offsets(start: Callable[[Any, int], Any], values: Sequence[int]) -> Any:
        start(b, len(values))
        for value in reversed(values):
            b.PrependUOffsetTRelative(value)
        return b.EndVector()

    def int32s(start: Callable[[Any, int], Any], values: Sequence[int]) -> Any:
        start(b, len(values))
        for value in reversed(values):
            b.PrependInt32(value)
        return b.EndVector()

    def tensor(name: str, kind: str) -> Any:
        text = b.CreateString(name) if name else None
        sizes = int32s(tflite.TensorStartShapeVector, shape)
        open_sizes = int32s(tflite.TensorStartShapeSignatureVector, [-1, *shape[1:]]) if dynamic else None
        quantization = None
        if scale is not None and kind != "FLOAT32":
            tflite.QuantizationParametersStartScaleVector(b, 1)
            b.PrependFloat32(scale)
            scales = b.EndVector()
            tflite.QuantizationParametersStartZeroPointVector(b, 1)
            b.PrependInt64(zero_point)
            zero_points = b.EndVector()
            tflite.QuantizationParametersStart(b)
            tflite.QuantizationParametersAddScale(b, scales)
            tflite.QuantizationParametersAddZeroPoint(b, zero_points)
            quantization = tflite.QuantizationParametersEnd(b)
        tflite.TensorStart(b)
        if text is not None:
            tflite.TensorAddName(b, text)
        tflite.TensorAddShape(b, sizes)
        tflite.TensorAddType(b, getattr(tflite.TensorType, kind))
        if open_sizes is not None:
            tflite.TensorAddShapeSignature(b, open_sizes)
        if quantization is not None:
            tflite.TensorAddQuantization(b, quantization)
        return tflite.TensorEnd(b)

    def signature_entry(name: str, index: int) -> Any:
        text = b.CreateString(name)
        tflite.TensorMapStart(b)
        tflite.TensorMapAddName(b, text)
        tflite.TensorMapAddTensorIndex(b, index)
        return tflite.TensorMapEnd(b)

    count = len(inputs)
    default = "FLOAT32" if scale is None else "INT8"
    input_type, output_type = types or (default, default)
    made = [*(tensor(name, input_type) for name in inputs), tensor(output, output_type)]
    tensors = offsets(tflite.SubGraphStartTensorsVector, made)
    ins, outs = int32s(tflite.OperatorStartInputsVector, range(count)), int32s(
        tflite.OperatorStartOutputsVector, [count]
    )
    tflite.OperatorStart(b)
    tflite.OperatorAddOpcodeIndex(b, 0)
    tflite.OperatorAddInputs(b, ins)
    tflite.OperatorAddOutputs(b, outs)
    operators = offsets(tflite.SubGraphStartOperatorsVector, [tflite.OperatorEnd(b)])
    ins, outs = int32s(tflite.SubGraphStartInputsVector, range(count)), int32s(
        tflite.SubGraphStartOutputsVector, [count]
    )
    graph_name = b.CreateString("main")
    tflite.SubGraphStart(b)
    tflite.SubGraphAddTensors(b, tensors)
    tflite.SubGraphAddInputs(b, ins)
    tflite.SubGraphAddOutputs(b, outs)
    tflite.SubGraphAddOperators(b, operators)
    tflite.SubGraphAddName(b, graph_name)
    subgraphs = offsets(tflite.ModelStartSubgraphsVector, [tflite.SubGraphEnd(b)])

    number = tflite.BuiltinOperator.CUSTOM if custom else getattr(tflite.BuiltinOperator, operator)
    custom_name = b.CreateString(custom) if custom else None
    tflite.OperatorCodeStart(b)
    tflite.OperatorCodeAddBuiltinCode(b, number)
    tflite.OperatorCodeAddDeprecatedBuiltinCode(b, min(number, 127))
    tflite.OperatorCodeAddVersion(b, 1)
    if custom_name is not None:
        tflite.OperatorCodeAddCustomCode(b, custom_name)
    codes = offsets(tflite.ModelStartOperatorCodesVector, [tflite.OperatorCodeEnd(b)])
    tflite.BufferStart(b)
    buffers = offsets(tflite.ModelStartBuffersVector, [tflite.BufferEnd(b)])

    signatures = None
    if signature is not None:
        names, result = signature
        sig_ins = offsets(
            tflite.SignatureDefStartInputsVector, [signature_entry(name, i) for i, name in enumerate(names)]
        )
        sig_outs = offsets(tflite.SignatureDefStartOutputsVector, [signature_entry(result, count)])
        key = b.CreateString("serving_default")
        tflite.SignatureDefStart(b)
        tflite.SignatureDefAddInputs(b, sig_ins)
        tflite.SignatureDefAddOutputs(b, sig_outs)
        tflite.SignatureDefAddSignatureKey(b, key)
        tflite.SignatureDefAddSubgraphIndex(b, 0)
        signatures = offsets(tflite.ModelStartSignatureDefsVector, [tflite.SignatureDefEnd(b)])
    tflite.ModelStart(b)
    tflite.ModelAddVersion(b, 3)
    tflite.ModelAddOperatorCodes(b, codes)
    tflite.ModelAddSubgraphs(b, subgraphs)
    tflite.ModelAddBuffers(b, buffers)
    if signatures is not None:
        tflite.ModelAddSignatureDefs(b, signatures)
    b.Finish(tflite.ModelEnd(b), b"TFL3")
    return bytes(b.Output())
