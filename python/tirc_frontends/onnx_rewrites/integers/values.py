# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What quantised numbers stand for, and where they are in memory."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy
import onnx

from ...text import tensor_type
from ..graph import Array

_T = onnx.TensorProto
# The types that are stored with a sign: the number that is subtracted from those without one, and the bits.
STORED: dict[int, tuple[int, int]] = {
    _T.INT8: (0, 8),
    _T.UINT8: (128, 8),
    _T.INT16: (0, 16),
    _T.UINT16: (1 << 15, 16),
}


# The results of a rescale, which then has a zero point of up to 16 bits, are below this.
_MOST = (1 << 31) - (1 << 17)


class Unrecovered(Exception):
    """A plan that does not fit the model: the model is then converted without it. The text is a part of a sentence."""


@dataclasses.dataclass(frozen=True)
class Scale:
    """What a stored number q stands for: (q - zero) * scale. PyTorch multiplies by the inverse where ONNX divides."""

    scale: float
    zero: int
    bits: int
    by_inverse: bool = False

    @property
    def factor(self) -> numpy.float32 | None:
        """What floats are multiplied by before they are rounded; None if only a division is exact."""
        is_power = math.frexp(self.scale)[0] == 0.5 and 1 / self.scale <= numpy.finfo(numpy.float32).max
        return numpy.float32(1 / self.scale) if self.by_inverse or is_power else None

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1))

    @property
    def high(self) -> int:
        return (1 << (self.bits - 1)) - 1

    @property
    def reach(self) -> int:
        """How far a stored number can be from the zero point."""
        return max(self.high - self.zero, self.zero - self.low)

    def quantize(self, x: Array) -> Array:
        """Rounds and limits in float, as the model's framework does."""
        x = x.astype(numpy.float32)
        scaled = x / numpy.float32(self.scale) if self.factor is None else x * self.factor
        stored: Array = numpy.clip(numpy.rint(scaled) + self.zero, self.low, self.high)
        return stored.astype(numpy.int8 if self.bits == 8 else numpy.int16)

    def real(self, q: Array) -> Array:
        return ((q.astype(numpy.int32) - self.zero) * numpy.float32(self.scale)).astype(numpy.float32)


@dataclasses.dataclass(frozen=True)
class Weights:
    """Constant integers with a sign, with the scale and zero point of each part along an axis, or of all."""

    stored: Array
    scale: Array
    zero: Array
    axis: int

    def of_channels(self, axis: int) -> bool:
        """Returns whether each channel, or the whole, has one scale."""
        return self.scale.size == 1 or self.axis == axis


@dataclasses.dataclass(frozen=True)
class Value:
    """A tensor in the program.

    shape   its sizes in the ONNX model
    order   the axes of the model in the order of the program's tensor
    whole   the tensor of which this is a reshape that has not been made, if there is one
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    order: tuple[int, ...]
    whole: Value | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(self.shape[axis] for axis in self.order)

    @property
    def type(self) -> str:
        return tensor_type(self.sizes, self.kind)


def in_order(rank: int) -> tuple[int, ...]:
    return tuple(range(rank))


def channels_last(rank: int) -> tuple[int, ...]:
    return (0, *range(2, rank), 1)


def can_rescale(factor: Any, largest: Any) -> bool:
    """Returns whether a rescale can multiply integers of up to this magnitude by the factor, or by one factor for each
    channel: TOSA's shift is at least 2, and the products have to fit in 32 bits before they are limited."""
    factor, results = numpy.asarray(factor), numpy.asarray(factor) * numpy.asarray(largest)
    return bool((factor > 0).all() and (factor < 1 << 29).all() and (results < _MOST).all())
