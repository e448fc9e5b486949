# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines that compute one number, step by step, with LiteRT's fixed-point arithmetic."""

from __future__ import annotations

import math

from tirc_frontends.element_loops import Steps, literal

_WIDE, _BITS = "i64", 31
_LOW, _HIGH = -(1 << _BITS), (1 << _BITS) - 1


class Scalars(Steps):
    """Integers of 64 bits, in which no intermediate result of LiteRT's 32 bits overflows."""

    def constant(self, number: int, kind: str = _WIDE) -> str:
        return self.literal(literal(number, kind))

    def op(self, word: str, x: str, y: str | int, kind: str = _WIDE) -> str:
        """Adds an operation of the dialect arith on two numbers, of which the second may be a constant."""
        return self.named(f"arith.{word} {x}, {self.constant(y, kind) if isinstance(y, int) else y} : {kind}")

    def choice(self, condition: str, x: str, y: str) -> str:
        return self.named(f"arith.select {condition}, {x}, {y} : {_WIDE}")

    def wide(self, x: str, kind: str) -> str:
        return self.named(f"arith.extsi {x} : {kind} to {_WIDE}")

    def narrow(self, x: str, kind: str) -> str:
        return self.named(f"arith.trunci {x} : {_WIDE} to {kind}")

    def negative(self, x: str) -> str:
        return self.op("subi", self.constant(0), x)

    def absolute(self, x: str) -> str:
        return self.op("maxsi", x, self.negative(x))

    def limited(self, x: str, low: int = _LOW, high: int = _HIGH) -> str:
        return self.op("minsi", self.op("maxsi", x, low), high)

    def length(self, x: str) -> str:
        """Returns how many bits a number of 32 bits has that is not negative: none of 0."""
        zeros = self.named(f"math.ctlz {self.narrow(x, 'i32')} : i32")
        return self.op("subi", self.constant(32), self.wide(zeros, "i32"))

    def doubled_high(self, x: str, y: str | int) -> str:
        """Returns the upper half of the doubled product of two numbers of 32 bits, rounded."""
        return self.op("shrsi", self.op("addi", self.op("muli", x, y), 1 << _BITS - 1), _BITS)

    def shifted(self, x: str, bits: str) -> str:
        """Divides by a power of two, and rounds halves away from zero."""
        half = self.op("shrsi", self.op("shli", self.constant(1), bits), 1)
        moved = self.op("subi", x, self._truth(self.op("cmpi slt,", x, 0)))
        none = self.op("cmpi eq,", bits, 0)
        return self.choice(none, x, self.op("shrsi", self.op("addi", moved, half), bits))

    def _truth(self, x: str) -> str:
        return self.named(f"arith.extui {x} : i1 to {_WIDE}")


def multiplier_of(factor: float) -> tuple[int, int]:
    """Returns LiteRT's multiplier below 2^31, and the shift to the left, of a factor."""
    fraction, exponent = math.frexp(factor)
    multiplier = math.floor(fraction * (1 << _BITS) + 0.5)
    if multiplier == 1 << _BITS:
        multiplier, exponent = multiplier >> 1, exponent + 1
    return (multiplier, exponent) if exponent >= -_BITS else (0, 0)


def short_multiplier(multiplier: int) -> int:
    """Returns the 15 upper bits of a multiplier, rounded, which LiteRT multiplies sums of 64 bits by."""
    return multiplier + (1 << 15) >> 16 if multiplier < 0x7FFF0000 else 0x7FFF
