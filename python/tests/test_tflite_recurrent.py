# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""UNIDIRECTIONAL_SEQUENCE_LSTM and SVDF of TensorFlow Lite: a loop over the steps, with the results of LiteRT's reference
kernels, and with the state in variables as there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import packed_tflite as tfl
import pytest
from models import FOR_A_RUN
from packed_tflite import Array, schema
from tflite_graph import Graph, Operator, Quantization, Tensor, write

import tirc

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
litert: Any = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")

_STEPS, _INPUTS, _HIDDEN = 7, 5, 6
_TANH, _RELU = 4, 1


class _Lstm:
    """A model with one layer, whose tensors are added one after another."""

    def __init__(self, kind: str, shape: Sequence[int], scale: tuple[float, int] | None = None) -> None:
        self.tensors: list[Any] = []
        self.buffers: list[Array] = []
        self.operators: list[Any] = []
        self.operands, self.intermediates = [-1] * 24, list[int]()
        self.random = numpy.random.default_rng(shape[0])
        self.operands[0] = self.add("x", shape, kind, scale=scale)

    def add(
        self,
        name: str,
        shape: Sequence[int],
        kind: str = "FLOAT32",
        values: Array | None = None,
        scale: tuple[float, int] | None = None,
    ) -> int:
        """Adds a tensor, which is a constant if it has values; returns its number."""
        made = tfl.tensor(name, shape, kind, 0 if values is None else len(self.buffers) + 1)
        if scale is not None:
            made.quantization = schema.QuantizationParametersT()
            made.quantization.scale, made.quantization.zeroPoint = [scale[0]], [scale[1]]
        if values is not None:
            self.buffers.append(values)
        self.tensors.append(made)
        return len(self.tensors) - 1

    def add_state(self, place: int, shape: Sequence[int], kind: str, scale: tuple[float, int] | None = None) -> None:
        self.operands[place] = self.add(f"state{place}", shape, kind, scale=scale)
        self.tensors[-1].isVariable = True

    def packed(self, output: int, **options: Any) -> bytes:
        chosen = schema.UnidirectionalSequenceLSTMOptionsT()
        chosen.fusedActivationFunction = _TANH
        for name, value in options.items():
            setattr(chosen, name, value)
        codes = ["DEQUANTIZE", "UNIDIRECTIONAL_SEQUENCE_LSTM"]
        layer = tfl.operator(1, self.operands, [output], chosen, "UnidirectionalSequenceLSTMOptions")
        layer.intermediates = self.intermediates
        return tfl.packed(codes, [tfl.subgraph(self.tensors, [0], [output], [*self.operators, layer])], self.buffers)


def _float(batch: int, parts: Sequence[str] = (), **options: Any) -> bytes:
    size = 4 if "projection" in parts else _HIDDEN
    lead = [_STEPS, batch] if options.get("timeMajor") else [batch, _STEPS]
    model = _Lstm("FLOAT32", [*lead, _INPUTS])

    def add_weights(place: int, shape: Sequence[int]) -> None:
        values = (model.random.standard_normal(shape) / 2).astype(numpy.float32)
        if "half" in parts:
            stored = model.add(f"stored{place}", shape, "FLOAT16", values.astype(numpy.float16))
            model.operands[place] = model.add(f"weights{place}", shape)
            model.operators.append(tfl.operator(0, [stored], [model.operands[place]]))
        elif "bytes" in parts and len(shape) == 2:
            scale = float(numpy.float32(abs(values).max() / 127))
            stored = numpy.round(values / scale).astype(numpy.int8)
            model.operands[place] = model.add(f"weights{place}", shape, "INT8", stored, (scale, 0))
        else:
            model.operands[place] = model.add(f"weights{place}", shape, values=values)

    first = 1 if "coupled" in parts else 0
    for gate in range(first, 4):
        add_weights(1 + gate, [_HIDDEN, _INPUTS])
        add_weights(5 + gate, [_HIDDEN, size])
        add_weights(12 + gate, [_HIDDEN])
    for gate in range(first, 3 if "peepholes" in parts else 0):
        add_weights(9 + gate, [_HIDDEN])
    for gate in range(first, 4 if "normalised" in parts else 0):
        add_weights(20 + gate, [_HIDDEN])
    if "projection" in parts:
        add_weights(16, [size, _HIDDEN])
        add_weights(17, [size])
    model.add_state(18, [batch, size], "FLOAT32")
    model.add_state(19, [batch, _HIDDEN], "FLOAT32")
    return model.packed(model.add("y", [*lead, size]), **options)


def _integers(batch: int, exponent: int = -11, parts: Sequence[str] = (), **options: Any) -> bytes:
    """An output has another scale than the state, to which it goes as it is: so it is in files by TensorFlow."""
    given, state, made = (1 / 32, -7), (1 / 100, 5), (1 / 128, 3)
    model = _Lstm("INT8", [batch, _STEPS, _INPUTS], given)
    for gate in range(1 if "coupled" in parts else 0, 4):
        scale = (1.5 + 0.1 * gate) / 128
        for place, columns in ((1 + gate, _INPUTS), (5 + gate, _HIDDEN)):
            values = model.random.integers(-127, 128, [_HIDDEN, columns]).astype(numpy.int8)
            model.operands[place] = model.add(f"weights{place}", values.shape, "INT8", values, (scale, 0))
        bias = model.random.integers(-900, 900, [_HIDDEN]).astype(numpy.int32)
        model.operands[12 + gate] = model.add(f"bias{gate}", bias.shape, "INT32", bias, (scale * given[0], 0))
    model.add_state(18, [batch, _HIDDEN], "INT8", state)
    model.add_state(19, [batch, _HIDDEN], "INT16", (2.0**exponent, 0))
    model.intermediates = [model.add(f"sums{gate}", [0]) for gate in range(4)]
    model.intermediates.append(model.add("hidden", [0], "INT8", scale=made))
    return model.packed(model.add("y", [batch, _STEPS, _HIDDEN], "INT8", scale=made), **options)


def _difference(data: bytes, runs: int = 3) -> float:
    """Returns the largest difference in several runs, each of which goes on with the state of the one before."""
    resolver = litert.OpResolverType.BUILTIN_REF
    reference = litert.Interpreter(model_content=data, experimental_op_resolver_type=resolver)
    reference.allocate_tensors()
    (given,), (made,) = reference.get_input_details(), reference.get_output_details()
    module = tirc.compile(data, model_name="net")
    random, worst = numpy.random.default_rng(3), 0.0
    for _ in range(runs):
        x = random.standard_normal(given["shape"]).astype(numpy.float32)
        if given["dtype"] == numpy.int8:
            x = random.integers(-128, 128, given["shape"]).astype(numpy.int8)
        reference.set_tensor(given["index"], x)
        reference.invoke()
        want = reference.get_tensor(made["index"]).astype(numpy.float64)
        (got,) = module.run(x).values()
        worst = max(worst, float(numpy.abs(got.astype(numpy.float64) - want).max()))
    return worst


@pytest.mark.parametrize(
    ("batch", "parts", "options"),
    [
        (1, [], {}),
        (3, [], {"timeMajor": True}),
        (2, ["coupled"], {"cellClip": 0.4}),
        (1, ["peepholes"], {"fusedActivationFunction": _RELU}),
        (2, ["projection"], {"projClip": 0.3}),
        (2, ["coupled", "peepholes", "projection"], {}),
        (1, ["half"], {}),
        # Inputs and outputs of a step are quantised in each run.
        (2, ["bytes", "coupled"], {"cellClip": 0.4}),
        (3, ["bytes", "projection"], {"asymmetricQuantizeInputs": True}),
    ],
)
def test_layers_of_floats(batch: int, parts: list[str], options: dict[str, Any]) -> None:
    assert _difference(_float(batch, parts, **options)) < 1e-5


@pytest.mark.parametrize(
    ("batch", "exponent", "options"), [(1, -11, {}), (3, -12, {}), (1, -14, {"cellClip": 0.5}), (2, -15, {})]
)
def test_layers_of_integers(batch: int, exponent: int, options: dict[str, Any]) -> None:
    """LiteRT computes sigmoid and tanh as series, and TOSA by lines between entries of a table."""
    assert _difference(_integers(batch, exponent, **options)) <= 1


def test_the_state_is_that_of_the_application() -> None:
    module = tirc.compile(_integers(1), model_name="net")
    assert "int8_t lstm_hidden[6]" in module.header
    assert "int16_t lstm_cell[6]" in module.header
    x = numpy.random.default_rng(5).integers(-128, 128, (1, _STEPS, _INPUTS)).astype(numpy.int8)
    first = module.run(x)["y"]
    assert not numpy.array_equal(first, module.run(x)["y"])
    module.reset()
    assert numpy.array_equal(first, module.run(x)["y"])


def test_the_weights_of_integers_occur_once_and_nothing_is_a_float() -> None:
    module = tirc.compile(_integers(1), model_name="net")
    weights = 4 * _HIDDEN * (_INPUTS + _HIDDEN)
    tables = 3 * 513 * 2
    assert module.report.json["totals"]["constants_bytes"] < weights + tables + 4 * _HIDDEN * 24 + 64
    # The workspace of compilers without may_alias is a union of all types.
    assert "float" not in module.c_source.replace("float of_float", "")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (lambda: _float(1, ["normalised"]), "normalises its gates; expected a layer without layer normalisation"),
        (
            lambda: _float(1, fusedActivationFunction=5),
            r"activation has the number 5; expected one of \[0, 1, 3, 4, 6\]",
        ),
        (lambda: _integers(1, parts=["coupled"]), "couples its gates, which is supported in float only"),
        (lambda: _integers(1, fusedActivationFunction=_RELU), "activation is relu; expected tanh"),
    ],
)
def test_other_layers_are_refused_by_name(data: Any, reason: str) -> None:
    with pytest.raises(tirc.FrontEndError, match=f"'y': tfl.unidirectional_sequence_lstm: it.*{reason}") as refused:
        tirc.compile(data())
    assert refused.value.operator == "tfl.unidirectional_sequence_lstm"


@pytest.mark.parametrize("rank", [1, 2])
@pytest.mark.parametrize("has_bias", [True, False])
@pytest.mark.parametrize("memory", [1, 6])
def test_a_filter_bank_of_integers(rank: int, has_bias: bool, memory: int) -> None:
    """SVDF of int8 with a state of int16, as the keyword models of tflite-micro have it."""
    random = numpy.random.default_rng(rank + memory)
    units, size = 3, 10
    filters = units * rank

    def constant(name: str, values: Array, scale: float) -> Tensor:
        quantization = Quantization.of(scale)
        return Tensor(name, values.shape, values.dtype.name.upper(), quantization, values)

    x = Tensor("x", (1, size), "INT8", Quantization.of(0.05, 7))
    weights = constant("w", random.integers(-127, 128, (filters, size), numpy.int8), 0.02)
    times = constant("t", random.integers(-3000, 3000, (filters, memory), numpy.int16), 0.0003)
    bias = constant("b", random.integers(-500, 500, units, numpy.int32), 0.0003 * 0.004) if has_bias else None
    state = Tensor("s", (1, filters * memory), "INT16", Quantization.of(0.004), is_variable=True)
    y = Tensor("y", (1, units), "INT8", Quantization.of(0.05, -128))
    options = ("SVDFOptions", {"rank": rank, "fusedActivationFunction": _RELU})
    data = write(Graph([Operator("SVDF", [x, weights, times, bias, state], [y], options, 4)], [x], [y]))
    interpreter = litert.Interpreter(model_content=data, experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF)
    interpreter.allocate_tensors()
    module = tirc.compile(data, **FOR_A_RUN)
    for _ in range(2 * memory):
        given = random.integers(-128, 128, (1, size), numpy.int8)
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], given)
        interpreter.invoke()
        want = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
        numpy.testing.assert_array_equal(module.run(given)["y"], want)
