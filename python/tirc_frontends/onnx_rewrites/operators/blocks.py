# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of our own whose weights have a scale for each block of a row: they stay integers, which become floats where a
product reads them. Their attributes are `weights` (rows x numbers, of 8 bits), `scales` and `zeros` (rows x blocks), and the
`size` of a block."""

from __future__ import annotations

import math

from onnx import numpy_helper

from ...element_loops import Steps, computed, places, read
from ...text import Tensor
from .making import Maker, Making


class _Blocks:
    """The constants of a node, in its function."""

    def __init__(self, making: Making) -> None:
        given = making.node.attributes
        weights, scales, zeros = (numpy_helper.to_array(given[name]) for name in ("weights", "scales", "zeros"))
        self.features, self.size, self.count = weights.shape[1], int(given["size"]), scales.shape[1]
        tensor = making.function.tensor
        self.weights, self.scales = tensor(weights), tensor(scales)
        self.zeros = tensor(zeros) if zeros.any() else None

    def zero(self, steps: Steps, row: str, block: str) -> str | None:
        return None if self.zeros is None else steps.named(read(self.zeros, [row, block]))

    def number(self, steps: Steps, row: str, place: str, zero: str | None) -> str:
        """Returns a weight as a float, without its scale."""
        number = steps.named(read(self.weights, [row, place]))
        if zero is not None:
            wide = [steps.named(f"arith.extsi {one} : i8 to i32") for one in (number, zero)]
            number = steps.named(f"arith.subi {wide[0]}, {wide[1]} : i32")
        return steps.named(f"arith.sitofp {number} : {'i8' if zero is None else 'i32'} to f32")


def product(making: Making) -> Tensor | None:
    """The product of rows and weights: the sum over the blocks of the scale times the sum over the block."""
    x, blocks = making.input(0), _Blocks(making)
    rows = math.prod(x.shape[:-1])
    function, units = making.function, blocks.weights.shape[0]
    matrix = function.tensor(function.reshape(x, [rows, blocks.features]))
    steps, inner = Steps(), Steps("t")
    none = steps.literal("0 : index")
    count, size = steps.literal(f"{blocks.count} : index"), steps.literal(f"{blocks.size} : index")
    features, start = steps.literal(f"{blocks.features} : index"), steps.literal("0.0 : f32")
    zero = blocks.zero(inner, "%i1", "%block")
    first = inner.named(f"arith.muli %block, {size} : index")
    left = inner.named(f"arith.subi {features}, {first} : index")
    last = inner.named(f"arith.minsi {left}, {size} : index")
    body = Steps("u")
    place = body.named(f"arith.addi {first}, %step : index")
    weight = blocks.number(body, "%i1", place, zero)
    factor = body.named(read(matrix, ["%i0", place]))
    part = body.named(f"arith.mulf {factor}, {weight} : f32")
    more = body.named(f"arith.addf %rest, {part} : f32")
    (products,) = inner.loop(body, "%step", none, last, {"%rest": (start, more, "f32")})
    scale = inner.named(read(blocks.scales, ["%i1", "%block"]))
    scaled = inner.named(f"arith.mulf {products}, {scale} : f32")
    total = inner.named(f"arith.addf %sum, {scaled} : f32")
    (result,) = steps.loop(inner, "%block", none, count, {"%sum": (start, total, "f32")})
    made = computed(function, [rows, units], "f32", steps.lines, result)
    return function.tensor(function.reshape(made, making.result_shape()))


def rows_of(making: Making) -> Tensor | None:
    """The rows with these indices, of which negative ones count from the end."""
    indices, blocks, shape = making.input(0), _Blocks(making), making.result_shape()
    steps, last = Steps(), f"%i{len(shape) - 1}"
    index = steps.named(read(indices, places(len(shape) - 1)))
    given = steps.named(f"arith.index_cast {index} : {indices.kind} to index")
    none, count = steps.literal("0 : index"), steps.literal(f"{blocks.weights.shape[0]} : index")
    moved = steps.named(f"arith.addi {given}, {count} : index")
    is_negative = steps.named(f"arith.cmpi slt, {given}, {none} : index")
    row = steps.named(f"arith.select {is_negative}, {moved}, {given} : index")
    size = steps.literal(f"{blocks.size} : index")
    block = steps.named(f"arith.divsi {last}, {size} : index")
    number = blocks.number(steps, row, last, blocks.zero(steps, row, block))
    scale = steps.named(read(blocks.scales, [row, block]))
    steps.named(f"arith.mulf {number}, {scale} : f32")
    return computed(making.function, shape, "f32", steps.ending())


MAKERS: dict[str, Maker] = {"BlockedProduct": product, "BlockedRows": rows_of}
