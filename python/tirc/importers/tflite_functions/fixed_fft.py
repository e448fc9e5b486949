# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Fourier transform of real int16 numbers, with the roundings of KISS FFT in 16 bits, which tflite-micro has.

Numbers are fractions of 2^15. Each stage divides its inputs by its radix, and rounds; sums wrap around.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy

from tirc.importers.tflite_functions.loops import generic
from tirc_frontends.element_loops import Steps
from tirc_frontends.text import Array, Function, Operand, Tensor

_ONE = 32767
# Two names of values, the real and the imaginary part of a number.
_Complex = tuple[str, str]


class _Arithmetic(Steps):
    """Operations on names of i16."""

    def sum(self, x: _Complex, y: _Complex) -> _Complex:
        return self._each("addi", x, y)

    def difference(self, x: _Complex, y: _Complex) -> _Complex:
        return self._each("subi", x, y)

    def _each(self, name: str, x: _Complex, y: _Complex) -> _Complex:
        return self.one(name, x[0], y[0]), self.one(name, x[1], y[1])

    def one(self, name: str, x: str, y: str) -> str:
        return self.named(f"arith.{name} {x}, {y} : i16")

    def divided(self, x: _Complex, by: int) -> _Complex:
        factor = self.literal(f"{_ONE // by} : i32")
        real, imaginary = (self._rounded(self.named(f"arith.muli {self._wide(part)}, {factor} : i32")) for part in x)
        return real, imaginary

    def product(self, x: _Complex, y: _Complex) -> _Complex:
        (a, b), (c, d) = (tuple(map(self._wide, number)) for number in (x, y))
        ac, bd, ad, bc = (self.named(f"arith.muli {p}, {q} : i32") for p, q in ((a, c), (b, d), (a, d), (b, c)))
        real = self.named(f"arith.subi {ac}, {bd} : i32")
        return self._rounded(real), self._rounded(self.named(f"arith.addi {ad}, {bc} : i32"))

    def halved(self, x: str) -> str:
        """Returns half of the sum that was computed in 32 bits."""
        one = self.literal("1 : i32")
        return self.named(f"arith.trunci {self.named(f'arith.shrsi {x}, {one} : i32')} : i32 to i16")

    def wide(self, name: str, x: str, y: str) -> str:
        return self.named(f"arith.{name} {self._wide(x)}, {self._wide(y)} : i32")

    def _wide(self, x: str) -> str:
        return self.named(f"arith.extsi {x} : i16 to i32")

    def _rounded(self, product: str) -> str:
        half, bits = self.literal(f"{1 << 14} : i32"), self.literal("15 : i32")
        raised = self.named(f"arith.addi {product}, {half} : i32")
        return self.named(f"arith.trunci {self.named(f'arith.shrsi {raised}, {bits} : i32')} : i32 to i16")


def spectrum(function: Function, x: Tensor, length: int) -> Tensor:
    """Returns the spectra of rows of `length` numbers, rows x (length / 2 + 1) x 2. `length` is a power of two, at least 4."""
    rows, count = x.shape[0], length // 2
    pairs = function.reshape(x, [rows, count, 2])
    parts = [function.tensor(function.reshape(function.part(pairs, 2, i, 1), [rows, count])) for i in range(2)]
    return _of_real(function, _transform(function, parts, count))


def _factors(count: int) -> list[int]:
    made = []
    while count > 1:
        made.append(4 if count % 4 == 0 else 2)
        count //= made[-1]
    return made


def _transform(function: Function, parts: Sequence[Tensor], count: int) -> list[Tensor]:
    """Returns the real and the imaginary part of the transform of complex numbers, rows x count each."""
    rows, factors = parts[0].shape[0], _factors(count)
    # The numbers of the first factor's parts are `factor` numbers apart, and so on.
    turned = [0, *range(len(factors), 0, -1)]
    ordered: list[Operand] = [
        function.transpose(function.reshape(part, [rows, *reversed(factors)]), turned) for part in parts
    ]
    size = 1
    for radix in reversed(factors):
        grids = [function.tensor(function.reshape(part, [rows, count // (radix * size), radix, size])) for part in ordered]
        ordered = _stage(function, grids, count)
        size *= radix
    return [function.tensor(function.reshape(part, [rows, count])) for part in ordered]


def _stage(function: Function, grids: Sequence[Tensor], count: int) -> list[Operand]:
    """Joins `radix` transforms of `size` numbers to one: rows x blocks x radix x size."""
    rows, blocks, radix, size = grids[0].shape
    shape = [rows, blocks, size]
    inputs = [
        function.reshape(function.part(part, 2, i, 1), shape) for i in range(radix) for part in grids
    ]
    step = count // (radix * size)
    turns = [turn for i in range(1, radix) for turn in _turns([-2 * i * step * k / count for k in range(size)])]
    steps = _Arithmetic()
    numbers = [(f"%in{2 * i}", f"%in{2 * i + 1}") for i in range(2 * radix - 1)]
    own = [steps.divided(number, radix) for number in numbers[:radix]]
    first, *others = own
    turned = [steps.product(x, turn) for x, turn in zip(others, numbers[radix:], strict=True)]
    results = _four(steps, first, turned) if radix == 4 else [steps.sum(first, turned[0]), steps.difference(first, turned[0])]
    names = [name for result in results for name in result]
    lines = [*steps.lines, f"linalg.yield {', '.join(names)} : {', '.join(['i16'] * len(names))}"]
    places = [[0, 1, 2]] * len(inputs) + [[2]] * len(turns)
    made = generic(function, [*inputs, *turns], places, shape, ["i16"] * len(names), lines)
    return [
        function.joined([function.reshape(made[2 * i + part], [rows, blocks, 1, size]) for i in range(radix)], 2)
        for part in range(2)
    ]


def _four(steps: _Arithmetic, first: _Complex, turned: Sequence[_Complex]) -> list[_Complex]:
    second, third, fourth = turned
    below, above = steps.difference(first, third), steps.sum(first, third)
    odd, (real, imaginary) = steps.sum(second, fourth), steps.difference(second, fourth)
    return [
        steps.sum(above, odd),
        (steps.one("addi", below[0], imaginary), steps.one("subi", below[1], real)),
        steps.difference(above, odd),
        (steps.one("subi", below[0], imaginary), steps.one("addi", below[1], real)),
    ]


def _of_real(function: Function, parts: Sequence[Tensor]) -> Tensor:
    """Returns the spectrum of real numbers, whose pairs were transformed as complex numbers."""
    rows, count = parts[0].shape
    half = count // 2
    low: list[Operand] = [function.part(part, 1, 1, half) for part in parts]
    high = [_reversed(function, function.tensor(function.part(part, 1, count - half, half))) for part in parts]
    turns = _turns([-((k + 1) / count + 0.5) for k in range(half)])
    steps = _Arithmetic()
    near = steps.divided(("%in0", "%in1"), 2)
    far = steps.divided(("%in2", steps.one("subi", steps.literal("0 : i16"), "%in3")), 2)
    even, odd = steps.sum(near, far), steps.product(steps.difference(near, far), ("%in4", "%in5"))
    names = [
        steps.halved(steps.wide("addi", even[0], odd[0])),
        steps.halved(steps.wide("addi", even[1], odd[1])),
        steps.halved(steps.wide("subi", even[0], odd[0])),
        steps.halved(steps.wide("subi", odd[1], even[1])),
    ]
    lines = [*steps.lines, f"linalg.yield {', '.join(names)} : i16, i16, i16, i16"]
    places = [[0, 1]] * 4 + [[1]] * 2
    made = generic(function, [*low, *high, *turns], places, [rows, half], ["i16"] * 4, lines)
    ends = _ends(function, [function.part(part, 1, 0, 1) for part in parts])
    whole: list[Operand] = []
    for first, last, near_part, far_part in ((*ends[:2], made[0], made[2]), (*ends[2:], made[1], made[3])):
        # The upper half has the number in the middle, too, and it counts.
        kept = [function.part(near_part, 1, 0, half - 1)] if half > 1 else []
        joined = function.joined([first, *kept, _reversed(function, far_part), last], 1)
        whole.append(function.reshape(joined, [rows, count + 1, 1]))
    return function.tensor(function.joined(whole, 2))


def _ends(function: Function, first: Sequence[Operand]) -> list[Tensor]:
    """Returns the real parts at the lowest and the highest frequency, and their imaginary parts, which are 0."""
    steps = _Arithmetic()
    real, imaginary = steps.divided(("%in0", "%in1"), 2)
    none = steps.literal("0 : i16")
    names = [steps.one("addi", real, imaginary), steps.one("subi", real, imaginary), none, none]
    lines = [*steps.lines, f"linalg.yield {', '.join(names)} : i16, i16, i16, i16"]
    tensors = [function.tensor(part) for part in first]
    return generic(function, first, [[0, 1]] * 2, tensors[0].shape, ["i16"] * 4, lines)


def _reversed(function: Function, x: Tensor) -> Tensor:
    return function.op("reverse", [x], x.shape, x.kind, "axis = 1 : i32")


def _turns(phases: Sequence[float]) -> list[Array]:
    """Returns the real and the imaginary parts of numbers on the circle, whose phases are parts of pi."""
    waves: tuple[Callable[[float], float], ...] = (math.cos, math.sin)
    return [
        numpy.array([math.floor(0.5 + _ONE * wave(math.pi * phase)) for phase in phases], numpy.int16) for wave in waves
    ]
