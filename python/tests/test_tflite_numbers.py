# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of one quantised number in TensorFlow Lite models equal LiteRT's reference kernels."""

from __future__ import annotations

import math

import numpy
import pytest
from models import FOR_A_RUN

import tirc

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
pytest.importorskip("tflite", reason="needs tirc[tflite]")
from packed_tflite import Array, schema
from tflite_nodes import Nodes, Quantised, bare, litert

_EVERY = {
    "INT8": numpy.arange(-128, 128).astype(numpy.int8).reshape(1, 256),
    "UINT8": numpy.arange(256).astype(numpy.uint8).reshape(1, 256),
    "INT16": numpy.arange(-32768, 32768).astype(numpy.int16).reshape(1, 65536),
}


def _differing(model: bytes | str, nodes: Nodes) -> list[int]:
    """Returns how many numbers of each output are not LiteRT's."""
    got = list(tirc.compile(model, model_name="net", **FOR_A_RUN).run(*nodes.given).values())
    return [int((a != b).sum()) for a, b in zip(got, litert(nodes.packed(), nodes.given), strict=True)]


def _is_needed(nodes: Nodes) -> bool:
    """Checks that all outputs are LiteRT's. Returns whether the converter alone refuses or gets wrong what we replace."""
    data = nodes.packed()
    assert not any(_differing(data, nodes))
    try:
        return any(_differing(bare(data), nodes))
    except tirc.Error:
        return True


def _add(
    nodes: Nodes, operator: str, x: Quantised | str, y: Quantised | str, values: Array | None = None
) -> None:
    values = _EVERY[x if isinstance(x, str) else x.kind] if values is None else values
    nodes.add(operator, [nodes.input(values.shape, x, values)], values.shape, y)


def test_logistic_and_tanh_of_16_bits() -> None:
    """With powers of two that LiteRT treats otherwise than other scales."""
    nodes, y = Nodes(), Quantised("INT16", [1 / 32768])
    for scale in (1 / 4096, 1 / 2048, 1 / 8192, 0.0003, 0.00024, 1.1e-5, 0.02, 1.0):
        for operator in ("LOGISTIC", "TANH"):
            _add(nodes, operator, Quantised("INT16", [scale]), y)
    assert _is_needed(nodes), "this version of the converter is right: sigmoid.py is no longer needed"


def test_functions_of_16_bits() -> None:
    nodes = Nodes()
    x, positive = Quantised("INT16", [0.0003]), numpy.maximum(_EVERY["INT16"], 1)
    for operator, scale in (("EXP", 1.0), ("LOG", 0.0005), ("RSQRT", 0.002), ("SQRT", 0.0001)):
        _add(nodes, operator, x, Quantised("INT16", [scale]), positive if operator != "EXP" else None)
    for scale in (0.0003, 0.00047):
        _add(nodes, "ABS", x, Quantised("INT16", [scale]))
    assert _is_needed(nodes), "this version of the converter is right: tables.py is no longer needed"


def test_functions_of_8_bits() -> None:
    nodes = Nodes()
    for scale, zero in ((0.03, 4), (1 / 256, -128), (0.7, 127)):
        x = Quantised("INT8", [scale], zero)
        _add(nodes, "LOGISTIC", x, Quantised("INT8", [1 / 256], -128))
        _add(nodes, "LOGISTIC", Quantised("UINT8", [scale], zero + 128), Quantised("UINT8", [1 / 256], 0))
        _add(nodes, "EXP", x, Quantised("INT8", [0.02], -100))
        for made in (scale, scale / 3):
            _add(nodes, "ABS", x, Quantised("INT8", [made], -20))
        positive = numpy.maximum(_EVERY["INT8"], numpy.int8(zero))
        _add(nodes, "SQRT", x, Quantised("INT8", [0.01], -90), positive)
    assert _is_needed(nodes), "this version of the converter is right: tables.py is no longer needed"


@pytest.mark.parametrize("kind", ["INT8", "UINT8", "INT16"])
def test_floats_are_divided_by_the_scale_and_halves_rounded_away_from_zero(kind: str) -> None:
    nodes = Nodes()
    for scale, zero in ((0.1, 0), (0.375, 3), (0.0123, 0), (1.0, 100)):
        zero = {"INT8": zero, "UINT8": zero + 128, "INT16": 0}[kind]
        halves = (numpy.arange(-600, 600) / 2 * numpy.float32(scale)).astype(numpy.float32)
        near = numpy.concatenate([halves, numpy.nextafter(halves, numpy.float32(0)), halves * 100])
        nodes.add(
            "QUANTIZE",
            [nodes.input([1, 3600], "FLOAT32", near.reshape(1, -1))],
            [1, 3600],
            Quantised(kind, [scale], zero),
        )
    assert _is_needed(nodes), "this version of the converter is right: quantize.py is no longer needed"


def test_a_float_input_costs_little() -> None:
    """LLVM unrolls this loop whole if its limits come last."""
    nodes, floats = Nodes(), numpy.zeros((1, 6, 16), numpy.float32)
    nodes.add("QUANTIZE", [nodes.input(floats.shape, "FLOAT32", floats)], floats.shape, Quantised("INT8", [0.1], 3))
    module = tirc.compile(
        nodes.packed(), model_name="net", target_triple="thumbv7em-none-eabi", target_cpu="cortex-m4", float_abi="hard"
    )
    assert module.report.json["totals"]["flash_bytes"] < 1000


def test_softmax_of_16_bits() -> None:
    """With numbers far below the maximum, and with a factor."""
    nodes = Nodes()
    for scale, beta in ((0.002, 1.0), (0.0001, 1.0), (0.0007, 0.5)):
        options = schema.SoftmaxOptionsT()
        options.beta = beta
        x = nodes.input([6, 40], Quantised("INT16", [scale]))
        nodes.add("SOFTMAX", [x], [6, 40], Quantised("INT16", [1 / 32768]), options)
    assert _is_needed(nodes), "this version of the converter is right: softmax.py is no longer needed"


def test_a_dynamic_size_is_that_of_the_call() -> None:
    nodes = Nodes()
    floats = nodes.random.standard_normal((5, 8)).astype(numpy.float32)
    nodes.add("QUANTIZE", [nodes.input([5, 8], "FLOAT32", floats)], [5, 8], Quantised("INT8", [0.02], 3))
    numbers = nodes.random.integers(-32768, 32768, (5, 8)).astype(numpy.int16)
    x = nodes.input([5, 8], Quantised("INT16", [0.0003]), numbers)
    for operator in ("LOGISTIC", "SOFTMAX"):
        options = schema.SoftmaxOptionsT() if operator == "SOFTMAX" else None
        if options is not None:
            options.beta = 1.0
        nodes.add(operator, [x], [5, 8], Quantised("INT16", [1 / 32768]), options)
    wanted = litert(nodes.packed(), nodes.given)
    nodes.open_first_axis()
    module = tirc.compile(nodes.packed(), model_name="net", input_shape=["0:5x8", "1:5x8"])
    got = list(module.run(*nodes.given).values())
    assert [int((a != b).sum()) for a, b in zip(got, wanted, strict=True)] == [0, 0, 0]


def test_the_functions_are_integer() -> None:
    nodes = Nodes()
    _add(nodes, "TANH", Quantised("INT16", [0.0003]), Quantised("INT16", [1 / 32768]))
    _add(nodes, "EXP", Quantised("INT16", [0.0003]), Quantised("INT16", [1.0]))
    _add(nodes, "ABS", Quantised("INT8", [0.03], 4), Quantised("INT8", [0.01], 4))
    assert "float" not in tirc.compile(nodes.packed(), model_name="net").c_source


def test_leaky_relu_with_any_slope() -> None:
    nodes = Nodes()
    for kind, scale, zeros in (("INT8", 0.04, (-3, 10)), ("UINT8", 0.04, (125, 138)), ("INT16", 0.00073952, (0, 0))):
        for slope, factor in ((-0.3, 1.0), (-0.25, 1.0), (-1.5, 0.7), (1.5, 0.64945), (0.01, 1.3)):
            options = schema.LeakyReluOptionsT()
            options.alpha = slope
            x = nodes.input(_EVERY[kind].shape, Quantised(kind, [scale], zeros[0]), _EVERY[kind])
            nodes.add("LEAKY_RELU", [x], _EVERY[kind].shape, Quantised(kind, [scale * factor], zeros[1]), options)
    assert _is_needed(nodes), "this version of the converter is right: signs.py is no longer needed"


def test_floats_that_are_small_infinite_or_none() -> None:
    nodes, infinity = Nodes(), numpy.inf
    numbers = [1e-30, -1e-30, -1e-5, -1e-7, -0.3, -20.0, 3e38, 0.0, -0.0, infinity, -infinity, numpy.nan]
    x = numpy.array([numbers], numpy.float32)
    for operator in ("RELU", "SIGN"):
        _add(nodes, operator, "FLOAT32", "FLOAT32", x)
    got = tirc.compile(nodes.packed(), model_name="net", **FOR_A_RUN).run(x, x).values()
    wanted = litert(nodes.packed(), [x, x])
    for a, b in zip(got, wanted, strict=True):
        numpy.testing.assert_array_equal(a, b)
    # LiteRT's reference kernels do not have ELU.
    nodes = Nodes()
    _add(nodes, "ELU", "FLOAT32", "FLOAT32", x)
    (elu,) = tirc.compile(nodes.packed(), model_name="net", **FOR_A_RUN).run(x).values()
    numpy.testing.assert_allclose(elu, numpy.where(x < 0, numpy.expm1(numpy.minimum(x.astype(numpy.float64), 0)), x), 3e-7)


@pytest.mark.parametrize("kind", ["INT8", "UINT8"])
def test_rows_of_8_bits(kind: str) -> None:
    """SOFTMAX with a factor, LOG_SOFTMAX, L2_NORMALIZATION, and ARG_MIN."""
    nodes, moved = Nodes(), 128 if kind == "UINT8" else 0
    softmax, least = schema.SoftmaxOptionsT(), schema.ArgMinOptionsT()
    softmax.beta, least.outputType = 0.7, schema.TensorType.INT32
    axis = nodes.tensor([1], "INT32", numpy.array([-1], numpy.int32))
    for scale, zero in ((0.1, 3), (0.004, -128), (1.3, 127), (1e-5, 0), (0.126, 5)):
        form = Quantised(kind, [scale], zero + moved)
        for operator, made, options in (
            ("SOFTMAX", Quantised(kind, [1 / 256], moved - 128), softmax),
            ("LOG_SOFTMAX", Quantised(kind, [16 / 256], 127 + moved), None),
            ("L2_NORMALIZATION", Quantised(kind, [1 / 128], moved), None),
        ):
            nodes.add(operator, [nodes.input([30, 7], form)], [30, 7], made, options)
        nodes.add("ARG_MIN", [nodes.input([30, 7], form), axis], [30], "INT32", least)
    # Of a single number, of equal ones, and of those that stand for 0.
    same = numpy.full((2, 9), 3 + moved).astype(kind.lower())
    nodes.add("L2_NORMALIZATION", [nodes.input([2, 9], Quantised(kind, [0.1], 3 + moved), same)], [2, 9], made)
    nodes.add("L2_NORMALIZATION", [nodes.input([2, 9], Quantised(kind, [0.1], 2 + moved), same)], [2, 9], made)
    assert _is_needed(nodes), "this version of the converter is right: softmax_bytes.py is no longer needed"


def test_softmax_of_floats_with_a_factor() -> None:
    nodes, softmax = Nodes(), schema.SoftmaxOptionsT()
    softmax.beta = 2.5
    nodes.add("SOFTMAX", [nodes.input([4, 9], "FLOAT32")], [4, 9], "FLOAT32", softmax)
    (got,) = tirc.compile(nodes.packed(), **FOR_A_RUN).run(*nodes.given).values()
    (wanted,) = litert(nodes.packed(), nodes.given)
    numpy.testing.assert_allclose(got, wanted, 1e-6)


@pytest.mark.parametrize("kind", ["INT32", "INT64", "FLOAT32"])
def test_boundaries_are_floats(kind: str) -> None:
    nodes = Nodes()
    numbers = [[-5, -3, -2, 0, 1, 3, 4], [numpy.nan, 0.5, -2.5, 3, 0.4, -0.0, 9]][kind == "FLOAT32"]
    x = numpy.array(numbers, kind.lower()).reshape(1, 7)
    options = schema.BucketizeOptionsT()
    options.boundaries = [-2.5, 0.5, 0.5, 3.0]
    nodes.add("BUCKETIZE", [nodes.input(x.shape, kind, x)], x.shape, "INT32", options)
    assert not any(_differing(nodes.packed(), nodes))


@pytest.mark.parametrize("kind", ["INT32", "INT64"])
def test_means_of_integers_are_cut_off(kind: str) -> None:
    nodes = Nodes()
    x = nodes.random.integers(-(2**31), 2**31, (2, 3, 4)).astype(kind.lower())
    for axes, shape, keeps in (([1], [2, 4], False), ([-1, 0], [1, 3, 1], True), ([0, 1, 2], [], False)):
        options = schema.ReducerOptionsT()
        options.keepDims = keeps
        listed = nodes.tensor([len(axes)], "INT32", numpy.array(axes, numpy.int32))
        nodes.add("MEAN", [nodes.input(x.shape, kind, x), listed], shape, kind, options)
    assert not any(_differing(nodes.packed(), nodes))


def test_numbers_of_64_bits_are_moved() -> None:
    nodes = Nodes()
    x = nodes.random.integers(-(2**62), 2**62, (2, 3)).astype(numpy.int64)
    axes, sizes = (nodes.tensor([2], "INT32", numpy.array(pair, numpy.int32)) for pair in ((1, 0), (1, 2)))
    for operator, operands, shape in (
        ("TRANSPOSE", [axes], (3, 2)),
        ("TILE", [sizes], (2, 6)),
        ("SLICE", [axes, sizes], (1, 2)),
        ("RESHAPE", [nodes.tensor([1], "INT32", numpy.array([6], numpy.int32))], (6,)),
    ):
        nodes.add(operator, [nodes.input(x.shape, "INT64", x), *operands], shape, "INT64")
    options = schema.ConcatenationOptionsT()
    options.axis = 0
    nodes.add(
        "CONCATENATION", [nodes.input(x.shape, "INT64", x), nodes.tensor(x.shape, "INT64", -x)], (4, 3), "INT64", options
    )
    assert not any(_differing(nodes.packed(), nodes))


def test_integers_without_a_scale_wrap() -> None:
    nodes = Nodes()
    for kind in ("INT8", "INT16"):
        nodes.add(
            "NEG", [nodes.input(_EVERY[kind].shape, kind, _EVERY[kind])], _EVERY[kind].shape, kind, schema.NegOptionsT()
        )
    assert _is_needed(nodes), "this version of the converter is right: signs.py is no longer needed"


@pytest.mark.parametrize("kind", ["UINT8", "INT8", "INT16"])
def test_sums_are_rounded_twice(kind: str) -> None:
    """LiteRT's reference kernel gives this for uint8 only. For the others, it adds numbers that wrap."""
    nodes, wanted = Nodes(), []
    zero, made = {"INT8": (7, -3), "UINT8": (120, 131), "INT16": (0, 0)}[kind]
    for shape, axes, factor in (([4, 100], [1], 0.31), ([5, 6, 7], [0, -1], 0.4585), ([300, 9], [1], 0.25)):
        x = nodes.input(shape, Quantised(kind, [0.05], zero))
        scale = numpy.float32(numpy.float32(0.05) / numpy.float32(factor))
        options = schema.ReducerOptionsT()
        options.keepDims = True
        constant = nodes.tensor([len(axes)], "INT32", numpy.array(axes, numpy.int32))
        sizes = [1 if place in (axis % len(shape) for axis in axes) else size for place, size in enumerate(shape)]
        nodes.add("SUM", [x, constant], sizes, Quantised(kind, [float(scale)], made), options)
        total = (nodes.given[-1].astype(numpy.int64) - zero).sum(tuple(axes), keepdims=True)
        wanted.append(_rescaled_twice(total, float(numpy.float32(0.05)) / float(scale), made, kind))
    data = nodes.packed()
    got = list(tirc.compile(data, model_name="net", **FOR_A_RUN).run(*nodes.given).values())
    for a, b in zip(got, wanted, strict=True):
        assert numpy.array_equal(a, b)
    if kind == "UINT8":
        assert all(numpy.array_equal(a, b) for a, b in zip(litert(data, nodes.given), wanted, strict=True))


def _rescaled_twice(total: Array, factor: float, zero: int, kind: str) -> Array:
    mantissa, exponent = math.frexp(factor)
    product = total * round(mantissa * (1 << 31))
    high = numpy.where(product >= 0, (product + (1 << 30)) >> 31, -((-product + (1 << 30) - 1) >> 31))
    half = 1 << (-exponent - 1)
    result = numpy.where(high >= 0, (high + half) >> -exponent, -((-high + half) >> -exponent)) + zero
    limits = numpy.iinfo(kind.lower())
    return numpy.clip(result, limits.min, limits.max).astype(kind.lower())


def test_softmax_of_bytes_has_results_of_16_bits() -> None:
    """tflite-micro's keyword models end with it. LiteRT's kernel is the reference one of fixed-point numbers."""
    nodes = Nodes()
    for scale, beta, shape in ((0.0001, 2, [3, 15]), (0.02, 1, [2, 2]), (0.1, 1, [2, 34]), (0.25, 0.5, [7, 16]), (1.5, 1, [3, 38])):
        options = schema.SoftmaxOptionsT()
        options.beta = beta
        x = nodes.input(shape, Quantised("INT8", [scale], 5))
        nodes.add("SOFTMAX", [x], shape, Quantised("INT16", [1 / 65536], -(2**15)), options)
    assert not any(_differing(nodes.packed(), nodes))


@pytest.mark.parametrize(("made", "zero"), [("INT8", -7), ("INT32", 0)])
def test_integers_of_16_bits_with_a_zero_point_are_quantised_again(made: str, zero: int) -> None:
    nodes = Nodes()
    for scale, factor in ((1 / 65536, 0.49), (0.01, 1.7), (0.02, 0.003)):
        x = nodes.input([1, 65536], Quantised("INT16", [scale], -(2**15)), _EVERY["INT16"])
        nodes.add("QUANTIZE", [x], [1, 65536], Quantised(made, [scale / factor], zero))
    assert not any(_differing(nodes.packed(), nodes))
