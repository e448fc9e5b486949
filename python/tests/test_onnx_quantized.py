# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantised ONNX models: integers from end to end, within one unit of onnxruntime without optimisations."""

from __future__ import annotations

import itertools
import pathlib
import re
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN
from onnx_models import Graph

import tirc

onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")
onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")

import quantized_models  # noqa: E402
from quantized_models import difference, float_kernels, inputs_of, session, unit_of  # noqa: E402

# Adds an operator to a graph, of one or both of its tensors; returns the name of its result.
Build = Callable[[Graph, str, str], str]

# The nodes whose kernels may compute in float beside the first and the last: docs/Python.md lists their operators.
_FLOAT = {
    ("transformer", "QDQ"): r"layernormalization_\d+",
    ("transformer", "QOperator"): r"layernormalization_\d+",
    ("lstm", "QDQ"): r"lstm_\d+",
    ("lstm", "QOperator"): r"lstm_\d+",
    # onnxruntime's tools do not quantise these in this format.
    ("depthwise", "QOperator"): r"(convtranspose|tanh)_\d+",
}
_EDGES = r".*_(QuantizeLinear|DequantizeLinear)"
_SHORT = {
    ("cnn", "QDQ", "QInt8", True),
    ("depthwise", "QOperator", "QUInt8", False),
    ("lstm", "QDQ", "QInt8", True),
    ("transformer", "QOperator", "QUInt8", False),
    ("wake word", "QDQ", "QInt8", True),
}
_ZEROS_16 = [numpy.int16(-700), pytest.param(numpy.uint16(10000), marks=pytest.mark.long)]
_VARIANTS = [
    pytest.param(*variant, marks=[] if variant in _SHORT else pytest.mark.long)
    for variant in quantized_models.variants()
]


@pytest.mark.parametrize(("name", "form", "kind", "channels"), _VARIANTS)
def test_networks_are_integer(name: str, form: str, kind: str, channels: bool, tmp_path: pathlib.Path) -> None:
    model = quantized_models.quantized(quantized_models.NETWORKS[name](), tmp_path, form, kind, channels=channels)
    module = tirc.compile(model, model_name="net", **FOR_A_RUN)
    assert max(difference(module, model, seed) for seed in range(100, 104)) <= 1.01 * unit_of(model)
    in_float = re.compile(f"({_EDGES}|{_FLOAT.get((name, form), 'none')}) .*")
    for places in float_kernels(module):
        assert any(in_float.fullmatch(place) for place in places), places


@pytest.mark.parametrize("form", ["QDQ", "QOperator"])
def test_weights_stay_in_flash(form: str, tmp_path: pathlib.Path) -> None:
    """The constants are the weights in int8, biases, scales and tables, and the workspace has no weights."""
    model = quantized_models.quantized(quantized_models.cnn(), tmp_path, form)
    totals = tirc.compile(model).report.json["totals"]
    weights = 8 * 27 + 8 * 72 + 2 * 64 + 64 * 24 + 24 * 5
    channels = 8 * 4 + 24 + 5
    assert weights < totals["constants_bytes"] < weights + channels * 12 + 1024 + 256
    assert totals["workspace_bytes"] < 3 * 16 * 16 + 4 * 8 * 64


def test_probabilities_need_memory_for_one_row() -> None:
    g = Graph(opset=19)
    scale = g.constant(numpy.float32(0.05)), g.constant(numpy.int8(-7))
    x = g.add("DequantizeLinear", g.add("QuantizeLinear", "x", *scale), *scale)
    scale = g.constant(numpy.float32(1 / 256)), g.constant(numpy.int8(-128))
    x = g.add("QuantizeLinear", g.add("Softmax", x, axis=-1), *scale)
    g.add("DequantizeLinear", x, *scale, out="y")
    model = g.model({"x": [1, 2, 40, 20]}, {"y": [1, 2, 40, 20]})
    module = tirc.compile(model, **FOR_A_RUN)
    assert difference(module, model, 3) <= 1.01 / 256
    assert module.report.json["totals"]["workspace_bytes"] < 2 * 1600 + 256


def test_small_constants_of_float_operators_are_floats(tmp_path: pathlib.Path) -> None:
    """No kernel computes them while the model runs."""
    model = quantized_models.quantized(quantized_models.transformer(), tmp_path)
    kernels = tirc.compile(model).report.json["kernels"]
    constants = {tensor.name.removesuffix("_quantized") for tensor in model.graph.initializer}
    assert not [kernel for kernel in kernels if kernel["place"].partition("_Dequantize")[0] in constants]


_OPERATORS: dict[str, tuple[str, dict[str, Any]]] = {
    "average of four": ("AveragePool", {"kernel_shape": [2, 2], "strides": [2, 2]}),
    "average with padding": (
        "AveragePool",
        {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1},
    ),
    "average without padding": ("AveragePool", {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}),
    "exp": ("Exp", {}),
    "flatten": ("Flatten", {}),
    "global average": ("GlobalAveragePool", {}),
    "largest": ("MaxPool", {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 0, 0]}),
    "means": ("ReduceMean", {"axes": [1], "keepdims": 0}),
    "softmax": ("Softmax", {"axis": 1}),
    "transpose": ("Transpose", {"perm": [0, 3, 1, 2]}),
}


def _of_one_input(name: str) -> Build:
    operator, attributes = _OPERATORS[name]
    return lambda g, x, _: g.add(operator, x, **attributes)


def _of_two_inputs(operator: str) -> Build:
    attributes = {"axis": 1} if operator == "Concat" else {}
    return lambda g, x, y: g.add(operator, x, y, **attributes)


def _resize(mode: str, place: str) -> Build:
    def build(g: Graph, x: str, _: str) -> str:
        sizes = g.constant(numpy.array([], numpy.float32)), g.constant(numpy.array([1, 1, 2, 1.5], numpy.float32))
        return g.add("Resize", x, *sizes, mode=mode, coordinate_transformation_mode=place)

    return build


@pytest.mark.parametrize("zero", [numpy.int8(-7), numpy.uint8(100)])
def test_operators_between_quantisations(zero: Any) -> None:
    builds = {name: _of_one_input(name) for name in _OPERATORS}
    builds |= {operator: _of_two_inputs(operator) for operator in ("Add", "Sub", "Mul", "Concat")}
    for mode, place in (
        ("nearest", "asymmetric"),
        ("nearest", "half_pixel"),
        ("linear", "half_pixel"),
        ("linear", "asymmetric"),
    ):
        builds[f"resize {mode} {place}"] = _resize(mode, place)
    _check(builds, zero)


@pytest.mark.parametrize("zero", [numpy.int8(-7), numpy.uint8(100), *_ZEROS_16])
@pytest.mark.parametrize(("operator", "gates", "wanted"), [("LSTM", 4, 0), ("LSTM", 4, 1), ("GRU", 3, 0), ("RNN", 1, 0)])
def test_sequences_stay_quantised(operator: str, gates: int, wanted: int, zero: Any) -> None:
    """Only one step of a recurrent layer is in float. Its outputs of all steps are read, or the one of the last step."""
    steps, width, hidden, bits = 60, 6, 5, zero.dtype.itemsize
    g = Graph(opset=21)
    scales = [(g.constant(numpy.float32(scale / 256 ** (bits - 1))), g.constant(zero)) for scale in (0.03, 0.01)]
    x = g.add("DequantizeLinear", g.add("QuantizeLinear", "x", *scales[0]), *scales[0])
    parameters = g.weight(2, gates * hidden, width), g.weight(2, gates * hidden, hidden), g.weight(2, 2 * gates * hidden)
    g.add(operator, x, *parameters, hidden_size=hidden, direction="bidirectional")
    node = g.nodes[-1]
    node.output[:] = ["", "last"] if wanted else ["all"]
    x = g.add("DequantizeLinear", g.add("QuantizeLinear", node.output[wanted], *scales[1]), *scales[1])
    x = g.add("QuantizeLinear", g.add("Relu", x), *scales[1])
    g.add("DequantizeLinear", x, *scales[1], out="y")
    shape = [2, 1, hidden] if wanted else [steps, 2, 1, hidden]
    model = g.model({"x": [steps, 1, width]}, {"y": shape})
    model.ir_version = 10
    module = tirc.compile(model, **FOR_A_RUN)
    assert difference(module, model, 3) <= 1.01 * 0.01 / 256 ** (bits - 1)
    outputs = 0 if wanted else 2 * hidden
    assert module.report.json["totals"]["workspace_bytes"] < steps * bits * (width + outputs) + 400
    for places in float_kernels(module):
        assert any(place.partition("_")[0] in (operator.lower(), "quantizelinear", "dequantizelinear") for place in places)


@pytest.mark.parametrize("kind", [numpy.int8, numpy.uint8])
def test_weights_with_zero_points_per_channel(kind: Any) -> None:
    def in_groups(group: int) -> Build:
        def build(g: Graph, x: str, _: str) -> str:
            random = numpy.random.default_rng(5)
            limits = numpy.iinfo(kind)
            values = g.constant(random.integers(limits.min, limits.max, (8, 4 // group, 3, 3)).astype(kind))
            scales = g.constant(random.uniform(0.001, 0.01, 8).astype(numpy.float32))
            zeros = g.constant((random.integers(0, 40, 8) + (100 if kind is numpy.uint8 else 0)).astype(kind))
            weights = g.add("DequantizeLinear", values, scales, zeros, axis=0)
            return g.add("Conv", x, weights, group=group, pads=[1, 1, 1, 1], strides=[2, 2])

        return build

    _check({f"Conv in {group}": in_groups(group) for group in (1, 2, 4)}, numpy.uint8(100))


def test_integers_in_the_interface() -> None:
    """Inputs and outputs of uint8 keep their type."""
    g = Graph(opset=19)
    scale, zero = g.constant(numpy.float32(0.1)), g.constant(numpy.uint8(100))
    x = g.add("DequantizeLinear", "x", scale, zero)
    x = g.add("Sigmoid", x)
    g.add("QuantizeLinear", x, g.constant(numpy.float32(1 / 256)), g.constant(numpy.uint8(0)), out="y")
    model = g.model({"x": [1, 256]}, {"y": [1, 256]}, check=False)
    for value in (model.graph.input[0], model.graph.output[0]):
        value.type.tensor_type.elem_type = onnx.TensorProto.UINT8
    numbers = numpy.arange(256, dtype=numpy.uint8)[None]
    (want,) = session(model).run(None, {"x": numbers})
    module = tirc.compile(model, **FOR_A_RUN)
    assert [tensor.dtype for tensor in (*module.inputs, *module.outputs)] == ["uint8", "uint8"]
    with pytest.raises(TypeError, match="expected 1x256 uint8, but the array is of int8"):
        module.run(numbers.view(numpy.int8))
    got = module.run(numbers)["y"]
    assert got.dtype == numpy.uint8 and numpy.abs(got.astype(int) - want.astype(int)).max() <= 1


@pytest.mark.parametrize("scale", [0.01, 0.05, 0.1, 0.3, 0.25])
def test_floats_are_divided_by_the_scale(scale: float) -> None:
    """Products with its inverse round other numbers to the other side, such as 1.225 by 0.01."""
    g = Graph(opset=19)
    parts = g.constant(numpy.float32(scale)), g.constant(numpy.int8(3))
    x = g.add("DequantizeLinear", g.add("QuantizeLinear", "x", *parts), *parts)
    g.add("QuantizeLinear", g.add("Relu", g.add("Neg", x)), *parts, out="y")
    model = g.model({"x": [1, 400]}, {"y": [1, 400]}, check=False)
    model.graph.output[0].type.tensor_type.elem_type = onnx.TensorProto.INT8
    x = (numpy.arange(-399, 1) * 0.5 * scale).astype(numpy.float32)[None]
    (want,) = session(model).run(None, {"x": x})
    module = tirc.compile(model, **FOR_A_RUN)
    assert "int8_t *restrict table" in module.c_source, "the function is not computed in integers"
    numpy.testing.assert_array_equal(module.run(x)["y"], want)


@pytest.mark.parametrize("kind", [numpy.int8, numpy.uint8, numpy.int16, numpy.uint16])
@pytest.mark.parametrize("form", ["tosa", "linalg", "axis"])
def test_a_single_quantisation_divides_by_the_scale(kind: Any, form: str) -> None:
    g = Graph(opset=21)
    shape = (400,) if form == "axis" else ()
    parts = g.constant(numpy.full(shape, 0.01, numpy.float32)), g.constant(numpy.full(shape, 3, kind))
    g.add("QuantizeLinear", "x", *parts, out="y")
    outputs = {"y": [1, 400]}
    if form == "linalg":
        g.add("Asinh", "x", out="z")
        outputs["z"] = [1, 400]
    model = g.model({"x": [1, 400]}, outputs, check=False)
    model.graph.output[0].type.tensor_type.elem_type = onnx.helper.np_dtype_to_tensor_dtype(numpy.dtype(kind))
    x = (numpy.arange(-250, 150) * 0.005).astype(numpy.float32)[None]
    (want, *_) = session(model).run(None, {"x": x})
    numpy.testing.assert_array_equal(tirc.compile(model, **FOR_A_RUN).run(x)["y"], want)


def test_a_smaller_image_and_the_mean_of_all() -> None:
    """A nearest element is not a whole number of copies there, and a mean without axes is a tensor of rank 0."""

    def build(g: Graph, x: str, _: str) -> str:
        sizes = g.constant(numpy.array([], numpy.float32)), g.constant(numpy.array([1, 1, 1.7, 0.6], numpy.float32))
        x = g.add("Resize", x, *sizes, mode="nearest", nearest_mode="floor")
        scale = g.constant(numpy.float32(0.05)), g.constant(numpy.int8(-7))
        x = g.add("DequantizeLinear", g.add("QuantizeLinear", x, *scale), *scale)
        return g.add("ReduceMean", x, axes=[0, 1, 2, 3], keepdims=0)

    _check({"means": build}, numpy.int8(-7))


def test_large_weights_are_transposed() -> None:
    """They are too large to be folded, and are not a tensor that another step computes."""
    random = numpy.random.default_rng(1)

    def build(g: Graph, x: str, _: str) -> str:
        values = g.add("Transpose", g.constant(random.integers(-10, 10, (144, 2048)).astype(numpy.int8)), perm=[1, 0])
        weights = g.add("DequantizeLinear", values, g.constant(numpy.float32(0.001)), g.constant(numpy.int8(0)))
        return g.add("Gemm", g.add("Flatten", x), weights, transB=1)

    _check({"Gemm": build}, numpy.int8(-7), in_float="gemm")


def test_constants_beside_quantised_tensors() -> None:
    g = Graph(opset=19)
    scale = g.constant(numpy.float32(0.05)), g.constant(numpy.int8(-7))
    x = g.add("DequantizeLinear", g.add("QuantizeLinear", "x", *scale), *scale)
    x = g.add("QuantizeLinear", g.add("Sigmoid", x), *scale)
    x = g.add("Concat", x, g.constant(numpy.full([1, 2, 6, 6], 5, numpy.int8)), axis=1)
    g.add("DequantizeLinear", x, *scale, out="y")
    model = g.model({"x": [1, 4, 6, 6]}, {"y": [1, 6, 6, 6]})
    assert difference(tirc.compile(model), model, 3) <= 1.01 * 0.05


def test_a_plan_that_does_not_fit_is_left() -> None:
    """A product with a constant of a higher rank: the model is converted as before, which a remark says."""
    g = Graph(opset=19)
    scale = g.constant(numpy.float32(0.05)), g.constant(numpy.int8(-7))
    x = g.add("DequantizeLinear", g.add("QuantizeLinear", "x", *scale), *scale)
    x = g.add("Mul", x, g.constant(numpy.full([1, 1, 1], 1.3, numpy.float32)))
    g.add("DequantizeLinear", g.add("QuantizeLinear", x, *scale), *scale, out="y")
    model = g.model({"x": [4, 6]}, {"y": [1, 4, 6]})
    module = tirc.compile(model, **FOR_A_RUN)
    assert any("may compute in float: 'quantizelinear_3' has another shape" in str(d) for d in module.diagnostics)
    assert difference(module, model, 3) <= 1.01 * 0.05


# The nodes whose kernels compute in float, of 16 bits.
_FLOAT_16 = {"cnn": r"softmax_\d+", "wake word": "none"}


@pytest.mark.parametrize("kind", ["QInt16", "QUInt16"])
@pytest.mark.parametrize("name", _FLOAT_16)
def test_activations_of_16_bits(name: str, kind: str, tmp_path: pathlib.Path) -> None:
    model = quantized_models.quantized(quantized_models.NETWORKS[name](), tmp_path, "QDQ", kind)
    module = tirc.compile(model, model_name="net", **FOR_A_RUN)
    assert max(difference(module, model, seed) for seed in range(100, 104)) <= 1.01 * unit_of(model)
    in_float = re.compile(f"({_EDGES}|{_FLOAT_16[name]}) .*")
    for places in float_kernels(module):
        assert any(in_float.fullmatch(place) for place in places), places


@pytest.mark.parametrize("zero", _ZEROS_16)
def test_operators_of_16_bits(zero: Any) -> None:
    names = "average of four", "average with padding", "flatten", "global average", "largest", "transpose"
    builds = {name: _of_one_input(name) for name in names}
    builds |= {operator: _of_two_inputs(operator) for operator in ("Add", "Sub", "Mul", "Concat")}
    for operator in ("Sigmoid", "Tanh", "Relu"):
        builds[operator] = lambda g, x, _, operator=operator: g.add(operator, x)
    _check_16(builds, zero)


def test_constants_beside_tensors_of_16_bits() -> None:
    factors = numpy.random.default_rng(3).uniform(-1, 1, [4, 1, 1]).astype(numpy.float32)
    _check_16({"Mul": lambda g, x, _: g.add("Mul", x, g.constant(factors))}, numpy.int16(-700))


@pytest.mark.parametrize("zero", _ZEROS_16)
@pytest.mark.parametrize("inner", [4, 600])
def test_sums_of_more_than_32_bits(inner: int, zero: Any) -> None:
    """With 600 products, the sums do not fit in 32 bits."""
    random = numpy.random.default_rng(5)

    def build(g: Graph, x: str, _: str) -> str:
        values = g.constant(random.integers(-128, 128, (5, inner)).astype(numpy.int8))
        scales = g.constant(random.uniform(0.002, 0.02, 5).astype(numpy.float32) / inner**0.5)
        weights = g.add("DequantizeLinear", values, scales, g.constant(numpy.zeros(5, numpy.int8)), axis=0)
        return g.add("Gemm", x, weights, g.weight(5), transB=1)

    _check_16({"Gemm": build}, zero, (2, inner))


def test_a_mean_of_16_bits() -> None:
    axes = numpy.array([1, 3])
    _check_16({"means": lambda g, x, _: g.add("ReduceMean", x, g.constant(axes), keepdims=0)}, numpy.int16(-700))


def test_other_operators_of_16_bits_are_float_locally() -> None:
    """The kink of HardSwish is between two entries of the table."""
    _check_16({"HardSwish": lambda g, x, _: g.add("HardSwish", x)}, numpy.int16(-700), in_float="hardswish")


def test_a_sum_is_not_coarser_than_its_result() -> None:
    g = Graph(opset=21)
    zero = g.constant(numpy.int16(0))
    scales = [g.constant(numpy.float32(scale)) for scale in (0.0037, 1.0, 2**-14)]
    x, y = (g.add("DequantizeLinear", name, scale, zero) for name, scale in zip("xy", scales, strict=False))
    g.add("QuantizeLinear", g.add("Add", x, y), scales[2], zero, out="z")
    model = g.model({"x": [99], "y": [1]}, {"z": [99]}, check=False)
    for value in (*model.graph.input, *model.graph.output):
        value.type.tensor_type.elem_type = onnx.TensorProto.INT16
    model.ir_version = 10
    given = {"x": numpy.arange(99, dtype=numpy.int16), "y": numpy.ones(1, numpy.int16)}
    (want,) = session(model).run(None, given)
    assert numpy.abs(tirc.compile(model, **FOR_A_RUN).run(**given)["z"].astype(int) - want.astype(int)).max() <= 1


def test_integers_of_16_bits_in_the_interface() -> None:
    """Inputs and outputs of uint16 keep their type. Where a unit is coarse, lines would miss it."""
    g = Graph(opset=21)
    scale, zero = g.constant(numpy.float32(0.0001)), g.constant(numpy.uint16(30000))
    x = g.add("DequantizeLinear", "x", scale, zero)
    y, coarse = g.constant(numpy.float32(1 / 65536)), g.constant(numpy.float32(0.3))
    g.add("QuantizeLinear", g.add("Sigmoid", x), y, g.constant(numpy.uint16(0)), out="y")
    g.add("QuantizeLinear", g.add("Sin", x), coarse, zero, out="z")
    model = g.model({"x": [1, 65536]}, {"y": [1, 65536], "z": [1, 65536]}, check=False)
    for value in (*model.graph.input, *model.graph.output):
        value.type.tensor_type.elem_type = onnx.TensorProto.UINT16
    model.ir_version = 10
    numbers = numpy.arange(65536, dtype=numpy.uint16)[None]
    wanted = session(model).run(None, {"x": numbers})
    module = tirc.compile(model, **FOR_A_RUN)
    assert [tensor.dtype for tensor in (*module.inputs, *module.outputs)] == ["uint16"] * 3
    results = module.run(numbers).values()
    off = [numpy.abs(got.astype(int) - want.astype(int)).max() for got, want in zip(results, wanted, strict=True)]
    assert all(got.dtype == numpy.uint16 for got in results) and off[0] <= 1 and off[1] == 0


@pytest.mark.parametrize("dtype", [numpy.uint16, pytest.param(numpy.int8, marks=pytest.mark.long)])
def test_scales_by_which_most_results_saturate(dtype: Any) -> None:
    """Products by the quotient of the scales do not wrap around before they are limited, nor lose their last bits."""
    limits = numpy.iinfo(dtype)
    factors = numpy.array([[1], [0.001], [-3]], numpy.float32)
    cases = itertools.product(["Identity", "Mul", "factors", "Add"], [1e-9, 1e-6, 1e-4, 0.01, 0.3])
    g, inputs, results = Graph(opset=21), {"x": [3, 99], "y": [3, 99]}, {}
    zeros = [g.constant(dtype(zero)) for zero in (limits.min, limits.max)]
    x, y = (g.add("DequantizeLinear", name, g.constant(numpy.float32(0.02)), zeros[0]) for name in "xy")
    for number, (operator, ratio) in enumerate(cases):
        second = {"Identity": [], "factors": [g.constant(factors)]}.get(operator, [y])
        real = g.add("Mul" if operator == "factors" else operator, x, *second)
        scale = g.constant(numpy.float32(ratio * (0.0004 if operator == "Mul" else 0.02)))
        g.add("QuantizeLinear", real, scale, zeros[number % 2], out=f"z{number}")
        results[f"z{number}"] = inputs["x"]
    model = g.model(inputs, results, check=False)
    for value in (*model.graph.input, *model.graph.output):
        value.type.tensor_type.elem_type = onnx.helper.np_dtype_to_tensor_dtype(numpy.dtype(dtype))
    model.ir_version = 10
    random = numpy.random.default_rng(1)
    near = numpy.array([*range(limits.min, limits.min + 5), *range(limits.max - 5, limits.max + 1)])
    given = {name: numpy.where(random.random(shape) < 0.3, random.integers(limits.min, limits.max, shape),
                               random.choice(near, shape)).astype(dtype) for name, shape in inputs.items()}
    module = tirc.compile(model, **FOR_A_RUN)
    for name, got, want in zip(results, module.run(**given).values(), session(model).run(None, given), strict=True):
        assert numpy.abs(got.astype(int) - want.astype(int)).max() <= 1, name


def _check_16(builds: dict[str, Build], zero: Any, shape: Any = (1, 4, 6, 6), in_float: str = "") -> None:
    _check(builds, zero, in_float, opset=21, scale=2e-4, shape=shape)


def _check(
    builds: dict[str, Build],
    zero: Any,
    in_float: str = "",
    *,
    opset: int = 17,
    scale: float = 0.04,
    shape: tuple[int, ...] = (1, 4, 6, 6),
) -> None:
    """Compares operators between quantisations, whose results have another scale, with onnxruntime. Each has inputs of
    its own; all of them are one model, which compiles in the time of a few."""
    g = Graph(opset=opset)
    ends = g.constant(numpy.float32(1.25 * scale)), g.constant(zero)

    def rounded(x: str, *scale: str) -> str:
        return g.add("DequantizeLinear", g.add("QuantizeLinear", x, *scale), *scale)

    for number, build in enumerate(builds.values()):
        x = rounded(f"x{number}", *ends)
        y = rounded(f"y{number}", g.constant(numpy.float32(0.75 * scale)), ends[1])
        results = g.constant(numpy.float32(scale)), ends[1]
        g.add("DequantizeLinear", g.add("QuantizeLinear", build(g, x, y), *results), *results, out=f"z{number}")
    inputs = {f"{name}{number}": list(shape) for number in range(len(builds)) for name in "xy"}
    model = g.model(inputs, {f"z{number}": None for number in range(len(builds))}, check=False)
    model.ir_version = 10
    model = onnx.shape_inference.infer_shapes(model)
    module = tirc.compile(model, **FOR_A_RUN)
    given = inputs_of(model, 3)
    wanted = session(model).run(None, given)
    got = module.run(**given)
    differences = {
        name: float(numpy.abs(got[f"z{number}"] - wanted[number]).max()) for number, name in enumerate(builds)
    }
    assert {name: value for name, value in differences.items() if value > 1.01 * scale} == {}
    names = {"quantizelinear", "dequantizelinear", in_float}
    for places in float_kernels(module):
        assert any(place.partition("_")[0] in names for place in places), places
