# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on pairs of numbers of TensorFlow Lite.

Version 2026.2.0 of the converter makes the fraction of the quotient of FLOOR_MOD, refuses an activation on integers, numbers
of 64 bits and some operators on short integers, and changes a bit of uint8.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy

from tirc.importers.tflite_functions.limits import limits_of
from tirc.importers.tflite_functions.loops import broadcast
from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Array, Function, Tensor

_SHORT, _WIDE = ("i8", "i16"), ("int32", "int64")
# What is left of a division that rounds towards zero, and whether its sign differs from the divisor's.
_REMAINDER = [
    "%none = arith.constant 0 : {kind}",
    "%rest = arith.remsi %in0, %in1 : {kind}",
    "%is_rest = arith.cmpi ne, %rest, %none : {kind}",
    "%signs = arith.xori %rest, %in1 : {kind}",
    "%is_opposite = arith.cmpi slt, %signs, %none : {kind}",
    "%is_moved = arith.andi %is_rest, %is_opposite : i1",
]
_FLOAT_MOD = [
    "%none = arith.constant 0.0 : f32",
    "%rest = arith.remf %in0, %in1 : f32",
    "%is_rest = arith.cmpf une, %rest, %none : f32",
    "%is_below = arith.cmpf olt, %rest, %none : f32",
    "%is_negative = arith.cmpf olt, %in1, %none : f32",
    "%is_opposite = arith.xori %is_below, %is_negative : i1",
    "%is_moved = arith.andi %is_rest, %is_opposite : i1",
    "%moved = arith.addf %rest, %in1 : f32",
    "%out = arith.select %is_moved, %moved, %rest : f32",
]


class _Pair(Typed):
    activations = (0, 1, 2, 3)
    has_activation: ClassVar[bool] = False
    # The types that are taken.
    kinds: ClassVar[tuple[str, ...]]

    def is_taken(self) -> bool:
        return self._kind(0) in self.kinds

    def operands(self) -> list[int]:
        """Returns which inputs are not constant."""
        return [operand for operand in (0, 1) if not self._is_constant(operand)] or [0]

    def emit(self, function: Function, types: Types) -> Tensor:
        if min([0, *types.result, *[size for sizes, _ in types.operands for size in sizes]]) < 0:
            raise self._refused(f"it has the type {self._kind(0)} and a dynamic size; expected fixed sizes")
        arguments = [function.argument(*operand) for operand in types.operands]
        passed = dict(zip(self.operands(), arguments, strict=True))
        tensors = [passed.get(operand) or function.tensor(self._moved(operand)) for operand in (0, 1)]
        kind = types.result_kind
        lines = [line.format(kind=kind) for line in self._lines(kind)]
        result = "%out"
        limits = limits_of(self._activation(), self._kind(0), 1, 0) if self.has_activation else None
        if limits is not None:
            result = "%inside"
            lines += _limited(kind, limits)
        return broadcast(function, tensors, types.result, kind, [*lines, f"linalg.yield {result} : {kind}"])

    def _moved(self, operand: int) -> Array:
        """Returns a constant as the converter has it: numbers of uint8 are less by 128."""
        values = self._constant(self._index(operand))
        return (values ^ 128).view(numpy.int8) if values.dtype == numpy.uint8 else values

    def _lines(self, kind: str) -> list[str]:
        """Returns the lines that compute %out of %in0 and %in1."""
        raise NotImplementedError


def _limited(kind: str, limits: tuple[float, float]) -> list[str]:
    most = int(limits[1]) if limits[1] < 1 << 31 else (1 << int(kind[1:]) - 1) - 1
    return [
        f"%least = arith.constant {int(limits[0])} : {kind}",
        f"%most = arith.constant {most} : {kind}",
        f"%not_below = arith.maxsi %out, %least : {kind}",
        f"%inside = arith.minsi %not_below, %most : {kind}",
    ]


class _Arithmetic(_Pair):
    kinds = _WIDE
    has_activation = True
    instruction: ClassVar[str]

    def is_taken(self) -> bool:
        kind = self._kind(0)
        return kind == "int64" or (kind == "int32" and self._activation() != "linear")

    def _lines(self, kind: str) -> list[str]:
        return [f"%out = arith.{self.instruction} %in0, %in1 : {kind}"]


class Add(_Arithmetic):
    operator, options_class, function_name, instruction = "ADD", "AddOptions", "add", "addi"


class Sub(_Arithmetic):
    operator, options_class, function_name, instruction = "SUB", "SubOptions", "sub", "subi"


class Mul(_Arithmetic):
    operator, options_class, function_name, instruction = "MUL", "MulOptions", "mul", "muli"


class Div(_Arithmetic):
    """LiteRT has the least number by -1 as a positive one, which the activation limits."""

    operator, options_class, function_name, instruction = "DIV", "DivOptions", "div", "divsi"

    def _lines(self, kind: str) -> list[str]:
        most = (1 << int(kind[1:]) - 1) - 1
        return [
            "%zero = arith.constant 0 : {kind}",
            "%one = arith.constant 1 : {kind}",
            "%minus = arith.constant -1 : {kind}",
            f"%least_kept = arith.constant {-most} : {{kind}}",
            "%is_minus = arith.cmpi eq, %in1, %minus : {kind}",
            "%divisor = arith.select %is_minus, %one, %in1 : {kind}",
            "%quotient = arith.divsi %in0, %divisor : {kind}",
            "%bounded = arith.maxsi %quotient, %least_kept : {kind}",
            "%negated = arith.subi %zero, %bounded : {kind}",
            "%out = arith.select %is_minus, %negated, %quotient : {kind}",
        ]


class FloorMod(_Pair):
    operator, options_class, function_name = "FLOOR_MOD", "FloorModOptions", "floor_mod"
    kinds = ("f32", *_SHORT, *_WIDE)

    def _lines(self, kind: str) -> list[str]:
        if kind == "f32":
            return _FLOAT_MOD
        return [
            *_REMAINDER,
            "%moved = arith.addi %rest, %in1 : {kind}",
            "%out = arith.select %is_moved, %moved, %rest : {kind}",
        ]


class FloorDiv(_Pair):
    operator, options_class, function_name = "FLOOR_DIV", "FloorDivOptions", "floor_div"
    kinds = (*_SHORT, *_WIDE)

    def _lines(self, kind: str) -> list[str]:
        return [
            *_REMAINDER,
            "%quotient = arith.divsi %in0, %in1 : {kind}",
            "%one = arith.constant 1 : {kind}",
            "%moved = arith.subi %quotient, %one : {kind}",
            "%out = arith.select %is_moved, %moved, %quotient : {kind}",
        ]


class Xor(_Pair):
    operator, options_class, function_name = "BITWISE_XOR", "BitwiseXorOptions", "bitwise_xor"
    kinds = ("uint8",)

    def _lines(self, kind: str) -> list[str]:
        # The converter has uint8 as int8, with another first bit.
        return [
            "%bits = arith.xori %in0, %in1 : {kind}",
            "%first = arith.constant -128 : {kind}",
            "%out = arith.xori %bits, %first : {kind}",
        ]


class Atan2(_Pair):
    operator, options_class, function_name = "ATAN2", "ATan2Options", "atan2"
    kinds = ("f32",)

    def _lines(self, kind: str) -> list[str]:
        return ["%out = math.atan2 %in0, %in1 : f32"]


class _Choice(_Pair):
    kinds = ("int64",)
    instruction: ClassVar[str]

    def _lines(self, kind: str) -> list[str]:
        return [f"%out = arith.{self.instruction} %in0, %in1 : i64"]


def _choice(operator: str, instruction: str, options_class: str | None = None) -> type[_Choice]:
    """Returns the class of an operator that is one instruction."""
    name = operator.title().replace("_", "")
    members = {
        "operator": operator,
        "options_class": options_class or f"{name}Options",
        "function_name": operator.lower(),
        "instruction": instruction,
    }
    return type(name, (_Choice,), members)


PAIRS: list[Any] = [
    *[Add, Atan2, Div, FloorDiv, FloorMod, Mul, Sub, Xor],
    _choice("MAXIMUM", "maxsi", "MaximumMinimumOptions"),
    _choice("MINIMUM", "minsi", "MaximumMinimumOptions"),
    _choice("EQUAL", "cmpi eq,"),
    _choice("NOT_EQUAL", "cmpi ne,"),
    _choice("LESS", "cmpi slt,"),
    _choice("LESS_EQUAL", "cmpi sle,"),
    _choice("GREATER", "cmpi sgt,"),
    _choice("GREATER_EQUAL", "cmpi sge,"),
]
