# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTM, GRU and RNN of PyTorch as layers with a loop."""

from __future__ import annotations

import operator
from typing import Any

from ..calls import Call, operands_of
from ..recurrent import layers
from ..recurrent.activations import Activation
from ..text import Function
from .refused import place_of, refused_node

# MLIR's names of the types that a layer may have.
_KINDS = {"torch.float32": "f32", "torch.float16": "f16", "torch.bfloat16": "bf16"}
# The order of the gates in the parameters, and the functions of single elements.
_OPERATORS = {
    "aten::gru": ("rzh", ("sigmoid", "tanh")),
    "aten::lstm": ("ifco", ("sigmoid", "tanh", "tanh")),
    "aten::rnn_relu": ("h", ("relu",)),
    "aten::rnn_tanh": ("h", ("tanh",)),
}


def kept_operators(table: dict[Any, Any]) -> dict[Any, Any]:
    """Returns the decompositions of all but layers on sequences of one length."""
    return {key: value for key, value in table.items() if not _is_layer(key)}


def _is_layer(target: Any) -> bool:
    schema = getattr(target, "_schema", None)
    return schema is not None and schema.name in _OPERATORS and schema.overload_name == "input"


def take_out(program: Any) -> list[Call]:
    """Takes the layers out of a program: what they read becomes outputs, and what they make becomes inputs, after the
    module's own. Returns their calls in order."""
    graph = program.graph
    nodes = [node for node in graph.nodes if node.op == "call_function" and _is_layer(node.target)]
    if not nodes:
        return []
    from torch.export import graph_signature as signatures

    signature = program.graph_signature
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    (end,) = (node for node in graph.nodes if node.op == "output")
    inputs = [node for node, spec in zip(placeholders, signature.input_specs, strict=True) if _is_input(spec)]
    outputs = list(end.args[0])
    num_outputs = len(outputs)
    calls = []
    for number, node in enumerate(nodes):
        part = _Part(program, node, f"main_recurrent{number}")
        text = part.text()
        first_new = len(outputs)
        operands = operands_of(part.needs, inputs, outputs)
        for need in outputs[first_new:]:
            argument = signatures.TensorArgument(name=need.name)
            signature.output_specs.append(signatures.OutputSpec(signatures.OutputKind.USER_OUTPUT, argument, None))
        results = []
        for user in part.users:
            with graph.inserting_after(placeholders[-1]):
                made = graph.placeholder(f"{node.name}_{user.args[1]}")
            made.meta = dict(user.meta)
            placeholders.append(made)
            results.append(len(inputs))
            inputs.append(made)
            argument = signatures.TensorArgument(name=made.name)
            signature.input_specs.append(signatures.InputSpec(signatures.InputKind.USER_INPUT, argument, None))
            user.replace_all_uses_with(made)
            outputs = [made if output is user else output for output in outputs]
            for spec, output in zip(signature.output_specs, outputs, strict=True):
                spec.arg = signatures.TensorArgument(name=output.name) if output is made else spec.arg
        calls.append(Call(part.name, part.place, text, operands, tuple(results), num_outputs))
    end.args = (tuple(outputs),)
    for node in nodes:
        for user in list(node.users):
            graph.erase_node(user)
        graph.erase_node(node)
    graph.eliminate_dead_code(lambda node: node.op in ("placeholder", "output") or bool(node.users))
    program.graph_module.recompile()
    return calls


def _is_input(spec: Any) -> bool:
    return bool(spec.kind.name == "USER_INPUT")


class _Part:
    """A layer as a function: `needs` are the nodes that it takes, and `users` those that select its results."""

    def __init__(self, program: Any, node: Any, name: str) -> None:
        self._program, self._node, self.name, self.place = program, node, name, place_of(node.meta, node.name)
        self._f = Function(name, self.place)
        self.needs: dict[Any, Any] = {}
        self.users = [user for user in node.users if user.target is operator.getitem and user.users]

    def _operand(self, node: Any) -> Any:
        """Returns a parameter as a constant, and any other tensor as an argument."""
        signature = self._program.graph_signature
        source = (signature.inputs_to_parameters | signature.inputs_to_buffers).get(node.name)
        if source is not None and source in self._program.state_dict:
            return self._program.state_dict[source].detach().float().numpy()
        if node not in self.needs:
            value = node.meta["val"]
            kind = _KINDS.get(str(value.dtype))
            if kind is None:
                raise refused_node(
                    self._node,
                    f"its input has the type {value.dtype}; expected torch.float32: call float() on the module",
                )
            self.needs[node] = self._f.argument(list(value.shape), kind)
        return self._f.cast(self.needs[node], "f32")

    def _start(self, node: Any) -> Any:
        """Returns an initial state, None if it is 0."""
        if str(getattr(node.target, "_schema", "")).startswith("aten::zeros"):
            return None
        fills = ("aten::full(", "aten::full_like(")
        if str(getattr(node.target, "_schema", "")).startswith(fills) and node.args[1] == 0:
            return None
        return self._operand(node)

    def _directions(self, starts: list[Any], first: int, count: int) -> tuple[list[layers.Direction], int]:
        """Returns the directions of a layer and its size. `first` counts the directions of the layers before it, and `count` all of them."""
        f = self._f
        _, _, parameters, has_bias, _, _, _, is_bidirectional, _ = self._node.args
        gates, names = _OPERATORS[self._node.target._schema.name]
        each = len(parameters) // count
        usual = 4 if has_bias else 2
        directions = []
        for number in range(2 if is_bidirectional else 1):
            place = first + number
            own = [self._operand(parameter) for parameter in parameters[place * each : (place + 1) * each]]
            start = [None if s is None else f.reshape(f.part(s, 0, place, 1), s.shape[1:]) for s in starts]
            directions.append(
                layers.Direction(
                    own[0],
                    own[1],
                    own[2] if has_bias else None,
                    own[3] if has_bias else None,
                    [Activation(name) for name in names],
                    is_reverse=number == 1,
                    hidden=start[0],
                    cell=start[1] if len(start) > 1 else None,
                    projection=own[usual] if each > usual else None,
                )
            )
        return directions, own[0].shape[0] // len(gates)

    def text(self) -> str:
        f = self._f
        x, states, _, _, count, dropout, is_training, is_bidirectional, is_batch_first = self._node.args
        gates, _ = _OPERATORS[self._node.target._schema.name]
        if is_training and dropout and count > 1:
            raise refused_node(
                self._node,
                "it drops elements at random, as in training; expected the module for inference: call eval()",
            )
        starts = [self._start(state) for state in (states if isinstance(states, (list, tuple)) else [states])]
        kind = self._node.args[0].meta["val"].dtype
        value = self._operand(x)
        if is_batch_first:
            value = f.transpose(value, [1, 0, 2])
        steps, batch = value.shape[:2]
        width = 2 if is_bidirectional else 1
        hidden: list[Any] = []
        cell: list[Any] = []
        for layer in range(count):
            directions, size = self._directions(starts, layer * width, count * width)
            spec = layers.Layer(steps, batch, size, gates, directions, resets_product=True)
            is_last = layer == count - 1
            results = layers.emit(f, spec, value, not is_last or any(user.args[1] == 0 for user in self.users))
            hidden += [f.reshape(state, [1, *state.shape]) for state in results.hidden]
            cell += [f.reshape(state, [1, *state.shape]) for state in results.cell]
            if results.outputs is not None:
                value = f.transpose(results.outputs, [0, 2, 1, 3])
                value = f.reshape(value, [steps, batch, value.shape[2] * value.shape[3]])
        made = []
        for user in self.users:
            if user.args[1] == 0:
                made.append(f.transpose(value, [1, 0, 2]) if is_batch_first else value)
            else:
                made.append(f.joined(hidden if user.args[1] == 1 else cell, 0))
        return str(f.text([f.tensor(f.cast(one, _KINDS[str(kind)])) for one in made]))
