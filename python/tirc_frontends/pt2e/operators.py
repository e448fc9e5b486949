# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of PyTorch that have a form in integers, as operators of ONNX.

The recovery of integers reads the shapes of results from the program, so that a reshape has no second input here, and a
dense layer is a Gemm for inputs of any rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import torch

from .translation import Call, Rule, shape_of

_FLOAT = torch.float32
_QUANTISED = (torch.int8, torch.uint8, torch.int16, torch.uint16)


def _is_float(call: Call) -> bool:
    return bool(call.node.meta["val"].dtype == _FLOAT)


def _spread(value: Any, count: int) -> list[int]:
    """Returns a size for each axis; PyTorch writes equal ones once."""
    sizes = [int(size) for size in value] if isinstance(value, (tuple, list)) else [int(value)]
    return sizes * count if len(sizes) == 1 else sizes


def _axis(call: Call, name: str, rank: int) -> int:
    return int(call[name]) % rank


def _rank(call: Call, name: str = "self") -> int:
    return len(shape_of(call[name]))


def _real(value: Any) -> Any:
    """Returns a tensor, or a number as a constant float."""
    return value if isinstance(value, torch.fx.Node) or value is None else numpy.float32(value)


# Quantisations.


def quantize(call: Call) -> bool:
    scale, zero, kind = call.number("scale"), call.number("zero_point"), call["dtype"]
    if scale is None or zero is None or kind not in _QUANTISED:
        return False
    limits = torch.iinfo(kind)
    low, high = call.get("quant_min", limits.min), call.get("quant_max", limits.max)
    numbers = _numbers(kind)
    # A scale is a double in PyTorch, as is its inverse, which is rounded to float32 only for the product.
    parameters = numpy.float64(scale), numbers(zero)
    if (low, high) == (limits.min, limits.max):
        return call.result("QuantizeLinear", call["input"], *parameters)
    whole = call.emit("QuantizeLinear", call["input"], *parameters)
    call.translation.add_info(whole, kind, call.shape)
    return call.result("Clip", whole, numbers(low), numbers(high))


def _numbers(kind: Any) -> Any:
    return torch.empty([], dtype=kind).numpy().dtype.type


def dequantize(call: Call) -> bool:
    """Of activations and of constants, which also may have one scale for each channel."""
    x, values = call["input"], call.tensor("input")
    scale, zero = (call.tensor(name) if call.tensor(name) is not None else call[name] for name in (
        "scales" if "scales" in call.values else "scale",
        "zero_points" if "zero_points" in call.values else "zero_point",
    ))
    kind = x.meta["val"].dtype
    if isinstance(scale, torch.fx.Node) or isinstance(zero, torch.fx.Node) or not _is_float(call):
        return False
    scale = numpy.asarray(scale, numpy.float32 if values is not None else numpy.float64)
    origin = numpy.zeros(scale.shape, numpy.int64) if zero is None else numpy.asarray(zero)
    if (values is None and scale.size > 1) or not (origin == numpy.rint(origin)).all():
        return False
    axis = int(call.get("axis", 0))
    if scale.size == 1:
        scale, origin = scale.reshape([]), origin.reshape([])
    parameters = scale, origin.astype(_numbers(kind))
    if values is not None:
        call.translation.dequantized[call.node] = values, *parameters, axis
    return _dequantized(call, x, parameters, axis)


def _dequantized(call: Call, x: Any, parameters: Sequence[Any], axis: int) -> bool:
    more = {"axis": axis} if parameters[0].size > 1 else {}
    return call.result("DequantizeLinear", x, *parameters, **more)


# Products.


def convolution(call: Call) -> bool:
    """The operators for one and two dimensions, and the one for all."""
    weight = shape_of(call["weight"])
    space = len(weight) - 2
    if _rank(call, "input") != len(weight) or space not in (1, 2):
        return False
    is_transposed = bool(call.get("transposed")) or call.operator.startswith("conv_transpose")
    dilations, padding = _spread(call["dilation"], space), call["padding"]
    if isinstance(padding, str):
        spans = [(size - 1) * step if padding == "same" else 0 for size, step in zip(weight[2:], dilations, strict=True)]
        pads = [span // 2 for span in spans] + [span - span // 2 for span in spans]
    else:
        pads = _spread(padding, space) * 2
    return call.result(
        "ConvTranspose" if is_transposed else "Conv",
        *(call["input"], call["weight"], call["bias"]),
        strides=_spread(call["stride"], space),
        pads=pads,
        dilations=dilations,
        group=int(call["groups"]),
    )


def linear(call: Call) -> bool:
    return call.result("Gemm", call["input"], call["weight"], call["bias"], transB=1)


def addmm(call: Call) -> bool:
    if call["beta"] != 1 or call["alpha"] != 1:
        return False
    return call.result("Gemm", call["mat1"], call["mat2"], call["self"])


def matmul(call: Call) -> bool:
    return call.result("MatMul", call["self"], call.get("other", call.get("mat2")))


# Windows and means.


def max_pool(call: Call) -> bool:
    kernel = _spread(call["kernel_size"], int(call.operator[8]))
    space = len(kernel)
    return _rank(call) == space + 2 and call.result(
        "MaxPool",
        call["self"],
        kernel_shape=kernel,
        strides=_spread(call.get("stride") or kernel, space),
        pads=_spread(call["padding"], space) * 2,
        dilations=_spread(call["dilation"], space),
        ceil_mode=int(call["ceil_mode"]),
    )


def average_pool(call: Call) -> bool:
    kernel = _spread(call["kernel_size"], int(call.operator[8]))
    space = len(kernel)
    if call.get("divisor_override") is not None or _rank(call) != space + 2:
        return False
    return call.result(
        "AveragePool",
        call["self"],
        kernel_shape=kernel,
        strides=_spread(call.get("stride") or kernel, space),
        pads=_spread(call["padding"], space) * 2,
        count_include_pad=int(call["count_include_pad"]),
        ceil_mode=int(call["ceil_mode"]),
    )


def adaptive_pool(call: Call) -> bool:
    shape, result = shape_of(call["self"]), call.shape
    space = 1 if call.operator.endswith("1d") else 2
    sizes, results = shape[-space:], result[-space:]
    if len(shape) != space + 2 or any(size % count for size, count in zip(sizes, results, strict=True)):
        return False
    if all(count == 1 for count in results):
        return call.result("GlobalAveragePool", call["self"])
    kernel = [size // count for size, count in zip(sizes, results, strict=True)]
    return call.result("AveragePool", call["self"], kernel_shape=kernel, strides=kernel)


def mean(call: Call) -> bool:
    if not _is_float(call):
        return False
    axes = _spread(call["dim"], 1) if call.get("dim") is not None else list(range(_rank(call)))
    return call.result("ReduceMean", call["self"], numpy.array(axes, numpy.int64), keepdims=int(call.get("keepdim", 0)))


def softmax(call: Call) -> bool:
    return _is_float(call) and call.result("Softmax", call["self"], axis=int(call["dim"]))


def resize(call: Call) -> bool:
    shape, result = shape_of(call.get("input", call.get("self"))), call.shape
    for factor, size, new in zip(call.get("scale_factors") or (), shape[2:], result[2:], strict=False):
        if factor * size != new:
            return False
    sizes = numpy.array(result, numpy.int64)
    more = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}
    if "nearest" in call.operator:
        more = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    elif call["align_corners"]:
        more["coordinate_transformation_mode"] = "align_corners"
    return call.result("Resize", call.get("input", call.get("self")), None, None, sizes, **more)


# Numbers that move.


def reshape(call: Call) -> bool:
    return call.result("Reshape", call.get("self", call.get("input")))


def permute(call: Call) -> bool:
    rank = _rank(call)
    perm = list(range(rank))
    if call.operator == "t":
        perm.reverse()
    elif call.operator == "transpose":
        first, second = _axis(call, "dim0", rank), _axis(call, "dim1", rank)
        perm[first], perm[second] = second, first
    else:
        perm = [int(axis) % rank for axis in call["dims"]]
    if call["self"] not in call.translation.dequantized:
        return call.result("Transpose", call["self"], perm=perm)
    # The integers of weights are moved here, once.
    values, scale, zero, axis = call.translation.dequantized[call["self"]]
    moved = values.permute(perm), scale, zero, perm.index(axis)
    call.translation.dequantized[call.node] = moved
    return _dequantized(call, moved[0], moved[1:3], moved[3])


def concat(call: Call) -> bool:
    return call.result("Concat", *call["tensors"], axis=int(call["dim"]))


def part(call: Call) -> bool:
    """A slice of one axis."""
    shape = shape_of(call["self"])
    axis = _axis(call, "dim", len(shape))
    start, step = call.get("start", 0), call["step"]
    begin = min(max(start + (shape[axis] if start < 0 else 0), 0), shape[axis])
    return _sliced(call, call["self"], axis, begin, begin + call.shape[axis] * step, step)


def _sliced(call: Call, x: Any, axis: int, begin: int, end: int, step: int = 1) -> bool:
    return call.result("Slice", x, *(numpy.array([number], numpy.int64) for number in (begin, end, axis, step)))


def select(call: Call) -> bool:
    return call.result("Gather", call["self"], numpy.array(int(call["index"]), numpy.int64), axis=int(call["dim"]))


def split(call: Call) -> bool:
    """One of the parts: its sizes and those before it are known."""
    source, index = call["source"], int(call["index"])
    axis = _axis(call, "dim", _rank(call))
    if call.operator == "unbind":
        return call.result("Gather", call["self"], numpy.array(index, numpy.int64), axis=axis)
    sizes = [int(value.shape[axis]) for value in source.meta["val"]]
    begin = sum(sizes[:index])
    return _sliced(call, call["self"], axis, begin, begin + sizes[index])


def identity(call: Call) -> bool:
    """What changes nothing if it has the type and the sizes of its input."""
    source = call.get("self", call.get("input"))
    value = source.meta["val"]
    is_same = value.dtype == call.node.meta["val"].dtype and shape_of(source) == call.shape
    return is_same and not call.get("train") and call.result("Identity", source)


# Functions of each number.


def _binary(operator: str) -> Rule:
    def rule(call: Call) -> bool:
        if not _is_float(call) or call.get("alpha", 1) != 1 or call.get("rounding_mode") is not None:
            return False
        return call.result(operator, _real(call["self"]), _real(call["other"]))

    return rule


def _unary(operator: str, **names: str) -> Rule:
    """A function whose attributes in ONNX are these parameters in PyTorch."""

    def rule(call: Call) -> bool:
        given = {name: value for name, parameter in names.items() if (value := call[parameter]) is not None}
        more = {name: value if isinstance(value, str) else float(value) for name, value in given.items()}
        return _is_float(call) and call.result(operator, call.get("self", call.get("input")), **more)

    return rule


def limit(call: Call) -> bool:
    low, high = call.get("min", call.get("min_val")), call.get("max", call.get("max_val"))
    if call.operator.startswith("relu6"):
        low, high = 0, 6
    return _is_float(call) and call.result("Clip", call["self"], _real(low), _real(high))


def silu(call: Call) -> bool:
    return _is_float(call) and call.result("Mul", call["self"], call.emit("Sigmoid", call["self"]))


def hard_sigmoid(call: Call) -> bool:
    return _is_float(call) and call.result("HardSigmoid", call["self"], alpha=1 / 6, beta=0.5)


def elu(call: Call) -> bool:
    return call["scale"] == 1 and call["input_scale"] == 1 and _unary("Elu", alpha="alpha")(call)


def softplus(call: Call) -> bool:
    return call["beta"] == 1 and _unary("Softplus")(call)


def power(call: Call) -> bool:
    if not _is_float(call) or isinstance(call["exponent"], torch.fx.Node) or isinstance(call["self"], (int, float)):
        return False
    return call.result("Pow", call["self"], _real(call["exponent"]))


def _all(rule: Rule, names: str) -> dict[str, Rule]:
    return dict.fromkeys(names.split(), rule)


_FUNCTIONS = {
    **{name.lower(): _unary(name) for name in "Abs Ceil Cos Erf Exp Floor Log Mish Neg Reciprocal Relu Round".split()},
    **{name.lower(): _unary(name) for name in "Sigmoid Sign Sin Sqrt Tanh HardSwish".split()},
    **_all(limit, "clamp clamp_min clamp_max clip hardtanh relu6"),
    "add": _binary("Add"),
    "div": _binary("Div"),
    "elu": elu,
    "gelu": _unary("Gelu", approximate="approximate"),
    "hardsigmoid": hard_sigmoid,
    "leaky_relu": _unary("LeakyRelu", alpha="negative_slope"),
    "mul": _binary("Mul"),
    "pow": power,
    "silu": silu,
    "softplus": softplus,
    "sub": _binary("Sub"),
}
RULES: dict[str, Rule] = {
    **_FUNCTIONS,
    # The forms that write to their input; it is not used again.
    **{f"{name}_": rule for name, rule in _FUNCTIONS.items()},
    **_all(adaptive_pool, "adaptive_avg_pool1d adaptive_avg_pool2d _adaptive_avg_pool2d"),
    **_all(average_pool, "avg_pool1d avg_pool2d"),
    **_all(convolution, "conv1d conv2d convolution conv_transpose1d conv_transpose2d"),
    **_all(dequantize, "dequantize_per_tensor dequantize_per_channel"),
    **_all(identity, "alias clone contiguous detach detach_ dropout dropout_ expand lift_fresh_copy to _to_copy"),
    **_all(matmul, "bmm matmul mm"),
    **_all(max_pool, "max_pool1d max_pool2d max_pool2d_with_indices"),
    **_all(permute, "permute t transpose"),
    **_all(reshape, "flatten reshape squeeze unflatten unsqueeze view view_copy _unsafe_view"),
    **_all(resize, "upsample_bilinear2d upsample_nearest2d"),
    **_all(softmax, "softmax _softmax"),
    "addmm": addmm,
    "cat": concat,
    "linear": linear,
    "mean": mean,
    "quantize_per_tensor": quantize,
    "select": select,
    "slice": part,
    "split": split,
}
