# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that the option input_value makes constant."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import numpy
import pytest

import tirc

MLIR = """
func.func @main(%x: tensor<4xi32> {tir.name = "x"}, %rate: tensor<1xi32> {tir.name = "rate"},
                %y: tensor<?x2xi32> {tir.name = "y"}) -> (tensor<4xi32>, tensor<?x2xi32>) {
  %0 = tosa.add %x, %rate : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %0, %y : tensor<4xi32>, tensor<?x2xi32>
}
"""


def rate_model(kind: int, rate: int = 16000) -> bytes:
    """A model of which a branch depends on an input, as in models of speech for two sampling rates."""
    from onnx import TensorProto, helper

    def branch(name: str, factor: float) -> object:
        value = helper.make_tensor("v", TensorProto.FLOAT, [], [factor])
        nodes = [helper.make_node("Constant", [], [f"{name}_f"], value=value), helper.make_node("Mul", ["x", f"{name}_f"], [name])]
        return helper.make_graph(nodes, name, [], [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3, 4])])

    nodes = [
        helper.make_node("Constant", [], ["wide"], value=helper.make_tensor("v", kind, [], [rate])),
        helper.make_node("Equal", ["sr", "wide"], ["is_wide"]),
        helper.make_node("If", ["is_wide"], ["y"], then_branch=branch("doubled", 2.0), else_branch=branch("halved", 0.5)),
    ]
    inputs = [
        helper.make_tensor_value_info("sr", kind, []),
        helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 4]),
    ]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3, 4])]
    graph = helper.make_graph(nodes, "speech", inputs, outputs)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10).SerializeToString()  # type: ignore[no-any-return]


def test_mlir() -> None:
    module = tirc.compile(MLIR, input_value={"rate": -5}, input_shape={2: (3, 2)}, progress=False)
    assert [tensor.name for tensor in module.inputs] == ["x", "y"] and module.inputs[1].shape == (3, 2)
    x, y = numpy.arange(4, dtype="int32"), numpy.zeros((3, 2), "int32")
    assert list(next(iter(module.run(x, y).values()))) == [-5, -4, -3, -2]


@pytest.mark.parametrize(("value", "factor"), [({"sr": 16000}, 2.0), ("0:8000", 0.5)])
def test_onnx_takes_the_branch(value: object, factor: float) -> None:
    onnx = pytest.importorskip("onnx")
    module = tirc.compile(
        rate_model(onnx.TensorProto.INT64), input_value=value, input_shape="1:3x4", progress=False  # type: ignore[arg-type]
    )
    assert [tensor.name for tensor in module.inputs] == ["x"]
    x = numpy.random.default_rng(1).standard_normal((3, 4)).astype("float32")
    assert numpy.array_equal(module.run(x)["y"], x * numpy.float32(factor))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("sr:0.5", r"input 0 \('sr'\) has elements of type int64; expected a number that they can have instead of 0.5"),
        ("rate:1", "input_value names the input 'rate', which this model does not have; expected one of 'sr', 'x'"),
        ("x:1", r"input 1 \('x'\) has the shape \?x4; expected a size in place of each '\?'"),
    ],
)
def test_onnx_names_what_does_not_fit(value: str, message: str) -> None:
    onnx = pytest.importorskip("onnx")
    with pytest.raises(tirc.Error, match=message):
        tirc.compile(rate_model(onnx.TensorProto.INT64), input_value=value, progress=False)


@pytest.mark.parametrize(
    ("shape", "value", "message"),
    [
        ("x:3x4", "sr=8000", "--input-value=sr=8000: is not of the form"),
        (["x:3x4", "x:3y4"], "sr:8000", "--input-shape=x:3y4: is not of the form"),
        (["x:3x4", "y:1"], "sr:8000", "input_shape names the input 'y'"),
        (["x:3x4", "sr:2"], "sr:8000", r"input_shape gives input 0 \('sr'\) the shape 2; expected"),
    ],
)
def test_onnx_reports_values_of_another_form(shape: object, value: str, message: str) -> None:
    onnx = pytest.importorskip("onnx")
    with pytest.raises(tirc.Error, match=message):
        tirc.compile(rate_model(onnx.TensorProto.INT64), input_value=value, input_shape=shape, progress=False)  # type: ignore[arg-type]


def test_shapes_are_any_numbers() -> None:
    onnx = pytest.importorskip("onnx")
    shape = {"x": numpy.array([3, 4])}
    module = tirc.compile(rate_model(onnx.TensorProto.INT64), input_shape=shape, progress=False)  # type: ignore[arg-type]
    assert module.inputs[1].shape == (3, 4)


@pytest.mark.parametrize(("name", "rate"), [("INT32", 16000), ("UINT8", 200), ("FLOAT16", 16000), ("FLOAT", 16000)])
def test_types(name: str, rate: int) -> None:
    onnx = pytest.importorskip("onnx")
    model, x = rate_model(getattr(onnx.TensorProto, name), rate), numpy.ones((3, 4), "float32")
    for number, factor in ((rate, 2), (100, 0.5)):
        module = tirc.compile(model, input_value={"sr": number}, input_shape="x:3x4", progress=False)
        assert module.run(x)["y"][0, 0] == factor
    if name in ("UINT8", "FLOAT16"):
        with pytest.raises(tirc.Error, match=f"has elements of type {name.lower()}"):
            tirc.compile(model, input_value={"sr": 70000}, input_shape="x:3x4", progress=False)


def test_verify_needs_all_inputs() -> None:
    with pytest.raises(TypeError, match="leave out input_value"):
        tirc.compile(MLIR, input_value={"rate": 1}, verify=[numpy.zeros(4, "int32")], progress=False)


def test_command(tmp_path: pathlib.Path) -> None:
    onnx = pytest.importorskip("onnx")
    (tmp_path / "speech.onnx").write_bytes(rate_model(onnx.TensorProto.INT64))
    arguments = [tmp_path / "speech.onnx", "--input-value", "sr:8000", "--input-shape=x:3x4", "--target=cortex-m4"]
    subprocess.run([sys.executable, "-m", "tirc", *arguments, "-o", tmp_path / "out"], check=True)
    header = (tmp_path / "out" / "tvmgen_speech.h").read_text()
    # The record of the options names it.
    interface = header.replace("--input-value=sr:8000", "").replace("src", "")
    assert "*x;" in header and "sr" not in interface
