# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks in ONNX, built here in the forms that exporters give to models for small devices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")

Shape = list[int | str]


class Graph:
    """Collects nodes and weights. Weights are random but the same each time."""

    def __init__(self, opset: int = 17) -> None:
        self.opset = opset
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self._random = np.random.default_rng(7)

    def weight(self, *shape: int, scale: float = 0.3, positive: bool = False) -> str:
        values = self._random.standard_normal(shape) * scale
        return self.constant((np.abs(values) + 0.1 if positive else values).astype(np.float32))

    def constant(self, values: Any) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(onnx.numpy_helper.from_array(np.asarray(values), name))
        return name

    def add(self, kind: str, *inputs: str, out: str = "", **attributes: Any) -> str:
        """Adds a node of that kind; returns the name of its only output."""
        number = len(self.nodes)
        out = out or f"t{number}"
        domain = attributes.pop("domain", "")
        self.nodes.append(
            onnx.helper.make_node(kind, inputs, [out], name=f"{kind.lower()}_{number}", domain=domain, **attributes)
        )
        return out

    def conv(self, x: str, ins: int, outs: int, kernel: int, *, group: int = 1, **attributes: Any) -> str:
        return self.add(
            "Conv",
            x,
            self.weight(outs, ins // group, kernel, kernel),
            self.weight(outs),
            kernel_shape=[kernel, kernel],
            group=group,
            **attributes,
        )

    def batch_norm(self, x: str, channels: int) -> str:
        parameters = [self.weight(channels) for _ in range(3)]
        return self.add("BatchNormalization", x, *parameters, self.weight(channels, positive=True))

    def model(self, inputs: dict[str, Shape], outputs: Mapping[str, Shape | None], *, check: bool = True) -> Any:
        helper, kind = onnx.helper, onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            self.nodes,
            "net",
            [helper.make_tensor_value_info(name, kind, shape) for name, shape in inputs.items()],
            [helper.make_tensor_value_info(name, kind, shape) for name, shape in outputs.items()],
            self.weights,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=8)
        if check:
            onnx.checker.check_model(model)
        return model


def cnn(batch: int | str = 1, opset: int = 17) -> Any:
    """Convolutions with normalisation and pooling, a dense layer, probabilities."""
    g = Graph(opset)
    x = g.add("Relu", g.batch_norm(g.conv("image", 1, 8, 3, pads=[1, 1, 1, 1]), 8))
    x = g.add("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    x = g.add("Relu", g.conv(x, 8, 16, 3, strides=[2, 2], pads=[1, 1, 1, 1]))
    x = g.add("Gemm", g.add("Flatten", x), g.weight(10, 64), g.weight(10), transB=1)
    g.add("Softmax", x, out="scores", axis=-1)
    return g.model({"image": [batch, 1, 8, 8]}, {"scores": [batch, 10]})


def depthwise() -> Any:
    """As in MobileNet: depthwise and pointwise convolutions, Clip at 6, global average."""
    g = Graph()
    limits = g.constant(np.float32(0)), g.constant(np.float32(6))
    x = g.add("Clip", g.conv("image", 3, 8, 3, strides=[2, 2], pads=[1, 1, 1, 1]), *limits)
    x = g.add("Clip", g.batch_norm(g.conv(x, 8, 8, 3, group=8, pads=[1, 1, 1, 1]), 8), *limits)
    x = g.conv(x, 8, 12, 1)
    x = g.add("Flatten", g.add("GlobalAveragePool", x))
    g.add("Gemm", x, g.weight(12, 4), g.weight(4), out="scores")
    return g.model({"image": [1, 3, 16, 16]}, {"scores": [1, 4]})


def residual() -> Any:
    """As in ResNet: a block whose input is added to its output, once through a convolution."""
    g = Graph()
    x = g.add("Relu", g.conv("image", 3, 8, 3, pads=[1, 1, 1, 1]))
    y = g.add("Relu", g.batch_norm(g.conv(x, 8, 8, 3, pads=[1, 1, 1, 1]), 8))
    x = g.add("Relu", g.add("Add", x, g.batch_norm(g.conv(y, 8, 8, 3, pads=[1, 1, 1, 1]), 8)))
    y = g.conv(x, 8, 16, 3, strides=[2, 2], pads=[1, 1, 1, 1])
    x = g.add("Add", y, g.conv(x, 8, 16, 1, strides=[2, 2]))
    x = g.add("AveragePool", x, kernel_shape=[4, 4])
    g.add("Reshape", x, g.constant(np.array([1, -1], np.int64)), out="features")
    return g.model({"image": [1, 3, 8, 8]}, {"features": [1, 16]})


def branches() -> Any:
    """As in Inception and U-Net: concatenation of branches, of two inputs; a transposed convolution; two outputs."""
    g = Graph()
    a = g.add("LeakyRelu", g.conv("left", 2, 4, 1), alpha=0.1)
    b = g.add("Sigmoid", g.conv("right", 2, 4, 3, pads=[1, 1, 1, 1]))
    x = g.add("Concat", a, b, axis=1)
    g.add("ReduceMean", x, out="means", axes=[2, 3], keepdims=0)
    g.add("ConvTranspose", x, g.weight(8, 1, 2, 2), out="mask", kernel_shape=[2, 2], strides=[2, 2])
    return g.model({"left": [1, 2, 6, 6], "right": [1, 2, 6, 6]}, {"means": [1, 8], "mask": [1, 1, 12, 12]})


def mlp() -> Any:
    """Dense layers as PyTorch exports them: MatMul and Add, with a few activations."""
    g = Graph()
    x = g.add("Tanh", g.add("Add", g.add("MatMul", "x", g.weight(16, 32)), g.weight(32)))
    x = g.add("Elu", g.add("Add", g.add("MatMul", x, g.weight(32, 32)), g.weight(32)))
    x = g.add("HardSwish", x)
    g.add("Add", g.add("MatMul", x, g.weight(32, 3)), g.weight(3), out="y")
    return g.model({"x": [2, 16]}, {"y": [2, 3]})


def sequence() -> Any:
    """A convolution over time and the parts of a small transformer: normalisation over a row, attention."""
    g = Graph()
    w = g.weight(8, 4, 3)
    x = g.add("Relu", g.add("Conv", "signal", w, kernel_shape=[3], pads=[1, 1]))
    x = g.add("Transpose", x, perm=[0, 2, 1])
    x = g.add("LayerNormalization", x, g.weight(8), g.weight(8), axis=-1)
    q, k, v = (g.add("MatMul", x, g.weight(8, 8)) for _ in range(3))
    scores = g.add("Mul", g.add("MatMul", q, g.add("Transpose", k, perm=[0, 2, 1])), g.constant(np.float32(8**-0.5)))
    x = g.add("Add", x, g.add("MatMul", g.add("Softmax", scores, axis=-1), v))
    g.add("ReduceMax", x, out="out", axes=[1], keepdims=0)
    return g.model({"signal": [1, 4, 12]}, {"out": [1, 8]})


def no_tosa_form() -> Any:
    """An arc sine, which TOSA does not have."""
    g = Graph()
    x = g.add("Tanh", g.add("MatMul", "x", g.weight(6, 6)))
    g.add("Asin", x, out="angles")
    return g.model({"x": [3, 6]}, {"angles": [3, 6]})


ALL: dict[str, Callable[[], Any]] = {
    f.__name__: f for f in (cnn, depthwise, residual, branches, mlp, sequence, no_tosa_form)
}
