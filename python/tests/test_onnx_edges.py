# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arithmetic with factors and numbers at the edges of their types, against onnxruntime."""

from __future__ import annotations

import itertools
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN
from onnx_cases import Case, assert_right, model_of

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

random = numpy.random.default_rng(8)
TYPES = onnx.TensorProto


def floats(*shape: int) -> Any:
    return numpy.asarray(random.standard_normal(shape), numpy.float32)


@pytest.mark.parametrize("opset", [9, 11, 21])
def test_gemm_has_its_factors(opset: int) -> None:
    cases = []
    for a, b, alpha, beta in itertools.product((0, 1), (0, 1), (1.0, 0.25), (1.0, 0.5, 0.0)):
        if opset != 21 and a != b:
            continue
        left, right = floats(*((4, 3) if a else (3, 4))), floats(*((5, 4) if b else (4, 5)))
        attributes = {"alpha": alpha, "beta": beta, "transA": a, "transB": b}
        for constant, shape in (((), [5]), ((), [3, 1]), ((1, 2), [1, 5]), ((1, 2), [])):
            cases.append(Case("Gemm", [left, right, floats(*shape)], constant, attributes))
        if opset >= 11:
            cases += [Case("Gemm", [left, right], constant, attributes) for constant in ((), (1,))]
            cases.append(Case("Gemm", [left, right, None], (), attributes))
    assert_right(cases, opset)


@pytest.mark.parametrize("kind", ["float32", "float16", "float64"])
def test_the_sign_of_nan_is_nan(kind: str) -> None:
    numbers = numpy.array([numpy.nan, 0, -0.0, -3, 5, numpy.inf, -numpy.inf, 1e-7], kind)
    # onnxruntime's sign of float16 is 0 there.
    assert_right([Case("Sign", [numbers])], 21, [[numpy.array([numpy.nan, 0, 0, -1, 1, 1, -1, 1], kind)]])


@pytest.mark.parametrize("opset", [1, 22])
def test_the_norm_of_zeros(opset: int) -> None:
    x = numpy.array([[0, -0.0, 2, 0], [0, 0, 3, numpy.nan], [0, 0, -1e3, 0]], numpy.float32)
    assert_right([Case("LpNormalization", [x], (), {"p": p, "axis": i}) for p in (1, 2) for i in (0, 1)], opset)


def test_the_arc_tangent_of_small_numbers() -> None:
    """In TOSA, which has no arc tangent."""
    x = numpy.linspace(-2e-3, 2e-3, 99, dtype=numpy.float32)
    assert_right([Case("Atan", [x], units=5e-10)], 22)


def test_float16_becomes_bfloat16_and_back() -> None:
    model = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]> net (float[4] x) => (float[4] y, float[4] z) { a = Cast<to = 10>(x) '
        "b = Cast<to = 16>(a) y = Cast<to = 1>(b) c = Cast<to = 16>(x) d = Cast<to = 10>(c) z = Cast<to = 1>(d) }"
    )
    results = tirc.compile(model, **FOR_A_RUN).run(numpy.array([1.0009766, -3.1415927, 70000, 1e-9], numpy.float32))
    assert results["y"].tolist() == [1, -3.140625, numpy.inf, 0]
    assert results["z"].tolist() == [1, -3.140625, numpy.inf, 0]


def test_nan_survives_limits_on_linalg() -> None:
    """A model with float64 does not go through TOSA."""
    x, y = numpy.array([[numpy.nan, 0.5, 7], [0.25, numpy.nan, -7]], numpy.float32)
    cases = [Case(name, [first, second]) for name in ("Max", "Min") for first, second in ((x, y), (y, x))]
    cases += [Case("Clip", [x, numpy.float32(-1), numpy.float32(1)], (1, 2)), Case("Cast", [x], (), {"to": 11})]
    assert_right(cases, 13)


@pytest.mark.parametrize("direction", ["LEFT", "RIGHT"])
def test_bits_are_shifted_out(direction: str) -> None:
    cases = []
    for kind in ("uint8", "uint16", "uint32", "uint64"):
        bits = numpy.iinfo(kind).bits
        x = random.integers(0, numpy.iinfo(kind).max, (3, 8), dtype=kind, endpoint=True)
        x[0] = numpy.iinfo(kind).max
        y = numpy.array([0, 1, bits // 2, bits - 1, bits, bits + 1, 2 * bits, 255], kind)
        cases += [Case("BitShift", [x, y], constant, {"direction": direction}) for constant in ((), (1,))]
        cases.append(Case("BitShift", [x, y[:4].repeat(2)], (1,), {"direction": direction}))
    assert_right(cases, 11)


def test_numbers_with_a_sign_are_shifted_as_the_standard_says() -> None:
    """Opset 28, which onnxruntime 1.32 does not have."""
    cases, wanted = [], []
    for kind, direction in itertools.product(("int8", "int16", "int32", "int64"), ("LEFT", "RIGHT")):
        bits = numpy.iinfo(kind).bits
        x = random.integers(numpy.iinfo(kind).min, numpy.iinfo(kind).max, (4, 8), dtype=kind, endpoint=True)
        x[0] = -1
        y = numpy.array([0, 1, bits - 1, bits, bits + 3, 127, -1, -128], kind)
        inside = (y >= 0) & (y < bits)
        safe = numpy.where(inside, y, 0).astype(kind)
        if direction == "LEFT":
            result = numpy.where(inside, x << safe, 0)
        else:
            result = numpy.where(inside, x >> safe, numpy.where(x < 0, -1, 0))
        for constant in ((), (1,)):
            cases.append(Case("BitShift", [x, y], constant, {"direction": direction}))
            wanted.append([result.astype(kind)])
    assert_right(cases, 28, wanted)


def test_floats_become_the_low_bits_of_wider_integers() -> None:
    numbers = [300, -300, -1, 127.9, -128.9, 128, 255.5, 256, -129, 32768, 65535, 65536, 1e5, -1e5, 2e9, -2e9, 0.5]
    cases = [
        Case("Cast", [numpy.array(numbers, kind)], (), {"to": getattr(TYPES, to)})
        for kind in ("float32", "float64")
        for to in ("INT8", "UINT8", "INT32", "INT64")
    ]
    cases.append(Case("CastLike", [numpy.float32(numbers), numpy.int8([0])], (1,)))
    assert_right(cases, 21)


def test_the_depth_of_opset_28_has_an_order() -> None:
    x, block = floats(2, 3, 4, 6), 2
    parts = x.reshape(2, 3, 2, block, 3, block)
    orders = {"DCR": (0, 3, 5, 1, 2, 4), "CRD": (0, 1, 3, 5, 2, 4)}
    cases = [Case("SpaceToDepth", [x], (), {"blocksize": block, "mode": mode}) for mode in orders]
    assert_right(cases, 28, [[parts.transpose(order).reshape(2, 12, 2, 3)] for order in orders.values()])


@pytest.mark.parametrize("bias", [2147480000, -2147480000, 1 << 29])
def test_a_bias_near_the_limits_does_not_wrap(bias: int) -> None:
    helper, numbers = onnx.helper, onnx.numpy_helper
    scales = {"xs": 0.5, "ws": 4.6566e-9, "bs": 2.3283e-9, "ys": 0.04}
    constants = [numbers.from_array(numpy.float32(value), name) for name, value in scales.items()]
    constants += [numbers.from_array(numpy.int8(0), name) for name in ("xz", "wz", "yz")]
    weights = numpy.int8([29, -29, -29, -33]).reshape(2, 2, 1, 1)
    constants += [numbers.from_array(weights, "w"), numbers.from_array(numpy.int32([bias, -bias // 2]), "b")]
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "xs", "xz"], ["xq"], name="quantize"),
        helper.make_node("DequantizeLinear", ["xq", "xs", "xz"], ["xd"]),
        helper.make_node("DequantizeLinear", ["w", "ws", "wz"], ["wd"]),
        helper.make_node("DequantizeLinear", ["b", "bs"], ["bd"]),
        helper.make_node("Conv", ["xd", "wd", "bd"], ["c"], name="conv"),
        helper.make_node("QuantizeLinear", ["c", "ys", "yz"], ["cq"]),
        helper.make_node("DequantizeLinear", ["cq", "ys", "yz"], ["y"]),
    ]
    ends = [helper.make_tensor_value_info(name, TYPES.FLOAT, [1, 2, 4, 4]) for name in "xy"]
    model = model_of(nodes, [ends[0]], [ends[1]], constants, 17)
    x = floats(1, 2, 4, 4) * 1000
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    assert abs(tirc.compile(model, **FOR_A_RUN).run(x)["y"] - session.run(None, {"x": x})[0]).max() <= 0.04 + 1e-6


def test_factors_limits_and_large_numbers_stay() -> None:
    x, large = floats(3, 4), numpy.asarray(random.standard_normal((3, 4)) * 1e4, numpy.float32)
    large[1] = -numpy.inf
    axes, base = numpy.array([1]), numpy.arange(-4, 8, dtype=numpy.int32)
    cases = [
        Case("Selu", [x * 10]),
        Case("Selu", [x], (), {"alpha": 0.5}),
        *[Case("ReduceLogSumExp", [large, axes], (1,), {"keepdims": keeps}) for keeps in (0, 1)],
        Case("ReduceLogSumExp", [large]),
        Case("ReduceLogSumExp", [large], (), {"noop_with_empty_axes": 1}),
        Case("Pow", [abs(base), numpy.array(1.7, numpy.float32)]),
        Case("Pow", [base, numpy.array(2.0, numpy.float32)], (1,)),
        *[Case("Sign", [numpy.array([0, 1, 200], kind)]) for kind in ("uint8", "uint32", "uint64")],
    ]
    assert_right(cases, 21)


@pytest.mark.parametrize("opset", [6, 11, 13])
def test_infinity_without_a_limit(opset: int) -> None:
    """Relu has no upper limit. Clip without limits has the limits of the type in which onnxruntime computes."""
    cases = []
    for kind in ("float32", "float16"):
        largest = numpy.finfo(kind).max
        x = numpy.array([numpy.inf, -numpy.inf, numpy.nan, largest, -largest, 0.5, -7, 7], kind)
        pairs = [(None, None), (0.0, None), (None, 1.0), (0.0, largest), (-largest, 1.0), (0.0, numpy.inf), (-numpy.inf, 1.0)]
        cases.append(Case("Relu", [x], units=1e-9))
        for pair in pairs:
            if opset < 11:
                given = {name: float(limit) for name, limit in zip(("min", "max"), pair, strict=True) if limit is not None}
                cases.append(Case("Clip", [x], (), given, units=1e-9))
                continue
            limits = [None if limit is None else numpy.asarray(limit, kind) for limit in pair]
            cases.append(Case("Clip", [x, *limits], (1, 2), units=1e-9))
            cases.append(Case("Clip", [x, *limits], units=1e-9))
    assert_right(cases, opset)


def test_infinity_without_a_limit_on_linalg() -> None:
    x = numpy.array([numpy.inf, -numpy.inf, numpy.nan, 1e308, -7, 7])
    limits = (None, numpy.float64(0)), (numpy.float64(1), None), (None, None)
    cases = [Case("Clip", [x, *pair], (1, 2), units=1e-9) for pair in limits]
    # Its factor is a sixth in float32.
    cases.append(Case("HardSwish", [numpy.array([-1.5, 0.5, 2.9])], units=1e-15))
    assert_right([Case("Relu", [x]), *cases], 18)
