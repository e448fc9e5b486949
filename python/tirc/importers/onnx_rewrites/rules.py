# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The repairs, by operator."""

from __future__ import annotations

from typing import Any

import onnx

from . import forms, quantization, recurrent, resize, sampling, unsigned
from .graph import Rule, drop_unused_constants, rewrite_graph, store_masks_in_bytes

_RULES: dict[str, Rule] = {
    "Abs": unsigned.keep,
    "Cast": forms.cast,
    "CastLike": forms.cast_like,
    "Clip": unsigned.clip,
    "ConvInteger": quantization.convolution_integer,
    "DepthToSpace": forms.depth_to_space,
    "DequantizeLinear": quantization.dequantize,
    "Div": unsigned.widen,
    "DynamicQuantizeLinear": quantization.dynamic_quantize,
    "GRU": recurrent.check,
    "GridSample": sampling.grid_sample,
    "LSTM": recurrent.check,
    "MatMulInteger": quantization.matmul_integer,
    "MaxPool": unsigned.max_pool,
    "Mod": unsigned.widen,
    "Neg": unsigned.negate,
    "Pad": forms.pad,
    "QLinearConv": quantization.convolution,
    "QLinearMatMul": quantization.matmul,
    "QuantizeLinear": quantization.quantize,
    "RNN": recurrent.check,
    "ReduceMax": forms.reduce_bool,
    "ReduceMin": forms.reduce_bool,
    "Resize": resize.resize,
    "SoftmaxCrossEntropyLoss": forms.cross_entropy,
    **{f"Reduce{kind}": unsigned.refuse for kind in ("L1", "L2", "LogSum", "LogSumExp", "Mean", "SumSquare")},
}


def rewrite(model: Any) -> Any:
    """Returns the model, whose values have types, after the repairs; those have types again. Raises Refused."""
    version = next((opset.version for opset in model.opset_import if opset.domain in ("", "ai.onnx")), 17)
    changed = False
    # A rule may emit what another rule, or itself, repairs.
    while rewrite_graph(model.graph, version, _RULES):
        model, changed = onnx.shape_inference.infer_shapes(model, data_prop=True), True
    store_masks_in_bytes(model.graph)
    if changed:
        drop_unused_constants(model.graph)
    return model


__all__ = ["rewrite"]
