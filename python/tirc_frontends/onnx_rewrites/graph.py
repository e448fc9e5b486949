# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A graph of ONNX whose nodes are replaced one by one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from ..refused import Refused, first_line

Array = numpy.ndarray[Any, numpy.dtype[Any]]

_T = onnx.TensorProto
FLOATS = frozenset({_T.FLOAT, _T.FLOAT16, _T.DOUBLE, _T.BFLOAT16})

# MLIR writes constants of up to 100 numbers one by one.
_LARGE = 100
# More slices than these would be more code than indices are.
_MOST_SLICES = 16
# The note of a node that its operator's rule has made, in a form that torch-mlir converts with its meaning.
_SETTLED = "tirc: settled"


def opset_of(model: Any) -> int:
    """Returns the version of the standard's operators; without one, that which torch-mlir supports."""
    return next((opset.version for opset in model.opset_import if opset.domain in ("", "ai.onnx")), 17)


class Values:
    """The types, shapes and constants of a graph and of the graphs around it."""

    def __init__(self, graph: Any, outer: Values | None = None) -> None:
        self._outer = outer
        self._types = {value.name: value.type for value in [*graph.input, *graph.value_info, *graph.output]}
        self._constants = {tensor.name: tensor for tensor in graph.initializer}
        self._makers = {name: node for node in graph.node for name in node.output}
        for node in graph.node:
            if node.op_type == "Constant" and node.attribute and node.attribute[0].name == "value":
                self._constants[node.output[0]] = node.attribute[0].t

    @property
    def is_inner(self) -> bool:
        """Whether the graph is inside another, as in a branch or a loop."""
        return self._outer is not None

    def add_constant(self, tensor: Any) -> None:
        self._constants[tensor.name] = tensor

    def constant(self, name: str) -> Array | None:
        """Returns the elements of a constant, or None for another value."""
        if name in self._constants:
            return numpy_helper.to_array(self._constants[name])
        return self._outer.constant(name) if self._outer and name not in self._types else None

    def maker(self, name: str) -> Any:
        """Returns the node of this graph that makes a value, or None."""
        return self._makers.get(name)

    def is_constant(self, name: str) -> bool:
        inner = name in self._constants
        return inner or bool(self._outer and name not in self._types and self._outer.is_constant(name))

    def kind(self, name: str) -> int:
        """Returns the number of the element type in TensorProto.DataType, 0 if it is unknown."""
        if name in self._constants:
            return int(self._constants[name].data_type)
        if name in self._types:
            return int(self._types[name].tensor_type.elem_type)
        return self._outer.kind(name) if self._outer else 0

    def shape(self, name: str) -> list[int] | None:
        """Returns the sizes of a value, or None if one of them is unknown."""
        if name in self._constants:
            return list(self._constants[name].dims)
        if name in self._types:
            kind = self._types[name].tensor_type
            if not kind.HasField("shape") or not all(dim.HasField("dim_value") for dim in kind.shape.dim):
                return None
            return [dim.dim_value for dim in kind.shape.dim]
        return self._outer.shape(name) if self._outer else None


class Node:
    """A node, and the nodes that replace it. It stays as it is if none are emitted."""

    def __init__(self, proto: Any, values: Values, version: int) -> None:
        self.values = values
        self.version = version
        self.replacement: list[Any] = []
        self.constants: list[Any] = []
        # Types of new values that the inference of shapes does not know.
        self.types: list[Any] = []
        self.outputs: list[str] = list(proto.output)
        self._proto = proto
        self._attributes = {a.name: helper.get_attribute_value(a) for a in proto.attribute}

    @property
    def operator(self) -> str:
        return str(self._proto.op_type)

    @property
    def proto(self) -> Any:
        return self._proto

    @property
    def attributes(self) -> Mapping[str, Any]:
        return self._attributes

    def text(self, attribute: str, default: str = "") -> str:
        return bytes(self._attributes.get(attribute, default.encode())).decode()

    def texts(self, attribute: str) -> list[str]:
        return [bytes(text).decode() for text in self._attributes.get(attribute, [])]

    @property
    def inputs(self) -> list[str]:
        return list(self._proto.input)

    def input(self, index: int) -> str:
        """Returns the name of an input, "" if the node does not have it."""
        return str(self._proto.input[index]) if index < len(self._proto.input) else ""

    def constant(self, index: int) -> Array | None:
        return self.values.constant(self.input(index))

    def kind(self, index: int) -> int:
        return self.values.kind(self.input(index))

    def shape(self, index: int) -> list[int]:
        """Returns the sizes of an input; refuses the node if one of them is unknown."""
        shape = self.values.shape(self.input(index))
        if shape is None:
            raise self.refused(
                f"the shape of its input '{self.input(index)}' does not follow from the shapes of the model's inputs; "
                "expected sizes only: export the model with fixed shapes"
            )
        return shape

    def refused(self, message: str) -> Refused:
        return Refused(f"'{self._proto.name}': {self.operator}: {message}", f"onnx.{self.operator}")

    @property
    def _stem(self) -> str:
        """A name for new values: what replaces a node may be replaced again."""
        return f"{self.outputs[0] or self._proto.name}/{self.operator}"

    def emit(
        self,
        operator: str,
        *inputs: str,
        out: str = "",
        more: Sequence[str] = (),
        is_settled: bool = False,
        **attributes: Any,
    ) -> str:
        """Adds a node and returns the name of its first output; `more` are the others. No rule applies to a node that
        is settled."""
        name = out or f"{self._stem}/{len(self.replacement)}"
        given: dict[str, Any] = {"doc_string": _SETTLED} if is_settled else {}
        # Without numbers, a list means what a missing one does.
        given |= {key: value for key, value in attributes.items() if value != []}
        made = helper.make_node(operator, inputs, [name, *more], name=self._proto.name, **given)
        self.replacement.append(made)
        return name

    def literal(self, values: Any) -> str:
        """Adds a constant and returns its name."""
        name = f"{self._stem}/constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(numpy.asarray(values), name))
        return name

    def constant_output(self, name: str, values: Array, kind: int) -> None:
        """Makes an output a constant."""
        tensor = numpy_helper.from_array(values.astype(helper.tensor_dtype_to_np_dtype(kind)))
        self.replacement.append(helper.make_node("Constant", [], [name], name=self._proto.name, value=tensor))

    def cast(self, value: str, kind: int, out: str = "") -> str:
        return self.emit("Cast", value, to=kind, out=out)

    def reshape(self, value: str, shape: list[int], out: str = "") -> str:
        return self.emit("Reshape", value, self.literal(numpy.array(shape, numpy.int64)), out=out)

    def transpose(self, value: str, perm: list[int], out: str = "") -> str:
        return self.emit("Transpose", value, perm=perm, out=out)

    def reduce(self, operator: str, value: str, axis: int, keepdims: int = 0) -> str:
        """Reduces one axis by an operator whose axes became an input in opset 18."""
        if self.version >= 18:
            return self.emit(operator, value, self.literal(numpy.array([axis], numpy.int64)), keepdims=keepdims)
        return self.emit(operator, value, axes=[axis], keepdims=keepdims)

    def slice(self, value: str, starts: Sequence[int], ends: Sequence[int], axes: Sequence[int], out: str = "") -> str:
        """Takes a part. The bounds are numbers for each of the axes."""
        bounds = [self.literal(numpy.array(numbers, numpy.int64)) for numbers in (starts, ends, axes)]
        return self.emit("Slice", value, *bounds, out=out, is_settled=True)

    def take(self, value: str, indices: Any, axis: int) -> str:
        """Takes the elements of these indices of an axis, by slices if they are few: TOSA has those."""
        places = numpy.asarray(indices)
        runs = numpy.split(places, numpy.flatnonzero(numpy.diff(places) != 1) + 1)
        if len(runs) > _MOST_SLICES:
            return self.gather(value, places, axis)
        parts = [self.slice(value, [int(run[0])], [int(run[-1]) + 1], [axis]) for run in runs]
        return self.emit("Concat", *parts, axis=axis) if len(parts) > 1 else parts[0]

    def gather(self, value: str, indices: Any, axis: int) -> str:
        return self.emit("Gather", value, self.literal(numpy.array(indices, numpy.int64)), axis=axis)


Rule = Callable[[Node], None]


def rewrite_graph(
    graph: Any, version: int, rules: Mapping[str, Rule], outer: Values | None = None, domain: str = ""
) -> bool:
    """Applies the rule of each node's operator in a domain, also in the graphs of If and Loop; returns whether anything
    changed.

    The types of new values are not known afterwards.
    """
    values, nodes, changed = Values(graph, outer), [], False
    for proto in graph.node:
        for attribute in proto.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                changed |= rewrite_graph(attribute.g, version, rules, values, domain)
        node = Node(proto, values, version)
        is_own = proto.domain == domain or (proto.domain == "ai.onnx" and not domain)
        if is_own and proto.op_type in rules and proto.doc_string != _SETTLED:
            with refusing(proto.name, node.operator):
                rules[proto.op_type](node)
        nodes += node.replacement or [proto]
        if node.replacement:
            graph.initializer.extend(node.constants)
            graph.value_info.extend(node.types)
            changed = True
    if changed:
        del graph.node[:]
        graph.node.extend(nodes)
    return changed


@contextlib.contextmanager
def refusing(name: str, operator: str) -> Iterator[None]:
    """Turns whatever is raised for a form of a node that is not known into a refusal of the node."""
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        raise Refused(
            f"'{name}': {operator}: tirc does not support it in this form ({first_line(error)}); expected a form that the "
            "standard allows: change the node, or export the model again",
            operator if "." in operator else f"onnx.{operator}",
        ) from error


def store_masks_in_bytes(graph: Any) -> None:
    """Makes large boolean constants casts of int8: MLIR's text of them has changed since the compiler's version."""
    casts = []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor) if tensor.data_type == _T.BOOL else None
        if values is not None and values.size > _LARGE:
            name = f"{tensor.name}/bytes"
            casts.append(helper.make_node("Cast", [name], [tensor.name], name=tensor.name, to=_T.BOOL))
            graph.value_info.append(helper.make_tensor_value_info(tensor.name, _T.BOOL, values.shape))
            tensor.CopyFrom(numpy_helper.from_array(values.astype(numpy.int8), name))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)


def drop_unused_constants(graph: Any) -> None:
    """Drops the constants that only replaced nodes used."""
    used = {value.name for value in [*graph.input, *graph.output]} | used_in(graph)
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)


def defined(graph: Any) -> frozenset[str]:
    """Returns the names that a graph defines itself."""
    made = {name for node in graph.node for name in node.output if name}
    return frozenset(made | {value.name for value in graph.input} | {tensor.name for tensor in graph.initializer})


def used_in(graph: Any) -> set[str]:
    """Returns the values that the nodes of a graph use."""
    names = {name for node in graph.node for name in node.input}
    return names.union(*(used(node) for node in graph.node))


def used(node: Any) -> set[str]:
    """Returns the values that the graphs inside a node use."""
    names: set[str] = set()
    for attribute in node.attribute:
        if attribute.type == onnx.AttributeProto.GRAPH:
            names |= used_in(attribute.g) | {value.name for value in attribute.g.output}
    return names
