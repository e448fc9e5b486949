# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops over the elements of tensors."""

from __future__ import annotations

from collections.abc import Sequence

from tirc_frontends.text import Function, Operand, Tensor


def generic(
    function: Function,
    operands: Sequence[Operand],
    places: Sequence[Sequence[int | None]],
    shape: Sequence[int],
    kinds: Sequence[str],
    lines: Sequence[str],
) -> list[Tensor]:
    """Adds a loop over the elements of the results. An operand's indices are loops, or 0 where a place is None."""
    tensors = [function.tensor(operand) for operand in operands]
    results = [function.empty(shape, kind) for kind in kinds]
    loops = ", ".join(f"d{i}" for i in range(len(shape)))
    every = [*places, *[range(len(shape))] * len(kinds)]
    indices = (", ".join("0" if place is None else f"d{place}" for place in row) for row in every)
    maps = ", ".join(f"affine_map<({loops}) -> ({index})>" for index in indices)
    iterators = ", ".join(['"parallel"'] * len(shape))
    name = function.fresh()

    def listed(values: Sequence[Tensor]) -> str:
        return f"{', '.join(value.name for value in values)} : {', '.join(value.type for value in values)}"

    count = f":{len(kinds)}" if len(kinds) > 1 else ""
    function.open(
        f"{name}{count} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
        f"ins({listed(tensors)}) outs({listed(results)}) {{"
    )
    arguments = [f"%in{i}: {tensor.kind}" for i, tensor in enumerate(tensors)]
    arguments += [f"%out{i}: {kind}" for i, kind in enumerate(kinds)]
    function.open(f"^bb0({', '.join(arguments)}):")
    for line in lines:
        function.line(line)
    types = ", ".join(result.type for result in results)
    function.line(f"}} -> ({types})")
    names = [f"{name}#{i}" if count else name for i in range(len(kinds))]
    return [Tensor(own, result.kind, result.shape) for own, result in zip(names, results, strict=True)]


def broadcast(
    function: Function, operands: Sequence[Tensor], shape: Sequence[int], kind: str, lines: Sequence[str]
) -> Tensor:
    """Adds a loop over operands whose extents of 1, and missing first extents, stand for any."""
    places = [
        [None if size == 1 else axis for axis, size in enumerate(tensor.shape, len(shape) - len(tensor.shape))]
        for tensor in operands
    ]
    (made,) = generic(function, operands, places, shape, [kind], lines)
    return made
