# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Limits of floats that are not there. In TOSA, torch-mlir takes the largest finite number for a limit that an operator
does not have, which infinity does not survive."""

from __future__ import annotations

import math
import re
from typing import Any

from torch_mlir import ir

_RULES = ("torch.aten.relu", "torch.aten.clamp", "torch.aten.clamp.Tensor")


def open_limits(module: Any) -> None:
    """Makes the limits infinite that the module's operators do not have."""
    found: list[Any] = []

    def visit(op: Any) -> Any:
        if op.name in _RULES and re.search(r",b?f\d+>$", str(op.results[0].type)):
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    for op in found:
        if op.name == "torch.aten.clamp.Tensor":
            _compare_with_one(op)
        elif op.name == "torch.aten.relu":
            _replace(op, "torch.aten.clamp", [op.operands[0], _number(op, 0.0), _number(op, math.inf)])
        else:
            for index, missing in ((1, -math.inf), (2, math.inf)):
                if _is_none(op.operands[index]):
                    op.operands[index] = _number(op, missing)


def _compare_with_one(op: Any) -> None:
    x, low, high = op.operands
    if _is_none(low) or _is_none(high):
        name, limit = ("minimum", high) if _is_none(low) else ("maximum", low)
        _replace(op, f"torch.aten.{name}", [x, limit])


def _is_none(value: Any) -> bool:
    return str(value.type) == "!torch.none"


def _number(op: Any, number: float) -> Any:
    kind, at = ir.Type.parse("!torch.float", op.context), ir.InsertionPoint(op)
    attributes = {"value": ir.FloatAttr.get(ir.F64Type.get(op.context), number, loc=op.location)}
    return ir.Operation.create("torch.constant.float", [kind], [], attributes, loc=op.location, ip=at).results[0]


def _replace(op: Any, name: str, operands: list[Any]) -> None:
    types, at = [op.results[0].type], ir.InsertionPoint(op)
    made = ir.Operation.create(name, types, operands, loc=op.location, ip=at)
    op.results[0].replace_all_uses_with(made.results[0])
    op.erase()
