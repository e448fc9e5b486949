# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BITCAST and RIGHT_SHIFT of TensorFlow Lite, which version 2026.2.0 of the converter does not know. It has numbers of uint8
with another first bit."""

from __future__ import annotations

from typing import Any

from tirc.importers.tflite_functions.elements import Elements, computed, extract, places
from tirc_frontends.text import Function, Tensor

_FIRST_BIT = -128


class RightShift(Elements):
    """LiteRT limits the shift to what the type has."""

    operator, function_name, data = "RIGHT_SHIFT", "right_shift", (0, 1)

    def emit(self, function: Function, x: Tensor, shift: Tensor) -> Tensor:
        shape, bits = self._shape(self._output()), int(x.kind[1:])
        is_byte = self._is_byte(self._tensor(0))
        lines = ["%origin = arith.constant 0 : index"]
        for label, tensor in (("x", x), ("shift", shift)):
            indices = places(len(shape))[len(shape) - len(tensor.shape) :]
            kept = [index if size > 1 else "%origin" for index, size in zip(indices, tensor.shape, strict=True)]
            stored = f"%{label}_stored" if is_byte else f"%{label}"
            lines.append(extract(stored, tensor, kept))
            if is_byte:
                lines += _turned(f"%{label}", stored)
        lines.append(f"%most = arith.constant {bits - 1} : {x.kind}")
        if is_byte:
            lines += [
                "%inside = arith.minui %shift, %most : i8",
                "%moved = arith.shrui %x, %inside : i8",
                *_turned("%result", "%moved"),
            ]
        else:
            lines += [
                f"%least = arith.constant 0 : {x.kind}",
                f"%above = arith.maxsi %shift, %least : {x.kind}",
                f"%inside = arith.minsi %above, %most : {x.kind}",
                f"%result = arith.shrsi %x, %inside : {x.kind}",
            ]
        return computed(function, shape, x.kind, lines)


class Bitcast(Elements):
    operator, function_name = "BITCAST", "bitcast"

    def is_taken(self) -> bool:
        """Returns whether both types have the same width."""
        kinds = [self._mlir(tensor) for tensor in (self._tensor(0), self._output())]
        return all(kinds) and kinds[0][1:] == kinds[1][1:]

    def emit(self, function: Function, x: Tensor) -> Tensor:
        kind = self._mlir(self._output())
        read = extract("%x", x, places(len(x.shape)))
        if self._is_byte(self._tensor(0)) != self._is_byte(self._output()):
            return computed(function, x.shape, kind, [read, *_turned("%result", "%x")])
        lines = [read, f"%result = arith.bitcast %x : {x.kind} to {kind}"]
        return computed(function, x.shape, kind, lines) if kind != x.kind else x


def _turned(name: str, x: str) -> list[str]:
    """Returns the lines that turn the first bit of a number of 8 bits."""
    return [f"{name}_bit = arith.constant {_FIRST_BIT} : i8", f"{name} = arith.xori {x}, {name}_bit : i8"]


READERS: list[Any] = [Bitcast, RightShift]
