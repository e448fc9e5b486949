# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators of TOSA's flatbuffers, by the numbers that they have there, and their attributes, in the order of the schema.

An operator of MLIR has the same name in lower case, and attributes of the same names.
"""

from __future__ import annotations

import enum


class Kind(enum.Enum):
    """The kind of an attribute's value."""

    INTEGER = enum.auto()
    BOOLEAN = enum.auto()
    SIZES = enum.auto()
    AXES = enum.auto()
    TYPE = enum.auto()
    # A number of the type of the operator's input.
    NUMBER = enum.auto()
    TEXT = enum.auto()
    DATA = enum.auto()
    NAN = enum.auto()
    ROUNDING = enum.auto()
    RESIZE = enum.auto()


OPERATORS = (
    "UNKNOWN", "ARGMAX", "AVG_POOL2D", "CONV2D", "CONV3D", "DEPTHWISE_CONV2D", "FFT2D", "MATMUL", "MAX_POOL2D", "RFFT2D",
    "TRANSPOSE_CONV2D", "CLAMP", "ERF", "SIGMOID", "TANH", "ADD", "ARITHMETIC_RIGHT_SHIFT", "BITWISE_AND", "BITWISE_OR",
    "BITWISE_XOR", "INTDIV", "LOGICAL_AND", "LOGICAL_LEFT_SHIFT", "LOGICAL_RIGHT_SHIFT", "LOGICAL_OR", "LOGICAL_XOR",
    "MAXIMUM", "MINIMUM", "MUL", "POW", "SUB", "TABLE", "ABS", "BITWISE_NOT", "CEIL", "CLZ", "COS", "EXP", "FLOOR", "LOG",
    "LOGICAL_NOT", "NEGATE", "RECIPROCAL", "RSQRT", "SIN", "SELECT", "EQUAL", "GREATER", "GREATER_EQUAL", "REDUCE_ALL",
    "REDUCE_ANY", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PRODUCT", "REDUCE_SUM", "CONCAT", "PAD", "RESHAPE", "REVERSE",
    "SLICE", "TILE", "TRANSPOSE", "GATHER", "SCATTER", "RESIZE", "CAST", "RESCALE", "CONST", "IDENTITY", "CUSTOM",
    "COND_IF", "WHILE_LOOP", "VARIABLE", "VARIABLE_WRITE", "VARIABLE_READ", "CONST_SHAPE", "MATMUL_T_BLOCK_SCALED",
    "CAST_FROM_BLOCK_SCALED", "CAST_TO_BLOCK_SCALED", "DIM", "CONCAT_SHAPE", "ADD_SHAPE", "SUB_SHAPE", "MUL_SHAPE",
    "SLICE_SHAPE", "EXP2_SHAPE", "LOG2_CEIL_SHAPE", "LOG2_FLOOR_SHAPE", "MAX_SHAPE", "MIN_SHAPE", "MOD_SHAPE",
    "DIV_CEIL_SHAPE", "DIV_FLOOR_SHAPE", "ASSERT_EQUAL_SHAPE", "CONV2D_BLOCK_SCALED", "MAX_POOL2D_ADAPTIVE",
    "AVG_POOL2D_ADAPTIVE", "RESHAPE_BLOCK_SCALED", "ROW_GATHER_BLOCK_SCALED", "ROW_GATHER", "MATMUL_T",
)  # fmt: skip

# The last operator of TOSA 1.0. tirc computes the operations on shapes after it, which are constants.
LAST = OPERATORS.index("CONST_SHAPE")

_NAN = ("nan_mode", Kind.NAN)
_AXIS = ("axis", Kind.INTEGER)
_LOCAL = ("local_bound", Kind.BOOLEAN)
_ACCUMULATOR = ("acc_type", Kind.TYPE)
_WINDOW = (("kernel", Kind.SIZES), ("stride", Kind.SIZES), ("pad", Kind.SIZES))
_CONVOLUTION = (("pad", Kind.SIZES), ("stride", Kind.SIZES), ("dilation", Kind.SIZES), _LOCAL, _ACCUMULATOR)

ATTRIBUTES: dict[str, tuple[tuple[str, Kind], ...]] = {
    "ARGMAX": (_AXIS, _NAN),
    "AVG_POOL2D": (*_WINDOW, _ACCUMULATOR),
    "CONV2D": _CONVOLUTION,
    "CONV3D": _CONVOLUTION,
    "DEPTHWISE_CONV2D": _CONVOLUTION,
    "FFT2D": (("inverse", Kind.BOOLEAN), _LOCAL),
    "MAX_POOL2D": (*_WINDOW, _NAN),
    "RFFT2D": (_LOCAL,),
    "TRANSPOSE_CONV2D": (("out_pad", Kind.SIZES), ("stride", Kind.SIZES), _LOCAL, _ACCUMULATOR),
    "CLAMP": (("min_val", Kind.NUMBER), ("max_val", Kind.NUMBER), _NAN),
    "ARITHMETIC_RIGHT_SHIFT": (("round", Kind.BOOLEAN),),
    "MAXIMUM": (_NAN,),
    "MINIMUM": (_NAN,),
    "REDUCE_ALL": (_AXIS,),
    "REDUCE_ANY": (_AXIS,),
    "REDUCE_MAX": (_AXIS, _NAN),
    "REDUCE_MIN": (_AXIS, _NAN),
    "REDUCE_PRODUCT": (_AXIS,),
    "REDUCE_SUM": (_AXIS,),
    "CONCAT": (_AXIS,),
    "REVERSE": (_AXIS,),
    "TRANSPOSE": (("perms", Kind.AXES),),
    "RESIZE": (("mode", Kind.RESIZE),),
    "RESCALE": (
        ("scale32", Kind.BOOLEAN),
        ("rounding_mode", Kind.ROUNDING),
        ("per_channel", Kind.BOOLEAN),
        ("input_unsigned", Kind.BOOLEAN),
        ("output_unsigned", Kind.BOOLEAN),
    ),
    "CUSTOM": (("operator_name", Kind.TEXT), ("domain_name", Kind.TEXT), ("implementation_attrs", Kind.DATA)),
    "COND_IF": (("then_graph", Kind.TEXT), ("else_graph", Kind.TEXT)),
    "WHILE_LOOP": (("cond_graph", Kind.TEXT), ("body_graph", Kind.TEXT)),
    "DIM": (_AXIS,),
}
