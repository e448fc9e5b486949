# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lines that compute one element, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from .element_loops import Steps, literal, read
from .text import Tensor


class Body(Steps):
    """Floats of one type, and indices."""

    def __init__(self, kind: str, prefix: str = "s") -> None:
        super().__init__(prefix)
        self.kind = kind

    def number(self, value: float) -> str:
        return self.literal(literal(value, self.kind))

    def place(self, value: int) -> str:
        return self.literal(f"{value} : index")

    def truth(self, value: bool) -> str:
        return self.literal("true" if value else "false")

    def real(self, word: str, x: str, y: str | float) -> str:
        other = y if isinstance(y, str) else self.number(y)
        return self.named(f"arith.{word} {x}, {other} : {self.kind}")

    def function(self, word: str, x: str) -> str:
        return self.named(f"math.{word} {x} : {self.kind}")

    def index(self, word: str, x: str, y: str | int) -> str:
        other = y if isinstance(y, str) else self.place(y)
        return self.named(f"arith.{word} {x}, {other} : index")

    def limited(self, x: str, size: int) -> str:
        """Returns the nearest index of an axis of this size."""
        return self.index("minsi", self.index("maxsi", x, 0), size - 1)

    def compare(self, word: str, x: str, y: str) -> str:
        return self.named(f"arith.cmpi {word}, {x}, {y} : index")

    def compare_reals(self, word: str, x: str, y: float) -> str:
        return self.named(f"arith.cmpf {word}, {x}, {self.number(y)} : {self.kind}")

    def both(self, x: str, y: str) -> str:
        return self.named(f"arith.andi {x}, {y} : i1")

    def choose(self, condition: str, x: str, y: str) -> str:
        return self.named(f"arith.select {condition}, {x}, {y} : {self.kind}")

    def to_index(self, x: str) -> str:
        """Cuts off the fraction of a number."""
        return self.named(f"arith.index_cast {self.named(f'arith.fptosi {x} : {self.kind} to i32')} : i32 to index")

    def to_real(self, x: str) -> str:
        return self.named(f"arith.sitofp {self.named(f'arith.index_cast {x} : index to i32')} : i32 to {self.kind}")

    def extract(self, x: Tensor, indices: Sequence[str]) -> str:
        return self.named(read(x, indices))

    def extract_integer(self, x: Tensor, indices: Sequence[str]) -> str:
        """Returns an integer as an index."""
        return self.named(f"arith.index_cast {self.extract(x, indices)} : {x.kind} to index")
