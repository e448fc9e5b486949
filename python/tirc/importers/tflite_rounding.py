# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the integers of an operator are rounded, corrected in the converter's text.

LiteRT's reference kernels and version 2026.2.0 of the converter differ for these operators:

- FULLY_CONNECTED is rounded once, from the exact product of a sum and a real factor, a half away from zero. The converter
  rounds twice, and with 16 bits, its multiplier has only 15.
- RELU and its relatives are rounded twice, as most operators, where a file gives the result another scale, and the quotient
  of the scales is a float32. The converter rounds once, with another quotient.
- Convolutions of uint8 have the product of two scales as a float32 in their factor. The converter has a double, which may lead to
  another multiplier.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy

from tirc.importers.tflite_repairs import operators_of
from tirc_frontends.text import Array, fixed_point, tensor_type

# The operators that are rounded twice.
_TWICE = ("RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1")
# Their inputs and weights, and the operations that the converter makes of them and of FULLY_CONNECTED.
_CONVOLUTIONS = {"CONV_2D": (0, 1), "DEPTHWISE_CONV_2D": (0, 1), "TRANSPOSE_CONV": (2, 1)}
_SUMS = re.compile(r"\s*(%\w+) = tosa\.(?:conv2d|depthwise_conv2d|transpose_conv2d) ")
# Sums that are this many times larger than a unit of the result are beyond its type: 8 and 16 bits.
_BEYOND = {"i8": 512.0, "i16": 131072.0}


@dataclasses.dataclass(frozen=True)
class Rounding:
    """How an operator is rounded: the factors from sums or numbers to results, one or one for each channel, whether they are
    rounded twice, how many bits a sum has at most, and whether these are sums."""

    factors: tuple[float, ...]
    is_twice: bool = False
    bits: int = 0
    is_of_sums: bool = True


def roundings(model: Any) -> dict[str, Rounding]:
    """Returns how those operators are rounded that need a correction, by the names of their results."""
    import tflite

    relu = {getattr(tflite.BuiltinOperator, name) for name in _TWICE}
    convolutions = {getattr(tflite.BuiltinOperator, name): places for name, places in _CONVOLUTIONS.items()}
    found: dict[str, Rounding] = {}
    for i in range(model.SubgraphsLength()):
        graph = model.Subgraphs(i)
        for code, operator in operators_of(model, graph):
            result = graph.Tensors(operator.Outputs(0))
            if code in convolutions:
                x, weights = (graph.Tensors(operator.Inputs(j)) for j in convolutions[code])
                if rounding := _of_bytes(x, weights, result):
                    found[result.Name().decode()] = rounding
            if code not in relu and code != tflite.BuiltinOperator.FULLY_CONNECTED:
                continue
            inputs = [operator.Inputs(j) for j in range(operator.InputsLength())]
            operands = [graph.Tensors(index) for index in inputs[: 1 if code in relu else 2]]
            scales = [_scales(tensor) for tensor in (*operands, result)]
            if all(scales):
                features = operands[-1].Shape(operands[-1].ShapeLength() - 1)
                found[result.Name().decode()] = _quotient(*scales) if code in relu else _product(features, *scales)
    return {name: rounding for name, rounding in found.items() if rounding.factors != (1.0,) or not rounding.is_twice}


def _quotient(x: Sequence[float], result: Sequence[float]) -> Rounding:
    return Rounding((float(numpy.float32(x[0]) / numpy.float32(result[0])),), is_twice=True, is_of_sums=False)


def _of_bytes(x: Any, weights: Any, result: Any) -> Rounding | None:
    """Returns how a convolution of uint8 is rounded, if the converter's multiplier is another."""
    import tflite

    scales = [_scales(tensor) for tensor in (x, weights, result)]
    if x.Type() != tflite.TensorType.UINT8 or any(len(own) != 1 for own in scales):
        return None
    (of_x,), (of_weights,), (of_result,) = scales
    factor = float(numpy.float32(of_x) * numpy.float32(of_weights)) / of_result
    is_same = fixed_point(factor) == fixed_point(of_x * of_weights / of_result)
    return None if is_same else Rounding((factor,), is_twice=True)


def _product(features: int, x: Sequence[float], weights: Sequence[float], result: Sequence[float]) -> Rounding:
    # A product of numbers of 16 and of 8 bits has 23 bits and a sign.
    bits = 24 + math.ceil(math.log2(features))
    return Rounding(tuple(x[0] * weight / result[0] for weight in weights), bits=bits)


def _scales(tensor: Any) -> list[float]:
    """Returns the scales of a tensor of integers."""
    import tflite

    quantization = tensor.Quantization()
    if quantization is None or tensor.Type() == tflite.TensorType.FLOAT32:
        return []
    return [float(quantization.Scale(i)) for i in range(quantization.ScaleLength())]


def correct(mlir: bytes, wanted: Mapping[str, Rounding]) -> bytes:
    """Returns the text with other roundings of the operators whose results have these names."""
    lines = mlir.decode().split("\n")
    names = dict(_names(lines))
    sums = {found[1] for line in lines if (found := _SUMS.match(line))}
    corrected = []
    for number, line in enumerate(lines):
        found = _RESCALE.match(line)
        rounding = wanted.get(names.get(found["place"], "")) if found else None
        if found is None or rounding is None or (found["x"] in sums) != rounding.is_of_sums:
            corrected.append(line)
        elif rounding.is_twice:
            corrected += _Lines(number, found).twice(rounding)
        else:
            corrected += _Lines(number, found).once(rounding)
    return "\n".join(corrected).encode()


_RESCALE = re.compile(
    r"\s*(?P<result>%\w+) = tosa\.rescale (?P<x>%\w+), %\w+, %\w+, (?P<x_zero>%\w+), (?P<zero>%\w+) \{.*\} : "
    r"\(tensor<(?P<shape>[^<>]*)x(?P<kind>i\d+)>, .*\) -> tensor<[^<>]*x(?P<result_kind>i\d+)> loc\((?P<place>#\w+)\)$"
)


def _names(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields the aliases of locations and their names."""
    for line in lines:
        if found := re.match(r'(#\w+) = loc\("((?:[^"\\]|\\.)*)"\(#\w+\)\)$', line):
            text = re.sub(rb"\\([0-9A-F]{2})", lambda code: bytes([int(code[1], 16)]), found[2].encode())
            yield found[1], text.replace(b'\\"', b'"').replace(b"\\\\", b"\\").decode()


class _Lines:
    """Operations in place of a rescale, with its location."""

    def __init__(self, number: int, found: re.Match[str]) -> None:
        self.lines: list[str] = []
        self._number, self._found, self._count = number, found, 0

    def once(self, rounding: Rounding) -> list[str]:
        """Rescales sums, whose last axis has the channels."""
        found = self._found
        x, zero, factors = found["x"], found["x_zero"], numpy.array(rounding.factors)
        if found["kind"] == "i48":
            # TOSA has multipliers of 16 bits for sums of 48 bits, and of 32 bits for sums of 32.
            lost = max(rounding.bits - 32, 0)
            x = self._narrow(lost)
            zero, factors = self._constant(numpy.zeros(1, numpy.int32)), factors * math.ldexp(1, lost)
        multipliers, shifts = _fixed_points(factors)
        x, multipliers = self._away_from_zero(x, multipliers, shifts)
        self._rescale(x, "i32", zero, multipliers, shifts, "SINGLE_ROUND")
        return self.lines

    def twice(self, rounding: Rounding) -> list[str]:
        found = self._found
        self._rescale(
            found["x"], found["kind"], found["x_zero"], *_fixed_points(numpy.array(rounding.factors)), "DOUBLE_ROUND"
        )
        return self.lines

    def _away_from_zero(self, x: str, multipliers: Array, shifts: Array) -> tuple[str, Array]:
        """Lets halves of a unit be rounded away from zero, where TOSA rounds up: the product of the sum and the odd part of the
        multiplier becomes less by one if it is negative. Only small odd parts lead to halves."""
        beyond = _BEYOND[self._found["result_kind"]]
        powers = multipliers & -multipliers
        odd = multipliers // powers
        limits = beyond * numpy.ldexp(1.0, shifts) / multipliers
        has_halves = (odd < 2 * beyond) & (odd * limits < 1 << 31)
        if not has_halves.any():
            return x, multipliers
        if (odd[has_halves] != 1).any():
            limits = numpy.where(has_halves, limits, (1 << 31) - 1).astype(numpy.int32)
            x = self._each("minimum", x, limits)
            x = self._each("maximum", x, -limits)
            x = self._each("mul", x, numpy.where(has_halves, odd, 1).astype(numpy.int32))
            multipliers = numpy.where(has_halves, powers, multipliers)
        sign = self._each("arithmetic_right_shift", x, numpy.full(1, 31, numpy.int32))
        if not has_halves.all():
            sign = self._each("bitwise_and", sign, -has_halves.astype(numpy.int32))
        return self._each("add", x, sign), multipliers

    def _each(self, name: str, x: str, y: Array | str) -> str:
        """Adds an operation on the sums and on other sums or a number of each channel."""
        shape, kind = self._found["shape"], f"tensor<{self._found['shape']}xi32>"
        operands, types = [x, y], [kind, kind]
        if not isinstance(y, str):
            sizes = [1] * shape.count("x") + [len(y)]
            operands, types = [x, self._constant(y, sizes)], [kind, f"tensor<{'x'.join(map(str, sizes))}xi32>"]
        if name == "mul":
            operands.append(self._constant(numpy.zeros(1, numpy.int8)))
            types.append("tensor<1xi8>")
        attributes = " {round = false}" if name == "arithmetic_right_shift" else ""
        result = self._fresh()
        self._line(
            f"{result} = tosa.{name} {', '.join(map(str, operands))}{attributes} : ({', '.join(types)}) -> {kind}"
        )
        return result

    def _narrow(self, lost: int) -> str:
        """Makes numbers of 32 bits from numbers of 48, without their last bits."""
        found, result = self._found, self._fresh()
        numbers = (
            numpy.full(1, 1 << 14, numpy.int16),
            numpy.full(1, 14 + lost, numpy.int8),
            numpy.zeros(1, numpy.int32),
        )
        multiplier, shift, zero = (self._constant(values) for values in numbers)
        self._line(
            f"{result} = tosa.rescale {found['x']}, {multiplier}, {shift}, {found['x_zero']}, {zero} "
            f"{{{_attributes(1, 'SINGLE_ROUND', scale32=False)}}} : (tensor<{found['shape']}xi48>, tensor<1xi16>, "
            f"tensor<1xi8>, tensor<1xi48>, tensor<1xi32>) -> tensor<{found['shape']}xi32>"
        )
        return result

    def _rescale(self, x: str, kind: str, x_zero: str, multipliers: Array, shifts: Array, rounding: str) -> None:
        found, count = self._found, len(multipliers)
        multiplier, shift = self._constant(multipliers.astype(numpy.int32)), self._constant(shifts.astype(numpy.int8))
        self._line(
            f"{found['result']} = tosa.rescale {x}, {multiplier}, {shift}, {x_zero}, {found['zero']} "
            f"{{{_attributes(count, rounding, scale32=True)}}} : (tensor<{found['shape']}x{kind}>, tensor<{count}xi32>, "
            f"tensor<{count}xi8>, tensor<1x{kind}>, tensor<1x{found['result_kind']}>) -> "
            f"tensor<{found['shape']}x{found['result_kind']}>"
        )

    def _constant(self, values: Array, shape: Sequence[int] = ()) -> str:
        result = self._fresh()
        numbers = numpy.reshape(values, shape or values.shape)
        type_ = tensor_type(numbers.shape, f"i{8 * values.itemsize}")
        self._line(f'{result} = "tosa.const"() <{{values = dense<{numbers.tolist()}> : {type_}}}> : () -> {type_}')
        return result

    def _fresh(self) -> str:
        self._count += 1
        return f"%round{self._number}_{self._count}"

    def _line(self, text: str) -> None:
        self.lines.append(f"    {text} loc({self._found['place']})")


def _fixed_points(factors: Array) -> tuple[Array, Array]:
    multipliers, shifts = zip(*(fixed_point(float(factor)) for factor in factors), strict=True)
    return numpy.array(multipliers), numpy.array(shifts)


def _attributes(count: int, rounding: str, scale32: bool) -> str:
    return (
        f"input_unsigned = false, output_unsigned = false, per_channel = {str(count > 1).lower()}, "
        f"rounding_mode = {rounding}, scale32 = {str(scale32).lower()}"
    )
