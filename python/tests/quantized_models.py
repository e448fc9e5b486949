# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks that onnxruntime's tools quantise, in the forms that they know."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from onnx_models import Graph

import tirc

quantization = pytest.importorskip("onnxruntime.quantization", reason="needs onnxruntime")
Kind = quantization.QuantType


def cnn() -> Any:
    """Convolutions with a branch that is added, and one that is put beside; pooling; a dense layer; probabilities."""
    g = Graph()
    x = g.add("Relu", g.conv("image", 3, 8, 3, pads=[1, 1, 1, 1], strides=[2, 2]))
    y = g.add("Relu", g.conv(x, 8, 8, 3, pads=[1, 1, 1, 1]))
    x = g.add("Relu", g.add("Add", x, g.conv(y, 8, 8, 1)))
    y = g.add("Clip", g.conv(x, 8, 8, 1), g.constant(np.float32(0)), g.constant(np.float32(6)))
    x = g.add("MaxPool", g.add("Concat", x, y, axis=1), kernel_shape=[2, 2], strides=[2, 2])
    x = g.add("AveragePool", x, kernel_shape=[3, 3])
    x = g.add("Relu", g.add("Gemm", g.add("Flatten", x), g.weight(64, 24), g.weight(24)))
    g.add("Softmax", g.add("Gemm", x, g.weight(5, 24), g.weight(5), transB=1), out="y")
    return g.model({"image": [1, 3, 16, 16]}, {"y": [1, 5]})


def depthwise_cnn() -> Any:
    """Separable convolutions with other activations, as in MobileNet, an upsampling and a transposed convolution."""
    g = Graph()
    x = g.add("HardSwish", g.conv("image", 3, 8, 3, pads=[0, 0, 1, 1], strides=[2, 2]))
    x = g.add("Relu", g.conv(x, 8, 8, 3, group=8, pads=[1, 1, 1, 1]))
    x = g.conv(x, 8, 12, 1)
    x = g.add("Sigmoid", g.conv(x, 12, 12, 3, group=12, pads=[1, 1, 1, 1], strides=[2, 2]))
    gate = g.add("Sigmoid", g.conv(g.add("GlobalAveragePool", x), 12, 12, 1))
    x = g.add("Mul", x, gate)
    sizes = g.constant(np.array([], np.float32)), g.constant(np.array([1, 1, 2, 2], np.float32))
    x = g.add("Resize", x, *sizes, mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    x = g.add("ConvTranspose", x, g.weight(12, 4, 2, 2), g.weight(4), kernel_shape=[2, 2], strides=[2, 2])
    g.add("Tanh", g.add("LeakyRelu", x, alpha=0.1), out="y")
    return g.model({"image": [1, 3, 16, 16]}, {"y": [1, 4, 16, 16]})


def transformer() -> Any:
    """Attention with two heads, and two dense layers, each with its sum and its normalisation."""
    g = Graph()
    steps, width, heads = 6, 16, 2

    def heads_of(name: str, perm: list[int]) -> str:
        x = g.add("Add", g.add("MatMul", name, g.weight(width, width)), g.weight(width))
        shape = g.constant(np.array([1, steps, heads, width // heads]))
        return g.add("Transpose", g.add("Reshape", x, shape), perm=perm)

    def normalised(x: str, y: str, out: str = "") -> str:
        return g.add("LayerNormalization", g.add("Add", x, y), g.weight(width, positive=True), g.weight(width), out=out)

    scores = g.add("MatMul", heads_of("x", [0, 2, 1, 3]), heads_of("x", [0, 2, 3, 1]))
    scores = g.add("Softmax", g.add("Mul", scores, g.constant(np.float32(8**-0.5))), axis=-1)
    y = g.add("Transpose", g.add("MatMul", scores, heads_of("x", [0, 2, 1, 3])), perm=[0, 2, 1, 3])
    y = g.add("MatMul", g.add("Reshape", y, g.constant(np.array([1, steps, width]))), g.weight(width, width))
    x = normalised("x", y)
    y = g.add("Relu", g.add("Add", g.add("MatMul", x, g.weight(width, 32)), g.weight(32)))
    normalised(x, g.add("MatMul", y, g.weight(32, width)), out="y")
    return g.model({"x": [1, steps, width]}, {"y": [1, steps, width]})


def wake_word() -> Any:
    """Convolutions along the time, one of them depthwise, and a score."""
    g = Graph()

    def conv(x: str, ins: int, outs: int, kernel: int, **attributes: Any) -> str:
        weights = g.weight(outs, ins // attributes.get("group", 1), kernel), g.weight(outs)
        return g.add("Relu", g.add("Conv", x, *weights, kernel_shape=[kernel], **attributes))

    x = conv("x", 10, 16, 5, strides=[2], pads=[2, 2])
    x = conv(conv(x, 16, 16, 3, group=16, pads=[2, 0], dilations=[1]), 16, 16, 1)
    x = g.add("MaxPool", x, kernel_shape=[2], strides=[2])
    x = g.add("Reshape", g.add("GlobalAveragePool", x), g.constant(np.array([1, 16])))
    g.add("Sigmoid", g.add("Gemm", x, g.weight(1, 16), g.weight(1), transB=1), out="y")
    return g.model({"x": [1, 10, 40]}, {"y": [1, 1]})


def lstm() -> Any:
    """A recurrent layer between dense layers."""
    g = Graph()
    width, hidden, steps = 8, 12, 5
    x = g.add("Relu", g.add("MatMul", "x", g.weight(6, width)))
    weights = g.weight(1, 4 * hidden, width), g.weight(1, 4 * hidden, hidden), g.weight(1, 8 * hidden)
    x = g.add("Squeeze", g.add("LSTM", x, *weights, hidden_size=hidden), g.constant(np.array([1])))
    g.add("Softmax", g.add("MatMul", x, g.weight(hidden, 4)), axis=-1, out="y")
    return g.model({"x": [steps, 1, 6]}, {"y": [steps, 1, 4]})


NETWORKS: dict[str, Callable[[], Any]] = {
    "cnn": cnn,
    "depthwise": depthwise_cnn,
    "lstm": lstm,
    "transformer": transformer,
    "wake word": wake_word,
}


def quantized(
    model: Any, folder: pathlib.Path, form: str = "QDQ", kind: str = "QInt8", weights: str = "", channels: bool = True
) -> Any:
    """Returns the model quantised by onnxruntime: in the format `form`, with activations of `kind` and weights of
    `weights`, whose scales are per channel or per tensor."""
    import onnx
    from onnxruntime.quantization.shape_inference import quant_pre_process

    prepared, path = folder / "prepared.onnx", folder / "quantized.onnx"
    quant_pre_process(model, str(prepared), skip_optimization=True, skip_symbolic_shape=True)
    samples = iter([inputs_of(model, seed) for seed in range(8)])

    class Reader(quantization.CalibrationDataReader):  # type: ignore[misc, name-defined]
        def get_next(self) -> dict[str, Any] | None:
            return next(samples, None)

    quantization.quantize_static(
        str(prepared),
        str(path),
        Reader(),
        quant_format=quantization.QuantFormat[form],
        activation_type=Kind[kind],
        weight_type=Kind[weights or ("QInt8" if kind.endswith("16") else kind)],
        per_channel=channels,
    )
    return onnx.load(str(path))


def inputs_of(model: Any, seed: int) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    shapes = {value.name: [dim.dim_value for dim in value.type.tensor_type.shape.dim] for value in model.graph.input}
    return {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def variants() -> Iterator[tuple[str, str, str, bool]]:
    """Names of networks, formats, types, and whether each channel has a scale."""
    for name in NETWORKS:
        for form in ("QDQ", "QOperator"):
            for kind in ("QInt8", "QUInt8"):
                for channels in (False, True):
                    yield name, form, kind, channels


def session(model: Any) -> Any:
    """Returns onnxruntime without optimisations."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(_with_one_sign(model).SerializeToString(), options)


def _with_one_sign(model: Any) -> Any:
    """Returns the model with weights of uint8 where numbers are of uint8, as they are in QOperator form but for scales of
    channels. On x86 without VNNI, the sums of two products with int8 weights saturate in onnxruntime."""
    from onnx import numpy_helper

    result = type(model)()
    result.CopyFrom(model)
    constants = {tensor.name: tensor for tensor in result.graph.initializer}
    for node in result.graph.node:
        if node.op_type != "QLinearConv" or constants[node.input[2]].data_type == constants[node.input[5]].data_type:
            continue
        for name in (node.input[3], node.input[5]):
            numbers = numpy_helper.to_array(constants[name])
            if numbers.dtype == np.int8:
                unsigned = (numbers.astype(np.int16) + 128).astype(np.uint8)
                constants[name].CopyFrom(numpy_helper.from_array(unsigned, name))
    return result


def difference(module: tirc.Module, model: Any, seed: int) -> float:
    """Returns by how much the only result differs from onnxruntime's at most, on random inputs."""
    inputs = inputs_of(model, seed)
    (want,) = session(model).run(None, inputs)
    (got,) = module.run(**inputs).values()
    return float(np.abs(want - got).max())


def unit_of(model: Any) -> float:
    """Returns the scale of the result, or for a float result, a part of the largest number that rounding has."""
    import onnx

    constants = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    last = next(node for node in model.graph.node if model.graph.output[0].name in node.output)
    return float(constants[last.input[1]]) if last.op_type == "DequantizeLinear" else 0.05


def float_kernels(module: tirc.Module) -> Iterator[list[str]]:
    """Returns the places of each kernel whose C has float numbers."""
    for kernel in module.report.json["kernels"]:
        start = module.c_source.index(f"void {kernel['function']}(")
        body = module.c_source[start : module.c_source.index("\n}", start)]
        if re.search(r"\b(float|double|rintf|\d+\.\d+f?)\b", body):
            yield kernel.get("fused") or [kernel["place"]]
