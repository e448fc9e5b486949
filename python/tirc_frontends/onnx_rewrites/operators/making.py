# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The function of a node that is being made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy
import onnx

from ...text import Array, Function, Tensor
from ..graph import Node
from ..taking import Part

_T = onnx.TensorProto
UNSIGNED = frozenset({_T.UINT8, _T.UINT16, _T.UINT32, _T.UINT64})
KINDS: dict[int, str] = {
    _T.FLOAT: "f32",
    _T.FLOAT16: "f16",
    _T.BFLOAT16: "bf16",
    _T.DOUBLE: "f64",
    _T.BOOL: "i1",
    _T.INT8: "i8",
    _T.UINT8: "i8",
    _T.INT16: "i16",
    _T.UINT16: "i16",
    _T.INT32: "i32",
    _T.UINT32: "i32",
    _T.INT64: "i64",
    _T.UINT64: "i64",
}


class Making:
    """Integers have no sign in MLIR. Constants are in the function."""

    def __init__(self, node: Node, name: str) -> None:
        self.node, self.function = node, Function(name, node.proto.name)
        self._arguments: dict[str, Tensor] = {}

    def kind(self, index: int) -> str:
        """Returns the element type of an input in MLIR, or "" if it is not known here."""
        return KINDS.get(self.node.kind(index), "")

    def is_unsigned(self, index: int) -> bool:
        return self.node.kind(index) in UNSIGNED

    def input(self, index: int) -> Tensor:
        name = self.node.input(index)
        constant = self.node.constant(index)
        if constant is not None:
            return self.function.tensor(signed(constant))
        if name not in self._arguments:
            self._arguments[name] = self.function.argument(self.node.shape(index), self.kind(index))
        return self._arguments[name]

    def result_shape(self) -> list[int]:
        shape = self.node.values.shape(self.node.outputs[0])
        if shape is None:
            raise self.node.refused("the shape of its result is not known; expected fixed shapes: export it with them")
        return shape

    def each(self, kind: str, indices: Sequence[int], lines: Sequence[str]) -> Tensor:
        """Adds an operation of single elements of inputs, %e0 and so on, that are broadcast."""
        operands = [self.input(index) for index in indices]
        return self.function.elements(operands, self.result_shape(), kind, lines)

    def part(self, made: Tensor) -> Part:
        types = ((made.kind, made.shape),)
        return Part(self.node.proto, tuple(self._arguments), (self.node.outputs[0],), types, self.function.text([made]))


# Returns the result of a node, or None if it stays as it is.
Maker = Callable[[Making], "Tensor | None"]


def signed(values: Array) -> Array:
    """Returns the numbers' bits as integers with a sign."""
    if values.dtype.kind != "u":
        return values
    signed: Any = numpy.dtype(f"int{8 * values.dtype.itemsize}")
    return values.view(signed)
