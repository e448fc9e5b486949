# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quotients and remainders of TensorFlow Lite, ONNX and PyTorch, bit by bit: of signs, zeros, infinities, and of whole multiples, whose
quotient must not fall below a whole number."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

Array = numpy.ndarray[Any, numpy.dtype[Any]]

pytestmark = pytest.mark.long


def pairs(kind: str) -> tuple[Array, Array]:
    """Returns dividends and divisors; integers are not divided by 0, nor the least one by -1."""
    if numpy.dtype(kind).kind == "f":
        chosen = [0.0, -0.0, 1, -1, 41, 287, -287, 0.1, -0.1, 3, 100.5, numpy.inf, -numpy.inf, numpy.nan]
        whole = numpy.arange(1, 60)
        x, y = (values.ravel() for values in numpy.meshgrid(chosen, chosen))
        return numpy.append(x, 7 * whole).astype(kind), numpy.append(y, whole).astype(kind)
    limits = numpy.iinfo(kind)
    chosen = [limits.min, -7, -3, 0, 1, 2, 41, limits.max]
    x, y = (values.ravel() for values in numpy.meshgrid(chosen, [value for value in chosen if value]))
    return x.astype(kind), y.astype(kind)


def same(got: Array, wanted: Array) -> bool:
    """Returns whether all numbers are equal, with the signs of zeros; one NaN is like another."""
    is_equal = (got == wanted) & (numpy.signbit(got.astype(float)) == numpy.signbit(wanted.astype(float)))
    return got.dtype == wanted.dtype and bool(numpy.all(is_equal | (numpy.isnan(got) & numpy.isnan(wanted))))


@pytest.mark.parametrize("kind", ["float32", "float16", "float64", "int32", "int64", "int8"])
def test_torch(kind: str) -> None:
    torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
    pytest.importorskip("torch_mlir", reason="needs tirc[torch]")
    functions = {
        "quotient": lambda x, y: x / y,
        "floor": lambda x, y: x // y,
        "trunc": lambda x, y: torch.div(x, y, rounding_mode="trunc"),
        "remainder": lambda x, y: x % y,
        "fmod": lambda x, y: torch.fmod(x, y),
        "by_number": lambda x, y: x / 3,
        "floor_of_number": lambda x, y: x // 3,
        "remainder_of_number": lambda x, y: x % -3,
        "number_over": lambda x, y: 3 / y,
        "number_modulo": lambda x, y: 100 % y,
        "modulo_fraction": lambda x, y: x % 0.1,
        "floor_of_fraction": lambda x, y: x // 0.1,
        "fmod_of_fraction": lambda x, y: torch.fmod(x, 0.1),
        "product": lambda x, y: x * torch.reciprocal(y),
        "broadcast": lambda x, y: x[:6].reshape(2, 3) / y[:3],
    }

    class Module(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any, y: Any) -> dict[str, Any]:
            return {name: function(x, y) for name, function in functions.items()}

    inputs = tuple(torch.from_numpy(values) for values in pairs(kind))
    wanted = Module()(*inputs)
    got = tirc.compile(Module(), inputs, **FOR_A_RUN).run(*(value.numpy() for value in inputs))
    assert [name for name in functions if not same(got[name], wanted[name].numpy())] == []


@pytest.mark.parametrize("kind", ["float32", "float16", "float64", "int32", "int64"])
def test_onnx(kind: str) -> None:
    onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
    pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
    onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    x, y = pairs(kind)
    is_float = x.dtype.kind == "f"
    element = onnx.helper.np_dtype_to_tensor_dtype(x.dtype)
    make, numbers = onnx.helper.make_node, {"by_number": [41], "by_numbers": y}
    nodes = [
        make("Div", ["x", "y"], ["quotient"]),
        *(make("Div", ["x", f"c_{name}"], [name]) for name in numbers),
        make("Mod", ["x", "y"], ["fmod"], fmod=1),
    ]
    if is_float:
        nodes += [make("Floor", ["by_number"], ["floor"]), make("Reciprocal", ["y"], ["reciprocal"])]
    else:
        nodes += [make("Mod", ["x", "y"], ["mod"])]
    names = [node.output[0] for node in nodes]
    ports = [onnx.helper.make_tensor_value_info(name, element, x.shape) for name in ["x", "y", *names]]
    weights = [
        onnx.numpy_helper.from_array(numpy.asarray(values, x.dtype), f"c_{name}") for name, values in numbers.items()
    ]
    graph = onnx.helper.make_graph(nodes, "divisions", ports[:2], ports[2:], weights)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    wanted = dict(zip(names, session.run(None, {"x": x, "y": y}), strict=True))
    got = tirc.compile(model, **FOR_A_RUN).run(x, y)
    assert [name for name in names if not same(got[name], wanted[name])] == []


@pytest.mark.parametrize("kind", ["float32", "int32"])
@pytest.mark.parametrize("operator", ["DIV", "FLOOR_DIV", "FLOOR_MOD"])
def test_tflite(operator: str, kind: str) -> None:
    interpreter = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    import packed_tflite as tflite

    x, y = pairs(kind)
    if kind == "float32":
        # LiteRT does not divide by 0 here, and takes the largest number for an infinity.
        kept = (y != 0) & numpy.isfinite(x)
        x, y = x[kept], y[kept]
    else:
        x, y = x[y != -1], y[y != -1]
    options = {"DIV": tflite.schema.DivOptionsT(), "FLOOR_DIV": None, "FLOOR_MOD": None}[operator]
    tensors = [tflite.tensor(name, x.shape, kind.upper()) for name in "abcd"]
    tensors.append(tflite.tensor("number", [1], kind.upper(), buffer=1))
    operators = [
        tflite.operator(0, [0, 1], [2], options, "DivOptions"),
        tflite.operator(0, [0, 4], [3], options, "DivOptions"),
    ]
    graph = tflite.subgraph(tensors, [0, 1], [2, 3], operators)
    model = tflite.packed([operator], [graph], [numpy.array([41], kind)])
    resolver = interpreter.OpResolverType.BUILTIN_REF
    reference = interpreter.Interpreter(model_content=model, experimental_op_resolver_type=resolver)
    reference.allocate_tensors()
    for detail, values in zip(reference.get_input_details(), (x, y), strict=True):
        reference.set_tensor(detail["index"], values)
    reference.invoke()
    got = tirc.compile(model, **FOR_A_RUN).run(x, y)
    for name, detail in zip("cd", reference.get_output_details(), strict=True):
        assert same(got[name], reference.get_tensor(detail["index"]))


def test_root() -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    import packed_tflite as tflite

    x = numpy.append(numpy.arange(1, 300) ** 2, [0, 2, numpy.inf]).astype(numpy.float32)
    tensors = [tflite.tensor(name, x.shape) for name in "ab"]
    model = tflite.packed(["SQRT"], [tflite.subgraph(tensors, [0], [1], [tflite.operator(0, [0], [1])])])
    assert same(tirc.compile(model, **FOR_A_RUN).run(x)["b"], numpy.sqrt(x))
