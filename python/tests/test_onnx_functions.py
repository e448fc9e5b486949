# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of ONNX that torch-mlir does not convert, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from onnx_cases import Case, assert_right

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

random = numpy.random.default_rng(11)
TYPES = onnx.TensorProto


def floats(*shape: int) -> Any:
    return numpy.asarray(random.standard_normal(shape), numpy.float32)


def indices(*numbers: int) -> Any:
    return numpy.array(numbers, numpy.int64)


def test_unsigned_numbers_and_bits() -> None:
    cases = []
    for kind in ("uint16", "uint32", "uint64"):
        most = numpy.iinfo(kind).max
        x = numpy.array([[most, most - 1, 7], [0, 1, most // 2 + 2]], kind)
        divisors = numpy.array([3, most, 2], kind)
        cases += [Case("Mod", [x, divisors], (1,)), Case("Identity", [x])]
        if kind != "uint16":
            limits = [numpy.array(limit, kind) for limit in (2, most - 1)]
            cases += [Case("Div", [x, divisors]), Case("Clip", [x, *limits], (1,))]
    for kind in ("int8", "int32", "uint8", "float32", "float16", "bool"):
        x = numpy.array([0, 1, 100, 7.5], numpy.float32).astype(kind)
        cases += [Case("Cast", [x], (), {"to": to}) for to in (TYPES.INT16, TYPES.UINT16, TYPES.UINT32, TYPES.UINT64)]
    x = numpy.array([-9, 0.25, 0.75, 7, 70000], numpy.float32)
    unit, zero = numpy.float32(0.5), numpy.uint16(3)
    cases.append(Case("QuantizeLinear", [x, unit, zero], (1, 2)))
    pairs = (("float32", TYPES.INT32), ("int32", TYPES.FLOAT), ("float16", TYPES.UINT16), ("uint8", TYPES.INT8))
    cases += [
        Case("BitCast", [random.integers(0, 100, 5).astype(before)], (), {"to": after})
        for before, after in (*pairs, ("int64", TYPES.DOUBLE), ("uint32", TYPES.INT32))
    ]
    assert_right(cases, 26)


def test_regions_and_moved_windows() -> None:
    image = floats(2, 2, 6, 5)
    regions = numpy.array([[0.5, 1, 4, 3.25], [-2, 0, 3, 9], [2, 2, 2, 2]], numpy.float32)
    batches = indices(0, 1, 1)
    sizes = {"output_height": 2, "output_width": 3}
    cases = [
        Case("RoiAlign", [image, regions, batches], (1,), sizes | {"mode": mode, "sampling_ratio": count, "spatial_scale": 0.75})
        for mode in ("avg", "max")
        for count in (0, 2)
    ]
    cases.append(Case("RoiAlign", [image, regions, batches], (), sizes | {"sampling_ratio": 2}))
    numbered = numpy.concatenate([numpy.float32([[0], [1], [1]]), abs(regions)], 1)
    cases.append(Case("MaxRoiPool", [image, numbered], (), {"pooled_shape": [2, 3], "spatial_scale": 0.9}))
    offsets = 2 * floats(2, 2 * 2 * 4, 3, 4)
    steps = {"group": 2, "offset_group": 2, "strides": [2, 1], "pads": [1, 0, 0, 0]}
    cases.append(Case("DeformConv", [image, floats(4, 1, 2, 2), offsets, floats(4), floats(2, 8, 3, 4)], (1, 3), steps))
    cases.append(Case("DeformConv", [image, floats(3, 2, 2, 2), floats(2, 8, 5, 4)], (1,), {}))
    places = numpy.array([[[[0, 5], [10, 12]]]], numpy.int64)
    shapes = {"kernel_shape": [2, 2], "strides": [2, 2]}
    cases.append(Case("MaxUnpool", [floats(1, 1, 2, 2), places], (), shapes))
    assert_right(cases, 20)


def test_a_larger_shape_of_an_unpool_is_refused() -> None:
    # onnxruntime writes an element elsewhere than onnx's own test.
    places, shape = numpy.array([[[[5, 7], [13, 15]]]], numpy.int64), numpy.array([1, 1, 5, 5], numpy.int64)
    case = Case("MaxUnpool", [floats(1, 1, 2, 2), places, shape], (1, 2), {"kernel_shape": [2, 2], "strides": [2, 2]})
    with pytest.raises(tirc.Error, match=r"MaxUnpool: its result has the sizes \[5, 5\], and its windows make \[4, 4\]"):
        assert_right([case], 22)


def test_updates_of_a_cache() -> None:
    cache, update = floats(2, 3, 5, 2), floats(2, 3, 2, 2)
    cases = [
        Case("TensorScatter", [cache, update, numpy.int64([1, 3])], (), {"mode": "linear"}),
        Case("TensorScatter", [cache, update, numpy.int64([4, 0])], (), {"mode": "circular"}),
        Case("TensorScatter", [cache, update], ()),
    ]
    assert_right(cases, 24)


def test_groups_of_opset_18() -> None:
    x = floats(2, 4, 3)
    assert_right([Case("GroupNormalization", [x, floats(2), floats(2)], (1, 2), {"num_groups": 2, "epsilon": 0.01})], 18)


def test_logarithms_of_single_numbers() -> None:
    x = abs(floats(3, 1)) + 1
    kinds = ("ReduceLogSum", "ReduceLogSumExp")
    cases = [Case(kind, [x, indices(1)], (1,), {"keepdims": keeps}) for kind in kinds for keeps in (0, 1)]
    assert_right([*cases, Case("ReduceLogSum", [x.astype(numpy.int32), indices(-1)], (1,))], 18)


def test_loops_with_results_of_each_step_and_without_a_condition() -> None:
    body = (
        "body = b (int64 i, bool on, float[2] v) => (bool still, float[2] w, float[2] row) "
        "{ still = Identity(on) f = CastLike(i, v) s = Mul(v, x) w = Add(s, f) row = Neg(w) }"
    )
    model = onnx.parser.parse_model(
        f"<ir_version: 8, opset_import: [\"\": 19]> g (float[2] x, int64 n) => (float[2] y, float[3,2] rows, float[2] z) "
        f"<int64 three = {{3}}> {{ y, rows = Loop(three, , x) <{body}> "
        "z = Loop(n, , x) <body = c (int64 i, bool on, float[2] v) => (bool still, float[2] w) "
        "{ still = Identity(on) w = Mul(v, x) }> }"
    )
    x, count = numpy.float32([2, -3]), numpy.array(2, numpy.int64)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    wanted = session.run(None, {"x": x, "n": count})
    for want, got in zip(wanted, tirc.compile(model).run(x, count).values(), strict=True):
        assert numpy.array_equal(got, want)
