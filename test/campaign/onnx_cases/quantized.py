"""Quantised operators, and operators between DequantizeLinear and QuantizeLinear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import EXACT, ROUNDED
from ..values import Array
from .build import Net, weights_of
from .convolutions import window
from .products import matmul_shapes

_SCALES = (1.0, 0.5, 0.1, 0.00390625, 0.03, 2.0, 1e-3, 37.0)
_OWN = "com.microsoft"


def scale_of(draw: Draw) -> numpy.float32:
    return numpy.float32(draw.choice(_SCALES))


def point_of(draw: Draw, dtype: str) -> Array:
    """Returns a zero point: in the middle, at an end, or somewhere."""
    limits = numpy.iinfo(dtype)
    middle = (limits.min + limits.max + 1) // 2
    return numpy.asarray(draw.choice((middle, limits.min, limits.max, middle + 3, limits.min + 1)), dtype)


def parameters(net: Net, dtype: str, count: int = 0) -> tuple[str, str]:
    """Adds a scale and a zero point; with `count`, that many scales and zero points of 0."""
    draw = net.draw
    if count:
        scales = numpy.array([scale_of(draw) for _ in range(count)], numpy.float32)
        return net.constant(scales), net.constant(numpy.zeros(count, dtype))
    return net.constant(scale_of(draw)), net.constant(point_of(draw, dtype))


def quantize(draw: Draw) -> Case:
    net = Net(draw, 10, 13, 19, 21, 23, 24, 25, 28)
    shape = draw.shape()
    target = draw.choice(("int8", "uint8", *(("int16", "uint16") if net.opset >= 21 else ())))
    axis = draw.below(len(shape)) if net.opset >= 13 and draw.flag(0.3) else None
    x = draw.values(shape, "float32", ("ties", "normal", "small", "wide"))
    scale: Array = numpy.asarray(scale_of(draw))
    if axis is None:
        point = point_of(draw, target)
    else:
        scale = numpy.array([scale_of(draw) for _ in range(shape[axis])], numpy.float32)
        point = numpy.array([point_of(draw, target) for _ in range(shape[axis])], target)
    if draw.flag(0.4):
        x = (x * (scale if axis is None else numpy.float32(1))).astype(numpy.float32)
    names = [net.input(x), net.constant(scale)]
    if target != "uint8" or draw.flag(0.8):
        names.append(net.constant(point))
    return net.case(net.node("QuantizeLinear", names, axis=axis))


def dequantize(draw: Draw) -> Case:
    net = Net(draw, 10, 13, 19, 21, 23, 24, 25, 28)
    shape = draw.shape()
    source = draw.choice(("int8", "uint8", "int32", *(("int16", "uint16") if net.opset >= 21 else ())))
    axis = draw.below(len(shape)) if net.opset >= 13 and draw.flag(0.3) else None
    x = net.input(draw.values(shape, source, None if source != "int32" else ("small", "any")))
    count = [] if axis is None else [shape[axis]]
    scale = numpy.full(count, scale_of(draw), numpy.float32)
    names = [x, net.constant(scale)]
    if source == "int32":
        names += [net.constant(numpy.zeros(count, source))] if draw.flag() else []
    elif draw.flag(0.8):
        names.append(net.constant(numpy.full(count, point_of(draw, source), source)))
    return net.case(net.node("DequantizeLinear", names, axis=axis), ROUNDED)


def dynamic_quantize(draw: Draw) -> Case:
    net = Net(draw, 11)
    x = net.input(draw.values(draw.shape(), "float32", ("normal", "small", "positive", "ties")))
    return net.case(net.node("DynamicQuantizeLinear", [x], 3), ROUNDED)


def _bias(draw: Draw, count: int) -> Array:
    return draw.values((count,), "int16", ("small", "any")).astype(numpy.int32)


def qlinear_conv(draw: Draw) -> Case:
    net = Net(draw, 10)
    of = window(draw, draw.choice((2, 2, 1)))
    groups = draw.choice((1, 1, 2))
    ins, outs = groups * draw.integer(1, 3), groups * draw.integer(1, 3)
    kinds = draw.choice((("uint8", "uint8"), ("uint8", "int8"), ("int8", "int8")))
    x = net.input(draw.values((1, ins, *of.size), kinds[0]))
    names = [x, *parameters(net, kinds[0])]
    names.append(net.constant(weights_of(draw, (outs, ins // groups, *of.kernel), kinds[1])))
    names += parameters(net, kinds[1], outs if draw.flag(0.4) and kinds[1] == "int8" else 0)
    names += parameters(net, kinds[0])
    if draw.flag():
        names.append(net.constant(_bias(draw, outs)))
    made = net.node("QLinearConv", names, group=groups if groups > 1 else None, **of.attributes)
    return net.case(made, EXACT, ["quantised"])


def qlinear_matmul(draw: Draw) -> Case:
    net = Net(draw, 10, 21)
    left, right = matmul_shapes(draw)
    kinds = draw.choice((("uint8", "uint8"), ("uint8", "int8"), ("int8", "int8")))
    names = [net.input(draw.values(left, kinds[0])), *parameters(net, kinds[0])]
    names += [net.either(weights_of(draw, right, kinds[1]), 0.8), *parameters(net, kinds[1])]
    names += parameters(net, kinds[0])
    return net.case(net.node("QLinearMatMul", names), EXACT, ["quantised"])


def _own_binary(name: str) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, 13)
        dtype = draw.choice(("uint8", "int8"))
        shape = draw.shape()
        names = [net.input(draw.values(shape, dtype)), *parameters(net, dtype)]
        names += [net.either(draw.values(draw.broadcast(shape), dtype)), *parameters(net, dtype)]
        names += parameters(net, dtype)
        return net.case(net.node(name, names, domain=_OWN), EXACT, ["quantised"])

    return generate


def _own_unary(name: str) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, 13)
        dtype = draw.choice(("uint8", "int8"))
        shape = (1, draw.integer(1, 3), draw.integer(2, 4), draw.integer(2, 4))
        x = net.input(draw.values(shape, dtype))
        names = [x, *parameters(net, dtype), *parameters(net, dtype)]
        attributes: dict[str, Any] = {}
        if name == "QLinearAveragePool":
            of = window(draw, 2, dilated=False)
            net.inputs[0] = ("x0", draw.values((1, draw.integer(1, 3), *of.size), dtype))
            attributes = {key: value for key, value in of.attributes.items() if key != "dilations"}
            attributes |= {"kernel_shape": of.kernel, "count_include_pad": draw.choice((None, 0, 1))}
        elif name == "QLinearLeakyRelu":
            attributes = {"alpha": draw.choice((0.1, 0.5))}
        elif name == "QLinearSoftmax":
            attributes = {"axis": -1, "opset": 13}
        elif name == "QLinearGlobalAveragePool":
            attributes = {"channels_last": 0}
        return net.case(net.node(name, names, domain=_OWN, **attributes), EXACT, ["quantised"])

    return generate


def qgemm(draw: Draw) -> Case:
    net = Net(draw, 13)
    m, k, n = (draw.integer(1, 5) for _ in range(3))
    kinds = draw.choice((("uint8", "uint8"), ("uint8", "int8"), ("int8", "int8")))
    turned = draw.flag()
    names = [net.input(draw.values((m, k), kinds[0])), *parameters(net, kinds[0])]
    names += [net.constant(weights_of(draw, (n, k) if turned else (k, n), kinds[1])), *parameters(net, kinds[1])]
    names += [net.constant(_bias(draw, n)) if draw.flag() else "", *parameters(net, kinds[0])]
    made = net.node("QGemm", names, domain=_OWN, transB=int(turned), alpha=draw.choice((None, 1.0)))
    return net.case(made, EXACT, ["quantised"])


def qlinear_concat(draw: Draw) -> Case:
    net = Net(draw, 13)
    shape, dtype = draw.shape(), draw.choice(("uint8", "int8"))
    axis = draw.below(len(shape))
    names = [*parameters(net, dtype)]
    for _ in range(draw.integer(1, 3)):
        names += [net.input(draw.values(shape, dtype)), *parameters(net, dtype)]
    return net.case(net.node("QLinearConcat", names, domain=_OWN, axis=axis), EXACT, ["quantised"])


class _Steps:
    """A network with an operator between its quantisations."""

    def __init__(self, net: Net) -> None:
        self.net = net
        draw = net.draw
        self.dtype = draw.choice(("uint8", "int8", "int16", "uint16") if net.opset >= 21 else ("uint8", "int8"))

    def input(self, shape: Sequence[int]) -> str:
        net = self.net
        x = net.input(net.draw.values(shape, self.dtype))
        return net.node("DequantizeLinear", [x, *parameters(net, self.dtype)])[0]

    def weights(self, shape: Sequence[int], axis: int | None) -> tuple[str, Array]:
        """Adds int8 weights, with a scale for each row of the axis if there is one; returns their floats and scales."""
        net = self.net
        draw = net.draw
        count = 0 if axis is None else shape[axis]
        scales = numpy.array([scale_of(draw) for _ in range(max(count, 1))], numpy.float32)
        w = net.constant(draw.values(shape, "int8"))
        scale = net.constant(scales if count else scales[0])
        point = net.constant(numpy.zeros([count] if count else [], numpy.int8))
        return net.node("DequantizeLinear", [w, scale, point], axis=axis if count else None)[0], scales

    def case(self, name: str) -> Case:
        net = self.net
        made = net.node("QuantizeLinear", [name, *parameters(net, self.dtype)])
        return net.case(made, EXACT, ["quantised", "qdq", self.dtype])


def _qdq(build: Callable[[Draw, Net, _Steps], str]) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, 13, 21)
        steps = _Steps(net)
        return steps.case(build(draw, net, steps))

    return generate


def _qdq_conv(draw: Draw, net: Net, steps: _Steps) -> str:
    of = window(draw, draw.choice((2, 2, 1)))
    groups = draw.choice((1, 1, 2))
    ins, outs = groups * draw.integer(1, 3), groups * draw.integer(1, 3)
    x = steps.input((1, ins, *of.size))
    w, scales = steps.weights((outs, ins // groups, *of.kernel), 0 if draw.flag(0.4) else None)
    b = ""
    if draw.flag():
        scale = scales * next(array for name, array in net.constants if array.dtype == numpy.float32)
        scale = scale if scale.size > 1 else scale.reshape([])
        names = [net.constant(_bias(draw, outs)), net.constant(scale.astype(numpy.float32))]
        b = net.node("DequantizeLinear", names, axis=0 if scale.shape else None)[0]
    made = net.node("Conv", [x, w, b], group=groups if groups > 1 else None, **of.attributes)[0]
    return net.node("Relu", [made])[0] if draw.flag(0.3) else made


def _qdq_gemm(draw: Draw, net: Net, steps: _Steps) -> str:
    m, k, n = (draw.integer(1, 5) for _ in range(3))
    x = steps.input((m, k))
    if draw.flag():
        return net.node("MatMul", [x, steps.weights((k, n), 1 if draw.flag(0.4) else None)[0]])[0]
    return net.node("Gemm", [x, steps.weights((n, k), 0 if draw.flag(0.4) else None)[0]], transB=1)[0]


def _qdq_binary(draw: Draw, net: Net, steps: _Steps) -> str:
    shape = draw.shape()
    return net.node(draw.choice(("Add", "Sub", "Mul")), [steps.input(shape), steps.input(draw.broadcast(shape))])[0]


def _qdq_unary(draw: Draw, net: Net, steps: _Steps) -> str:
    kinds = ("Relu", "Sigmoid", "Tanh", "HardSwish", "LeakyRelu", "Exp", "Abs", "Neg", "Elu")
    return net.node(draw.choice(kinds), [steps.input(draw.shape())])[0]


def _qdq_pool(draw: Draw, net: Net, steps: _Steps) -> str:
    kind = draw.choice(("MaxPool", "AveragePool", "GlobalAveragePool"))
    of = window(draw, 2, dilated=False)
    x = steps.input((1, draw.integer(1, 3), *of.size))
    if kind == "GlobalAveragePool":
        return net.node(kind, [x])[0]
    attributes = {key: value for key, value in of.attributes.items() if key != "dilations"}
    return net.node(kind, [x], kernel_shape=of.kernel, ceil_mode=draw.choice((None, 0, 1)), **attributes)[0]


def _qdq_move(draw: Draw, net: Net, steps: _Steps) -> str:
    shape = draw.shape(least=2)
    kind = draw.choice(("Transpose", "Concat", "Softmax", "ReduceMean", "Clip"))
    x = steps.input(shape)
    if kind == "Transpose":
        return net.node(kind, [x], perm=draw.permutation(len(shape)))[0]
    if kind == "Concat":
        return net.node(kind, [x, steps.input(shape)], axis=draw.below(len(shape)))[0]
    if kind == "Softmax":
        return net.node(kind, [x], axis=-1)[0]
    if kind == "ReduceMean" and net.opset >= 18:
        return net.node(kind, [x, net.constant([draw.below(len(shape))], "int64")], keepdims=draw.choice((0, 1)))[0]
    if kind == "ReduceMean":
        return net.node(kind, [x], axes=[draw.below(len(shape))], keepdims=draw.choice((0, 1)))[0]
    return net.node(kind, [x, net.constant(numpy.float32(0)), net.constant(numpy.float32(6))])[0]


_BINARY = ("QLinearAdd", "QLinearMul")
_UNARY = ("QLinearAveragePool", "QLinearGlobalAveragePool", "QLinearLeakyRelu", "QLinearSigmoid", "QLinearSoftmax")
OPERATORS: dict[str, Generator] = {
    **{name: _own_binary(name) for name in _BINARY},
    **{name: _own_unary(name) for name in _UNARY},
    "DequantizeLinear": dequantize,
    "DynamicQuantizeLinear": dynamic_quantize,
    "QDQ-Binary": _qdq(_qdq_binary),
    "QDQ-Conv": _qdq(_qdq_conv),
    "QDQ-Gemm": _qdq(_qdq_gemm),
    "QDQ-Move": _qdq(_qdq_move),
    "QDQ-Pool": _qdq(_qdq_pool),
    "QDQ-Unary": _qdq(_qdq_unary),
    "QGemm": qgemm,
    "QLinearConcat": qlinear_concat,
    "QLinearConv": qlinear_conv,
    "QLinearMatMul": qlinear_matmul,
    "QuantizeLinear": quantize,
}
