# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that torch-mlir does not convert, as functions with loops over the elements of their results."""

from __future__ import annotations

from collections.abc import Sequence

from ..graph import Node
from ..ml.schemas import DOMAIN
from ..taking import Part
from . import bits, blocks, forests, learned, regions, scattering, selection
from .making import Maker, Making

_MAKERS: dict[str, Maker] = {
    **bits.MAKERS,
    **blocks.MAKERS,
    **forests.MAKERS,
    **learned.MAKERS,
    **regions.MAKERS,
    **scattering.MAKERS,
    **selection.MAKERS,
}


def part(node: Node, name: str, wanted: Sequence[str]) -> Part | None:
    """Returns the function of a node, or None for one that torch-mlir converts. Raises Refused."""
    maker = _MAKERS.get(node.operator)
    if maker is None or node.proto.domain not in ("", "ai.onnx", DOMAIN) or node.outputs[0] not in wanted:
        return None
    making = Making(node, name)
    made = maker(making)
    return None if made is None else making.part(made)


__all__ = ["part"]
