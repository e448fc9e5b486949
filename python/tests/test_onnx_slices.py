# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Slice and Pad in all directions, modes and bounds, against onnxruntime."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy
import pytest
from onnx_cases import Case, assert_right, model_of

import tirc
from tirc.importers import FrontEndError

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")

random = numpy.random.default_rng(3)
IMAGE = (1, 2, 7, 8)
LOW, HIGH = -(1 << 31), (1 << 31) - 1


def floats(*shape: int) -> Any:
    return random.standard_normal(shape).astype(numpy.float32)


def i(*values: int) -> Any:
    return numpy.array(values, numpy.int64)


def slices() -> Iterator[Case]:
    """One axis of 8 elements: (start, end, step)."""
    x = floats(*IMAGE)
    bounds = [
        (HIGH, LOW, -1), (8, -100, -2), (100, 0, -3), (-1, -100, -2), (-3, 1, -1), (7, 2, -4), (-100, LOW, -1),
        (3, HIGH, -1), (3, (1 << 63) - 1, -2), ((1 << 63) - 1, -(1 << 63), -1), (0, HIGH, 1), (-100, 100, 3),
        (2, -1, 2), (-5, 8, 1), (LOW, HIGH, 5),
    ]  # fmt: skip
    for start, end, step in bounds:
        yield Case("Slice", [x, i(start), i(end), i(3), i(step)], (1, 2, 3, 4))
    several = [i(-1, 100), i(-100, 0), i(2, -1), i(-2, -3)]
    yield Case("Slice", [x, *several], (1, 2, 3, 4))
    yield Case("Slice", [x, *[part.astype(numpy.int32) for part in several]], (1, 2, 3, 4))
    yield Case("Slice", [x, i(0, 1, 6, 7), i(1, 2, -8, -9), None, i(1, 1, -2, -1)], (1, 2, 4))
    yield Case("Slice", [x, i(0, 0, 2, 3), i(9, 9, 9, 9)], (1, 2))
    # More elements than are worth a slice each, and other types.
    yield Case("Slice", [floats(40, 3), i(HIGH), i(LOW), i(0), i(-1)], (1, 2, 3, 4))
    yield Case("Slice", [floats(40, 3) > 0, i(-2), i(3), i(0), i(-4)], (1, 2, 3, 4))
    yield Case("Slice", [random.integers(0, 256, (3, 9)).astype(numpy.uint8), i(-2), i(1), i(-1), i(-3)], (1, 2, 3, 4))


def pads(opset: int) -> Iterator[Case]:
    x, value = floats(*IMAGE), numpy.array(1.5, numpy.float32)
    amounts = [
        i(0, 0, 0, 0, 0, 0, -1, -2), i(0, 0, -1, 2, 0, 0, 1, -2), i(0, 0, -3, -2, 0, 0, 0, 0),
        i(0, 1, 2, 3, 1, 0, 4, 5), i(0, 0, -2, 4, 0, -1, 4, -3),
    ]  # fmt: skip
    for mode in ("constant", "edge", "reflect", *(["wrap"] if opset >= 19 else [])):
        for amount in amounts:
            # One channel or batch cannot be reflected.
            if mode != "reflect" or (amount[[0, 1, 4, 5]] == 0).all():
                yield Case("Pad", [x, amount, *([value] if mode == "constant" else [])], (1, 2), {"mode": mode})
        yield Case("Pad", [floats(3), i(2, 1)], (1,), {"mode": mode})
        yield Case("Pad", [random.integers(-128, 128, (2, 9)).astype(numpy.int8), i(0, -2, 0, 3)], (1,), {"mode": mode})
        if opset >= 18:
            yield Case("Pad", [x, i(2, -3, -1, 1), None, i(-1, 2)], (1, 3), {"mode": mode})
    yield Case("Pad", [x, amounts[1]], (1,))
    yield Case("Pad", [x, amounts[1], value], (1,))
    yield Case("Pad", [x, i(0, 0, -7, 0, 0, 0, 9, 0), value], (1, 2))
    if opset >= 13:
        yield Case("Pad", [floats(2, 3) > 0, i(0, -1, 2, 2), numpy.array(True)], (1, 2))


@pytest.mark.parametrize("opset", [10, 21])
def test_a_slice_takes_what_onnxruntime_takes(opset: int) -> None:
    cases = list(slices())
    if opset < 13:
        # Axes count from the start, and there are no booleans.
        cases = [case for case in cases if case.inputs[0].dtype != bool and _counts_forward(case)]
    assert_right(cases, opset)


def _counts_forward(case: Case) -> bool:
    axes = case.inputs[3] if len(case.inputs) > 3 else None
    return axes is None or bool((axes >= 0).all())


def test_a_slice_of_attributes_takes_what_onnxruntime_takes() -> None:
    x = floats(*IMAGE)
    forms: list[dict[str, Any]] = [
        {"starts": [1, -3], "ends": [100, -1], "axes": [2, 3]},
        {"starts": [0, 0, 1, -100], "ends": [1, 2, HIGH, -1]},
    ]
    assert_right([Case("Slice", [x], (), form) for form in forms], 9)


def test_a_slice_of_bytes_without_elements_is_refused() -> None:
    # What becomes a function cannot have it in TOSA; the compiler refuses all others.
    node = onnx.helper.make_node("Slice", ["x", "s", "e"], ["y"], name="cut")
    value, constant = onnx.helper.make_tensor_value_info, onnx.numpy_helper.from_array
    ends = value("x", onnx.TensorProto.UINT8, [3, 4]), value("y", onnx.TensorProto.UINT8, [0, 4])
    model = model_of([node], [ends[0]], [ends[1]], [constant(i(2), "s"), constant(i(1), "e")], 13)
    with pytest.raises(FrontEndError, match="model: 'cut': Slice.*: its tensor 'y' has no elements; expected at least one"):
        tirc.importers.load(model)


@pytest.mark.parametrize("opset", [11, 13, 18, 25])
def test_a_pad_has_what_onnxruntime_has(opset: int) -> None:
    assert_right(list(pads(opset)), opset)


def test_a_pad_of_attributes_has_what_onnxruntime_has() -> None:
    x, amounts = floats(*IMAGE), ([0, 0, 1, 2, 0, 0, 3, 1], [0, 0, 1, -2, 0, 0, -3, 1])
    forms = [{"mode": mode, "pads": pads, "value": 1.5} for mode in ("constant", "edge", "reflect") for pads in amounts]
    assert_right([Case("Pad", [x], (), form) for form in forms], 10)


def test_a_pad_by_few_elements_keeps_a_model_in_tosa() -> None:
    node = onnx.helper.make_node("Pad", ["x", "p"], ["y"], name="border", mode="reflect")
    value = onnx.helper.make_tensor_value_info
    pads = onnx.numpy_helper.from_array(i(0, 0, 1, 2, 0, 0, 2, 1), "p")
    ends = value("x", onnx.TensorProto.FLOAT, IMAGE), value("y", onnx.TensorProto.FLOAT, [1, 2, 10, 11])
    assert tirc.importers.load(model_of([node], [ends[0]], [ends[1]], [pads], 21)).front_end == "onnx-tosa"


@pytest.mark.parametrize(
    ("mode", "amounts", "message"),
    [
        ("edge", i(0, 0, -7, 0, 0, 0, 2, 0), "its negative pads leave nothing of an axis; expected at least one"),
        ("constant", None, "its pads or axes are not constant; expected constants, on which the"),
    ],
)
def test_a_pad_without_a_meaning_is_refused(mode: str, amounts: Any, message: str) -> None:
    node = onnx.helper.make_node("Pad", ["x", "p"], ["y"], name="border", mode=mode)
    value, types = onnx.helper.make_tensor_value_info, onnx.TensorProto
    inputs = [value("x", types.FLOAT, IMAGE), *([value("p", types.INT64, [8])] if amounts is None else [])]
    constants = [] if amounts is None else [onnx.numpy_helper.from_array(amounts, "p")]
    with pytest.raises(FrontEndError, match=f"model: 'border': Pad: {message}"):
        tirc.compile(model_of([node], inputs, [value("y", types.FLOAT, [1, 2, "rows", 8])], constants, 21))
