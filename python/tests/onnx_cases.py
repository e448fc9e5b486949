# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single nodes of ONNX, many in one model, against onnxruntime without its optimisations."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import helper, numpy_helper  # noqa: E402  what follows needs the package


@dataclasses.dataclass
class Case:
    """One node: its inputs (None: left out), which of them are constant, how far its integers may be off, and how many
    results it has."""

    operator: str
    inputs: list[Any]
    constant: tuple[int, ...] = ()
    attributes: dict[str, Any] = dataclasses.field(default_factory=dict)
    units: float = 0
    outputs: int = 1

    def label(self) -> str:
        shapes = [
            None if x is None else x.tolist() if i in self.constant and x.size < 9 else f"{x.dtype}{list(x.shape)}"
            for i, x in enumerate(self.inputs)
        ]
        return f"{self.operator} {shapes} {self.constant} {self.attributes}"

    def parts(self, prefix: str) -> tuple[Any, list[Any], list[Any], dict[str, Any]]:
        """Returns the node, its inputs, its constants, and the arrays for the inputs."""
        names = ["" if x is None else f"{prefix}_{i}" for i, x in enumerate(self.inputs)]
        results = [f"{prefix}_y", *[f"{prefix}_y{i}" for i in range(1, self.outputs)]]
        node = helper.make_node(self.operator, names, results, name=prefix, **self.attributes)
        fed = {n: x for i, (n, x) in enumerate(zip(names, self.inputs, strict=True)) if n and i not in self.constant}
        fixed = [numpy_helper.from_array(x, n) for n, x in zip(names, self.inputs, strict=True) if n and n not in fed]
        given = [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for n, x in fed.items()
        ]
        return node, given, fixed, fed


def model_of(nodes: list[Any], inputs: list[Any], outputs: list[Any], constants: list[Any], opset: int) -> Any:
    graph = helper.make_graph(nodes, "net", inputs, outputs, constants)
    version = 8 if opset < 17 else 10 if opset < 25 else 13
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=version)


# Where products have their first factor, the second one and its zero point.
_FACTORS = {"MatMulInteger": (0, 1, 3), "ConvInteger": (0, 1, 3), "QLinearMatMul": (0, 3, 5), "QLinearConv": (0, 3, 5)}


def exact(case: Case) -> Case:
    """Returns a product of uint8 and int8 as one of uint8 and uint8, with the same result: on processors without VNNI,
    onnxruntime saturates sums of two products of the former."""
    first, second, zero = _FACTORS.get(case.operator, (0, 0, 0))
    inputs = list(case.inputs)
    if not second or (inputs[first].dtype, inputs[second].dtype) != (numpy.uint8, numpy.int8):
        return case
    for i in (second, zero):
        inputs[i] = numpy.asarray(inputs[i].astype(numpy.int16) + 128, numpy.uint8)
    return dataclasses.replace(case, inputs=inputs)


def expected(case: Case, opset: int) -> list[Any]:
    """What onnxruntime computes for a node without its optimisations."""
    case = exact(case)
    node, given, fixed, fed = case.parts("n")
    model = model_of([node], given, [helper.make_empty_tensor_value_info(name) for name in node.output], fixed, opset)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return list(session.run(None, fed))


def assert_right(cases: Sequence[Case], opset: int, wanted: Sequence[Sequence[Any]] = ()) -> Any:
    """Compiles the nodes as one model, and compares its results with onnxruntime's, or with the wanted ones. Returns
    the module."""
    wanted = wanted or [expected(case, opset) for case in cases]
    nodes, inputs, outputs, constants, fed = [], [], [], [], {}
    for i, (case, results) in enumerate(zip(cases, wanted, strict=True)):
        node, given, fixed, arrays = case.parts(f"n{i}")
        nodes.append(node)
        inputs += given
        constants += fixed
        fed |= arrays
        outputs += [
            helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(result.dtype), result.shape)
            for name, result in zip(node.output, results, strict=True)
        ]
    module = tirc.compile(model_of(nodes, inputs, outputs, constants, opset), **FOR_A_RUN)
    got = module.run(**{t.name: fed[t.name].view(t.numpy_dtype) for t in module.inputs})
    wrong = {}
    for i, (case, results) in enumerate(zip(cases, wanted, strict=True)):
        for name, result in zip(nodes[i].output, results, strict=True):
            array = got[name].view(result.dtype)
            assert array.shape == result.shape, f"{case.label()}: {array.shape}, not {result.shape}"
            if text := _difference(case, array, result):
                wrong[case.label()] = text
    assert wrong == {}
    return module


def _difference(case: Case, array: Any, result: Any) -> str:
    limit, a, b = float(case.units), array.astype(float), result.astype(float)
    if result.dtype.kind == "f" and not limit:
        finite = abs(b[numpy.isfinite(b)])
        part = 1e-2 if result.dtype == numpy.float16 else 1e-5
        limit = part * max(1.0, float(finite.max()) if finite.size else 1.0)
    equal = numpy.isclose(a, b, rtol=0, atol=limit, equal_nan=True)
    if equal.all():
        return ""
    place = tuple(int(i) for i in numpy.argwhere(~equal)[0])
    return f"{float((~equal).mean()):.0%} differ, the first at {place}: {array[place]} for {result[place]}"


__all__ = ["Case", "assert_right", "expected", "model_of"]
