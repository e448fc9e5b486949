# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a model has integers of at most 4 bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import onnx

_T = onnx.TensorProto
# Releases of onnx before 1.20 do not have the last two.
_TYPES = {_T.INT4, _T.UINT4, getattr(_T, "INT2", 0), getattr(_T, "UINT2", 0)} - {0}
# Operators of onnxruntime with packed weights, whose attribute `bits` is 4 by default.
_PACKED = ("MatMulNBits", "GatherBlockQuantized")
_MOST = 4


def _tensors(node: Any) -> Iterable[Any]:
    for attribute in node.attribute:
        yield from (attribute.t, *attribute.tensors)


def _is_narrow(node: Any) -> bool:
    if node.op_type in _PACKED:
        return next((attribute.i for attribute in node.attribute if attribute.name == "bits"), _MOST) <= _MOST
    graphs = [graph for attribute in node.attribute for graph in (attribute.g, *attribute.graphs)]
    return any(tensor.data_type in _TYPES for tensor in _tensors(node)) or any(map(has_narrow, graphs))


def has_narrow(graph: Any) -> bool:
    """Returns whether a constant of the graph has integers of at most 4 bits."""
    return any(tensor.data_type in _TYPES for tensor in graph.initializer) or any(map(_is_narrow, graph.node))
