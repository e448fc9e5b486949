# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of operators in a .tflite file that version 2026.2.0 of Arm's converter reads as others, changed or refused."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Mapping
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc.importers.tflite_repairs import builtin_name, every_operator, operators_of
from tirc.tensors import Array

# The number of SAME.
_SAME = 0
# The field `shape_signature` in the table `Tensor` of TensorFlow Lite's schema.
_SHAPE_SIGNATURE = 18
# The fields `buffers` in the table `Model`, and `data` in the table `Buffer`.
_MODEL_BUFFERS, _BUFFER_DATA = 12, 4


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


def settle_reshapes(buffer: bytearray) -> None:
    """Makes the sizes of a RESHAPE constant that Keras computes of a dynamic batch: a PACK of the batch and of numbers, of which
    one may be -1. The rest of the other sizes is known, so that the batch can be the size that is computed."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    graphs = [model.Subgraphs(i) for i in range(model.SubgraphsLength())]
    settled = [_settled(model, graph) for graph in graphs]
    if not any(settled):
        return
    start = model._tab.Vector(model._tab.Offset(_MODEL_BUFFERS))
    for graph, sizes_of in zip(graphs, settled, strict=True):
        for index, sizes in sizes_of.items():
            table, places = flatbuffer.begin_table(buffer, {}, [_BUFFER_DATA])
            added = flatbuffer.add_vector(buffer, sizes.tobytes(), sizes.nbytes, 16)
            flatbuffer.refer(buffer, places[_BUFFER_DATA], added)
            flatbuffer.refer(buffer, start + 4 * graph.Tensors(index).Buffer(), table)
    kept = [
        [operator._tab.Pos for _, operator in operators_of(model, graph) if operator.Outputs(0) not in sizes_of]
        for graph, sizes_of in zip(graphs, settled, strict=True)
    ]
    flatbuffer.with_operators(buffer, tflite.Model.GetRootAs(buffer, 0), kept)


def _settled(model: Any, graph: Any) -> dict[int, Array]:
    """Returns the sizes that only RESHAPEs of a subgraph take, by the tensors that have them in buffers of their own."""
    import tflite

    made = {operator.Outputs(0): (code, operator) for code, operator in operators_of(model, graph)}
    found: dict[int, Array] = {}
    others: set[int] = set()
    for code, operator in operators_of(model, graph):
        is_reshape = code == tflite.BuiltinOperator.RESHAPE and operator.InputsLength() > 1
        sizes = _sizes_of_batch(model, graph, made, operator) if is_reshape else None
        if sizes is None:
            others |= {operator.Inputs(i) for i in range(operator.InputsLength())}
        else:
            found[operator.Inputs(1)] = sizes
    buffers = [graph.Tensors(i).Buffer() for i in range(graph.TensorsLength())]
    return {
        index: sizes
        for index, sizes in found.items()
        if index not in others and buffers[index] and buffers.count(buffers[index]) == 1
    }


def _sizes_of_batch(model: Any, graph: Any, made: Mapping[int, tuple[int, Any]], reshape: Any) -> Array | None:
    """Returns the sizes of a RESHAPE whose first one is the batch of its operand, which becomes -1; or None."""
    import tflite

    kinds, x = tflite.BuiltinOperator, graph.Tensors(reshape.Inputs(0))
    known = [int(x.ShapeSignature(i)) for i in range(x.ShapeSignatureLength())]
    code, pack = made.get(reshape.Inputs(1), (-1, None))
    if code != kinds.PACK or known[:1] != [-1] or min(known[1:], default=-1) < 1:
        return None
    code, taken = made.get(pack.Inputs(0), (-1, None))
    if code != kinds.STRIDED_SLICE or made.get(taken.Inputs(0), (-1, None))[0] != kinds.SHAPE:
        return None
    of = made[taken.Inputs(0)][1].Inputs(0)
    starts = _constant(model, graph.Tensors(taken.Inputs(1)))
    rest = [_constant(model, graph.Tensors(pack.Inputs(i))) for i in range(1, pack.InputsLength())]
    if of != reshape.Inputs(0) or starts is None or starts.tolist() != [0] or any(each is None for each in rest):
        return None
    sizes = [int(each.reshape(-1)[0]) for each in rest if each is not None]
    whole, others = math.prod(known[1:]), math.prod(size for size in sizes if size >= 0)
    if sizes.count(-1) == 1 and others and whole % others == 0:
        sizes[sizes.index(-1)] = whole // others
    return numpy.array([-1, *sizes], numpy.int32) if min(sizes, default=0) > 0 else None


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
