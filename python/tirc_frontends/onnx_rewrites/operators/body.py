# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lines that compute one element, step by step."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...element_loops import extract
from ...text import Tensor


class Body:
    """Floats of one type, and indices."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._lines: list[str] = []
        self._constants: dict[str, str] = {}

    def ending(self) -> list[str]:
        """Returns the lines, of which the last one computes %result."""
        return [*self._lines[:-1], f"%result ={self._lines[-1].partition('=')[2]}"]

    def _named(self, text: str) -> str:
        name = f"%b{len(self._lines)}"
        self._lines.append(f"{name} = {text}")
        return name

    def _constant(self, text: str) -> str:
        if text not in self._constants:
            self._constants[text] = self._named(f"arith.constant {text}")
        return self._constants[text]

    def number(self, value: float) -> str:
        text = repr(float(value))
        if math.isinf(value):
            bits = {"f32": "7F800000", "f64": "7FF0000000000000"}[self.kind]
            text = f"0x{bits}" if value > 0 else f"0xF{bits[1:]}"
        return self._constant(f"{text} : {self.kind}")

    def place(self, value: int) -> str:
        return self._constant(f"{value} : index")

    def truth(self, value: bool) -> str:
        return self._constant("true" if value else "false")

    def real(self, word: str, x: str, y: str | float) -> str:
        other = y if isinstance(y, str) else self.number(y)
        return self._named(f"arith.{word} {x}, {other} : {self.kind}")

    def function(self, word: str, x: str) -> str:
        return self._named(f"math.{word} {x} : {self.kind}")

    def index(self, word: str, x: str, y: str | int) -> str:
        other = y if isinstance(y, str) else self.place(y)
        return self._named(f"arith.{word} {x}, {other} : index")

    def limited(self, x: str, size: int) -> str:
        """Returns the nearest index of an axis of this size."""
        return self.index("minsi", self.index("maxsi", x, 0), size - 1)

    def compare(self, word: str, x: str, y: str) -> str:
        return self._named(f"arith.cmpi {word}, {x}, {y} : index")

    def compare_reals(self, word: str, x: str, y: float) -> str:
        return self._named(f"arith.cmpf {word}, {x}, {self.number(y)} : {self.kind}")

    def both(self, x: str, y: str) -> str:
        return self._named(f"arith.andi {x}, {y} : i1")

    def choose(self, condition: str, x: str, y: str) -> str:
        return self._named(f"arith.select {condition}, {x}, {y} : {self.kind}")

    def to_index(self, x: str) -> str:
        """Cuts off the fraction of a number."""
        return self._named(f"arith.index_cast {self._named(f'arith.fptosi {x} : {self.kind} to i32')} : i32 to index")

    def to_real(self, x: str) -> str:
        return self._named(f"arith.sitofp {self._named(f'arith.index_cast {x} : index to i32')} : i32 to {self.kind}")

    def extract(self, x: Tensor, indices: Sequence[str]) -> str:
        name = f"%b{len(self._lines)}"
        self._lines.append(extract(name, x, indices))
        return name

    def extract_integer(self, x: Tensor, indices: Sequence[str]) -> str:
        """Returns an integer as an index."""
        return self._named(f"arith.index_cast {self.extract(x, indices)} : {x.kind} to index")


__all__ = ["Body"]
