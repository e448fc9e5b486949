# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nearest neighbours as skl2onnx writes them: a Scan computes distances, TopK finds the least, and labels are looked up."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc
from tirc.importers import load

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs onnxruntime")

from onnx import helper, numpy_helper  # noqa: E402  what follows needs the package

random = numpy.random.default_rng(5)
FLOAT, INT64 = onnx.TensorProto.FLOAT, onnx.TensorProto.INT64
_value = helper.make_tensor_value_info


def body(axes: int = 1, keepdims: int = 0, state: str = "kept") -> Any:
    """Returns the steps of the Scan; others than the default are no distances."""
    node = helper.make_node
    nodes = [
        node("Identity", ["next_in"], ["kept"]),
        node("Sub", ["next_in", "next"], ["difference"]),
        node("ReduceSumSquare", ["difference", "axes"], ["total"], keepdims=keepdims),
        node("Identity", ["total"], ["scan_out"]),
    ]
    given = [_value("next_in", FLOAT, ["n", "m"]), _value("next", FLOAT, ["m"])]
    made = [_value(state, FLOAT, ["n", "m"]), _value("scan_out", FLOAT, ["n", "m"][: 1 + keepdims])]
    return helper.make_graph(nodes, "body", given, made, [numpy_helper.from_array(numpy.int64([axes]), "axes")])


def model(samples: Any, labels: Any, k: int, steps: Any, rows: int = 1) -> Any:
    node, features = helper.make_node, samples.shape[1]
    nodes = [
        node("Scan", ["x", "samples"], ["state", "squares"], body=steps, num_scan_inputs=1, name="scan"),
        node("Transpose", ["squares"], ["of_row"], perm=[1, 0]),
        node("Sqrt", ["of_row"], ["distances"]),
        node("TopK", ["distances", "k"], ["least", "places"], largest=0, name="top"),
        node("Flatten", ["places"], ["flat"]),
        node("ArrayFeatureExtractor", ["labels", "flat"], ["found"], domain="ai.onnx.ml", name="labels_of"),
    ]
    constants = {"samples": samples, "labels": labels, "k": numpy.int64([k])}
    graph = helper.make_graph(
        nodes,
        "neighbors",
        [_value("x", FLOAT, [rows, features])],
        [_value("least", FLOAT, [rows, k]), _value("found", INT64, [1, rows * k])],
        [numpy_helper.from_array(values, name) for name, values in constants.items()],
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def assert_right(made: Any, x: Any) -> None:
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    want = session.run(None, {"x": x})
    for got, wanted in zip(tirc.compile(made, **FOR_A_RUN).run(x).values(), want, strict=True):
        numpy.testing.assert_allclose(numpy.asarray(got).reshape(wanted.shape), wanted, rtol=1e-6)


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("k", [1, 5])
def test_neighbors(k: int, rows: int) -> None:
    samples = random.standard_normal((40, 3)).astype(numpy.float32)
    made = model(samples, random.integers(0, 4, 40), k, body(), rows)
    assert_right(made, random.standard_normal((rows, 3)).astype(numpy.float32))


@pytest.mark.parametrize(("largest", "kind"), [(100, "i8"), (3000, "i16"), (40000, "f32")])
def test_samples_that_are_integers_are_stored_as_such(largest: int, kind: str) -> None:
    samples = random.integers(-largest, largest + 1, (40, 3)).astype(numpy.float32)
    samples[0] = largest
    made = model(samples, random.integers(0, 4, 40), 3, body())
    text = load(made).mlir
    assert f"tensor<40x3x{kind}>".encode() in text
    # The table of labels has no 64 bits, and no constant has a row for each sample twice.
    assert b"tensor<40xi64>" not in text and b"40x40" not in text
    assert_right(made, random.integers(-largest, largest, (1, 3)).astype(numpy.float32))


def test_equal_distances_keep_the_order_of_the_samples() -> None:
    samples = numpy.tile(numpy.float32([[1, 2], [3, 4]]), (6, 1))
    made = model(samples, numpy.arange(12), 7, body())
    assert_right(made, numpy.float32([[1, 2]]))


@pytest.mark.parametrize("steps", [{"axes": 0}, {"keepdims": 1}, {"state": "difference"}])
def test_other_scans_stay(steps: dict[str, Any]) -> None:
    samples = random.standard_normal((5, 1)).astype(numpy.float32)
    graph = body(**steps)
    made = helper.make_model(
        helper.make_graph(
            [helper.make_node("Scan", ["x", "samples"], ["state", "y"], body=graph, num_scan_inputs=1, name="scan")],
            "scan",
            [_value("x", FLOAT, [1, 1])],
            [_value("state", FLOAT, [1, 1]), _value("y", FLOAT, [5, 1, 1][: 2 + steps.get("keepdims", 0)])],
            [numpy_helper.from_array(samples, "samples")],
        ),
        opset_imports=[helper.make_opsetid("", 18)],
        ir_version=10,
    )
    assert b"scf.for" in load(made).mlir
    assert_right(made, numpy.float32([[0.5]]))
