# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Branches, loops and shapes that follow from the shapes of inputs, as exporters write them, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

random = numpy.random.default_rng(23)


def floats(*shape: int) -> Any:
    return random.uniform(-1, 1, shape).astype(numpy.float32)


def parsed(text: str, opset: int = 17, **constants: Any) -> Any:
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]> {text}')
    model.graph.initializer.extend(onnx.numpy_helper.from_array(values, name) for name, values in constants.items())
    return model


def check(model: Any, feeds: dict[str, Any], rtol: float = 1e-5) -> tirc.Module:
    """Compares the model with onnxruntime, and returns its module."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    module = tirc.compile(model, **FOR_A_RUN)
    results = module.run(*feeds.values()).values()
    for want, got in zip(session.run(None, feeds), results, strict=True):
        assert got.dtype == want.dtype and got.shape == want.shape
        numpy.testing.assert_allclose(got, want, rtol=rtol, atol=1e-6)
    return module


# The steps of a loop that ends by a condition on its own counter, as tf2onnx writes them: there is no limit.
COUNTED = (
    "body = b (int64 i, bool on, int64 k, float[1,4] h) => (bool still, int64 next, float[1,4] out, float[1,4] row) {"
    "one = Constant<value_int = 1>() next = Add(k, one) f = Cast<to = 1>(next) "
    "still = Less(f, last) t = Gather<axis = 0>(x, k) u = MatMul(h, r) s = Add(t, u) out = Tanh(s) row = Identity(out) }"
)


@pytest.mark.parametrize("steps", [5, 60])
def test_a_loop_that_counts_its_steps(steps: int) -> None:
    """A few steps are written one after the other, and more of them are a loop."""
    model = parsed(
        f"g (float[{steps},1,4] x) => (float[1,4] last_h, float[{steps},1,4] rows) "
        f"{{ n, last_h, rows = Loop( , yes, zero, h) <{COUNTED}> }}",
        r=floats(4, 4),
        h=numpy.zeros([1, 4], numpy.float32),
        zero=numpy.int64(0),
        yes=numpy.array(True),
        last=numpy.float32(steps),
    )
    check(model, {"x": floats(steps, 1, 4)})


@pytest.mark.parametrize("size", [1, 3, 40])
def test_a_loop_without_results_of_each_step(size: int) -> None:
    """The number of steps follows from a shape."""
    model = parsed(
        f"g (float[{size},2] x) => (float[2] y) {{ n = Shape<start = 0, end = 1>(x) m = Squeeze(n) "
        "c, y = Loop( , yes, zero, s) <body = b (int64 i, bool on, int64 k, float[2] v) => "
        "(bool still, int64 next, float[2] w) { next = Add(k, one) still = Less(next, m) t = Gather<axis = 0>(x, k) "
        "h = Mul(v, half) w = Add(h, t) a0 = Abs(w) a1 = Neg(a0) a2 = Neg(a1) }> }",
        zero=numpy.int64(0),
        one=numpy.int64(1),
        half=numpy.float32(0.5),
        yes=numpy.array(True),
        s=numpy.zeros(2, numpy.float32),
    )
    check(model, {"x": floats(size, 2)})


def test_a_loop_that_ends_by_what_it_computes_is_refused_or_right() -> None:
    """Its condition depends on data, so that nothing counts its steps."""
    model = parsed(
        "g (float[2] x) => (float[2] y) { y = Loop(n, yes, x) <body = b (int64 i, bool on, float[2] v) => "
        "(bool still, float[2] w) { w = Mul(v, two) a = ReduceMax<keepdims = 0>(w) still = Less(a, limit) }> }",
        n=numpy.int64(20),
        two=numpy.float32(2),
        limit=numpy.float32(100),
        yes=numpy.array(True),
    )
    for x in (numpy.float32([1, 3]), numpy.float32([90, 0.5])):
        check(model, {"x": x})


def test_a_loop_whose_states_begin_with_constants() -> None:
    """Only its steps read what is not known."""
    model = parsed(
        "g (float[2] x) => (float[2] y) { z = Neg(x) y = Loop(n, yes, zero) <body = b (int64 i, bool on, float[2] v) => "
        "(bool still, float[2] w) { a = Add(v, two) d = Sub(a, z) w = Abs(d) m = ReduceMax<keepdims = 0>(w) "
        "still = Less(m, limit) }> }",
        n=numpy.int64(20),
        two=numpy.float32(2),
        zero=numpy.zeros(2, numpy.float32),
        limit=numpy.float32(50),
        yes=numpy.array(True),
    )
    for x in (numpy.float32([1, 3]), numpy.float32([40, 0.5])):
        check(model, {"x": x})


def lstm(hidden: int, inputs: int) -> dict[str, Any]:
    return {"w": floats(1, 4 * hidden, inputs), "r": floats(1, 4 * hidden, hidden), "b": floats(1, 8 * hidden)}


def test_a_recurrent_layer_in_branches_that_shapes_choose() -> None:
    """torch.onnx exports such branches for a squeezed axis; inside them are the layers."""
    model = parsed(
        "g (float[5,1,3] x, float[1,1,4] h) => (float[5,4] y) { s = Shape(x) n = Gather<axis = 0>(s, one) c = Equal(n, one) "
        "y = If(c) <then_branch = t () => (float[5,4] a) { q, w0, w1 = LSTM<hidden_size = 4>(x, w, r, b, , h) "
        "k = Shape(q) m = Gather<axis = 0>(k, one) d = Equal(m, one) "
        "a = If(d) <then_branch = u () => (float[5,4] e) { e = Squeeze(q, axes) }, "
        "else_branch = v () => (float[5,4] f) { f = Reshape(q, other) }> }, "
        "else_branch = z () => (float[5,4] g0) { g1, g2 = GRU<hidden_size = 4>(x, w, r) g0 = Squeeze(g1, axes) }> }",
        one=numpy.int64(1),
        axes=numpy.array([1, 2], numpy.int64),
        other=numpy.array([-1, 4], numpy.int64),
        **lstm(4, 3),
    )
    check(model, {"x": floats(5, 1, 3), "h": floats(1, 1, 4)})


@pytest.mark.parametrize("shape", [[], [1], [1, 1]])
def test_a_condition_of_one_element(shape: list[int]) -> None:
    sizes = f"[{','.join(map(str, shape))}]" if shape else ""
    model = parsed(
        f"g (float{sizes} c, float[3] x) => (float[3] y) {{ is_on = Greater(c, zero) "
        "y = If(is_on) <then_branch = t () => (float[3] a) { a = Sqrt(x) }, else_branch = e () => (float[3] b) { b = Neg(x) }> }",
        zero=numpy.float32(0),
    )
    for condition in (1, -1):
        check(model, {"c": numpy.full(shape, condition, numpy.float32), "x": abs(floats(3))})


def test_spectra_have_one_side_by_default() -> None:
    """The inference of shapes of the package onnx takes them for two-sided, so that the product would not fit."""
    model = parsed(
        "g (float[1,100] x) => (float[1,11,6] y) { z = STFT(x, hop, window) p = ReduceSumSquare<axes = [-1], keepdims = 0>(z) "
        "y = MatMul(p, mel) }",
        hop=numpy.int64(8),
        window=floats(20),
        mel=abs(floats(11, 6)),
    )
    check(model, {"x": floats(1, 100)}, rtol=1e-4)


def test_an_output_whose_shape_the_file_has_wrong() -> None:
    """onnxruntime warns, and gives the shape that the operators have."""
    model = parsed("g (float[2,6] x) => (float[1,n] y) { y = Reshape(x, sizes) }", sizes=numpy.array([2, 3, 2], numpy.int64))
    assert check(model, {"x": floats(2, 6)}).outputs[0].shape == (2, 3, 2)
