# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums and functions of float16, which compute in float32 and round once: in float16 sums stop at 2048 ones and overflow
at 65504, and exp(x) - 1 loses the digits of small numbers."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

Array = numpy.ndarray[Any, numpy.dtype[Any]]

pytestmark = pytest.mark.long


def numbers() -> tuple[Array, Array]:
    """Returns an image whose square sums overflow, and rows of ones."""
    image = 300 + 50 * numpy.random.default_rng(3).standard_normal((1, 1, 32, 32))
    image[0, 0, 0] = 70
    return image.astype(numpy.float16), numpy.ones((2, 4096), numpy.float16)


FUNCTIONS_OF_TORCH: dict[str, dict[str, Any]] = {
    "celu": {"alpha": 1.7},
    "elu": {"alpha": 1.3},
    "hardsigmoid": {},
    "hardswish": {},
    "leaky_relu": {"negative_slope": 0.013},
    "logsigmoid": {},
    "mish": {},
    "selu": {},
    "sigmoid": {},
    "silu": {},
    "softplus": {"beta": 1.7, "threshold": 5},
    "softshrink": {"lambd": 0.3},
    "softsign": {},
    "tanhshrink": {},
}
FUNCTIONS: dict[str, dict[str, float]] = {
    "Elu": {"alpha": 1.3},
    "HardSigmoid": {"beta": -0.25},
    "HardSwish": {},
    "LeakyRelu": {"alpha": 0.013},
    "Mish": {},
    "Selu": {},
    "Shrink": {"bias": 0.3, "lambd": 0.25},
    "Sigmoid": {},
    "Softplus": {},
    "Softsign": {},
}


def is_near(got: Array, wanted: Array) -> bool:
    """Returns whether two float16 differ by at most a unit of their last place."""
    one, other = (values.astype(numpy.float64) for values in (got, wanted))
    return got.dtype == wanted.dtype and bool(numpy.all(numpy.abs(one - other) <= numpy.abs(other) / 1024 + 2**-24))


def test_torch() -> None:
    torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
    pytest.importorskip("torch_mlir", reason="needs tirc[torch]")
    functional = torch.nn.functional
    functions = {
        "mean": lambda x, ones: ones.mean(),
        "row_mean": lambda x, ones: x.mean(-1),
        "global_average": lambda x, ones: functional.adaptive_avg_pool2d(x, 1),
        "average": lambda x, ones: functional.avg_pool2d(x, 32),
        "root_mean_square": lambda x, ones: functional.rms_norm(x, (32,)),
        "norm": lambda x, ones: torch.linalg.vector_norm(x),
        "absolute": lambda x, ones: x.norm(1, -1),
        "sum": lambda x, ones: ones.sum(),
        "running": lambda x, ones: ones[:1, :40].cumsum(1),
        "log_softmax": lambda x, ones: functional.log_softmax(ones, -1),
        "normalized": lambda x, ones: functional.normalize(x, dim=-1),
    }

    class Module(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any, ones: Any) -> dict[str, Any]:
            return {name: function(x, ones) for name, function in functions.items()}

    inputs = tuple(torch.from_numpy(values) for values in numbers())
    wanted = Module()(*inputs)
    got = tirc.compile(Module(), inputs, **FOR_A_RUN).run(*(value.numpy() for value in inputs))
    assert [name for name in functions if not is_near(got[name], wanted[name].numpy())] == []


def test_functions_of_torch() -> None:
    torch: Any = pytest.importorskip("torch", reason="needs tirc[torch]")
    pytest.importorskip("torch_mlir", reason="needs tirc[torch]")
    functions = {
        **{
            name: lambda x, name=name, options=options: getattr(torch.nn.functional, name)(x, **options)
            for name, options in FUNCTIONS_OF_TORCH.items()
        },
        "expm1": torch.expm1,
        "log1p": lambda x: torch.log1p(x.abs()),
        "logit": lambda x: torch.logit(x / 17 + 0.5),
        "logaddexp": lambda x: torch.logaddexp(x, x.flip(0)),
        "hypot": lambda x: torch.hypot(x, x.flip(0)),
        "sum_with_factor": lambda x: torch.add(x, x.flip(0), alpha=0.3),
    }

    class Module(torch.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> dict[str, Any]:
            return {name: function(x) for name, function in functions.items()}

    x = torch.cat([torch.linspace(-8, 8, 1001), torch.linspace(-0.5, 0.5, 500), torch.tensor([1e-4, -1e-4, -0.0])])
    x = x.to(torch.float16)
    wanted = Module()(x)
    got = tirc.compile(Module(), (x,), **FOR_A_RUN).run(x.numpy())
    assert [name for name in functions if not is_near(got[name], wanted[name].numpy())] == []


def test_onnx() -> None:
    onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
    pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
    onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    x, ones = numbers()
    make = onnx.helper.make_node
    reduced = ("L1", "L2", "LogSum", "LogSumExp", "Mean", "Sum", "SumSquare")
    nodes = [
        *(make(f"Reduce{kind}", ["ones", "axis"], [f"of_{kind}"]) for kind in reduced),
        make("ReduceL2", ["x", "axis"], ["of_large"]),
        make("ReduceMean", ["x", "axis"], ["mean_of_large"]),
        make("LogSoftmax", ["ones"], ["log_softmax"]),
        make("LpNormalization", ["x"], ["normalized"]),
        make("LRN", ["x"], ["response"], size=3),
        make("CumSum", ["few", "last"], ["running"]),
        make("GlobalAveragePool", ["x"], ["global_average"]),
        make("AveragePool", ["x"], ["average"], kernel_shape=[32, 32]),
        *(make(kind, ["small"], [f"small_{kind}"], **attributes) for kind, attributes in FUNCTIONS.items()),
    ]
    names = [node.output[0] for node in nodes]
    few = ones[:, :40] * 3
    small = numpy.random.default_rng(5).uniform(-2, 2, 100).astype(numpy.float16) ** 3
    inputs = {"x": x, "ones": ones, "few": few, "small": small}
    ports = [onnx.helper.make_tensor_value_info(name, 10, value.shape) for name, value in inputs.items()]
    ranks = [inputs[node.input[0]].ndim for node in nodes]
    results = [
        onnx.helper.make_tensor_value_info(name, 10, [None] * rank) for name, rank in zip(names, ranks, strict=True)
    ]
    weights = [
        onnx.numpy_helper.from_array(numpy.array([-1], numpy.int64), "axis"),
        onnx.numpy_helper.from_array(numpy.array(-1, numpy.int64), "last"),
    ]
    graph = onnx.helper.make_graph(nodes, "sums", ports, results, weights)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    wanted = dict(zip(names, session.run(None, inputs), strict=True))
    got = tirc.compile(model, **FOR_A_RUN).run(x, ones, few, small)
    assert [name for name in names if not is_near(got[name], wanted[name])] == []
