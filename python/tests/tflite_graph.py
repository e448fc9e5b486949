# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Describes models of TensorFlow Lite by their tensors and operators, without the indices that a file has, and writes
them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

import numpy
import packed_tflite
from packed_tflite import Array, schema


@dataclasses.dataclass(frozen=True)
class Quantization:
    """One scale and zero point, or one of each for every channel along an axis."""

    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    axis: int = 0

    @staticmethod
    def of(scale: float, zero_point: int = 0) -> Quantization:
        return Quantization((scale,), (zero_point,))


@dataclasses.dataclass(eq=False)
class Tensor:
    """A tensor, with its values if it is a constant. Each number of INT4 is an element; the file has two in a byte."""

    name: str
    shape: tuple[int, ...]
    kind: str = "FLOAT32"
    quantization: Quantization | None = None
    values: Array | None = None
    is_variable: bool = False
    signature: tuple[int, ...] | None = None


@dataclasses.dataclass(eq=False)
class Operator:
    """An operator; an input that is None is left out. `options` are the name of a table in the schema and its fields;
    fields that name a subgraph contain a Graph. Those of a custom operator are `flexbuffers` and a map."""

    kind: str
    inputs: list[Tensor | None]
    outputs: list[Tensor]
    options: tuple[str, dict[str, Any]] | None = None
    version: int = 1
    intermediates: list[Tensor] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(eq=False)
class Graph:
    operators: list[Operator] = dataclasses.field(default_factory=list)
    inputs: list[Tensor] = dataclasses.field(default_factory=list)
    outputs: list[Tensor] = dataclasses.field(default_factory=list)

    def tensors(self) -> list[Tensor]:
        """Returns each tensor once, in a fixed order."""
        found: dict[int, Tensor] = {}
        for operator in self.operators:
            for tensor in (*operator.inputs, *operator.outputs, *operator.intermediates):
                if tensor is not None:
                    found.setdefault(id(tensor), tensor)
        for tensor in (*self.inputs, *self.outputs):
            found.setdefault(id(tensor), tensor)
        return list(found.values())

    def subgraphs(self) -> Iterator[Graph]:
        """Yields the graphs that operators refer to."""
        for operator in self.operators:
            for value in (operator.options or ("", {}))[1].values():
                if isinstance(value, Graph):
                    yield value
                    yield from value.subgraphs()


def merged(graphs: Sequence[Graph]) -> Graph:
    """Returns a graph with the operators of several."""
    whole = Graph()
    for graph in graphs:
        whole.operators += graph.operators
        whole.inputs += graph.inputs
        whole.outputs += graph.outputs
    return whole


def packed_values(tensor: Tensor) -> bytes:
    """Returns the values of a constant as a file has them."""
    assert tensor.values is not None
    if tensor.kind != "INT4":
        return tensor.values.tobytes()
    halves = (
        numpy.append(tensor.values.astype(numpy.uint8).ravel(), numpy.zeros(tensor.values.size % 2, numpy.uint8)) & 15
    )
    return bytes((halves[0::2] | halves[1::2] << 4).astype(numpy.uint8))


class _Writer:
    def __init__(self, graph: Graph) -> None:
        self.graphs = [graph, *graph.subgraphs()]
        self.codes: dict[tuple[str, int], int] = {}
        self.buffers: list[Array] = []

    def file(self) -> bytes:
        subgraphs = [self._subgraph(graph) for graph in self.graphs]
        return packed_tflite.packed(list(self.codes), subgraphs, self.buffers)

    def _tensor(self, tensor: Tensor) -> Any:
        buffer = 0
        if tensor.values is not None:
            self.buffers.append(numpy.frombuffer(packed_values(tensor), numpy.uint8))
            buffer = len(self.buffers)
        made = packed_tflite.tensor(tensor.name, tensor.shape, tensor.kind, buffer)
        made.isVariable = tensor.is_variable
        if tensor.signature is not None:
            made.shapeSignature = list(tensor.signature)
        if tensor.quantization is not None:
            made.quantization = schema.QuantizationParametersT()
            made.quantization.scale = list(tensor.quantization.scales)
            made.quantization.zeroPoint = list(tensor.quantization.zero_points)
            made.quantization.quantizedDimension = tensor.quantization.axis
        return made

    def _subgraph(self, graph: Graph) -> Any:
        tensors = graph.tensors()
        numbers = {id(tensor): number for number, tensor in enumerate(tensors)}

        def indices(wanted: Sequence[Tensor | None]) -> list[int]:
            return [-1 if tensor is None else numbers[id(tensor)] for tensor in wanted]

        operators = []
        for operator in graph.operators:
            code = self.codes.setdefault((operator.kind, operator.version), len(self.codes))
            made = packed_tflite.operator(code, indices(operator.inputs), indices(operator.outputs))
            if operator.intermediates:
                made.intermediates = indices(operator.intermediates)
            if operator.options is not None:
                self._set_options(made, *operator.options)
            operators.append(made)
        made_tensors = [self._tensor(tensor) for tensor in tensors]
        return packed_tflite.subgraph(made_tensors, indices(graph.inputs), indices(graph.outputs), operators)

    def _set_options(self, operator: Any, kind: str, fields: dict[str, Any]) -> None:
        if kind == "flexbuffers":
            from flatbuffers import flexbuffers

            operator.customOptions = list(flexbuffers.Dumps(fields))
            return
        options = getattr(schema, kind + "T")()
        for name, value in fields.items():
            assert hasattr(options, name), f"{kind} has no field {name}"
            setattr(options, name, self.graphs.index(value) if isinstance(value, Graph) else value)
        if hasattr(schema.BuiltinOptions, kind):
            operator.builtinOptions, operator.builtinOptionsType = options, getattr(schema.BuiltinOptions, kind)
        else:
            operator.builtinOptions2, operator.builtinOptions2Type = options, getattr(schema.BuiltinOptions2, kind)


def write(graph: Graph) -> bytes:
    """Returns the .tflite file of a graph and the graphs that it refers to."""
    return _Writer(graph).file()
