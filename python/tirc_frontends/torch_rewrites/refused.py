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


def place_of(meta: dict[str, Any], name: str) -> str:
    """Returns the module that a node comes from, or the node's name if that is the whole model."""
    stack = list(meta.get("nn_module_stack", {}).values())
    path = re.sub(r"^L\['self'\]\.?", "", str(stack[-1][0])) if stack else ""
    return path or name


def operator_of(node: Any) -> str:
    """Returns the name of a node's operator, such as aten.add or torch.cond."""
    schema = getattr(node.target, "_schema", None)
    return str(schema.name.replace("::", ".")) if schema else f"torch.{node.target.__name__}"


def refused_node(node: Any, message: str) -> Refused:
    """Returns the refusal of a node."""
    operator = operator_of(node)
    return Refused(f"'{place_of(node.meta, node.name)}': {operator}: {message}", operator)


def refused(message: str) -> Refused:
    """Returns the refusal of the node that torch.export decomposes."""
    meta = traceback.get_current_meta()
    sources = meta.get("from_node", [])
    operator = meta["original_aten"]._schema.name.replace("::", ".")
    return Refused(f"'{place_of(meta, sources[0].name if sources else '')}': {operator}: {message}", operator)


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


__all__ = ["naming", "operator_of", "place_of", "refused", "refused_node"]
