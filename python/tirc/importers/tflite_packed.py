# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants of 2 and 4 bits of a .tflite file, several in a byte. Arm's converter does not know 2 bits, and TOSA has 4 bits in
few operators: what reads them reads the same numbers in 8 bits."""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.tflite_repairs import every_operator

Array = numpy.ndarray[Any, numpy.dtype[Any]]

# The numbers of INT8, INT4 and INT2 in `TensorType`; the package tflite does not have the last.
_INT8, _INT4, _INT2 = 9, 17, 19
_BITS = {_INT4: 4, _INT2: 2}
# Fields of the tables `Buffer` and `Tensor`.
_DATA, _TYPE = 4, 6
_ALIGNMENT = 16


def unpack(data: Array, bits: int, count: int) -> Array:
    """Returns numbers with signs, of which the first is in the low bits of a byte."""
    bytes_ = data.astype(numpy.uint8)
    parts = [(bytes_ << (8 - bits * (place + 1))).astype(numpy.int8) >> (8 - bits) for place in range(8 // bits)]
    numbers: Array = numpy.stack(parts, 1).reshape(-1)[:count]
    return numbers


def has_narrow(data: bytes) -> bool:
    """Returns whether a file has a constant of 2 or 4 bits."""
    import tflite

    model = tflite.Model.GetRootAs(bytearray(data), 0)
    graphs = [model.Subgraphs(i) for i in range(model.SubgraphsLength())]
    tensors = [graph.Tensors(i) for graph in graphs for i in range(graph.TensorsLength())]
    return any(tensor.Type() in _BITS and model.Buffers(tensor.Buffer()).DataLength() for tensor in tensors)


def widen(buffer: bytearray) -> None:
    """Gives the constants of 2 and 4 bits 8 bits."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    kept = _odd_tables(model)
    done: set[int] = set()
    for i in range(model.SubgraphsLength()):
        graph = model.Subgraphs(i)
        for index in range(graph.TensorsLength()):
            tensor = graph.Tensors(index)
            bits, data = _BITS.get(tensor.Type()), model.Buffers(tensor.Buffer())
            if bits is None or not data.DataLength() or (i, index) in kept:
                continue
            if tensor.Buffer() not in done:
                done.add(tensor.Buffer())
                count = math.prod(tensor.Shape(axis) for axis in range(tensor.ShapeLength()))
                numbers = unpack(data.DataAsNumpy(), bits, count).tobytes()
                added = flatbuffer.add_vector(buffer, numbers, len(numbers), _ALIGNMENT)
                flatbuffer.refer(buffer, flatbuffer.place_of(data, _DATA), added)
            struct.pack_into("<b", buffer, flatbuffer.place_of(tensor, _TYPE), _INT8)


def _odd_tables(model: Any) -> set[tuple[int, int]]:
    """Returns the tables of EMBEDDING_LOOKUP, by subgraph and position, whose rows have an odd number of 4 bits: LiteRT reads
    other numbers of them, and they are refused."""
    import tflite

    graphs = [model.Subgraphs(i)._tab.Pos for i in range(model.SubgraphsLength())]
    found = set()
    for code, operator, graph in every_operator(model):
        if code == tflite.BuiltinOperator.EMBEDDING_LOOKUP:
            table = graph.Tensors(operator.Inputs(1))
            row = math.prod(table.Shape(axis) for axis in range(1, table.ShapeLength()))
            if table.Type() == _INT4 and row % 2:
                found.add((graphs.index(graph._tab.Pos), int(operator.Inputs(1))))
    return found
