# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of many matrices by one row or column, which torch-mlir does not convert of all types, and determinants, of which
it converts only determinants of one number, and sums of products whose result's axes follow from the letters."""

from __future__ import annotations

import itertools

from . import blocks
from .graph import Node

# Beyond this size, the expansion has more products than an elimination.
_LARGEST = 4


def matmul(node: Node) -> None:
    """MatMul by weights with scales of blocks, or with a row or column, which becomes a matrix."""
    if blocks.product(node):
        return
    a, b = (node.values.shape(node.input(i)) for i in range(2))
    if a is None or b is None or min(len(a), len(b)) != 1 or max(len(a), len(b)) < 3:
        return
    if len(b) == 1:
        column = node.reshape(node.input(1), [b[0], 1])
        node.reshape(node.emit("MatMul", node.input(0), column), a[:-1], out=node.outputs[0])
    else:
        row = node.reshape(node.input(0), [1, a[0]])
        node.reshape(node.emit("MatMul", row, node.input(1)), [*b[:-2], b[-1]], out=node.outputs[0])


def determinant(node: Node) -> None:
    """Det of small matrices, by expanding the first row."""
    shape, x = node.shape(0), node.input(0)
    size = shape[-1]
    if size > _LARGEST:
        return
    axes = [len(shape) - 2, len(shape) - 1]
    numbers = [
        [node.slice(x, [row, column], [row + 1, column + 1], axes) for column in range(size)] for row in range(size)
    ]
    # The determinants of the last rows, by their columns.
    minors: dict[tuple[int, ...], str] = {(column,): numbers[-1][column] for column in range(size)}
    for row in reversed(range(size - 1)):
        minors = {
            columns: _expanded(node, numbers[row], columns, minors)
            for columns in itertools.combinations(range(size), size - row)
        }
    node.reshape(minors[tuple(range(size))], shape[:-2], out=node.outputs[0])


def _expanded(node: Node, row: list[str], columns: tuple[int, ...], minors: dict[tuple[int, ...], str]) -> str:
    total = ""
    for place, column in enumerate(columns):
        rest = columns[:place] + columns[place + 1 :]
        product = node.emit("Mul", row[column], minors[rest])
        total = node.emit("Sub" if place % 2 else "Add", total, product) if total else product
    return total


def einsum(node: Node) -> None:
    """Einsum without an arrow: the result has the axes whose letters occur once, in the order of the alphabet."""
    equation = node.text("equation")
    if "->" in equation:
        return
    letters = [letter for letter in equation if letter.isalpha()]
    once = sorted(letter for letter in letters if letters.count(letter) == 1)
    result = ("..." if "..." in equation else "") + "".join(once)
    node.emit("Einsum", *node.inputs, out=node.outputs[0], equation=f"{equation}->{result}")
