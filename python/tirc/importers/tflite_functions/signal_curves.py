# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The curves of tflite-micro's features of sound, in integers: gains by parabolas, and logarithms by a table."""

from __future__ import annotations

import math

import numpy

from tirc_frontends.element_loops import extract
from tirc_frontends.text import Array, Tensor

# The bits of the fractions of logarithms, and of the number of parts between two powers of two.
LOG_BITS, _PARTS_BITS = 16, 7


def logarithm_table() -> Array:
    """Returns how much the binary logarithm of 1 + x is above x, from 0 to 1."""
    count = 1 << _PARTS_BITS
    parts = [i / count for i in range(count + 1)]
    return numpy.array([round((math.log2(1 + part) - part) * (1 << LOG_BITS)) for part in parts], numpy.int32)


def gain(table: Tensor, last: int) -> list[str]:
    """Returns the lines that compute %gain of %noise: each power of two has three entries, the ends of a parabola."""
    lines = [
        "%none = arith.constant 0 : i32",
        "%two = arith.constant 2 : i32",
        "%is_first = arith.cmpi ule, %noise, %two : i32",
        "%zeros = math.ctlz %noise : i32",
        "%width = arith.constant 32 : i32",
        "%interval = arith.subi %width, %zeros : i32",
        "%four = arith.constant 4 : i32",
        "%six = arith.constant 6 : i32",
        "%fourth = arith.muli %interval, %four : i32",
        "%later = arith.subi %fourth, %six : i32",
        "%entry = arith.select %is_first, %noise, %later : i32",
        # The fraction of 10 bits below the highest bit.
        "%eleven = arith.constant 11 : i32",
        "%missing = arith.subi %eleven, %interval : i32",
        "%spare = arith.subi %interval, %eleven : i32",
        "%up = arith.maxsi %missing, %none : i32",
        "%down = arith.maxsi %spare, %none : i32",
        "%raised = arith.shli %noise, %up : i32",
        "%lowered = arith.shrui %raised, %down : i32",
        "%mask = arith.constant 1023 : i32",
        "%part = arith.andi %lowered, %mask : i32",
    ]
    for i in range(3):
        lines += [
            f"%offset{i} = arith.constant {i} : i32",
            f"%place{i} = arith.addi %entry, %offset{i} : i32",
            # What is beyond the table does not count.
            f"%end{i} = arith.constant {last} : i32",
            f"%near{i} = arith.minsi %place{i}, %end{i} : i32",
            f"%index{i} = arith.index_cast %near{i} : i32 to index",
            extract(f"%short{i}", table, [f"%index{i}"]),
            f"%entry{i} = arith.extsi %short{i} : i16 to i32",
        ]
    return [
        *lines,
        "%five = arith.constant 5 : i32",
        "%bent = arith.muli %entry2, %part : i32",
        "%bend = arith.shrsi %bent, %five : i32",
        "%slope = arith.shli %entry1, %five : i32",
        "%sum = arith.addi %bend, %slope : i32",
        "%along = arith.muli %sum, %part : i32",
        "%rounding = arith.constant 16384 : i32",
        "%nearer = arith.addi %along, %rounding : i32",
        "%fraction_bits = arith.constant 15 : i32",
        "%change = arith.shrsi %nearer, %fraction_bits : i32",
        "%value = arith.addi %entry0, %change : i32",
        "%narrow = arith.trunci %value : i32 to i16",
        "%wide = arith.extsi %narrow : i16 to i32",
        "%gain = arith.select %is_first, %entry0, %wide : i32",
    ]


def logarithm(table: Tensor) -> list[str]:
    """Returns the lines that compute %natural, with a fraction of 16 bits, of %scaled."""
    segment_bits = LOG_BITS - _PARTS_BITS
    return [
        "%none = arith.constant 0 : i32",
        "%one = arith.constant 1 : i32",
        "%counted = arith.maxui %scaled, %one : i32",
        "%zeros = math.ctlz %counted : i32",
        "%highest = arith.constant 31 : i32",
        "%integer = arith.subi %highest, %zeros : i32",
        "%power = arith.shli %one, %integer : i32",
        "%below = arith.subi %counted, %power : i32",
        f"%whole = arith.constant {LOG_BITS} : i32",
        "%missing = arith.subi %whole, %integer : i32",
        "%spare = arith.subi %integer, %whole : i32",
        "%up = arith.maxsi %missing, %none : i32",
        "%down = arith.maxsi %spare, %none : i32",
        "%risen = arith.shli %below, %up : i32",
        "%fraction = arith.shrsi %risen, %down : i32",
        f"%segment_bits = arith.constant {segment_bits} : i32",
        "%segment = arith.shrui %fraction, %segment_bits : i32",
        "%next_segment = arith.addi %segment, %one : i32",
        "%index0 = arith.index_cast %segment : i32 to index",
        "%index1 = arith.index_cast %next_segment : i32 to index",
        extract("%entry0", table, ["%index0"]),
        extract("%entry1", table, ["%index1"]),
        "%start = arith.shli %segment, %segment_bits : i32",
        "%rest = arith.subi %fraction, %start : i32",
        "%change = arith.subi %entry1, %entry0 : i32",
        "%along = arith.muli %change, %rest : i32",
        "%added = arith.shrsi %along, %whole : i32",
        "%near = arith.addi %fraction, %entry0 : i32",
        "%exact = arith.addi %near, %added : i32",
        "%shifted = arith.shli %integer, %whole : i32",
        "%binary = arith.addi %shifted, %exact : i32",
        "%binary_wide = arith.extui %binary : i32 to i64",
        # The logarithm of 2.
        f"%ratio = arith.constant {round(math.log(2) * (1 << LOG_BITS))} : i64",
        "%scaled_wide = arith.muli %binary_wide, %ratio : i64",
        "%half = arith.constant 32768 : i32",
        "%half_wide = arith.constant 32768 : i64",
        "%raised_wide = arith.addi %scaled_wide, %half_wide : i64",
        f"%whole_wide = arith.constant {LOG_BITS} : i64",
        "%natural_wide = arith.shrui %raised_wide, %whole_wide : i64",
        "%natural = arith.trunci %natural_wide : i64 to i32",
    ]
