"""Operators that compute each element by itself, and activations."""

from __future__ import annotations

from tflite_graph import Quantization

from ..tolerance import FUNCTION, ROUNDED, SUM, Tolerance
from .build import LIMITS, NONFINITE, NUMPY, TAME, Net, register

# Beyond this, the result overflows, or depends on how the argument is reduced.
_RANGES = {
    "SQRT": (0, 1e6),
    "RSQRT": (1e-3, 1e6),
    "LOG": (1e-6, 1e6),
    "SIN": (-30, 30),
    "COS": (-30, 30),
    "EXP": (-20, 20),
}


@register("ABS NEG CEIL FLOOR ROUND SQUARE SIGN RELU RELU6 RELU_N1_TO_1 RELU_0_TO_1 ZEROS_LIKE", "FLOAT32")
@register("HARD_SWISH", "FLOAT32", ROUNDED)
# What is next to the smallest normal number may become 0.
@register("ELU", "FLOAT32", Tolerance(8.0, absolute=1e-20))
@register("SIN COS EXP SQRT RSQRT LOG TANH LOGISTIC", "FLOAT32", FUNCTION)
def float_function(c: Net) -> None:
    shape = c.shape(1, 6)
    if c.operator in _RANGES:
        low, high = _RANGES[c.operator]
        numbers = c.between(shape, "FLOAT32", low, high if c.chance(0.5) else min(high, 4))
    else:
        numbers = c.numbers(shape, "FLOAT32", NONFINITE)
    c.add([c.input(shape, "FLOAT32", None, numbers)], ("FLOAT32", None))


@register("ABS NEG SIGN", "INT32")
@register("NEG ZEROS_LIKE", "INT64")
@register("ZEROS_LIKE", "INT32")
def integer_function(c: Net) -> None:
    c.add([c.input(c.shape(1, 6), c.type)], (c.type, None))


@register("ABS NEG", "INT16")
@register("ABS", "INT8")
@register("RELU RELU6", "INT8 UINT8 INT16")
@register("RELU_N1_TO_1 RELU_0_TO_1 HARD_SWISH", "INT8 UINT8")
@register("ELU", "INT8")
@register("EXP", "INT8 INT16")
def quantized_function(c: Net) -> None:
    shape = c.shape(1, 6)
    # LiteRT's table of EXP has 0 beyond the largest float32.
    is_exp = c.operator == "EXP" and c.type == "INT16"
    before = Quantization.of(c.log_uniform(1e-5, 2.5e-3)) if is_exp else c.quantization(c.type)
    after = c.near(before, c.type) if c.chance(0.7) else c.quantization(c.type)
    if c.operator == "NEG":
        before = after = None
    c.add([c.input(shape, c.type, before)], (c.type, after))


@register("LOG SQRT RSQRT", "INT8 INT16")
def quantized_root(c: Net) -> None:
    """LiteRT refuses numbers below zero."""
    shape = c.shape(1, 6)
    before = c.quantized(c.type)
    first = before.zero_points[0]
    if first == LIMITS[c.type][1]:
        raise c.draw.reject()
    numbers = c.between(shape, c.type, first + (c.operator != "SQRT"), LIMITS[c.type][1])
    after = c.near(before, c.type) if c.chance(0.7) else c.quantization(c.type)
    c.add([c.input(shape, c.type, before, numbers)], (c.type, after))


# The quantisation that LiteRT wants for the result.
_SIGNED = {"INT8": (2.0**-7, 0), "UINT8": (2.0**-7, 128), "INT16": (2.0**-15, 0)}
_UNSIGNED = {"INT8": (2.0**-8, -128), "UINT8": (2.0**-8, 0), "INT16": (2.0**-15, 0)}


@register("TANH LOGISTIC", "INT8 UINT8 INT16")
def squashing(c: Net) -> None:
    before = c.quantization(c.type, *((2.0**-14, 2.0**-8) if c.type == "INT16" else (1e-3, 0.5)))
    after = Quantization.of(*(_SIGNED if c.operator == "TANH" else _UNSIGNED)[c.type])
    c.add([c.input(c.shape(1, 6), c.type, before)], (c.type, after))


@register("LOGICAL_NOT", "BOOL")
def logical_not(c: Net) -> None:
    c.add([c.input(c.shape(1, 6), "BOOL")], ("BOOL", None))


# Far below 0, the result is x by the difference of 1 and a number next to it.
@register("GELU", "FLOAT32 INT8 UINT8", Tolerance(8.0, absolute=8.0))
def gelu(c: Net) -> None:
    before = c.quantization(c.type)
    options = ("GeluOptions", {"approximate": c.chance(0.5)})
    shape = c.shape(1, 6)
    numbers = c.numbers(shape, c.type, TAME) if c.type == "FLOAT32" else None
    c.add([c.input(shape, c.type, before, numbers)], (c.type, c.near(before, c.type)), options=options)


@register("LEAKY_RELU", "FLOAT32 INT8 UINT8 INT16")
def leaky_relu(c: Net) -> None:
    before = c.quantization(c.type)
    options = ("LeakyReluOptions", {"alpha": c.choice([0.5, 0.0, 0.01, 0.1, 0.3, 1.0, 1.5, -0.25])})
    c.add([c.input(c.shape(1, 6), c.type, before)], (c.type, c.near(before, c.type)), options=options)


@register("PRELU", "FLOAT32 INT8 UINT8")
def prelu(c: Net) -> None:
    shape = c.shape(2, 4)
    # As a rule, there is no axis for the batch, and one slope for each channel.
    slopes = c.draw.broadcast(shape) if c.chance(0.1) else (1,) * (len(shape) - 2) + shape[-1:]
    before, slope = c.quantization(c.type), c.quantization(c.type)
    alpha = c.either(slopes, c.type, slope, constant=0.8)
    c.add([c.input(shape, c.type, before), alpha], (c.type, c.near(before, c.type)))


@register("SOFTMAX", "FLOAT32 INT8 UINT8 INT16", FUNCTION)
def softmax(c: Net) -> None:
    shape = c.shape(1, 5, 12)
    after = None
    if c.type != "FLOAT32":
        after = Quantization.of(*_UNSIGNED[c.type])
    options = ("SoftmaxOptions", {"beta": c.choice([1.0, 1.0, 1.0, 0.5, 2.0])})
    numbers = c.numbers(shape, c.type, TAME) if c.type == "FLOAT32" else None
    c.add([c.input(shape, c.type, c.quantization(c.type), numbers)], (c.type, after), options=options)


@register("LOG_SOFTMAX", "FLOAT32 INT8 UINT8", SUM)
def log_softmax(c: Net) -> None:
    shape = c.shape(1, 5, 12)
    after = None
    if c.type != "FLOAT32":
        after = Quantization.of(16 / 256, LIMITS[c.type][1])
    numbers = c.numbers(shape, c.type, TAME) if c.type == "FLOAT32" else None
    made = c.input(shape, c.type, c.quantization(c.type), numbers)
    c.add([made], (c.type, after), options=("LogSoftmaxOptions", {}))


@register("L2_NORMALIZATION", "FLOAT32 INT8 UINT8", SUM)
def l2_normalization(c: Net) -> None:
    shape = c.shape(1, 4, 12)
    after = None
    if c.type != "FLOAT32":
        after = Quantization.of(*_SIGNED[c.type])
    numbers = c.numbers(shape, c.type, TAME) if c.type == "FLOAT32" else None
    made = c.input(shape, c.type, c.quantization(c.type), numbers)
    c.add([made], (c.type, after), options=("L2NormOptions", {"fusedActivationFunction": 0}))


@register("LOCAL_RESPONSE_NORMALIZATION", "FLOAT32", SUM)
def local_response_normalization(c: Net) -> None:
    shape = c.shape(4, 4, 8)
    fields = {
        "radius": c.integer(0, 4),
        "bias": c.choice([1.0, 2.0, 0.5]),
        "alpha": c.choice([1.0, 0.1, 1e-4]),
        "beta": c.choice([0.5, 0.75, 1.0]),
    }
    made = c.input(shape, "FLOAT32", None, c.numbers(shape, "FLOAT32", TAME))
    c.add([made], ("FLOAT32", None), options=("LocalResponseNormalizationOptions", fields))


@register("FAKE_QUANT", "FLOAT32", SUM)
def fake_quant(c: Net) -> None:
    fields = {"min": c.choice([0.0, -1.0, -0.37, -6.0]), "max": c.choice([1.0, 6.0, 0.51])}
    fields["numBits"] = c.choice([8, 8, 4, 16])
    c.add([c.input(c.shape(1, 5), "FLOAT32")], ("FLOAT32", None), options=("FakeQuantOptions", fields))


_TARGETS = {"FLOAT32": ["INT8", "UINT8", "INT16"], "INT16": ["INT8", "INT16", "INT32"]}


@register("QUANTIZE", "FLOAT32 INT8 UINT8 INT16")
def quantize(c: Net) -> None:
    shape = c.shape(1, 6)
    before = c.quantization(c.type)
    target = c.choice(_TARGETS.get(c.type, ["INT8", "UINT8"]))
    if before is None or target == "INT32":
        after = c.quantization(target) or Quantization.of(c.log_uniform(1e-6, 1e-2))
    else:
        after = Quantization.of(c.scaled(before.scales[0], 100.0), c.zero_point(target))
    # Beyond 2^31 steps, LiteRT's conversion to integers is not defined.
    numbers = c.numbers(shape, c.type, TAME if c.type == "FLOAT32" else None)
    if c.type == "FLOAT32" and c.chance(0.5):
        numbers = c.random().randint(-260, 260, shape) / 2 * after.scales[0]
    c.add([c.input(shape, c.type, before, numbers)], (target, after), options=("QuantizeOptions", {}))


@register("DEQUANTIZE", "INT8 UINT8 INT16 FLOAT16")
def dequantize(c: Net) -> None:
    made = c.input(c.shape(1, 6), c.type, c.quantization(c.type))
    c.add([made], ("FLOAT32", None), options=("DequantizeOptions", {}))


_CASTS = ["FLOAT32", "INT8", "UINT8", "INT16", "INT32", "INT64", "BOOL", "FLOAT16"]


@register("CAST", " ".join(_CASTS))
def cast(c: Net) -> None:
    """Of floats, LiteRT defines only what the target can represent."""
    shape = c.shape(1, 6)
    target = c.choice(_CASTS)
    numbers = None
    if c.type.startswith("FLOAT") and NUMPY[target].kind in "iu":
        low, high = LIMITS[target]
        low, high = max(low, -3000), min(high, 3000)
        numbers = c.random().randint(low * 4, high * 4 + 1, shape) / 4
    c.add([c.input(shape, c.type, None, numbers)], (target, None), options=("CastOptions", {}))
