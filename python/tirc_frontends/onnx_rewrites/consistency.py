# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refuses nodes whose inputs and attributes do not fit together, as lists with too few or too many numbers. onnxruntime
refuses most of them for the same reasons: both use the standard's inference of shapes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

import onnx

from ..refused import Refused
from .graph import Values

# An error of a node, but not one of a graph or a function that contains another error.
_ERROR = re.compile(r"\(op_type:(\w+), node name: (.*?)\): \[\w+\] ((?!Inference error)[^\n]*)")
# Errors that are not a fault of the node: a wrong shape of a result, of which onnxruntime only warns, and an input for which
# the inference fails, such as a result of ai.onnx.ml.
_OF_OTHERS = re.compile("existing|instead is null|was not a tensor")
# Operators with an axis of their first input. The inference of shapes does not look at all of these.
_OF_AN_AXIS = frozenset(
    "ArgMax ArgMin Compress Gather GatherElements Hardmax LayerNormalization LogSoftmax LpNormalization RMSNormalization "
    "Scatter ScatterElements Softmax Split TopK Unique".split()
)

# Operators with several axes, and the input that has them in newer opsets; so have all reductions.
_OF_AXES = {"MeanVarianceNormalization": 1, "Pad": 3, "Slice": 3, "Squeeze": 1, "Unsqueeze": 1}
# Inputs with a number for each channel: of the first input, or of the weights, which are the second one.
_OF_CHANNELS = {
    "BatchNormalization": (1, 2, 3, 4),
    "Conv": (2,),
    "InstanceNormalization": (1, 2),
}

_GATES = {"GRU": 3, "LSTM": 4, "RNN": 1}


def check(model: Any, operators: Mapping[str, str]) -> None:
    """Refuses the first such node. `operators` has the names of all nodes."""
    inferred = _infer(model, operators)
    values = Values(inferred.graph)
    for node in inferred.graph.node:
        if node.domain == "":
            for find in (_sizes_problem, _axes_problem, _channels_problem, _layer_problem, _padding_problem):
                if problem := find(node, values):
                    raise _refused(node.name, node.op_type, problem)


def _infer(model: Any, operators: Mapping[str, str]) -> Any:
    """Returns the model with the types and shapes of its values, or as it is if it has wrong ones for a result."""
    outputs = list(model.graph.output)
    types = [onnx.TypeProto() for _ in outputs]
    for value, kind in zip(outputs, types, strict=True):
        kind.CopyFrom(value.type)
        if value.type.HasField("tensor_type"):
            value.type.tensor_type.ClearField("shape")
    try:
        return onnx.shape_inference.infer_shapes(model, strict_mode=True)
    except onnx.shape_inference.InferenceError as error:
        for operator, name, message in _ERROR.findall(str(error)):
            if name in operators and not _OF_OTHERS.search(message):
                raise _refused(name, operator, message.rstrip(". ")) from error
        return model
    finally:
        for value, kind in zip(outputs, types, strict=True):
            value.type.CopyFrom(kind)


def _refused(name: str, operator: str, problem: str) -> Refused:
    return Refused(
        f"'{name}': {operator}: its inputs and attributes do not fit together: {problem}; expected a form that the standard "
        "allows: change the node, or export the model again",
        f"onnx.{operator}",
    )


def _given(node: Any) -> dict[str, Any]:
    return {attribute.name: onnx.helper.get_attribute_value(attribute) for attribute in node.attribute}


def _sizes_problem(node: Any, values: Values) -> str:
    """Returns what is wrong with the sizes of a node's results, "" if nothing is."""
    shapes = [values.shape(name) or [] for name in node.output]
    wrong = next((shape for shape in shapes if any(size < 0 for size in shape)), None)
    given = values.shape(node.input[0]) if node.op_type == "Reshape" else None
    if given is not None and shapes[0] and math.prod(given) != math.prod(shapes[0]):
        wrong = shapes[0]
    return f"the shape of its result is {'x'.join(map(str, wrong))}" if wrong else ""


def _axes_problem(node: Any, values: Values) -> str:
    """Returns what is wrong with the axes of a node, "" if nothing is or if they are not known."""
    given = _given(node)
    shape = values.shape(node.input[0]) if node.input else None
    axes = [given["axis"]] if node.op_type in _OF_AN_AXIS and "axis" in given else []
    place = 1 if node.op_type.startswith("Reduce") else _OF_AXES.get(node.op_type)
    if place is not None:
        constant = values.constant(node.input[place]) if len(node.input) > place else None
        axes = list(given.get("axes", [] if constant is None else constant.reshape(-1).tolist()))
    if shape is None:
        return ""
    rank = len(shape) + (len(axes) if node.op_type == "Unsqueeze" else 0)
    if node.op_type == "Transpose" and len(given.get("perm", shape)) != rank:
        return f"its perm has {len(given['perm'])} numbers, and its input {rank} axes"
    if wrong := next((axis for axis in axes if not -rank <= axis < rank), None):
        return f"it has the axis {wrong}, and there are {rank} axes"
    known = {axis % rank for axis in axes}
    return "" if len(known) == len(axes) else f"one of its axes {', '.join(map(str, axes))} is there twice"


def _channels_problem(node: Any, values: Values) -> str:
    """Returns which input has not a number for each channel, "" if all have."""
    shapes = [values.shape(name) for name in node.input]
    whole = shapes[node.op_type == "Conv"] if node.op_type in _OF_CHANNELS else None
    if not whole or len(whole) < 2:
        return ""
    count = whole[0 if node.op_type == "Conv" else 1]
    for index in _OF_CHANNELS[node.op_type]:
        shape = shapes[index] if index < len(shapes) and node.input[index] else None
        if shape is not None and shape != [count]:
            return f"its input '{node.input[index]}' has the shape {'x'.join(map(str, shape))}, and there are {count} channels"
    return ""


def _padding_problem(node: Any, values: Values) -> str:
    """Returns where the padding of a window is negative, "" if it is not. There, onnxruntime leaves out the first numbers
    in some operators and forms, and refuses others."""
    given = _given(node)
    padding = given.get("auto_pad", b"NOTSET").decode()
    shapes = [values.shape(name) for name in node.input[:2]]
    if node.op_type not in ("AveragePool", "Conv", "LpPool", "MaxPool") or padding not in ("SAME_LOWER", "SAME_UPPER"):
        return ""
    kernel = given.get("kernel_shape", (shapes[-1] or [])[2:])
    ones = [1] * len(kernel)
    sizes = zip((shapes[0] or [])[2:], kernel, given.get("strides", ones), given.get("dilations", ones), strict=False)
    for size, length, stride, dilation in sizes:
        total = (-(-size // stride) - 1) * stride + (length - 1) * dilation + 1 - size
        if total < (-2 if padding == "SAME_LOWER" or node.op_type == "Conv" else -1):
            return f"with auto_pad={padding}, the windows of {length} in steps of {stride} leave out numbers at both ends"
    return ""


def _layer_problem(node: Any, values: Values) -> str:
    """Returns which input of a recurrent layer does not have the size of its states, "" if all have."""
    shapes = [values.shape(name) if name else None for name in node.input]
    if node.op_type not in _GATES or not shapes[2]:
        return ""
    given = _given(node)
    size = shapes[2][-1]
    if given.get("hidden_size", size) != size:
        return f"its hidden_size is {given['hidden_size']}, and its input '{node.input[2]}' is for {size}"
    count, all_gates = 2 if given.get("direction") == b"bidirectional" else 1, _GATES[node.op_type] * size
    sizes = {1: [count, all_gates], 2: [count, all_gates, size], 3: [count, 2 * all_gates], 7: [count, 3 * size]}
    for index, wanted in sizes.items():
        shape = shapes[index] if index < len(shapes) else None
        if shape is not None and shape[: len(wanted)] != wanted:
            shown = ["x".join(map(str, one)) for one in (shape, wanted)]
            return f"its input '{node.input[index]}' has the shape {shown[0]}, and the layer's begins with {shown[1]}"
    return ""
