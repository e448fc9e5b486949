# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A graph of ONNX with the meaning of an exported program: tensors have the names of the program's nodes.

Operators without an integer form stay nodes of PyTorch, in the domain "torch": they are computed by the program's own
nodes (parts.py), so that their number of inputs and their names are all that counts here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy
import onnx
import torch
from onnx import helper, numpy_helper

_T = onnx.TensorProto
_KINDS = {
    torch.float32: _T.FLOAT,
    torch.float64: _T.DOUBLE,
    torch.float16: _T.FLOAT16,
    torch.int8: _T.INT8,
    torch.uint8: _T.UINT8,
    torch.int16: _T.INT16,
    torch.uint16: _T.UINT16,
    torch.int32: _T.INT32,
    torch.int64: _T.INT64,
    torch.bool: _T.BOOL,
}
# The first version that has quantisations of 16 bits.
_OPSET = 21
# The domain of nodes that are not written as ONNX here.
OTHER = "torch"


class Unknown(ValueError):
    """A program in which the nodes do not say what is computed. The text is a part of a sentence."""


class Call:
    """A node of the program, whose arguments have the names of the operator's parameters."""

    def __init__(self, node: Any, translation: Translation) -> None:
        self.node, self.translation = node, translation
        self.operator = node.target._schema.name.partition("::")[2]
        self.values: dict[str, Any] = {}
        for i, parameter in enumerate(node.target._schema.arguments):
            default = parameter.default_value if parameter.has_default_value() else None
            self.values[parameter.name] = node.args[i] if i < len(node.args) else node.kwargs.get(parameter.name, default)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str, default: Any = None) -> Any:
        value = self.values.get(name)
        return default if value is None else value

    @property
    def shape(self) -> list[int]:
        return shape_of(self.node)

    def tensor(self, name: str) -> Any:
        """Returns a constant, or None for another value."""
        value = self.values.get(name)
        return self.translation.constants.get(value) if isinstance(value, torch.fx.Node) else None

    def number(self, name: str) -> float | None:
        """Returns a number that the program contains, also as a tensor."""
        value = self.tensor(name) if isinstance(self[name], torch.fx.Node) else self[name]
        if isinstance(value, torch.Tensor):
            return float(value) if value.numel() == 1 else None
        return cast("float | None", value)

    def emit(self, operator: str, *inputs: Any, out: str = "", **attributes: Any) -> str:
        return self.translation.emit(self.node, operator, inputs, out, attributes)

    def result(self, operator: str, *inputs: Any, **attributes: Any) -> bool:
        """Adds the node that computes the result."""
        self.emit(operator, *inputs, out=self.node.name, **attributes)
        return True


# Adds nodes for a call; returns whether it can.
Rule = Callable[[Call], bool]


class Translation:
    """Nodes, constants and the types of tensors. `place` returns the name of a node of the program in messages."""

    def __init__(self, program: Any, rules: Mapping[str, Rule], place: Callable[[Any], str]) -> None:
        self._rules, self._place = rules, place
        self._nodes: list[Any] = []
        self._initializers: dict[str, Any] = {}
        self._infos: list[Any] = []
        self._inputs: list[Any] = []
        self._program = program
        self._results: dict[Any, Any] = {}
        # The values of nodes that depend on no input.
        self.constants: dict[Any, Any] = {}
        # Dequantised constants: their integers, scales, zero points, and the axis of these.
        self.dequantized: dict[Any, tuple[Any, Any, Any, int]] = {}

    def model(self) -> Any:
        """Raises Unknown."""
        outputs: list[Any] = []
        user_inputs = set(self._program.graph_signature.user_inputs)
        for node in self._program.graph.nodes:
            if node.op == "placeholder" and node.name in user_inputs:
                self._inputs.append(_info(node.name, node.meta["val"]))
            elif node.op == "placeholder":
                self.constants[node] = self._stored(node)
            elif node.op == "output":
                (results,) = node.args
                outputs = [_info(value.name, value.meta["val"]) for value in results]
            elif node.op == "call_function":
                self._add(node)
            else:
                raise Unknown(f"'{node.name}' is a node of the kind {node.op}")
        graph = helper.make_graph(
            self._nodes, "main", self._inputs, outputs, list(self._initializers.values()), value_info=self._infos
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(OTHER, 1)])

    def _stored(self, node: Any) -> Any:
        signature = self._program.graph_signature
        for names in (signature.inputs_to_parameters, signature.inputs_to_buffers):
            if node.name in names:
                stored = self._program.state_dict.get(names[node.name])
                return self._program.constants[names[node.name]] if stored is None else stored
        return self._program.constants[signature.inputs_to_lifted_tensor_constants[node.name]]

    def _add(self, node: Any) -> None:
        schema = getattr(node.target, "_schema", None)
        if schema is None:
            self._add_part(node)
            return
        call = Call(node, self)
        if schema.is_mutable and any(self._is_used_later(call, parameter) for parameter in schema.arguments):
            raise Unknown(f"'{self._place(node)}' writes to a tensor that is used again")
        is_quantisation = call.operator.startswith("dequantize_per_")
        if not is_quantisation and self._evaluate(node):
            return
        value = node.meta.get("val")
        rule = self._rules.get(call.operator)
        if isinstance(value, torch.Tensor):
            self._infos.append(_info(node.name, value))
            if not (rule and rule(call)):
                self._add_other(node, [node])
        elif (value is not None or node.users) and not call.operator.startswith(PARTS):
            users = [user for user in node.users if _is_part(user)]
            if not isinstance(value, (tuple, list)) or len(users) != len(node.users):
                raise Unknown(f"'{self._place(node)}' returns no tensors")
            if rule and len(users) == 1 and users[0].args[1] == 0:
                # The operators that also tell where the largest number is.
                self._results[node] = users[0]
                self._infos.append(_info(users[0].name, users[0].meta["val"]))
                if rule(call):
                    return
                del self._infos[-1]
            self._add_other(node, users)
            self._infos += [_info(user.name, user.meta["val"]) for user in users]

    def _add_part(self, node: Any) -> None:
        """Takes one of several results."""
        if not _is_part(node):
            raise Unknown(f"'{node.name}' calls {node.target}")
        source = node.args[0]
        if source in self.constants:
            self.constants[node] = self.constants[source][node.args[1]]
        elif source.target._schema.name.partition("::")[2].startswith(PARTS):
            self._infos.append(_info(node.name, node.meta["val"]))
            call = Call(source, self)
            call.node, call.values = node, call.values | {"index": node.args[1], "source": source}
            if not self._rules["split"](call):
                raise Unknown(f"'{self._place(source)}' is split in a way that is not known")

    def _add_other(self, node: Any, results: Sequence[Any]) -> None:
        """Adds a node that the program itself computes."""
        names = [x.name for x in node.all_input_nodes if x not in self.constants]
        operator = str(node.target)
        results = [x.name for x in results]
        self._nodes.append(helper.make_node(operator, names, results, name=self._place(node), domain=OTHER))

    def _is_used_later(self, call: Call, parameter: Any) -> bool:
        """Returns whether a call writes to a parameter that others read afterwards, also by way of a view."""
        value = call[parameter.name]
        if parameter.alias_info is None or not parameter.alias_info.is_write or not isinstance(value, torch.fx.Node):
            return False
        root = self._root(value)
        order = {node: i for i, node in enumerate(self._program.graph.nodes)}
        own = order[call.node]
        views = [node for node in order if order[node] < own and self._root(node) is root]
        return root.op == "placeholder" or any(order[user] > own for view in views for user in view.users)

    def _root(self, node: Any) -> Any:
        """Returns the tensor of which a node is a view."""
        while node.op == "call_function" and node.all_input_nodes:
            schema = getattr(node.target, "_schema", None)
            is_view = _is_part(node) if schema is None else any(result.alias_info for result in schema.returns)
            if not is_view:
                break
            node = node.all_input_nodes[0]
        return node

    def _evaluate(self, node: Any) -> bool:
        """Computes a node that does not depend on an input."""
        if not all(x in self.constants for x in node.all_input_nodes) or node.target._schema.is_mutable:
            return False
        known = {x: self.constants[x] for x in node.all_input_nodes}
        with torch.no_grad():
            given = torch.fx.node.map_arg((node.args, node.kwargs), lambda x: known[x])
            self.constants[node] = node.target(*given[0], **given[1])
        return True

    def name(self, value: Any) -> str:
        """Returns the name of a tensor; constants are added."""
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        if isinstance(value, torch.fx.Node) and value not in self.constants:
            return str(value.name)
        name = str(value.name) if isinstance(value, torch.fx.Node) else f"constant/{len(self._initializers)}"
        if name not in self._initializers:
            stored = self.constants[value] if isinstance(value, torch.fx.Node) else value
            array = stored.detach().cpu().contiguous().numpy() if isinstance(stored, torch.Tensor) else numpy.asarray(stored)
            self._initializers[name] = numpy_helper.from_array(array, name)
        return name

    def emit(self, node: Any, operator: str, inputs: Sequence[Any], out: str, attributes: Mapping[str, Any]) -> str:
        """Adds a node with one result, which is the program's node's result if `out` is its name."""
        result = self._results.get(node, node)
        name = result.name if out == node.name else f"{result.name}/{len(self._nodes)}"
        names = [self.name(value) for value in inputs]
        self._nodes.append(helper.make_node(operator, names, [name], name=self._place(node), **attributes))
        return str(name)

    def add_info(self, name: str, kind: Any, shape: Sequence[int]) -> None:
        """Tells the type of a tensor that is none of the program."""
        self._infos.append(helper.make_tensor_value_info(name, _KINDS[kind], list(shape)))


# What returns equal or given parts of one tensor.
PARTS = ("split", "chunk", "unbind")


def shape_of(node: Any) -> list[int]:
    """Returns the sizes of a node's result."""
    return [int(size) for size in node.meta["val"].shape]


def _is_part(node: Any) -> bool:
    return getattr(node.target, "__name__", "") == "getitem" and isinstance(node.args[1], int)


def _info(name: str, value: Any) -> Any:
    if not isinstance(value, torch.Tensor) or value.dtype not in _KINDS:
        raise Unknown(f"'{name}' is not a tensor of numbers")
    return helper.make_tensor_value_info(name, _KINDS[value.dtype], [int(size) for size in value.shape])
