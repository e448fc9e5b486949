# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on float16 and bfloat16 that add many numbers, or compute in several steps: they compute in float32 and
round once, as in onnxruntime."""

from __future__ import annotations

from typing import Any

import onnx

from .graph import Node, opset_of, rewrite_graph

_NARROW = frozenset({onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16})
_OPERATORS = (
    "AveragePool",
    "Celu",
    "CumSum",
    "Elu",
    "Gelu",
    "GlobalAveragePool",
    "GlobalLpPool",
    "HardSigmoid",
    "HardSwish",
    "InstanceNormalization",
    "LRN",
    "LeakyRelu",
    "LogSoftmax",
    "LpNormalization",
    "LpPool",
    "Mean",
    "MeanVarianceNormalization",
    "Mish",
    "ReduceL1",
    "ReduceL2",
    "ReduceLogSum",
    "ReduceLogSumExp",
    "ReduceMean",
    "ReduceProd",
    "ReduceSum",
    "ReduceSumSquare",
    "Selu",
    "Shrink",
    "Sigmoid",
    "Softplus",
    "Softsign",
    "Sum",
    "Swish",
)


def _compute_in_float32(node: Node) -> None:
    kind = node.kind(0)
    if kind not in _NARROW:
        return
    inputs = [
        node.cast(name, onnx.TensorProto.FLOAT) if name and node.kind(index) == kind else name
        for index, name in enumerate(node.inputs)
    ]
    node.cast(node.emit(node.operator, *inputs, **node.attributes), kind, out=node.outputs[0])


def widen(model: Any) -> Any:
    """Returns the model, whose values have types before and afterwards."""
    version = opset_of(model)
    rules = dict.fromkeys(_OPERATORS, _compute_in_float32)
    if not rewrite_graph(model.graph, version, rules):
        return model
    return onnx.shape_inference.infer_shapes(model, data_prop=True)
