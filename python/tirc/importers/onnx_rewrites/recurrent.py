# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTM, GRU and RNN: what torch-mlir reads past is refused."""

from __future__ import annotations

from .graph import Node

_ACTIVATIONS = frozenset({"Sigmoid", "Tanh", "Relu"})


def check(node: Node) -> None:
    if node.input(7):
        raise node.refused("peepholes (the input P) are not supported: export the model without them")
    if "clip" in node.attributes:
        raise node.refused("the attribute clip is not supported: export the model without it")
    others = sorted(set(node.texts("activations")) - _ACTIVATIONS)
    if others:
        raise node.refused(
            f"the activation {others[0]} is not supported; expected {', '.join(sorted(_ACTIVATIONS))}: express the "
            "layer by other operators"
        )
    if node.input(4):
        steps = node.shape(0)[1 if node.attributes.get("layout") else 0]
        lengths = node.constant(4)
        if lengths is None or not (lengths == steps).all():
            raise node.refused(
                f"its sequence_lens may differ from the {steps} steps of its input; expected sequences of one length: "
                "leave that input out"
            )


__all__ = ["check"]
