# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that meant something else in old versions of the standard, and which onnx's conversion of versions does not
convert with their meaning."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

from .graph import Node

# The first versions in which the operator means what it means today.
_RESIZE, _CLIP, _HARDMAX, _GROUPS = 11, 12, 13, 21
_RESIZED: dict[str, str | int] = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "simple"}
# onnxruntime computes float16 in float32 there.
_IN_FLOAT32: dict[str, str | int] = {"in_float32": 1}
_FLATTENED: dict[str, str | int] = {"flattened": 1}


def note(graph: Any, version: int) -> None:
    """Notes in nodes what they mean in that version, in attributes that rules read."""
    noted: dict[str, dict[str, str | int]] = {}
    if version < _RESIZE:
        noted["Resize"] = _RESIZED
    if version < _CLIP:
        noted["Clip"] = _IN_FLOAT32
    if version < _HARDMAX:
        noted["Hardmax"] = _FLATTENED
    for node in graph.node:
        if node.domain in ("", "ai.onnx"):
            node.attribute.extend(helper.make_attribute(*pair) for pair in noted.get(node.op_type, {}).items())
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                note(attribute.g, version)


def normalize_groups(graph: Any, version: int) -> None:
    """Replaces the GroupNormalization before opset 21, which has one scale and bias for each group: groups are channels."""
    nodes: list[Any] = []
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                normalize_groups(attribute.g, version)
        if node.op_type != "GroupNormalization" or version >= _GROUPS or node.domain not in ("", "ai.onnx"):
            nodes.append(node)
            continue
        given = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}
        x, scale, bias = node.input
        sizes, shape, groups, made = (f"{node.output[0]}/{name}" for name in ("sizes", "shape", "groups", "made"))
        graph.initializer.append(numpy_helper.from_array(numpy.array([0, given["num_groups"], -1]), sizes))
        epsilon = {name: number for name, number in given.items() if name == "epsilon"}
        nodes += [
            helper.make_node("Shape", [x], [shape], node.name),
            helper.make_node("Reshape", [x, sizes], [groups], node.name),
            helper.make_node("InstanceNormalization", [groups, scale, bias], [made], node.name, **epsilon),
            helper.make_node("Reshape", [made, shape], [node.output[0]], node.name),
        ]
    del graph.node[:]
    graph.node.extend(nodes)


def hardmax(node: Node) -> None:
    """Hardmax of an old version, for which all axes from the given one on are one."""
    if not node.attributes.get("flattened"):
        return
    shape = node.shape(0)
    axis = int(node.attributes.get("axis", 1)) % len(shape)
    flat = node.emit("Flatten", node.input(0), axis=axis)
    node.reshape(node.emit("Hardmax", flat, axis=1), shape, out=node.outputs[0])
