# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Splits a model into quantised tensors that are computed in integers, and the rest, which torch-mlir converts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from ...text import quoted, tensor_type
from .. import recurrent
from ..graph import Node, opset_of, used
from . import elementwise, products, recurrence, reductions
from .moves import MOVES
from .planner import Planner
from .program import Program
from .values import STORED, Scale, Unrecovered, Value, in_order

_T = onnx.TensorProto
_OPERATORS = {
    "": elementwise.table,
    "Add": elementwise.add,
    "AveragePool": reductions.average_pool,
    "Clip": elementwise.clip,
    "Conv": products.convolution,
    "ConvTranspose": products.transposed,
    "GRU": recurrence.layer,
    "Gemm": products.gemm,
    "GlobalAveragePool": reductions.mean,
    "LSTM": recurrence.layer,
    "MatMul": products.matmul,
    "Mul": elementwise.multiply,
    "RNN": recurrence.layer,
    "ReduceMean": reductions.mean,
    "Relu": elementwise.clip,
    "Resize": reductions.resize,
    "Softmax": reductions.softmax,
    "Sub": elementwise.add,
}
_KINDS: dict[int, str] = {_T.FLOAT: "f32", _T.INT8: "i8", _T.UINT8: "i8", _T.INT16: "i16", _T.UINT16: "i16", _T.INT32: "i32"}
_KINDS |= {_T.INT64: "i64", _T.BOOL: "i1", _T.DOUBLE: "f64", _T.FLOAT16: "f16"}
# Numbers up to which constants become floats: their memory while the model runs, and the code, need more than three bytes each.
_SMALL = 256
# Types of which torch-mlir's functions would lose the meaning.
_REFUSED = frozenset({_T.UINT8, _T.UINT16, _T.INT16})

# Converts a model, and returns the text of a function with this name, and remarks.
Convert = Callable[[Any, str], tuple[str, list[str]]]


@dataclasses.dataclass
class _Step:
    """A part of the program: a node of the model, what computes it, and the tensors that it needs and makes.

    A unit computes in integers; other steps with `emit` are where floats begin or end, or recurrent layers. `emit` returns
    the results.
    """

    node: Any
    needs: tuple[str, ...]
    results: tuple[str, ...]
    emit: Callable[[Program], Sequence[Value]] | None
    is_unit: bool = False


class Recovery:
    """The plan for a model. `by_inverse` tells how floats are quantised (Scale)."""

    def __init__(self, model: Any, by_inverse: bool = False) -> None:
        self._model, self._graph = model, model.graph
        version = opset_of(model)
        self._planner = Planner(model.graph, version, _OPERATORS, MOVES | {"Resize": reductions.nearest}, by_inverse)
        self._values = self._planner.values
        self._version = version
        self._variables = self._dependent()
        self._steps = self._demanded()

    def is_useful(self) -> bool:
        """Returns whether quantised tensors are computed in integers, and all others are ones that functions can have."""
        if not any(self._is_product(step) for step in self._steps):
            return False
        edges = {value.name for value in [*self._graph.input, *self._graph.output]}
        for step in self._steps:
            own = step.emit is None
            edges.update(name for name in (*step.needs, *step.results) if own)
            if own and any(self._values.kind(name) in _REFUSED for name in (*step.needs, *step.results)):
                return False
        return all(self._values.kind(name) in _KINDS and self._values.shape(name) is not None for name in edges)

    def _is_product(self, step: _Step) -> bool:
        return step.is_unit and step.node.op_type == "QuantizeLinear"

    def program(self, inputs: list[str], outputs: list[str], convert: Convert) -> tuple[str, list[str]]:
        """Returns the module, whose interface has these names, and remarks about the model.

        Raises Unrecovered if a part of it is not as planned.
        """
        program = Program()
        functions = program.functions
        remarks: list[str] = []
        constants = {tensor.name for tensor in self._graph.initializer}
        arguments: list[str] = []
        for value, name in zip([v for v in self._graph.input if v.name not in constants], inputs, strict=True):
            argument = f"%arg{len(arguments)}"
            own, outer = self._type(value.name)
            arguments.append(f"{argument}: {outer} {{onnx.name = {quoted(name)}}}")
            program.values[value.name] = self._value(value.name, program.signed(argument, own, outer))
        waiting = self._steps
        while waiting:
            ready, waiting = _ready(waiting, program.values, True)
            for step in ready:
                assert step.emit
                program.place = self._place(step.node)
                for result, value in zip(step.results, step.emit(program), strict=True):
                    if list(value.shape) != self._values.shape(result):
                        raise Unrecovered(f"'{step.node.name}' has another shape than its result in the model")
                    program.values[result] = value
            island, waiting = _ready(waiting, program.values, False)
            if island:
                name = f"{self._graph.name}_float{len(functions)}"
                text, more = self._call(program, island, waiting, name, convert)
                functions.append(text)
                remarks += more
            if not ready and not island:
                names = ", ".join(repr(step.node.name) for step in waiting)
                raise Unrecovered(f"what {names} read is not computed by any node")
        results, types = [], []
        for value in self._graph.output:
            if value.name not in program.values:
                raise Unrecovered(f"the output '{value.name}' is not computed by any node")
            own, outer = self._type(value.name)
            program.place = next((node.name for node in self._graph.node if value.name in node.output), "")
            results.append(program.unsigned(program.straight(program.values[value.name]).name, own, outer))
            types.append(outer)
        ends = ", ".join(f"{type_} {{onnx.name = {quoted(name)}}}" for type_, name in zip(types, outputs, strict=True))
        body = "\n".join(program.lines)
        name = self._graph.name
        main = f"func.func @{quoted(name)}({', '.join(arguments)}) -> ({ends}) {{\n{body}\n"
        return "\n".join(["module {", main, f"return {', '.join(results)} : {', '.join(types)}\n}}", *functions, "}"]), remarks

    def _place(self, node: Any) -> str:
        """Returns the name of the node that computes what a node quantises."""
        inner = self._planner.node(node.input[0]) if node.op_type == "QuantizeLinear" else None
        while inner is not None and inner.operator in ("Clip", "Relu"):
            node, inner = inner.proto, self._planner.node(inner.input(0))
        return str(inner.proto.name if inner is not None and inner.operator != "DequantizeLinear" else node.name)

    def _type(self, name: str) -> tuple[str, str]:
        """Returns the type of a tensor inside the program, and in its interface."""
        kind, shape = self._values.kind(name), tuple(self._values.shape(name) or ())
        own = _KINDS[kind]
        outer = f"u{own}" if kind in (_T.UINT8, _T.UINT16) else own
        return tensor_type(shape, own), tensor_type(shape, outer)

    def _value(self, name: str, text: str) -> Value:
        shape = tuple(self._values.shape(name) or ())
        return Value(text, _KINDS[self._values.kind(name)], shape, in_order(len(shape)))

    def _demanded(self) -> list[_Step]:
        """Returns the steps that outputs depend on, in the order of the nodes."""
        wanted = {value.name for value in self._graph.output}
        steps = []
        for node in reversed(self._graph.node):
            if not wanted.intersection(node.output):
                continue
            step = self._step(node)
            if step is not None:
                wanted.update(step.needs)
                steps.append(step)
        return steps[::-1]

    def _step(self, proto: Any) -> _Step | None:
        node = Node(proto, self._values, self._version)
        results = tuple(name for name in proto.output if name)
        if unit := self._planner.unit(proto):
            return _Step(proto, unit.needs, results, lambda program: [unit.emit(program)], is_unit=True)
        if recurrent.is_recurrent(proto):
            needs, call = self._planner.needed(lambda: recurrence.called(self._planner, node, results))
            return _Step(proto, needs, results, call)
        source = node.input(0)
        if proto.op_type in ("QuantizeLinear", "DequantizeLinear") and not self._values.is_constant(source):
            kinds = {self._values.kind(source), self._values.kind(results[0])}
            if (scale := self._planner.scale(node)) and _T.FLOAT in kinds and not kinds.isdisjoint(STORED):
                return _Step(proto, (source,), results, _edge(proto.op_type, source, scale))
        names = [*proto.input, *used(proto)]
        return _Step(proto, tuple(name for name in dict.fromkeys(names) if name in self._variables), results, None)

    def _dependent(self) -> set[str]:
        """Returns the tensors that depend on inputs of the model."""
        found = {value.name for value in self._graph.input if not self._values.is_constant(value.name)}
        for node in self._graph.node:
            if not found.isdisjoint(node.input) or not found.isdisjoint(used(node)):
                found.update(name for name in node.output if name)
        return found

    def _call(
        self, program: Program, island: list[_Step], waiting: list[_Step], name: str, convert: Convert
    ) -> tuple[str, list[str]]:
        """Adds a call of a function with nodes that have no form in integers."""
        made = {result for step in island for result in step.results}
        needs = dict.fromkeys(need for step in island for need in step.needs if need not in made)
        later = {need for step in waiting for need in step.needs} | {value.name for value in self._graph.output}
        results = [result for step in island for result in step.results if result in later]
        nodes = self._with_constants([step.node for step in island])
        wanted = {source for node in nodes for source in [*node.input, *used(node)]}
        made = {result for node in nodes for result in node.output}
        floats = [(source, self._small(source)) for source in sorted(wanted - made)]
        graph = helper.make_graph(
            nodes,
            name,
            [self._info(need) for need in needs],
            [self._info(result) for result in results],
            [tensor for tensor in self._graph.initializer if tensor.name in wanted]
            + [numpy_helper.from_array(numbers, source) for source, numbers in floats if numbers is not None],
        )
        model = helper.make_model(graph, opset_imports=self._model.opset_import, ir_version=self._model.ir_version)
        text, remarks = convert(model, name)
        program.place = island[-1].node.name
        types = [(_KINDS[self._values.kind(result)], tuple(self._values.shape(result) or ())) for result in results]
        values = program.call(name, [program.values[need] for need in needs], types)
        program.values.update(zip(results, values, strict=True))
        return text, remarks

    def _with_constants(self, nodes: list[Any]) -> list[Any]:
        """Returns the nodes after those that compute constants for them."""
        found: dict[str, Any] = {}
        made = {name for node in nodes for name in node.output}

        def visit(node: Any) -> None:
            for name in [*node.input, *used(node)]:
                inner = self._planner.node(name) if self._small(name) is None else None
                if inner is not None and name not in made and name not in self._variables:
                    made.update(inner.outputs)
                    visit(inner.proto)
                    found[name] = inner.proto

        for node in nodes:
            visit(node)
        return [*found.values(), *nodes]

    def _small(self, name: str) -> Any:
        """Returns the numbers of constants that the model has as integers, if floats need less than code that makes them."""
        inner, numbers = self._planner.node(name), self._planner.number(name)
        if inner is None or inner.operator != "DequantizeLinear" or self._values.kind(name) != _T.FLOAT:
            return None
        return numbers.astype(numpy.float32) if numbers is not None and numbers.size <= _SMALL else None

    def _info(self, name: str) -> Any:
        return helper.make_tensor_value_info(name, self._values.kind(name), self._values.shape(name))


def _edge(operator: str, source: str, scale: Scale) -> Callable[[Program], list[Value]]:
    if operator == "QuantizeLinear":
        return lambda program: [program.quantize(program.values[source], scale)]
    return lambda program: [program.dequantize(program.made(program.values[source]), scale)]


def _ready(steps: list[_Step], values: dict[str, Value], is_own: bool) -> tuple[list[_Step], list[_Step]]:
    """Returns the steps of one sort that need nothing else, also one after the other, and the remaining ones."""
    known, ready, waiting = set(values), [], []
    for step in steps:
        if (step.emit is not None) == is_own and known.issuperset(step.needs):
            known.update(step.results)
            ready.append(step)
        else:
            waiting.append(step)
    return ready, waiting
