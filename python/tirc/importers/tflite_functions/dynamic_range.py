# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of floats and weights of 8 bits, as LiteRT's hybrid kernels compute them (dynamic-range quantisation).

In each run, the floats of a row get a scale, and a zero point unless they are symmetric: the least and the largest of them
become the ends of the range of 8 bits. The product is one of integers, and its sums become floats again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy

from tirc.importers.tflite_functions.loops import generic
from tirc_frontends.text import Array, Function, Operand, Tensor, windows

# The bodies of loops. LiteRT computes scales in float64, of which some are then float32. minnumf and maxnumf make a number
# of what is none, so that each number can be an integer.
_SYMMETRIC = """
%least = math.absf %in0 : f32
%most = math.absf %in1 : f32
%range = arith.maxnumf %least, %most : f32
%zero = arith.constant 0.0 : f32
%one = arith.constant 1.0 : f32
%steps = arith.constant 127.0 : f32
%none = arith.cmpf oeq, %range, %zero : f32
%step = arith.divf %range, %steps : f32
%inverse = arith.divf %steps, %range : f32
%scale = arith.select %none, %one, %step : f32
%factor = arith.select %none, %one, %inverse : f32
linalg.yield %scale, %factor : f32, f32
"""
_ASYMMETRIC = """
%none = arith.constant 0.0 : f32
%one = arith.constant 1.0 : f32
%least = arith.minnumf %in0, %none : f32
%most = arith.maxnumf %in1, %none : f32
%low = arith.extf %least : f32 to f64
%high = arith.extf %most : f32 to f64
%range = arith.subf %high, %low : f64
%steps = arith.constant 255.0 : f64
%step = arith.divf %range, %steps : f64
%below = arith.divf %low, %step : f64
%above = arith.divf %high, %step : f64
%first = arith.constant -128.0 : f64
%last = arith.constant 127.0 : f64
%count = arith.constant 128.0 : f64
%from_low = arith.subf %first, %below : f64
%from_high = arith.subf %last, %above : f64
%error_low = arith.subf %count, %below : f64
%error_high = arith.addf %last, %above : f64
%is_low = arith.cmpf olt, %error_low, %error_high : f64
%exact = arith.select %is_low, %from_low, %from_high : f64
%not_below = arith.maxnumf %exact, %first : f64
%inside = arith.minnumf %not_below, %last : f64
%nearest = math.round %inside : f64
%point = arith.fptosi %nearest : f64 to i32
%float = arith.truncf %step : f64 to f32
%wide = arith.extf %float : f32 to f64
%unit = arith.constant 1.0 : f64
%quotient = arith.divf %unit, %wide : f64
%inverse = arith.truncf %quotient : f64 to f32
%is_constant = arith.cmpf oeq, %least, %most : f32
%scale = arith.select %is_constant, %one, %float : f32
%factor = arith.select %is_constant, %one, %inverse : f32
%origin = arith.constant 0 : i32
%zero = arith.select %is_constant, %origin, %point : i32
linalg.yield %scale, %factor, %zero : f32, f32, i32
"""


@dataclasses.dataclass(frozen=True)
class Quantized:
    """A tensor of 8 bits, whose first axis has its rows. The numbers of a row stand for (q - zero) * scale; both have
    the shape rows x 1. The zero point is left out if all of them are 0."""

    numbers: Tensor
    scale: Tensor
    zero: Tensor | None


def quantize(
    function: Function, x: Tensor, is_symmetric: bool, low: Sequence[int] = (), high: Sequence[int] = ()
) -> Quantized:
    """Quantises a tensor, whose first axis has its rows, with as many zeros more at both ends of the axes: these
    change no scale."""
    rows = x.shape[0]
    flat = function.tensor(function.reshape(x, [rows, int(numpy.prod(x.shape)) // rows]))
    ends = [function.op(f"reduce_{end}", [flat], [rows, 1], "f32", "axis = 1 : i32") for end in ("min", "max")]
    body, kinds = (_SYMMETRIC, ["f32", "f32"]) if is_symmetric else (_ASYMMETRIC, ["f32", "f32", "i32"])
    scale, factor, *zero = generic(function, ends, [(0, 1)] * 2, [rows, 1], kinds, body.strip().splitlines())
    wide = _padded(function, x, low, high)
    places = [tuple(range(len(x.shape))), *[(0, None)] * (1 + len(zero))]
    lines = _rounded(-127 if is_symmetric else -128)
    (numbers,) = generic(function, [wide, factor, *zero], places, wide.shape, ["i8"], lines)
    return Quantized(numbers, scale, zero[0] if zero else None)


def real(
    function: Function,
    sums: Tensor,
    x: Quantized,
    row_sums: Array,
    scales: Array,
    bias: Operand | None,
    scales_first: bool,
) -> Tensor:
    """Returns what sums of products stand for, and adds the bias.

    The first axis of the sums stands for the rows of `x`; the last axis, for the scales of the weights, for the bias
    and for `row_sums`, each of which is the sum of the weights of one sum of products. If `scales_first` is true, the
    two scales are multiplied before all else.
    """
    last = len(sums.shape) - 1
    operands: list[Operand] = [sums, x.scale, scales]
    places: list[tuple[int | None, ...]] = [tuple(range(last + 1)), (0, None), (last,)]
    lines = ["%sum = arith.sitofp %in0 : i32 to f32"]
    if x.zero is not None:
        # Those of narrow weights need no more than 16 bits.
        is_short = numpy.abs(row_sums).max(initial=0) <= numpy.iinfo(numpy.int16).max
        operands += [x.zero, row_sums.astype(numpy.int16) if is_short else row_sums]
        places += [(0, None), (last,)]
        lines = ["%of_row = arith.extsi %in4 : i16 to i32"] if is_short else []
        lines += [
            f"%excess = arith.muli %in3, {'%of_row' if is_short else '%in4'} : i32",
            "%exact = arith.subi %in0, %excess : i32",
            "%sum = arith.sitofp %exact : i32 to f32",
        ]
    if scales_first:
        lines += ["%scale = arith.mulf %in1, %in2 : f32", "%product = arith.mulf %sum, %scale : f32"]
    else:
        lines += ["%part = arith.mulf %sum, %in2 : f32", "%product = arith.mulf %part, %in1 : f32"]
    result = "%product"
    if bias is not None:
        operands, places = [*operands, bias], [*places, (last,)]
        lines.append(f"%out = arith.addf %product, %in{len(operands) - 1} : f32")
        result = "%out"
    (made,) = generic(function, operands, places, sums.shape, ["f32"], [*lines, f"linalg.yield {result} : f32"])
    return made


def products(
    function: Function, name: str, image: Tensor, weights: Array, shape: Sequence[int], attributes: str
) -> Tensor:
    """Adds a convolution of integers."""
    none = [numpy.zeros(1, dtype) for dtype in (numpy.int32, numpy.int8, numpy.int8)]
    return function.op(name, [image, weights, *none], shape, "i32", attributes)


def rows(
    function: Function, x: Tensor, weights: Array, scales: Array, bias: Array | None, is_symmetric: bool
) -> Tensor:
    """Returns the products of all rows of a tensor with the weights of each unit, as floats: rows x units."""
    units, features = weights.shape
    count = int(numpy.prod(x.shape)) // features
    matrix = function.tensor(function.reshape(x, [count, features]))
    quantized = quantize(function, matrix, is_symmetric)
    image = function.tensor(function.reshape(quantized.numbers, [1, count, 1, features]))
    shape = [1, count, 1, units]
    sums = products(function, "conv2d", image, weights.reshape(units, 1, 1, features), shape, windows("i32"))
    flat = function.tensor(function.reshape(sums, [count, units]))
    row_sums = weights.sum(1, dtype=numpy.int32)
    return real(function, flat, quantized, row_sums, scales, bias, scales_first=True)


@dataclasses.dataclass(frozen=True)
class Weights:
    """Weights of a recurrent layer, with a scale for each row."""

    stored: Array
    scales: Array
    is_symmetric: bool

    def count(self) -> int:
        return len(self.stored)

    def part(self, start: int, size: int) -> Weights:
        return Weights(self.stored[start : start + size], self.scales[start : start + size], self.is_symmetric)

    def product(self, function: Function, x: Tensor, bias: Operand | None) -> Tensor:
        assert not isinstance(bias, Tensor), "constant weights have a constant bias"
        made = rows(function, x, self.stored, self.scales, bias, self.is_symmetric)
        return function.tensor(function.reshape(made, [*x.shape[:-1], self.count()]))


def _padded(function: Function, x: Tensor, low: Sequence[int], high: Sequence[int]) -> Tensor:
    if not any([*low, *high]):
        return x
    zero = function.fresh()
    function.line(f"{zero} = arith.constant 0.0 : f32")
    shape = [before + size + after for before, size, after in zip(low, x.shape, high, strict=True)]
    result = Tensor(function.fresh(), x.kind, tuple(shape))
    function.open(f"{result.name} = tensor.pad {x.name} low{list(low)} high{list(high)} {{")
    function.open(f"^bb0({', '.join(f'%at{i}: index' for i in range(len(shape)))}):")
    function.line(f"tensor.yield {zero} : f32")
    function.line(f"}} : {x.type} to {result.type}")
    return result


def _rounded(least: int) -> list[str]:
    """Returns the lines that round a number, half a unit away from zero, before they add the zero point, which is the
    third operand."""
    is_symmetric = least == -127
    lines = ["%scaled = arith.mulf %in0, %in1 : f32", "%nearest = math.round %scaled : f32"]
    if not is_symmetric:
        lines += ["%zero = arith.sitofp %in2 : i32 to f32", "%moved = arith.addf %nearest, %zero : f32"]
    return [
        *lines,
        f"%first = arith.constant {least}.0 : f32",
        "%last = arith.constant 127.0 : f32",
        f"%not_below = arith.maxnumf {'%nearest' if is_symmetric else '%moved'}, %first : f32",
        "%inside = arith.minnumf %not_below, %last : f32",
        "%number = arith.fptosi %inside : f32 to i8",
        "linalg.yield %number : i8",
    ]
