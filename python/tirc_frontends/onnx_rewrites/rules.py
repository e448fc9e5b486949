# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The repairs, by operator."""

from __future__ import annotations

from typing import Any

import onnx

from . import (
    arithmetic,
    blocks,
    borders,
    channels,
    distances,
    exponentials,
    forms,
    grids,
    indexing,
    loops,
    old_forms,
    pools,
    products,
    quantization,
    randomness,
    recurrent,
    reductions,
    resize,
    sampling,
    sparse,
    transforms,
    unsigned,
)
from .folding import fold
from .graph import Rule, drop_unused_constants, opset_of, rewrite_graph, store_masks_in_bytes
from .known.operators import REFUSED

_RULES: dict[str, Rule] = {
    "Abs": unsigned.keep,
    "AffineGrid": grids.affine_grid,
    "AveragePool": pools.average_pool,
    "BitShift": arithmetic.bit_shift,
    "Cast": arithmetic.cast,
    "CastLike": arithmetic.cast_like,
    "Clip": arithmetic.clip,
    "Col2Im": grids.columns_to_image,
    "Compress": indexing.compress,
    "Concat": forms.concat,
    "Constant": sparse.constant,
    "Conv": quantization.float_bias,
    "ConvInteger": quantization.convolution_integer,
    "ConvTranspose": forms.convolution_transposed,
    "CumProd": transforms.cumulative,
    "CumSum": transforms.cumulative,
    "DFT": transforms.fourier,
    "DepthToSpace": forms.depth_to_space,
    "Det": products.determinant,
    "DequantizeLinear": quantization.dequantize,
    "Div": unsigned.widen,
    "Dropout": randomness.dropout,
    "DynamicQuantizeLinear": quantization.dynamic_quantize,
    "Einsum": products.einsum,
    "GRU": recurrent.refuse_inner,
    "Gelu": exponentials.gelu,
    "Gemm": arithmetic.gemm,
    "GridSample": sampling.grid_sample,
    "Hardmax": old_forms.hardmax,
    "HardSwish": arithmetic.hard_swish,
    "If": loops.branch,
    "LRN": pools.local_response,
    "LSTM": recurrent.refuse_inner,
    "Loop": loops.loop,
    "LpNormalization": reductions.normalize,
    "LpPool": pools.lp_pool,
    "MatMul": products.matmul,
    "MatMulInteger": quantization.matmul_integer,
    "MaxPool": pools.max_pool,
    "MaxUnpool": indexing.max_unpool,
    "Mean": arithmetic.mean,
    "Mod": unsigned.widen,
    "Neg": unsigned.negate,
    "PRelu": forms.leaky,
    "Pad": borders.pad,
    "Pow": exponentials.power,
    "QLinearConv": quantization.convolution,
    "QLinearMatMul": quantization.matmul,
    "QuantizeLinear": quantization.quantize,
    "RNN": recurrent.refuse_inner,
    "ReduceMax": forms.reduce_bool,
    "ReduceMin": forms.reduce_bool,
    "ReduceLogSumExp": exponentials.reduce_log_sum_exp,
    "Resize": resize.resize,
    "ReverseSequence": indexing.reverse_sequence,
    "STFT": transforms.short_time_fourier,
    "Scan": loops.scan,
    "ScatterElements": indexing.scatter_elements,
    "ScatterND": indexing.scatter_nd,
    "Selu": exponentials.selu,
    "Sign": arithmetic.sign,
    "Slice": borders.slices,
    "Softplus": exponentials.softplus,
    "Softsign": arithmetic.softsign,
    "SpaceToDepth": forms.space_to_depth,
    "Split": forms.split,
    "TopK": indexing.top_k,
    **dict.fromkeys(("NonMaxSuppression", "NonZero", "Unique"), forms.refuse_dynamic),
    **dict.fromkeys(REFUSED, randomness.refuse),
    **{f"Reduce{kind}": reductions.reduce for kind in ("L1", "L2", "LogSum", "Mean", "SumSquare")},
}


def rewrite(model: Any) -> Any:
    """Returns the model, whose values have types, after the repairs; those have types again. Raises Refused."""
    version = opset_of(model)
    blocks.allow(model)
    model = fold(model)
    # Other rules need the sizes of a loop's results, and the products that normalizations are.
    first = {"BatchNormalization": channels.batch_normalization, "Loop": loops.counted, "Scan": distances.of_rows}
    while rewrite_graph(model.graph, version, first):
        model = fold(onnx.shape_inference.infer_shapes(model, data_prop=True))
    channels.fold(model.graph)
    # A rule may emit what another rule, or itself, repairs.
    while rewrite_graph(model.graph, version, _RULES):
        model = fold(onnx.shape_inference.infer_shapes(model, data_prop=True))
    store_masks_in_bytes(model.graph)
    drop_unused_constants(model.graph)
    return model
