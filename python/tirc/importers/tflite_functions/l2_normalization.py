# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""L2_NORMALIZATION of numbers of 8 bits of TensorFlow Lite, whose reciprocal roots LiteRT finds in five steps of Newton's
method. Version 2026.2.0 of the converter refuses it."""

from __future__ import annotations

from tirc.importers.tflite_functions.loops import generic
from tirc.importers.tflite_functions.reader import Typed, Types
from tirc.importers.tflite_functions.tables import Table
from tirc_frontends.text import Function, Tensor

_MOVED = {"i8": 0, "uint8": 128}
_STEPS = 5
# Numbers of 64 bits that hold fixed-point numbers of 32 bits with 28 bits after the point.
_ONE, _THREE_HALVES, _HALF_ROOT_OF_2 = 1 << 28, (1 << 28) + (1 << 27), 1518500250
_MOST = (1 << 31) - 1


def _rounded(result: str, product: str) -> list[str]:
    """Returns the lines of the upper half of twice a product, rounded to the nearest."""
    return [
        f"{result}_up = arith.addi {product}, %half_unit : i64",
        f"{result} = arith.shrsi {result}_up, %bits : i64",
    ]


def _times(result: str, a: str, b: str) -> list[str]:
    return [f"{result}_product = arith.muli {a}, {b} : i64", *_rounded(result, f"{result}_product")]


def _widened(result: str, x: str, bits: int) -> list[str]:
    return [
        f"{result}_by = arith.constant {bits} : i64",
        f"{result}_moved = arith.shli {x}, {result}_by : i64",
        f"{result} = arith.minsi {result}_moved, %most : i64",
    ]


def _constants(**numbers: int) -> list[str]:
    return [f"%{name} = arith.constant {number} : i64" for name, number in numbers.items()]


def _root_lines() -> list[str]:
    """Returns the lines that make of the sum %in0 the multiplier and how far it is shifted to the right."""
    lines = [
        *_constants(one_bit=1, two=2, four=4, eleven=11, large=1 << 29, most=_MOST, half_unit=1 << 30, bits=31, none=0),
        *_constants(one=_ONE, three_halves=_THREE_HALVES, half_root=_HALF_ROOT_OF_2, clear=33),
        "%sum = arith.extsi %in0 : i32 to i64",
        "%is_large = arith.cmpi sge, %sum, %large : i64",
        "%fourth = arith.divsi %sum, %four : i64",
        "%part = arith.select %is_large, %fourth, %sum : i64",
        "%more = arith.extui %is_large : i1 to i64",
        "%first_shift = arith.addi %eleven, %more : i64",
        "%zeros = math.ctlz %part : i64",
        # A number of 32 bits has 32 zeros less, and its sign's bit is left.
        "%free = arith.subi %zeros, %clear : i64",
        "%pairs = arith.shrsi %free, %one_bit : i64",
        "%moved_pairs = arith.subi %pairs, %one_bit : i64",
        "%shift = arith.subi %first_shift, %moved_pairs : i64",
        "%moved_bits = arith.muli %moved_pairs, %two : i64",
        "%scaled = arith.shli %part, %moved_bits : i64",
        "%input = arith.shrsi %scaled, %one_bit : i64",
        "%input_up = arith.addi %input, %one_bit : i64",
        "%half_input = arith.shrsi %input_up, %one_bit : i64",
    ]
    x = "%one"
    for step in range(_STEPS):
        square, cube, wide, more, less, difference, result = (
            f"%{word}{step}" for word in ("square", "cube", "wide", "more", "less", "difference", "x")
        )
        lines += _times(square, x, x) + _times(cube, square, x) + _widened(wide, cube, 6)
        lines += _times(more, "%three_halves", x) + _times(less, "%half_input", wide)
        lines += [f"{difference} = arith.subi {more}, {less} : i64", *_widened(result, difference, 3)]
        x = result
    return [
        *lines,
        *_times("%root", x, "%half_root"),
        "%is_negative = arith.cmpi slt, %shift, %none : i64",
        "%opposite = arith.subi %none, %shift : i64",
        "%left = arith.select %is_negative, %opposite, %none : i64",
        "%right = arith.select %is_negative, %none, %shift : i64",
        "%found = arith.shli %root, %left : i64",
        # 0 counts as 1.
        "%is_one = arith.cmpi sle, %sum, %one_bit : i64",
        "%multiplier = arith.select %is_one, %most, %found : i64",
        "%bits_right = arith.select %is_one, %none, %right : i64",
        "linalg.yield %multiplier, %bits_right : i64, i64",
    ]


def _result_lines(zero: int, is_unsigned: bool) -> list[str]:
    """Returns the lines that scale the number %in0 by the multiplier %in1 and the shift %in2 to the right. LiteRT shifts the
    numbers of uint8 by 7 bits first, and shortens the shift for int8."""
    before = [
        "%x_wide = arith.shli %x, %seven : i64",
        "%over = arith.addi %in2, %none : i64",
        "%by_left = arith.addi %none, %none : i64",
    ]
    if not is_unsigned:
        before = [
            "%over = arith.subi %in2, %seven : i64",
            "%missing = arith.subi %seven, %in2 : i64",
            "%by_left = arith.maxsi %missing, %none : i64",
            "%x_wide = arith.shli %x, %by_left : i64",
        ]
    return [
        *_constants(none=0, one=1, seven=7, half_unit=1 << 30, bits=31, zero=zero, least=-128, last=127),
        "%stored = arith.extsi %in0 : i8 to i64",
        "%x = arith.subi %stored, %zero : i64",
        *before,
        "%by_right = arith.maxsi %over, %none : i64",
        *_times("%first", "%x_wide", "%in1"),
        "%unit = arith.shli %one, %by_right : i64",
        "%nudge = arith.shrsi %unit, %one : i64",
        "%is_below = arith.cmpi slt, %first, %none : i64",
        "%is_shifted = arith.cmpi sgt, %by_right, %none : i64",
        "%is_less = arith.andi %is_below, %is_shifted : i1",
        "%less = arith.extui %is_less : i1 to i64",
        "%up = arith.addi %first, %nudge : i64",
        "%fair = arith.subi %up, %less : i64",
        "%second = arith.shrsi %fair, %by_right : i64",
        "%above = arith.maxsi %second, %least : i64",
        "%inside = arith.minsi %above, %last : i64",
        "%result = arith.trunci %inside : i64 to i8",
        "linalg.yield %result : i8",
    ]


class L2Normalization(Typed):
    operator, options_class, function_name = "L2_NORMALIZATION", "L2NormOptions", "l2_normalization"
    activations = ()

    def is_taken(self) -> bool:
        tensors = [self._tensor(0), self._output()]
        kinds = {self._kind_of(tensor) for tensor in tensors}
        return len(kinds) == 1 and kinds <= set(_MOVED) and all(Table.has_scale(tensor) for tensor in tensors)

    def emit(self, function: Function, types: Types) -> Tensor:
        if min([0, *types.x]) < 0:
            raise self._refused(f"it has the type {self._kind(0)} and a dynamic size; expected fixed sizes")
        x, zero = function.argument(types.x, "i8"), self._scale(self._tensor(0))[1] - _MOVED[self._kind(0)]
        row = [*x.shape[:-1], 1]
        own = tuple(range(len(row)))
        multiplier, shift = generic(
            function, [self._squares(function, x, zero)], [own], row, ["i64", "i64"], _root_lines()
        )
        places = [own, *[(*own[:-1], None)] * 2]
        lines = _result_lines(zero, self._kind(0) == "uint8")
        return generic(function, [x, multiplier, shift], places, x.shape, ["i8"], lines)[0]

    @staticmethod
    def _squares(function: Function, x: Tensor, zero: int) -> Tensor:
        moved = function.rescale(x, 1 << 30, 30, "i32", (zero, 0))
        axis = f"axis = {len(x.shape) - 1} : i32"
        return function.op("reduce_sum", [function.each("mul", moved, moved)], [*x.shape[:-1], 1], "i32", axis)
