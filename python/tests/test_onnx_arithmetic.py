# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX's powers, exponentials and products of integers, and Scan in all directions: the numbers of onnxruntime, which
are NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")


def _run(text: str, *inputs: Any) -> list[Any]:
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> net {text}')
    return list(tirc.compile(model, progress=False).run(*inputs).values())


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
    got = tirc.compile(model, progress=False).run(x)["y"]
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
