# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on complex numbers of TensorFlow Lite, as operators on pairs of floats.

Version 2026.2.0 of the converter has complex numbers between RFFT2D, REAL and IMAG only, and only some forms of RFFT2D. In a model
with others, all of them become functions, and all tensors of complex numbers get a last axis of two floats.
"""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.tflite_functions.elements import Elements, computed, extract, places
from tirc.importers.tflite_repairs import every_operator, set_sizes
from tirc_frontends.text import Function, Operand, Tensor

# The field `type` of the table `Tensor`.
_TYPE = 6


class _Complex(Elements):
    def is_taken(self) -> bool:
        return self._is_complex() and _needs_pairs(self._model)

    def _is_complex(self) -> bool:
        tensors = [*(self._tensor(operand) for operand in self.data), self._output()]
        return any(tensor.Type() == self._types.COMPLEX64 for tensor in tensors)

    def _pairs(self, function: Function) -> list[Tensor]:
        tensors = [self._tensor(operand) for operand in self.data]
        return [function.argument([*self._shape(tensor), 2], "f32") for tensor in tensors]

    def _part(self, function: Function, index: int) -> str:
        (x,) = self._pairs(function)
        return function.text([function.tensor(function.reshape(function.part(x, -1, index, 1), x.shape[:-1]))])


class Real(_Complex):
    operator, function_name = "REAL", "real"

    def text(self, name: str) -> str:
        return self._part(Function(name, self._place), 0)


class Imaginary(_Complex):
    operator, function_name = "IMAG", "imaginary"

    def text(self, name: str) -> str:
        return self._part(Function(name, self._place), 1)


class Absolute(_Complex):
    """The root of the squares in float64, of which neither overflows."""

    operator, function_name = "COMPLEX_ABS", "complex_abs"

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        (x,) = self._pairs(function)
        own = places(len(x.shape) - 1)
        lines = ["%origin = arith.constant 0 : index", "%next = arith.constant 1 : index"]
        for label, index in (("re", "%origin"), ("im", "%next")):
            lines += [
                extract(f"%{label}", x, [*own, index]),
                f"%{label}_size = math.absf %{label} : f32",
                f"%{label}_wide = arith.extf %{label} : f32 to f64",
                f"%{label}_square = arith.mulf %{label}_wide, %{label}_wide : f64",
            ]
        lines += [
            "%sum = arith.addf %re_square, %im_square : f64",
            "%root = math.sqrt %sum : f64",
            "%near = arith.truncf %root : f64 to f32",
            # An infinite part is stronger than one that is not a number.
            "%infinity = arith.constant 0x7F800000 : f32",
            "%re_infinite = arith.cmpf oeq, %re_size, %infinity : f32",
            "%im_infinite = arith.cmpf oeq, %im_size, %infinity : f32",
            "%is_infinite = arith.ori %re_infinite, %im_infinite : i1",
            "%result = arith.select %is_infinite, %infinity, %near : f32",
        ]
        return function.text([computed(function, x.shape[:-1], "f32", lines)])


class Product(_Complex):
    operator, options_class, function_name, data = "MUL", "MulOptions", "complex_product", (0, 1)
    activations = (0,)

    def text(self, name: str) -> str:
        self._activation()
        function = Function(name, self._place)
        shape = [*self._shape(self._output()), 2]
        rank = len(shape) - 1
        lines = ["%origin = arith.constant 0 : index", "%next = arith.constant 1 : index"]
        for label, x in zip("xy", self._pairs(function), strict=True):
            own = places(rank)[rank + 1 - len(x.shape) :]
            kept = [index if size > 1 else "%origin" for index, size in zip(own, x.shape[:-1], strict=True)]
            lines.append(extract(f"%{label}_re", x, [*kept, "%origin"]))
            lines.append(extract(f"%{label}_im", x, [*kept, "%next"]))
        lines += [
            "%re_re = arith.mulf %x_re, %y_re : f32",
            "%im_im = arith.mulf %x_im, %y_im : f32",
            "%re_im = arith.mulf %x_re, %y_im : f32",
            "%im_re = arith.mulf %x_im, %y_re : f32",
            "%real = arith.subf %re_re, %im_im : f32",
            "%imaginary = arith.addf %re_im, %im_re : f32",
            f"%is_real = arith.cmpi eq, %i{rank}, %origin : index",
            "%result = arith.select %is_real, %real, %imaginary : f32",
        ]
        return function.text([computed(function, shape, "f32", lines)])


class Spectrum(_Complex):
    """RFFT2D of any rank, whose last two axes are cut off or padded with zeros to the sizes of the transform."""

    operator, options_class, function_name = "RFFT2D", "Rfft2dOptions", "spectrum"

    def is_taken(self) -> bool:
        return super().is_taken() and self._is_constant(1)

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        shape = self._shape(self._tensor(0))
        sizes = [int(size) for size in self._constant(self._index(1)).ravel()]
        x = function.argument(shape, "f32")
        made: Operand = function.reshape(x, [math.prod(shape[:-2]), *shape[-2:]])
        for axis, size in enumerate(sizes, 1):
            made = function.part(made, axis, 0, min(size, made.shape[axis]))
            if missing := size - made.shape[axis]:
                zeros = [missing if i == axis else extent for i, extent in enumerate(made.shape)]
                made = function.joined([made, numpy.zeros(zeros, numpy.float32)], axis)
        grid = function.tensor(made)
        parts = [Tensor(function.fresh(), "f32", (*grid.shape[:2], grid.shape[2] // 2 + 1)) for _ in range(2)]
        names, types = ", ".join(part.name for part in parts), ", ".join(part.type for part in parts)
        function.line(f'{names} = "tosa.rfft2d"({grid.name}) {{local_bound = false}} : ({grid.type}) -> ({types})')
        pairs = function.joined([function.reshape(part, [*part.shape, 1]) for part in parts], 3)
        return function.text([function.tensor(function.reshape(pairs, [*shape[:-2], *parts[0].shape[1:], 2]))])


def _needs_pairs(model: Any) -> bool:
    """Returns whether the converter refuses operators on complex numbers of the model, all of which are known here."""
    import tflite

    complex64, operators = tflite.TensorType.COMPLEX64, tflite.BuiltinOperator
    known = (operators.REAL, operators.IMAG, operators.COMPLEX_ABS, operators.MUL, operators.RFFT2D)
    is_needed = False
    for code, operator, graph in every_operator(model):
        inputs = [operator.Inputs(i) for i in range(operator.InputsLength())]
        outputs = [operator.Outputs(i) for i in range(operator.OutputsLength())]
        tensors = [graph.Tensors(index) for index in (*inputs, *outputs) if index >= 0]
        if all(tensor.Type() != complex64 for tensor in tensors):
            continue
        if code not in known or any(tensor.ShapeLength() == 0 for tensor in tensors):
            return False
        is_plain = code in (operators.REAL, operators.IMAG)
        if code == operators.RFFT2D:
            sizes, data = tensors[0].ShapeAsNumpy(), model.Buffers(tensors[1].Buffer())
            is_plain = len(sizes) == 3 and data.DataLength() == 8 and data.DataAsNumpy().tobytes() == sizes[1:].tobytes()
        is_needed = is_needed or not is_plain
    return is_needed


def make_pairs(buffer: bytearray, model: Any) -> None:
    """Gives the tensors of complex numbers a last axis of two floats."""
    import tflite

    for graph in (model.Subgraphs(i) for i in range(model.SubgraphsLength())):
        for tensor in (graph.Tensors(i) for i in range(graph.TensorsLength())):
            if tensor.Type() == tflite.TensorType.COMPLEX64:
                sizes = [*(int(size) for size in tensor.ShapeAsNumpy()), 2]
                set_sizes(buffer, tensor, sizes)
                struct.pack_into("<B", buffer, flatbuffer.place_of(tensor, _TYPE), tflite.TensorType.FLOAT32)


READERS: list[type[Elements]] = [Absolute, Imaginary, Product, Real, Spectrum]
