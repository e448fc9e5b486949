# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of operators in a .tflite file that version 2026.2.0 of Arm's converter reads as others, changed or refused."""

from __future__ import annotations

import re
import struct
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc.importers.tflite_repairs import builtin_name, every_operator

# The number of SAME.
_SAME = 0
# The field `shape_signature` in the table `Tensor` of TensorFlow Lite's schema.
_SHAPE_SIGNATURE = 18


def has_short_windows(model: Any) -> bool:
    """Returns whether a TRANSPOSE_CONV leaves more than one element between two of its windows: then, the converter puts
    a half of what is missing before the first."""
    import tflite

    for code, operator, graph in every_operator(model):
        if code != tflite.BuiltinOperator.TRANSPOSE_CONV or (table := operator.BuiltinOptions()) is None:
            continue
        options, weights = tflite.TransposeConvOptions(), graph.Tensors(operator.Inputs(1))
        options.Init(table.Bytes, table.Pos)
        sizes = [weights.Shape(1) + 1 < options.StrideH(), weights.Shape(2) + 1 < options.StrideW()]
        if options.Padding() == _SAME and any(sizes):
            return True
    return False


def move_padding(mlir: bytes) -> bytes:
    """Returns the text with what a tosa.transpose_conv2d adds before the first element after the last instead."""

    def moved(found: re.Match[bytes]) -> bytes:
        top, bottom, left, right = (int(number) for number in found[2].split(b","))
        sizes = [min(top, 0), bottom + max(top, 0), min(left, 0), right + max(left, 0)]
        return found[1] + ", ".join(map(str, sizes)).encode() + b">"

    return re.sub(rb"(tosa\.transpose_conv2d [^\n]*?out_pad = array<i64: )([-\d, ]+)>", moved, mlir)


def fix_sizes(buffer: bytearray) -> None:
    """Leaves out that sizes are dynamic, so that those that the file stores count."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    for graph in (model.Subgraphs(i) for i in range(model.SubgraphsLength())):
        for tensor in (graph.Tensors(i) for i in range(graph.TensorsLength())):
            flatbuffer.without_field(buffer, tensor, _SHAPE_SIGNATURE)


def complete_splits(buffer: bytearray, model: Any, source: str) -> None:
    """Replaces the size -1 of a SPLIT_V, which stands for the rest and which the converter reads as a size."""
    import tflite

    for code, operator, graph in every_operator(model):
        if code != tflite.BuiltinOperator.SPLIT_V:
            continue
        sizes, axis = (_constant(model, graph.Tensors(operator.Inputs(i))) for i in (1, 2))
        if sizes is None or axis is None or not (sizes < 0).any():
            continue
        tensor = graph.Tensors(operator.Inputs(1))
        x = graph.Tensors(operator.Inputs(0))
        whole = x.Shape(int(axis.flat[0]) % x.ShapeLength())
        data = model.Buffers(tensor.Buffer())
        uses = sum(
            other.Tensors(i).Buffer() == tensor.Buffer()
            for other in (model.Subgraphs(i) for i in range(model.SubgraphsLength()))
            for i in range(other.TensorsLength())
        )
        if uses > 1 or (sizes < 0).sum() > 1:
            raise _refused(graph, operator, code, source, "one of its sizes is -1; expected all sizes as numbers")
        sizes[sizes < 0] = whole - sizes[sizes >= 0].sum()
        start = data._tab.Vector(data._tab.Offset(4))
        struct.pack_into(f"<{sizes.nbytes}s", buffer, start, sizes.tobytes())


def refuse_repeated_axes(model: Any, source: str) -> None:
    """Refuses an axis that a MEAN has twice, by whose size the converter divides twice."""
    import tflite

    for code, operator, graph in every_operator(model):
        if code != tflite.BuiltinOperator.MEAN:
            continue
        x, second = (graph.Tensors(operator.Inputs(i)) for i in (0, 1))
        axes, rank = _constant(model, second), x.ShapeLength()
        if axes is not None and rank and len({int(axis) % rank for axis in axes.flat}) < axes.size:
            raise _refused(graph, operator, code, source, f"its axes are {axes.ravel().tolist()}; expected each once")


def _constant(model: Any, tensor: Any) -> numpy.ndarray[Any, Any] | None:
    """Returns a constant of int32 or int64 that may be changed."""
    import tflite

    types = {tflite.TensorType.INT32: "<i4", tflite.TensorType.INT64: "<i8"}
    data = model.Buffers(tensor.Buffer())
    if tensor.Type() not in types or not data.DataLength():
        return None
    return numpy.frombuffer(data.DataAsNumpy().tobytes(), types[tensor.Type()]).copy()


def _refused(graph: Any, operator: Any, code: int, source: str, text: str) -> FrontEndError:
    place, name = graph.Tensors(operator.Outputs(0)).Name().decode(), builtin_name(code)
    return FrontEndError(f"{source}: '{place}': {name}: {text}", operator=f"tfl.{name.lower()}")


__all__ = ["complete_splits", "has_short_windows", "move_padding", "refuse_repeated_axes"]
