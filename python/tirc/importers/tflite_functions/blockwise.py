# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weights with a scale for each block of a row, and rotations by Hadamard matrices, which ai-edge-quantizer writes."""

from __future__ import annotations

import math
from typing import Any

import numpy

from tirc.importers.tflite_codes import custom_name
from tirc.importers.tflite_functions import dynamic_range, hybrid
from tirc.importers.tflite_functions.elements import Elements, computed, extract, places
from tirc.importers.tflite_functions.reader import Reader
from tirc_frontends.text import Array, Function, Tensor

# The number of `BlockwiseQuantization` in `QuantizationDetails`, and fields of its table.
_BLOCKWISE = 2
_SCALES, _ZERO_POINTS, _BLOCK_SIZE = 4, 6, 8


class _Blocks(Reader):
    """What has a constant as its second input whose rows have blocks."""

    def _has_blocks(self) -> bool:
        quantization = self._tensor(1).Quantization()
        return quantization is not None and quantization.DetailsType() == _BLOCKWISE and self._is_constant(1)

    def _blocks(self) -> tuple[Array, int]:
        """Returns the scale of each row and block, as a float16, and the size of a block."""
        import flatbuffers

        details = self._tensor(1).Quantization().Details()

        def number(field: int, default: int) -> int:
            place = details.Offset(field)
            kind = flatbuffers.number_types.Int32Flags
            return int(details.Get(kind, place + details.Pos)) if place else default

        size, shape = number(_BLOCK_SIZE, 0), self._shape(self._tensor(1))
        if number(_ZERO_POINTS, -1) >= 0:
            raise self._refused("the blocks of its weights have zero points; expected none: quantise the weights symmetrically")
        if len(shape) != 2 or size <= 0 or shape[1] % size:
            raise self._refused(f"its weights have the shape {shape} and blocks of {size}; expected whole blocks in two axes")
        scales = self._constant(number(_SCALES, 0))
        if scales.size * size != math.prod(shape) or scales.dtype.kind != "f":
            raise self._refused(f"its weights have {scales.size} scales; expected one for each block of {size} numbers")
        return scales.reshape(shape[0], -1), size


class FullyConnected(hybrid.FullyConnected, _Blocks):
    """A row of the input has a scale and a zero point of its own, as in XNNPACK: LiteRT's reference kernel disregards the
    weights."""

    function_name = "blockwise_fully_connected"

    def is_taken(self) -> bool:
        return self._kind(0) == "f32" and self._has_blocks()

    def _rows(self, function: Function, x: Tensor, weights: Array, bias: Array | None) -> Tensor:
        scales, size = self._blocks()
        units, features = weights.shape
        count = math.prod(x.shape) // features
        matrix = function.tensor(function.reshape(x, [count, features]))
        quantized = dynamic_range.quantize(function, matrix, is_symmetric=False)
        assert quantized.zero is not None
        stored, factors = function.tensor(weights), function.tensor(scales)
        lines = [
            "%none = arith.constant 0 : index",
            "%one = arith.constant 1 : index",
            f"%blocks = arith.constant {features // size} : index",
            f"%size = arith.constant {size} : index",
            "%start = arith.constant 0.0 : f32",
            "%nothing = arith.constant 0 : i32",
            extract("%point", quantized.zero, ["%i0", "%none"]),
            "%total = scf.for %block = %none to %blocks step %one iter_args(%sum = %start) -> (f32) {",
            "%first = arith.muli %block, %size : index",
            "%products = scf.for %step = %none to %size step %one iter_args(%rest = %nothing) -> (i32) {",
            "%place = arith.addi %first, %step : index",
            extract("%number", quantized.numbers, ["%i0", "%place"]),
            extract("%weight", stored, ["%i1", "%place"]),
            "%wide = arith.extsi %number : i8 to i32",
            "%factor = arith.extsi %weight : i8 to i32",
            "%moved = arith.subi %wide, %point : i32",
            "%product = arith.muli %moved, %factor : i32",
            "%more = arith.addi %rest, %product : i32",
            "scf.yield %more : i32",
            "}",
            "%real = arith.sitofp %products : i32 to f32",
            extract("%narrow", factors, ["%i1", "%block"]),
            *_float("%scale", "%narrow", factors),
            "%part = arith.mulf %real, %scale : f32",
            "%next = arith.addf %sum, %part : f32",
            "scf.yield %next : f32",
            "}",
            extract("%unit", quantized.scale, ["%i0", "%none"]),
            f"{'%result' if bias is None else '%scaled'} = arith.mulf %total, %unit : f32",
        ]
        if bias is not None:
            offsets = function.tensor(bias)
            lines += [extract("%bias", offsets, ["%i1"]), "%result = arith.addf %scaled, %bias : f32"]
        return computed(function, [count, units], "f32", lines)


class EmbeddingLookup(Elements, _Blocks):
    """LiteRT's own kernel reads the scales of other tensors."""

    operator, function_name, data = "EMBEDDING_LOOKUP", "blockwise_embedding_lookup", (0, 1)
    indices = (0,)

    def is_taken(self) -> bool:
        return super().is_taken() and self._kind_of(self._output()) == "f32" and self._has_blocks()

    def emit(self, function: Function, rows: Tensor, table: Tensor) -> Tensor:
        scales, size = self._blocks()
        factors, shape = function.tensor(scales), self._shape(self._output())
        lines = [
            extract("%index", rows, places(len(rows.shape))),
            f"%row = arith.index_cast %index : {rows.kind} to index",
            f"%size = arith.constant {size} : index",
            f"%block = arith.divsi %i{len(shape) - 1}, %size : index",
            extract("%stored", table, ["%row", f"%i{len(shape) - 1}"]),
            extract("%narrow", factors, ["%row", "%block"]),
            *_float("%scale", "%narrow", factors),
            "%float = arith.sitofp %stored : i8 to f32",
            "%result = arith.mulf %float, %scale : f32",
        ]
        return computed(function, shape, "f32", lines)


def _float(name: str, number: str, x: Tensor) -> list[str]:
    """Returns the line that makes an element of a tensor a float32."""
    return [f"{name} = arith.{'extf' if x.kind == 'f16' else 'bitcast'} {number} : {x.kind} to f32"]


class Rotation(Elements):
    """The product of parts of a row with a Hadamard matrix, whose elements are 1 and -1 times a factor, in as many steps as the
    logarithm of its size."""

    operator, function_name = "CUSTOM", "hadamard_rotation"

    def is_taken(self) -> bool:
        return custom_name(self._model, self._operator) == "aeq.hadamard_rotation" and super().is_taken()

    def emit(self, function: Function, x: Tensor) -> Tensor:
        size = self._size(x)
        made = function.tensor(function.reshape(x, [math.prod(x.shape) // size, size]))
        steps = size.bit_length() - 1
        for step in range(steps):
            made = computed(function, made.shape, "f32", self._lines(made, 1 << step, step == steps - 1, size))
        return function.tensor(function.reshape(made, self._shape(self._output())))

    def _size(self, x: Tensor) -> int:
        from flatbuffers import flexbuffers

        options: dict[str, Any] = flexbuffers.Loads(bytes(self._operator.CustomOptionsAsNumpy()))
        size = int(options["hadamard_size"])
        if x.kind != "f32" or size < 2 or size & (size - 1) or x.shape[-1] % size:
            raise self._refused(
                f"a rotation of {size} numbers of type {x.kind} in a row of {x.shape[-1]}; expected float32, and a power of two "
                "that divides the row: quantise the model without it"
            )
        if any(int(sign) != 1 for sign in options.get("random_binary_vector", [])):
            raise self._refused("the rotation changes signs; expected one that does not: quantise the model without it")
        return size

    @staticmethod
    def _lines(x: Tensor, distance: int, is_last: bool, size: int) -> list[str]:
        """Returns the sum or the difference of an element and of the one at a distance."""
        lines = [
            f"%distance = arith.constant {distance} : index",
            "%none = arith.constant 0 : index",
            "%other = arith.xori %i1, %distance : index",
            "%bit = arith.andi %i1, %distance : index",
            "%is_second = arith.cmpi ne, %bit, %none : index",
            extract("%own", x, ["%i0", "%i1"]),
            extract("%more", x, ["%i0", "%other"]),
            "%negative = arith.negf %own : f32",
            "%signed = arith.select %is_second, %negative, %own : f32",
            f"{'%sum' if is_last else '%result'} = arith.addf %signed, %more : f32",
        ]
        if is_last:
            factor = f"%factor = arith.constant {float(numpy.float32(1 / math.sqrt(size)))!r} : f32"
            lines += [factor, "%result = arith.mulf %sum, %factor : f32"]
        return lines


READERS: list[type[Reader]] = [FullyConnected, EmbeddingLookup, Rotation]
