# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions that compute more than a sum or a limit."""

from __future__ import annotations

import onnx

from . import unsigned
from .graph import Node


def reduce(node: Node) -> None:
    """Refuses numbers without a sign, and computes a reduction along no axes, on which torch-mlir crashes, as the function of
    each number that is left of it."""
    unsigned.refuse(node)
    axes = node.constant(1)
    x, out = node.input(0), node.outputs[0]
    if not node.attributes.get("noop_with_empty_axes", 0) or (node.input(1) and (axes is None or axes.size)):
        if node.operator == "ReduceL2" and node.kind(0) == onnx.TensorProto.DOUBLE:
            # torch-mlir adds the squares in float32.
            node.emit("Sqrt", node.emit("ReduceSumSquare", *node.inputs, **node.attributes), out=out)
        return
    if node.operator in ("ReduceL1", "ReduceL2"):
        node.emit("Abs", x, out=out)
    elif node.operator == "ReduceLogSum":
        node.emit("Log", x, out=out)
    elif node.operator == "ReduceSumSquare":
        node.emit("Mul", x, x, out=out)
    else:
        node.emit("Identity", x, out=out)


__all__ = ["reduce"]
