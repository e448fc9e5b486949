# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A part of a program as a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch


def extract(program: Any, constants: Any, inputs: Sequence[str], outputs: Sequence[str]) -> Any:
    """Returns the program that computes tensors of another one, by their names, from other tensors of it.

    `constants` are the values of nodes that depend on no input.
    """
    known = {node.name: node for node in program.graph.nodes}
    graph, root = torch.fx.Graph(), torch.nn.Module()
    made: dict[Any, Any] = {}
    examples = []
    for name in inputs:
        node = known[name]
        made[node] = graph.placeholder(name)
        examples.append(torch.zeros(node.meta["val"].shape, dtype=node.meta["val"].dtype))

    wanted = {known[name] for name in outputs}
    for node in reversed(list(program.graph.nodes)):
        if node in wanted and node not in made and not _is_constant(node, constants):
            wanted.update(node.all_input_nodes)
    for node in program.graph.nodes:
        if node not in wanted or node in made:
            continue
        if _is_constant(node, constants):
            value = constants[node].detach()
            is_mask = value.dtype == torch.bool
            root.register_buffer(node.name, value.to(torch.int8) if is_mask else value)
            made[node] = graph.get_attr(node.name)
            if is_mask:
                # MLIR's text of large masks has changed since the compiler's version.
                made[node] = graph.call_function(torch.ops.aten.to.dtype, (made[node], torch.bool))
        else:
            made[node] = graph.node_copy(node, lambda source: made[source])
    graph.output(tuple(made[known[name]] for name in outputs))
    return torch.export.export(torch.fx.GraphModule(root, graph), tuple(examples))


def _is_constant(node: Any, constants: Any) -> bool:
    return isinstance(constants.get(node), torch.Tensor)
