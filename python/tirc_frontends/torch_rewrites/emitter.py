# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads constants of a program that PyTorch has exported, and writes operators into it."""

from __future__ import annotations

from typing import Any

import torch
from torch.export.graph_signature import InputKind, InputSpec, TensorArgument


class Emitter:
    """Writes operators before a node, in whose place they are."""

    def __init__(self, program: Any, node: Any) -> None:
        self._program, self.node = program, node

    def __call__(self, target: Any, *arguments: Any, **options: Any) -> Any:
        graph = self._program.graph
        with graph.inserting_before(self.node):
            made = graph.call_function(target, arguments, options)
        made.meta = dict(self.node.meta)
        given: Any = torch.fx.node.map_arg(arguments, lambda operand: operand.meta["val"])
        named: Any = torch.fx.node.map_arg(options, lambda operand: operand.meta["val"])
        set_value(made, target(*given, **named))
        return made

    def constant(self, tensor: Any) -> Any:
        """Adds a tensor to the program."""
        graph, program = self._program.graph, self._program
        with graph.inserting_before(next(iter(graph.nodes))):
            made = graph.placeholder(f"tirc_constant_{len(program.constants)}")
        made.meta["val"] = self.node.meta["val"].fake_mode.from_tensor(tensor, static_shapes=True)
        program.constants[made.name] = tensor
        spec = InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(made.name), made.name)
        program.graph_signature.input_specs.insert(0, spec)
        return made


def stored(program: Any) -> dict[Any, Any]:
    """Returns the constants of a program by their nodes."""
    signature = program.graph_signature
    names = signature.inputs_to_parameters | signature.inputs_to_buffers | signature.inputs_to_lifted_tensor_constants
    written = set(signature.buffers_to_mutate.values())
    found = {}
    for node in program.graph.nodes:
        name = names.get(node.name) if node.op == "placeholder" else None
        value = None if name is None or name in written else program.state_dict.get(name, program.constants.get(name))
        if isinstance(value, torch.Tensor):
            found[node] = value.detach()
    return found


def set_value(node: Any, value: Any) -> None:
    """Sets the type and shape of a node."""
    # The importer prefers a copy of the type.
    node.meta.pop("tensor_meta", None)
    node.meta["val"] = value
