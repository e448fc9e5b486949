"""Operators on two tensors that broadcast, and sums of several."""

from __future__ import annotations

import numpy
from tflite_graph import Quantization, Tensor

from ..tolerance import FUNCTION, ROUNDED, SUM
from ..values import Array
from .build import LIMITS, NONFINITE, NUMPY, Net, Options, register

# NONE, RELU, RELU_N1_TO_1 and RELU6.
_ACTIVATIONS = (0, 0, 0, 1, 2, 3)
_TYPES = "FLOAT32 INT8 UINT8 INT16 INT32 INT64"


def shapes(c: Net) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns two shapes of which the second broadcasts to the first."""
    shape = c.shape(1, 5)
    return shape, c.draw.broadcast(shape) if c.chance(0.6) else shape


def operands(c: Net, patterns: tuple[str, ...] | None = None) -> list[Tensor]:
    """Returns two operands, of which one may broadcast to the other."""
    shape, other = shapes(c)
    first = c.quantization(c.type)
    near = c.near(first, c.type, 20.0)
    made = [c.input(shape, c.type, first, c.numbers(shape, c.type, patterns))]
    made.append(c.either(other, c.type, near, c.numbers(other, c.type, patterns)))
    return made[::-1] if c.chance(0.3) else made


def _options(c: Net, kind: str) -> Options:
    has_activation = c.type not in ("INT64", "COMPLEX64")
    return kind, {"fusedActivationFunction": c.choice(_ACTIVATIONS) if has_activation else 0}


# LiteRT has the largest finite number in place of infinity.
_MODERATE = ("small", "ties", "normal", "normal", "positive")


def _moderate(c: Net) -> tuple[str, ...] | None:
    return _MODERATE if c.type == "FLOAT32" else None


@register("ADD SUB", _TYPES)
def addition(c: Net) -> None:
    a, b = operands(c, _moderate(c))
    name, fields = _options(c, "AddOptions" if c.operator == "ADD" else "SubOptions")
    fields["potScaleInt16"] = False
    c.add([a, b], (c.type, c.near(a.quantization, c.type, 20.0)), options=(name, fields))


@register("MUL", _TYPES)
@register("MUL", "COMPLEX64", ROUNDED)
def product(c: Net) -> None:
    a, b = operands(c, _moderate(c))
    after = None
    if a.quantization and b.quantization:
        # So that the product neither vanishes nor saturates as a rule.
        largest = (32767 if c.type == "INT16" else 127) * c.choice([0.3, 0.05, 1.0, 2.0])
        after = Quantization.of(a.quantization.scales[0] * b.quantization.scales[0] * largest, c.zero_point(c.type))
    c.add([a, b], (c.type, after), options=_options(c, "MulOptions"))


@register("DIV", "FLOAT32 INT8 UINT8 INT16 INT32")
def division(c: Net) -> None:
    shape, other = shapes(c)
    before, divisor = c.quantization(c.type), c.quantization(c.type)
    zero = divisor.zero_points[0] if divisor else 0
    numbers = c.numbers(other, c.type, _moderate(c))
    numbers = numpy.where(numbers == zero, zero + 1 if zero < 100 else zero - 1, numbers)
    dividends = c.numbers(shape, c.type, _moderate(c))
    after = None
    if before and divisor:
        after = Quantization.of(c.scaled(before.scales[0] / divisor.scales[0], 50.0), c.zero_point(c.type))
        dividends = _defined(c, dividends, before, numbers, divisor, after)
    made = [c.input(shape, c.type, before, dividends), c.either(other, c.type, divisor, numbers)]
    c.add(made, (c.type, after), options=_options(c, "DivOptions"))


def _defined(
    c: Net, dividends: Array, before: Quantization, numbers: Array, divisor: Quantization, after: Quantization
) -> Array:
    """Returns dividends that are large enough: of others, LiteRT shifts the quotient by more bits than it has."""
    unit = numpy.float32(divisor.scales[0]) * numpy.float32(after.scales[0])
    exponent = int(numpy.frexp(numpy.float32(before.scales[0]) / unit)[1])
    largest = int(numpy.abs(numbers.astype(int) - divisor.zero_points[0]).max())
    bits = largest.bit_length() - 1 - exponent
    zero, ends = before.zero_points[0], LIMITS[c.type]
    least = 1 << bits if bits > 0 else 0
    if zero + least > ends[1] and zero - least < ends[0]:
        raise c.draw.reject()
    near = zero + least if zero + least <= ends[1] else zero - least
    made: Array = numpy.where(numpy.abs(dividends.astype(int) - zero) < least, near, dividends)
    return made


@register("MAXIMUM MINIMUM", _TYPES)
def extremum(c: Net) -> None:
    a, b = operands(c)
    b.quantization = a.quantization
    c.add([a, b], (c.type, a.quantization), options=("MaximumMinimumOptions", {}))


@register("SQUARED_DIFFERENCE", "FLOAT32 INT8 INT32")
def squared_difference(c: Net) -> None:
    a, b = operands(c)
    after = None
    if a.quantization:
        after = Quantization.of(c.scaled(a.quantization.scales[0] ** 2 * 60, 10.0), c.zero_point(c.type))
    c.add([a, b], (c.type, after), options=("SquaredDifferenceOptions", {}))


@register("FLOOR_DIV", "FLOAT32 INT8 INT16 INT32")
@register("FLOOR_MOD", "FLOAT32 INT8 INT16 INT32 INT64")
def floor_division(c: Net) -> None:
    shape, other = shapes(c)
    divisors = c.numbers(other, c.type, _moderate(c))
    divisors = numpy.where(divisors == 0, 3, divisors)
    if c.type != "FLOAT32":
        divisors = numpy.where(divisors == -1, -2, divisors)
    numbers = c.numbers(shape, c.type, _moderate(c))
    options = "FloorDivOptions" if c.operator == "FLOOR_DIV" else "FloorModOptions"
    made = [c.input(shape, c.type, None, numbers), c.either(other, c.type, None, divisors)]
    c.add(made, (c.type, None), options=(options, {}))


@register("POW", "FLOAT32 INT32", FUNCTION)
def power(c: Net) -> None:
    shape, other = shapes(c)
    exponents: Array
    if c.type == "INT32":
        base, exponents = c.between(shape, "INT32", -5, 5), c.between(other, "INT32", 0, 6)
    elif c.chance(0.5):
        base, exponents = c.between(shape, "FLOAT32", 0.01, 10), c.between(other, "FLOAT32", -3, 3)
    else:
        base = c.numbers(shape, "FLOAT32", ("small", "ties", "normal", "positive"))
        exponents = numpy.full(other, c.choice([2.0, 3.0, 0.0, 1.0, 0.5, -1.0, -2.0]))
    made = [c.input(shape, c.type, None, base), c.either(other, c.type, None, exponents)]
    c.add(made, (c.type, None), options=("PowOptions", {}))


@register("ATAN2", "FLOAT32", FUNCTION)
def arc_tangent(c: Net) -> None:
    shape = c.shape(1, 5)
    c.add([c.input(shape, "FLOAT32"), c.either(shape, "FLOAT32")], ("FLOAT32", None), options=("ATan2Options", {}))


@register("EQUAL NOT_EQUAL GREATER GREATER_EQUAL LESS LESS_EQUAL", _TYPES)
@register("EQUAL NOT_EQUAL", "BOOL")
def comparison(c: Net) -> None:
    a, b = operands(c, NONFINITE if c.type == "FLOAT32" else None)
    if c.chance(0.7):
        b.quantization = a.quantization
    name = "".join(word.capitalize() for word in c.operator.split("_"))
    c.add([a, b], ("BOOL", None), options=(name + "Options", {}))


@register("LOGICAL_AND LOGICAL_OR", "BOOL")
def logic(c: Net) -> None:
    name = "LogicalAndOptions" if c.operator == "LOGICAL_AND" else "LogicalOrOptions"
    c.add(operands(c), ("BOOL", None), options=(name, {}))


@register("BITWISE_XOR RIGHT_SHIFT", "INT8 UINT8 INT16 UINT16 INT32 UINT32")
def bits(c: Net) -> None:
    shape, other = shapes(c)
    options, numbers = "BitwiseXorOptions", c.numbers(other, c.type)
    if c.operator == "RIGHT_SHIFT":
        options, numbers = "RightShiftOptions", c.between(other, c.type, 0, NUMPY[c.type].itemsize * 8 - 1)
    c.add([c.input(shape, c.type), c.either(other, c.type, None, numbers)], (c.type, None), options=(options, {}))


@register("ADD_N", "FLOAT32 INT32", SUM)
def add_n(c: Net) -> None:
    shape = c.shape(1, 5)
    made = [c.input(shape, c.type, None, c.numbers(shape, c.type, _moderate(c)))]
    for _ in range(c.integer(1, 4)):
        made.append(c.either(shape, c.type, None, c.numbers(shape, c.type, _moderate(c))))
    c.add(made, (c.type, None), options=("AddNOptions", {}))


@register("STABLEHLO_ADD STABLEHLO_MULTIPLY STABLEHLO_MAXIMUM STABLEHLO_MINIMUM", "FLOAT32 INT8 INT16 INT32 INT64")
def stablehlo(c: Net) -> None:
    shape = c.shape(1, 5)
    c.add([c.input(shape, c.type), c.input(shape, c.type)], (c.type, None))


@register("SELECT SELECT_V2", _TYPES + " BOOL")
def select(c: Net) -> None:
    shape = c.shape(1, 5)
    condition, first, options = shape, shape, "SelectOptions"
    if c.operator == "SELECT_V2":
        condition, first, options = c.draw.broadcast(shape), c.draw.broadcast(shape), "SelectV2Options"
    elif c.chance(0.3):
        condition = shape[:1]
    quantization = c.quantization(c.type)
    made = [
        c.either(condition, "BOOL"),
        c.input(first, c.type, quantization),
        c.either(shape, c.type, quantization),
    ]
    # LiteRT does not give a result of one number another rank.
    c.add(made, (c.type, quantization), options=(options, {}), shapes=[shape])
