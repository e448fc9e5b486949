# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""uint8, which torch-mlir computes as int8, and bool, which it orders and adds as an integer of one bit: true is -1."""

from __future__ import annotations

import operator
from typing import Any

import torch

from .emitter import Emitter, set_value, stored

# Operators that move elements, whatever these mean.
MOVES = frozenset(
    ["alias", "cat", "clone", "constant_pad_nd", "copy", "detach", "expand", "flip", "gather", "index", "index_select", "lift_fresh_copy", "permute", "select", "slice", "slice_scatter", "split", "split_with_sizes", "squeeze", "stack", "t", "transpose", "unbind", "unfold", "unsqueeze", "view", "where", "_reshape_alias", "_unsafe_view"]
)
# The operators whose operands may have several types.
_MIXING = frozenset({"cat", "stack", "where"})
_COMPARISONS = frozenset({"ge", "gt", "le", "lt"})
# Those in which the number of true matters.
_ORDERING = _COMPARISONS | {"add", "amax", "amin", "aminmax", "fmax", "fmin", "max", "maximum", "min", "minimum"}
_CONVERSIONS = frozenset({"aten::_to_copy", "prims::convert_element_type"})
_cast: Any = torch.ops.aten._to_copy.default


def compute_in_int32(program: Any) -> None:
    """Lets each operator compute uint8 in int32, which has all of its numbers; a result of uint8 takes the lower bits,
    as it does in PyTorch. What remains of uint8 are conversions from and to int32. So it is with bool in operators that
    order or add."""
    graph = program.graph
    for node in list(graph.nodes):
        schema = getattr(node.target, "_schema", None)
        if node.op != "call_function" or schema is None:
            continue
        if (name := schema.name.split("::")[-1]) in MOVES:
            if name in _MIXING:
                _promote_operands(graph, node)
            continue
        if _is_conversion(node) and _is_integer(node.args[0].meta["val"]):
            continue
        if schema.name == "aten::_assert_tensor_metadata":
            graph.erase_node(node)
            continue
        _widen_operands(graph, node, _kinds(name, _ORDERING))
        _narrow_results(graph, node, _kinds(name, _ORDERING - _COMPARISONS))
    _widen_constants(program)
    program.graph_module.recompile()


def convert_constant_outputs(program: Any) -> None:
    """Lets outputs that are constants of uint8 be conversions: torch-mlir takes a literal that it returns for a signed
    one."""
    constants = stored(program)
    output = program.graph.output_node()
    for operand in output.all_input_nodes:
        if (value := constants.get(operand)) is not None and value.dtype == torch.uint8:
            wide = Emitter(program, operand).constant(value.to(torch.int32))
            with program.graph.inserting_before(output):
                output.replace_input_with(operand, _converted(program.graph, wide, torch.uint8))
    program.graph_module.recompile()


def _widen_constants(program: Any) -> None:
    """Converts constants here: torch-mlir folds their conversions as if they were signed."""
    constants = stored(program)
    for node in list(program.graph.nodes):
        value = constants.get(node.args[0]) if _is_conversion(node) else None
        if value is not None and value.dtype == torch.uint8:
            node.replace_all_uses_with(Emitter(program, node).constant(value.to(node.meta["val"].dtype)))
            program.graph.erase_node(node)


def _is_conversion(node: Any) -> bool:
    schema = getattr(node.target, "_schema", None)
    return schema is not None and schema.name in _CONVERSIONS


def _is_integer(value: Any) -> bool:
    return not value.is_floating_point() and not value.is_complex()


def _kinds(name: str, of_bool: frozenset[str]) -> set[torch.dtype]:
    """Returns the types that become int32 in an operator."""
    return {torch.uint8, torch.bool} if name in of_bool else {torch.uint8}


def _is_of(value: Any, kinds: set[torch.dtype]) -> bool:
    return isinstance(value, torch.Tensor) and value.dtype in kinds


def _widen_operands(graph: Any, node: Any, narrow: set[torch.dtype]) -> None:
    def wide(operand: Any) -> Any:
        if not _is_of(operand.meta.get("val"), narrow):
            return operand
        with graph.inserting_before(node):
            return _converted(graph, operand, torch.int32)

    node.args, node.kwargs = (torch.fx.node.map_arg(given, wide) for given in (node.args, node.kwargs))
    kinds = (torch.fx.node.map_aggregate(given, _wide_type) for given in (node.args, node.kwargs))
    node.args, node.kwargs = kinds


def _promote_operands(graph: Any, node: Any) -> None:
    """Gives operands the type of the result if one of both is uint8."""
    kind = node.meta["val"].dtype

    def promoted(operand: Any) -> Any:
        own = operand.meta["val"].dtype
        if own == kind or torch.uint8 not in (own, kind):
            return operand
        with graph.inserting_before(node):
            return _converted(graph, operand, kind)

    # The first operand of `where` is a condition.
    first = 1 if node.target is torch.ops.aten.where.self else 0
    node.args = (*node.args[:first], *torch.fx.node.map_arg(node.args[first:], promoted))


def _wide_type(argument: Any) -> Any:
    return torch.int32 if argument is torch.uint8 else argument


def _narrow_results(graph: Any, node: Any, narrow: set[torch.dtype]) -> None:
    value = node.meta.get("val")
    if isinstance(value, (tuple, list)):
        set_value(node, tuple(_wide(part, narrow) for part in value))
        results = [user for user in node.users if user.target is operator.getitem]
    else:
        results = [node]
    for result in results:
        if not _is_of(value := result.meta.get("val"), narrow):
            continue
        set_value(result, _wide(value, narrow))
        with graph.inserting_after(result):
            converted = _converted(graph, result, value.dtype)
        result.replace_all_uses_with(converted, delete_user_cb=lambda user, own=converted: user is not own)


def _wide(value: Any, narrow: set[torch.dtype]) -> Any:
    return value.to(torch.int32) if _is_of(value, narrow) else value


def _converted(graph: Any, value: Any, kind: Any) -> Any:
    made = graph.call_function(_cast, (value,), {"dtype": kind})
    made.meta = dict(value.meta)
    set_value(made, value.meta["val"].to(kind))
    return made
