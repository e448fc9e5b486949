# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quotients and remainders of single elements, which TOSA has only for integers, and without a remainder; and arc
tangents, which it does not have."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy

from .text import Function, Tensor

# The numbers %x and %y are of the type T.
_MOVES_FLOAT = """%zero = arith.constant 0.0 : T
%is_part = arith.cmpf une, %m, %zero : T
%is_below = arith.cmpf olt, %y, %zero : T
%goes_below = arith.cmpf olt, %m, %zero : T
%differ = arith.xori %is_below, %goes_below : i1
%moves = arith.andi %is_part, %differ : i1
"""
# The quotient that is rounded down agrees with the remainder, in PyTorch and LiteRT: 1 // 0.1 is 9.
_FLOOR = f"""%m = arith.remf %x, %y : T
{_MOVES_FLOAT}%half = arith.constant 0.5 : T
%one = arith.constant 1.0 : T
%q = arith.divf %x, %y : T
%whole = arith.subf %x, %m : T
%d = arith.divf %whole, %y : T
%before = arith.subf %d, %one : T
%e = arith.select %moves, %before, %d : T
%down = math.floor %e : T
%rest = arith.subf %e, %down : T
%is_near = arith.cmpf ogt, %rest, %half : T
%up = arith.addf %down, %one : T
%f = arith.select %is_near, %up, %down : T
%signed = math.copysign %zero, %q : T
%is_zero = arith.cmpf oeq, %e, %zero : T
%g = arith.select %is_zero, %signed, %f : T
%by_zero = arith.cmpf oeq, %y, %zero : T"""
_FLOATS = {
    "atan": "%r = math.atan %x : T",
    "atan2": "%r = math.atan2 %x, %y : T",
    "divide": "%r = arith.divf %x, %y : T",
    "trunc": "%q = arith.divf %x, %y : T\n%r = math.trunc %q : T",
    "fmod": "%r = arith.remf %x, %y : T",
    "multiply": "%r = arith.mulf %x, %y : T",
    # The remainder that has the sign of the divisor.
    "remainder": f"""%m = arith.remf %x, %y : T
{_MOVES_FLOAT}%moved = arith.addf %m, %y : T
%r = arith.select %moves, %moved, %m : T""",
    "floor_of_remainder": f"{_FLOOR}\n%r = arith.select %by_zero, %q, %g : T",
    # LiteRT divides in double, where no finite number by an infinity is less than 0.
    "floor": f"""{_FLOOR}
%size = math.absf %y : T
%infinity = arith.constant INF : T
%by_infinity = arith.cmpf oeq, %size, %infinity : T
%is_plain = arith.ori %by_zero, %by_infinity : i1
%r = arith.select %is_plain, %q, %g : T""",
}
_INTEGERS = {
    "divide": "%r = arith.divsi %x, %y : T",
    "trunc": "%r = arith.divsi %x, %y : T",
    "floor_of_remainder": "%r = arith.floordivsi %x, %y : T",
    "fmod": "%r = arith.remsi %x, %y : T",
    "remainder": """%m = arith.remsi %x, %y : T
%zero = arith.constant 0 : T
%is_part = arith.cmpi ne, %m, %zero : T
%signs = arith.xori %m, %y : T
%differ = arith.cmpi slt, %signs, %zero : T
%moves = arith.andi %is_part, %differ : i1
%moved = arith.addi %m, %y : T
%r = arith.select %moves, %moved, %m : T""",
}


def bits(f: Function, x: Tensor, shape: Sequence[int], kind: str) -> Tensor:
    """Adds what has the bits of a tensor, and another type of the same width."""
    if x.kind == kind:
        return x
    return f.elements([x], shape, kind, [f"%r = arith.bitcast %e0 : {x.kind} to {kind}", f"linalg.yield %r : {kind}"])


def divided(f: Function, rule: str, operands: Sequence[Tensor | float], shape: Sequence[int], kind: str) -> Tensor:
    """Adds what `rule` computes of a number, or of a dividend and a divisor, which are broadcast to a shape. Other types
    are converted first. As in PyTorch, operations on narrow floats round one by one, but not with a number in place of a
    tensor."""
    is_exact = rule in ("atan", "atan2", "divide", "fmod", "multiply", "remainder")
    is_wide = is_exact or not all(isinstance(one, Tensor) and one.kind == kind for one in operands)
    computed = "f32" if kind in ("f16", "bf16") and is_wide else kind
    if rule in ("fmod", "remainder") and kind == "f16":
        operands = [one if isinstance(one, Tensor) else float(numpy.float16(one)) for one in operands]
    is_float = "f" in computed
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    lines: list[str] = []
    names: dict[str, str] = {}
    for letter, operand in zip("xy", operands, strict=False):
        name = names[letter] = f"%{letter}"
        if isinstance(operand, Tensor):
            element = f"%e{tensors.index(operand)}"
            names[letter] = name if _convert(lines, name, element, operand.kind, computed) else element
        else:
            number = _bits(operand, computed) if is_float else int(operand)
            lines.append(f"{name} = arith.constant {number} : {computed}")
    rules = _FLOATS if is_float else _INTEGERS
    text = rules[rule].replace("INF", _bits(math.inf, computed) if is_float else "")
    body = re.sub(r"\bT\b", computed, text)
    lines += re.sub(r"%([xy])\b", lambda found: names[found[1]], body).split("\n")
    result = "%end" if _convert(lines, "%end", "%r", computed, kind) else "%r"
    return f.elements(tensors, shape, kind, [*lines, f"linalg.yield {result} : {kind}"])


def _bits(number: float, kind: str) -> str:
    """Returns a constant of a type, to which PyTorch rounds numbers, too."""
    width = _width(kind) // 8
    return "0x" + numpy.array(number, f"<f{width}").tobytes()[::-1].hex().upper()


def _convert(lines: list[str], name: str, source: str, before: str, after: str) -> bool:
    """Adds the line that converts a number; returns False if it has the type."""
    if before == after:
        return False
    widens = _width(before) < _width(after)
    if "f" not in after:
        operator = "extui" if before == "i1" else "extsi" if widens else "trunci"
    elif "f" not in before:
        operator = "uitofp" if before == "i1" else "sitofp"
    else:
        operator = "extf" if widens else "truncf"
    lines.append(f"{name} = arith.{operator} {source} : {before} to {after}")
    return True


def _width(kind: str) -> int:
    return int(kind.lstrip("bfi"))
