# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks with random weights, as files of TensorFlow Lite and ONNX that compute the same."""

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from tflite_graph import Graph, Operator, Quantization, Tensor, write

_RELU, _RELU6 = "relu", "relu6"
_TFLITE_ACTIVATIONS = {None: 0, _RELU: 1, _RELU6: 3}
_SAME, _VALID = 0, 1


def _pads(extent, kernel, stride):
    """Returns the padding before and after, as TensorFlow's SAME has it."""
    total = max(0, (-(-extent // stride) - 1) * stride + kernel - extent)
    return total // 2, total - total // 2


class Network:
    """Layers that are appended to both files. A value is its name and its shape, NHWC."""

    def __init__(self, name, shape):
        self._random = numpy.random.default_rng(0)
        self._graph, self._nodes, self._constants = Graph(), [], []
        self._tensors, self._count = {}, 0
        self._input = self._value("x", shape)
        self.name, self.start = name, ("x", shape)

    def _value(self, name, shape):
        self._tensors[name] = Tensor(name, tuple(shape))
        return name, tuple(shape)

    def _next(self, shape):
        self._count += 1
        return self._value(f"t{self._count}", shape)

    def _weights(self, shape, products):
        # Activations neither grow nor vanish.
        return (self._random.standard_normal(shape) * (2 / products) ** 0.5).astype(numpy.float32)

    def _bias(self, channels):
        return self._random.uniform(-0.1, 0.1, channels).astype(numpy.float32)

    def _tflite(self, kind, inputs, result, options, constants=()):
        tensors = [self._tensors[name] for name in inputs]
        for i, values in enumerate(constants):
            tensors.append(Tensor(f"{result[0]}_{i}", values.shape, str(values.dtype).upper(), values=values))
        self._graph.operators.append(Operator(kind, tensors, [self._tensors[result[0]]], options))

    def _onnx(self, kind, inputs, result, constants=(), activation=None, **attributes):
        names = list(inputs)
        for i, values in enumerate(constants):
            names.append(f"{result[0]}_{i}")
            self._constants.append(numpy_helper.from_array(numpy.ascontiguousarray(values), names[-1]))
        output = f"{result[0]}_sum" if activation else result[0]
        self._nodes.append(helper.make_node(kind, names, [output], **attributes))
        if activation == _RELU:
            self._nodes.append(helper.make_node("Relu", [output], [result[0]]))
        elif activation == _RELU6:
            bounds = [f"{result[0]}_low", f"{result[0]}_high"]
            for name, bound in zip(bounds, (0, 6)):
                self._constants.append(numpy_helper.from_array(numpy.float32(bound), name))
            self._nodes.append(helper.make_node("Clip", [output, *bounds], [result[0]]))

    def convolution(self, x, channels, kernel=1, stride=1, activation=None, depthwise=False):
        name, (batch, height, width, depth) = x
        channels = depth if depthwise else channels
        result = self._next((batch, -(-height // stride), -(-width // stride), channels))
        group = depth if depthwise else 1
        products = kernel * kernel * depth // group
        weights, bias = self._weights((channels, kernel, kernel, depth // group), products), self._bias(channels)
        window = {"padding": _SAME, "strideW": stride, "strideH": stride,
                  "fusedActivationFunction": _TFLITE_ACTIVATIONS[activation]}
        if depthwise:
            self._tflite("DEPTHWISE_CONV_2D", [name], result, ("DepthwiseConv2DOptions",
                         {**window, "depthMultiplier": 1}), [weights.transpose(3, 1, 2, 0), bias])
        else:
            self._tflite("CONV_2D", [name], result, ("Conv2DOptions", window), [weights, bias])
        before, after = zip(_pads(height, kernel, stride), _pads(width, kernel, stride))
        self._onnx("Conv", [name], result, [weights.transpose(0, 3, 1, 2), bias], activation, group=group,
                   strides=[stride, stride], pads=[*before, *after])
        return result

    def add(self, x, y, activation=None):
        result = self._next(x[1])
        self._tflite("ADD", [x[0], y[0]], result,
                     ("AddOptions", {"fusedActivationFunction": _TFLITE_ACTIVATIONS[activation]}))
        self._onnx("Add", [x[0], y[0]], result, activation=activation)
        return result

    def max_pool(self, x, kernel, stride):
        name, (batch, height, width, depth) = x
        result = self._next((batch, -(-height // stride), -(-width // stride), depth))
        self._tflite("MAX_POOL_2D", [name], result, ("Pool2DOptions", {
            "padding": _SAME, "strideW": stride, "strideH": stride, "filterWidth": kernel, "filterHeight": kernel}))
        before, after = zip(_pads(height, kernel, stride), _pads(width, kernel, stride))
        self._onnx("MaxPool", [name], result, kernel_shape=[kernel, kernel], strides=[stride, stride],
                   pads=[*before, *after])
        return result

    def classify(self, x, classes):
        """Averages all pixels, and multiplies them with a matrix."""
        name, (batch, height, width, depth) = x
        mean = self._next((batch, depth))
        self._tflite("MEAN", [name], mean, ("ReducerOptions", {}), [numpy.array([1, 2], numpy.int32)])
        self._onnx("ReduceMean", [name], mean, axes=[2, 3], keepdims=0)
        result = self._next((batch, classes))
        weights, bias = self._weights((classes, depth), depth), self._bias(classes)
        self._tflite("FULLY_CONNECTED", [mean[0]], result, ("FullyConnectedOptions", {}), [weights, bias])
        self._onnx("Gemm", [mean[0]], result, [weights, bias], transB=1)
        return result

    def tflite(self, result):
        self._graph.inputs, self._graph.outputs = [self._tensors["x"]], [self._tensors[result[0]]]
        return write(self._graph)

    def onnx(self, result):
        batch, height, width, depth = self.start[1]
        x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [batch, depth, height, width])
        y = helper.make_tensor_value_info(result[0], TensorProto.FLOAT, list(result[1]))
        graph = helper.make_graph(self._nodes, self.name, [x], [y], self._constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model.SerializeToString()


class QuantisedNetwork(Network):
    """Layers of int8 with weights of one scale a channel, in a file of TensorFlow Lite only."""

    _LINEAR, _RELU6 = Quantization.of(0.05, 3), Quantization.of(6 / 255, -128)
    _VERSIONS = {"CONV_2D": 3, "DEPTHWISE_CONV_2D": 3, "ADD": 2, "MEAN": 2, "FULLY_CONNECTED": 4}

    def _value(self, name, shape):
        self._tensors[name] = Tensor(name, tuple(shape), "INT8", self._LINEAR)
        return name, tuple(shape)

    def _tflite(self, kind, inputs, result, options, constants=()):
        tensors = [self._tensors[name] for name in inputs]
        tensors += [Tensor(f"{result[0]}_{i}", values.shape, str(values.dtype).upper(), quantization, values)
                    for i, (values, quantization) in enumerate(constants)]
        self._graph.operators.append(Operator(kind, tensors, [self._tensors[result[0]]], options, self._VERSIONS[kind]))

    def _onnx(self, *arguments, **attributes):
        """There is no such file."""

    def _quantised(self, x, weights, bias, axis):
        """Returns weights and biases as the constants of a layer that reads `x`."""
        others = tuple(i for i in range(weights.ndim) if i != axis)
        scales = numpy.abs(weights).max(axis=others) / 127
        shape = [-1 if i == axis else 1 for i in range(weights.ndim)]
        zeros, steps = (0,) * len(scales), scales * self._tensors[x].quantization.scales[0]
        return [(numpy.round(weights / scales.reshape(shape)).astype(numpy.int8),
                 Quantization(tuple(map(float, scales)), zeros, axis)),
                (numpy.round(bias / steps).astype(numpy.int32), Quantization(tuple(map(float, steps)), zeros, 0))]

    def convolution(self, x, channels, kernel=1, stride=1, activation=None, depthwise=False):
        name, (batch, height, width, depth) = x
        channels = depth if depthwise else channels
        result = self._next((batch, -(-height // stride), -(-width // stride), channels))
        if activation:
            self._tensors[result[0]].quantization = self._RELU6
        shape = (1, kernel, kernel, depth) if depthwise else (channels, kernel, kernel, depth)
        weights = self._weights(shape, kernel * kernel * (1 if depthwise else depth))
        constants = self._quantised(name, weights, self._bias(channels), 3 if depthwise else 0)
        window = {"padding": _SAME, "strideW": stride, "strideH": stride,
                  "fusedActivationFunction": _TFLITE_ACTIVATIONS[activation]}
        if depthwise:
            options = ("DepthwiseConv2DOptions", {**window, "depthMultiplier": 1})
        else:
            options = ("Conv2DOptions", window)
        self._tflite("DEPTHWISE_CONV_2D" if depthwise else "CONV_2D", [name], result, options, constants)
        return result

    def classify(self, x, classes):
        name, (batch, height, width, depth) = x
        mean = self._next((batch, depth))
        self._tflite("MEAN", [name], mean, ("ReducerOptions", {}), [(numpy.array([1, 2], numpy.int32), None)])
        result = self._next((batch, classes))
        constants = self._quantised(mean[0], self._weights((classes, depth), depth), self._bias(classes), 0)
        self._tflite("FULLY_CONNECTED", [mean[0]], result, ("FullyConnectedOptions", {}), constants)
        return result


def mobilenet_v2_int8():
    """The same in int8."""
    return mobilenet_v2(kind=QuantisedNetwork, name="mobilenet_v2_int8")


def mobilenet_v2(side=224, kind=Network, name="mobilenet_v2"):
    """MobileNetV2 1.0 (Sandler et al., 2018), batch normalisations folded."""
    network = kind(name, (1, side, side, 3))
    x = network.convolution(network.start, 32, 3, 2, _RELU6)
    for expansion, channels, repeats, first in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
                                                (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
        for i in range(repeats):
            stride, y = first if i == 0 else 1, x
            if expansion != 1:
                y = network.convolution(y, x[1][3] * expansion, activation=_RELU6)
            y = network.convolution(y, 0, 3, stride, _RELU6, depthwise=True)
            y = network.convolution(y, channels)
            x = network.add(x, y) if x[1] == y[1] else y
    x = network.convolution(x, 1280, activation=_RELU6)
    return network, network.classify(x, 1000)


def resnet_50(side=224):
    """ResNet-50 v1.5 (He et al., 2015), batch normalisations folded."""
    network = Network("resnet_50", (1, side, side, 3))
    x = network.max_pool(network.convolution(network.start, 64, 7, 2, _RELU), 3, 2)
    for channels, repeats, first in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for i in range(repeats):
            stride = first if i == 0 else 1
            y = network.convolution(x, channels, activation=_RELU)
            y = network.convolution(y, channels, 3, stride, _RELU)
            y = network.convolution(y, 4 * channels)
            if i == 0:
                x = network.convolution(x, 4 * channels, 1, stride)
            x = network.add(x, y, _RELU)
    return network, network.classify(x, 1000)


NETWORKS = {"mobilenet_v2": mobilenet_v2, "resnet_50": resnet_50, "mobilenet_v2_int8": mobilenet_v2_int8}
