# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The positions in their input that LiteRT's resizes sample."""

from __future__ import annotations

import dataclasses
import math

import numpy

from tirc_frontends.text import Array


@dataclasses.dataclass(frozen=True)
class Steps:
    """Output i is at the position (i * step + offset) / unit of the input."""

    unit: int
    step: int
    offset: int

    def reduced(self) -> Steps:
        factor = math.gcd(self.unit, self.step, self.offset)
        return Steps(self.unit // factor, self.step // factor, self.offset // factor)

    def below(self) -> Steps:
        """Returns the positions, but a little below each quotient that is exact: in float32, it may be."""
        return Steps(self.unit * 256, self.step * 256, self.offset * 256 - 1)

    def lower(self, inputs: int, outputs: int) -> Array:
        """Returns the elements at the positions, or before them."""
        return numpy.clip((numpy.arange(outputs) * self.step + self.offset) // self.unit, 0, inputs - 1)

    def nearest(self, inputs: int, outputs: int) -> Array:
        """Returns the elements that TOSA's nearest resize reads."""
        return Steps(2 * self.unit, 2 * self.step, 2 * self.offset + self.unit).lower(inputs, outputs)


@dataclasses.dataclass(frozen=True)
class Grid:
    """How rows or columns of an image are sampled: corners are aligned, or the centres of pixels are their places."""

    inputs: int
    outputs: int
    is_aligned: bool
    has_centres: bool

    def _ratio(self) -> tuple[int, int]:
        """Returns the scale, which is 0 if one element is aligned."""
        if self.is_aligned and self.outputs > 1:
            return self.inputs - 1, self.outputs - 1
        return self.inputs, self.outputs

    def _scale(self) -> numpy.float32:
        numerator, denominator = self._ratio()
        return numpy.float32(numpy.float32(numerator) / numpy.float32(denominator))

    def nearest(self) -> Array:
        """Returns the elements that LiteRT takes."""
        centre = numpy.float32(0.5 if self.has_centres else 0)
        exact = (numpy.arange(self.outputs, dtype=numpy.float32) + centre) * self._scale()
        down = numpy.floor(exact)
        # LiteRT rounds halves away from zero.
        found = numpy.where(exact - down >= 0.5, down + 1, down) if self.is_aligned else down
        inside: Array = numpy.clip(found.astype(numpy.int64), 0, self.inputs - 1)
        return inside

    def nearest_steps(self) -> Steps | None:
        """Returns steps by which TOSA's nearest resize takes LiteRT's elements, if there are any."""
        if self.inputs == 1:
            return Steps(1, 1, 0)
        numerator, denominator = self._ratio()
        offset = (numerator if self.has_centres else 0) - (0 if self.is_aligned else denominator)
        exact = Steps(2 * denominator, 2 * numerator, offset).reduced()
        found = self.nearest()
        candidates = (exact, exact.below())
        matching = (steps for steps in candidates if numpy.array_equal(steps.nearest(self.inputs, self.outputs), found))
        return next(matching, None)

    def fixed_steps(self) -> Steps:
        """Returns the steps of LiteRT's interpolation of integers."""
        if self.inputs == 1:
            return Steps(1024, 1, 0)
        numerator, denominator = self._ratio()
        step = (1024 * numerator + denominator // 2) // denominator
        return Steps(1024, step, step // 2 - 512 if self.has_centres else 0)

    def real_steps(self) -> Steps:
        """Returns exact positions."""
        if self.inputs == 1:
            return Steps(1, 1, 0)
        numerator, denominator = self._ratio()
        offset = numerator - denominator if self.has_centres else 0
        return Steps(2 * denominator, 2 * numerator, offset).reduced()

    def positions(self) -> Array:
        """Returns the positions in float32, as LiteRT's interpolation computes them."""
        half, outputs = numpy.float32(0.5), numpy.arange(self.outputs, dtype=numpy.float32)
        positions = (outputs + half) * self._scale() - half if self.has_centres else outputs * self._scale()
        found: Array = positions.astype(numpy.float32)
        return found

    def lower(self) -> Array:
        """Returns the elements at these positions, or before them."""
        return numpy.clip(numpy.floor(self.positions()).astype(numpy.int64), 0, self.inputs - 1)

    def lower_steps(self) -> Steps | None:
        """Returns steps that have these elements, if there are any."""
        exact, found = self.real_steps(), self.lower()
        candidates = (exact, exact.below())
        matching = (steps for steps in candidates if numpy.array_equal(steps.lower(self.inputs, self.outputs), found))
        return next(matching, None)

    def fractions(self) -> Array:
        """Returns how far positions are from the elements before them."""
        fractions: Array = self.positions() - self.lower().astype(numpy.float32)
        return fractions

    def is_exact(self) -> bool:
        """Returns whether float32 and numbers of 8 bits are interpolated without rounding errors of positions."""
        if self.inputs == 1:
            return self.outputs == 1
        steps = self.real_steps()
        is_power = steps.unit & (steps.unit - 1) == 0 and steps.unit <= 64
        exact = (numpy.arange(self.outputs) * steps.step + steps.offset) / steps.unit
        return is_power and numpy.array_equal(exact, self.positions())
