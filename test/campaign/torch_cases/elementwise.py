# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operators."""

from __future__ import annotations

from typing import Any

import torch

from .drawing import (
    EVERY,
    FLOATS,
    FUNCTION,
    INTEGERS,
    NUMBERS,
    ROUNDED,
    SIGNED,
    Draw,
    operator,
)

# Functions, with the kind of numbers for which they are defined.
_FUNCTIONS = {
    "exp": "any", "exp2": "any", "expm1": "any", "log": "any", "log2": "any", "log10": "any", "log1p": "any",
    "sqrt": "any", "rsqrt": "any", "sin": "normal", "cos": "normal", "tan": "normal", "asin": "normal", "acos": "normal",
    "atan": "any", "sinh": "any", "cosh": "any", "tanh": "any", "asinh": "normal", "acosh": "any", "atanh": "unit",
    "sigmoid": "any", "erf": "any", "erfc": "normal", "erfinv": "unit", "lgamma": "positive", "digamma": "positive",
    "reciprocal": "any", "deg2rad": "any", "rad2deg": "any", "sinc": "normal", "i0": "normal", "logit": "unit",
    "special.i0e": "normal", "special.i1": "normal", "special.i1e": "normal", "special.ndtr": "normal",
    "special.ndtri": "unit", "special.log_ndtr": "normal", "special.entr": "positive", "special.erfcx": "normal",
}  # fmt: skip
_SIMPLE = {
    "abs": NUMBERS, "neg": NUMBERS, "sign": EVERY, "sgn": NUMBERS, "floor": NUMBERS, "ceil": NUMBERS, "trunc": NUMBERS,
    "frac": FLOATS, "square": NUMBERS, "positive": NUMBERS, "signbit": EVERY, "isnan": EVERY, "isinf": EVERY,
    "isfinite": EVERY, "isposinf": EVERY, "isneginf": EVERY, "logical_not": EVERY, "bitwise_not": (torch.bool, *INTEGERS),
    "relu": NUMBERS, "nn.functional.relu6": NUMBERS,
}  # fmt: skip


@operator(*_FUNCTIONS)
def function(draw: Draw, name: str) -> str:
    dtype = draw.dtype(EVERY if draw.flag(0.2) else FLOATS)
    return f"torch.{name}({draw.tensor(dtype, draw.shape(0), _FUNCTIONS[name])})"


@operator(*_SIMPLE)
def exact_function(draw: Draw, name: str) -> Any:
    return f"torch.{name}({draw.tensor(draw.dtype(_SIMPLE[name]), draw.shape(0))})", ROUNDED


@operator("round")
def round_(draw: Draw) -> Any:
    options = f", decimals={draw.number(-2, 3)}" if draw.flag(0.2) else ""
    return f"torch.round({draw.tensor(draw.dtype(NUMBERS), draw.shape(0))}{options})", ROUNDED


@operator("nan_to_num")
def nan_to_num(draw: Draw) -> Any:
    options = draw.options(nan=draw.real(-3, 3), posinf=draw.real(0, 100), neginf=draw.real(-100, 0))
    return f"torch.nan_to_num({draw.tensor(draw.dtype(NUMBERS), draw.shape())}{options})", ROUNDED


_BINARY = {
    "add": EVERY, "sub": NUMBERS, "mul": EVERY, "div": EVERY, "pow": NUMBERS, "maximum": EVERY, "minimum": EVERY,
    "fmax": EVERY, "fmin": EVERY, "eq": EVERY, "ne": EVERY, "lt": EVERY, "le": EVERY, "gt": EVERY, "ge": EVERY,
    "logical_and": EVERY, "logical_or": EVERY, "logical_xor": EVERY, "atan2": NUMBERS, "hypot": FLOATS,
    "copysign": EVERY, "nextafter": FLOATS, "logaddexp": FLOATS, "logaddexp2": FLOATS, "heaviside": NUMBERS,
    "xlogy": NUMBERS, "gcd": INTEGERS, "lcm": SIGNED, "float_power": NUMBERS, "rsub": NUMBERS,
    "special.xlog1py": FLOATS, "ldexp": FLOATS,
    "bitwise_and": (torch.bool, *INTEGERS), "bitwise_or": (torch.bool, *INTEGERS), "bitwise_xor": (torch.bool, *INTEGERS),
}  # fmt: skip
_INEXACT = ("pow", "atan2", "hypot", "logaddexp", "logaddexp2", "xlogy", "float_power", "special.xlog1py", "rsub")
_SAME_TYPE = ("heaviside", "nextafter")
_NO_SCALAR: tuple[str, ...] = ("atan2", "hypot", "nextafter", "logaddexp", "logaddexp2", "heaviside", "gcd", "lcm", "maximum", "minimum")
_NO_SCALAR += ("fmax", "fmin", "logical_and", "logical_or", "logical_xor", "ldexp")
_ORDERED = ("eq", "ne", "lt", "le", "gt", "ge")


@operator(*_BINARY)
def binary(draw: Draw, name: str) -> Any:
    kinds = _BINARY[name]
    dtype = draw.dtype(kinds)
    other = dtype if name in _SAME_TYPE or draw.flag(0.7) else draw.dtype(kinds)
    shape = draw.shape(0)
    values = "finite" if name in ("pow", "float_power", "ldexp") else "any"
    one = draw.tensor(dtype, shape, values)
    if name not in _NO_SCALAR and draw.flag(0.3):
        two = _scalar(draw, dtype)
    else:
        exponent = "small" if name in ("pow", "float_power") else values
        two = draw.tensor(other, draw.broadcast(shape), exponent)
        if name not in ("rsub", "pow", "ldexp") and draw.flag(0.3):
            one, two = two, one
    if name in ("add", "sub", "rsub") and dtype != torch.bool and draw.flag(0.3):
        alpha = draw.number(-3, 4) if not (dtype.is_floating_point and other.is_floating_point) else draw.real(-2, 2)
        two += f", alpha={alpha}"
    if name == "ldexp":
        two = f"torch.clamp({two}, -6, 6).to(torch.int32)"
    return f"torch.{name}({one}, {two})", FUNCTION if name in _INEXACT else ROUNDED


def _scalar(draw: Draw, dtype: Any) -> str:
    if dtype == torch.bool:
        return str(draw.choose(True, False, 2))
    if dtype.is_floating_point:
        return repr(draw.choose(draw.real(-3, 3), draw.number(-3, 3), 0.1, -0.0))
    low = 0 if dtype == torch.uint8 else -5
    return repr(draw.choose(draw.number(low, 9), draw.number(low, 100), draw.real(-3, 3) if draw.flag(0.3) else 2))


@operator("number_op_tensor")
def reversed_scalar(draw: Draw) -> Any:
    dtype = draw.dtype(NUMBERS)
    sign = draw.choose("+", "-", "*", "/", "//", "%", "**", "<", ">=", "==")
    number = repr(draw.choose(draw.number(1, 7), draw.real(0.5, 4)))
    x = draw.tensor(dtype, draw.shape(0), "nonzero" if sign in ("//", "%") else "small" if sign == "**" else "any")
    return f"({number}) {sign} {x}"


@operator("floor_divide", "remainder", "fmod", "div_floor", "div_trunc")
def division(draw: Draw, name: str) -> Any:
    dtype = draw.dtype(NUMBERS)
    other = dtype if draw.flag(0.7) else draw.dtype(NUMBERS)
    shape = draw.shape(0)
    one = draw.tensor(dtype, shape, draw.choose("any", "small"))
    if draw.flag(0.3):
        two = repr(draw.choose(draw.number(1, 9), draw.real(0.5, 3), -draw.number(1, 5) if dtype != torch.uint8 else 3))
    else:
        floats = dtype.is_floating_point and other.is_floating_point
        two = draw.tensor(other, draw.broadcast(shape), "any" if floats and draw.flag(0.3) else "nonzero")
    if name.startswith("div_"):
        return f"torch.div({one}, {two}, rounding_mode={name[4:]!r})", ROUNDED
    return f"torch.{name}({one}, {two})", ROUNDED


@operator("bitwise_left_shift", "bitwise_right_shift")
def shift(draw: Draw, name: str) -> str:
    dtype = draw.dtype(INTEGERS)
    shape, bits = draw.shape(0), torch.iinfo(dtype).bits
    one = draw.tensor(dtype, shape)
    if draw.flag(0.3):
        two = str(draw.number(0, bits - 1))
    else:
        two = draw.index(draw.broadcast(shape), bits, dtype=dtype)
    return f"torch.{name}({one}, {two})"


@operator("isclose")
def isclose(draw: Draw) -> str:
    dtype, shape = draw.dtype(NUMBERS), draw.shape()
    one, two = draw.tensor(dtype, shape), draw.tensor(dtype, draw.broadcast(shape))
    return f"torch.isclose({one}, {two}{draw.options(rtol=draw.choose(0.1, 1e-3), atol=0.5, equal_nan=True)})"


@operator("clamp")
def clamp(draw: Draw) -> Any:
    dtype, shape = draw.dtype(NUMBERS), draw.shape(0)
    x = draw.tensor(dtype, shape)
    low: float = draw.number(-4, 3)
    high: float = draw.number(-2, 5)
    if dtype == torch.uint8:
        low, high = abs(low), abs(high) * 20
    elif dtype.is_floating_point and draw.flag():
        low, high = low + 0.25, high - 0.75
    if draw.flag(0.4):
        bounds = [draw.tensor(dtype, draw.broadcast(shape), "finite") for _ in range(2)]
    else:
        bounds = [str(low), str(high)]
    if draw.flag(0.3):
        bounds[draw.number(0, 1)] = "None"
    name = draw.choose("clamp", "clip")
    if bounds[0] != "None" and bounds[1] == "None" and draw.flag():
        return f"torch.clamp_min({x}, {bounds[0]})", ROUNDED
    return f"torch.{name}({x}, {bounds[0]}, {bounds[1]})", ROUNDED


@operator("where")
def where(draw: Draw) -> Any:
    dtype, shape = draw.dtype(EVERY), draw.shape(0)
    other = dtype if draw.flag(0.7) else draw.dtype(EVERY)
    condition = draw.tensor(torch.bool, draw.broadcast(shape))
    one = draw.tensor(dtype, shape)
    two = draw.tensor(other, draw.broadcast(shape)) if draw.flag(0.7) else _scalar(draw, dtype)
    if draw.flag(0.2):
        one, two = two, one
    return f"torch.where({condition}, {one}, {two})", ROUNDED


@operator("addcmul", "addcdiv")
def addc(draw: Draw, name: str) -> str:
    dtype, shape = draw.dtype(NUMBERS if name == "addcmul" else FLOATS), draw.shape()
    parts = [draw.tensor(dtype, draw.broadcast(shape), "normal") for _ in range(2)]
    value = draw.real(-2, 2) if dtype.is_floating_point else draw.number(-2, 3)
    last = draw.tensor(dtype, shape, "positive")
    return f"torch.{name}({parts[0]}, {parts[1]}, {last}{draw.options(value=value)})"


@operator("lerp")
def lerp(draw: Draw) -> str:
    dtype, shape = draw.dtype(), draw.shape()
    one, two = draw.tensor(dtype, shape, "finite"), draw.tensor(dtype, draw.broadcast(shape), "finite")
    weight = str(draw.real(-1, 2)) if draw.flag() else draw.tensor(dtype, draw.broadcast(shape), "unit")
    return f"torch.lerp({one}, {two}, {weight})"


@operator("to")
def convert(draw: Draw) -> Any:
    source, target = draw.dtype(EVERY), draw.dtype(EVERY)
    values = "any" if not source.is_floating_point or target.is_floating_point else "normal"
    x = draw.tensor(source, draw.shape(0), values)
    scale = " * 20" if values == "normal" and draw.flag() else ""
    if target == torch.uint8 and source.is_floating_point:
        x = f"{x}.abs()"
    return f"({x}{scale}).to({target})", ROUNDED


@operator("promotion_chain")
def chain(draw: Draw) -> Any:
    """Several types in one expression."""
    shape = draw.shape()
    one, two, three = (draw.tensor(draw.dtype(NUMBERS), draw.broadcast(shape), "small") for _ in range(3))
    signs = [draw.choose("+", "-", "*") for _ in range(2)]
    return f"({one} {signs[0]} {two}) {signs[1]} {three} * {draw.choose(2, 0.5, True)}"


@operator("special.zeta", "special.polygamma", "special.gammainc", "special.multigammaln", "igamma")
def rare(draw: Draw, name: str) -> str:
    dtype, shape = draw.choose(torch.float32, torch.float64), draw.shape()
    x = draw.tensor(dtype, shape, "positive")
    if name == "special.polygamma":
        return f"torch.special.polygamma({draw.number(0, 3)}, {x})"
    if name == "special.multigammaln":
        return f"torch.special.multigammaln({x} + 2, {draw.number(1, 3)})"
    if name == "special.zeta":
        return f"torch.special.zeta({x} + 1.5, {draw.tensor(dtype, shape, 'positive')})"
    return f"torch.{name}({x}, {draw.tensor(dtype, shape, 'positive')})"
