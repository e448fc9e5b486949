"""Recurrent layers, branches and loops, and operators whose results have no fixed size."""

from __future__ import annotations

from typing import Any

import numpy
from onnx import TensorProto, helper, numpy_helper

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import Tolerance
from ..values import TAME
from .build import Net

_GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
_ACTIVATIONS = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
_OTHERS = (
    "Relu",
    "Tanh",
    "Sigmoid",
    "HardSigmoid",
    "Softsign",
    "Softplus",
    "Elu",
    "LeakyRelu",
    "ThresholdedRelu",
    "Affine",
)


def _recurrent(name: str) -> Generator:
    def generate(draw: Draw) -> Case:
        net = Net(draw, 7, 14, 22)
        steps, batch, ins, hidden = draw.integer(1, 4), draw.integer(1, 2), draw.integer(1, 3), draw.integer(1, 3)
        direction = draw.choice((None, "forward", "reverse", "bidirectional"))
        ways, gates = 2 if direction == "bidirectional" else 1, _GATES[name]
        is_batch_first = net.opset >= 14 and draw.flag(0.15)
        dtype = draw.choice(("float32", "float32", "float32", "float64"))
        shape = (batch, steps, ins) if is_batch_first else (steps, batch, ins)
        names = [net.input(draw.values(shape, dtype, TAME))]
        names.append(net.constant(draw.values((ways, gates * hidden, ins), dtype, ("unit",))))
        names.append(net.constant(draw.values((ways, gates * hidden, hidden), dtype, ("unit",))))
        names.append(net.constant(draw.values((ways, 2 * gates * hidden), dtype, ("unit",))) if draw.flag() else "")
        lengths = numpy.array([draw.integer(1, steps) for _ in range(batch)], numpy.int32)
        names.append(net.either(lengths) if draw.flag(0.3) else "")
        state = (batch, ways, hidden) if is_batch_first else (ways, batch, hidden)
        for _ in range(2 if name == "LSTM" else 1):
            names.append(net.either(draw.values(state, dtype, ("unit",)), 0.3) if draw.flag(0.4) else "")
        if name == "LSTM":
            names.append(net.constant(draw.values((ways, 3 * hidden), dtype, ("unit",))) if draw.flag(0.3) else "")
        attributes: dict[str, Any] = {"hidden_size": hidden, "direction": direction}
        if draw.flag(0.3):
            attributes["activations"] = [draw.choice(_OTHERS) for _ in _ACTIVATIONS[name] * ways]
        attributes["clip"] = draw.choice((None, None, 0.5))
        if name == "GRU":
            attributes["linear_before_reset"] = draw.choice((None, 0, 1))
        if name == "LSTM":
            attributes["input_forget"] = draw.choice((None, 0, 0, 1))
        if net.opset >= 14:
            attributes["layout"] = 1 if is_batch_first else draw.choice((None, 0))
        outputs = draw.integer(1, 3 if name == "LSTM" else 2)
        made = net.node(name, names, outputs, **attributes)
        return net.case(made, Tolerance(64, 64), attributes.get("activations", ()))

    return generate


def _value(name: str, dtype: Any, shape: Any) -> Any:
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(numpy.dtype(dtype)), shape)


def if_(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13, 16, 19, 21, 23, 24, 25)
    shape, dtype = draw.shape(), draw.choice(("float32", "float32", "int32", "int64"))
    x = net.input(draw.values(shape, dtype, ("small",)))
    condition = net.either(draw.values((), "bool"), 0.2)
    kinds = [draw.choice(("Neg", "Abs", "Identity", "Add")) for _ in range(2)]
    graphs = []
    for i, kind in enumerate(kinds):
        node = helper.make_node(kind, [x] * (2 if kind == "Add" else 1), [f"in{i}"], f"branch{i}")
        graphs.append(helper.make_graph([node], f"branch{i}", [], [_value(f"in{i}", dtype, shape)]))
    return net.case(net.node("If", [condition], then_branch=graphs[0], else_branch=graphs[1]))


def loop(draw: Draw) -> Case:
    net = Net(draw, 7, 11, 13, 16, 19, 21, 23, 24, 25)
    shape, dtype = draw.shape(most=3), draw.choice(("float32", "float32", "int32"))
    x = net.input(draw.values(shape, dtype, ("small",)))
    trips = net.either(numpy.asarray(draw.integer(1, 4), numpy.int64), 0.8)
    condition = net.constant(numpy.asarray(True)) if draw.flag(0.7) else ""
    scans = draw.flag(0.3)
    kind = draw.choice(("Add", "Sub", "Mul"))
    nodes = [
        helper.make_node(kind, ["carried", x], ["next"], "step"),
        helper.make_node("Identity", ["on"], ["still"], "goes_on"),
    ]
    results = [_value("still", "bool", []), _value("next", dtype, shape)]
    if scans:
        nodes.append(helper.make_node("Neg", ["next"], ["row"], "row"))
        results.append(_value("row", dtype, shape))
    inputs = [_value("i", "int64", []), _value("on", "bool", []), _value("carried", dtype, shape)]
    body = helper.make_graph(nodes, "body", inputs, results)
    return net.case(net.node("Loop", [trips, condition, x], 2 if scans else 1, body=body))


def scan(draw: Draw) -> Case:
    net = Net(draw, 9, 11, 16, 19, 21, 23, 24, 25)
    steps, shape = draw.integer(1, 4), draw.shape(most=2)
    start = net.either(draw.values(shape, "float32", TAME), 0.4)
    axis = draw.integer(0, len(shape))
    rows = net.input(draw.values((*shape[:axis], steps, *shape[axis:]), "float32", TAME))
    nodes = [
        helper.make_node(draw.choice(("Add", "Sub", "Mul")), ["state", "row"], ["next"], "step"),
        helper.make_node("Identity", ["next"], ["out"], "out"),
    ]
    inputs, outputs = (
        [_value(name, "float32", shape) for name in names] for names in (("state", "row"), ("next", "out"))
    )
    body = helper.make_graph(nodes, "body", inputs, outputs)
    attributes: dict[str, Any] = {"scan_input_axes": [axis] if axis or draw.flag(0.2) else None}
    attributes["scan_input_directions"] = [1] if draw.flag(0.3) else None
    attributes["scan_output_directions"] = [1] if draw.flag(0.2) else None
    attributes["scan_output_axes"] = [draw.integer(0, len(shape))] if draw.flag(0.2) else None
    return net.case(net.node("Scan", [start, rows], 2, num_scan_inputs=1, body=body, **attributes), Tolerance(4, 4))


def non_zero(draw: Draw) -> Case:
    net = Net(draw, 9, 13)
    x = net.input(draw.values(draw.shape(), "float32", ("small",)))
    return net.case(net.node("NonZero", [x]))


def unique(draw: Draw) -> Case:
    net = Net(draw, 11, 28)
    x = net.input(draw.values(draw.shape(), "float32", ("small",)))
    return net.case(net.node("Unique", [x]))


def constant(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 11, 12, 13, 19, 21, 23, 24, 25)
    x = net.input(draw.values((2, 3), "float32", ("small",)))
    if net.opset >= 12 and draw.flag(0.4):
        made = net.node("Constant", [], value_floats=[1.5, 2.0, -1.0])
    else:
        array = draw.values((3,), "float32", ("normal",))
        made = net.node("Constant", [], value=numpy_helper.from_array(array))
    return net.case(net.node("Mul", [x, *made]))


def random_like(draw: Draw) -> Case:
    """Random numbers cannot be compared; those without a spread can."""
    net = Net(draw, 7, 22)
    x = net.input(draw.values(draw.shape(), "float32"))
    made = net.node("RandomUniformLike", [x], low=1.0, high=1.0, dtype=TensorProto.FLOAT)
    return net.case(made)


OPERATORS: dict[str, Generator] = {
    **{name: _recurrent(name) for name in _GATES},
    "Constant": constant,
    "If": if_,
    "Loop": loop,
    "NonZero": non_zero,
    "RandomUniformLike": random_like,
    "Scan": scan,
    "Unique": unique,
}
