# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batch normalisation and other arithmetic after products becomes a part of their weights, from ONNX and from PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import helper, numpy_helper  # noqa: E402  what follows needs the package

random = numpy.random.default_rng(3)
Nodes = list[tuple[str, list[Any], dict[str, Any]]]


def floats(*shape: int) -> Any:
    return random.standard_normal(shape).astype(numpy.float32)


def norm(channels: int) -> list[Any]:
    return [floats(channels), floats(channels), floats(channels), abs(floats(channels)) + 0.1]


def model(shape: list[int], nodes: Nodes, more_outputs: tuple[str, ...] = ()) -> Any:
    """A chain of nodes, each of which reads the result of the one before in the place of None."""
    made, constants, value = [], [], "x"
    for number, (operator, operands, attributes) in enumerate(nodes):
        names = []
        for index, operand in enumerate(operands):
            names.append(value if operand is None else operand if isinstance(operand, str) else f"c{number}_{index}")
            if operand is not None and not isinstance(operand, str):
                constants.append(numpy_helper.from_array(numpy.asarray(operand), names[-1]))
        value = f"v{number}"
        made.append(helper.make_node(operator, names, [value], name=f"{operator}_{number}", **attributes))
    outputs = [helper.make_tensor_value_info(name, 1, None) for name in (value, *more_outputs)]
    graph = helper.make_graph(made, "net", [helper.make_tensor_value_info("x", 1, shape)], outputs, constants)
    return onnx.shape_inference.infer_shapes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8))


def kernels(proto: Any) -> list[str]:
    """Compares with onnxruntime, and returns the kernels."""
    module = tirc.compile(proto, **FOR_A_RUN)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    for _ in range(3):
        x = floats(*module.inputs[0].shape)
        got = module.run(x)
        for output, want in zip(session.get_outputs(), session.run(None, {"x": x}), strict=True):
            numpy.testing.assert_allclose(got[output.name], want, rtol=1e-5, atol=2e-6 * max(1, abs(want).max()))
    return [kernel["place"] for kernel in module.report.json["kernels"]]


CHAINS: dict[str, Callable[[], tuple[list[int], Nodes]]] = {
    "convolution": lambda: (
        [1, 3, 6, 6],
        [("Conv", [None, floats(4, 3, 3, 3)], {}), ("BatchNormalization", [None, *norm(4)], {}), ("Relu", [None], {})],
    ),
    "depthwise": lambda: (
        [1, 4, 6, 6],
        [
            ("Conv", [None, floats(4, 1, 3, 3), floats(4)], {"group": 4}),
            ("BatchNormalization", [None, *norm(4)], {"epsilon": 1e-3}),
            ("Mul", [None, floats(4, 1, 1)], {}),
            ("Add", [floats(1), None], {}),
        ],
    ),
    "transposed": lambda: (
        [1, 4, 5, 5],
        [
            ("ConvTranspose", [None, floats(4, 3, 3, 3), floats(6)], {"group": 2, "strides": [2, 2]}),
            ("BatchNormalization", [None, *norm(6)], {}),
        ],
    ),
    "one dimension": lambda: (
        [1, 3, 12],
        [("Conv", [None, floats(4, 3, 5), floats(4)], {}), ("Sub", [floats(4, 1), None], {}), ("Div", [None, floats(4, 1)], {})],
    ),
    "dense": lambda: (
        [2, 6],
        [
            ("Gemm", [None, floats(4, 6), floats(4)], {"transB": 1, "alpha": 0.5}),
            ("BatchNormalization", [None, *norm(4)], {}),
        ],
    ),
    "matrix": lambda: ([1, 3, 6], [("MatMul", [None, floats(6, 4)], {}), ("Mul", [None, floats(4)], {})]),
    "matrix with a sum": lambda: (
        [1, 3, 6],
        [("MatMul", [None, floats(6, 4)], {}), ("Add", [None, floats(4)], {}), ("Div", [None, numpy.float32(3)], {})],
    ),
}


@pytest.mark.parametrize("name", CHAINS)
def test_arithmetic_after_a_product_is_part_of_its_weights(name: str) -> None:
    shape, nodes = CHAINS[name]()
    proto = model(shape, nodes)
    # A transposed convolution has a kernel that spreads its input, too.
    assert len(kernels(proto)) <= (3 if name == "transposed" else 1)
    folded = rewritten(proto)
    left = [node.op_type for node in folded.graph.node if node.op_type in ("BatchNormalization", "Mul", "Add", "Sub", "Div")]
    assert left == (["Add"] if name == "matrix with a sum" else [])


def rewritten(proto: Any) -> Any:
    from tirc_frontends.onnx_rewrites.rules import rewrite

    copy = onnx.ModelProto()
    copy.CopyFrom(proto)
    return rewrite(copy)


def test_what_something_else_reads_stays() -> None:
    weights = floats(4, 3, 3, 3)
    read_twice = model(
        [1, 3, 6, 6], [("Conv", [None, weights], {}), ("Mul", [None, floats(4, 1, 1)], {})], more_outputs=("v0",)
    )
    other_axis = model([1, 3, 6, 6], [("Conv", [None, weights], {}), ("Mul", [None, floats(4, 1)], {})])
    by_itself = model([1, 3, 6, 6], [("Mul", [None, "x"], {}), ("Conv", [None, weights], {})])
    infinite = model([1, 3, 6, 6], [("Conv", [None, weights], {}), ("Mul", [None, numpy.float32("inf")], {})])
    for proto, kept in ((read_twice, 1), (other_axis, 1), (by_itself, 1), (infinite, 1)):
        assert [node.op_type for node in rewritten(proto).graph.node].count("Mul") == kept
    for proto in (read_twice, other_axis, by_itself):
        kernels(proto)


def test_weights_that_two_products_read_stay() -> None:
    nodes: Nodes = [
        ("Conv", [None, floats(3, 3, 1, 1)], {}),
        ("Conv", [None, "c0_1"], {}),
        ("Mul", [None, floats(3, 1, 1)], {}),
    ]
    proto = model([1, 3, 4, 4], nodes)
    kernels(proto)
    assert [node.op_type for node in rewritten(proto).graph.node].count("Mul") == 1


def test_a_normalisation_by_itself_computes_no_root() -> None:
    nodes: Nodes = [("Relu", [None], {}), ("BatchNormalization", [None, *norm(3)], {})]
    proto = model([1, 3, 4, 4], nodes)
    kernels(proto)
    assert [node.op_type for node in rewritten(proto).graph.node] == ["Relu", "Mul", "Add"]


def test_modules_of_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="needs tirc[torch]")
    nn = torch.nn

    def settled(module: Any) -> Any:
        generator = torch.Generator().manual_seed(5)
        for part in module.modules():
            if hasattr(part, "running_var"):
                for values in (part.running_mean, part.weight.data, part.bias.data):
                    values.copy_(torch.randn(values.shape, generator=generator))
                part.running_var.copy_(torch.rand(part.running_var.shape, generator=generator) + 0.1)
        return module.eval()

    class Scaled(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.conv = nn.Conv2d(3, 4, 3)

        def forward(self, x: Any) -> Any:
            return (1 - self.conv(x) / 3) * 0.5

    chains = [
        (nn.Sequential(nn.Conv2d(3, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU6()), (1, 3, 6, 6)),
        (nn.Sequential(nn.Conv2d(4, 4, 3, groups=4), nn.BatchNorm2d(4)), (1, 4, 6, 6)),
        (nn.Sequential(nn.Conv1d(3, 4, 3), nn.BatchNorm1d(4), nn.ReLU()), (1, 3, 12)),
        (nn.Sequential(nn.ConvTranspose2d(4, 6, 2, 2, groups=2), nn.BatchNorm2d(6)), (1, 4, 5, 5)),
        (nn.Sequential(nn.Linear(36, 4), nn.BatchNorm1d(4)), (2, 36)),
        (Scaled(), (1, 3, 6, 6)),
    ]
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table

    from tirc_frontends.torch_rewrites.rewriting import rewrite

    for net, shape in chains:
        x = torch.from_numpy(floats(*shape))
        module = tirc.compile(settled(net), (x,), **FOR_A_RUN)
        (got,) = module.run(x.numpy()).values()
        numpy.testing.assert_allclose(got, net(x).detach().numpy(), rtol=1e-5, atol=5e-6)
        program = rewrite(torch.export.export(net, (x,)), get_decomposition_table()).program
        named = {str(node.target) for node in program.graph.nodes if node.op == "call_function"}
        arithmetic = {name for name in named if name.split(".")[1] in ("mul", "add", "sub", "div", "rsqrt")}
        # The bias of a matrix product is added.
        assert arithmetic <= ({"aten.add.Tensor"} if isinstance(net[0] if len(shape) == 2 else None, nn.Linear) else set())
