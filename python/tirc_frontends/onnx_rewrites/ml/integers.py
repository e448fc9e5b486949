# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Labels that skl2onnx takes out of a table of integers, makes floats, and then integers again."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import numpy_helper

_T = onnx.TensorProto
# A float has all integers up to this one.
_MOST = 1 << 24


def keep_integers(graph: Any) -> None:
    """Makes labels int64 in their table, where they are at last, and in between."""
    makers = {name: node for node in graph.node for name in node.output}
    uses = [name for node in graph.node for name in node.input] + [value.name for value in graph.output]
    tables = {tensor.name: tensor for tensor in graph.initializer if tensor.data_type in (_T.INT32, _T.INT64)}
    for node in graph.node:
        if not _casts_to(node, _T.INT64):
            continue
        names = [node.input[0]]
        while (maker := makers.get(names[-1])) is not None and maker.op_type == "Reshape":
            names.append(maker.input[0])
        if maker is None or not _casts_to(maker, _T.FLOAT):
            continue
        source = makers.get(maker.input[0])
        table = tables.get(source.input[0]) if source is not None and source.op_type == "ArrayFeatureExtractor" else None
        if table is None or any(uses.count(name) != 1 for name in (*names, maker.input[0], table.name)):
            continue
        labels = numpy_helper.to_array(table).astype(numpy.int64)
        if (abs(labels) > _MOST).any():
            continue
        table.CopyFrom(numpy_helper.from_array(labels, table.name))
        maker.attribute[0].i = _T.INT64
        for value in (*graph.value_info, *graph.input):
            if value.name in (*names, maker.input[0], table.name):
                value.type.tensor_type.elem_type = _T.INT64


def _casts_to(node: Any, kind: int) -> bool:
    return bool(node.op_type == "Cast" and len(node.attribute) == 1 and node.attribute[0].i == kind)
