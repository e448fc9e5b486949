# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of a program in TOSA."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy

from ...quotients import divided
from ...text import KINDS, Function, Lines, fixed_point, quoted, tensor_type
from .values import Scale, Value, channels_last, in_order

# A tensor, or the name and the type of a constant.
Operand = Value | tuple[str, str]


class Program(Lines):
    """The operations of a program, which are added at its end."""

    def __init__(self) -> None:
        super().__init__("")
        # The private functions that it calls.
        self.functions: list[str] = []
        self.values: dict[str, Value] = {}

    def op(self, name: str, operands: Sequence[str], types: Sequence[str], result: str, attributes: str = "") -> str:
        out = self.fresh()
        given = f" {{{attributes}}}" if attributes else ""
        signature = f"({', '.join(types)}) -> {result}"
        self.line(f'{out} = "tosa.{name}"({", ".join(operands)}){given} : {signature}')
        return out

    def constant(self, values: Any, kind: str = "") -> tuple[str, str]:
        """Returns a constant and its type. A type that numpy does not have is written number by number."""
        array = numpy.asarray(values, order="C")
        type_ = tensor_type(array.shape, kind or KINDS[array.dtype.name])
        data = array.astype(array.dtype.newbyteorder("<")).tobytes()
        if (type_, data) not in self._constants:
            out = self.fresh()
            text = f'"0x{data.hex().upper()}"' if array.size > 1 else str(array.reshape(-1)[0].item())
            if array.size > 1 and kind:
                text = str(array.tolist())
            if array.size == 1 and array.dtype.kind == "f":
                text = f'"0x{data.hex().upper()}"'
            self.open(f'{out} = "tosa.const"() <{{values = dense<{text}> : {type_}}}> : () -> {type_}')
            self._constants[type_, data] = out
        return self._constants[type_, data], type_

    def apply(
        self, name: str, operands: Sequence[Operand], kind: str, sizes: Sequence[int], attributes: str = ""
    ) -> Value:
        """Adds an operation whose result has these sizes, in the order of the program."""
        pairs = [(x.name, x.type) if isinstance(x, Value) else x for x in operands]
        shape = tuple(sizes)
        out = self.op(name, [p[0] for p in pairs], [p[1] for p in pairs], tensor_type(shape, kind), attributes)
        return Value(out, kind, shape, in_order(len(shape)))

    def call(self, name: str, given: Sequence[Value], results: Sequence[tuple[str, tuple[int, ...]]]) -> list[Value]:
        """Calls a private function, whose tensors have the order of the model; results have these elements and shapes."""
        operands = [self.straight(x) for x in given]
        types = ", ".join(tensor_type(shape, kind) for kind, shape in results)
        out = self.fresh()
        count = f":{len(results)}" if len(results) > 1 else ""
        text = f"call @{quoted(name)}({', '.join(x.name for x in operands)})"
        signature = f"({', '.join(x.type for x in operands)}) -> ({types})"
        self.line(f"{out}{count} = {text} : {signature}")
        return [
            Value(f"{out}#{i}" if count else out, kind, shape, in_order(len(shape)))
            for i, (kind, shape) in enumerate(results)
        ]

    def ordered(self, x: Value, order: tuple[int, ...]) -> Value:
        """Returns the tensor with its axes in another order."""
        x = self.made(x)
        if x.order == order:
            return x
        sizes = tuple(x.shape[axis] for axis in order)
        if _large(x.order, x.shape) == _large(order, x.shape):
            name = self.reshaped(x, sizes).name
        else:
            perms = ", ".join(str(x.order.index(axis)) for axis in order)
            name = self.apply("transpose", [x], x.kind, sizes, f"perms = array<i32: {perms}>").name
        return Value(name, x.kind, x.shape, order)

    def straight(self, x: Value) -> Value:
        """Returns the tensor in the order of the model."""
        return self.ordered(x, in_order(len(x.shape)))

    def made(self, x: Value) -> Value:
        """Makes a reshape that has been put off."""
        if x.whole is None:
            return x
        return self.reshaped(self.straight(x.whole), x.shape)

    def reshaped(self, x: Value, sizes: Sequence[int]) -> Value:
        """Gives the program's tensor other sizes, whatever its order is."""
        if x.sizes == tuple(sizes):
            return Value(x.name, x.kind, tuple(sizes), in_order(len(sizes)))
        return self.apply("reshape", [x, self.sizes(sizes)], x.kind, sizes)

    def rescale(self, x: Value, factors: Any, before: int, after: Scale | str) -> Value:
        """Returns (x - before) * factor + zero point, rounded and limited; `after` is a type if this is 0.

        There is one factor, or one for each element of the last axis of the program's tensor.
        """
        if x.whole is not None:
            whole = self.rescale(x.whole, factors, before, after)
            return dataclasses.replace(x, kind=whole.kind, whole=whole)
        # TOSA's rescale has zero points of 8 bits only.
        if x.kind == "i16" and before:
            return self.rescale(self.moved(self.cast(x, "i32"), -before), factors, 0, after)
        if isinstance(after, Scale) and after.bits == 16 and after.zero:
            result = self.clamp(self.rescale(x, factors, before, "i32"), after.low - after.zero, after.high - after.zero)
            return self.cast(self.moved(result, after.zero), "i16")
        pairs = [fixed_point(float(factor)) for factor in numpy.reshape(factors, [-1])]
        kind = after if isinstance(after, str) else f"i{after.bits}"
        zero = 0 if isinstance(after, str) else after.zero
        multipliers = numpy.array([pair[0] for pair in pairs], numpy.int32)
        operands: list[Operand] = [
            x,
            self.constant(multipliers),
            self.constant(numpy.array([pair[1] for pair in pairs], numpy.int8)),
            self._zero(before, x.kind),
            self._zero(zero, kind),
        ]
        flags = "input_unsigned = false, output_unsigned = false, scale32 = true"
        each = str(len(pairs) > 1).lower()
        rounding = "rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>"
        result = self.apply("rescale", operands, kind, x.sizes, f"{flags}, per_channel = {each}, {rounding}")
        return Value(result.name, kind, x.shape, x.order)

    def moved(self, x: Value, zero: int) -> Value:
        """Returns the sum of a tensor in int32 and a number."""
        return self.each("add", x, self.constant(numpy.full([1] * len(x.shape), zero, numpy.int32)), "i32")

    def narrowed(self, x: Value, bits: int) -> Value:
        """Returns sums of 48 bits, divided by 2^bits, in int32; they have to fit."""
        operands: list[Operand] = [
            x,
            self.constant(numpy.array([1 << 14], numpy.int16)),
            self.constant(numpy.array([14 + bits], numpy.int8)),
            self.constant(numpy.array([0], numpy.int64), "i48"),
            self._zero(0, "i32"),
        ]
        flags = "input_unsigned = false, output_unsigned = false, scale32 = false, per_channel = false"
        rounding = "rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>"
        result = self.apply("rescale", operands, "i32", x.sizes, f"{flags}, {rounding}")
        return Value(result.name, "i32", x.shape, x.order)

    def padded(self, x: Value, pads: Sequence[int], number: int) -> Value:
        """Puts a number around images; the padding has TOSA's order."""
        if not any(pads):
            return x
        sizes = (x.sizes[0], x.sizes[1] + pads[0] + pads[1], x.sizes[2] + pads[2] + pads[3], x.sizes[3])
        operands: list[Operand] = [x, self.sizes([0, 0, *pads, 0, 0]), self._zero(number, x.kind)]
        return self.apply("pad", operands, x.kind, sizes)

    def mean(self, x: Value, factor: float, after: Scale) -> Value:
        """Returns x * factor + zero point. Half of a unit is common if the factor is 1 / 2^n: that goes to the even
        number, as in ONNX."""
        mantissa, exponent = math.frexp(factor)
        bits = 1 - exponent
        # The sum below has to fit in 32 bits, with the zero point.
        if mantissa != 0.5 or not 1 <= bits <= (22 if after.bits == 8 else 14):
            return self.rescale(x, factor, 0, after)

        def number(value: int) -> tuple[str, str]:
            return self.constant(numpy.full([1] * len(x.shape), value, numpy.int32))

        def shifted(value: Value) -> Value:
            exact = self.apply(
                "arithmetic_right_shift", [value, number(bits)], "i32", value.sizes, "round = false"
            )
            return Value(exact.name, "i32", value.shape, value.order)

        odd = self.each("bitwise_and", shifted(x), number(1), "i32")
        half = number((1 << (bits - 1)) - 1 + (after.zero << bits))
        result = shifted(self.each("add", self.each("add", x, odd, "i32"), half, "i32"))
        return self.cast(self.clamp(result, after.low, after.high), f"i{after.bits}")

    def _zero(self, zero: int, kind: str) -> tuple[str, str]:
        types = {"i8": numpy.int8, "i16": numpy.int16, "i32": numpy.int32}
        return self.constant(numpy.array([zero], types[kind]))

    def zero(self, zero: int, bits: int) -> tuple[str, str]:
        return self._zero(zero, f"i{bits}")

    def clamp(self, x: Value, low: int, high: int) -> Value:
        if x.whole is not None:
            return dataclasses.replace(x, whole=self.clamp(x.whole, low, high))
        limits = f"min_val = {low} : {x.kind}, max_val = {high} : {x.kind}"
        result = self.apply("clamp", [x], x.kind, x.sizes, limits)
        return Value(result.name, x.kind, x.shape, x.order)

    def each(self, name: str, x: Value, y: Value | tuple[str, str], kind: str, more: Sequence[tuple[str, str]] = ()) -> Value:
        """Adds an operation of two tensors, of which the second has the sizes of the first, or 1."""
        sizes = x.sizes
        if isinstance(y, Value):
            sizes = tuple(max(a, b) for a, b in zip(x.sizes, y.sizes, strict=True))
        result = self.apply(name, [x, y, *more], kind, sizes)
        shape = [0] * len(sizes)
        for axis, size in zip(x.order, sizes, strict=True):
            shape[axis] = size
        return Value(result.name, kind, tuple(shape), x.order)

    def product(self, x: Value, y: Value | tuple[str, str], bits: int = 0) -> Value:
        """Returns a product, divided by 2^bits."""
        return self.each("mul", x, y, x.kind, [self.constant(numpy.array([bits], numpy.int8))])

    def cast(self, x: Value, kind: str) -> Value:
        if x.kind == kind:
            return x
        result = self.apply("cast", [x], kind, x.sizes)
        return Value(result.name, kind, x.shape, x.order)

    def with_rank(self, x: Value, rank: int) -> Value:
        """Returns the tensor with more axes of one element in front."""
        more = rank - len(x.shape)
        if not more:
            return self.made(x)
        x = self.straight(x)
        return self.reshaped(x, (*[1] * more, *x.shape))

    def quantize(self, x: Value, scale: Scale) -> Value:
        """Quantises floats."""
        if scale.factor is None:
            x = self._divided(x, scale.scale)
        else:
            x = self.product(x, self.constant(numpy.full([1] * len(x.shape), scale.factor, numpy.float32)))
        return self.rescale(self.cast(x, "i32"), 1.0, 0, scale)

    def _divided(self, x: Value, divisor: float) -> Value:
        """Returns quotients, which TOSA has only for integers."""
        f = Function(f"quantize{len(self.functions)}", self.place)
        quotient = divided(f, "divide", [f.argument(x.shape, "f32"), divisor], x.shape, "f32")
        self.functions.append(f.text([quotient]))
        (result,) = self.call(f.name, [x], [("f32", x.shape)])
        return result

    def dequantize(self, x: Value, scale: Scale) -> Value:
        """Turns quantised numbers into floats."""
        ones = [1] * len(x.shape)
        x = self.cast(x, "i32")
        if scale.zero:
            x = self.each("sub", x, self.constant(numpy.full(ones, scale.zero, numpy.int32)), "i32")
        return self.product(self.cast(x, "f32"), self.constant(numpy.full(ones, scale.scale, numpy.float32)))

    def signed(self, name: str, own: str, outer: str) -> str:
        """Returns an input whose numbers have a sign: those without one become smaller by half of their range."""
        return name if own == outer else self._moved(name, outer, own, "input")

    def unsigned(self, name: str, own: str, outer: str) -> str:
        return name if own == outer else self._moved(name, own, outer, "output")

    def _moved(self, name: str, source: str, result: str, side: str) -> str:
        bits = 8 if source.endswith("i8>") else 16
        half = self._zero(-1 << (bits - 1), f"i{bits}")
        none = self._zero(0, f"i{bits}")
        pairs = [(name, source), self.constant(numpy.array([1 << 30], numpy.int32))]
        pairs += [self.constant(numpy.array([30], numpy.int8)), *((half, none) if side == "input" else (none, half))]
        flags = f"input_unsigned = {str(side == 'input').lower()}, output_unsigned = {str(side == 'output').lower()}"
        more = "scale32 = true, per_channel = false, rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>"
        return self.op("rescale", [p[0] for p in pairs], [p[1] for p in pairs], result, f"{flags}, {more}")

    def image(self, x: Value) -> Value:
        """Returns a tensor of rank 3 or 4 with its channels last, in the program of rank 4."""
        x = self.ordered(x, channels_last(len(x.shape)))
        return self.reshaped(x, (x.sizes[0], 1, *x.sizes[1:]) if len(x.shape) == 3 else x.sizes)

    def from_image(self, x: Value, rank: int) -> Value:
        """Returns the result of an operation on images as a tensor of the model."""
        batch, height, width, channels = x.sizes
        if rank == 3:
            x = self.reshaped(x, (batch, width, channels))
            return Value(x.name, x.kind, (batch, channels, width), (0, 2, 1))
        return Value(x.name, x.kind, (batch, channels, height, width), (0, 2, 3, 1))


def _large(order: tuple[int, ...], shape: tuple[int, ...]) -> list[int]:
    return [axis for axis in order if shape[axis] != 1]


def array(values: Sequence[int]) -> str:
    return f"array<i64: {', '.join(map(str, values))}>"
