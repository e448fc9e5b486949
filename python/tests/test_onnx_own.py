# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of onnxruntime's own, and weights of few bits, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import helper, numpy_helper  # noqa: E402  what follows needs the package

random = numpy.random.default_rng(5)
OWN = "com.microsoft"
FLOAT, INT64, INT4, UINT4 = (getattr(onnx.TensorProto, name) for name in ("FLOAT", "INT64", "INT4", "UINT4"))


def floats(*shape: int) -> Any:
    return random.standard_normal(shape).astype(numpy.float32)


def scales(*shape: int) -> Any:
    return (random.random(shape) * 0.1 + 0.01).astype(numpy.float32)


def node(operator: str, inputs: list[str], outputs: list[str], domain: str = OWN, **attributes: Any) -> Any:
    return helper.make_node(operator, inputs, outputs, name=outputs[0], domain=domain, **attributes)


def tensor(name: str, values: Any, kind: int | None = None) -> Any:
    if kind is None:
        return numpy_helper.from_array(numpy.asarray(values), name)
    return helper.make_tensor(name, kind, numpy.shape(values), numpy.asarray(values).reshape(-1).tolist())


def compiled(nodes: list[Any], x: Any, constants: list[Any], opset: int = 21, is_packed: bool = False) -> Any:
    """Compares the model with onnxruntime, and returns its module."""
    kind = helper.np_dtype_to_tensor_dtype(x.dtype)
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info("x", kind, x.shape)],
        [helper.make_tensor_value_info("y", FLOAT, None)],
        constants,
    )
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid(OWN, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    (want,) = onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})
    model.graph.output[0].CopyFrom(helper.make_tensor_value_info("y", FLOAT, want.shape))
    module = tirc.compile(model, **FOR_A_RUN)
    numpy.testing.assert_allclose(module.run(x)["y"], want, rtol=1e-5, atol=1e-5 * abs(want).max())
    if not is_packed:
        return module
    # Loops that take each number out of its byte, as on microcontrollers.
    plain = tirc.compile(model, schedule="elementwise")
    for backend in ("jit", "c"):
        numpy.testing.assert_allclose(plain.run(x, backend=backend)["y"], want, rtol=1e-5, atol=1e-5 * abs(want).max())
    return tirc.compile(model, target="cortex-m4")


def constant_bytes(module: Any) -> int:
    return int(module.report.json["totals"]["constants_bytes"])


@pytest.mark.parametrize("activation", [("Relu", []), ("LeakyRelu", [0.2]), ("Clip", [-0.5, 1.0]), ("HardSigmoid", [0.3, 0.4])])
@pytest.mark.parametrize("has_sum", [False, True])
def test_a_convolution_with_an_activation(activation: tuple[str, list[float]], has_sum: bool) -> None:
    name, parameters = activation
    constants = [tensor("w", floats(4, 3, 3, 3)), tensor("b", floats(4)), tensor("z", floats(1, 4, 6, 6))]
    more: dict[str, Any] = {"activation_params": parameters} if parameters else {}
    inputs = ["x", "w", "b", *(["z"] if has_sum else [])]
    compiled([node("FusedConv", inputs, ["y"], activation=name, **more)], floats(1, 3, 8, 8), constants)


@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("has_zeros", [False, True])
def test_products_by_weights_of_few_bits(bits: int, has_zeros: bool) -> None:
    features, units, size = 64, 24, 32
    blob = size * bits // 8
    constants = [tensor("w", random.integers(0, 256, (units, 2, blob)).astype(numpy.uint8)), tensor("s", scales(units * 2))]
    inputs = ["x", "w", "s"]
    if has_zeros:
        constants.append(tensor("z", random.integers(0, 256, units * -(-2 * bits // 8)).astype(numpy.uint8)))
        inputs.append("z")
    made = node("MatMulNBits", inputs, ["y"], K=features, N=units, bits=bits, block_size=size)
    module = compiled([made], floats(2, features), constants, is_packed=True)
    # The integers, the scales, and perhaps the zero points.
    assert constant_bytes(module) == units * (features * bits // 8 + 2 * 4) + has_zeros * 2 * units * bits // 8


@pytest.mark.parametrize("has_zeros", [False, True])
@pytest.mark.parametrize("kind", [INT4, UINT4])
def test_rows_of_a_table_with_blocks(kind: int, has_zeros: bool) -> None:
    low = -8 if kind == INT4 else 0
    constants = [tensor("t", random.integers(low, low + 16, (20, 64)), kind), tensor("s", scales(20, 2))]
    inputs = ["t", "x", "s"]
    if has_zeros:
        constants.append(tensor("z", random.integers(low, low + 16, (20, 2)), kind))
        inputs.append("z")
    made = node("GatherBlockQuantized", inputs, ["y"], gather_axis=0, quantize_axis=1, block_size=32)
    module = compiled([made], numpy.array([3, 19, 0]), constants, is_packed=True)
    assert constant_bytes(module) == 20 * (32 + 2 * 4 + 1 * has_zeros)


@pytest.mark.parametrize("has_zeros", [False, True])
def test_products_by_blocks_of_the_standard(has_zeros: bool) -> None:
    constants = [tensor("w", random.integers(-8, 8, (64, 24)), INT4), tensor("s", scales(2, 24))]
    inputs = ["w", "s"]
    if has_zeros:
        constants.append(tensor("z", random.integers(-8, 8, (2, 24)), INT4))
        inputs.append("z")
    nodes = [
        node("DequantizeLinear", inputs, ["d"], "", axis=0, block_size=32),
        node("MatMul", ["x", "d"], ["y"], ""),
    ]
    module = compiled(nodes, floats(2, 3, 64), constants, is_packed=True)
    assert constant_bytes(module) == 24 * (32 + 2 * 4 + 1 * has_zeros)


def quantised(product: str, weights: Any, inputs: list[str]) -> tuple[list[Any], list[Any]]:
    nodes = [
        node("DynamicQuantizeLinear", ["x"], ["q", "qs", "qz"], ""),
        node(product, inputs, ["m"], ""),
        node("Cast", ["m"], ["f"], "", to=FLOAT),
        node("Mul", ["qs", "s"], ["scale"], ""),
        node("Mul", ["f", "scale"], ["y"], ""),
    ]
    return nodes, [tensor("w", weights), tensor("s", numpy.float32(0.01))]


def test_dynamic_quantisation_keeps_weights_of_8_bits() -> None:
    weights = random.integers(-127, 128, (64, 24)).astype(numpy.int8)
    module = compiled(*joined(quantised("MatMulInteger", weights, ["q", "w", "qz"]), floats(2, 64)))
    assert constant_bytes(module) <= weights.size + 64
    weights = random.integers(-127, 128, (8, 4, 3, 3)).astype(numpy.int8)
    module = compiled(*joined(quantised("ConvInteger", weights, ["q", "w", "qz"]), floats(1, 4, 6, 6)))
    assert constant_bytes(module) <= weights.size + 64


def joined(made: tuple[list[Any], list[Any]], x: Any) -> tuple[list[Any], Any, list[Any]]:
    return made[0], x, made[1]


def test_products_of_integers_that_become_floats() -> None:
    constants = [
        tensor("w", random.integers(-127, 128, (64, 24)).astype(numpy.int8)),
        tensor("s", numpy.array([0.01], numpy.float32)),
        tensor("b", floats(24)),
    ]
    compiled([node("DynamicQuantizeMatMul", ["x", "w", "s", "", "b"], ["y"])], floats(2, 64), constants)
    nodes = [
        node("DynamicQuantizeLinear", ["x"], ["q", "qs", "qz"], ""),
        node("MatMulIntegerToFloat", ["q", "w", "qs", "s", "qz"], ["y"]),
    ]
    compiled(nodes, floats(2, 64), constants)


def test_quantisations_of_onnxruntime() -> None:
    weights = random.integers(-127, 128, (8, 4)).astype(numpy.int8)
    constants = [tensor("s", numpy.float32(0.03)), tensor("z", numpy.int8(3)), tensor("w", weights), tensor("zero", numpy.int8(0))]
    nodes = [
        node("QuantizeLinear", ["x", "s", "z"], ["q"]),
        node("DequantizeLinear", ["q", "s", "z"], ["d"]),
        node("DequantizeLinear", ["w", "s", "zero"], ["wd"]),
        node("MatMul", ["d", "wd"], ["y"], ""),
    ]
    compiled(nodes, floats(2, 8), constants, opset=17)


@pytest.mark.parametrize("kind", ["int8", "uint8"])
@pytest.mark.parametrize("other", [(), (3, 8)])
def test_a_choice_between_numbers_of_two_scales(kind: str, other: tuple[int, ...]) -> None:
    """QLinearWhere, as onnxruntime's quantisation (QOperator) writes Where."""
    limits = numpy.iinfo(kind)
    constants = [tensor("limit", numpy.float32(0.2)), tensor("k", random.integers(limits.min, limits.max + 1, other).astype(kind))]
    for name, scale in (("x", 0.02), ("k", 0.05), ("z", 0.03)):
        constants += [tensor(f"{name}s", numpy.float32(scale)), tensor(f"{name}z", numpy.array(limits.max - 100, kind))]
    nodes = [
        node("Greater", ["x", "limit"], ["mask"], ""),
        node("QuantizeLinear", ["x", "xs", "xz"], ["q"], ""),
        node("QLinearWhere", ["mask", "q", "xs", "xz", "k", "ks", "kz", "zs", "zz"], ["chosen"]),
        node("DequantizeLinear", ["chosen", "zs", "zz"], ["y"], ""),
    ]
    compiled(nodes, floats(2, 3, 8), constants)


@pytest.mark.parametrize("exchanged", [{"transA": 1}, {"transB": 1}, {"transA": 1, "transB": 1, "alpha": 0.25}])
def test_products_of_exchanged_axes(exchanged: dict[str, Any]) -> None:
    shape = [2, 6, 5] if "transB" in exchanged else [2, 5, 6]
    x = floats(2, 5, 4) if "transA" in exchanged else floats(2, 4, 5)
    compiled([node("FusedMatMul", ["x", "w"], ["y"], **exchanged)], x, [tensor("w", floats(*shape))])


@pytest.mark.parametrize("has_bias", [False, True])
def test_the_normalisation_of_a_sum(has_bias: bool) -> None:
    """SkipLayerNormalization, whose sum is a result, too."""
    constants = [tensor(name, floats(8)) for name in ("g", "b", "more")] + [tensor("skip", floats(2, 3, 8))]
    inputs = ["x", "skip", "g", "b", *(["more"] if has_bias else [])]
    nodes = [
        node("SkipLayerNormalization", inputs, ["n", "", "", "sum"], epsilon=1e-5),
        node("Add", ["n", "sum"], ["y"], ""),
    ]
    compiled(nodes, floats(2, 3, 8), constants)


@pytest.mark.parametrize("operator", ["BiasGelu", "FastGelu"])
@pytest.mark.parametrize("opset", [17, 21])
def test_gelu_of_a_sum(operator: str, opset: int) -> None:
    compiled([node(operator, ["x", "b"], ["y"])], floats(2, 8), [tensor("b", floats(8))], opset=opset)


@pytest.mark.parametrize("opset", [17, 21])
def test_gelu(opset: int) -> None:
    nodes = [node("Gelu", ["x"], ["g"]), node("QuickGelu", ["g"], ["q"]), node("QuickGelu", ["q"], ["y"], alpha=0.5)]
    compiled(nodes, floats(2, 8), [], opset=opset)


def test_unknown_forms_are_refused() -> None:
    made = node("FusedMatMul", ["x", "w"], ["y"], transBatchA=1)
    with pytest.raises(tirc.FrontEndError, match=r"'y': com\.microsoft\.FusedMatMul: it is in a form that is not"):
        compiled([made], floats(4, 4, 4), [tensor("w", floats(4, 4, 4))])


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("has_rows", [False, True])
@pytest.mark.parametrize("kind", ["int8", "uint8"])
def test_a_layer_that_quantises_its_state(direction: str, has_rows: bool, kind: str) -> None:
    """DynamicQuantizeLSTM, as onnxruntime's dynamic quantisation writes it, with a scale for each row or for all of them."""
    directions, features, hidden = 1 + (direction == "bidirectional"), 5, 6
    rows = [directions, 4 * hidden] if has_rows else [directions]
    limits, middle = numpy.iinfo(kind), 0 if kind == "int8" else 128
    constants = [tensor("b", floats(directions, 8 * hidden))]
    for name, size in (("w", features), ("r", hidden)):
        weights = random.integers(limits.min, limits.max, [directions, size, 4 * hidden], kind, endpoint=True)
        constants += [tensor(name, weights), tensor(f"{name}s", scales(*rows) / 20)]
        constants.append(tensor(f"{name}z", numpy.full(rows, middle, kind)))
    inputs = ["x", "w", "r", "b", "", "h", "", "", "ws", "wz", "rs", "rz"] if has_rows else [*"xwrb", *[""] * 4, "ws", "wz", "rs", "rz"]
    constants.append(tensor("h", floats(directions, 1, hidden)))
    layer = node("DynamicQuantizeLSTM", inputs, ["all", "last", "cell"], direction=direction, hidden_size=hidden)
    ends = [helper.make_node("Concat", ["last", "cell"], ["ends"], axis=0), helper.make_node("Unsqueeze", ["ends", "first"], ["e"])]
    ends += [helper.make_node("Flatten", [name], [f"{name}2"], axis=0) for name in ("all", "e")]
    ends.append(helper.make_node("Concat", ["all2", "e2"], ["y"], axis=1))
    compiled([layer, *ends], floats(4, 1, features), [*constants, tensor("first", numpy.int64([0]))])
