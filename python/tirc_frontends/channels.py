# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arithmetic with a constant for each channel after a product with constant weights, such as a batch normalisation after a
convolution. It becomes part of the weights and of the bias, so that a run does not compute it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

Array = numpy.ndarray[Any, numpy.dtype[Any]]


def of_channels(values: Array, rank: int, axis: int, count: int) -> Array | None:
    """Returns the constant of each channel if an operand of arithmetic on a tensor has one for each or one for all of them, also
    if it is there several times, or else None. `axis` is the tensor's axis of channels, which has `count` of them."""
    if values.ndim > rank:
        return None
    wide = values.reshape([1] * (rank - values.ndim) + list(values.shape))
    rows = numpy.moveaxis(wide, axis, -1).reshape(-1, wide.shape[axis])
    if rows.shape[-1] not in (1, count) or (rows != rows[0]).any():
        return None
    return numpy.broadcast_to(rows[0].astype(numpy.float64), [count])


class Affine:
    """What is computed with the sum of products of each channel: factor * sum + offset. It is rounded once, at the end."""

    def __init__(self, count: int) -> None:
        self.factor, self.offset = numpy.ones(count), numpy.zeros(count)

    def then(self, operator: str, values: Array, is_swapped: bool = False) -> bool:
        """Computes with the result; `is_swapped` says that the constant is the first operand. Returns whether it can."""
        if operator == "Div":
            if is_swapped or not values.all():
                return False
            operator, values = "Mul", 1 / values
        if operator == "Mul":
            with numpy.errstate(invalid="ignore", over="ignore"):
                self.factor, self.offset = self.factor * values, self.offset * values
            return True
        if operator == "Sub" and is_swapped:
            self.factor, self.offset = -self.factor, values - self.offset
        else:
            self.offset = self.offset + (-values if operator == "Sub" else values)
        return operator in ("Add", "Sub")

    @property
    def has_factor(self) -> bool:
        return bool((self.factor != 1).any())

    @property
    def has_offset(self) -> bool:
        return bool((self.offset != 0).any())

    def weights(self, weights: Array, axis: int, groups: int = 1) -> Array | None:
        """Returns the weights of these results, whose channels have an axis; if there are groups, their first axis has the
        groups' inputs. Returns None if one is not a finite number."""
        shape = weights.shape
        of_groups: Sequence[int] = (groups, shape[0] // groups, *shape[1:]) if groups > 1 else shape
        factors = [1] * len(of_groups)
        if groups > 1:
            factors[0], factors[axis + 1] = groups, shape[axis]
        else:
            factors[axis] = shape[axis]
        with numpy.errstate(invalid="ignore", over="ignore"):
            wide = weights.astype(numpy.float64).reshape(of_groups) * self.factor.reshape(factors)
        return _finite(wide.reshape(shape), weights.dtype)

    def bias(self, bias: Array | None, kind: Any) -> Array | None:
        """Returns the bias of these results, or None if one is not a finite number."""
        old = numpy.zeros(len(self.factor)) if bias is None else bias.astype(numpy.float64)
        with numpy.errstate(invalid="ignore", over="ignore"):
            made = old * self.factor + self.offset
        return _finite(made, kind)


def _finite(values: Array, kind: Any) -> Array | None:
    with numpy.errstate(over="ignore"):
        narrow: Array = values.astype(kind)
    return narrow if numpy.isfinite(narrow).all() else None
