# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pooling with all kinds of windows, against onnxruntime and PyTorch, and LRN."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy
import pytest
from onnx_cases import Case, assert_right

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")

from onnx.reference import ReferenceEvaluator  # noqa: E402  what follows needs the package

random = numpy.random.default_rng(4)


def floats(*shape: int) -> Any:
    return random.standard_normal(shape).astype(numpy.float32)


# A shape, and windows in it.
Windows = tuple[tuple[int, ...], dict[str, Any]]
WINDOWS: list[Windows] = [
    ((1, 2, 9), {"kernel_shape": [7], "pads": [3, 3], "strides": [3]}),
    ((1, 2, 10), {"kernel_shape": [4], "pads": [1, 0], "strides": [3]}),
    ((2, 3, 8), {"kernel_shape": [3], "pads": [2, 1], "strides": [2]}),
    ((1, 2, 10, 9), {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [2, 2]}),
    ((2, 2, 7, 8), {"kernel_shape": [3, 2], "pads": [2, 0, 1, 1], "strides": [3, 2]}),
    ((1, 2, 7, 8), {"kernel_shape": [3, 3], "strides": [3, 3]}),
    ((1, 2, 6, 6), {"kernel_shape": [2, 2], "strides": [5, 4]}),
    ((1, 2, 7, 8), {"kernel_shape": [3, 2], "auto_pad": "SAME_UPPER", "strides": [2, 3]}),
    ((1, 2, 7, 8), {"kernel_shape": [2, 4], "auto_pad": "SAME_LOWER", "strides": [2, 1]}),
    ((1, 2, 7, 8), {"kernel_shape": [2, 3], "auto_pad": "VALID", "strides": [2, 2]}),
    ((1, 2, 5, 4, 6), {"kernel_shape": [2, 3, 2], "pads": [1, 0, 1, 0, 1, 1], "strides": [2, 2, 3]}),
]
APART: list[Windows] = [
    ((1, 2, 10), {"kernel_shape": [3], "pads": [2, 1], "strides": [3], "dilations": [2]}),
    ((1, 2, 7, 8), {"kernel_shape": [3, 3], "pads": [0, 0, 0, 0], "strides": [3, 3], "dilations": [1, 2]}),
    ((1, 2, 7, 8), {"kernel_shape": [2, 3], "pads": [1, 2, 0, 1], "strides": [1, 2], "dilations": [3, 2]}),
    ((1, 2, 6, 5, 7), {"kernel_shape": [2, 2, 3], "strides": [1, 2, 2], "dilations": [2, 1, 2]}),
]


def with_ceil(windows: list[Windows]) -> Iterator[Windows]:
    for (shape, attributes), ceil in itertools.product(windows, (0, 1)):
        # onnxruntime does not run the equally padded forms of these.
        if not ceil or attributes.get("auto_pad", "NOTSET") == "NOTSET":
            yield shape, attributes | {"ceil_mode": ceil}


@pytest.mark.parametrize(("opset", "windows"), [(11, WINDOWS[2:5]), (22, [*WINDOWS, *APART])])
def test_means_are_those_of_the_cells_that_count(opset: int, windows: list[Windows]) -> None:
    forms = [(s, a | {"count_include_pad": counts}) for (s, a), counts in itertools.product(with_ceil(windows), (0, 1))]
    assert_right([Case("AveragePool", [floats(*shape)], (), attributes) for shape, attributes in forms], opset)


def test_means_are_those_of_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="needs PyTorch")
    cases, wanted = [], []
    for size, kernel, step, pad, ceil, counts in itertools.product((9, 10), (3, 4), (2, 3), (0, 1), (0, 1), (0, 1)):
        x = floats(1, 2, size, size + 1)
        mean = torch.nn.AvgPool2d(kernel, step, pad, bool(ceil), bool(counts))
        attributes = {"kernel_shape": [kernel] * 2, "strides": [step] * 2, "pads": [pad] * 4, "ceil_mode": ceil}
        cases.append(Case("AveragePool", [x], (), attributes | {"count_include_pad": counts}))
        wanted.append([mean(torch.from_numpy(x)).numpy()])
    assert_right(cases, 22, wanted)


_POWERS = (1, -2, 3, 2, -1)


@pytest.mark.parametrize(("opset", "windows"), [(11, WINDOWS[2:5]), (22, [*WINDOWS, *APART])])
def test_roots_of_powers_are_those_of_the_window(opset: int, windows: list[Windows]) -> None:
    # The attribute ceil_mode is as old as opset 18.
    forms = list(with_ceil(windows)) if opset >= 18 else windows
    cases = [Case("LpPool", [floats(*s)], (), attributes | {"p": _POWERS[i % 5]}) for i, (s, attributes) in enumerate(forms)]
    assert_right(cases, opset)


@pytest.mark.parametrize(("opset", "windows"), [(12, WINDOWS[2:5]), (22, [*WINDOWS, *APART])])
def test_largest_numbers_and_their_places(opset: int, windows: list[Windows]) -> None:
    cases = []
    for shape, attributes in with_ceil(windows):
        # Negative numbers are less than what stands for no number; many are equal.
        x = numpy.round(floats(*shape) * 2) - 3
        cases.append(Case("MaxPool", [x], (), attributes))
        cases += [Case("MaxPool", [x], (), attributes | {"storage_order": order}, outputs=2) for order in (0, 1)]
        cases.append(Case("MaxPool", [(x * 20).clip(-128, 127).astype(numpy.int8)], (), attributes))
        cases.append(Case("MaxPool", [(x * 20 + 130).clip(0, 255).astype(numpy.uint8)], (), attributes, outputs=2))
    assert_right(cases, opset)


def test_lrn_counts_one_channel_more_behind() -> None:
    cases: list[Case] = []
    wanted: list[list[Any]] = []
    for channels, size in ((5, 4), (5, 2), (3, 8), (4, 3), (3, 7)):
        attributes = {"alpha": 0.5, "beta": 0.7, "bias": 2.0, "size": size}
        # onnx's evaluator takes the batch for the channels, so that these have to be as many.
        x = floats(channels, channels, 3, 2)
        case = Case("LRN", [x], (), attributes)
        node, given, fixed, fed = case.parts("n")
        model = onnx.helper.make_model(
            onnx.helper.make_graph([node], "net", given, [onnx.helper.make_empty_tensor_value_info("n_y")], fixed),
            opset_imports=[onnx.helper.make_opsetid("", 21)],
        )
        cases.append(case)
        wanted.append(list(ReferenceEvaluator(model).run(None, fed)))
        squares = [
            (x[:, max(0, c - (size - 1) // 2) : c + size // 2 + 1] ** 2).sum(axis=1) for c in range(channels)
        ]
        own = x / (2 + 0.5 / size * numpy.stack(squares, axis=1)) ** 0.7
        assert numpy.allclose(own, wanted[-1][0], rtol=1e-5)
    assert_right(cases, 21, wanted)
