# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arithmetic with constants after a convolution or a matrix product, such as a batch normalisation."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from ..channels import Affine, of_channels
from .emitter import Emitter, stored

_ATEN: Any = torch.ops.aten
_ARITHMETIC = {
    _ATEN.add.Tensor: "Add",
    _ATEN.sub.Tensor: "Sub",
    _ATEN.mul.Tensor: "Mul",
    _ATEN.div.Tensor: "Div",
    _ATEN.rsub.Scalar: "Sub",
}
_KINDS = (torch.float32, torch.float64)
# The operands of a product: its weights and its bias, and the axis of the weights that has the channels.
_MATRICES = {_ATEN.mm.default: (1, None, 1), _ATEN.addmm.default: (2, 0, 1)}


def fold(program: Any) -> None:
    """Makes arithmetic after products a part of their weights, if nothing else reads these or what is between."""
    constants = stored(program)
    for node in list(program.graph.nodes):
        if node.op == "call_function" and (product := _form(node, constants)) is not None:
            _fold(program, node, constants, product)
    program.graph_module.recompile()


class _Product(NamedTuple):
    """A product with constant weights: what it reads them from, the axis of the weights that has the channels, the number of
    groups that the axis has for each of them, the operand of its bias if it may have one, and the axis of its result that
    has the channels."""

    weights: int
    stored: Any
    axis: int
    groups: int
    bias: int | None
    channels: int


def _form(node: Any, constants: dict[Any, Any]) -> _Product | None:
    """Returns the product that a node is, or None."""
    is_transposed, groups = False, 1
    bias: int | None
    if node.target is _ATEN.convolution.default:
        is_transposed = node.args[6]
        groups = node.args[8] if is_transposed else 1
        weights, bias, axis = 1, 2, 1 if is_transposed else 0
    elif node.target in _MATRICES:
        weights, bias, axis = _MATRICES[node.target]
    else:
        return None
    if node.kwargs or len(node.users) != 1 or node.meta["val"].dtype not in _KINDS:
        return None
    source = node.args[weights]
    if source.target is _ATEN.permute.default and list(source.args[1]) == [1, 0] and len(source.users) == 1:
        source, axis = source.args[0], 1 - axis
    if source not in constants or len(source.users) != 1:
        return None
    if (given := _bias(node, bias)) is not None and given not in constants:
        return None
    is_matrix = node.target is not _ATEN.convolution.default
    return _Product(weights, source, axis, groups, bias, node.meta["val"].dim() - 1 if is_matrix else 1)


def _bias(node: Any, bias: int | None) -> Any:
    return node.args[bias] if bias is not None and len(node.args) > bias else None


def _fold(program: Any, node: Any, constants: dict[Any, Any], product: _Product) -> None:
    count = node.meta["val"].shape[product.channels]
    old, given = constants[product.stored].numpy(), _bias(node, product.bias)
    old_bias = None if given is None else constants[given].numpy()
    if old_bias is not None and old_bias.size != count:
        return
    affine, chain = Affine(count), [node]
    while len(chain[-1].users) == 1:
        (reader,) = chain[-1].users
        if not _takes(reader, chain[-1], constants, product.channels, affine):
            break
        chain.append(reader)
    made = affine.weights(old, product.axis, product.groups)
    made_bias = affine.bias(None if old_bias is None else old_bias.reshape(-1), old.dtype)
    # Without a bias, a sum by itself stays one.
    is_sum = product.bias is None and len(chain) == 2 and not affine.has_factor
    if len(chain) == 1 or is_sum or made is None or made_bias is None:
        return
    emitter = Emitter(program, node)
    arguments = list(node.args)
    arguments[product.weights] = emitter.constant(torch.from_numpy(made.copy()))
    if node.args[product.weights] is not product.stored:
        arguments[product.weights] = emitter(_ATEN.permute.default, arguments[product.weights], [1, 0])
    has_bias = given is not None or affine.has_offset
    if product.bias is not None and has_bias:
        arguments[product.bias] = emitter.constant(torch.from_numpy(made_bias.copy()))
    result = emitter(node.target, *arguments)
    if product.bias is None and has_bias:
        result = emitter(_ATEN.add.Tensor, result, emitter.constant(torch.from_numpy(made_bias.copy())))
    chain[-1].replace_all_uses_with(result)
    for other in reversed(chain):
        program.graph.erase_node(other)


def _takes(node: Any, value: Any, constants: dict[Any, Any], channels: int, affine: Affine) -> bool:
    """Returns whether a node computes with the value and a constant for each channel, which `affine` then does."""
    operator = _ARITHMETIC.get(node.target) if node.op == "call_function" else None
    if operator is None or node.kwargs.get("alpha", 1) != 1:
        return False
    is_second = node.args[1] is value
    other = node.args[0 if is_second else 1]
    is_swapped = is_second or node.target is _ATEN.rsub.Scalar
    tensor = torch.tensor(other, dtype=torch.float64) if isinstance(other, (int, float)) else constants.get(other)
    result = value.meta["val"]
    if tensor is None or tensor.is_complex() or (node.meta["val"].dtype, node.meta["val"].shape) != (result.dtype, result.shape):
        return False
    own = of_channels(tensor.to(torch.float64).numpy(), result.dim(), channels, result.shape[channels])
    return own is not None and affine.then(operator, own, is_swapped)
