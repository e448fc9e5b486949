# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite as functions, whose elements are each computed from their indices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy

from tirc.importers.tflite_functions.reader import Stored
from tirc_frontends.element_loops import computed, extract, literal, places, read_along, reduced
from tirc_frontends.text import Array, Function, Tensor


class Elements(Stored):
    """An operator that the converter does not know, or not in all forms. The converter has quantised uint8 as int8,
    less by 128, and numbers of uint8 without a scale, too."""

    activations: ClassVar[tuple[int, ...]] = ()
    # Any that has no fields, for operators without options.
    options_class = "AbsOptions"

    # The inputs that matter, and which of them are indices.
    data: ClassVar[tuple[int, ...]] = (0,)
    indices: ClassVar[tuple[int, ...]] = ()

    def is_taken(self) -> bool:
        return all(self._has(operand) and self._mlir(self._tensor(operand)) for operand in self.data)

    # Adds what the operator computes of the inputs that matter.
    emit: Callable[..., Tensor | Sequence[Tensor]]

    def text(self, name: str) -> str:
        function = Function(name, self._place)
        results = self.emit(function, *self._arguments(function))
        return function.text([results] if isinstance(results, Tensor) else results)

    def operands(self) -> list[int]:
        """Constant indices, which TOSA has with at most 32 bits, and constants of uint8 without a scale are in the
        function: the converter does not move the latter by 128."""
        return [operand for operand in self.data if not self._is_inside(operand)]

    def _is_inside(self, operand: int) -> bool:
        tensor = self._tensor(operand)
        is_wide = operand in self.indices and self._mlir(tensor) == "i64"
        return (is_wide or self._is_plain_byte(tensor)) and self._is_constant(operand)

    def _mlir(self, tensor: Any) -> str:
        """Returns the element type in MLIR, or "" if it has none here."""
        types = self._types
        known = {
            types.FLOAT32: "f32",
            types.INT8: "i8",
            types.UINT8: "i8",
            types.INT16: "i16",
            types.INT32: "i32",
            types.INT64: "i64",
            types.BOOL: "i1",
        }
        return known.get(tensor.Type(), "")

    def _is_plain_byte(self, tensor: Any) -> bool:
        quantization = tensor.Quantization()
        return self._is_byte(tensor) and (quantization is None or not quantization.ScaleLength())

    def _is_byte(self, tensor: Any) -> bool:
        return bool(tensor.Type() == self._types.UINT8)

    def _arguments(self, function: Function) -> list[Tensor]:
        """Returns the inputs that matter."""
        made: list[Tensor] = []
        for operand in self.data:
            if self._is_inside(operand):
                made.append(function.tensor(self._inside(self._constant(self._index(operand)))))
            else:
                tensor = self._tensor(operand)
                made.append(function.argument(self._shape(tensor), self._mlir(tensor)))
        return made

    @staticmethod
    def _inside(values: Array) -> Array:
        """Returns a constant that is in the function."""
        if values.dtype == numpy.uint8:
            return (values ^ 128).view(numpy.int8)
        return numpy.clip(values, -(2**31), 2**31 - 1).astype(numpy.int32)

    def _axes(self, rank: int) -> list[int]:
        """Returns the axes that the second input, a constant, has for a tensor of a rank, in order."""
        return sorted({int(axis) % rank for axis in self._constant(self._index(1)).reshape(-1)})

    def _result(self, index: int = 0) -> Any:
        return self._graph.Tensors(self._operator.Outputs(index))

    def _zero(self, tensor: Any) -> str:
        """Returns the text of 0 in a tensor."""
        return literal(-128 if self._is_byte(tensor) else 0, self._mlir(tensor))


__all__ = ["Elements", "computed", "extract", "literal", "places", "read_along", "reduced"]
