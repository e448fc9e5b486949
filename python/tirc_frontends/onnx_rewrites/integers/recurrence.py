# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTM, GRU and RNN, which compute in float. Their sequences are quantised where the model has them so: then only the
numbers of one step are floats in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import recurrent
from ..graph import Node
from .planner import Emit, Planner
from .program import Program
from .values import Scale, Value


def layer(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    """The outputs of all steps, if the model reads nothing else of the layer."""
    if not node.outputs[0] or any(planner.is_read(output) for output in node.outputs[1:] if output):
        return None
    emit = called(planner, node, node.outputs[:1], scale)
    return lambda program: emit(program)[0]


def called(
    planner: Planner, node: Node, wanted: Sequence[str], scale: Scale | None = None
) -> Callable[[Program], list[Value]]:
    """Returns what calls the function of a layer; its results are those that are wanted, the first one with a scale if
    there is one."""
    name = f"{planner.name}_{node.outputs[0] or node.proto.name}"
    leaf = planner.leaf(node.input(0)) if node.inputs.count(node.input(0)) == 1 else None
    part = recurrent.part(node, name, wanted, leaf[1] if leaf else None, scale)
    sources = [leaf[0] if leaf and need == node.input(0) else planner.computed(need) for need in part.needs]

    def emit(program: Program) -> list[Value]:
        program.functions.append(part.text)
        return program.call(name, [source(program) for source in sources], part.types)

    return emit
