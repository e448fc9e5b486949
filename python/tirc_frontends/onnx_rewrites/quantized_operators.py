# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantised operators of the standard and of onnxruntime's tools, as operators on floats between quantisations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from onnx import helper, numpy_helper

from . import own
from .blocks import allow
from .graph import refusing

_OWN = "com.microsoft"


class _Parts:
    """The nodes that replace one, and its inputs."""

    def __init__(self, node: Any, constants: dict[str, Any]) -> None:
        self.node, self.constants = node, constants
        self.nodes: list[Any] = []
        self.added: list[Any] = []
        self.attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}

    def input(self, index: int) -> str:
        return self.node.input[index] if index < len(self.node.input) else ""

    def name(self) -> str:
        return f"{self.node.output[0]}/{len(self.nodes)}"

    def emit(self, operator: str, *inputs: str, out: str = "", **attributes: Any) -> str:
        out = out or self.name()
        given = list(inputs)
        while given and not given[-1]:
            given.pop()
        self.nodes.append(helper.make_node(operator, given, [out], name=self.node.name, **attributes))
        return out

    def real(self, index: int, axis: int | None = None) -> str:
        """Returns the floats of the input whose scale and zero point follow it."""
        more: dict[str, Any] = {} if axis is None or self._is_single(index + 1) else {"axis": axis}
        names = [self._scalar(self.input(i)) for i in (index + 1, index + 2)] if not more else [
            self.input(index + 1),
            self.input(index + 2),
        ]
        return self.emit("DequantizeLinear", self.input(index), *names, **more)

    def quantize(self, x: str, index: int) -> None:
        """Quantises the result, with the scale and zero point at an index."""
        names = [self._scalar(self.input(i)) for i in (index, index + 1)]
        self.emit("QuantizeLinear", x, *names, out=self.node.output[0])

    def bias(self, index: int, x: int, weights: int) -> str:
        """Returns the floats of an int32 bias, whose scale is the input's scale times the weights' scale."""
        if not self.input(index):
            return ""
        scales = [numpy_helper.to_array(self.constants[self.input(i)]).reshape(-1) for i in (x + 1, weights + 1)]
        scale = scales[0] * scales[1]
        name = f"{self.node.output[0]}/bias_scale"
        self.added.append(numpy_helper.from_array(scale if scale.size > 1 else scale.reshape([]), name))
        zero = f"{self.node.output[0]}/bias_zero"
        self.added.append(numpy_helper.from_array(numpy.zeros(scale.shape if scale.size > 1 else [], numpy.int32), zero))
        more: dict[str, Any] = {"axis": 0} if scale.size > 1 else {}
        return self.emit("DequantizeLinear", self.input(index), name, zero, **more)

    def is_fixed(self, indices: Sequence[int]) -> bool:
        return all(not self.input(i) or self.input(i) in self.constants for i in indices)

    def _is_single(self, index: int) -> bool:
        return bool(numpy.prod(self.constants[self.input(index)].dims) == 1)

    def _scalar(self, name: str) -> str:
        """Returns a parameter of one element as a scalar."""
        if not name or not self.constants[name].dims:
            return name
        out = f"{self.node.output[0]}/{name}"
        if out not in {tensor.name for tensor in self.added}:
            self.added.append(numpy_helper.from_array(numpy_helper.to_array(self.constants[name]).reshape([]), out))
        return out


def _unary(operator: str, dropped: tuple[str, ...] = ()) -> Any:
    def expand(parts: _Parts) -> bool:
        if not parts.is_fixed((1, 2, 3, 4)) or parts.attributes.get("channels_last"):
            return False
        kept = {name: value for name, value in parts.attributes.items() if name not in ("channels_last", *dropped)}
        parts.quantize(parts.emit(operator, parts.real(0), **kept), 3)
        return True

    return expand


def _softmax(parts: _Parts) -> bool:
    """Before opset 13, the axes from the given one on were one axis."""
    is_last = int(parts.attributes.get("axis", -1)) == -1
    return bool((is_last or int(parts.attributes["opset"]) >= 13) and _unary("Softmax", ("opset",))(parts))


def _binary(operator: str) -> Any:
    def expand(parts: _Parts) -> bool:
        if not parts.is_fixed((1, 2, 4, 5, 6, 7)):
            return False
        parts.quantize(parts.emit(operator, parts.real(0), parts.real(3)), 6)
        return True

    return expand


def _where(parts: _Parts) -> bool:
    if not parts.is_fixed((2, 3, 5, 6, 7, 8)):
        return False
    parts.quantize(parts.emit("Where", parts.input(0), parts.real(1), parts.real(4)), 7)
    return True


def _concat(parts: _Parts) -> bool:
    starts = range(2, len(parts.node.input), 3)
    if not parts.is_fixed([0, 1, *(i + k for i in starts for k in (1, 2))]):
        return False
    parts.quantize(parts.emit("Concat", *[parts.real(i) for i in starts], axis=parts.attributes["axis"]), 0)
    return True


def _convolution(parts: _Parts) -> bool:
    if not parts.is_fixed((1, 2, 3, 4, 5, 6, 7)) or parts.attributes.get("channels_last"):
        return False
    x, weights = parts.real(0), parts.real(3, 0)
    attributes = {name: value for name, value in parts.attributes.items() if name != "channels_last"}
    parts.quantize(parts.emit("Conv", x, weights, parts.bias(8, 0, 3), **attributes), 6)
    return True


def _matmul(parts: _Parts) -> bool:
    if not parts.is_fixed((1, 2, 4, 5, 6, 7)) or not all(parts._is_single(i) for i in (1, 6)):
        return False
    dims = len(parts.constants[parts.input(3)].dims) if parts.input(3) in parts.constants else 0
    if not parts._is_single(4) and (dims != 2 or len(parts.constants[parts.input(4)].dims) != 1):
        return False
    parts.quantize(parts.emit("MatMul", parts.real(0), parts.real(3, 1)), 6)
    return True


def _gemm(parts: _Parts) -> bool:
    if not parts.is_fixed((1, 2, 3, 4, 5, 7, 8)) or float(parts.attributes.get("alpha", 1)) != 1:
        return False
    axis = 0 if parts.attributes.get("transB") else 1
    attributes = {name: value for name, value in parts.attributes.items() if name != "alpha"}
    out = "" if parts.input(7) else parts.node.output[0]
    x = parts.emit("Gemm", parts.real(0), parts.real(3, axis), parts.bias(6, 0, 3), out=out, **attributes)
    if not out:
        parts.quantize(x, 7)
    return True


def _quantization(parts: _Parts) -> bool:
    """onnxruntime's form of the standard's operator, which has types that older versions of the standard do not have."""
    parts.emit(parts.node.op_type, *parts.node.input, out=parts.node.output[0], **parts.attributes)
    return True


_EXPANSIONS = {
    (_OWN, "DequantizeLinear"): _quantization,
    (_OWN, "QGemm"): _gemm,
    (_OWN, "QLinearAdd"): _binary("Add"),
    (_OWN, "QLinearAveragePool"): _unary("AveragePool"),
    (_OWN, "QLinearConcat"): _concat,
    (_OWN, "QLinearGlobalAveragePool"): _unary("GlobalAveragePool"),
    (_OWN, "QLinearLeakyRelu"): _unary("LeakyRelu"),
    (_OWN, "QLinearMul"): _binary("Mul"),
    (_OWN, "QLinearSigmoid"): _unary("Sigmoid"),
    (_OWN, "QLinearSoftmax"): _softmax,
    (_OWN, "QLinearWhere"): _where,
    (_OWN, "QuantizeLinear"): _quantization,
    **{(_OWN, operator): function for operator, function in own.EXPANSIONS.items()},
    ("", "QLinearConv"): _convolution,
    ("", "QLinearMatMul"): _matmul,
}


def expand(model: Any, domain: str) -> None:
    """Replaces the quantised operators of a domain, "" for the standard's, whose scales are constant."""
    graph = model.graph
    constants = {tensor.name: tensor for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant" and node.attribute[0].name == "value":
            constants[node.output[0]] = node.attribute[0].t
    nodes = []
    for node in graph.node:
        operator = _EXPANSIONS.get((node.domain, node.op_type)) if node.domain == domain else None
        parts = _Parts(node, constants)
        with refusing(node.name, f"{node.domain}.{node.op_type}".lstrip(".")):
            is_expanded = operator is not None and operator(parts)
        nodes += parts.nodes if is_expanded else [node]
        graph.initializer.extend(parts.added if is_expanded else [])
    del graph.node[:]
    graph.node.extend(nodes)
    if domain and not any(node.domain == domain for node in nodes):
        kept = [opset for opset in model.opset_import if opset.domain != domain]
        del model.opset_import[:]
        model.opset_import.extend(kept)
    allow(model)
