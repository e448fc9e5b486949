# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of ONNX in many forms, with all forms of one operator in one model, against ONNX's own evaluator."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from models import FOR_A_RUN

import tirc
from tirc.importers import load

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")

import onnx.reference  # noqa: E402, F811  what follows needs the package
from onnx_models import Graph  # noqa: E402

# Each test runs separate programs.
pytestmark = pytest.mark.long

random = numpy.random.default_rng(5)


def f(*shape: int) -> Any:
    return random.standard_normal(shape).astype(numpy.float32)


def i(*values: int) -> Any:
    return numpy.array(values, numpy.int64)


NONE = numpy.array([], numpy.float32)
SCALES = numpy.float32([1, 1, 2, 3])
VECTOR, IMAGE, CUBE = [2, 6], [1, 4, 6, 6], [2, 3, 4]

# Operator, shape of its input, constants that follow it, attributes.
Case = tuple[str, list[int], list[Any], dict[str, Any]]

TOSA: list[Case] = [
    *((kind, VECTOR, [], {}) for kind in "Abs Ceil Cos Erf Exp Floor Identity LeakyRelu LogSoftmax Neg Relu".split()),
    *((kind, VECTOR, [], {}) for kind in "Round Selu Sigmoid Sign Sin Softmax Softplus Tan Tanh".split()),
    ("Celu", VECTOR, [], {"alpha": 2.0}),
    ("Elu", VECTOR, [], {"alpha": 0.5}),
    ("Gelu", VECTOR, [], {}),
    ("Gelu", VECTOR, [], {"approximate": "tanh"}),
    ("HardSigmoid", VECTOR, [], {"alpha": 0.3, "beta": 0.4}),
    ("HardSwish", VECTOR, [], {}),
    ("Add", CUBE, [f(3, 1)], {}),
    ("Sub", CUBE, [f(4)], {}),
    ("Mul", CUBE, [f(2, 1, 1)], {}),
    ("Div", CUBE, [f(4) + 4], {}),
    ("Max", CUBE, [f(4)], {}),
    ("Min", CUBE, [f(4)], {}),
    ("Pow", VECTOR, [numpy.float32(3)], {}),
    ("Clip", VECTOR, [numpy.float32(-0.5), numpy.float32(0.7)], {}),
    ("Softmax", CUBE, [], {"axis": 1}),
    ("ReduceMean", CUBE, [i(0, 2)], {}),
    ("ReduceMax", CUBE, [i(1)], {"keepdims": 0}),
    ("ReduceMin", CUBE, [i(-1)], {"keepdims": 0}),
    ("ReduceSum", CUBE, [i(1)], {}),
    ("ReduceProd", CUBE, [i(2)], {}),
    ("ReduceL2", CUBE, [i(2)], {}),
    ("CumSum", VECTOR, [numpy.array(1, numpy.int64)], {"exclusive": 1, "reverse": 1}),
    ("MatMul", CUBE, [f(2, 4, 5)], {}),
    ("Gemm", VECTOR, [f(5, 2), f(5)], {"transA": 1, "transB": 1, "alpha": 0.5, "beta": 2.0}),
    ("Transpose", CUBE, [], {"perm": [2, 0, 1]}),
    ("Reshape", CUBE, [i(0, 6, -1)], {}),
    ("Flatten", CUBE, [], {"axis": 2}),
    ("Squeeze", [1, 4], [i(0)], {}),
    ("Unsqueeze", VECTOR, [i(0, 3)], {}),
    ("Expand", [1, 4], [i(3, 4)], {}),
    ("Tile", [1, 4], [i(2, 3)], {}),
    ("Slice", CUBE, [i(1), i(3), i(2)], {}),
    ("Pad", IMAGE, [i(0, 0, 1, 1, 0, 0, 1, 2)], {"mode": "reflect"}),
    ("Pad", IMAGE, [i(0, 0, 1, 1, 0, 0, 1, 2), numpy.float32(2.5)], {}),
    ("DepthToSpace", IMAGE, [], {"blocksize": 2}),
    ("DepthToSpace", IMAGE, [], {"blocksize": 2, "mode": "CRD"}),
    ("DepthToSpace", [1, 12, 2, 3], [], {"blocksize": 2, "mode": "CRD"}),
    ("SpaceToDepth", IMAGE, [], {"blocksize": 2}),
    ("Conv", IMAGE, [f(6, 4, 3, 3), f(6)], {"pads": [0, 0, 1, 1], "strides": [2, 2]}),
    ("Conv", IMAGE, [f(6, 4, 3, 3)], {"dilations": [2, 2]}),
    ("Conv", IMAGE, [f(8, 1, 3, 3)], {"group": 4, "auto_pad": "SAME_UPPER"}),
    ("Conv", IMAGE, [f(6, 2, 3, 3)], {"group": 2, "auto_pad": "SAME_LOWER", "strides": [2, 2]}),
    ("ConvTranspose", IMAGE, [f(4, 3, 4, 4)], {"strides": [2, 2], "pads": [1, 1, 1, 1]}),
    ("AveragePool", IMAGE, [], {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}),
    ("AveragePool", IMAGE, [], {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1}),
    ("MaxPool", IMAGE, [], {"kernel_shape": [3, 3], "strides": [2, 2], "ceil_mode": 1}),
    ("MaxPool", IMAGE, [], {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [0, 0, 1, 1]}),
    ("GlobalAveragePool", IMAGE, [], {}),
    ("GlobalMaxPool", IMAGE, [], {}),
    ("InstanceNormalization", IMAGE, [f(4), f(4)], {}),
    ("LayerNormalization", CUBE, [f(4), f(4)], {"axis": -1}),
    ("BatchNormalization", IMAGE, [f(4), f(4), f(4), abs(f(4)) + 0.1], {}),
    ("Resize", IMAGE, [NONE, SCALES], {"mode": "linear"}),
]

LINALG: list[Case] = [
    *((kind, VECTOR, [], {}) for kind in "Asinh Cosh Hardmax Mish Sinh".split()),
    ("Asin", VECTOR, [], {}),
    ("PRelu", VECTOR, [f(6)], {}),
    ("ThresholdedRelu", VECTOR, [], {"alpha": 0.3}),
    ("Gather", [4, 5], [i(3, 0, 3)], {}),
    ("Slice", VECTOR, [i(-1), i(-7), i(1), i(-2)], {}),
    ("ReduceLogSumExp", CUBE, [i(1)], {}),
    ("GroupNormalization", IMAGE, [f(4), f(4)], {"num_groups": 2}),
    ("MaxPool", IMAGE, [], {"kernel_shape": [3, 3], "dilations": [2, 2]}),
    *(
        ("Resize", IMAGE, [NONE, SCALES], {"mode": "nearest", "coordinate_transformation_mode": c, "nearest_mode": n})
        for c in ("asymmetric", "half_pixel")
        for n in ("floor", "ceil", "round_prefer_floor", "round_prefer_ceil")
    ),
]


@pytest.mark.parametrize(("form", "cases"), [("tosa", TOSA), ("linalg", LINALG)])
def test_operators_give_what_the_evaluator_gives(form: str, cases: list[Case]) -> None:
    g = Graph(opset=21)
    shapes: dict[str, Any] = {}
    labels: dict[str, str] = {}
    for number, (kind, shape, constants, attributes) in enumerate(cases):
        # Within the range in which all of them are defined.
        name = f"in_{number}"
        shapes[name] = shape
        out = g.add(
            kind,
            name,
            *(g.constant(values) if values is not NONE else "" for values in constants),
            out=f"out_{number}",
            **attributes,
        )
        labels[out] = f"{kind} {attributes}"
    inputs = {name: (random.random(shape) * 1.8 - 0.9).astype(numpy.float32) for name, shape in shapes.items()}
    evaluator = onnx.reference.ReferenceEvaluator(g.model(shapes, dict.fromkeys(labels), check=False))
    expected = dict(zip(labels, evaluator.run(None, inputs), strict=True))
    source = load(g.model(shapes, {name: list(array.shape) for name, array in expected.items()}))
    assert source.front_end == f"onnx-{form}"
    outputs = tirc.compile(source.mlir, **source.options, **FOR_A_RUN).run(**inputs)
    wrong = {
        labels[name]: float(abs(outputs[name] - expected[name]).max())
        for name in labels
        if outputs[name].shape != expected[name].shape or not abs(outputs[name] - expected[name]).max() < 1e-5
    }
    assert wrong == {}
