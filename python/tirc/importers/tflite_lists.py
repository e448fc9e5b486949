# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists of tensors that loops fill, as TensorFlow writes a GRU or a SimpleRNN of Keras. A step replaces an element by joining the
elements before it, the new one and those behind it; the sizes of these parts change, and the file has 1 for all of them.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy

from tirc.importers import flatbuffer, tflite_codes
from tirc.importers.tflite_repairs import operators_of, set_sizes

Array = numpy.ndarray[Any, numpy.dtype[Any]]

# Fields of the tables `Tensor` and `Operator`.
_SIGNATURE = 18
_CODE, _INPUTS, _OUTPUTS = 4, 6, 8


class _Write(NamedTuple):
    """The operators that replace an element: the join, and those that only it needs. `starts` computes where the elements behind
    begin, and `place` is the number of the element, as a tensor of one element."""

    join: Any
    unneeded: list[Any]
    inputs: list[int]
    starts: Any
    place: int


class _Graph:
    """A subgraph with what makes its tensors."""

    def __init__(self, model: Any, graph: Any) -> None:
        self.model, self.table = model, graph
        self.operators = list(operators_of(model, graph))
        self.made = {operator.Outputs(0): (code, operator) for code, operator in self.operators}
        self.inputs = [graph.Inputs(i) for i in range(graph.InputsLength())]
        self.outputs = [graph.Outputs(i) for i in range(graph.OutputsLength())]

    def stored(self, tensor: int) -> list[int]:
        table = self.table.Tensors(tensor)
        return [table.Shape(i) for i in range(table.ShapeLength())]

    def constant(self, tensor: int) -> Array | None:
        """Returns a constant of int32."""
        import tflite

        table = self.table.Tensors(tensor)
        data = self.model.Buffers(table.Buffer()).DataAsNumpy()
        if tensor in self.made or tensor in self.inputs or table.Type() != tflite.TensorType.INT32 or isinstance(data, int):
            return None
        return numpy.frombuffer(data.tobytes(), numpy.int32).reshape(self.stored(tensor))

    def maker(self, tensor: int, name: str) -> Any:
        """Returns the operator that makes a tensor if it is one of this name."""
        import tflite

        code, operator = self.made.get(tensor, (-1, None))
        return operator if code == getattr(tflite.BuiltinOperator, name) else None

    def is_filled(self, tensor: int, number: int) -> bool:
        value = self.constant(tensor)
        return value is not None and bool((value == number).all())

    def writes(self) -> list[_Write]:
        import tflite

        joins = [one for code, one in self.operators if code == tflite.BuiltinOperator.CONCATENATION and one.InputsLength() == 3]
        return [write for join in joins if (write := self._write(join))]

    def _write(self, join: Any) -> _Write | None:
        first, last = (self.maker(join.Inputs(i), "SLICE") for i in (0, 2))
        if first is None or last is None or first.Inputs(0) != last.Inputs(0) or first.Inputs(0) not in self.inputs:
            return None
        count, starts = self.maker(first.Inputs(2), "CONCATENATION"), self.maker(last.Inputs(1), "CONCATENATION")
        if not (count and starts and self.is_filled(first.Inputs(1), 0) and self.is_filled(last.Inputs(2), -1)):
            return None
        place, after = (self.maker(one.Inputs(0), "RESHAPE") for one in (count, starts))
        if not (place and after and self.is_filled(count.Inputs(1), -1) and self.is_filled(starts.Inputs(1), 0)):
            return None
        sum_ = self.maker(after.Inputs(0), "ADD")
        if sum_ is None or sum_.Inputs(0) != place.Inputs(0) or not self.is_filled(sum_.Inputs(1), 1):
            return None
        return _Write(join, [first, last, count], [first.Inputs(0), join.Inputs(1), last.Inputs(1)], starts, count.Inputs(0))


class _Sizes:
    """The sizes of tensors, as they follow from the inputs. `sizes` has what the file has wrong, by subgraph and tensor."""

    def __init__(self, graphs: Sequence[_Graph]) -> None:
        self._graphs = graphs
        self.sizes: dict[tuple[int, int], list[int]] = {}

    def find(self, number: int) -> None:
        """Goes through a subgraph, whose inputs have their sizes already."""
        import tflite

        names = {value: name for name, value in vars(tflite.BuiltinOperator).items() if isinstance(value, int)}
        values: dict[int, Array] = {}
        for code, operator in self._graphs[number].operators:
            step = getattr(self, f"_{names.get(code, '').lower()}", None)
            if step:
                step(number, operator, values)

    def _of(self, number: int, tensor: int) -> list[int]:
        return self.sizes.get((number, tensor)) or self._graphs[number].stored(tensor)

    def _set(self, number: int, tensor: int, sizes: Sequence[int]) -> None:
        if list(sizes) != self._graphs[number].stored(tensor):
            self.sizes[number, tensor] = [int(size) for size in sizes]

    def _value(self, number: int, tensor: int, values: Mapping[int, Array]) -> Array | None:
        value = values.get(tensor)
        return self._graphs[number].constant(tensor) if value is None else value

    def _shape(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        values[operator.Outputs(0)] = numpy.array(self._of(number, operator.Inputs(0)), numpy.int32)

    def _strided_slice(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        import tflite

        options = tflite.StridedSliceOptions()
        options.Init(operator.BuiltinOptions().Bytes, operator.BuiltinOptions().Pos)
        bounds = [self._value(number, operator.Inputs(i), values) for i in (1, 2, 3)]
        if any(bound is None for bound in bounds) or options.EllipsisMask() or options.NewAxisMask():
            return
        parts: list[Any] = []
        for axis, (begin, end, step) in enumerate(zip(*(bound.tolist() for bound in bounds if bound is not None), strict=True)):
            if options.ShrinkAxisMask() >> axis & 1:
                parts.append(begin)
                continue
            first, last = (
                None if mask >> axis & 1 else at for mask, at in ((options.BeginMask(), begin), (options.EndMask(), end))
            )
            parts.append(slice(first, last, step))
        value = values.get(operator.Inputs(0))
        if value is not None:
            values[operator.Outputs(0)] = numpy.array(value[tuple(parts)])
        else:
            whole = numpy.broadcast_to(numpy.zeros(()), self._of(number, operator.Inputs(0)))
            self._set(number, operator.Outputs(0), numpy.shape(whole[tuple(parts)]))

    def _reshape(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        sizes = self._value(number, operator.Inputs(1), values) if operator.InputsLength() > 1 else None
        if sizes is None:
            return
        value = values.get(operator.Inputs(0))
        if value is not None:
            values[operator.Outputs(0)] = value.reshape(sizes)
        whole = numpy.broadcast_to(numpy.zeros(()), self._of(number, operator.Inputs(0)))
        self._set(number, operator.Outputs(0), whole.reshape(sizes).shape)

    def _concatenation(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        parts = [self._value(number, operator.Inputs(i), values) for i in range(operator.InputsLength())]
        if all(part is not None and part.ndim == 1 for part in parts):
            values[operator.Outputs(0)] = numpy.concatenate([part for part in parts if part is not None])

    def _pack(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        parts = [self._value(number, operator.Inputs(i), values) for i in range(operator.InputsLength())]
        if all(part is not None and part.ndim == 0 for part in parts):
            values[operator.Outputs(0)] = numpy.stack([part for part in parts if part is not None])

    def _fill(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        sizes = self._value(number, operator.Inputs(0), values)
        if sizes is not None:
            self._set(number, operator.Outputs(0), sizes.tolist())

    def _cast(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        self._set(number, operator.Outputs(0), self._of(number, operator.Inputs(0)))

    def _transpose(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        order = self._value(number, operator.Inputs(1), values)
        if order is not None:
            sizes = self._of(number, operator.Inputs(0))
            self._set(number, operator.Outputs(0), [sizes[axis] for axis in order.tolist()])

    def _dynamic_update_slice(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        self._cast(number, operator, values)

    def _while(self, number: int, operator: Any, values: dict[int, Array]) -> None:
        import tflite

        options = tflite.WhileOptions()
        options.Init(operator.BuiltinOptions().Bytes, operator.BuiltinOptions().Pos)
        condition, body = options.CondSubgraphIndex(), options.BodySubgraphIndex()
        for i in range(operator.InputsLength()):
            sizes = self._of(number, operator.Inputs(i))
            self._set(number, operator.Outputs(i), sizes)
            for part in (condition, body):
                self._set(part, self._graphs[part].inputs[i], sizes)
        for part in (condition, body):
            self.find(part)
        for i in range(operator.InputsLength()):
            self._set(body, self._graphs[body].outputs[i], self._of(number, operator.Inputs(i)))


def settle(buffer: bytearray) -> None:
    """Replaces elements of lists in place, and gives the lists the sizes that they have."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    graphs = [_Graph(model, model.Subgraphs(i)) for i in range(model.SubgraphsLength())]
    writes = [graph.writes() for graph in graphs]
    if not any(writes):
        return
    code = model.OperatorCodesLength()
    tflite_codes.write(
        buffer, model, [*tflite_codes.read(model), tflite_codes.Code(tflite.BuiltinOperator.DYNAMIC_UPDATE_SLICE, 1, "")]
    )
    kept = [_replaced(buffer, graph, own, code) for graph, own in zip(graphs, writes, strict=True)]
    flatbuffer.with_operators(buffer, model, kept)
    model = tflite.Model.GetRootAs(buffer, 0)
    graphs = [_Graph(model, model.Subgraphs(i)) for i in range(model.SubgraphsLength())]
    found = _Sizes(graphs)
    found.find(0)
    for (number, index), sizes in found.sizes.items():
        tensor = graphs[number].table.Tensors(index)
        flatbuffer.without_field(buffer, tensor, _SIGNATURE)
        set_sizes(buffer, tensor, sizes)


def _replaced(buffer: bytearray, graph: _Graph, writes: Sequence[_Write], code: int) -> list[int]:
    """Returns the positions of the operators of a subgraph after lists are written in place."""
    added: dict[int, int] = {}
    unneeded = {one._tab.Pos for write in writes for one in write.unneeded}
    for write in writes:
        position, places = flatbuffer.begin_table(buffer, {_CODE: code}, [_INPUTS, _OUTPUTS])
        flatbuffer.refer(buffer, places[_INPUTS], flatbuffer.add_integers(buffer, write.inputs))
        flatbuffer.refer(buffer, places[_OUTPUTS], flatbuffer.add_integers(buffer, [write.join.Outputs(0)]))
        added[write.join._tab.Pos] = position
        # The element itself in place of the one behind it.
        struct.pack_into("<i", buffer, write.starts._tab.Vector(write.starts._tab.Offset(_INPUTS)), write.place)
    positions = [operator._tab.Pos for _, operator in graph.operators]
    return [added.get(position, position) for position in positions if position not in unneeded]
