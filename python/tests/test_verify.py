# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison of compiled models with onnxruntime and LiteRT."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
import pytest
from conftest import REPO

import tirc
from tirc.arithmetic import ARITHMETIC
from tirc.importers import load
from tirc.importers import torch as importers_torch
from tirc.verifying import verify

DIGITS = REPO / "examples" / "digits"


def altered(data: bytes, name: str, factor: float) -> bytes:
    """Multiplies one constant of an ONNX model."""
    import onnx

    model = onnx.load_model_from_string(data)
    for tensor in model.graph.initializer:
        if tensor.name == name:
            tensor.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(tensor) * factor, name))
    return model.SerializeToString()


@pytest.fixture
def network() -> Any:
    pytest.importorskip("onnx", reason="needs tirc[onnx]")
    pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
    pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    import onnx_models

    return onnx_models.cnn()


def test_a_right_onnx_model_passes(network: Any) -> None:
    image = numpy.random.default_rng(1).standard_normal((1, 1, 8, 8)).astype(numpy.float32)
    for inputs in (image, [image], {"image": image}):
        assert tirc.compile(network, verify=inputs).outputs[0].shape == (1, 10)
    with pytest.raises(ValueError, match="input 'image': expected 1x1x8x8"):
        tirc.compile(network, verify=image[0])


def test_the_first_tensor_that_differs_is_named(network: Any) -> None:
    # The first convolution's weights are w0, the second one's are w6.
    source = load(network)
    module = tirc.compile(source.mlir, **source.options)
    image = numpy.random.default_rng(1).standard_normal((1, 1, 8, 8)).astype(numpy.float32)
    second = next(node for node in network.graph.node if node.op_type == "Conv" and node.input[1] != "w0")
    other = dataclasses.replace(source, original=altered(source.original, second.input[1], 2.0))

    def recompile(data: bytes) -> tirc.Module:
        return tirc.compile(altered(data, second.input[1], 0.5))

    with pytest.raises(
        tirc.VerificationError, match="differs from onnxruntime without optimisations: .* numbers, the first at 0: "
    ) as caught:
        verify(other, module, image, recompile)
    assert caught.value.tensor == second.output[0]
    # Without the tensors inside, the output is named.
    with pytest.raises(tirc.VerificationError, match="model: 'scores' differs") as caught:
        verify(other, module, image, tirc.compile)
    assert caught.value.tensor == "scores"


def test_tflite_models_are_compared_with_litert() -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    pytest.importorskip("ai_edge_litert", reason="needs ai-edge-litert")
    path = DIGITS / "digits_int8.tflite"
    image = numpy.load(DIGITS / "digits_int8.test_set.npz")["images"][0].reshape(1, 8, 8, 1)
    assert tirc.compile(path, verify=image).name == "digits_int8"
    # A byte of the last layer's weights.
    data = bytearray(path.read_bytes())
    source = load(path)
    weights = largest_buffer(bytes(data))
    for i in range(*weights):
        data[i] ^= 0x55
    other = dataclasses.replace(source, original=bytes(data))
    module = tirc.compile(path)

    def recompile(exposed: bytes) -> tirc.Module:
        right = bytearray(exposed)
        right[slice(*weights)] = path.read_bytes()[slice(*weights)]
        return tirc.compile(bytes(right))

    with pytest.raises(tirc.VerificationError, match="differs from LiteRT's reference kernels: ") as caught:
        verify(other, module, image, recompile)
    # The layer with the largest weights, not the output.
    assert "re_lu_3" in caught.value.tensor


def largest_buffer(data: bytes) -> tuple[int, int]:
    import tflite

    model = tflite.Model.GetRootAs(bytearray(data), 0)
    contents = [model.Buffers(i).DataAsNumpy() for i in range(model.BuffersLength())]
    largest = max((array for array in contents if not isinstance(array, int)), key=len).tobytes()
    start = data.index(largest)
    return start, start + len(largest)


SHARES = numpy.float32([3, -5, 7, 2])


def chain(outputs: list[str], *, names: tuple[dict[str, str], dict[str, str]] | None = None, batch: int = 1) -> bytes:
    """Returns a model of an addition, a product and a limit, with the tensors x, sum, one without a name, and y.
    `names` are a signature's names of inputs and of outputs, by tensor. A batch of 0 has an unknown size."""
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    import packed_tflite as tfl

    schema = tfl.schema
    numbers = {"x": 0, "other": 1, "sum": 2, "shares": 3, "": 4, "y": 5}
    tensors = [tfl.tensor(name, [batch or 1, 4]) for name in numbers]
    tensors[3] = tfl.tensor("shares", [4], buffer=1)
    if not batch:
        for tensor in (tensors[i] for i in (0, 1, 2, 4, 5)):
            tensor.shapeSignature = [-1, 4]
    operators = [
        tfl.operator(0, [0, 1], [2], schema.AddOptionsT(), "AddOptions"),
        tfl.operator(1, [2, 3], [4], schema.MulOptionsT(), "MulOptions"),
        tfl.operator(2, [4], [5]),
    ]
    graph = tfl.subgraph(tensors, [0, 1], [numbers[name] for name in outputs], operators)
    data = tfl.packed(["ADD", "MUL", "RELU"], [graph], [SHARES])
    if names is None:
        return data
    import flatbuffers

    model = schema.ModelT.InitFromPackedBuf(data, 0)
    signature = schema.SignatureDefT()
    signature.signatureKey, signature.subgraphIndex = "serve", 0
    signature.inputs, signature.outputs = ([], [])
    for entries, given in zip((signature.inputs, signature.outputs), names, strict=True):
        for tensor, name in given.items():
            entry = schema.TensorMapT()
            entry.name, entry.tensorIndex = name, numbers[tensor]
            entries.append(entry)
    model.signatureDefs = [signature]
    builder: Any = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


OTHER = numpy.float32([3, -5, 7, 4]).tobytes()
_NAMES = ({"x": "image", "other": "mask"}, {"y": "scores", "sum": "features"})
CHAINS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "one output": ({"outputs": ["y"]}, {}, "tensor 4 of MUL (operator 1)"),
    "names of a signature": ({"outputs": ["y", "sum"], "names": _NAMES}, {}, "tensor 4 of MUL (operator 1)"),
    "outputs in another order": ({"outputs": ["y", "", "sum"]}, {}, "tensor 4 of MUL (operator 1)"),
    "an output twice": ({"outputs": ["y", "y"]}, {}, "tensor 4 of MUL (operator 1)"),
    "an output that is an input": ({"outputs": ["y", "x"]}, {}, "tensor 4 of MUL (operator 1)"),
    "a size that is not known": (
        {"outputs": ["y"], "batch": 0, "names": _NAMES},
        {"input_shape": {"image": (2, 4), "mask": (2, 4)}},
        "tensor 4 of MUL (operator 1)",
    ),
}


@pytest.mark.parametrize("case", CHAINS)
def test_the_first_tensor_of_a_tflite_model_is_named(case: str) -> None:
    form, options, first = CHAINS[case]
    pytest.importorskip("ai_edge_litert", reason="needs ai-edge-litert")
    right = chain(**form)
    batch = 1 if form.get("batch", 1) else 2
    inputs = [numpy.float32(numpy.arange(4 * batch).reshape(batch, 4) + i) for i in range(2)]
    module = tirc.compile(right, verify=inputs, **options)
    assert len(module.outputs) == len(form["outputs"])
    # The weights of the model that LiteRT runs are other ones.
    source = load(right, options)
    other = dataclasses.replace(source, original=right.replace(SHARES.tobytes(), OTHER))
    shapes = [f"{i}:{batch}x4" for i in range(2)]

    def recompile(data: bytes) -> tirc.Module:
        return tirc.compile(data.replace(OTHER, SHARES.tobytes()), input_shape=shapes)

    message = "differs from LiteRT's reference kernels: (1|2) of .* numbers, .*Micro rounds FULLY_CONNECTED twice"
    with pytest.raises(tirc.VerificationError, match=message) as caught:
        verify(other, module, inputs, recompile)
    assert caught.value.tensor == first


def test_a_layer_with_a_state_is_compared_from_its_start() -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    pytest.importorskip("ai_edge_litert", reason="needs ai-edge-litert")
    import test_tflite_recurrent

    data = test_tflite_recurrent._float(1)
    shape = tirc.compile(data).inputs[0].shape
    x = numpy.random.default_rng(2).standard_normal(shape).astype(numpy.float32)
    module = tirc.compile(data, verify=x)
    first = next(iter(module.run(x).values()))
    source = load(data)
    start, end = largest_buffer(data)
    altered = data[:start] + (numpy.frombuffer(data[start:end], numpy.float32) * 2).tobytes() + data[end:]
    assert len(altered) == len(data)
    other = dataclasses.replace(source, original=altered)
    with pytest.raises(tirc.VerificationError) as caught:
        verify(other, module, x, lambda exposed: tirc.compile(exposed.replace(altered[start:end], data[start:end])))
    model = __import__("tflite").Model.GetRootAs(bytearray(data), 0)
    graph = model.Subgraphs(0)
    assert caught.value.tensor == graph.Tensors(graph.Operators(0).Outputs(0)).Name().decode()
    # The comparison leaves the state as it was before the first run.
    assert numpy.array_equal(next(iter(module.run(x).values())), first)


def test_outputs_of_onnx_may_be_inputs_or_repeat() -> None:
    network = pytest.importorskip("onnx", reason="needs tirc[onnx]")
    pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
    pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    model = network.parser.parse_model(
        """<ir_version: 8, opset_import: ["" : 17]> net (float[N,2] x, float[1,2] z) => (float[N,2] y, float[N,2] x, int64[2] s)
           <float[2] w = {3.0, 5.0}> { s = Shape(x) a = Mul(x, w) b = Add(a, z) y = Relu(b) }"""
    )
    model.graph.output.append(model.graph.output[0])
    x, z = numpy.float32([[1, 2], [3, 4]]), numpy.float32([[0.5, -1]])
    options: dict[str, Any] = {"input_shape": {"x": (2, 2)}}
    module = tirc.compile(model, verify={"z": z, "x": x}, **options)
    source = load(model, options)
    other = dataclasses.replace(source, original=altered(source.original, "w", 2.0))

    def recompile(data: bytes) -> tirc.Module:
        return tirc.compile(altered(data, "w", 0.5), input_shape=["0:2x2", "1:1x2"])

    message = r"'a' differs from onnxruntime without optimisations: 4 of 4 numbers, the first at 0: 3.0 for 6.0; .*its optim"
    with pytest.raises(tirc.VerificationError, match=message) as caught:
        verify(other, module, [x, z], recompile)
    assert caught.value.tensor == "a"


def test_a_model_of_pytorch_is_compared_with_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="needs tirc[torch]")
    pytest.importorskip("torch_mlir", reason="needs tirc[torch]")

    class Net(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.dense = torch.nn.Linear(4, 3)
            self.last = torch.nn.Linear(3, 2)
            self.register_buffer("count", torch.zeros(2))

        def forward(self, x: Any, pair: Any) -> Any:
            hidden = torch.relu(self.dense(x + pair["bias"]))
            self.count += 1
            return {"scores": self.last(hidden) * self.count, "hidden": hidden, "none": None, "x": x}

    torch.manual_seed(0)
    net = Net()
    x, bias = torch.randn(1, 4), torch.randn(4)
    module = tirc.compile(net, (x, {"bias": bias}), verify=[x.numpy(), bias.numpy()])
    once = module.run(x.numpy(), bias.numpy())["scores"]
    assert numpy.allclose(once, net(x, {"bias": bias})["scores"].detach().numpy(), atol=1e-6)
    source = load(net, {}, (x, {"bias": bias}))
    with torch.no_grad():
        net.last.weight.mul_(2)
    other = dataclasses.replace(source, original=importers_torch.save(net, (x, {"bias": bias}))[0])
    weights = [net.last.weight.detach().numpy().tobytes(), (net.last.weight / 2).detach().numpy().tobytes()]

    def recompile(data: bytes) -> tirc.Module:
        assert weights[0] in data
        return tirc.compile(data.replace(*weights))

    with pytest.raises(tirc.VerificationError, match=r"Net\.pt2: '.*' differs from PyTorch in eager mode: ") as caught:
        verify(other, module, [x.numpy(), bias.numpy()], recompile)
    assert "linear_1" in caught.value.tensor


def test_mlir_has_nothing_to_compare_with() -> None:
    from models import DIFFERENCE

    with pytest.raises(tirc.Error, match="expected a model of ONNX, TensorFlow Lite or PyTorch, or a flatbuffer of TOSA, got MLIR"):
        tirc.compile(DIFFERENCE, verify=[])


def test_the_documentation_says_whose_arithmetic_is_followed() -> None:
    text = (REPO / "docs" / "Numbers.md").read_text()
    for arithmetic in ARITHMETIC.values():
        assert f"| {arithmetic.follows} | {'; '.join(arithmetic.others)} |" in text
