# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integers of TensorFlow Lite models are rounded as LiteRT's reference kernels round them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
pytest.importorskip("tflite", reason="needs tirc[tflite]")
from packed_tflite import schema
from tflite_nodes import Nodes, Quantised, bare, litert

from tirc_frontends.text import fixed_point

# The schema's numbers of types.
_INT32 = 2


def _differing(data: bytes, given: Sequence[Any]) -> list[int]:
    """Returns how many elements of each output differ from LiteRT's."""
    wanted = litert(data, given)
    got = list(tirc.compile(data, model_name="net", **FOR_A_RUN).run(*given).values())
    return [int((a != b).sum()) for a, b in zip(got, wanted, strict=True)]


def _dense(nodes: Nodes, kind: str, scales: Sequence[float], factor: float, **options: Any) -> None:
    """Adds a FULLY_CONNECTED of 60 features, whose result has the scale of the input by `factor`."""
    x = {
        "INT8": Quantised("INT8", [0.02], 5),
        "UINT8": Quantised("UINT8", [0.02], 131),
        "INT16": Quantised("INT16", [0.001]),
    }
    y = {"INT8": -9, "UINT8": 120, "INT16": 0}
    rows, units, features = 160, 12, 60
    made = numpy.array(scales, numpy.float32)
    biases = {"INT16": numpy.int32 if options else numpy.int64}.get(kind, numpy.int32)
    weights = "UINT8" if kind == "UINT8" else "INT8"
    bias = nodes.random.integers(-2000, 2000, units).astype(biases)
    operands = [
        nodes.input([rows, features], x[kind]),
        nodes.tensor(
            [units, features],
            Quantised(weights, made.tolist(), 117 if weights == "UINT8" else 0),
            nodes.random.integers(-127, 128, [units, features]).astype(weights.lower()),
        ),
        nodes.tensor([units], Quantised(numpy.dtype(biases).name.upper(), (made * x[kind].scales[0]).tolist()), bias),
    ]
    made_options = schema.FullyConnectedOptionsT()
    for name, value in options.items():
        setattr(made_options, name, value)
    form = Quantised(kind, [float(numpy.float32(x[kind].scales[0] * factor))], y[kind])
    nodes.add("FULLY_CONNECTED", operands, [rows, units], form, made_options, version=11 if kind == "INT16" else 4)


def test_dense_layers_round_once() -> None:
    """With halves of a unit, where factors are powers of two or three times one; and with 16 bits, which need more than the
    15 bits of the converter's multiplier."""
    nodes, each = Nodes(), [2.0 ** -(1 + unit % 5) * (1 if unit % 3 else 1.1) for unit in range(12)]
    for scales in ([0.007], [1 / 128], [3 / 256], [unit / 128 for unit in each]):
        _dense(nodes, "INT8", scales, 1)
    _dense(nodes, "INT8", [0.03], 0.7, fusedActivationFunction=1)
    for scales in ([0.006], [1 / 64]):
        _dense(nodes, "UINT8", scales, 1)
    for scales in ([0.0131], [1 / 128], [unit / 32 for unit in each]):
        _dense(nodes, "INT16", scales, 1)
    _dense(nodes, "INT16", [0.0131], 1, quantizedBiasType=_INT32)
    data = nodes.packed()
    assert _differing(data, nodes.given) == [0] * 11
    assert "DOUBLE_ROUND" in bare(data), (
        "this version of the converter rounds once: tflite_rounding is no longer needed"
    )


def test_dense_layers_cost_less_than_with_two_roundings() -> None:
    nodes = Nodes()
    _dense(nodes, "INT8", [0.007], 1)
    data = nodes.packed()
    target: Any = {"target_triple": "thumbv7em-none-eabi", "target_cpu": "cortex-m4"}
    totals = [tirc.compile(model, model_name="net", **target).report.json["totals"] for model in (data, bare(data))]
    assert totals[0]["flash_bytes"] < totals[1]["flash_bytes"]


def test_one_name_for_two_results_is_no_hindrance() -> None:
    """A CONV_2D and an ADD have the name of a FULLY_CONNECTED."""
    nodes = Nodes()
    _dense(nodes, "INT8", [0.007], 1)
    form = Quantised("INT8", [0.0213], 3)
    weights = nodes.random.integers(-127, 128, [8, 1, 1, 60]).astype(numpy.int8)
    kernel = nodes.tensor([8, 1, 1, 60], Quantised("INT8", [0.0117]), weights)
    bias = nodes.tensor([8], Quantised("INT32", [0.0213 * 0.0117]), numpy.zeros(8, numpy.int32))
    options = schema.Conv2DOptionsT()
    options.strideH = options.strideW = options.dilationHFactor = options.dilationWFactor = 1
    nodes.add("CONV_2D", [nodes.input([1, 60, 60, 60], form), kernel, bias], [1, 60, 60, 8], form, options, version=3)
    nodes.add(
        "ADD", [nodes.input([300, 60], form)] * 2, [300, 60], Quantised("INT8", [0.0311], 7), schema.AddOptionsT()
    )
    nodes.rename("same")
    assert _differing(nodes.packed(), nodes.given) == [0, 0, 0]


def _near_halves(nodes: Nodes, name: str, x_scale: float, weight_scale: float, result_scale: float) -> None:
    """Adds a convolution of zeros whose biases lie between the sums at which results change, for both multipliers."""
    scales = [numpy.float32(scale) for scale in (x_scale, weight_scale, result_scale)]
    exact = float(scales[0]) * float(scales[1]) / float(scales[2])
    rounded = float(scales[0] * scales[1]) / float(scales[2])
    assert fixed_point(exact) != fixed_point(rounded)
    halves = numpy.arange(60, 250) + 0.5
    biases = numpy.round((halves / exact + halves / rounded) / 2).astype(numpy.int32)
    channels = len(biases)
    shape = [1, 1, 1, channels] if name == "DEPTHWISE_CONV_2D" else [channels, 1, 1, 1]
    weights = nodes.tensor(shape, Quantised("UINT8", [float(scales[1])], 3), numpy.full(shape, 9, numpy.uint8))
    bias = nodes.tensor([channels], Quantised("INT32", [float(scales[0] * scales[1])]), biases)
    x = nodes.input([1, 1, 1, 1], Quantised("UINT8", [float(scales[0])], 128), numpy.full([1, 1, 1, 1], 128, numpy.uint8))
    options = {
        "CONV_2D": schema.Conv2DOptionsT,
        "DEPTHWISE_CONV_2D": schema.DepthwiseConv2DOptionsT,
        "TRANSPOSE_CONV": schema.TransposeConvOptionsT,
    }[name]()
    options.strideH = options.strideW = 1
    options.padding = 1
    operands = [x, weights, bias]
    if name == "DEPTHWISE_CONV_2D":
        options.depthMultiplier = channels
    if name == "TRANSPOSE_CONV":
        sizes = nodes.tensor([4], Quantised("INT32", []), numpy.array([1, 1, 1, channels], numpy.int32))
        operands = [sizes, weights, x, bias]
    form = Quantised("UINT8", [float(scales[2])], 0)
    nodes.add(name, operands, [1, 1, 1, channels], form, options, version=3)


def test_the_factor_of_uint8_is_from_a_float32() -> None:
    nodes = Nodes()
    for name in ("CONV_2D", "DEPTHWISE_CONV_2D", "TRANSPOSE_CONV"):
        for x_scale, weight_scale in ((0.0131, 0.0000121), (0.0235, 0.0000093)):
            _near_halves(nodes, name, x_scale, weight_scale, 0.83)
    data = nodes.packed()
    assert _differing(data, nodes.given) == [0] * 6
    # The converter alone has other multipliers.
    alone = tirc.compile(bare(data).encode(), **FOR_A_RUN).run(*nodes.given).values()
    differing = [bool((a != b).any()) for a, b in zip(alone, litert(data, nodes.given), strict=True)]
    assert any(differing), "this version of the converter has float32 products: the correction is no longer needed"


@pytest.mark.parametrize("kind", ["INT8", "UINT8", "INT16"])
def test_relu_with_another_scale_rounds_twice(kind: str) -> None:
    nodes = Nodes()
    zeros = {"INT8": (-3, 10), "UINT8": (125, 138), "INT16": (0, 0)}[kind]
    operators = ["RELU", "RELU6"] if kind == "INT16" else ["RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1"]
    scale = 0.0002 if kind == "INT16" else 0.04
    factors = (1.0, 0.7, 1.5, 2.0, 3.9)
    for factor in factors:
        x = nodes.input([1, 4096], Quantised(kind, [scale], zeros[0]))
        for operator in operators:
            nodes.add(operator, [x], [1, 4096], Quantised(kind, [scale * factor], zeros[1]))
    data = nodes.packed()
    assert _differing(data, nodes.given) == [0] * len(operators) * len(factors)
    assert "SINGLE_ROUND" in bare(data), (
        "this version of the converter rounds twice: tflite_rounding is no longer needed"
    )
