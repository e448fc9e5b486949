# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of numbers in flash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from ...body import Body
from ...text import Array, Tensor
from .making import Making, signed

# Another load for each number is worth it if it saves a third of them, and more than its code.
_LEAST_PART, _LEAST_BYTES = 1 / 3, 256


def narrow(numbers: Any) -> Array:
    """Returns the numbers in the shortest of the types that have all of them."""
    array = numpy.array(numbers, numpy.int64)
    for dtype in (numpy.int8, numpy.int16):
        if array.size and numpy.iinfo(dtype).min <= array.min() and array.max() <= numpy.iinfo(dtype).max:
            return array.astype(dtype)
    return array.astype(numpy.int32)


class Table:
    """Numbers in flash. Where few of them differ, as limits between small integers and weights that are parts of a few samples do,
    a table has those that differ, and each number is its place there."""

    def __init__(self, making: Making, numbers: Array, is_short: bool = True) -> None:
        """Places are not used unless the table has to be short."""
        values, places = numpy.unique(numbers.view(f"u{numbers.dtype.itemsize}"), return_inverse=True)
        short = narrow(places).reshape(numbers.shape)
        self._places: Tensor | None = None
        stored = signed(numbers)
        saved = numbers.nbytes - short.nbytes - values.nbytes
        if is_short and saved >= max(_LEAST_PART * numbers.nbytes, _LEAST_BYTES):
            self._places, stored = making.function.tensor(short), signed(values.view(numbers.dtype))
        self._numbers = making.function.tensor(stored)
        self.kind = self._numbers.kind

    def read(self, body: Body, indices: Sequence[str]) -> str:
        if self._places is None:
            return body.extract(self._numbers, indices)
        return body.extract(self._numbers, [body.extract_integer(self._places, indices)])
