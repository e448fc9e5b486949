# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite that read or write where indices say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from tirc.importers.tflite_functions.elements import Elements, computed, extract, literal, places, reduced
from tirc_frontends.text import Array, Function, Tensor


def _as_index(name: str, number: str, kind: str) -> str:
    return f"{name} = arith.index_cast {number} : {kind} to index"


def _is_at(indices: Tensor, row: Sequence[str], first: int, count: int) -> list[str]:
    """Returns the lines that find whether the last axis of `indices` is the same as the indices of the result from
    `first`; the answer is %is."""
    lines = ["%is_at0 = arith.constant true"]
    for i in range(count):
        lines += [
            f"%axis{i} = arith.constant {i} : index",
            extract(f"%number{i}", indices, [*row, f"%axis{i}"]),
            _as_index(f"%place{i}", f"%number{i}", indices.kind),
            f"%same{i} = arith.cmpi eq, %place{i}, %i{first + i} : index",
            f"%is_at{i + 1} = arith.andi %is_at{i}, %same{i} : i1",
        ]
    return [*lines, f"%is = arith.andi %is_at{count}, %is_at0 : i1"]


class EmbeddingLookup(Elements):
    operator, function_name, data = "EMBEDDING_LOOKUP", "embedding_lookup", (0, 1)
    indices = (0,)

    def is_taken(self) -> bool:
        if not super().is_taken():
            return False
        if self._kind(1) == "int4" and numpy.prod(self._shape(self._tensor(1))[1:]) % 2:
            raise self._refused(
                "its rows have an odd number of int4, of which LiteRT reads every second one a number too early; expected an "
                "even number: add a column"
            )
        is_same = self._tensor(1).Type() == self._output().Type()
        return is_same or (self._kind(1) in ("i8", "int4") and self._kind_of(self._output()) == "f32")

    def _mlir(self, tensor: Any) -> str:
        return "i8" if tensor.Type() == self._types.INT4 else super()._mlir(tensor)

    def _is_inside(self, operand: int) -> bool:
        """Numbers of 4 bits are in the function, in bytes."""
        return super()._is_inside(operand) or (self._kind(operand) == "int4" and self._is_constant(operand))

    @staticmethod
    def _inside(values: Array) -> Array:
        return values if values.dtype == numpy.int8 else Elements._inside(values)

    def emit(self, function: Function, rows: Tensor, table: Tensor) -> Tensor:
        shape, kind = self._shape(self._output()), self._mlir(self._output())
        lines = [extract("%number", rows, ["%i0"]), _as_index("%row", "%number", rows.kind)]
        indices = ["%row", *places(len(shape))[1:]]
        if table.kind == kind:
            return computed(function, shape, kind, [*lines, extract("%result", table, indices)])
        scales = numpy.array([self._tensor(1).Quantization().Scale(i) for i in range(self._scales())], numpy.float32)
        factors = function.tensor(scales if len(scales) > 1 else numpy.repeat(scales, table.shape[0]))
        lines += [
            extract("%stored", table, indices),
            extract("%scale", factors, ["%row"]),
            f"%float = arith.sitofp %stored : {table.kind} to f32",
            "%result = arith.mulf %float, %scale : f32",
        ]
        return computed(function, shape, kind, lines)

    def _scales(self) -> int:
        return int(self._tensor(1).Quantization().ScaleLength())


class ReverseSequence(Elements):
    operator, function_name, data = "REVERSE_SEQUENCE", "reverse_sequence", (0, 1)
    indices = (1,)
    options_class = "ReverseSequenceOptions"

    def emit(self, function: Function, x: Tensor, lengths: Tensor) -> Tensor:
        along, batch = self._options.SeqDim(), self._options.BatchDim()
        indices = places(len(x.shape))
        lines = [
            extract("%number", lengths, [indices[batch]]),
            _as_index("%length", "%number", lengths.kind),
            "%one = arith.constant 1 : index",
            "%last = arith.subi %length, %one : index",
            f"%mirrored = arith.subi %last, {indices[along]} : index",
            f"%is = arith.cmpi slt, {indices[along]}, %length : index",
            f"%place = arith.select %is, %mirrored, {indices[along]} : index",
        ]
        indices[along] = "%place"
        return computed(function, x.shape, x.kind, [*lines, extract("%result", x, indices)])


class DynamicUpdateSlice(Elements):
    operator, function_name, data = "DYNAMIC_UPDATE_SLICE", "dynamic_update_slice", (0, 1, 2)
    indices = (2,)

    def emit(self, function: Function, x: Tensor, part: Tensor, starts: Tensor) -> Tensor:
        """A start that is too large or small is moved until the part fits."""
        lines = ["%zero = arith.constant 0 : index", "%is0 = arith.constant true"]
        for i, (size, inside) in enumerate(zip(x.shape, part.shape, strict=True)):
            lines += [
                f"%axis{i} = arith.constant {i} : index",
                extract(f"%number{i}", starts, [f"%axis{i}"]),
                _as_index(f"%start{i}", f"%number{i}", starts.kind),
                f"%most{i} = arith.constant {size - inside} : index",
                f"%end{i} = arith.constant {inside - 1} : index",
                f"%above{i} = arith.maxsi %start{i}, %zero : index",
                f"%first{i} = arith.minsi %above{i}, %most{i} : index",
                f"%moved{i} = arith.subi %i{i}, %first{i} : index",
                f"%not_below{i} = arith.maxsi %moved{i}, %zero : index",
                f"%place{i} = arith.minsi %not_below{i}, %end{i} : index",
                f"%same{i} = arith.cmpi eq, %moved{i}, %place{i} : index",
                f"%is{i + 1} = arith.andi %is{i}, %same{i} : i1",
            ]
        lines += [
            extract("%new", part, [f"%place{i}" for i in range(len(x.shape))]),
            extract("%old", x, places(len(x.shape))),
            f"%result = arith.select %is{len(x.shape)}, %new, %old : {x.kind}",
        ]
        return computed(function, x.shape, x.kind, lines)


class ScatterNd(Elements):
    """Updates of the same place are added up."""

    operator, function_name, data = "SCATTER_ND", "scatter_nd", (0, 1)
    indices = (0,)

    def is_taken(self) -> bool:
        return super().is_taken() and self._is_constant(2)

    def emit(self, function: Function, indices: Tensor, updates: Tensor) -> Tensor:
        shape, depth = self._shape(self._output()), indices.shape[-1]
        count = int(numpy.prod(indices.shape[:-1]))
        rest = [*shape[depth:]]
        flat = function.tensor(function.reshape(indices, [count, depth]))
        new = function.tensor(function.reshape(updates, [count, *rest]))
        step = f"%i{len(shape)}"
        add = {"f32": "arith.addf", "i1": "arith.ori"}.get(new.kind, "arith.addi")
        lines = [
            *_is_at(flat, [step], 0, depth),
            extract("%new", new, [step, *places(len(shape))[depth:]]),
            f"%added = {add} %before, %new : {new.kind}",
            *self._moved(),
            f"%result = arith.select %is, %sum, %before : {new.kind}",
        ]
        return reduced(function, shape, count, self._zero(self._output()), lines, new.kind)

    def _moved(self) -> list[str]:
        """Returns the lines for a sum of numbers that are less by 128 each."""
        kind = self._mlir(self._output())
        if not self._is_byte(self._output()):
            return [f"%sum = arith.bitcast %added : {kind} to {kind}"]
        return ["%difference = arith.constant -128 : i8", "%sum = arith.subi %added, %difference : i8"]


class SparseToDense(Elements):
    """Of several values of one place, the last is taken."""

    operator, function_name, data = "SPARSE_TO_DENSE", "sparse_to_dense", (0, 2, 3)
    indices = (0,)

    def is_taken(self) -> bool:
        """The converter (2026.2.0) ends on what is not taken."""
        if not super().is_taken():
            raise self._refused(
                "numbers of this type are not supported here; expected float32, int8, int16, int32 or uint8: change the type "
                "in the model"
            )
        return True

    def emit(self, function: Function, indices: Tensor, values: Tensor, default: Tensor) -> Tensor:
        shape = self._shape(self._output())
        count = int(numpy.prod(indices.shape)) // len(shape)
        flat = function.tensor(function.reshape(indices, [count, len(shape)]))
        step = f"%i{len(shape)}"
        lines = [
            *_is_at(flat, [step], 0, len(shape)),
            extract("%new", values, [step] if values.shape else []),
            f"%result = arith.select %is, %new, %before : {values.kind}",
        ]
        start = self._zero(self._output())
        found = reduced(function, shape, count, start, lines, values.kind)
        is_found = [*_is_at(flat, [step], 0, len(shape)), "%result = arith.ori %before, %is : i1"]
        known = reduced(function, shape, count, "false", is_found, "i1")
        choice = [
            extract("%is", known, places(len(shape))),
            extract("%new", found, places(len(shape))),
            extract("%old", default, ["%origin"] * len(default.shape)),
            f"%result = arith.select %is, %new, %old : {values.kind}",
        ]
        return computed(function, shape, values.kind, ["%origin = arith.constant 0 : index", *choice])


class OneHot(Elements):
    operator, function_name, data = "ONE_HOT", "one_hot", (0, 2, 3)
    indices = (0,)
    options_class = "OneHotOptions"

    def emit(self, function: Function, numbers: Tensor, on: Tensor, off: Tensor) -> Tensor:
        shape = self._shape(self._output())
        axis = self._options.Axis() % len(shape)
        rest = [index for i, index in enumerate(places(len(shape))) if i != axis]
        lines = [
            "%origin = arith.constant 0 : index",
            extract("%number", numbers, rest),
            _as_index("%place", "%number", numbers.kind),
            f"%is = arith.cmpi eq, %place, %i{axis} : index",
            extract("%on", on, ["%origin"] * len(on.shape)),
            extract("%off", off, ["%origin"] * len(off.shape)),
            f"%result = arith.select %is, %on, %off : {on.kind}",
        ]
        return computed(function, shape, on.kind, lines)


class Gather(Elements):
    """With indices of 64 bits or without axes, with an axis that is counted from the end, and of types that the
    converter refuses."""

    operator, function_name, data = "GATHER", "gather", (0, 1)
    indices = (1,)
    options_class = "GatherOptions"

    def is_taken(self) -> bool:
        if not super().is_taken():
            return False
        is_odd = self._options.Axis() < 0 or not self._shape(self._tensor(1))
        return is_odd or self._mlir(self._tensor(1)) == "i64" or self._mlir(self._tensor(0)) in ("i1", "i16", "i64")

    def emit(self, function: Function, x: Tensor, indices: Tensor) -> Tensor:
        shape = self._shape(self._output())
        axis, batch = self._options.Axis() % len(x.shape), self._options.BatchDims()
        batch += len(indices.shape) if batch < 0 else 0
        every = places(len(shape))
        inner = len(indices.shape) - batch
        lines = [
            extract("%number", indices, [*every[:batch], *every[axis : axis + inner]]),
            _as_index("%place", "%number", indices.kind),
            extract("%result", x, [*every[:axis], "%place", *every[axis + inner :]]),
        ]
        return computed(function, shape, x.kind, lines)


class GatherNd(Elements):
    """With indices of 64 bits, and of types that the converter refuses."""

    operator, function_name, data = "GATHER_ND", "gather_nd", (0, 1)
    indices = (1,)

    def is_taken(self) -> bool:
        if not super().is_taken():
            return False
        return self._mlir(self._tensor(1)) == "i64" or self._mlir(self._tensor(0)) in ("i1", "i16", "i64")

    def emit(self, function: Function, x: Tensor, indices: Tensor) -> Tensor:
        shape, depth = self._shape(self._output()), indices.shape[-1]
        outer = places(len(shape))[: len(indices.shape) - 1]
        lines: list[str] = []
        for i in range(depth):
            lines += [
                f"%axis{i} = arith.constant {literal(i, 'index')}",
                extract(f"%number{i}", indices, [*outer, f"%axis{i}"]),
                _as_index(f"%place{i}", f"%number{i}", indices.kind),
            ]
        rest = places(len(shape))[len(outer) :]
        lines.append(extract("%result", x, [*[f"%place{i}" for i in range(depth)], *rest]))
        return computed(function, shape, x.kind, lines)


READERS: list[type[Elements]] = [
    DynamicUpdateSlice,
    EmbeddingLookup,
    Gather,
    GatherNd,
    ReverseSequence,
    SparseToDense,
]
# The converter has a form of these, but not for all types.
KNOWN: list[type[Elements]] = [OneHot, ScatterNd]
