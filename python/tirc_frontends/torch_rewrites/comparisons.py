# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparisons of a tensor with itself, which torch-mlir folds as if NaN were equal to NaN, and of different floats: it
compares float16 and bfloat16 in one of these types, PyTorch in float32. Seen in torch-mlir of October 2026."""

from __future__ import annotations

from typing import Any

import torch

from .emitter import Emitter

_aten: Any = torch.ops.aten
_NAMES = ("eq", "ne", "lt", "le", "gt", "ge")
_COMPARISONS = {getattr(getattr(_aten, name), kind) for name in _NAMES for kind in ("Scalar", "Tensor")}


def repair(program: Any) -> None:
    """Writes comparisons in a form that torch-mlir computes as PyTorch does."""
    for node in list(program.graph.nodes):
        if node.op != "call_function" or node.target not in _COMPARISONS:
            continue
        if node.args[0] is node.args[1] and node.args[0].meta["val"].is_floating_point():
            _compare_with_itself(program, node)
        elif len(node.all_input_nodes) == 2:
            _compare_in_one_type(program, node)
    program.graph_module.recompile()


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
