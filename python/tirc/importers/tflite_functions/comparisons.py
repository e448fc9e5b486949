# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparisons of quantised tensors, and positions of extreme integers, of TensorFlow Lite."""

from __future__ import annotations

from typing import Any

from tirc.importers.tflite_functions.elements import Elements, computed, extract, places, reduced
from tirc.importers.tflite_functions.scalars import multiplier_of
from tirc_frontends.text import Function, Tensor


class _Pair(Elements):
    data = (0, 1)

    def _operands(self, function: Function) -> tuple[list[int], list[Tensor], list[str]]:
        """Returns the shape of the result, both operands, and the lines that read an element %x and %y of them."""
        tensors, shape = self._arguments(function), self._shape(self._output())
        lines = ["%origin = arith.constant 0 : index"]
        for name, tensor in zip(("%x", "%y"), tensors, strict=True):
            own = places(len(shape))[len(shape) - len(tensor.shape) :]
            kept = [index if size > 1 else "%origin" for index, size in zip(own, tensor.shape, strict=True)]
            lines.append(extract(name, tensor, kept))
        return shape, tensors, lines


class _Comparison(_Pair):
    """Of two quantised tensors, which LiteRT brings to a common scale of 2^-8."""

    word: str

    def is_taken(self) -> bool:
        if not self._are_quantized():
            return False
        largest = max(self._scale(self._tensor(operand))[0] for operand in self.data)
        if largest >= 1:
            raise self._refused(
                f"a scale is {largest:g}, by which LiteRT shifts in a way that C does not define; expected scales below 1: "
                "quantise smaller numbers, or compare floats"
            )
        return True

    def _are_quantized(self) -> bool:
        return super().is_taken() and all(self._is_quantized(self._tensor(operand)) for operand in self.data)

    def _is_quantized(self, tensor: Any) -> bool:
        quantization = tensor.Quantization()
        has_scale = quantization is not None and quantization.ScaleLength() == 1
        return has_scale and self._mlir(tensor) in ("i8", "i16")

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        shape, _, lines = self._operands(function)
        for label, operand in zip("xy", self.data, strict=True):
            lines += self._scaled(label, operand)
        lines.append(f"%result = arith.cmpi {self.word}, %x_scaled, %y_scaled : i32")
        return function.text([computed(function, shape, "i1", lines)])

    def _scaled(self, label: str, operand: int) -> list[str]:
        """Returns the lines of the product with the scale, which is rounded twice."""
        tensor = self._tensor(operand)
        scale, zero = self._scale(tensor)
        multiplier, exponent = multiplier_of(scale)
        zero -= 128 if self._is_byte(tensor) else 0
        shift, x = -exponent, f"%{label}"
        return [
            f"{x}_zero = arith.constant {zero} : i32",
            f"{x}_eight = arith.constant 8 : i32",
            f"{x}_wide = arith.extsi {x} : {self._mlir(tensor)} to i32",
            f"{x}_moved = arith.subi {x}_wide, {x}_zero : i32",
            f"{x}_shifted = arith.shli {x}_moved, {x}_eight : i32",
            f"{x}_long = arith.extsi {x}_shifted : i32 to i64",
            f"{x}_multiplier = arith.constant {multiplier} : i64",
            f"{x}_product = arith.muli {x}_long, {x}_multiplier : i64",
            f"{x}_half = arith.constant {2**30} : i64",
            f"{x}_nudged = arith.addi {x}_product, {x}_half : i64",
            f"{x}_bits = arith.constant 31 : i64",
            f"{x}_first = arith.shrsi {x}_nudged, {x}_bits : i64",
            *_rounded_shift(x, shift),
            f"{x}_scaled = arith.trunci {x}_second : i64 to i32",
        ]


def _rounded_shift(x: str, shift: int) -> list[str]:
    """Returns the lines that divide by a power of two, and round halves away from zero."""
    return [
        f"{x}_shift = arith.constant {shift} : i64",
        f"{x}_nudge = arith.constant {(1 << shift) >> 1} : i64",
        f"{x}_none = arith.constant 0 : i64",
        f"{x}_one = arith.constant {int(shift > 0)} : i64",
        f"{x}_is_negative = arith.cmpi slt, {x}_first, {x}_none : i64",
        f"{x}_less = arith.select {x}_is_negative, {x}_one, {x}_none : i64",
        f"{x}_up = arith.addi {x}_first, {x}_nudge : i64",
        f"{x}_fair = arith.subi {x}_up, {x}_less : i64",
        f"{x}_second = arith.shrsi {x}_fair, {x}_shift : i64",
    ]


class Equal(_Comparison):
    operator, function_name, word = "EQUAL", "equal", "eq"


class NotEqual(_Comparison):
    operator, function_name, word = "NOT_EQUAL", "not_equal", "ne"


class _Order(_Comparison):
    """LiteRT compares the numbers of 16 bits themselves, which is right if they have the same scale."""

    def is_taken(self) -> bool:
        if self._mlir(self._tensor(0)) != "i16":
            return super().is_taken()
        return self._are_quantized() and len({self._scale(self._tensor(operand)) for operand in self.data}) == 1

    def _scaled(self, label: str, operand: int) -> list[str]:
        if self._mlir(self._tensor(operand)) == "i16":
            return [f"%{label}_scaled = arith.extsi %{label} : i16 to i32"]
        return super()._scaled(label, operand)


class Greater(_Order):
    operator, function_name, word = "GREATER", "greater", "sgt"


class GreaterEqual(_Order):
    operator, function_name, word = "GREATER_EQUAL", "greater_equal", "sge"


class Less(_Order):
    operator, function_name, word = "LESS", "less", "slt"


class LessEqual(_Order):
    operator, function_name, word = "LESS_EQUAL", "less_equal", "sle"


class _Position(Elements):
    """Of int32, which TOSA's positions do not have."""

    word: str

    def is_taken(self) -> bool:
        return super().is_taken() and self._is_constant(1) and self._mlir(self._tensor(0)) == "i32"

    def emit(self, function: Function, x: Tensor) -> Tensor:
        """Of equal elements, the first is taken."""
        shape, kind = self._shape(self._output()), self._mlir(self._output())
        axis = int(self._constant(self._index(1)).ravel()[0]) % len(x.shape)
        rest = places(len(shape))
        step = f"%i{len(shape)}"
        lines = [
            f"%best = arith.index_cast %before : {kind} to index",
            extract("%old", x, [*rest[:axis], "%best", *rest[axis:]]),
            extract("%new", x, [*rest[:axis], step, *rest[axis:]]),
            f"%is = arith.cmpi {self.word}, %new, %old : {x.kind}",
            f"%place = arith.index_cast {step} : index to {kind}",
            f"%result = arith.select %is, %place, %before : {kind}",
        ]
        return reduced(function, shape, x.shape[axis], f"0 : {kind}", lines, kind)


class ArgMax(_Position):
    operator, function_name, word = "ARG_MAX", "arg_max", "sgt"


class ArgMin(_Position):
    operator, function_name, word = "ARG_MIN", "arg_min", "slt"


READERS: list[type[Elements]] = [ArgMax, ArgMin]
# The converter has a form of these, but not for all quantisations.
KNOWN: list[type[Elements]] = [Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual]
