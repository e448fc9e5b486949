"""Builds ONNX models of one operator."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from ..case import Case
from ..draw import Draw
from ..tolerance import EXACT, SUM, Tolerance
from ..values import Array

NEWEST = 28
# The version of the file format in which constants have to be inputs.
_OLD_IR, _IR = 3, 10


class Net:
    """A model that is being built: its inputs and constants, and a node."""

    def __init__(self, draw: Draw, *versions: int, newest: int = NEWEST) -> None:
        """`versions` are the operator sets in which the operator changed, 7 and newer ones; one is drawn, and then an
        operator set in which it is current."""
        self.draw = draw
        index = draw.below(len(versions)) + 1
        last = versions[-index + 1] - 1 if index > 1 else newest
        self.opset = versions[-index] + (draw.below(last - versions[-index] + 1) if draw.flag(0.3) else 0)
        self.version = versions[-index]
        self.inputs: list[tuple[str, Array]] = []
        self.constants: list[tuple[str, Array]] = []
        self.nodes: list[Any] = []
        self.domains = {"": self.opset}
        self.words = [f"opset {self.opset}"]

    def input(self, array: Array) -> str:
        name = f"x{len(self.inputs)}"
        self.inputs.append((name, array))
        self.words.append(f"{array.dtype}{list(array.shape)}")
        return name

    def constant(self, array: Any, dtype: Any = None) -> str:
        """Adds an initializer; its type is the array's, or `dtype`."""
        array = numpy.asarray(array, dtype)
        name = f"c{len(self.constants)}"
        self.constants.append((name, array))
        few = f" {array.tolist()}" if array.size <= 8 else ""
        self.words.append(f"constant {array.dtype}{list(array.shape)}{few}")
        return name

    def either(self, array: Array, chance: float = 0.5) -> str:
        """Adds an input, or with this chance a constant."""
        return self.constant(array) if self.draw.flag(chance) else self.input(array)

    def node(
        self, kind: str, inputs: Sequence[str], outputs: int = 1, domain: str = "", **attributes: Any
    ) -> list[str]:
        """Adds a node without the attributes that are None; returns the names of its outputs."""
        if domain:
            self.domains[domain] = 1
        given = {name: value for name, value in attributes.items() if value is not None}
        while inputs and not inputs[-1]:
            inputs = inputs[:-1]
        made = [f"{kind.lower()}{len(self.nodes)}_{i}" for i in range(outputs)]
        name = f"the_{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, made, name, domain=domain, **given))
        shown = ", ".join(f"{name}={_shown(value)}" for name, value in given.items())
        self.words.append(f"{kind}({shown})" + (f" without {inputs.index('')}" if "" in inputs else ""))
        return made

    def summed(self, *factors: str) -> Tolerance:
        """Returns the tolerance of sums of products of these tensors, whose terms may nearly cancel each other, so that the
        rounding errors of the terms remain."""
        arrays = dict((*self.inputs, *self.constants))
        finite = (numpy.abs(arrays[name][numpy.isfinite(arrays[name])]) for name in factors)
        return dataclasses.replace(SUM, absolute=2 * math.prod(float(each.max(initial=0)) for each in finite))

    def case(self, outputs: Sequence[str], tolerance: Tolerance = EXACT, tags: Sequence[str] = ()) -> Case:
        """The types and shapes of the outputs are those that onnxruntime gives them."""
        if not self.inputs:
            raise self.draw.reject()
        if self.opset >= 9 and self.draw.flag(0.1):
            # TOSA does not have it, so that the model becomes linalg.
            outputs = [*outputs, *self.node("Asinh", [self.input(numpy.zeros(1, numpy.float32))])]
        given = [_value(name, array) for name, array in self.inputs]
        is_old = self.opset <= 8 and self.draw.flag(0.3)
        if is_old:
            given += [_value(name, array) for name, array in self.constants]
        weights = [numpy_helper.from_array(array, name) for name, array in self.constants]
        made = [onnx.ValueInfoProto(name=name) for name in outputs]
        graph = helper.make_graph(self.nodes, "net", given, made, weights)
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid(*domain) for domain in self.domains.items()],
            ir_version=_OLD_IR if is_old else _IR,
        )
        return Case(model, [array for _, array in self.inputs], ", ".join(self.words), tolerance, frozenset(tags))


def weights_of(draw: Draw, shape: Sequence[int], kind: str) -> Array:
    """Returns numbers of 8 bits that are multiplied by others, with 7 bits for int8: without VNNI, onnxruntime
    saturates sums of two products."""
    numbers = draw.values(tuple(shape), kind)
    return numbers >> 1 if kind == "int8" else numbers


def complete(model: Any, outputs: Sequence[Array]) -> None:
    """Gives the outputs their types and shapes, which the standard wants in a model and onnxruntime does not need."""
    for value, array in zip(model.graph.output, outputs, strict=True):
        value.CopyFrom(_value(value.name, array))


def _shown(value: Any) -> str:
    if isinstance(value, onnx.TensorProto):
        return str(numpy_helper.to_array(value).tolist())
    return "a graph" if isinstance(value, onnx.GraphProto) else repr(value)


def _value(name: str, array: Array) -> Any:
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
