"""How far results may be from the reference's."""

from __future__ import annotations

import dataclasses

import numpy

from .values import Array, limits


@dataclasses.dataclass(frozen=True)
class Tolerance:
    """A number may be off by `relative` units of its precision, and by `of_largest` units of the precision of the
    largest finite number of the tensor. For float32, a unit is 2^-23."""

    relative: float = 0.0
    of_largest: float = 0.0
    # In the units that 1 has.
    absolute: float = 0.0


EXACT = Tolerance()
# One rounding, or a function of the C library.
ROUNDED = Tolerance(1.0)
FUNCTION = Tolerance(8.0)
# Sums in another order.
SUM = Tolerance(8.0, 16.0)


@dataclasses.dataclass(frozen=True)
class Difference:
    """The first place at which two results differ, and the largest difference: in units for integers, and as a part of
    the largest finite number for floats. With `overflows`, there are also integers of which one result has the highest
    number of the type and the other the lowest; they do not count for the largest difference."""

    text: str
    largest: float
    is_integer: bool
    overflows: bool = False


def compare(got: list[Array], want: list[Array], tolerance: Tolerance) -> list[Difference]:
    """Returns a difference for each output that differs."""
    if len(got) != len(want):
        return [Difference(f"{len(got)} outputs for {len(want)}", numpy.inf, False)]
    found = [_compare(f"output {i}", *pair, tolerance) for i, pair in enumerate(zip(got, want, strict=True))]
    return [difference for difference in found if difference]


def _compare(name: str, got: Array, want: Array, tolerance: Tolerance) -> Difference | None:
    if got.shape != want.shape or got.dtype != want.dtype:
        text = f"{name} is {got.dtype}{list(got.shape)}, want {want.dtype}{list(want.shape)}"
        return Difference(text, numpy.inf, False)
    opposite = numpy.zeros(want.shape, bool)
    if want.dtype.kind in "biu":
        wrong = got != want
        off = numpy.abs(got.astype(object) - want.astype(object)) if want.dtype.kind != "b" else wrong.astype(int)
        if want.dtype.kind != "b":
            ends = numpy.iinfo(want.dtype)
            opposite = off == ends.max - ends.min
        largest = float(max(numpy.asarray(off)[~opposite], default=0))
    else:
        wrong, largest = _compare_floats(got, want, tolerance)
    if not wrong.any():
        return None
    place = tuple(int(i) for i in numpy.argwhere(wrong)[0])
    text = f"{name}{list(place)} is {got[place]!r}, want {want[place]!r}; {int(wrong.sum())} of {wrong.size} differ"
    return Difference(text, largest, want.dtype.kind in "biu", bool(opposite.any()))


def _compare_floats(got: Array, want: Array, tolerance: Tolerance) -> tuple[Array, float]:
    ends = limits(want.dtype)
    unit, least = float(ends.eps), float(ends.smallest_subnormal)
    wide = numpy.complex128 if want.dtype.kind == "c" else numpy.float64
    left, right = got.astype(wide), want.astype(wide)
    finite = numpy.isfinite(right)
    size = float(numpy.abs(right[finite]).max(initial=0.0))
    units = tolerance.relative * numpy.abs(right) + tolerance.of_largest * size + tolerance.absolute
    allowed = unit * units + tolerance.relative * least
    with numpy.errstate(invalid="ignore", over="ignore"):
        off = numpy.abs(left - right)
        close = numpy.where(finite, off <= allowed, (left == right) | (numpy.isnan(left) & numpy.isnan(right)))
    both = off[finite & numpy.isfinite(left)].max(initial=0.0)
    lost = (~close & ~(finite & numpy.isfinite(left))).any()
    return ~close, float(numpy.inf if lost else both / (size or 1.0))
