"""Arrays of numbers in which kernels tend to differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

Array = numpy.ndarray[Any, numpy.dtype[Any]]

# By the kind of the type: the simplest first.
PATTERNS: dict[str, tuple[str, ...]] = {
    "f": ("small", "ties", "normal", "normal", "wide", "extremes"),
    "i": ("small", "any", "any", "extremes"),
    "u": ("small", "any", "any", "extremes"),
    "b": ("any",),
    "c": ("small", "normal"),
}
# The small floats of ml_dtypes.
PATTERNS["V"] = PATTERNS["f"]
# For operators that are defined on them.
NONFINITE = (*PATTERNS["f"], "nonfinite")
# For operators whose result is only as good as the numbers are near each other, as sums are.
TAME = ("small", "ties", "normal", "normal")


def values(shape: Sequence[int], dtype: numpy.dtype[Any], pattern: str, seed: int) -> Array:
    # Unlike a Generator, a RandomState makes the same numbers in all versions of NumPy.
    rng = numpy.random.RandomState(seed)
    if dtype.kind == "b":
        made = rng.randint(0, 2, shape)
    elif dtype.kind in "iu":
        made = _integers(rng, shape, dtype, pattern)
    elif dtype.kind == "c":
        real, imaginary = (_floats(rng, shape, numpy.dtype("float32"), pattern) for _ in range(2))
        made = real + 1j * imaginary
    else:
        made = _floats(rng, shape, dtype, pattern)
    array: Array = numpy.asarray(made).astype(dtype)
    return array


def limits(dtype: numpy.dtype[Any]) -> Any:
    """Returns numpy.finfo, also of the types of ml_dtypes."""
    if dtype.kind != "V":
        return numpy.finfo(dtype)
    import ml_dtypes

    return ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]


def _integers(rng: Any, shape: Sequence[int], dtype: numpy.dtype[Any], pattern: str) -> Any:
    ends = numpy.iinfo(dtype)
    if pattern == "small":
        return rng.randint(max(ends.min, -4), 5, shape)
    if pattern == "positive":
        return rng.randint(1, 9, shape)
    if pattern == "extremes":
        near = [ends.min, ends.min + 1, 0, 1, ends.max - 1, ends.max] + ([-1] if ends.min else [])
        return numpy.array(near, dtype)[rng.randint(0, len(near), shape)]
    count = int(numpy.prod(shape, dtype=int)) * dtype.itemsize
    return numpy.frombuffer(rng.bytes(count), dtype).reshape(shape)


def _floats(rng: Any, shape: Sequence[int], dtype: numpy.dtype[Any], pattern: str) -> Any:
    if pattern == "small":
        return rng.randint(-4, 5, shape)
    if pattern == "ties":
        return rng.randint(-9, 10, shape) / 2
    made = rng.standard_normal(shape)
    if pattern == "positive":
        return numpy.abs(made) + 0.1
    if pattern == "unit":
        return rng.uniform(-1, 1, shape)
    if pattern == "wide":
        power = 3 if dtype.itemsize < 4 else 8
        return made * 10.0 ** rng.randint(-power, power, shape)
    if pattern == "extremes":
        ends = limits(dtype)
        most, tiny = float(ends.max), float(ends.tiny)
        return numpy.array([0.0, -0.0, 1.0, -1.0, most, -most, tiny, -tiny, 0.5])[rng.randint(0, 9, shape)]
    if pattern == "nonfinite":
        special = numpy.array([numpy.nan, numpy.inf, -numpy.inf, 0.0])[rng.randint(0, 4, shape)]
        return numpy.where(rng.uniform(size=shape) < 0.4, special, made)
    return made
