# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The squares of the distances between the rows of two matrices, which skl2onnx writes as a Scan over the rows of one of them."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from .graph import Node
from .ml import schemas

_T = onnx.TensorProto
_FLOATS = (_T.FLOAT, _T.DOUBLE)


def of_rows(node: Node) -> None:
    """Scan: its steps subtract a row from the state, which stays, and sum the squares."""
    attributes = node.attributes
    if node.values.is_inner or len(node.inputs) != 2 or int(attributes["num_scan_inputs"]) != 1 or set(attributes) - {"body", "num_scan_inputs"}:
        return
    if node.kind(0) not in _FLOATS or any(len(node.values.shape(name) or ()) != 2 for name in node.inputs):
        return
    if not _sums_squares(attributes["body"]):
        return
    state, out = node.outputs
    if state:
        node.emit("Identity", node.input(0), out=state)
    if out:
        given = [node.input(1), node.input(0)]
        node.replacement.append(helper.make_node(schemas.SQUARED_DISTANCES, given, [out], node.proto.name, domain=schemas.DOMAIN))


def _sums_squares(body: Any) -> bool:
    makers = {name: one for one in body.node for name in one.output}
    constants = {tensor.name: tensor for tensor in body.initializer}

    def source(name: str) -> str:
        while name in makers and makers[name].op_type == "Identity":
            name = makers[name].input[0]
        return name

    state, row = (value.name for value in body.input)
    after, out = (source(value.name) for value in body.output)
    total = makers.get(out)
    if after != state or total is None or total.op_type != "ReduceSumSquare":
        return False
    difference = makers.get(source(total.input[0]))
    if difference is None or difference.op_type != "Sub" or {source(name) for name in difference.input} != {state, row}:
        return False
    given = {one.name: helper.get_attribute_value(one) for one in total.attribute}
    axes = given.get("axes")
    if len(total.input) > 1 and total.input[1] in constants:
        axes = numpy_helper.to_array(constants[total.input[1]])
    return axes is not None and numpy.asarray(axes).tolist() in ([1], [-1]) and given.get("keepdims", 1) == 0
