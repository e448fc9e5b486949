# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What depends on constants only, computed by PyTorch: a run need not do it again. torch-mlir folds constants of a single
number itself, and some of them wrongly: 0.1 < 0 is true, and a comparison of float64 or a sign of it crashes. Seen in
torch-mlir of October 2026."""

from __future__ import annotations

from typing import Any

import torch

from .emitter import Emitter, stored
from .unsigned import MOVES

# The elements of a result that may be larger than what it is computed from.
_FEW = 64


def fold(program: Any) -> None:
    """Replaces what depends on constants only by a constant. Constants do not become larger by it, but for small ones."""
    constants = stored(program)
    computed = []
    for node in list(program.graph.nodes):
        if (value := _value(node, constants)) is not None:
            constants[node] = value
            computed.append(node)
    for node in reversed(computed):
        # What is made of nothing, as by torch.full, is smaller as an operator.
        if node.all_input_nodes and any(user not in constants for user in node.users):
            node.replace_all_uses_with(Emitter(program, node).constant(constants[node].contiguous()))
        if not node.users:
            program.graph.erase_node(node)
    program.graph_module.recompile()


def keep_out_of_lists(program: Any) -> None:
    """Copies constants that are in a list, as an operand of torch.cat or an index: torch-mlir only reads what operators
    compute there."""
    constants = stored(program)
    for node in list(program.graph.nodes):
        lists = [part for part in node.args if isinstance(part, (list, tuple))] if node.op == "call_function" else []
        inside = {operand for part in lists for operand in part if isinstance(operand, torch.fx.Node) and operand in constants}
        for operand in inside:
            node.replace_input_with(operand, Emitter(program, node)(torch.ops.aten.clone.default, operand))
    program.graph_module.recompile()


def _value(node: Any, constants: dict[Any, Any]) -> Any:
    """Returns the value of a node that constants determine, or None."""
    if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
        return None
    if any(operand not in constants for operand in node.all_input_nodes) or not _is_worth(node, constants):
        return None
    if torch.Tag.nondeterministic_seeded in node.target.tags or node.target._schema.is_mutable:
        return None
    given = [torch.fx.node.map_arg(part, lambda operand: constants[operand]) for part in (node.args, node.kwargs)]
    try:
        return node.target(*given[0], **given[1])
    except (NotImplementedError, RuntimeError):
        return None


def _is_worth(node: Any, constants: dict[Any, Any]) -> bool:
    """Returns whether the result is small, or takes the place of larger constants that nothing else reads."""
    result = node.meta.get("val")
    if not isinstance(result, torch.Tensor):
        return False
    if result.numel() <= _FEW:
        return True
    if node.target._schema.name.split("::")[-1] in MOVES:
        return False
    only_here = all(len(operand.users) == 1 for operand in node.all_input_nodes if operand.op == "placeholder")
    return only_here and _bytes(result) <= sum(_bytes(constants[operand]) for operand in node.all_input_nodes)


def _bytes(value: Any) -> int:
    return int(value.numel() * value.element_size())
