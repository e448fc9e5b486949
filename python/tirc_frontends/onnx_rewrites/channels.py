# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batch normalisation with constants, and arithmetic with constants after a convolution or a matrix product."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy
import onnx
from onnx import numpy_helper

from ..channels import Affine, of_channels
from .graph import Array, Node, Values, used

_KINDS = (onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE)
_ARITHMETIC = ("Add", "Sub", "Mul", "Div")


def batch_normalization(node: Node) -> None:
    """BatchNormalization with constants: a product and a sum, as onnxruntime computes it."""
    rest = [node.constant(i) for i in range(1, 5)]
    scale, bias, mean, variance = (part.astype(numpy.float64) if part is not None else None for part in rest)
    if scale is None or bias is None or mean is None or variance is None or node.kind(0) not in _KINDS:
        return
    if node.attributes.get("training_mode", 0) or len([name for name in node.outputs if name]) > 1:
        return
    # An attribute is a float32, also beside numbers of float64.
    epsilon = numpy.float64(numpy.float32(node.attributes.get("epsilon", 1e-5)))
    with numpy.errstate(all="ignore"):
        factor = scale / numpy.sqrt(variance + epsilon)
    kind = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    sizes = [-1] + [1] * (len(node.shape(0)) - 2)
    literals = [node.literal(part.astype(kind).reshape(sizes)) for part in (factor, bias - mean * factor)]
    node.emit("Add", node.emit("Mul", node.input(0), literals[0]), literals[1], out=node.outputs[0])


class _Product(NamedTuple):
    """A product with constant weights: the axes of its result and of its weights that have the channels, and their number."""

    node: Any
    axis: int
    of_weights: int
    channels: int
    groups: int
    has_bias: bool


def fold(graph: Any) -> None:
    """Makes arithmetic after products a part of their weights, if nothing else reads these or what is between."""
    values = Values(graph)
    readers: dict[str, list[Any]] = {}
    for node in graph.node:
        for name in node.input:
            readers.setdefault(name, []).append(node)
    uses = Counter(name for node in graph.node for name in [*node.input, *used(node)])
    uses.update(value.name for value in graph.output)
    gone: list[Any] = []
    for node in graph.node:
        product = _product(node, values)
        if product is None or any(node is other for other in gone):
            continue
        affine, chain = Affine(product.channels), []
        last = node.output[0]
        while uses[last] == 1 and last in readers and _takes(readers[last][0], last, product, values, affine):
            chain.append(readers[last][0])
            last = chain[-1].output[0]
        # Without a bias, a sum by itself stays one, and one stays after other arithmetic.
        is_sum = not product.has_bias and len(chain) == 1 and not affine.has_factor
        if not chain or is_sum or uses[node.input[1]] != 1 or not _replace(graph, product, values, affine):
            continue
        if not product.has_bias and affine.has_offset:
            kind = onnx.helper.tensor_dtype_to_np_dtype(values.kind(node.input[1]))
            _constant(graph, values, chain[-1], 1, affine.offset.astype(kind))
            chain[-1].op_type, chain[-1].input[0] = "Add", node.output[0]
            chain.pop()
        else:
            node.output[0] = last
        gone += chain
    kept = [node for node in graph.node if not any(node is other for other in gone)]
    del graph.node[:]
    graph.node.extend(kept)


def _product(node: Any, values: Values) -> _Product | None:
    if node.domain not in ("", "ai.onnx") or len(node.input) < 2 or values.kind(node.input[1]) not in _KINDS:
        return None
    weights = values.constant(node.input[1]) if node.op_type in ("Conv", "ConvTranspose", "Gemm", "MatMul") else None
    shape = values.shape(node.output[0])
    if weights is None or shape is None or weights.ndim < 2:
        return None
    attributes = {attribute.name: onnx.helper.get_attribute_value(attribute) for attribute in node.attribute}
    has_bias = node.op_type != "MatMul" and attributes.get("beta", 1) == 1
    if len(node.input) > 2 and node.input[2]:
        bias = values.constant(node.input[2])
        if bias is None or bias.size != shape[1] or not has_bias:
            return None
    groups = attributes.get("group", 1) if node.op_type == "ConvTranspose" else 1
    of_weights = 1 if node.op_type == "ConvTranspose" else 0
    if node.op_type in ("Gemm", "MatMul"):
        of_weights = 0 if attributes.get("transB") else weights.ndim - 1
    if node.op_type == "MatMul" and weights.ndim != 2:
        return None
    axis = len(shape) - 1 if node.op_type in ("Gemm", "MatMul") else 1
    return _Product(node, axis, of_weights, shape[axis], groups, has_bias)


def _takes(node: Any, value: str, product: _Product, values: Values, affine: Affine) -> bool:
    """Returns whether a node computes with the value and a constant for each channel, which `affine` then does."""
    if node.op_type not in _ARITHMETIC or node.domain not in ("", "ai.onnx"):
        return False
    is_swapped = node.input[1] == value
    constant = values.constant(node.input[0 if is_swapped else 1])
    shape = values.shape(product.node.output[0])
    if constant is None or shape is None or values.shape(node.output[0]) != shape:
        return False
    own = of_channels(constant, len(shape), product.axis, product.channels)
    return own is not None and affine.then(node.op_type, own, is_swapped)


def _replace(graph: Any, product: _Product, values: Values, affine: Affine) -> bool:
    """Gives a product other weights and another bias; returns whether these are finite numbers."""
    node = product.node
    old = values.constant(node.input[1])
    assert old is not None
    given = values.constant(node.input[2]) if len(node.input) > 2 and node.input[2] else None
    weights = affine.weights(old, product.of_weights, product.groups)
    bias = affine.bias(None if given is None else given.reshape(-1), old.dtype)
    if weights is None or bias is None:
        return False
    _constant(graph, values, node, 1, weights)
    if product.has_bias and (given is not None or affine.has_offset):
        _constant(graph, values, node, 2, bias)
    return True


def _constant(graph: Any, values: Values, node: Any, index: int, elements: Array) -> None:
    """Makes an input of a node a new constant."""
    tensor = numpy_helper.from_array(numpy.ascontiguousarray(elements), f"{node.output[0]}/folded{index}")
    graph.initializer.append(tensor)
    values.add_constant(tensor)
    while len(node.input) <= index:
        node.input.append("")
    node.input[index] = tensor.name
