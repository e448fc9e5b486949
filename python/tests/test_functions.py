# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of floats in the lanes of vectors: their errors, and the same bits in every form."""

from __future__ import annotations

import math

import numpy
import pytest

import tirc

_COUNT = 1 << 20
_FUNCTIONS = {
    "erf": numpy.vectorize(math.erf, otypes=[numpy.float64]),
    "exp": numpy.exp,
    "tanh": numpy.tanh,
    "sigmoid": lambda x: 1 / (1 + numpy.exp(-x)),
}
# TOSA 1.0 allows 4 units of the last place for tanh and sigmoid, and more than 1 for exp.
_UNITS = {"erf": 1.25, "exp": 1.1, "tanh": 1.5, "sigmoid": 2.5}
_TYPE = f"tensor<{_COUNT}xf32>"


def _model(name: str) -> str:
    return f"func.func @main(%x: {_TYPE}) -> {_TYPE} {{ %y = tosa.{name} %x : ({_TYPE}) -> {_TYPE} return %y : {_TYPE} }}"


def _numbers() -> numpy.ndarray:
    """Returns floats of any bits, and those around the limits."""
    random = numpy.random.default_rng(0)
    bits = random.integers(0, 1 << 32, _COUNT // 2, dtype=numpy.uint32).view(numpy.float32)
    near = random.uniform(-110, 110, _COUNT // 4).astype(numpy.float32)
    small = random.uniform(-1, 1, _COUNT - len(bits) - len(near)).astype(numpy.float32)
    x = numpy.concatenate([bits, near, small])
    limits = [0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, 88.72283, 88.72284, -87.33655, -103.97208, -103.97209, -150, 150, 0.55, 1e-45]
    x[: len(limits)] = limits
    return x


def _run(name: str, x: numpy.ndarray, backend: str = "jit", cc: str | None = None, **options: object) -> numpy.ndarray:
    module = tirc.compile(_model(name), **options)  # type: ignore[arg-type]
    module.cc = cc
    (y,) = module.run(x, backend=backend).values()  # type: ignore[arg-type]
    return y


@pytest.mark.parametrize("name", _FUNCTIONS)
def test_errors_are_within_bounds(name: str) -> None:
    x = _numbers()
    got = _run(name, x).astype(numpy.float64)
    with numpy.errstate(all="ignore"):
        want = _FUNCTIONS[name](x.astype(numpy.float64))
        rounded = want.astype(numpy.float32)
        unit = numpy.spacing(numpy.abs(rounded)).astype(numpy.float64)
    numpy.testing.assert_array_equal(numpy.isnan(got), numpy.isnan(want))
    is_finite = numpy.isfinite(rounded)
    is_infinite = numpy.isinf(rounded)
    numpy.testing.assert_array_equal(got[is_infinite], rounded[is_infinite].astype(numpy.float64))
    # The sum of a sigmoid overflows before its result is a subnormal number.
    is_compared = is_finite & ((rounded == 0) | (rounded > 1.2e-38) | (rounded < 0)) if name == "sigmoid" else is_finite
    errors = numpy.abs(got[is_compared] - want[is_compared]) / unit[is_compared]
    assert errors.max() <= _UNITS[name]
    if name in ("erf", "tanh"):
        numpy.testing.assert_array_equal(numpy.signbit(got[is_finite]), numpy.signbit(x[is_finite]))


@pytest.mark.parametrize("name", _FUNCTIONS)
def test_bits_do_not_depend_on_the_form(name: str) -> None:
    x = _numbers()
    want = _run(name, x)
    is_number = ~numpy.isnan(want)
    ways: list[dict[str, object]] = [
        {"target": "host", "schedule": "elementwise"},
        {"target": "host", "O": "0"},
        {"target": "portable", "backend": "c", "cc": "cc -O0"},
        {"target": "host", "backend": "c", "cc": "cc -O3 -march=native"},
    ]
    for way in ways:
        got = _run(name, x, **way)  # type: ignore[arg-type]
        numpy.testing.assert_array_equal(got[is_number].view(numpy.uint32), want[is_number].view(numpy.uint32), str(way))
        assert numpy.isnan(got[~is_number]).all()


def test_loops_call_no_library() -> None:
    files = tirc.compile(_model("tanh"), target="host", target_cpu="native", emit="obj").files
    (contents,) = (data for name, data in files.items() if name.endswith(".o"))
    assert b"tanhf" not in contents and b"expf" not in contents


def test_firmware_has_the_functions_of_its_library() -> None:
    files = tirc.compile(_model("tanh"), model_name="m", target="cortex-m4").files
    assert b"tanhf(" in files["tvmgen_m.c"] and b"tir_tanh" not in files["tvmgen_m.c"]


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", ["max", "min"])
def test_extremes_of_many_numbers_have_the_bits_of_one_after_the_other(name: str, axis: int) -> None:
    shape = [33, 101]
    of = f"tensor<{shape[0]}x{shape[1]}xf32>"
    kept = list(shape)
    kept[axis] = 1
    to = f"tensor<{kept[0]}x{kept[1]}xf32>"
    model = f"func.func @main(%x: {of}) -> {to} {{ %y = tosa.reduce_{name} %x {{axis = {axis} : i32}} : ({of}) -> {to} return %y : {to} }}"
    random = numpy.random.default_rng(0)
    # Few numbers, so that both zeros, infinity and NaN are the result somewhere.
    for numbers in ([0.0, -0.0], [0.0, -0.0, numpy.nan], [1.0, numpy.inf, -numpy.inf, -0.0], [-1.5, 2.5, -3.5]):
        x = random.choice(numpy.array(numbers, numpy.float32), shape)
        x[0, :50], x[:20, 0] = numbers[-1], numbers[0]
        results = []
        for backend, options in (("jit", {}), ("jit", {"O": "0"}), ("jit", {"target": "host"}), ("c", {})):
            module = tirc.compile(model, **options)  # type: ignore[arg-type]
            (y,) = module.run(x, backend=backend).values()  # type: ignore[arg-type]
            results.append(numpy.where(numpy.isnan(y), 0, y.view(numpy.uint32)))
            numpy.testing.assert_array_equal(y, getattr(numpy, name)(x, axis=axis, keepdims=True))
        for result in results:
            numpy.testing.assert_array_equal(result, results[-1])
