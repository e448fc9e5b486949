# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that are never converted, and those that are random while a model learns."""

from __future__ import annotations

import numpy
import onnx

from .graph import Node
from .known.operators import REFUSED


def refuse(node: Node) -> None:
    raise node.refused(
        f"{REFUSED[node.operator]}; expected numbers that follow from the model's inputs: take it out of the model, and make "
        "its result an input"
    )


def dropout(node: Node) -> None:
    """Dropout: the numbers themselves, of which none is dropped, unless the model learns."""
    training, ratio = node.constant(2), node.constant(1)
    if node.version >= 12 and node.input(2):
        is_random = training is None or bool(training.any())
        if is_random and (not node.input(1) or ratio is None or bool(ratio.any())):
            raise node.refused(
                "its training_mode is not constant and false, and so its result is random; expected a model for inference: "
                "export it with training_mode=False"
            )
    node.emit("Identity", node.input(0), out=node.outputs[0])
    if len(node.outputs) > 1 and node.outputs[1]:
        shape = node.shape(0)
        node.constant_output(node.outputs[1], numpy.ones(shape, bool), onnx.TensorProto.BOOL)
