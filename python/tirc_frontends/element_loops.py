# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions whose elements are each computed from their indices, with loops in linalg."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .text import Function, Tensor

# The positive and the negative one.
_INFINITIES = {"f32": ("0x7F800000", "0xFF800000"), "f64": ("0x7FF0000000000000", "0xFFF0000000000000")}


def literal(number: float, kind: str) -> str:
    """Returns the text of a number."""
    if kind == "i1":
        return "true" if number else "false"
    if kind.startswith("f"):
        text = repr(float(number)) if math.isfinite(number) else _INFINITIES[kind][number < 0]
        return f"{text} : {kind}"
    return f"{int(number)} : {kind}"


class Steps:
    """Lines that compute one element, step by step."""

    def __init__(self, prefix: str = "s") -> None:
        """The names of results begin with the prefix. Steps inside other steps need a prefix of their own."""
        self.lines: list[str] = []
        self._prefix = prefix
        self._constants: dict[str, str] = {}

    def ending(self) -> list[str]:
        """Returns the lines, of which the last one computes %result."""
        return [*self.lines[:-1], f"%result ={self.lines[-1].partition('=')[2]}"]

    def named(self, text: str) -> str:
        """Adds an operation, and returns the name of its result."""
        name = f"%{self._prefix}{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def literal(self, text: str) -> str:
        """Returns the name of a constant, which is added once."""
        if text not in self._constants:
            self._constants[text] = self.named(f"arith.constant {text}")
        return self._constants[text]

    def loop(
        self, inner: Steps, counter: str, begin: str, end: str, carried: Mapping[str, tuple[str, str, str]]
    ) -> list[str]:
        """Adds a loop over the counter, with the steps of `inner`. It carries numbers by their names in it, each with its
        start, what it becomes in a step, and its type. Returns their names after the loop."""
        one, name = self.literal("1 : index"), f"%{self._prefix}_loop{len(self.lines)}"
        starts, ends, kinds = zip(*carried.values(), strict=True)
        types = ", ".join(kinds)
        begun = ", ".join(f"{inside} = {start}" for inside, start in zip(carried, starts, strict=True))
        self.lines += [
            f"{name}:{len(kinds)} = scf.for {counter} = {begin} to {end} step {one} iter_args({begun}) -> ({types}) {{",
            *inner.lines,
            f"scf.yield {', '.join(ends)} : {types}",
            "}",
        ]
        return [f"{name}#{i}" for i in range(len(kinds))]


def computed(
    function: Function, shape: Sequence[int], kind: str, lines: Sequence[str], result: str = "%result"
) -> Tensor:
    """Adds a loop over the elements of a result. In the lines, %i0, %i1 ... are the indices and %result the element."""
    out = function.empty(shape, kind)
    return _loop(function, out, len(shape), 0, lines, result)


def reduced(
    function: Function, shape: Sequence[int], extent: int, start: str, lines: Sequence[str], kind: str
) -> Tensor:
    """Adds a loop over the elements of a result, and in it one over `extent` steps. In the lines, the index after the
    last is the step, %before the element before this step, and %result the one after it; `start` is the text of a
    number."""
    first, begun = function.fresh(), Tensor(function.fresh(), kind, tuple(shape))
    function.line(f"{first} = arith.constant {start}")
    out = function.empty(shape, kind)
    function.line(f"{begun.name} = linalg.fill ins({first} : {kind}) outs({out.name} : {out.type}) -> {begun.type}")
    return _loop(function, begun, len(shape), extent, lines)


def _loop(
    function: Function, out: Tensor, rank: int, extent: int, lines: Sequence[str], yielded: str = "%result"
) -> Tensor:
    loops = [f"d{i}" for i in range(rank + bool(extent))]
    place = ", ".join(loops[:rank])
    kinds = ['"parallel"'] * rank + ['"reduction"'] * bool(extent)
    maps, counted = [f"affine_map<({', '.join(loops)}) -> ({place})>"], ""
    if extent:
        # An operand that is not read has the number of steps.
        counted_tensor = function.empty([extent], "i1")
        maps.insert(0, f"affine_map<({', '.join(loops)}) -> ({loops[-1]})>")
        counted = f"ins({counted_tensor.name} : {counted_tensor.type}) "
    result = Tensor(function.fresh(), out.kind, out.shape)
    traits = f"{{indexing_maps = [{', '.join(maps)}], iterator_types = [{', '.join(kinds)}]}}"
    function.open(f"{result.name} = linalg.generic {traits} {counted}outs({out.name} : {out.type}) {{")
    function.open(f"^bb0({'%step: i1, ' if extent else ''}%before: {out.kind}):")
    for i in range(len(loops)):
        function.line(f"%i{i} = linalg.index {i} : index")
    for line in lines:
        function.inner(line)
    function.line(f"linalg.yield {yielded} : {out.kind}")
    function.line(f"}} -> {result.type}")
    return result


def extract(name: str, x: Tensor, indices: Sequence[str]) -> str:
    """Returns the line that reads an element."""
    return f"{name} = {read(x, indices)}"


def read(x: Tensor, indices: Sequence[str]) -> str:
    """Returns the operation that reads an element."""
    return f"tensor.extract {x.name}[{', '.join(indices)}] : {x.type}"


def read_along(name: str, x: Tensor, rank: int, axes: Sequence[int]) -> list[str]:
    """Returns the lines that read an element for each step of a loop over the axes that a reduction has, whose result has a
    rank."""
    own = iter(places(rank))
    keeps = rank == len(x.shape)
    indices = [next(own) if keeps or axis not in axes else "" for axis in range(len(x.shape))]
    lines, rest = [], f"%i{rank}"
    for axis in sorted(axes, reverse=True):
        indices[axis] = f"%place{axis}"
        lines += [
            f"%size{axis} = arith.constant {x.shape[axis]} : index",
            f"%place{axis} = arith.remsi {rest}, %size{axis} : index",
            f"%rest{axis} = arith.divsi {rest}, %size{axis} : index",
        ]
        rest = f"%rest{axis}"
    return [*lines, extract(name, x, indices)]


def places(count: int) -> list[str]:
    """Returns the names of the first indices."""
    return [f"%i{i}" for i in range(count)]
