# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX's powers, exponentials, means, products and places, and Scan in all directions: the numbers of onnxruntime, which
are NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from models import FOR_A_RUN

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")


def _run(text: str, *inputs: Any, opset: int = 18) -> list[Any]:
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}]> net {text}')
    return list(tirc.compile(model, progress=False, **FOR_A_RUN).run(*inputs).values())


def test_powers_and_exponentials() -> None:
    x = np.array([[9.6e6, -9.6e6, 9.6e6], [-np.inf, np.inf, 1.0], [-200.0, -201.0, -199.0]], np.float32)
    base, exponent = np.array([3, 2, 5, 7], np.int32), np.array([3.65, 1.5, 0.9, 2.0], np.float32)
    text = """(float[3,3] x, int32[4] base, float[4] exponent) => (float[3,1] kept, float[3] dropped, int32[4] powers,
    float[3,3] s) {
      axes = Constant <value = int64[1] {1}> ()
      kept = ReduceLogSumExp (x, axes)
      dropped = ReduceLogSumExp <keepdims = 0> (x, axes)
      powers = Pow (base, exponent)
      s = Selu (x)
    }"""
    kept, dropped, powers, selu = _run(text, x, base, exponent)
    wanted = [9.6e6, np.inf, -199 + np.log1p(np.exp(-1) + np.exp(-2))]
    np.testing.assert_allclose(dropped, wanted, rtol=1e-6)
    np.testing.assert_array_equal(kept[:, 0], dropped)
    np.testing.assert_array_equal(powers, [55, 2, 4, 49])
    assert selu[1, 2] == np.float32(1.05070102214813232421875)


def test_norms_of_float64() -> None:
    x = np.random.default_rng(3).standard_normal((3, 40))
    text = """(double[3,40] x) => (double[3,1] kept, double[3] dropped) {
      axes = Constant <value = int64[1] {1}> ()
      kept = ReduceL2 (x, axes)
      dropped = ReduceL2 <keepdims = 0> (x, axes)
    }"""
    kept, dropped = _run(text, x)
    np.testing.assert_allclose(dropped, np.sqrt((x**2).sum(1)), rtol=1e-14)
    np.testing.assert_array_equal(kept[:, 0], dropped)


def test_gelu_of_float64() -> None:
    model = onnx.helper.make_model(
        onnx.helper.make_graph(
            [onnx.helper.make_node("Gelu", ["x"], ["y"], approximate="tanh")],
            "net",
            [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.DOUBLE, [3])],
            [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.DOUBLE, [3])],
        ),
        opset_imports=[onnx.helper.make_opsetid("", 20)],
        ir_version=9,
    )
    x = np.array([-4.0, -0.5, 2.0])
    got = tirc.compile(model, progress=False, **FOR_A_RUN).run(x)["y"]
    # The factors of the standard's definition are float32.
    cube, two_by_pi = (np.float64(np.float32(factor)) for factor in (0.044715, 2 / np.pi))
    wanted = 0.5 * x * (1 + np.tanh(np.sqrt(two_by_pi) * (x + cube * x**3)))
    np.testing.assert_allclose(got, wanted, rtol=1e-10)


def test_a_quotient_of_a_quotient() -> None:
    x, y = np.array([3.0, -41.0], np.float32), np.array([7.0, 287.0], np.float32)
    text = """(float[2] x, float[2] y) => (float[2] first, float[2] second) {
      first = Div (x, y)
      second = Div (y, first)
    }"""
    first, second = _run(text, x, y)
    np.testing.assert_array_equal(first, x / y)
    np.testing.assert_array_equal(second, y / (x / y))


def test_products_of_integers_by_a_row_or_column() -> None:
    rng = np.random.default_rng(4)
    many, column, row = (rng.integers(-9, 9, shape).astype(np.int32) for shape in ((2, 4, 3), 3, 4))
    text = """(int32[2,4,3] many, int32[3] column, int32[4] row) => (int32[2,4] right, int32[2,3] left) {
      right = MatMul (many, column)
      left = MatMul (row, many)
    }"""
    right, left = _run(text, many, column, row)
    np.testing.assert_array_equal(right, many @ column)
    np.testing.assert_array_equal(left, row @ many)


def test_scan_along_any_axis_and_backwards() -> None:
    rng = np.random.default_rng(3)
    start, rows = rng.standard_normal((2, 3)).astype(np.float32), rng.standard_normal((2, 4, 3)).astype(np.float32)
    text = """(float[2,3] start, float[2,4,3] rows) => (float[2,3] last, float[2,3,4] sums) {
      last, sums = Scan <num_scan_inputs = 1, scan_input_axes = [1], scan_input_directions = [1],
        scan_output_axes = [-1], scan_output_directions = [1],
        body = step (float[2,3] state, float[2,3] row) => (float[2,3] next, float[2,3] out) {
          next = Add (state, row)
          out = Identity (next)
        }> (start, rows)
    }"""
    last, sums = _run(text, start, rows)
    state = start
    wanted: list[Any] = []
    for step in (3, 2, 1, 0):
        state = state + rows[:, step]
        wanted.insert(0, state)
    np.testing.assert_array_equal(last, state)
    np.testing.assert_array_equal(sums, np.stack(wanted, axis=-1))


def test_operators_that_torch_mlir_does_not_convert() -> None:
    """Mean of several, Softsign and ReduceMean of integers of old opsets, and products with a row of float16."""
    rng = np.random.default_rng(5)
    x, y = rng.standard_normal((2, 3)).astype(np.float32), rng.standard_normal((1, 3)).astype(np.float32)
    n, h = rng.integers(-99, 99, (2, 3, 4)), rng.standard_normal((2, 2, 3)).astype(np.float16)
    text = """(float[2,3] x, float[1,3] y, int64[2,3,4] n, float16[2,2,3] h, float16[3] row) =>
    (float[2,3] mean, float[2,3] softsign, int64[2,4] means, int64[1,1,1] whole, float16[2,2] products) {
      mean = Mean (x, y, x)
      softsign = Softsign (x)
      means = ReduceMean <axes = [-2], keepdims = 0> (n)
      whole = ReduceMean (n)
      products = MatMul (h, row)
    }"""
    row = np.array([0.5, -2, 1], np.float16)
    mean, softsign, means, whole, products = _run(text, x, y, n, h, row, opset=13)
    np.testing.assert_allclose(mean, (x + y + x) / 3, rtol=1e-6)
    np.testing.assert_allclose(softsign, x / (1 + abs(x)), rtol=1e-6)
    np.testing.assert_array_equal(means, np.trunc(n.sum(1) / 3))
    np.testing.assert_array_equal(whole, np.trunc(n.sum(keepdims=True) / 24))
    np.testing.assert_allclose(products, h @ row, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("form", ["", "exclusive = 1", "reverse = 1", "exclusive = 1, reverse = 1"])
def test_products_of_all_numbers_before_one(form: str) -> None:
    x = np.random.default_rng(6).uniform(0.5, 1.5, (2, 5))
    text = f"""(double[2,5] x) => (double[2,5] y) {{
      axis = Constant <value = int64 {{1}}> ()
      y = CumProd <{form}> (x, axis)
    }}"""
    (got,) = _run(text.replace("<>", ""), x, opset=26)
    turned = x[:, ::-1] if "reverse" in form else x
    wanted = np.cumprod(turned, 1)
    if "exclusive" in form:
        wanted = np.concatenate([np.ones((2, 1)), wanted[:, :-1]], 1)
    np.testing.assert_allclose(got, wanted[:, ::-1] if "reverse" in form else wanted, rtol=1e-14)


def test_blocks_are_added_to_an_image() -> None:
    """Col2Im, with blocks that overlap, are spread, and reach beyond the image."""
    x = np.random.default_rng(7).standard_normal((1, 2 * 4, 12)).astype(np.float32)
    text = """(float[1,8,12] x) => (float[1,2,5,8] y) {
      image = Constant <value = int64[2] {5, 8}> ()
      block = Constant <value = int64[2] {2, 2}> ()
      y = Col2Im <strides = [2, 2], dilations = [1, 2], pads = [1, 1, 0, 1]> (x, image, block)
    }"""
    (got,) = _run(text, x)
    wanted = np.zeros((1, 2, 5 + 1, 8 + 2), np.float32)
    for tap, block in np.ndindex(4, 12):
        at = (block // 4 * 2 + tap // 2, block % 4 * 2 + tap % 2 * 2)
        wanted[0, :, at[0], at[1]] += x[0].reshape(2, 4, 12)[:, tap, block]
    np.testing.assert_allclose(got, wanted[:, :, 1:, 1:-1], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("corners", [0, 1])
def test_affine_grids(corners: int) -> None:
    """With one place only along an axis, where onnxruntime has 1."""
    theta = np.random.default_rng(8).standard_normal((2, 2, 3)).astype(np.float32)
    text = f"""(float[2,2,3] theta) => (float[2,3,4,2] grid, float[2,3,1,2] column) {{
      size = Constant <value = int64[4] {{2, 1, 3, 4}}> ()
      narrow = Constant <value = int64[4] {{2, 1, 3, 1}}> ()
      grid = AffineGrid <align_corners = {corners}> (theta, size)
      column = AffineGrid <align_corners = {corners}> (theta, narrow)
    }}"""
    for got, width in zip(_run(text, theta, opset=20), (4, 1), strict=True):
        rows, columns = (np.linspace(-1, 1, size) if size > 1 else np.ones(1) for size in (3, width))
        if not corners:
            rows, columns = rows * 2 / 3, columns * (width - 1) / width
        places = np.stack([*np.meshgrid(columns, rows), np.ones((3, width))], -1)
        np.testing.assert_allclose(got, np.einsum("hwi,nji->nhwj", places, theta), rtol=1e-5, atol=1e-6)


def test_determinants() -> None:
    x = np.random.default_rng(9).standard_normal((2, 3, 4, 4)).astype(np.float32)
    text = """(float[2,3,4,4] x, float[3,3] y, float[1,2,2] z) => (float[2,3] a, float b, float[1] c) {
      a = Det (x)
      b = Det (y)
      c = Det (z)
    }"""
    inputs = [x, x[0, 0, :3, :3], x[0, 1:2, :2, :2]]
    for got, given in zip(_run(text, *inputs), inputs, strict=True):
        np.testing.assert_allclose(got, np.linalg.det(given.astype(np.float64)), rtol=1e-4, atol=1e-5)
