# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that the options inputs and outputs cut at their tensors: both parts, one after the other, compute what the whole model
computes in its own runtime."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

random = numpy.random.default_rng(2)


def floats(*shape: int) -> Any:
    return random.standard_normal(shape).astype(numpy.float32)


def assert_joined(model: Any, at: str, x: Any, want: Any, *more: Any) -> None:
    first = tirc.compile(model, *more, outputs=at, **FOR_A_RUN)
    second = tirc.compile(model, *more, inputs=at, **FOR_A_RUN)
    assert [tensor.name for tensor in first.outputs] == [tensor.name for tensor in second.inputs] == [at]
    (between,) = first.run(x).values()
    (got,) = second.run(between).values()
    numpy.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


def refused(model: Any, message: str, *more: Any, **options: Any) -> None:
    with pytest.raises(tirc.FrontEndError, match=message):
        tirc.compile(model, *more, **options)


def onnx_model() -> Any:
    onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
    pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
    helper = onnx.helper
    nodes = [
        helper.make_node("Gemm", ["x", "w"], ["a"], name="first"),
        helper.make_node("Relu", ["a"], ["b"], name="second"),
        helper.make_node("Add", ["b", "z"], ["c"], name="third"),
        helper.make_node("Softmax", ["c"], ["y"], name="last"),
    ]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "net",
        [info("x", 1, [2, 4]), info("z", 1, [2, 3])],
        [info("y", 1, [2, 3])],
        [onnx.numpy_helper.from_array(floats(4, 3), "w")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_a_model_before_a_suppression_of_boxes() -> None:
    """The number of its results depends on the numbers: the error says to cut the model, which is possible."""
    parser = pytest.importorskip("onnx.parser", reason="needs tirc[onnx]")
    onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    model = parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]> net (float[1,6,4] x, float[1,2,6] z) => (int64[N,3] y) '
        "<int64 n = {3}, float t = {0.5}> { boxes = Abs(x) scores = Sigmoid(z) y = NonMaxSuppression(boxes, scores, n, t) }"
    )
    refused(model, r"NonMaxSuppression.*cut the model before it \(--outputs=NAME\)")
    module = tirc.compile(model, outputs=["boxes", "scores"], **FOR_A_RUN)
    x, z = floats(1, 6, 4), floats(1, 2, 6)
    got = module.run(x, z)
    for name, kind in (("boxes", [1, 6, 4]), ("scores", [1, 2, 6])):
        model.graph.output.append(parser.onnx.helper.make_tensor_value_info(name, 1, kind))
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(["boxes", "scores"], {"x": x, "z": z})
    for name, values in zip(("boxes", "scores"), want, strict=True):
        numpy.testing.assert_allclose(got[name], values, rtol=1e-5, atol=1e-6)


def test_onnx() -> None:
    onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    model = onnx_model()
    x, z = floats(2, 4), floats(2, 3)
    (want,) = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x, "z": z})
    first = tirc.compile(model, outputs="b", **FOR_A_RUN)
    assert [tensor.name for tensor in first.inputs] == ["x"]
    second = tirc.compile(model, inputs=["z", "b"], outputs=["y", "c"], **FOR_A_RUN)
    got = second.run(z, first.run(x)["b"])
    numpy.testing.assert_allclose(got["y"], want, rtol=1e-5, atol=1e-6)
    assert list(got) == ["y", "c"]


def test_onnx_errors() -> None:
    model = onnx_model()
    refused(model, r"outputs names the tensor 'e', which this model does not compute; expected one of '", outputs="e")
    refused(model, "inputs names the tensor 'w'", inputs="w")
    refused(model, "outputs names 'a' twice; expected each tensor once", outputs=["a", "a"])
    refused(
        model,
        r"also from 'z', which inputs does not name; expected all .* inputs=\['b', 'z'\], .* --inputs=b --inputs=z",
        inputs="b",
    )


def test_tflite() -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    from packed_tflite import operator, packed, subgraph, tensor
    from tflite_nodes import litert

    tensors = [tensor(name, (2, 4)) for name in ("x", "squares", "roots", "y")]
    nodes = [operator(0, [0], [1]), operator(1, [1], [2]), operator(2, [2], [3])]
    data = packed(["SQUARE", "SQRT", "TANH"], [subgraph(tensors, [0], [3], nodes)])
    x = floats(2, 4)
    (want,) = litert(data, [x])
    for at in ("squares", "roots"):
        assert_joined(data, at, x, want)
    middle = tirc.compile(data, inputs="squares", outputs="roots", **FOR_A_RUN)
    numpy.testing.assert_allclose(middle.run(x * x)["roots"], abs(x), rtol=1e-6)
    refused(data, "model: outputs names the tensor 'root', which this model does not compute; .* 'roots'", outputs="root")
    refused(data, "the outputs are computed also from 'x', which inputs does not name", inputs="roots", outputs="squares")


def test_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="needs tirc[torch]")
    nn = torch.nn
    net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3), nn.Tanh()).eval()
    x = torch.from_numpy(floats(2, 4))
    want = net(x).detach().numpy()
    assert_joined(net, "relu", x.numpy(), want, (x,))
    module = tirc.compile(net, (x,), outputs=["1", "relu"], **FOR_A_RUN)
    assert len(module.outputs) == 2
    refused(net, "outputs names the tensor 'rely', which this model does not compute; expected one of 'relu'", (x,), outputs="rely")
    refused(net, "the outputs are computed also from 'input', which", (x,), inputs="tanh", outputs="relu")


def test_mlir_has_no_names() -> None:
    text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}"
    options: list[Any] = [{"inputs": "a"}, {"outputs": "a"}]
    for given in options:
        (option,) = given
        with pytest.raises(tirc.CompileError, match=f"--{option}=a: MLIR has no names of tensors; expected a model of"):
            tirc.compile(text, **given)


def test_a_part_is_not_compared_with_the_whole() -> None:
    with pytest.raises(TypeError, match="verify compares with the whole model"):
        tirc.compile("func.func @main() { return }", outputs="a", verify=[numpy.zeros(1)])
