# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite on floats with weights of 8 bits, and others of which the converter has another form: they
give what LiteRT's reference kernels give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import packed_tflite as tfl
import pytest
import tflite_nodes
from models import FOR_A_RUN
from packed_tflite import Array, schema
from tflite_graph import Graph, Operator, Quantization, Tensor, write
from tflite_nodes import Nodes, Quantised, bare

import tirc

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
litert: Any = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")

_SAME, _VALID = 0, 1
_RELU, _RELU_N1_TO_1, _RELU6 = 1, 2, 3


def _product(
    operator: str,
    options: Any,
    given: Sequence[int],
    weights: Sequence[int],
    made: Sequence[int],
    scales: int,
    axis: int = 0,
    has_bias: bool = True,
    signature: Sequence[int] = (),
) -> bytes:
    """Returns a model of one operator. Its weights have `scales` scales along an axis."""
    random = numpy.random.default_rng(len(weights) + given[0])
    channels = made[-1]
    x, y = tfl.tensor("x", given), tfl.tensor("y", made)
    if signature:
        x.shapeSignature = list(signature)
    w, b = tfl.tensor("w", weights, "INT8", 1), tfl.tensor("b", [channels], buffer=2)
    w.quantization = schema.QuantizationParametersT()
    w.quantization.scale = list(random.uniform(0.001, 0.02, scales).astype(numpy.float32))
    w.quantization.zeroPoint, w.quantization.quantizedDimension = [0] * scales, axis
    values: list[Array] = [
        random.integers(-127, 128, weights).astype(numpy.int8),
        random.standard_normal(channels).astype(numpy.float32),
    ]
    kind = type(options).__name__.removesuffix("T")
    layer = tfl.operator(0, [0, 1, 2] if has_bias else [0, 1, -1], [3], options, kind)
    return tfl.packed([operator], [tfl.subgraph([x, w, b, y], [0], [3], [layer])], values)


def _with(made: Any, **fields: Any) -> Any:
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def _convolution(padding: int, stride: int = 1, activation: int = 0, kind: str = "Conv2DOptionsT", **more: Any) -> Any:
    return _with(
        getattr(schema, kind)(),
        padding=padding,
        strideH=stride,
        strideW=stride,
        fusedActivationFunction=activation,
        dilationHFactor=1,
        dilationWFactor=1,
        **more,
    )


def _depthwise(padding: int, stride: int, multiplier: int) -> Any:
    return _convolution(padding, stride, kind="DepthwiseConv2DOptionsT", depthMultiplier=multiplier)


def _dense(is_asymmetric: bool, activation: int = 0) -> Any:
    return _with(
        schema.FullyConnectedOptionsT(), asymmetricQuantizeInputs=is_asymmetric, fusedActivationFunction=activation
    )


def _inputs(shape: Sequence[int]) -> list[Array]:
    """Returns floats of both signs, of one sign, halves of a unit of symmetric scales, and zeros."""
    random = numpy.random.default_rng(5)
    normal = random.standard_normal(shape)
    halves = random.integers(-254, 255, shape) / 2
    halves.flat[0] = 127
    every = [normal, abs(normal) * 3 + 1, -abs(normal), halves, 0 * normal]
    return [x.astype(numpy.float32) for x in every]


def _difference(data: bytes, shape: Sequence[int]) -> float:
    """Returns the largest difference by the largest number, over several inputs."""
    resolver = litert.OpResolverType.BUILTIN_REF
    reference = litert.Interpreter(model_content=data, experimental_op_resolver_type=resolver)
    reference.allocate_tensors()
    module = tirc.compile(data, model_name="net", input_shape="0:" + "x".join(map(str, shape)))
    worst = 0.0
    for x in _inputs(shape):
        reference.set_tensor(reference.get_input_details()[0]["index"], x)
        reference.invoke()
        want = reference.get_tensor(reference.get_output_details()[0]["index"])
        (got,) = module.run(x).values()
        assert got.shape == want.shape
        worst = max(worst, float(abs(got - want).max() / (abs(want).max() or 1)))
    return worst


@pytest.mark.parametrize(
    ("operator", "options", "given", "weights", "made", "scales", "axis"),
    [
        ("CONV_2D", _convolution(_SAME, 2, _RELU), [1, 7, 8, 3], [5, 3, 3, 3], [1, 4, 4, 5], 5, 0),
        ("CONV_2D", _convolution(_SAME), [3, 6, 5, 2], [4, 3, 2, 2], [3, 6, 5, 4], 4, 0),
        # The last row and column are not read.
        ("CONV_2D", _convolution(_VALID, 3, _RELU6), [2, 8, 8, 3], [6, 2, 2, 3], [2, 3, 3, 6], 6, 0),
        ("CONV_2D", _convolution(_SAME, 1, _RELU_N1_TO_1), [2, 5, 5, 4], [3, 3, 3, 4], [2, 5, 5, 3], 1, 0),
        # Two groups.
        ("CONV_2D", _convolution(_SAME), [2, 5, 5, 4], [6, 3, 3, 2], [2, 5, 5, 6], 6, 0),
        ("DEPTHWISE_CONV_2D", _depthwise(_SAME, 2, 1), [1, 9, 8, 4], [1, 3, 3, 4], [1, 5, 4, 4], 4, 3),
        ("DEPTHWISE_CONV_2D", _depthwise(_VALID, 1, 2), [2, 6, 6, 3], [1, 3, 2, 6], [2, 4, 5, 6], 6, 3),
        ("FULLY_CONNECTED", _dense(True, _RELU), [3, 40], [8, 40], [3, 8], 8, 0),
        ("FULLY_CONNECTED", _dense(True), [2, 5, 16], [4, 16], [10, 4], 1, 0),
        ("FULLY_CONNECTED", _dense(False), [1, 33], [7, 33], [1, 7], 7, 0),
        ("FULLY_CONNECTED", _dense(False), [4, 20], [3, 20], [4, 3], 1, 0),
    ],
)
def test_products_quantise_their_input_as_litert_does(
    operator: str, options: Any, given: list[int], weights: list[int], made: list[int], scales: int, axis: int
) -> None:
    data = _product(operator, options, given, weights, made, scales, axis)
    assert _difference(data, given) < 1e-6


def test_a_product_may_have_no_bias() -> None:
    assert _difference(_product("FULLY_CONNECTED", _dense(True), [2, 24], [5, 24], [2, 5], 5, has_bias=False), [2, 24]) < 1e-6


def test_the_products_are_integer() -> None:
    data = _product("CONV_2D", _convolution(_SAME), [1, 6, 6, 4], [8, 3, 3, 4], [1, 6, 6, 8], 8)
    module = tirc.compile(data, model_name="net", rows="off")
    (kernel,) = (kernel for kernel in module.report.json["kernels"] if kernel["macs"])
    assert kernel["macs"] == 6 * 6 * 8 * 3 * 3 * 4
    start = module.c_source.index(f"void {kernel['function']}(")
    parameters = module.c_source[start : module.c_source.index("{", start)]
    assert "const int8_t *restrict input" in parameters
    assert "const int8_t *restrict weights" in parameters


def test_other_sizes_than_those_of_the_file_are_computed_in_floats() -> None:
    """LiteRT quantises here, too: results differ by about 1 %."""
    data = _product("FULLY_CONNECTED", _dense(True), [1, 32], [8, 32], [1, 8], 8, signature=[-1, 32])
    assert _difference(data, [1, 32]) < 1e-6
    module = tirc.compile(data, model_name="net", input_shape="0:3x32")
    x = numpy.random.default_rng(0).standard_normal((3, 32)).astype(numpy.float32)
    (got,) = module.run(x).values()
    (single,) = tirc.compile(data, model_name="net", input_shape="0:1x32", **FOR_A_RUN).run(x[:1]).values()
    assert got.shape == (3, 8)
    assert numpy.allclose(got[:1], single, atol=0.02 * abs(single).max())


@pytest.mark.parametrize("is_approximate", [False, True])
def test_gelu_is_the_one_of_the_file(is_approximate: bool) -> None:
    options = _with(schema.GeluOptionsT(), approximate=is_approximate)
    layer = tfl.operator(0, [0], [1], options, "GeluOptions")
    data = tfl.packed(["GELU"], [tfl.subgraph([tfl.tensor("x", [2, 60]), tfl.tensor("y", [2, 60])], [0], [1], [layer])])
    assert _difference(data, [2, 60]) < 1e-6


@pytest.mark.parametrize("is_asymmetric", [False, True])
def test_weights_of_4_bits_are_products_of_integers(is_asymmetric: bool) -> None:
    nodes, rows, features, units = Nodes(), 3, 41, 7
    x = nodes.input([rows, features], "FLOAT32")
    numbers = nodes.random.integers(-7, 8, units * features)
    # Two in a byte, the first in its lower half.
    halves = numpy.append(numbers, [0] * (len(numbers) % 2)).astype(numpy.uint8) & 15
    for count in (1, units):
        form = Quantised("INT4", nodes.random.uniform(0.01, 0.1, count).tolist())
        weights = nodes.tensor([units, features], form, halves[::2] | halves[1::2] << 4)
        nodes.add("FULLY_CONNECTED", [x, weights, -1], [rows, units], "FLOAT32", _dense(is_asymmetric), version=9)
    data = nodes.packed()
    got = list(tirc.compile(data, model_name="net", **FOR_A_RUN).run(*nodes.given).values())
    for made, wanted in zip(got, tflite_nodes.litert(data, nodes.given), strict=True):
        assert abs(made - wanted).max() < 1e-6 * abs(wanted).max()
    alone = list(tirc.compile(bare(data), model_name="net", **FOR_A_RUN).run(*nodes.given).values())[0]
    assert abs(alone - got[0]).max() > 1e-3, "this version of the converter multiplies integers"


def test_a_half_of_a_unit_is_rounded_before_the_zero_point_is_added() -> None:
    """Each row has numbers such as -42.5 steps, whose zero point is 63."""
    nodes = Nodes()
    x = numpy.array([[1.5, -4, -1, -4.5], [0.5, 3, 2, 3], [4.5, 4, 1.5, 5], [-0.5, 1.5, -1, -3.5]], numpy.float32)
    weights = nodes.tensor([4, 4], Quantised("INT8", [0.125]), (numpy.eye(4) * 8).astype(numpy.int8))
    nodes.add("FULLY_CONNECTED", [nodes.input(x.shape, "FLOAT32", x), weights], x.shape, "FLOAT32", _dense(True))
    (got,) = tirc.compile(nodes.packed(), model_name="net", **FOR_A_RUN).run(x).values()
    (wanted,) = tflite_nodes.litert(nodes.packed(), [x])
    numpy.testing.assert_allclose(got, wanted, 1e-6)


def test_batches_of_matrices() -> None:
    """One matrix of weights for all matrices of the input, or one for each; both as they are and turned."""
    nodes = Nodes(3)
    for given, weights, turned in (
        ([2, 3, 5], [5, 4], (False, False)),
        ([2, 5, 3], [1, 4, 5], (True, True)),
        ([1, 3, 4, 5], [1, 3, 5, 2], (False, False)),
    ):
        options = _with(
            schema.BatchMatMulOptionsT(), adjX=turned[0], adjY=turned[1], asymmetricQuantizeInputs=turned[0]
        )
        numbers = nodes.random.integers(-127, 128, weights).astype(numpy.int8)
        constant = nodes.tensor(weights, Quantised("INT8", [0.0123]), numbers)
        rows, columns = given[-1 if turned[0] else -2], weights[-2 if turned[1] else -1]
        nodes.add("BATCH_MATMUL", [nodes.input(given, "FLOAT32"), constant], [*given[:-2], rows, columns], "FLOAT32", options)
    wanted = tflite_nodes.litert(nodes.packed(), nodes.given)
    for got, want in zip(tirc.compile(nodes.packed(), **FOR_A_RUN).run(*nodes.given).values(), wanted, strict=True):
        numpy.testing.assert_allclose(got, want, 1e-6, 1e-6)


def test_sizes_that_the_file_does_not_have_are_named() -> None:
    x, y, z = (Tensor(name, shape) for name, shape in (("x", (1, 4, 4, 2)), ("y", ()), ("z", (1, 4, 4, 3))))
    weights = Tensor("w", (3, 1, 1, 2), "INT8", Quantization.of(0.1), numpy.ones((3, 1, 1, 2), numpy.int8))
    bias = Tensor("b", (3,), values=numpy.zeros(3, numpy.float32))
    convolution = ("Conv2DOptions", {"strideH": 1, "strideW": 1, "dilationHFactor": 1, "dilationWFactor": 1})
    operators = [Operator("RELU", [x], [y]), Operator("CONV_2D", [y, weights, bias], [z], convolution)]
    with pytest.raises(tirc.FrontEndError, match="does not have the sizes of 'y'; expected them: convert the model with fixed"):
        tirc.compile(write(Graph(operators, [x], [z])))
