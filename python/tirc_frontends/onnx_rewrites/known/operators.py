# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of the operators of ONNX: the opsets that gave each a new version, and the attributes of these versions.

It is written by hand. An operator, version or attribute is added after its conversion was compared with onnxruntime or
the standard's definition: it is either converted with its meaning or refused by name. REFUSED has the operators that are
never converted. A test compares the table with the operators of the installed onnx. A text that a later opset added to
an attribute's texts is also known in the earlier ones, as in onnxruntime.
"""

from __future__ import annotations

from .kinds import (
    DIRECTION,
    ELEMENT_TYPE,
    FLAG,
    FLOAT,
    FLOATS,
    GRAPH,
    INT,
    INTS,
    PADDING,
    SPARSE_TENSOR,
    STRING,
    STRINGS,
    TENSOR,
    TYPE_PROTO,
    Attribute,
    Operator,
    choice,
    operator,
)
from .learned import LEARNED

# The newest opset that was reviewed, from onnx 1.23.
NEWEST = 28

_COORDINATES = choice(
    "align_corners", "asymmetric", "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "tf_crop_and_resize",
    "tf_half_pixel_for_nn",
)

# The operators of the domain "", whose other name is "ai.onnx".
STANDARD: dict[str, Operator] = {
    "Abs": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "Acos": operator(7, 22),
    "Acosh": operator(9, 22),
    "Add": operator(1, 6, 7, 13, 14, axis=INT.until(6), broadcast=FLAG.until(6), consumed_inputs=INTS.until(1)),
    "AffineGrid": operator(20, align_corners=FLAG),
    "And": operator(1, 7, axis=INT.until(1), broadcast=FLAG.until(1)),
    "ArgMax": operator(1, 11, 12, 13, axis=INT, keepdims=FLAG, select_last_index=FLAG.since(12)),
    "ArgMin": operator(1, 11, 12, 13, axis=INT, keepdims=FLAG, select_last_index=FLAG.since(12)),
    "Asin": operator(7, 22),
    "Asinh": operator(9, 22),
    "Atan": operator(7, 22),
    "Atanh": operator(9, 22),
    "Attention": operator(
        23, 24, 25, is_causal=FLAG, kv_num_heads=INT, left_window_size=INT.since(25), q_num_heads=INT,
        qk_matmul_output_mode=Attribute("INT", (0, 1, 2, 3)), right_window_size=INT.since(25), scale=FLOAT,
        softcap=FLOAT, softmax_precision=ELEMENT_TYPE,
    ),
    "AveragePool": operator(
        1, 7, 10, 11, 19, 22, auto_pad=PADDING, ceil_mode=FLAG.since(10), count_include_pad=FLAG.since(7),
        dilations=INTS.since(19), kernel_shape=INTS, pads=INTS, strides=INTS,
    ),
    "BatchNormalization": operator(
        1, 6, 7, 9, 14, 15, consumed_inputs=INTS.until(1), epsilon=FLOAT, is_test=FLAG.until(6), momentum=FLOAT,
        spatial=FLAG.until(7), training_mode=FLAG.since(14),
    ),
    "Bernoulli": operator(15, 22, dtype=ELEMENT_TYPE, seed=FLOAT),
    "BitCast": operator(26, to=ELEMENT_TYPE),
    "BitShift": operator(11, 28, direction=choice("LEFT", "RIGHT")),
    "BitwiseAnd": operator(18),
    "BitwiseNot": operator(18),
    "BitwiseOr": operator(18),
    "BitwiseXor": operator(18),
    "BlackmanWindow": operator(17, output_datatype=ELEMENT_TYPE, periodic=FLAG),
    "Cast": operator(
        1, 6, 9, 13, 19, 21, 23, 24, 25, 28, round_mode=choice("down", "nearest", "up").since(24),
        saturate=FLAG.since(19), to=(STRING.until(1), ELEMENT_TYPE.since(6)),
    ),
    "CastLike": operator(
        15, 19, 21, 23, 24, 25, round_mode=choice("down", "nearest", "up").since(24), saturate=FLAG.since(19),
    ),
    "CausalConvWithState": operator(27, activation=choice("none", "silu", "swish")),
    "Ceil": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "Celu": operator(12, 28, alpha=FLOAT),
    "CenterCropPad": operator(18, axes=INTS),
    "Clip": operator(1, 6, 11, 12, 13, consumed_inputs=INTS.until(1), max=FLOAT.until(6), min=FLOAT.until(6)),
    "Col2Im": operator(18, dilations=INTS, pads=INTS, strides=INTS),
    "Compress": operator(9, 11, 28, axis=INT),
    "Concat": operator(1, 4, 11, 13, axis=INT),
    "ConcatFromSequence": operator(11, axis=INT, new_axis=FLAG),
    "Constant": operator(
        1, 9, 11, 12, 13, 19, 21, 23, 24, 25, sparse_value=SPARSE_TENSOR.since(11), value=TENSOR,
        value_float=FLOAT.since(12), value_floats=FLOATS.since(12), value_int=INT.since(12), value_ints=INTS.since(12),
        value_string=STRING.since(12), value_strings=STRINGS.since(12),
    ),
    "ConstantOfShape": operator(9, 20, 21, 23, 24, 25, value=TENSOR),
    "Conv": operator(
        1, 11, 22, auto_pad=PADDING, dilations=INTS, group=INT, kernel_shape=INTS, pads=INTS, strides=INTS,
    ),
    "ConvInteger": operator(
        10, auto_pad=PADDING, dilations=INTS, group=INT, kernel_shape=INTS, pads=INTS, strides=INTS,
    ),
    "ConvTranspose": operator(
        1, 11, 22, auto_pad=PADDING, dilations=INTS, group=INT, kernel_shape=INTS, output_padding=INTS,
        output_shape=INTS, pads=INTS, strides=INTS,
    ),
    "Cos": operator(7, 22),
    "Cosh": operator(9, 22),
    "CumProd": operator(26, exclusive=FLAG, reverse=FLAG),
    "CumSum": operator(11, 14, exclusive=FLAG, reverse=FLAG),
    "DFT": operator(17, 20, axis=INT.until(17), inverse=FLAG, onesided=FLAG),
    "DeformConv": operator(
        19, 22, dilations=INTS, group=INT, kernel_shape=INTS, offset_group=INT, pads=INTS, strides=INTS,
    ),
    "DepthToSpace": operator(1, 11, 13, 28, blocksize=INT, mode=choice("DCR", "CRD").since(11)),
    "DequantizeLinear": operator(
        10, 13, 19, 21, 23, 24, 25, 28, axis=INT.since(13), block_size=INT.since(21),
        output_dtype=ELEMENT_TYPE.since(23),
    ),
    "Det": operator(11, 22),
    "Div": operator(1, 6, 7, 13, 14, axis=INT.until(6), broadcast=FLAG.until(6), consumed_inputs=INTS.until(1)),
    "Dropout": operator(
        1, 6, 7, 10, 12, 13, 22, consumed_inputs=INTS.until(1), is_test=FLAG.until(6), ratio=FLOAT.until(10),
        seed=INT.since(12),
    ),
    "DynamicQuantizeLinear": operator(11),
    "Einsum": operator(12, 28, equation=STRING),
    "Elu": operator(1, 6, 22, alpha=FLOAT, consumed_inputs=INTS.until(1)),
    "Equal": operator(1, 7, 11, 13, 19, axis=INT.until(1), broadcast=FLAG.until(1)),
    "Erf": operator(9, 13),
    "Exp": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "Expand": operator(8, 13),
    "EyeLike": operator(9, 22, dtype=ELEMENT_TYPE, k=INT),
    "Flatten": operator(1, 9, 11, 13, 21, 23, 24, 25, axis=INT),
    "Floor": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "GRU": operator(
        1, 3, 7, 14, 22, activation_alpha=FLOATS, activation_beta=FLOATS, activations=STRINGS, clip=FLOAT,
        direction=DIRECTION, hidden_size=INT, layout=FLAG.since(14), linear_before_reset=FLAG.since(3),
        output_sequence=FLAG.until(3),
    ),
    "Gather": operator(1, 11, 13, axis=INT),
    "GatherElements": operator(11, 13, axis=INT),
    "GatherND": operator(11, 12, 13, batch_dims=Attribute("INT", tuple(range(8))).since(12)),
    "Gelu": operator(20, approximate=choice("none", "tanh")),
    "Gemm": operator(1, 6, 7, 9, 11, 13, alpha=FLOAT, beta=FLOAT, broadcast=FLAG.until(6), transA=FLAG, transB=FLAG),
    "GlobalAveragePool": operator(1, 22),
    "GlobalLpPool": operator(1, 2, 22, p=(FLOAT.until(1), INT.since(2))),
    "GlobalMaxPool": operator(1, 22),
    "Greater": operator(1, 7, 9, 13, axis=INT.until(1), broadcast=FLAG.until(1)),
    "GreaterOrEqual": operator(12, 16),
    "GridSample": operator(
        16, 20, 22, align_corners=FLAG,
        mode=(choice("bilinear", "bicubic", "nearest").until(16), choice("linear", "cubic", "nearest").since(20)),
        padding_mode=choice("border", "reflection", "zeros"),
    ),
    "GroupNormalization": operator(
        18, 21, deprecated=(18,), computed=(18,), epsilon=FLOAT, num_groups=INT, stash_type=ELEMENT_TYPE.since(21),
    ),
    "HammingWindow": operator(17, output_datatype=ELEMENT_TYPE, periodic=FLAG),
    "HannWindow": operator(17, output_datatype=ELEMENT_TYPE, periodic=FLAG),
    "HardSigmoid": operator(1, 6, 22, alpha=FLOAT, beta=FLOAT, consumed_inputs=INTS.until(1)),
    "HardSwish": operator(14, 22),
    "Hardmax": operator(1, 11, 13, axis=INT),
    "Identity": operator(1, 13, 14, 16, 19, 21, 23, 24, 25),
    "If": operator(1, 11, 13, 16, 19, 21, 23, 24, 25, else_branch=GRAPH, then_branch=GRAPH),
    "ImageDecoder": operator(20, pixel_format=STRING),
    "InstanceNormalization": operator(1, 6, 22, consumed_inputs=INTS.until(1), epsilon=FLOAT),
    "IsInf": operator(10, 20, detect_negative=FLAG, detect_positive=FLAG),
    "IsNaN": operator(9, 13, 20),
    "LRN": operator(1, 13, alpha=FLOAT, beta=FLOAT, bias=FLOAT, size=INT),
    "LSTM": operator(
        1, 7, 14, 22, activation_alpha=FLOATS, activation_beta=FLOATS, activations=STRINGS, clip=FLOAT,
        direction=DIRECTION, hidden_size=INT, input_forget=FLAG, layout=FLAG.since(14), output_sequence=FLAG.until(1),
    ),
    "LayerNormalization": operator(17, axis=INT, epsilon=FLOAT, stash_type=ELEMENT_TYPE),
    "LeakyRelu": operator(1, 6, 16, alpha=FLOAT, consumed_inputs=INTS.until(1)),
    "Less": operator(1, 7, 9, 13, axis=INT.until(1), broadcast=FLAG.until(1)),
    "LessOrEqual": operator(12, 16),
    "LinearAttention": operator(
        27, chunk_size=INT, kv_num_heads=INT, q_num_heads=INT, scale=FLOAT,
        update_rule=choice("delta", "gated", "gated_delta", "linear"),
    ),
    "Log": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "LogSoftmax": operator(1, 11, 13, axis=INT),
    "Loop": operator(1, 11, 13, 16, 19, 21, 23, 24, 25, body=GRAPH),
    "LpNormalization": operator(1, 22, axis=INT, p=Attribute("INT", (1, 2))),
    "LpPool": operator(
        1, 2, 11, 18, 22, auto_pad=PADDING, ceil_mode=FLAG.since(18), dilations=INTS.since(18), kernel_shape=INTS,
        p=(FLOAT.until(1), INT.since(2)), pads=INTS, strides=INTS,
    ),
    "MatMul": operator(1, 9, 13),
    "MatMulInteger": operator(10),
    "Max": operator(1, 6, 8, 12, 13, consumed_inputs=INTS.until(1)),
    "MaxPool": operator(
        1, 8, 10, 11, 12, 22, auto_pad=PADDING, ceil_mode=FLAG.since(10), dilations=INTS.since(10), kernel_shape=INTS,
        pads=INTS, storage_order=FLAG.since(8), strides=INTS,
    ),
    "MaxRoiPool": operator(1, 22, pooled_shape=INTS, spatial_scale=FLOAT),
    "MaxUnpool": operator(9, 11, 22, kernel_shape=INTS, pads=INTS, strides=INTS),
    "Mean": operator(1, 6, 8, 13, consumed_inputs=INTS.until(1)),
    "MeanVarianceNormalization": operator(9, 13, axes=INTS),
    "MelWeightMatrix": operator(17, output_datatype=ELEMENT_TYPE),
    "Min": operator(1, 6, 8, 12, 13, consumed_inputs=INTS.until(1)),
    "Mish": operator(18, 22),
    "Mod": operator(10, 13, 28, fmod=FLAG),
    "Mul": operator(1, 6, 7, 13, 14, axis=INT.until(6), broadcast=FLAG.until(6), consumed_inputs=INTS.until(1)),
    "Multinomial": operator(7, 22, dtype=ELEMENT_TYPE, sample_size=INT, seed=FLOAT),
    "Neg": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "NegativeLogLikelihoodLoss": operator(12, 13, 22, ignore_index=INT, reduction=choice("mean", "none", "sum")),
    "NonMaxSuppression": operator(10, 11, center_point_box=FLAG),
    "NonZero": operator(9, 13),
    "Not": operator(1),
    "OneHot": operator(9, 11, 28, axis=INT),
    "Optional": operator(15, 28, type=TYPE_PROTO),
    "OptionalGetElement": operator(15, 18, 28),
    "OptionalHasElement": operator(15, 18, 28),
    "Or": operator(1, 7, axis=INT.until(1), broadcast=FLAG.until(1)),
    "PRelu": operator(1, 6, 7, 9, 16, consumed_inputs=INTS.until(1)),
    "Pad": operator(
        1, 2, 11, 13, 18, 19, 21, 23, 24, 25, mode=choice("constant", "edge", "reflect", "wrap"),
        paddings=INTS.until(1), pads=INTS.since(2).until(2), value=FLOAT.until(2),
    ),
    "Pow": operator(1, 7, 12, 13, 15, axis=INT.until(1), broadcast=FLAG.until(1)),
    "QLinearConv": operator(
        10, auto_pad=PADDING, dilations=INTS, group=INT, kernel_shape=INTS, pads=INTS, strides=INTS,
    ),
    "QLinearMatMul": operator(10, 21),
    "QuantizeLinear": operator(
        10, 13, 19, 21, 23, 24, 25, 28, axis=INT.since(13), block_size=INT.since(21),
        output_dtype=ELEMENT_TYPE.since(21), precision=ELEMENT_TYPE.since(23), saturate=FLAG.since(19),
    ),
    "RMSNormalization": operator(23, axis=INT, epsilon=FLOAT, stash_type=ELEMENT_TYPE),
    "RNN": operator(
        1, 7, 14, 22, activation_alpha=FLOATS, activation_beta=FLOATS, activations=STRINGS, clip=FLOAT,
        direction=DIRECTION, hidden_size=INT, layout=FLAG.since(14), output_sequence=FLAG.until(1),
    ),
    "RandomNormal": operator(1, 22, dtype=ELEMENT_TYPE, mean=FLOAT, scale=FLOAT, seed=FLOAT, shape=INTS),
    "RandomNormalLike": operator(1, 22, dtype=ELEMENT_TYPE, mean=FLOAT, scale=FLOAT, seed=FLOAT),
    "RandomUniform": operator(1, 22, dtype=ELEMENT_TYPE, high=FLOAT, low=FLOAT, seed=FLOAT, shape=INTS),
    "RandomUniformLike": operator(1, 22, dtype=ELEMENT_TYPE, high=FLOAT, low=FLOAT, seed=FLOAT),
    "Range": operator(11, 27, stash_type=ELEMENT_TYPE.since(27)),
    "Reciprocal": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "ReduceL1": operator(1, 11, 13, 18, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18)),
    "ReduceL2": operator(1, 11, 13, 18, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18)),
    "ReduceLogSum": operator(
        1, 11, 13, 18, 28, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18),
    ),
    "ReduceLogSumExp": operator(
        1, 11, 13, 18, 28, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18),
    ),
    "ReduceMax": operator(
        1, 11, 12, 13, 18, 20, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18),
    ),
    "ReduceMean": operator(1, 11, 13, 18, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18)),
    "ReduceMin": operator(
        1, 11, 12, 13, 18, 20, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18),
    ),
    "ReduceProd": operator(1, 11, 13, 18, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18)),
    "ReduceSum": operator(1, 11, 13, axes=INTS.until(11), keepdims=FLAG, noop_with_empty_axes=FLAG.since(13)),
    "ReduceSumSquare": operator(1, 11, 13, 18, axes=INTS.until(13), keepdims=FLAG, noop_with_empty_axes=FLAG.since(18)),
    "RegexFullMatch": operator(20, pattern=STRING),
    "Relu": operator(1, 6, 13, 14, consumed_inputs=INTS.until(1)),
    "Reshape": operator(
        1, 5, 13, 14, 19, 21, 23, 24, 25, allowzero=FLAG.since(14), consumed_inputs=INTS.until(1), shape=INTS.until(1),
    ),
    "Resize": operator(
        10, 11, 13, 18, 19, antialias=FLAG.since(18), axes=INTS.since(18),
        coordinate_transformation_mode=_COORDINATES.since(11), cubic_coeff_a=FLOAT.since(11),
        exclude_outside=FLAG.since(11), extrapolation_value=FLOAT.since(11),
        keep_aspect_ratio_policy=choice("not_larger", "not_smaller", "stretch").since(18),
        mode=(choice("nearest", "linear").until(10), choice("nearest", "linear", "cubic").since(11)),
        nearest_mode=choice("ceil", "floor", "round_prefer_ceil", "round_prefer_floor").since(11),
    ),
    "ReverseSequence": operator(10, 28, batch_axis=FLAG, time_axis=FLAG),
    "RoiAlign": operator(
        10, 16, 22, coordinate_transformation_mode=choice("half_pixel", "output_half_pixel").since(16),
        mode=choice("avg", "max"), output_height=INT, output_width=INT, sampling_ratio=INT, spatial_scale=FLOAT,
    ),
    "RotaryEmbedding": operator(23, interleaved=FLAG, num_heads=INT, rotary_embedding_dim=INT),
    "Round": operator(11, 22),
    "STFT": operator(17, onesided=FLAG),
    "Scan": operator(
        8, 9, 11, 16, 19, 21, 23, 24, 25, body=GRAPH, directions=INTS.until(8), num_scan_inputs=INT,
        scan_input_axes=INTS.since(9), scan_input_directions=INTS.since(9), scan_output_axes=INTS.since(9),
        scan_output_directions=INTS.since(9),
    ),
    "Scatter": operator(9, 11, deprecated=(11,), axis=INT),
    "ScatterElements": operator(
        11, 13, 16, 18, axis=INT, reduction=choice("none", "add", "max", "min", "mul").since(16),
    ),
    "ScatterND": operator(11, 13, 16, 18, reduction=choice("none", "add", "max", "min", "mul").since(16)),
    "Selu": operator(1, 6, 22, alpha=FLOAT, consumed_inputs=INTS.until(1), gamma=FLOAT),
    "SequenceAt": operator(11),
    "SequenceConstruct": operator(11),
    "SequenceEmpty": operator(11, dtype=ELEMENT_TYPE),
    "SequenceErase": operator(11),
    "SequenceInsert": operator(11),
    "SequenceLength": operator(11),
    "SequenceMap": operator(17, body=GRAPH),
    "Shape": operator(1, 13, 15, 19, 21, 23, 24, 25, end=INT.since(15), start=INT.since(15)),
    "Shrink": operator(9, bias=FLOAT, lambd=FLOAT),
    "Sigmoid": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "Sign": operator(9, 13),
    "Sin": operator(7, 22),
    "Sinh": operator(9, 22),
    "Size": operator(1, 13, 19, 21, 23, 24, 25),
    "Slice": operator(1, 10, 11, 13, axes=INTS.until(1), ends=INTS.until(1), starts=INTS.until(1)),
    "Softmax": operator(1, 11, 13, axis=INT),
    "SoftmaxCrossEntropyLoss": operator(12, 13, ignore_index=INT, reduction=choice("mean", "none", "sum")),
    "Softplus": operator(1, 22),
    "Softsign": operator(1, 22),
    "SpaceToDepth": operator(1, 13, 28, blocksize=INT, mode=choice("DCR", "CRD").since(28)),
    "Split": operator(1, 2, 11, 13, 18, axis=INT, num_outputs=INT.since(18), split=INTS.until(11)),
    "SplitToSequence": operator(11, 24, axis=INT, keepdims=FLAG),
    "Sqrt": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "Squeeze": operator(1, 11, 13, 21, 23, 24, 25, axes=INTS.until(11)),
    "StringConcat": operator(20),
    "StringNormalizer": operator(
        10, case_change_action=STRING, is_case_sensitive=FLAG, locale=STRING, stopwords=STRINGS,
    ),
    "StringSplit": operator(20, delimiter=STRING, maxsplit=INT),
    "Sub": operator(1, 6, 7, 13, 14, axis=INT.until(6), broadcast=FLAG.until(6), consumed_inputs=INTS.until(1)),
    "Sum": operator(1, 6, 8, 13, consumed_inputs=INTS.until(1)),
    "SwiGLU": operator(28, alpha=FLOAT),
    "Swish": operator(24, alpha=FLOAT),
    "Tan": operator(7, 22),
    "Tanh": operator(1, 6, 13, consumed_inputs=INTS.until(1)),
    "TensorScatter": operator(24, axis=INT, mode=choice("circular", "linear")),
    "TfIdfVectorizer": operator(
        9, max_gram_length=INT, max_skip_count=INT, min_gram_length=INT, mode=choice("IDF", "TF", "TFIDF"),
        ngram_counts=INTS, ngram_indexes=INTS, pool_int64s=INTS, pool_strings=STRINGS, weights=FLOATS,
    ),
    "ThresholdedRelu": operator(10, 22, alpha=FLOAT),
    "Tile": operator(1, 6, 13),
    "TopK": operator(1, 10, 11, 24, axis=INT, k=INT.until(1), largest=FLAG.since(11), sorted=FLAG.since(11)),
    "Transpose": operator(1, 13, 21, 23, 24, 25, perm=INTS),
    "Trilu": operator(14, upper=FLAG),
    "Unique": operator(11, 28, axis=INT, sorted=FLAG),
    "Unsqueeze": operator(1, 11, 13, 21, 23, 24, 25, axes=INTS.until(11)),
    "Upsample": operator(
        1, 7, 9, 10, deprecated=(10,), height_scale=FLOAT.until(1),
        mode=(choice("nearest", "bilinear").until(1), choice("nearest", "linear").since(7)),
        scales=FLOATS.since(7).until(7), width_scale=FLOAT.until(1),
    ),
    "Where": operator(9, 16),
    "Xor": operator(1, 7, axis=INT.until(1), broadcast=FLAG.until(1)),
}

# The operators of the domain "com.microsoft", all of its version 1, that are turned into the standard's.
MICROSOFT: dict[str, Operator] = {
    "QGemm": operator(1, alpha=FLOAT, transA=FLAG, transB=FLAG),
    "QLinearAdd": operator(1),
    "QLinearAveragePool": operator(
        1, auto_pad=PADDING, ceil_mode=FLAG, channels_last=FLAG, count_include_pad=FLAG, kernel_shape=INTS, pads=INTS,
        strides=INTS,
    ),
    "QLinearConcat": operator(1, axis=INT),
    "QLinearGlobalAveragePool": operator(1, channels_last=FLAG),
    "QLinearLeakyRelu": operator(1, alpha=FLOAT),
    "QLinearMul": operator(1),
    "QLinearSigmoid": operator(1),
    "QLinearSoftmax": operator(1, axis=INT, opset=INT),
}

DOMAINS: dict[str, dict[str, Operator]] = {"": STANDARD, "ai.onnx.ml": LEARNED, "com.microsoft": MICROSOFT}

# The other domains of the package onnx, whose operators are refused.
REFUSED_DOMAINS: dict[str, str] = {
    "ai.onnx.preview": "a draft",
    "ai.onnx.preview.training": "training",
}

# Operators that are never converted, and why.
REFUSED: dict[str, str] = {
    **dict.fromkeys(("Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"), "its result is random"),
    **dict.fromkeys(("RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit"), "it works on text"),
    "ImageDecoder": "it reads the file of an image",
}
