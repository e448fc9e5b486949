# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that meant something else in old versions of the standard, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN
from onnx_cases import Case, assert_right

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")

random = numpy.random.default_rng(6)


def floats(*shape: int) -> Any:
    return numpy.asarray(random.standard_normal(shape), numpy.float32)


@pytest.mark.parametrize("opset", [7, 11, 12, 13])
def test_axes_from_the_given_one_on_are_one(opset: int) -> None:
    x, tied = floats(2, 3, 4), numpy.round(floats(2, 3, 4, 2))
    axes = [None, 0, 1, 2, *([-1, -2] if opset >= 11 else [])]
    assert_right(
        [
            Case(operator, [values], (), {} if axis is None else {"axis": axis})
            for operator, values in (("Softmax", x), ("LogSoftmax", x), ("Hardmax", tied))
            for axis in axes
        ],
        opset,
    )


SCALES: list[list[float]] = [[1, 1, 2, 3], [1, 1, 2, 1.5], [1, 1, 1.5, 2.3], [1, 1, 3, 1], [1, 1, 1, 1]]
SMALLER: list[list[float]] = [[1, 1, 0.6, 0.7], [1, 1, 0.5, 2], [1, 1, 1 / 3, 0.25], [1, 1, 1.7, 0.9]]


@pytest.mark.parametrize("mode", ["nearest", "linear"])
@pytest.mark.parametrize("opset", [7, 9])
def test_upsample_begins_at_the_corner(opset: int, mode: str) -> None:
    x, cases = floats(1, 2, 7, 8), []
    for scales in SCALES:
        if opset < 9:
            cases.append(Case("Upsample", [x], (), {"mode": mode, "scales": [float(s) for s in scales]}))
        else:
            cases.append(Case("Upsample", [x, numpy.array(scales, numpy.float32)], (1,), {"mode": mode}))
    assert_right(cases, opset)


@pytest.mark.parametrize("mode", ["nearest", "linear"])
def test_resize_of_opset_10_begins_at_the_corner(mode: str) -> None:
    cases = [
        Case("Resize", [floats(*shape), numpy.array(scales, numpy.float32)], (1,), {"mode": mode})
        for scales in [*SCALES, *SMALLER]
        for shape in ((1, 2, 7, 8), (1, 3, 4, 4))
    ]
    if mode == "nearest":
        cases.append(Case("Resize", [floats(2, 3, 5), numpy.array([2, 1, 1.3], numpy.float32)], (1,), {"mode": mode}))
        numbers = random.integers(0, 256, (1, 1, 5, 7)).astype(numpy.uint8)
        cases.append(Case("Resize", [numbers, numpy.array(SMALLER[0], numpy.float32)], (1,), {"mode": mode}))
    assert_right(cases, 10)


def test_resize_of_opset_11_has_a_mode_of_its_own() -> None:
    form = {"mode": "nearest", "coordinate_transformation_mode": "tf_half_pixel_for_nn", "nearest_mode": "floor"}
    none = numpy.array([], numpy.float32)
    factors = [numpy.array(scales, numpy.float32) for scales in [*SCALES, *SMALLER]]
    assert_right([Case("Resize", [floats(1, 2, 7, 8), none, scales], (1, 2), form) for scales in factors], 11)


def test_constants_may_be_among_the_inputs() -> None:
    """Before version 4 of the format, they have to be. The constant here becomes another one."""
    x, constant = (random.random((4, 4, 2, 4)) < 0.5 for _ in range(2))
    values = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.BOOL, x.shape) for name in "xcy"]
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("And", ["c", "x"], ["y"])],
        "net",
        values[:2],
        values[2:],
        [onnx.numpy_helper.from_array(constant, "c")],
    )
    model = onnx.helper.make_model(graph, ir_version=3, opset_imports=[onnx.helper.make_opsetid("", 7)])
    module = tirc.compile(model, **FOR_A_RUN)
    assert [tensor.name for tensor in module.inputs] == ["x"]
    assert (module.run(x)["y"] == (x & constant)).all()
