# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of onnxruntime that join several of the standard's, or have weights of few bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy
from onnx import TensorProto, helper, numpy_helper

from . import blocks, quantized_lstm
from .graph import Array
from .ml.schemas import BLOCKED_PRODUCT, BLOCKED_ROWS, DOMAIN

# The parameters of activations, by their names in `activation_params`.
_ACTIVATIONS: dict[str, tuple[str, ...]] = {
    "Relu": (),
    "Sigmoid": (),
    "Tanh": (),
    "LeakyRelu": ("alpha",),
    "HardSigmoid": ("alpha", "beta"),
}


def _literal(parts: Any, word: str, values: Any) -> str:
    name = f"{parts.node.output[0]}/{word}"
    parts.added.append(numpy_helper.from_array(numpy.asarray(values), name))
    return name


def _value(parts: Any, index: int) -> Array | None:
    name = parts.input(index)
    return numpy_helper.to_array(parts.constants[name]) if name in parts.constants else None


def _activated(parts: Any, x: str) -> bool:
    """Adds the activation, whose result is the node's."""
    name = parts.attributes.get("activation", b"").decode()
    given = [float(number) for number in parts.attributes.get("activation_params", [])]
    if name == "Clip":
        limits = [_literal(parts, f"limit{i}", numpy.float32(number)) for i, number in enumerate(given)]
        parts.emit("Clip", x, *limits, out=parts.node.output[0])
        return len(given) == 2
    if name and (name not in _ACTIVATIONS or len(given) != len(_ACTIVATIONS[name])):
        return False
    more: dict[str, Any] = dict(zip(_ACTIVATIONS.get(name, ()), given))
    parts.emit(name or "Identity", x, out=parts.node.output[0], **more)
    return True


def _convolution(parts: Any) -> bool:
    """FusedConv: the convolution, a sum with a fourth input, and an activation."""
    kept = {name: value for name, value in parts.attributes.items() if not name.startswith("activation")}
    x = parts.emit("Conv", *[parts.input(i) for i in range(3)], **kept)
    return _activated(parts, parts.emit("Add", x, parts.input(3)) if parts.input(3) else x)


def _gemm(parts: Any) -> bool:
    """FusedGemm, whose activation has attributes of its own."""
    kept = {name: value for name, value in parts.attributes.items() if not name.startswith("activation")}
    given = [float(parts.attributes[name]) for name in sorted(parts.attributes) if name.startswith("activation_")]
    parts.attributes["activation_params"] = given
    return _activated(parts, parts.emit("Gemm", *parts.node.input, **kept))


def _matmul(parts: Any) -> bool:
    """FusedMatMul: with a factor, and of operands whose last two axes are exchanged."""
    if any(parts.attributes.get(name, 0) for name in ("transBatchA", "transBatchB")):
        return False
    letters = ["ji" if parts.attributes.get("transA", 0) else "ij", "kj" if parts.attributes.get("transB", 0) else "jk"]
    factor = numpy.float32(parts.attributes.get("alpha", 1))
    out = parts.node.output[0] if factor == 1 else ""
    if letters == ["ij", "jk"]:
        x = parts.emit("MatMul", *parts.node.input[:2], out=out)
    else:
        equation = f"...{letters[0]},...{letters[1]}->...ik"
        x = parts.emit("Einsum", *parts.node.input[:2], out=out, equation=equation)
    if not out:
        parts.emit("Mul", x, _literal(parts, "alpha", factor), out=parts.node.output[0])
    return True


def _to_float(parts: Any, operands: list[str], scale: str, bias: int) -> bool:
    """Adds a product of integers, which becomes a float."""
    x = parts.emit("Cast", parts.emit("MatMulInteger", *operands), to=TensorProto.FLOAT)
    out = "" if parts.input(bias) else parts.node.output[0]
    x = parts.emit("Mul", x, scale, out=out)
    if not out:
        parts.emit("Add", x, parts.input(bias), out=parts.node.output[0])
    return True


def _integers_to_float(parts: Any) -> bool:
    """MatMulIntegerToFloat."""
    scale = parts.emit("Mul", parts.input(2), parts.input(3))
    return _to_float(parts, [parts.input(i) for i in (0, 1, 4, 5)], scale, 6)


def _dynamic_matmul(parts: Any) -> bool:
    """DynamicQuantizeMatMul."""
    names = [f"{parts.node.output[0]}/quantized{i}" for i in range(3)]
    parts.nodes.append(helper.make_node("DynamicQuantizeLinear", [parts.input(0)], names, name=parts.node.name))
    scale = parts.emit("Mul", names[1], parts.input(2))
    return _to_float(parts, [names[0], parts.input(1), names[2], parts.input(3)], scale, 4)


def _unpacked(data: Array, bits: int, count: int) -> Array:
    """Returns the numbers of the last axis, of which the first is in the low bits of a byte."""
    shifts = numpy.arange(0, 8, bits, dtype=numpy.uint8)
    numbers = (data[..., None] >> shifts) & ((1 << bits) - 1)
    return numbers.reshape(*data.shape[:-1], -1)[..., :count].astype(numpy.int16)


def _matmul_of_bits(parts: Any) -> bool:
    """MatMulNBits: weights without a sign, several in a byte, in blocks of each row."""
    given = {name: int(parts.attributes.get(name, 0)) for name in ("K", "N", "bits", "block_size")}
    features, units, bits, size = given["K"], given["N"], given["bits"] or 4, given["block_size"]
    data, scales, zeros = (_value(parts, index) for index in (1, 2, 3))
    count = math.ceil(features / size)
    if data is None or scales is None or bits not in (2, 4, 8) or parts.input(4) or (zeros is None) != (not parts.input(3)):
        return False
    if scales.dtype != numpy.float32:
        return False
    weights = _unpacked(data.reshape(units, -1), bits, count * size)[:, :features]
    if zeros is None:
        points = numpy.full([units, count], 1 << (bits - 1), numpy.int16)
    elif zeros.dtype == numpy.uint8:
        points = _unpacked(zeros.reshape(units, -1), bits, count)
    else:
        return False
    attributes = blocks.attributes(weights, scales.reshape(units, count), points, size)
    out = "" if parts.input(5) else parts.node.output[0]
    x = parts.emit(BLOCKED_PRODUCT, parts.input(0), out=out, domain=DOMAIN, **attributes)
    if not out:
        parts.emit("Add", x, parts.input(5), out=parts.node.output[0])
    return True


def _gather_blocks(parts: Any) -> bool:
    """GatherBlockQuantized of rows, whose blocks are along them."""
    data, scales, zeros = _value(parts, 0), _value(parts, 2), _value(parts, 3)
    if data is None or scales is None or (zeros is None) != (not parts.input(3)) or scales.dtype != numpy.float32:
        return False
    size, bits = int(parts.attributes.get("block_size", 128)), int(parts.attributes.get("bits", 4))
    is_packed = data.dtype == numpy.uint8 and bits < 8
    weights = _unpacked(data, bits, data.shape[-1] * 8 // bits) if is_packed else data.astype(numpy.int16)
    axes = [int(parts.attributes.get("gather_axis", 0)), int(parts.attributes.get("quantize_axis", 1)) % max(data.ndim, 1)]
    if weights.ndim != 2 or axes != [0, 1]:
        return False
    if zeros is None:
        # Without a sign, the middle is 0.
        points = numpy.full(scales.shape, (1 << (bits - 1)) if data.dtype == numpy.uint8 else 0, numpy.int16)
    else:
        points = _unpacked(zeros, bits, scales.shape[1]) if is_packed else zeros.astype(numpy.int16)
    attributes = blocks.attributes(weights, scales, points, size)
    parts.emit(BLOCKED_ROWS, parts.input(1), out=parts.node.output[0], domain=DOMAIN, **attributes)
    return True


def _skip(parts: Any) -> bool:
    """SkipLayerNormalization: of a sum, which is the fourth result."""
    x = parts.emit("Add", parts.input(0), parts.input(1))
    if parts.input(4):
        x = parts.emit("Add", x, parts.input(4))
    outs = [*parts.node.output, *[""] * 4][:4]
    if outs[1] or outs[2]:
        return False
    if outs[3]:
        parts.emit("Identity", x, out=outs[3])
    epsilon = float(parts.attributes.get("epsilon", 1e-12))
    more = [parts.input(3)] if parts.input(3) else []
    parts.emit("LayerNormalization", x, parts.input(2), *more, out=outs[0], axis=-1, epsilon=epsilon)
    return True


def _gelu_of_sum(parts: Any) -> bool:
    """Gelu and BiasGelu, and FastGelu, which takes tanh in place of erf. The model's opset may not have Gelu."""

    def times(x: str, word: str, factor: float) -> Any:
        return parts.emit("Mul", x, _literal(parts, word, numpy.float32(factor)))

    x = parts.emit("Add", parts.input(0), parts.input(1)) if parts.input(1) else parts.input(0)
    if parts.node.op_type == "FastGelu":
        third = times(parts.emit("Mul", parts.emit("Mul", x, x), x), "cube", 0.044715)
        y = parts.emit("Tanh", times(parts.emit("Add", x, third), "root", math.sqrt(2 / math.pi)))
    else:
        y = parts.emit("Erf", times(x, "root", math.sqrt(0.5)))
    factor = parts.emit("Add", y, _literal(parts, "one", numpy.float32(1)))
    parts.emit("Mul", times(x, "half", 0.5), factor, out=parts.node.output[0])
    return True


def _quick_gelu(parts: Any) -> bool:
    x = parts.input(0)
    scaled = parts.emit("Mul", x, _literal(parts, "alpha", numpy.float32(parts.attributes.get("alpha", 1.702))))
    parts.emit("Mul", x, parts.emit("Sigmoid", scaled), out=parts.node.output[0])
    return True


EXPANSIONS: dict[str, Callable[[Any], bool]] = {
    "BiasGelu": _gelu_of_sum,
    "DynamicQuantizeLSTM": quantized_lstm.expand,
    "DynamicQuantizeMatMul": _dynamic_matmul,
    "FastGelu": _gelu_of_sum,
    "FusedConv": _convolution,
    "FusedGemm": _gemm,
    "FusedMatMul": _matmul,
    "GatherBlockQuantized": _gather_blocks,
    "Gelu": _gelu_of_sum,
    "MatMulIntegerToFloat": _integers_to_float,
    "MatMulNBits": _matmul_of_bits,
    "QuickGelu": _quick_gelu,
    "SkipLayerNormalization": _skip,
}
