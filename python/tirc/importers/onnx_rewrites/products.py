# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of many matrices by one row or column, which torch-mlir does not convert of all types."""

from __future__ import annotations

from .graph import Node


def matmul(node: Node) -> None:
    """MatMul with a row or column, which becomes a matrix."""
    a, b = (node.values.shape(node.input(i)) for i in range(2))
    if a is None or b is None or min(len(a), len(b)) != 1 or max(len(a), len(b)) < 3:
        return
    if len(b) == 1:
        column = node.reshape(node.input(1), [b[0], 1])
        node.reshape(node.emit("MatMul", node.input(0), column), a[:-1], out=node.outputs[0])
    else:
        row = node.reshape(node.input(0), [1, a[0]])
        node.reshape(node.emit("MatMul", row, node.input(1)), [*b[:-2], b[-1]], out=node.outputs[0])


__all__ = ["matmul"]
