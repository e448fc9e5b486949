# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Resizes of TOSA, and loops where these would differ from LiteRT's, whose positions are in tables.

What an index into the image is computed from is arithmetic if possible, so that the rows which a row needs are known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from tirc.importers.tflite_functions.positions import Grid, Steps
from tirc_frontends.text import Array, Function, Tensor


def resize(
    function: Function,
    x: Tensor,
    shape: Sequence[int],
    kind: str,
    mode: str,
    steps: Sequence[Steps],
    grids: Sequence[Grid],
) -> Tensor:
    """Adds a resize of TOSA."""
    borders = [
        (grid.outputs - 1) * step.step - (grid.inputs - 1) * step.unit + step.offset
        for step, grid in zip(steps, grids, strict=True)
    ]
    scale = [number for step in steps for number in (step.unit, step.step)]
    numbers = [function.sizes(values) for values in (scale, [step.offset for step in steps], borders)]
    names = ", ".join([x.name, *[name for name, _ in numbers]])
    types = ", ".join([x.type, *[kind for _, kind in numbers]])
    result = Tensor(function.fresh(), kind, tuple(shape))
    function.line(f"{result.name} = tosa.resize {names} {{mode = {mode}}} : ({types}) -> {result.type}")
    return result


def nearest(function: Function, x: Tensor, shape: Sequence[int], tables: Sequence[Array]) -> Tensor:
    """Adds a loop that takes the elements whose rows and columns are in tables."""
    tensors = [function.tensor(table.astype(numpy.int32)) for table in tables]
    loop = _Loop(function, x, shape)
    places = [loop.as_index(loop.entry(table, dim)) for dim, table in enumerate(tensors, 1)]
    return loop.end(loop.read(*places))


def shorts(
    function: Function, x: Tensor, shape: Sequence[int], steps: Sequence[Steps], grids: Sequence[Grid]
) -> Tensor:
    """Adds a loop that interpolates numbers of 16 bits, and rounds them half a unit away from zero."""
    loop = _Loop(function, x, shape)
    axes = []
    for dim, (step, grid) in enumerate(zip(steps, grids, strict=True), 1):
        low, high, at = loop.locate(dim, step, grid.inputs)
        rest = loop.op("arith.subi", "index", at, loop.op("arith.muli", "index", low, loop.number(1024)))
        after = loop.add(f"arith.index_cast {rest} : index to i64")
        before = loop.op("arith.subi", "i64", loop.number(1024, "i64"), after)
        axes.append(((low, before), (high, after)))
    sums = ""
    for row, row_weight in axes[0]:
        for column, column_weight in axes[1]:
            wide = loop.add(f"arith.extsi {loop.read(row, column)} : i16 to i64")
            product = loop.op("arith.muli", "i64", loop.op("arith.muli", "i64", wide, row_weight), column_weight)
            sums = loop.op("arith.addi", "i64", sums, product) if sums else product
    half = loop.op("arith.addi", "i64", sums, loop.number(1 << 19, "i64"))
    sign = loop.op("arith.shrsi", "i64", sums, loop.number(63, "i64"))
    moved = loop.op("arith.addi", "i64", half, sign)
    whole = loop.op("arith.shrsi", "i64", moved, loop.number(20, "i64"))
    return loop.end(loop.add(f"arith.trunci {whole} : i64 to i16"))


def floats(function: Function, x: Tensor, shape: Sequence[int], grids: Sequence[Grid], is_byte: bool) -> Tensor:
    """Adds a loop that interpolates floats, or numbers of a uint8 tensor, which the converter moves to int8."""
    tables = [function.tensor(grid.fractions()) for grid in grids]
    loop = _Loop(function, x, shape)
    axes = []
    one = loop.number(1, "f32")
    for dim, (table, grid) in enumerate(zip(tables, grids, strict=True), 1):
        low, high = loop.neighbours(dim, grid)
        after = loop.entry(table, dim)
        axes.append(((low, loop.op("arith.subf", "f32", one, after)), (high, after)))
    sums = ""
    # LiteRT's order.
    for column, column_weight in axes[1]:
        for row, row_weight in axes[0]:
            value = loop.read(row, column)
            if is_byte:
                wide = loop.add(f"arith.extsi {value} : i8 to i32")
                number = loop.op("arith.addi", "i32", wide, loop.number(128, "i32"))
                value = loop.add(f"arith.sitofp {number} : i32 to f32")
            product = loop.op("arith.mulf", "f32", loop.op("arith.mulf", "f32", value, row_weight), column_weight)
            sums = loop.op("arith.addf", "f32", sums, product) if sums else product
    if is_byte:
        rounded = loop.op("arith.addf", "f32", sums, loop.number(0.5, "f32"))
        whole = loop.add(f"arith.fptosi {rounded} : f32 to i32")
        sums = loop.add(f"arith.trunci {loop.op('arith.subi', 'i32', whole, loop.number(128, 'i32'))} : i32 to i8")
    return loop.end(sums)


class _Loop:
    """The loop over the elements of the result of a resize. Its values are known by their names."""

    def __init__(self, function: Function, x: Tensor, shape: Sequence[int]) -> None:
        self._function, self._x = function, x
        empty = function.empty(shape, x.kind)
        self._result = Tensor(function.fresh(), x.kind, tuple(shape))
        every, iterators = "(d0, d1, d2, d3)", ", ".join(['"parallel"'] * 4)
        function.open(
            f"{self._result.name} = linalg.generic {{indexing_maps = [affine_map<{every} -> {every}>], "
            f"iterator_types = [{iterators}]}} outs({empty.name} : {empty.type}) {{"
        )
        function.open(f"^bb0(%old: {x.kind}):")
        self._indices = [self.add(f"linalg.index {dim} : index") for dim in range(4)]

    def add(self, text: str) -> str:
        name = self._function.fresh()
        self._function.line(f"{name} = {text}")
        return name

    def op(self, name: str, kind: str, *operands: str) -> str:
        return self.add(f"{name} {', '.join(operands)} : {kind}")

    def number(self, value: float, kind: str = "index") -> str:
        text = repr(float(value)) if kind == "f32" else str(int(value))
        return self.add(f"arith.constant {text} : {kind}")

    def locate(self, dim: int, steps: Steps, inputs: int) -> tuple[str, str, str]:
        """Returns the elements before and after a position, and the position in units."""
        # The dividend is not negative.
        moved = -(-max(-steps.offset, 0) // steps.unit)
        scaled = self.op("arith.muli", "index", self._indices[dim], self.number(steps.step))
        at = self.op("arith.addi", "index", scaled, self.number(steps.offset))
        above = self.op("arith.addi", "index", at, self.number(moved * steps.unit)) if moved else at
        low = self.op("arith.divsi", "index", above, self.number(steps.unit))
        if moved:
            low = self.op("arith.subi", "index", low, self.number(moved))
        high = self.op("arith.addi", "index", low, self.number(1))
        return self._inside(low, inputs), self._inside(high, inputs), at

    def neighbours(self, dim: int, grid: Grid) -> tuple[str, str]:
        """Returns the elements before and after a position in float32."""
        if steps := grid.lower_steps():
            low, high, _ = self.locate(dim, steps, grid.inputs)
            return low, high
        low = self.as_index(self.entry(self._function.tensor(grid.lower().astype(numpy.int32)), dim))
        return low, self._inside(self.op("arith.addi", "index", low, self.number(1)), grid.inputs)

    def _inside(self, index: str, size: int) -> str:
        raised = self.op("arith.maxsi", "index", index, self.number(0))
        return self.op("arith.minsi", "index", raised, self.number(size - 1))

    def entry(self, table: Tensor, dim: int) -> str:
        return self.add(f"tensor.extract {table.name}[{self._indices[dim]}] : {table.type}")

    def as_index(self, value: str) -> str:
        return self.add(f"arith.index_cast {value} : i32 to index")

    def read(self, row: str, column: str) -> str:
        x = self._x
        return self.add(f"tensor.extract {x.name}[{self._indices[0]}, {row}, {column}, {self._indices[3]}] : {x.type}")

    def end(self, value: str) -> Tensor:
        self._function.line(f"linalg.yield {value} : {self._result.kind}")
        self._function.line(f"}} -> {self._result.type}")
        return self._result
