# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The windows of convolutions and pooling."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from ..graph import Node
from .program import Program
from .values import Value


@dataclasses.dataclass(frozen=True)
class Window:
    """Sizes of rows and columns; a tensor of rank 3 has one row."""

    rank: int
    kernel: tuple[int, int]
    strides: tuple[int, int]
    dilations: tuple[int, int]
    begin: tuple[int, int]
    end: tuple[int, int]
    output: tuple[int, int]

    @staticmethod
    def of(node: Node, kernel: Sequence[int] = ()) -> Window | None:
        shape, result = node.values.shape(node.input(0)), node.values.shape(node.outputs[0])
        if shape is None or result is None or len(shape) not in (3, 4):
            return None
        space = len(shape) - 2
        kernel = list(kernel or node.attributes["kernel_shape"])
        strides = list(node.attributes.get("strides", [1] * space))
        dilations = list(node.attributes.get("dilations", [1] * space))
        pads = list(node.attributes.get("pads", [0] * (2 * space)))
        begin, end = pads[:space], pads[space:]
        mode = node.text("auto_pad", "NOTSET")
        if mode == "VALID":
            begin, end = [0] * space, [0] * space
        elif mode.startswith("SAME"):
            spans = [(result[2 + i] - 1) * strides[i] + (kernel[i] - 1) * dilations[i] + 1 for i in range(space)]
            more = [max(spans[i] - shape[2 + i], 0) for i in range(space)]
            begin = [size // 2 if mode == "SAME_UPPER" else size - size // 2 for size in more]
            end = [size - first for size, first in zip(more, begin, strict=True)]

        def pair(values: Sequence[int], one: int) -> tuple[int, int]:
            sizes = [int(value) for value in values]
            return (one, sizes[0]) if space == 1 else (sizes[0], sizes[1])

        given = [(kernel, 1), (strides, 1), (dilations, 1), (begin, 0), (end, 0), (result[2:], 1)]
        return Window(len(shape), *(pair(values, one) for values, one in given))

    @property
    def is_padded(self) -> bool:
        return any((*self.begin, *self.end))

    def fit(self, program: Program, x: Value) -> tuple[Value, list[int]]:
        """Returns an image without the rows and columns that no window reaches, and its padding in TOSA's order."""
        sizes, pads = list(x.sizes), []
        for i in range(2):
            needed = (self.output[i] - 1) * self.strides[i] + (self.kernel[i] - 1) * self.dilations[i] + 1
            end = needed - sizes[1 + i] - self.begin[i]
            if end < 0:
                sizes[1 + i] += end
            pads += [self.begin[i], max(end, 0)]
        if tuple(sizes) != x.sizes:
            x = program.apply("slice", [x, program.sizes([0] * 4), program.sizes(sizes)], x.kind, sizes)
        return x, pads

    def result(self, x: Value, channels: int = 0) -> tuple[int, int, int, int]:
        return (x.sizes[0], *self.output, channels or x.sizes[3])
