"""Operators on each number by itself, and on two or more that are broadcast."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import EXACT, FUNCTION, ROUNDED, Tolerance
from ..values import NONFINITE, PATTERNS, TAME, Array
from .build import Net

FLOATS = ("float32", "float32", "float32", "float16", "float64")
INTEGERS = ("int32", "int64", "int8", "uint8", "int16", "uint16", "uint32", "uint64")
SIGNED = ("int32", "int64", "int8", "int16")
NUMBERS = (*FLOATS, *INTEGERS)
SOME = ("float32", "float32", "float64", "float16", "int32", "int64")


@dataclasses.dataclass(frozen=True)
class Unary:
    """`types` and `patterns` are drawn from; `attributes` have what each is drawn from, None for none."""

    versions: Sequence[int]
    types: Sequence[str] = FLOATS
    tolerance: Tolerance = EXACT
    patterns: Sequence[str] = NONFINITE
    attributes: dict[str, Sequence[Any]] = dataclasses.field(default_factory=dict)


_ANGLES = ("small", "ties", "normal", "normal")
_UNIT = ("unit",)
_ALPHA = (None, 0.0, 0.5, 1.0, -0.25, 2.0)
# onnxruntime's functions are off by up to 30 units.
_APPROXIMATED = Tolerance(64, absolute=1)
_UNARY = {
    "Abs": Unary((7, 13), NUMBERS),
    "Acos": Unary((7, 22), FLOATS, FUNCTION, _UNIT),
    "Acosh": Unary((9, 22), FLOATS, Tolerance(8, 8), ("positive", "ties", "wide")),
    "Asin": Unary((7, 22), FLOATS, FUNCTION, _UNIT),
    "Asinh": Unary((9, 22), FLOATS, Tolerance(8, 4), TAME),
    "Atan": Unary((7, 22), FLOATS, FUNCTION),
    "Atanh": Unary((9, 22), FLOATS, Tolerance(8, 4), _UNIT),
    "Ceil": Unary((7, 13)),
    "Celu": Unary((12, 28), ("float32",), Tolerance(4, 1), PATTERNS["f"], {"alpha": (None, 1.0, 0.5, 2.0)}),
    "Cos": Unary((7, 22), FLOATS, Tolerance(8, 2), _ANGLES),
    "Cosh": Unary((9, 22), FLOATS, FUNCTION, _ANGLES),
    "Elu": Unary((7, 22), FLOATS, Tolerance(4, 1), PATTERNS["f"], {"alpha": _ALPHA}),
    "Erf": Unary((9, 13), FLOATS, Tolerance(16), PATTERNS["f"]),
    "Exp": Unary((7, 13), FLOATS, FUNCTION),
    "Floor": Unary((7, 13)),
    "Gelu": Unary((20,), FLOATS, Tolerance(8, 4, 8), TAME, {"approximate": (None, "none", "tanh")}),
    "HardSigmoid": Unary((7, 22), FLOATS, Tolerance(2, 1), PATTERNS["f"], {"alpha": _ALPHA, "beta": _ALPHA}),
    "HardSwish": Unary((14, 22), FLOATS, Tolerance(4, 1), TAME),
    "Identity": Unary((7, 13, 14, 16, 19, 21, 23), (*NUMBERS, "bool")),
    "IsInf": Unary(
        (10, 20), FLOATS, EXACT, NONFINITE, {"detect_negative": (None, 0, 1), "detect_positive": (None, 0, 1)}
    ),
    "IsNaN": Unary((9, 13, 20), FLOATS),
    "LeakyRelu": Unary((7, 16), FLOATS, ROUNDED, PATTERNS["f"], {"alpha": _ALPHA}),
    "Log": Unary((7, 13), FLOATS, Tolerance(8, 1), ("positive", *NONFINITE)),
    "Mish": Unary((18, 22), FLOATS, Tolerance(8, 4, 4), TAME),
    "Neg": Unary((7, 13), (*FLOATS, *SIGNED)),
    "Not": Unary((7,), ("bool",)),
    "Reciprocal": Unary((7, 13), FLOATS, ROUNDED),
    "Relu": Unary((7, 13, 14), (*FLOATS, *SIGNED), EXACT, PATTERNS["f"]),
    "Round": Unary((11, 22)),
    "Selu": Unary((7, 22), FLOATS, Tolerance(4, 1), PATTERNS["f"], {"alpha": _ALPHA, "gamma": _ALPHA}),
    "Shrink": Unary((9,), FLOATS, ROUNDED, PATTERNS["f"], {"lambd": (None, 0.5, 1.0, 0.0), "bias": (None, 0.5, 1.0)}),
    "Sigmoid": Unary((7, 13), FLOATS, _APPROXIMATED, PATTERNS["f"]),
    "Sign": Unary((9, 13), NUMBERS, EXACT, NONFINITE),
    "Sin": Unary((7, 22), FLOATS, Tolerance(8, 2), _ANGLES),
    "Sinh": Unary((9, 22), FLOATS, Tolerance(8, 4), _ANGLES),
    "Softplus": Unary((7, 22), FLOATS, Tolerance(8), PATTERNS["f"]),
    "Softsign": Unary((7, 22), FLOATS, Tolerance(4), TAME),
    "Sqrt": Unary((7, 13), FLOATS, ROUNDED),
    "Swish": Unary((24,), FLOATS, Tolerance(64, 1, 4), TAME, {"alpha": (None, 1.0, 0.5, -1.0, 2.0)}),
    "Tan": Unary((7, 22), FLOATS, Tolerance(32, 4), _ANGLES),
    "Tanh": Unary((7, 13), FLOATS, _APPROXIMATED, PATTERNS["f"]),
    "ThresholdedRelu": Unary((10, 22), FLOATS, EXACT, PATTERNS["f"], {"alpha": _ALPHA}),
    "BitwiseNot": Unary((18,), INTEGERS),
}


def _unary(name: str, of: Unary) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *of.versions)
        dtype = draw.choice(of.types)
        patterns = of.patterns if dtype[0] == "f" else None
        values = draw.values(draw.shape(least=0 if draw.flag(0.1) else 1), dtype, patterns)
        is_beyond = dtype == "float64" and (abs(values) > numpy.finfo("float32").max).any()
        attributes = {key: draw.choice(options) for key, options in of.attributes.items()}
        result = net.node(name, [net.input(values)], **attributes)
        return net.case(result, of.tolerance, [dtype, *(["beyond float32"] if is_beyond else [])])

    return generate


@dataclasses.dataclass(frozen=True)
class Binary:
    versions: Sequence[int]
    types: Sequence[str] = NUMBERS
    patterns: Sequence[str] = NONFINITE
    tolerance: Tolerance = ROUNDED
    right: Sequence[str] | None = None


_COMPARED = (
    "float32",
    "float32",
    "float16",
    "float64",
    "int32",
    "int64",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "uint32",
    "uint64",
)
_BINARY = {
    "Add": Binary((7, 13, 14)),
    "Sub": Binary((7, 13, 14)),
    "Mul": Binary((7, 13, 14)),
    "Equal": Binary((7, 11, 13, 19), (*_COMPARED, "bool")),
    "Greater": Binary((7, 9, 13), _COMPARED),
    "GreaterOrEqual": Binary((12, 16), _COMPARED),
    "Less": Binary((7, 9, 13), _COMPARED),
    "LessOrEqual": Binary((12, 16), _COMPARED),
    "And": Binary((7,), ("bool",)),
    "Or": Binary((7,), ("bool",)),
    "Xor": Binary((7,), ("bool",)),
    "BitwiseAnd": Binary((18,), INTEGERS),
    "BitwiseOr": Binary((18,), INTEGERS),
    "BitwiseXor": Binary((18,), INTEGERS),
}


def operands(net: Net, left: Array, right: Array) -> list[str]:
    """Adds two operands, in either order; at most one is constant."""
    draw = net.draw
    if draw.flag(0.3):
        right_name = net.input(right)
        return [net.constant(left) if draw.flag() else net.input(left), right_name]
    return [net.input(left), net.either(right)]


def pair(draw: Draw, dtype: str, patterns: Sequence[str] | None) -> tuple[Array, Array]:
    """Returns two arrays, one of which is broadcast to the other, or both to a third shape."""
    shape = draw.shape()
    full, part = shape, draw.broadcast(shape)
    if draw.flag(0.2):
        full = tuple(1 if draw.flag(0.3) else size for size in shape)
    if draw.flag(0.3):
        full, part = part, full
    return draw.values(full, dtype, patterns), draw.values(part, dtype, patterns)


def _binary(name: str, of: Binary) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *of.versions)
        dtype = draw.choice(of.types)
        left, right = pair(draw, dtype, of.patterns if dtype[0] == "f" else None)
        if draw.flag(0.3):
            right = numpy.resize(left, right.shape).astype(right.dtype)
        return net.case(net.node(name, operands(net, left, right)), of.tolerance)

    return generate


def div(draw: Draw) -> Case:
    net = Net(draw, 7, 13, 14)
    dtype = draw.choice(NUMBERS)
    left, right = pair(draw, dtype, NONFINITE if dtype[0] == "f" else None)
    if dtype[0] != "f":
        # Neither 0 nor -1, for which the standard defines nothing or the machine not.
        right = numpy.where((right == 0) | (right + 1 == 0), numpy.asarray(3, dtype), right).astype(dtype)
    made = net.node("Div", operands(net, left, right))
    if dtype[0] == "f" and draw.flag(0.3):
        made = net.node("Floor", made)
    return net.case(made, ROUNDED)


def mod(draw: Draw) -> Case:
    net = Net(draw, 10, 13, 28)
    dtype = draw.choice(NUMBERS)
    is_float = dtype[0] == "f"
    fmod = 1 if is_float else draw.choice((None, 0, 1))
    left, right = pair(draw, dtype, ("small", "ties", "normal", "positive") if is_float else None)
    right = numpy.where((right == 0) | (right + 1 == 0), numpy.asarray(3, dtype), right).astype(dtype)
    return net.case(net.node("Mod", operands(net, left, right), fmod=fmod), ROUNDED)


def power(draw: Draw) -> Case:
    net = Net(draw, 7, 12, 13, 15)
    types = ("float32", "float32", "float64", "int32", "int64") if net.opset >= 12 else ("float32", "float64")
    left = draw.choice(types)
    right = draw.choice(types) if net.opset >= 12 else left
    shape = draw.shape()
    base = draw.values(shape, left, ("positive",) if right[0] == "f" and draw.flag() else ("small",))
    if right[0] == "f":
        exponent = draw.values(draw.broadcast(shape), right, ("small", "ties", "normal"))
    else:
        exponent = numpy.abs(draw.values(draw.broadcast(shape), right, ("small",)))
    if left[0] != "f":
        exponent = numpy.abs(exponent)
        base = numpy.abs(base)
    return net.case(net.node("Pow", operands(net, base, exponent)), Tolerance(16))


def prelu(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 16)
    dtype = draw.choice((*FLOATS, "int32", "int64"))
    shape = draw.shape()
    x = net.input(draw.values(shape, dtype, PATTERNS["f"] if dtype[0] == "f" else ("small",)))
    slope = net.either(draw.values(draw.broadcast(shape), dtype, TAME if dtype[0] == "f" else ("small",)), 0.8)
    return net.case(net.node("PRelu", [x, slope]), ROUNDED)


def bit_shift(draw: Draw) -> Case:
    net = Net(draw, 11, 28)
    dtype = draw.choice(("uint8", "uint32", "uint64", "uint16"))
    shape = draw.shape()
    x = draw.values(shape, dtype)
    most = 8 * numpy.dtype(dtype).itemsize + (3 if draw.flag(0.3) else -1)
    by = draw.values(draw.broadcast(shape), dtype) % numpy.asarray(most, dtype)
    return net.case(net.node("BitShift", operands(net, x, by.astype(dtype)), direction=draw.choice(("LEFT", "RIGHT"))))


def clip(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 12, 13)
    dtype = draw.choice(FLOATS if net.opset < 12 else (*FLOATS, "int8", "uint8", "int32", "int64", "uint32", "uint64"))
    x = net.input(draw.values(draw.shape(), dtype, NONFINITE if dtype[0] == "f" else None))
    low, high = draw.choice((None, -1, 0, 2)), draw.choice((None, 1, 6, 0, -2))
    if dtype[0] == "u":
        low, high = (None if limit is None else abs(limit) for limit in (low, high))
    if net.opset < 11:
        if low is not None and high is not None and low > high:
            raise draw.reject()
        ends = [None if limit is None else float(limit) for limit in (low, high)]
        return net.case(net.node("Clip", [x], min=ends[0], max=ends[1]))
    limits = ["" if limit is None else net.either(numpy.asarray(limit, dtype), 0.7) for limit in (low, high)]
    return net.case(net.node("Clip", [x, *limits]))


def where(draw: Draw) -> Case:
    net = Net(draw, 9, 16)
    dtype = draw.choice((*SOME, "uint8", "int8", "bool"))
    shape = draw.shape()
    condition = net.input(draw.values(draw.broadcast(shape), "bool"))
    values = [net.either(draw.values(draw.broadcast(shape), dtype), 0.3) for _ in range(2)]
    return net.case(net.node("Where", [condition, *values]))


def _variadic(name: str, tolerance: Tolerance, types: Sequence[str], *versions: int) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, *versions)
        dtype = draw.choice(types if net.opset >= 12 else FLOATS)
        shape = draw.shape()
        patterns = (NONFINITE if name in ("Max", "Min") else TAME) if dtype[0] == "f" else None
        names = [net.input(draw.values(shape, dtype, patterns))]
        names += [
            net.either(draw.values(draw.broadcast(shape), dtype, patterns), 0.3) for _ in range(draw.integer(0, 3))
        ]
        return net.case(net.node(name, names), tolerance)

    return generate


def cast(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 13, 19, 21, 23, 24, 25, 28)
    types = (*NUMBERS, "bool")
    source, target = draw.choice(types), draw.choice(types)
    patterns = None
    if source[0] == "f":
        # A float that the integer does not have converts to whatever the machine has.
        patterns = ("normal", "ties", "small", "unit") if target[0] in "iu" else NONFINITE
    x = draw.values(draw.shape(), source, patterns)
    if source[0] == "f" and target[0] == "u":
        x = numpy.abs(x)
    name = net.input(x)
    number = numpy_type(target)
    if net.opset >= 15 and draw.flag(0.2):
        like = net.either(draw.values((2,), target))
        return net.case(net.node("CastLike", [name, like]))
    return net.case(net.node("Cast", [name], to=number))


def numpy_type(name: str) -> int:
    from onnx import helper

    return int(helper.np_dtype_to_tensor_dtype(numpy.dtype(name)))


def dropout(draw: Draw) -> Case:
    net = Net(draw, 7, 10, 12, 13, 22)
    x = net.input(draw.values(draw.shape(), draw.choice(FLOATS)))
    outputs = 2 if net.opset >= 10 and draw.flag(0.4) else 1
    if net.opset < 12:
        tags = ["mask"] if outputs == 2 else []
        return net.case(net.node("Dropout", [x], outputs, ratio=draw.choice((None, 0.25))), tags=tags)
    ratio = net.constant(numpy.float32(0.25)) if draw.flag() else ""
    training = net.constant(numpy.asarray(False)) if draw.flag(0.3) else ""
    return net.case(net.node("Dropout", [x, ratio, training], outputs))


def bit_cast(draw: Draw) -> Case:
    net = Net(draw, 26)
    source, target = draw.choice((("float32", "int32"), ("int32", "float32"), ("uint8", "int8"), ("int64", "float64")))
    x = net.input(draw.values(draw.shape(), source))
    return net.case(net.node("BitCast", [x], to=numpy_type(target)))


_ORDERED = ("float32", "float32", "float64", "float16", "int32", "int64", "uint32", "uint64", "int8", "uint8")
OPERATORS: dict[str, Generator] = {
    **{name: _unary(name, of) for name, of in _UNARY.items()},
    **{name: _binary(name, of) for name, of in _BINARY.items()},
    "BitCast": bit_cast,
    "BitShift": bit_shift,
    "Cast": cast,
    "Clip": clip,
    "Div": div,
    "Dropout": dropout,
    "Max": _variadic("Max", EXACT, _ORDERED, 8, 12, 13),
    "Mean": _variadic("Mean", Tolerance(4, 4), FLOATS, 8, 13),
    "Min": _variadic("Min", EXACT, _ORDERED, 8, 12, 13),
    "Mod": mod,
    "PRelu": prelu,
    "Pow": power,
    "Sum": _variadic("Sum", Tolerance(4, 4), FLOATS, 8, 13),
    "Where": where,
}
