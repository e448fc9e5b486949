# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent layers and an encoder of floats with random weights, as ONNX models."""

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

_GATES = {"LSTM": 4, "GRU": 3}


def _model(nodes, constants, inputs, outputs):
    def ports(shapes):
        return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]

    tensors = [numpy_helper.from_array(values, name) for name, values in constants.items()]
    graph = helper.make_graph(nodes, "g", ports(inputs), ports(outputs), tensors)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=8)


def recurrent(kind, steps, batch, features, hidden) -> onnx.ModelProto:
    """Returns an LSTM or a GRU of one layer and direction."""
    random = numpy.random.default_rng(0)
    rows, limit = _GATES[kind] * hidden, hidden**-0.5
    shapes = {"W": (1, rows, features), "R": (1, rows, hidden), "B": (1, 2 * rows)}
    constants = {name: random.uniform(-limit, limit, shape).astype(numpy.float32) for name, shape in shapes.items()}
    node = helper.make_node(kind, ["x", *constants], ["y"], hidden_size=hidden)
    return _model([node], constants, {"x": [steps, batch, features]}, {"y": [steps, 1, batch, hidden]})


class _Encoder:
    def __init__(self, steps, size, heads):
        self._steps, self._size, self._heads = steps, size, heads
        self._random = numpy.random.default_rng(0)
        self.nodes, self.constants = [], {}

    def op(self, kind, *inputs, **attributes):
        name = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, values):
        name = f"c{len(self.constants)}"
        self.constants[name] = values
        return name

    def weights(self, *shape, scale=None):
        numbers = self._random.standard_normal(shape) * (scale or shape[0] ** -0.5)
        return self.constant(numbers.astype(numpy.float32))

    def linear(self, x, inputs, outputs):
        product = self.op("MatMul", x, self.weights(inputs, outputs))
        return self.op("Add", product, self.weights(outputs, scale=0.1))

    def norm(self, x):
        size = self._size
        return self.op("LayerNormalization", x, self.weights(size, scale=1), self.weights(size, scale=0.1), axis=-1)

    def attention(self, x):
        each = self._size // self._heads
        heads = self.constant(numpy.array([1, self._steps, self._heads, each], numpy.int64))
        q, k, v = (
            self.op("Transpose", self.op("Reshape", self.linear(x, self._size, self._size), heads), perm=order)
            for order in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])
        )
        scale = self.constant(numpy.array(each**-0.5, numpy.float32))
        scores = self.op("Softmax", self.op("Mul", self.op("MatMul", q, k), scale), axis=-1)
        whole = self.constant(numpy.array([1, self._steps, self._size], numpy.int64))
        mixed = self.op("Transpose", self.op("MatMul", scores, v), perm=[0, 2, 1, 3])
        return self.linear(self.op("Reshape", mixed, whole), self._size, self._size)

    def feed_forward(self, x, activation):
        y = self.op("Gelu", self.linear(x, self._size, 4 * self._size), approximate=activation)
        return self.linear(y, 4 * self._size, self._size)


def encoder(layers=2, steps=128, size=256, heads=4, activation="none") -> onnx.ModelProto:
    """Returns a Transformer encoder (Vaswani et al., 2017) with the norm before each part."""
    network, x = _Encoder(steps, size, heads), "x"
    for _ in range(layers):
        x = network.op("Add", x, network.attention(network.norm(x)))
        x = network.op("Add", x, network.feed_forward(network.norm(x), activation))
    network.nodes.append(helper.make_node("Identity", [x], ["y"]))
    return _model(network.nodes, network.constants, {"x": [1, steps, size]}, {"y": [1, steps, size]})


NETWORKS = {
    "lstm_64": lambda: recurrent("LSTM", 32, 1, 64, 64),
    "lstm_128": lambda: recurrent("LSTM", 100, 1, 40, 128),
    "lstm_256": lambda: recurrent("LSTM", 50, 1, 128, 256),
    "lstm_64_batch_4": lambda: recurrent("LSTM", 32, 4, 64, 64),
    "gru_64": lambda: recurrent("GRU", 32, 1, 64, 64),
    "gru_128": lambda: recurrent("GRU", 100, 1, 40, 128),
    "gru_256": lambda: recurrent("GRU", 50, 1, 128, 256),
    "gru_64_batch_4": lambda: recurrent("GRU", 32, 4, 64, 64),
    "encoder": encoder,
    "encoder_tanh": lambda: encoder(activation="tanh"),
}
