# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BATCH_MATMUL of TensorFlow Lite whose operands have other numbers of matrices.

Version 2026.2.0 of the converter takes the wrong matrices, or makes a product that cannot be compiled.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from tirc.importers.tflite_functions.elements import Elements
from tirc_frontends.text import Function, Tensor


class BroadcastMatMul(Elements):
    operator, options_class, function_name, data = "BATCH_MATMUL", "BatchMatMulOptions", "broadcast_matmul", (0, 1)

    def is_taken(self) -> bool:
        batches = [self._shape(self._tensor(operand))[:-2] for operand in self.data]
        common = min(map(len, batches))
        first, second = (batch[len(batch) - common :] for batch in batches)
        if first == second:
            return False
        if [self._kind(operand) for operand in self.data] != ["f32", "f32"]:
            raise self._refused(
                f"its operands have {batches[0]} and {batches[1]} matrices, which is computed here for float32; expected as many "
                "in both: repeat the smaller operand"
            )
        return True

    def emit(self, function: Function, *tensors: Tensor) -> Tensor:
        shape = self._shape(self._output())
        is_turned = (self._options.AdjX(), self._options.AdjY())
        x, y = (
            self._matrices(function, tensor, shape[:-2], turned)
            for tensor, turned in zip(tensors, is_turned, strict=True)
        )
        none = numpy.zeros(1, numpy.float32)
        made = function.op("matmul", [x, y, none, none], [x.shape[0], *shape[-2:]], "f32")
        return function.tensor(function.reshape(made, shape))

    @staticmethod
    def _matrices(function: Function, x: Tensor, batch: Sequence[int], is_turned: bool) -> Tensor:
        """Returns as many matrices as the result has, one after another."""
        rank = len(batch) + 2
        x = function.tensor(function.reshape(x, [*[1] * (rank - len(x.shape)), *x.shape]))
        if is_turned:
            x = function.tensor(function.transpose(x, [*range(rank - 2), rank - 1, rank - 2]))
        wanted = (*batch, *x.shape[-2:])
        if x.shape != wanted:
            times, kind = function.sizes([size // own for size, own in zip(wanted, x.shape, strict=True)])
            repeated = Tensor(function.fresh(), x.kind, wanted)
            function.line(f'{repeated.name} = "tosa.tile"({x.name}, {times}) : ({x.type}, {kind}) -> {repeated.type}')
            x = repeated
        return function.tensor(function.reshape(x, [int(numpy.prod(batch)), *x.shape[-2:]]))


KNOWN: list[type[Elements]] = [BroadcastMatMul]
