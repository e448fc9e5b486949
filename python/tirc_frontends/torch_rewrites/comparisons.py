# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparisons, which torch-mlir folds wrongly: a number with a constant of floats (0.1 < 0 is true, and float64 crashes),
and a tensor with itself (NaN is equal to NaN). It compares float16 and bfloat16 in one of these types, PyTorch in float32.
Seen in torch-mlir of October 2026."""

from __future__ import annotations

from typing import Any

import torch

from .emitter import Emitter, stored

_aten: Any = torch.ops.aten
_NAMES = ("eq", "ne", "lt", "le", "gt", "ge")
_COMPARISONS = {getattr(getattr(_aten, name), kind) for name in _NAMES for kind in ("Scalar", "Tensor")}
# Constants that are not larger are computed here, because torch-mlir folds constants of a single number.
_MOST = 64


def repair(program: Any) -> None:
    """Computes comparisons of constants, and writes others in a form that is not folded."""
    constants = {node: value for node, value in stored(program).items() if value.numel() <= _MOST}
    for node in list(program.graph.nodes):
        if node.op != "call_function":
            continue
        value = _value(node, constants)
        if value is not None:
            constants[node] = value
        if node.target not in _COMPARISONS:
            continue
        if value is not None:
            _replace(node, Emitter(program, node).constant(value))
        elif node.args[0] is node.args[1] and node.args[0].meta["val"].is_floating_point():
            _compare_with_itself(program, node)
        elif len(node.all_input_nodes) == 2:
            _compare_in_one_type(program, node)
    program.graph_module.recompile()


def _value(node: Any, constants: dict[Any, Any]) -> Any:
    """Returns the value of a node that only small constants determine, or None."""
    meta = node.meta.get("val")
    if not isinstance(meta, torch.Tensor) or not isinstance(node.target, torch._ops.OpOverload) or meta.numel() > _MOST:
        return None
    if any(operand not in constants for operand in node.all_input_nodes):
        return None
    if torch.Tag.nondeterministic_seeded in node.target.tags or node.target._schema.is_mutable:
        return None
    given = [torch.fx.node.map_arg(part, lambda operand: constants[operand]) for part in (node.args, node.kwargs)]
    try:
        return node.target(*given[0], **given[1])
    except (NotImplementedError, RuntimeError):
        return None


def _replace(node: Any, other: Any) -> None:
    node.replace_all_uses_with(other)
    node.graph.erase_node(node)


def _compare_with_itself(program: Any, node: Any) -> None:
    """Only inequality is not folded."""
    emit, x = Emitter(program, node), node.args[0]
    if node.target in (_aten.eq.Tensor, _aten.le.Tensor, _aten.ge.Tensor):
        _replace(node, emit(_aten.logical_not.default, emit(_aten.ne.Tensor, x, x)))


def _compare_in_one_type(program: Any, node: Any) -> None:
    values = [operand.meta["val"] for operand in node.args]
    kind = torch.result_type(*values)
    if values[0].dtype != values[1].dtype and all(value.is_floating_point() for value in values):
        emit = Emitter(program, node)
        node.args = tuple(emit(_aten._to_copy.default, operand, dtype=kind) for operand in node.args)


__all__ = ["repair"]
