# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refusals of nodes and operators."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from torch.fx import traceback

from ..refused import Refused


def _source(meta: dict[str, Any]) -> Any:
    """Returns the node of the exported program that torch.export has decomposed, if it has."""
    sources = meta.get("from_node") or []
    while sources:
        if sources[-1].pass_name.startswith("ExportedProgram.module"):
            return sources[-1]
        sources = sources[-1].from_node
    return None


def origin_of(meta: dict[str, Any], name: str) -> str:
    """Returns the name that a node has in the exported program, or the name of the node that it is a part of."""
    source = _source(meta)
    return str(source.name) if source else name


def place_of(meta: dict[str, Any], name: str) -> str:
    """Returns the module that a node comes from, or the node's name in the exported program if that is the whole model."""
    stack = list(meta.get("nn_module_stack", {}).values())
    path = re.sub(r"^L\['self'\]\.?", "", str(stack[-1][0])) if stack else ""
    return path or origin_of(meta, name)


def operator_of(node: Any) -> str:
    """Returns the name of a node's operator, such as aten.add or torch.cond."""
    schema = getattr(node.target, "_schema", None)
    return str(schema.name.replace("::", ".")) if schema else f"torch.{node.target.__name__}"


def original_operator_of(node: Any) -> str:
    """Returns the name of the operator in the exported program that a node is, or is a part of."""
    return _original_operator(node.meta) or operator_of(node)


def _original_operator(meta: dict[str, Any]) -> str | None:
    """Returns the operator that torch.export has decomposed. Its sources have names such as aten.add.Tensor."""
    parts = str(getattr(_source(meta), "target", "")).split(".")
    return ".".join(parts[:2]) if len(parts) == 3 and all(part.isidentifier() for part in parts) else None


def refused_node(node: Any, message: str) -> Refused:
    """Returns the refusal of a node."""
    operator = original_operator_of(node)
    return Refused(f"'{place_of(node.meta, node.name)}': {operator}: {message}", operator)


def refused(message: str) -> Refused:
    """Returns the refusal of the node that torch.export decomposes."""
    meta = traceback.get_current_meta()
    operator = _original_operator(meta) or meta["original_aten"]._schema.name.replace("::", ".")
    return Refused(f"'{place_of(meta, '')}': {operator}: {message}", operator)


def naming(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function of an operator whose failure names the operator."""

    @functools.wraps(function)
    def named(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except Refused:
            raise
        except Exception as error:  # Whatever PyTorch raises for a form that the function does not know.
            raise refused(f"tirc does not support it in this form: {str(error).partition(chr(10))[0]}") from error

    return named
