# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantised models as programs in integers: the part that ONNX and PyTorch share."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from typing import Any

from torch_mlir import ir

from .onnx_rewrites.integers.recovery import Recovery
from .onnx_rewrites.integers.values import Unrecovered
from .refused import Refused, first_line
from .text import with_packed_booleans

# What a plan for a model of an unusual form may raise.
_UNPLANNED = (ArithmeticError, AttributeError, LookupError, NotImplementedError, RuntimeError, TypeError, ValueError)

# Converts a part of the model: returns the module, whose first function is the part, and remarks.
ConvertPart = Callable[[Any], tuple[Any, list[str]]]


def write(
    recover: Callable[[], Recovery | None], convert: ConvertPart, inputs: list[str], outputs: list[str]
) -> tuple[list[str], bool]:
    """Writes the MLIR of a quantised model, with functions for each part that is not. Returns remarks, and whether the
    model is one that this is possible for; otherwise it is converted as any other.

    `recover` makes the plan, if there is something to plan. It and `convert` may raise Refused.
    """

    def convert_part(part: Any, name: str) -> tuple[str, list[str]]:
        module, remarks = convert(part)
        functions = [op.operation for op in module.regions[0].blocks[0] if op.operation.name == "func.func"]
        _rename(functions, name)
        texts = [function.get_asm(enable_debug_info=True, use_local_scope=True) for function in functions]
        return "\n".join(texts), remarks

    try:
        recovery = recover()
        if recovery is None or not recovery.is_useful():
            return [], False
        text, remarks = recovery.program(inputs, outputs, convert_part)
    except (Refused, Unrecovered, *_UNPLANNED) as error:
        cause = first_line(error)
        return [f"quantised operators are converted one by one, and may compute in float: {cause}"], False
    pathlib.Path(".model.mlir").write_bytes(with_packed_booleans(text.encode()))
    return list(dict.fromkeys(remarks)), True


def _rename(functions: list[Any], name: str) -> None:
    """Gives the first function of a part this name, and those that it calls names that other parts do not have."""
    def rename(op: Any) -> Any:
        if op.name == "func.call":
            callee = ir.FlatSymbolRefAttr(op.attributes["callee"]).value
            op.attributes["callee"] = ir.FlatSymbolRefAttr.get(f"{name}_{callee}", op.context)
        return ir.WalkResult.ADVANCE

    for index, function in enumerate(functions):
        own = ir.StringAttr(function.attributes["sym_name"]).value
        function.walk(rename)
        function.attributes["sym_name"] = _string(function.context, f"{name}_{own}" if index else name)
        function.attributes["sym_visibility"] = _string(function.context, "private")


def _string(context: Any, text: str) -> Any:
    return ir.StringAttr.get(text, context)
