# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorScatter."""

from __future__ import annotations

from ...element_loops import computed, extract, places
from ...text import Tensor
from .making import Maker, Making


def tensor_scatter(making: Making) -> Tensor | None:
    """An element of the result is one of the update if its place is in the part that is written."""
    function, node = making.function, making.node
    if not making.kind(0):
        return None
    cache, update = making.input(0), making.input(1)
    rank = len(cache.shape)
    axis = int(node.attributes.get("axis", -2)) % rank
    most, count = cache.shape[axis], update.shape[axis]
    lines = ["%zero = arith.constant 0 : index", f"%most = arith.constant {most} : index"]
    lines.append(f"%last = arith.constant {count - 1} : index")
    if node.input(2):
        starts = making.input(2)
        lines.append(extract("%stored", starts, ["%i0"]))
        lines.append(f"%start = arith.index_cast %stored : {starts.kind} to index")
    else:
        lines.append("%start = arith.addi %zero, %zero : index")
    lines.append(f"%moved = arith.subi %i{axis}, %start : index")
    step = "%moved"
    if node.text("mode", "linear") == "circular":
        step = "%step"
        lines += [
            "%rest = arith.remsi %moved, %most : index",
            "%is_negative = arith.cmpi slt, %rest, %zero : index",
            "%next = arith.addi %rest, %most : index",
            "%step = arith.select %is_negative, %next, %rest : index",
        ]
    own = places(rank)
    own[axis] = "%inside"
    lines += [
        f"%above = arith.maxsi {step}, %zero : index",
        "%inside = arith.minsi %above, %last : index",
        f"%is_written = arith.cmpi eq, %inside, {step} : index",
        extract("%new", update, own),
        extract("%old", cache, places(rank)),
        f"%result = arith.select %is_written, %new, %old : {cache.kind}",
    ]
    return computed(function, cache.shape, cache.kind, lines)


MAKERS: dict[str, Maker] = {"TensorScatter": tensor_scatter}
