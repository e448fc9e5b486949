# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks of planes by rows, against onnxruntime: they begin with planes, and end with planes, a mean or a sum."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx_models import Graph  # noqa: E402  what follows needs the package

_ENDS = ("convolution", "GlobalAveragePool", "ReduceMean", "columns", "ReduceSum", "flat", "stride")


def network(end: str, size: tuple[int, int]) -> Any:
    g = Graph()
    stride = 2 if end == "stride" else 1
    x = g.add("Relu", g.conv("x", 3, 8, 3, pads=[1, 1, 1, 1], strides=[2, 2]))
    x = g.add("Relu", g.conv(x, 8, 8, 3, group=8, pads=[1, 1, 1, 1]))
    x = g.add("Relu", g.conv(x, 8, 6, 3, pads=[1, 1, 1, 1], strides=[stride, stride]))
    height, width = (-(-extent // 2 // stride) for extent in size)
    if end == "convolution":
        g.add("Identity", g.conv(x, 6, 4, 1), out="y")
        return g.model({"x": [1, 3, *size]}, {"y": [1, 4, height, width]})
    if end == "GlobalAveragePool":
        g.add("GlobalAveragePool", x, out="y")
    elif end == "ReduceSum":
        g.add("Mul", g.add("ReduceSum", x, g.constant(numpy.array([2, 3]))), g.constant(numpy.float32(1 / height / width)), out="y")
    elif end == "columns":
        g.add("ReduceMean", g.add("ReduceMean", x, axes=[2]), axes=[3], out="y")
    elif end == "flat":
        g.add("ReduceMean", x, axes=[2, 3], keepdims=0, out="y")
        return g.model({"x": [1, 3, *size]}, {"y": [1, 6]})
    else:
        g.add("ReduceMean", x, axes=[2, 3], out="y")
    return g.model({"x": [1, 3, *size]}, {"y": [1, 6, 1, 1]})


@pytest.mark.parametrize("size", [(48, 32), (46, 30)])
@pytest.mark.parametrize("end", _ENDS)
def test_planes_by_rows(end: str, size: tuple[int, int]) -> None:
    model = network(end, size)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    whole = tirc.compile(model, target="cortex-m4", model_name="net", rows="off")
    by_rows = tirc.compile(model, target="cortex-m4", model_name="net", rows="min-ram")
    for seed in range(2):
        x = numpy.random.default_rng(seed).standard_normal([1, 3, *size]).astype(numpy.float32)
        (want,) = session.run(None, {"x": x})
        numpy.testing.assert_array_equal(by_rows.run(x)["y"], whole.run(x)["y"])
        numpy.testing.assert_allclose(by_rows.run(x)["y"], want, rtol=1e-5, atol=1e-5 * abs(want).max())
    needed = [module.report.json["totals"]["workspace_bytes"] for module in (by_rows, whole)]
    # An odd number of rows is not twice as many as are added up.
    is_odd = end == "stride" and size[0] // 2 % 2
    assert needed[0] <= needed[1] * (1 if is_odd else 0.6), needed
    default = tirc.compile(model, target="cortex-m4", model_name="net")
    assert default.report.json["totals"]["workspace_bytes"] == needed[0]


@pytest.mark.parametrize("rows", ["auto", "min-ram"])
def test_a_residual_around_a_convolution_along_time(rows: str) -> None:
    """As in temporal convolutional networks: of the same tensor, the convolution needs all channels, and the sum one."""
    g, x = Graph(), "x"
    for dilation in (1, 2, 4):
        weights = [g.constant(numpy.random.default_rng(dilation).standard_normal(shape).astype("f") / 4) for shape in ([8, 8, 3], [8])]
        y = g.add("Conv", x, *weights, kernel_shape=[3], dilations=[dilation], pads=[2 * dilation, 0])
        x = g.add("Add", x, g.add("Relu", y))
    g.add("GlobalAveragePool", x, out="y")
    model = g.model({"x": [1, 8, 20]}, {"y": [1, 8, 1]})
    module = tirc.compile(model, target="cortex-m4", model_name="net", rows=rows)
    x = numpy.random.default_rng(0).standard_normal([1, 8, 20]).astype(numpy.float32)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    numpy.testing.assert_allclose(module.run(x)["y"], want, rtol=1e-5, atol=1e-5 * abs(want).max())


def test_planes_that_are_handed_over() -> None:
    """The rows of all planes, one plane after the other."""
    model = network("ReduceMean", (32, 24))
    x = numpy.random.default_rng(3).standard_normal([1, 3, 32, 24]).astype(numpy.float32)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})
    module = tirc.compile(model, target="cortex-m4", model_name="net", feed_rows="x", rows="min-ram")
    assert "#define TVMGEN_NET_ROWS 96" in module.header
    numpy.testing.assert_allclose(module.run(x)["y"], want, rtol=1e-5, atol=1e-5 * abs(want).max())
