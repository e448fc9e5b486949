# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LSTM, GRU and RNN of ONNX: loops over the steps, with the results of onnxruntime."""

from __future__ import annotations

import re
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")
onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

_GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
_FUNCTIONS = {"LSTM": 3, "GRU": 2, "RNN": 1}
# The functions, and how many numbers each takes.
_ACTIVATIONS = {
    "Affine": 2,
    "Elu": 1,
    "HardSigmoid": 2,
    "LeakyRelu": 1,
    "Relu": 0,
    "ScaledTanh": 2,
    "Sigmoid": 0,
    "Softplus": 0,
    "Softsign": 0,
    "Tanh": 0,
    "ThresholdedRelu": 1,
}
_AXES = {"x": [1, 0, 2], "h": [1, 0, 2], "c": [1, 0, 2], "y": [2, 0, 1, 3], "y_h": [1, 0, 2], "y_c": [1, 0, 2]}


def _model(
    operator: str,
    attributes: dict[str, Any],
    values: dict[str, Any],
    inputs: list[str],
    outputs: dict[str, list[int]],
) -> Any:
    """Returns a model of one layer. `values` has its inputs in order; the ones in `inputs` are inputs of the model."""
    given = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(values[n].dtype), values[n].shape)
        for n in inputs
    ]
    constants = [numpy_helper.from_array(v, n) for n, v in values.items() if v is not None and n not in inputs]
    names = [name if value is not None else "" for name, value in values.items()]
    results = [name if outputs[name] else "" for name in outputs]
    node = helper.make_node(operator, names, results, name="layer", **attributes)
    graph = helper.make_graph(
        [node],
        "net",
        given,
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n, shape in outputs.items() if shape],
        constants,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def _wanted(model: Any, values: dict[str, Any]) -> list[Any]:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    return list(onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, values))


def _random_layer(seed: int) -> tuple[str, dict[str, Any], dict[str, Any], list[str], dict[str, list[int]]]:
    random = numpy.random.default_rng(seed)
    operator = str(random.choice(list(_GATES)))
    steps, batch = int(random.choice([1, 2, 5, 9])), int(random.choice([1, 1, 2, 3]))
    features, hidden = (int(n) for n in random.integers(1, 6, 2))
    direction = str(random.choice(["forward", "reverse", "bidirectional"]))
    count, gates = 2 if direction == "bidirectional" else 1, _GATES[operator]

    def floats(*shape: int) -> Any:
        return (random.standard_normal(shape) * 0.5).astype(numpy.float32)

    def sometimes(value: Any, chance: float) -> Any:
        return value if random.random() < chance else None

    attributes: dict[str, Any] = {"hidden_size": hidden, "direction": direction}
    values = {
        "x": floats(steps, batch, features),
        "w": floats(count, gates * hidden, features),
        "r": floats(count, gates * hidden, hidden),
        "b": sometimes(floats(count, 2 * gates * hidden), 0.7),
        "lengths": sometimes(random.integers(1, steps + 1, batch).astype(numpy.int32), 0.4),
        "h": sometimes(floats(count, batch, hidden), 0.5),
    }
    outputs = {"y": [steps, count, batch, hidden], "y_h": [count, batch, hidden]}
    if operator == "LSTM":
        values["c"] = sometimes(floats(count, batch, hidden), 0.5)
        values["p"] = sometimes(floats(count, 3 * hidden), 0.5)
        outputs["y_c"] = [count, batch, hidden]
        attributes["input_forget"] = int(random.random() < 0.3)
    if operator == "GRU":
        attributes["linear_before_reset"] = int(random.random() < 0.5)
    if random.random() < 0.3:
        attributes["clip"] = float(random.choice([0.3, 1.0]))
    if random.random() < 0.5:
        functions = [str(name) for name in random.choice(list(_ACTIVATIONS), _FUNCTIONS[operator] * count)]
        attributes["activations"] = functions
        for key, least in (("activation_alpha", 1), ("activation_beta", 2)):
            numbers = random.uniform(0.1, 0.6, sum(_ACTIVATIONS[name] >= least for name in functions))
            if len(numbers):
                attributes[key] = numbers.tolist()
    kept = str(random.choice(list(outputs)))
    outputs = {name: shape if name == kept or random.random() < 0.6 else [] for name, shape in outputs.items()}
    inputs = ["x", *(n for n, v in values.items() if n != "x" and v is not None and random.random() < 0.3)]
    return operator, attributes, values, inputs, outputs


_SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(20, 150))]


@pytest.mark.parametrize("seed", _SEEDS)
def test_layers_of_all_attributes(seed: int) -> None:
    """Constant and variable parameters, any outputs, both layouts; onnxruntime has one of them only."""
    operator, attributes, values, inputs, outputs = _random_layer(seed)
    wanted = _wanted(_model(operator, attributes, values, inputs, outputs), {name: values[name] for name in inputs})
    own, own_outputs, named = dict(values), dict(outputs), [name for name in outputs if outputs[name]]
    if seed % 2:
        attributes["layout"] = 1
        for name in ("x", "h", "c"):
            if own.get(name) is not None:
                own[name] = own[name].transpose(_AXES[name])
        own_outputs = {n: [shape[axis] for axis in _AXES[n]] if shape else [] for n, shape in outputs.items()}
        wanted = [value.transpose(_AXES[name]) for value, name in zip(wanted, named, strict=True)]
    module = tirc.compile(_model(operator, attributes, own, inputs, own_outputs), **FOR_A_RUN)
    got = module.run(**{name: own[name] for name in inputs})
    assert list(got) == named
    for name, value in zip(named, wanted, strict=True):
        assert got[name].shape == value.shape
        assert numpy.allclose(got[name], value, rtol=1e-4, atol=1e-5)


def test_layers_between_other_operators() -> None:
    """Two layers, one of which reads what the other made, with a state from outside; one function of each has its
    weights."""
    random = numpy.random.default_rng(0)
    batch, steps, features, hidden = 2, 40, 3, 4

    def constant(name: str, *shape: int) -> Any:
        return numpy_helper.from_array((random.standard_normal(shape) * 0.3).astype(numpy.float32), name)

    nodes = [
        helper.make_node("Transpose", ["x"], ["first"], perm=[1, 0, 2]),
        helper.make_node(
            "LSTM", ["first", "w1", "r1", "b1"], ["y1", "h1"], hidden_size=hidden, direction="bidirectional", name="a"
        ),
        helper.make_node("Transpose", ["y1"], ["y2"], perm=[0, 2, 1, 3]),
        helper.make_node("Reshape", ["y2", "shape"], ["x2"]),
        helper.make_node("GRU", ["x2", "w2", "r2", "b2", "", "state"], ["", "h2"], hidden_size=hidden, name="b"),
        helper.make_node("Squeeze", ["h2", "axis"], ["h3"]),
        helper.make_node("Gemm", ["h3", "w", "b"], ["out"]),
        helper.make_node("Sigmoid", ["h1"], ["other"]),
    ]
    constants = [
        constant("w1", 2, 4 * hidden, features),
        constant("r1", 2, 4 * hidden, hidden),
        constant("b1", 2, 8 * hidden),
        constant("w2", 1, 3 * hidden, 2 * hidden),
        constant("r2", 1, 3 * hidden, hidden),
        constant("b2", 1, 6 * hidden),
        constant("w", hidden, 5),
        constant("b", 5),
        numpy_helper.from_array(numpy.array([steps, batch, 2 * hidden], numpy.int64), "shape"),
        numpy_helper.from_array(numpy.array([0], numpy.int64), "axis"),
    ]
    info = helper.make_tensor_value_info
    given = [
        info("x", TensorProto.FLOAT, [batch, steps, features]),
        info("state", TensorProto.FLOAT, [1, batch, hidden]),
    ]
    results = {"out": [batch, 5], "h2": [1, batch, hidden], "other": [2, batch, hidden]}
    graph = helper.make_graph(
        nodes, "net", given, [info(n, TensorProto.FLOAT, s) for n, s in results.items()], constants
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    module = tirc.compile(model, **FOR_A_RUN)
    values: dict[str, Any] = {
        "x": random.standard_normal((batch, steps, features)).astype(numpy.float32),
        "state": random.standard_normal((1, batch, hidden)).astype(numpy.float32),
    }
    got = module.run(**values)
    assert list(got) == list(results)
    for ours, theirs in zip(got.values(), _wanted(model, values), strict=True):
        assert numpy.allclose(ours, theirs, rtol=1e-4, atol=1e-6)
    # One loop for each direction, and each weight once.
    main = re.search(r"__tvm_main__\(.*?^\}", module.c_source, re.M | re.S)
    assert main and len(re.findall(rf"i < {steps};", main[0])) == 3
    parameters = sum(numpy_helper.to_array(tensor).size for tensor in constants[:8])
    assert module.report.json["totals"]["constants_bytes"] < 4 * parameters + 256


@pytest.mark.parametrize(("operator", "tensors"), [("LSTM", 2), ("GRU", 2), ("RNN", 1)])
def test_memory_does_not_grow_with_the_steps(operator: str, tensors: int) -> None:
    """Beside input and output there is the state and what the next one needs, and no iteration copies more than that."""
    sizes, random = [], numpy.random.default_rng(0)
    for steps in (10, 200):
        count = _GATES[operator] * 8
        values = {
            name: random.standard_normal(s).astype(numpy.float32)
            for name, s in (("x", (steps, 1, 4)), ("w", (1, count, 4)), ("r", (1, count, 8)))
        }
        outputs = {"y": [steps, 1, 1, 8], "y_h": [1, 1, 8]}
        module = tirc.compile(_model(operator, {"hidden_size": 8}, values, ["x"], outputs))
        sizes.append(module.report.json["totals"]["workspace_bytes"])
        assert f", {steps * 32});" not in module.c_source
    assert sizes == [tensors * 32] * 2


def test_what_has_no_meaning_is_refused() -> None:
    values = {name: numpy.zeros(s, numpy.float32) for name, s in (("x", (2, 1, 4)), ("w", (1, 3, 4)), ("r", (1, 3, 3)))}
    outputs = {"y": [2, 1, 1, 3]}
    model = _model("RNN", {"hidden_size": 3, "activations": ["ScaledTanh"]}, values, ["x"], outputs)
    with pytest.raises(
        tirc.FrontEndError, match="'layer': RNN: the activation scaledtanh has no alpha or beta"
    ) as caught:
        tirc.compile(model)
    assert caught.value.operator == "onnx.RNN"
    model = _model("RNN", {"hidden_size": 3}, {n: v.astype(numpy.float64) for n, v in values.items()}, ["x"], outputs)
    model.graph.output[0].type.tensor_type.elem_type = TensorProto.DOUBLE
    with pytest.raises(tirc.FrontEndError, match="RNN: its input 'x' has the element type DOUBLE; expected FLOAT"):
        tirc.compile(model)
