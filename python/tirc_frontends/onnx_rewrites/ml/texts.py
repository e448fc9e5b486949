# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a microcontroller does not have: labels that are text become their indices, and maps the tensors of their values."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from onnx import helper, numpy_helper

_ML = "ai.onnx.ml"
_T = onnx.TensorProto
# Operators whose result has the labels of their first input.
_KEEPING = frozenset("ArrayFeatureExtractor Flatten Gather Identity Reshape Squeeze Transpose Unsqueeze".split())
# The attributes with labels that are text, and those with numbers in their place.
_LABELS = {
    "LabelEncoder": {"values_strings": "values_int64s"},
    "LinearClassifier": {"classlabels_strings": "classlabels_ints"},
    "SVMClassifier": {"classlabels_strings": "classlabels_ints"},
    "TreeEnsembleClassifier": {"classlabels_strings": "classlabels_int64s"},
}


def leave_out(model: Any) -> list[str]:
    """Replaces labels that are text by indices, and maps by tensors. Returns remarks on the outputs that thereby change."""
    graph = model.graph
    texts = _replace_constants(graph)
    remarks, is_changed = [], False
    for node in graph.node:
        if node.domain == _ML and node.op_type == "ZipMap":
            remarks.append(_replace_map(graph, node))
            is_changed = True
            continue
        names = _replace_labels(node) if node.domain == _ML else None
        if names is None and node.op_type in _KEEPING and node.input:
            names = texts.get(node.input[0])
        if node.op_type == "Cast" and node.input[0] in texts and _is_to_text(node):
            names = texts[node.input[0]]
            node.CopyFrom(helper.make_node("Identity", node.input, node.output, node.name))
        if names is not None and node.output:
            texts[node.output[0]] = names
    for value in graph.output:
        if value.name in texts and value.type.tensor_type.elem_type == _T.STRING:
            value.type.tensor_type.elem_type = _T.INT64
            remarks.append(f"output '{value.name}' is the index of a label, since labels are text: {_listed(texts[value.name])}")
    if any(opset.domain == _ML for opset in model.opset_import):
        # skl2onnx writes wrong sizes for some outputs; the right ones follow from the nodes.
        for value in graph.output:
            for dim in value.type.tensor_type.shape.dim:
                dim.Clear()
    if is_changed and not any(opset.domain == "" for opset in model.opset_import):
        model.opset_import.append(helper.make_opsetid("", 17))
    return remarks


def _replace_constants(graph: Any) -> dict[str, list[str]]:
    """Replaces constants that are text by the indices of their elements; returns the texts of each."""
    texts: dict[str, list[str]] = {}
    for tensor in graph.initializer:
        if tensor.data_type == _T.STRING:
            texts[tensor.name] = _replace_tensor(tensor)
    for node in graph.node:
        for attribute in node.attribute:
            if node.op_type == "Constant" and attribute.name == "value" and attribute.t.data_type == _T.STRING:
                texts[node.output[0]] = _replace_tensor(attribute.t)
    return texts


def _replace_tensor(tensor: Any) -> list[str]:
    names = [text.decode(errors="replace") for text in tensor.string_data]
    tensor.CopyFrom(numpy_helper.from_array(numpy.arange(len(names)).reshape(tuple(tensor.dims)), tensor.name))
    return names


def _replace_labels(node: Any) -> list[str] | None:
    """Replaces labels of a node that are text by their indices; returns the labels, or None if it has no such labels. What has
    no label becomes -1."""
    others = _LABELS.get(node.op_type, {})
    for attribute in node.attribute:
        if attribute.name in others and attribute.strings:
            names = [text.decode(errors="replace") for text in attribute.strings]
            attribute.CopyFrom(helper.make_attribute(others[attribute.name], list(range(len(names)))))
        elif node.op_type == "LabelEncoder" and attribute.name == "values_tensor" and attribute.t.data_type == _T.STRING:
            names = _replace_tensor(attribute.t)
        else:
            continue
        kept = [one for one in node.attribute if one.name not in ("default_string", "default_tensor")]
        if node.op_type == "LabelEncoder" and "values_tensor" in (one.name for one in kept):
            kept.append(helper.make_attribute("default_tensor", numpy_helper.from_array(numpy.array([-1]))))
        del node.attribute[:]
        node.attribute.extend(kept)
        return names
    return None


def _is_to_text(node: Any) -> bool:
    return any(attribute.name == "to" and attribute.i == _T.STRING for attribute in node.attribute)


def _replace_map(graph: Any, node: Any) -> str:
    """Replaces a ZipMap by its input; returns the remark on it."""
    given = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}
    names = [text.decode(errors="replace") for text in given.get("classlabels_strings", [])]
    names = names or [str(number) for number in given.get("classlabels_int64s", [])]
    out = node.output[0]
    for value in graph.output:
        if value.name == out:
            value.CopyFrom(helper.make_tensor_value_info(out, _T.FLOAT, [None, None]))
    place = node.name
    node.CopyFrom(helper.make_node("Identity", node.input, node.output, place))
    return f"'{place}': ZipMap is left out: '{out}' has a column for each class: {_listed(names)}"


def _listed(names: list[str]) -> str:
    return ", ".join(f"{index} is '{name}'" for index, name in enumerate(names))
