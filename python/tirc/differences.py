# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison of two arrays: integers to the bit, floating-point numbers within a tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing

Array = numpy.typing.NDArray[Any]


@dataclass(frozen=True)
class ArrayDifference:
    """`count` of `total` elements differ. The first of them is at `index`, where the arrays have `values`. `largest` is
    the largest distance between two elements, or infinity if one of them is NaN or infinite."""

    count: int
    total: int
    index: tuple[int, ...]
    values: tuple[Any, Any]
    largest: float


@dataclass(frozen=True)
class Tolerance:
    """Floating-point numbers a and b are equal if |a - b| <= atol + rtol * max(|a|, |b|). If both are 0, their bits are
    compared. NaN is equal to NaN in any case, and integers are compared exactly."""

    rtol: float = 0.0
    atol: float = 0.0

    def describe(self) -> str:
        if not self.rtol and not self.atol:
            return "to the bit"
        parts = [f"rtol={self.rtol:g}"] if self.rtol else []
        parts += [f"atol={self.atol:g}"] if self.atol else []
        return f"integers to the bit, floating point within {', '.join(parts)}"


def compare_arrays(a: Array, b: Array, dtype: str, tolerance: Tolerance) -> ArrayDifference | None:
    """Compares two arrays of one shape; `dtype` is the model's name for their type. Returns None if they are equal."""
    if "float" in dtype:
        equal, distances = _compare_floats(a, b, dtype, tolerance)
    else:
        equal, distances = a == b, _distances(a, b)
    if numpy.all(equal):
        return None
    places = numpy.argwhere(~numpy.asarray(equal))
    index = tuple(int(i) for i in places[0])
    return ArrayDifference(
        count=len(places),
        total=a.size,
        index=index,
        values=(_value(a[index], dtype), _value(b[index], dtype)),
        largest=float(numpy.max(distances)),
    )


def _compare_floats(a: Array, b: Array, dtype: str, tolerance: Tolerance) -> tuple[Array, Array]:
    bits = numpy.dtype(f"uint{8 * a.dtype.itemsize}")
    x, y = _numbers(a, dtype), _numbers(b, dtype)
    equal = (a.view(bits) == b.view(bits)) | (numpy.isnan(x) & numpy.isnan(y))
    with numpy.errstate(invalid="ignore", over="ignore"):
        distances = numpy.abs(x - y)
        if tolerance.rtol or tolerance.atol:
            allowed = tolerance.atol + tolerance.rtol * numpy.maximum(numpy.abs(x), numpy.abs(y))
            equal = equal | ((distances <= allowed) & numpy.isfinite(x) & numpy.isfinite(y))
    distances = numpy.where(equal & ~numpy.isfinite(distances), 0, distances)
    return equal, numpy.nan_to_num(distances, nan=numpy.inf, posinf=numpy.inf)


def _numbers(array: Array, dtype: str) -> Array:
    if array.dtype == numpy.uint16 and dtype == "bfloat16":
        array = (array.astype(numpy.uint32) << 16).view(numpy.float32)
    return array.astype(numpy.float64)


def _distances(a: Array, b: Array) -> Array:
    """Returns the distances of elements. Integers may be further apart than their type can represent."""
    x, y = a.astype(numpy.int64), b.astype(numpy.int64)
    return numpy.maximum(x, y).astype(numpy.uint64) - numpy.minimum(x, y).astype(numpy.uint64)


def _value(element: Any, dtype: str) -> Any:
    """Returns the element as a number of NumPy, or of Python if NumPy has no such type."""
    if dtype == "bfloat16":
        return float(_numbers(numpy.asarray(element), dtype))
    return element
