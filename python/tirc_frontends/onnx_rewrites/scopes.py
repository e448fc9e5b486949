# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names and results of the graphs in branches and loops, as torch-mlir reads them.

torch-mlir looks a name up in the graph around before it knows the inner graph's own, and mixes results up that are
inputs of their graph, or the same value twice.
"""

from __future__ import annotations

from typing import Any

import onnx
from onnx import helper

from .folding import renamed
from .graph import defined


def separate(graph: Any, outer: frozenset[str] = frozenset()) -> None:
    """Gives the graphs inside a graph names of their own, and each of their results a node; `outer` are the names of the
    graphs around it."""
    names = outer | defined(graph)
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                _rename(attribute.g, names)
                _separate_results(attribute.g, node.name or node.output[0], names)
                separate(attribute.g, names)


def _fresh(name: str, names: frozenset[str]) -> str:
    while name in names:
        name += "'"
    return name


def _rename(graph: Any, outer: frozenset[str]) -> None:
    """Renames what a graph defines by a name of a graph around it."""
    own = defined(graph)
    names = {name: _fresh(f"{name}'", own | outer) for name in own & outer}
    if not names:
        return
    nodes = [renamed(node, names) for node in graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    for value in [*graph.input, *graph.output, *graph.value_info, *graph.initializer]:
        value.name = names.get(value.name, value.name)


def _separate_results(graph: Any, place: str, outer: frozenset[str]) -> None:
    made = {name for node in graph.node for name in node.output}
    taken, seen = outer | defined(graph), set[str]()
    for value in graph.output:
        if value.name not in made or value.name in seen:
            result = _fresh(f"{value.name}'", taken)
            taken |= {result}
            graph.node.append(helper.make_node("Identity", [value.name], [result], name=place))
            value.name = result
        seen.add(value.name)
