# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Arm's converter does not support in a .tflite file, changed in place or refused."""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc_frontends import custom as custom_operators

Array = numpy.ndarray[Any, numpy.dtype[Any]]

# The fields `data` of the table `Buffer`, `inputs` of `Operator`, and `shape` and `sparsity` of `Tensor` in the schema.
_BUFFER_DATA, _OPERATOR_INPUTS, _TENSOR_SHAPE, _TENSOR_SPARSITY = 4, 6, 4, 16
# The field `metadata` of the table `Model`.
_MODEL_METADATA = 16
# TensorFlow Lite aligns the data of a tensor by this.
_ALIGNMENT = 16
# The class of the options of operators with a fused activation, and the numbers of those that LiteRT computes.
_LIMITS, _NONE = (0, 1, 2, 3), (0,)
_FUSED = {
    "ADD": ("AddOptions", _LIMITS),
    "AVERAGE_POOL_2D": ("Pool2DOptions", _LIMITS),
    "CONCATENATION": ("ConcatenationOptions", _NONE),
    "CONV_2D": ("Conv2DOptions", _LIMITS),
    "CONV_3D": ("Conv3DOptions", _LIMITS),
    "CONV_3D_TRANSPOSE": ("Conv3DOptions", _LIMITS),
    "DEPTHWISE_CONV_2D": ("DepthwiseConv2DOptions", _LIMITS),
    "DIV": ("DivOptions", _LIMITS),
    "FULLY_CONNECTED": ("FullyConnectedOptions", _LIMITS),
    "L2_NORMALIZATION": ("L2NormOptions", _NONE),
    "L2_POOL_2D": ("Pool2DOptions", _LIMITS),
    "MAX_POOL_2D": ("Pool2DOptions", _LIMITS),
    "MUL": ("MulOptions", _LIMITS),
    "SUB": ("SubOptions", _LIMITS),
    "TRANSPOSE_CONV": ("TransposeConvOptions", _LIMITS),
}


def refuse_compiled(model: Any, source: str, custom: Collection[str]) -> None:
    """Refuses what a compiler for an accelerator wrote, unless the application computes its operators (`custom`): they are in
    the accelerator's own code."""
    compilers = {b"ethos-u": "Arm's Vela, for an Ethos-U", b"edgetpu-custom-op": "the compiler of the Edge TPU"}
    for code in (model.OperatorCodes(i) for i in range(model.OperatorCodesLength())):
        if (name := code.CustomCode()) in compilers and not custom_operators.is_named(custom, "TFL", name.decode()):
            raise FrontEndError(
                f"{source}: this model was compiled by {compilers[name]}, whose code is in its operator "
                f"'{name.decode()}'; expected the model from which it was compiled, or the driver's function "
                f"(--custom-op={name.decode()}:FUNCTION:DEVICE)",
                operator="tfl.custom",
            )


def name_tensors(buffer: bytearray) -> None:
    """Gives a name to each tensor that has none: names are the places of operators, inputs and outputs."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    names: list[dict[int, str]] = []
    for graph in (model.Subgraphs(i) for i in range(model.SubgraphsLength())):
        ports = {graph.Outputs(i): "output" for i in range(graph.OutputsLength())}
        ports |= {graph.Inputs(i): "input" for i in range(graph.InputsLength())}
        names.append(
            {
                i: ports.get(i, f"tensor_{i}")
                for i in range(graph.TensorsLength())
                if graph.Tensors(i).Name() is None
            }
        )
    if any(names):
        flatbuffer.with_names(buffer, model, names)


def drop_metadata(buffer: bytearray) -> None:
    """Leaves out the metadata, which is not about what the model computes. One entry, which litert-torch writes, makes the
    converter keep constants as operations of StableHLO."""
    import tflite

    flatbuffer.without_field(buffer, tflite.Model.GetRootAs(buffer, 0), _MODEL_METADATA)


def has_branches(model: Any) -> bool:
    """Returns whether the model contains an IF, whose branches the converter's bytecode does not have."""
    import tflite

    return any(code == tflite.BuiltinOperator.IF for code, _, _ in every_operator(model))


def refuse_activations(model: Any, source: str) -> None:
    """Refuses fused activations that LiteRT's kernels ignore or refuse."""
    import tflite

    names = {number: name for name, number in vars(tflite.ActivationFunctionType).items() if isinstance(number, int)}
    for code, operator, graph in every_operator(model):
        name = builtin_name(code)
        table = operator.BuiltinOptions()
        if name not in _FUSED or table is None:
            continue
        options_class, known = _FUSED[name]
        options = getattr(tflite, options_class)()
        options.Init(table.Bytes, table.Pos)
        if (number := options.FusedActivationFunction()) not in known:
            place = graph.Tensors(operator.Outputs(0)).Name().decode()
            expected = "none" if len(known) == 1 else "none, RELU, RELU6 or RELU_N1_TO_1"
            raise FrontEndError(
                f"{source}: '{place}': {name}: its fused activation is {names.get(number, number)}, which LiteRT does "
                f"not compute; expected {expected}: make the activation an operator of its own",
                operator=f"tfl.{name.lower()}",
            )


def builtin_name(code: int) -> str:
    import tflite

    return next((name for name, number in vars(tflite.BuiltinOperator).items() if number == code), str(code))


def refuse_types(model: Any, source: str) -> None:
    """Refuses numbers of uint16 and uint32, which the converter limits to the range of int16 and int32."""
    import tflite

    wide = {tflite.TensorType.UINT16: "uint16", tflite.TensorType.UINT32: "uint32"}
    for code, operator, graph in every_operator(model):
        name = builtin_name(code)
        tensors = [operator.Inputs(i) for i in range(operator.InputsLength())]
        tensors += [operator.Outputs(i) for i in range(operator.OutputsLength())]
        for tensor in (graph.Tensors(index) for index in tensors if index >= 0):
            if tensor.Type() in wide:
                raise FrontEndError(
                    f"{source}: '{tensor.Name().decode()}': {name}: the type {wide[tensor.Type()]} is not supported "
                    "here; expected int32, int16 or int8: change the type in the model",
                    operator=f"tfl.{name.lower()}",
                )


def densify(buffer: bytearray) -> None:
    """Makes sparse constants dense, and passes them to what read the results of DENSIFY."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    for i in range(model.SubgraphsLength()):
        graph = model.Subgraphs(i)
        dense: dict[int, int] = {}
        for code, operator in operators_of(model, graph):
            if code == tflite.BuiltinOperator.DENSIFY and graph.Tensors(operator.Inputs(0)).Sparsity() is not None:
                dense[operator.Outputs(0)] = operator.Inputs(0)
                _make_dense(buffer, model, graph.Tensors(operator.Inputs(0)))
        if not dense:
            continue
        for _, operator in operators_of(model, graph):
            start = operator._tab.Vector(operator._tab.Offset(_OPERATOR_INPUTS)) if operator.InputsLength() else 0
            for j in range(operator.InputsLength()):
                tensor = operator.Inputs(j)
                struct.pack_into("<i", buffer, start + 4 * j, dense.get(tensor, tensor))


def every_operator(model: Any) -> Iterator[tuple[int, Any, Any]]:
    """Yields the number of each operator in BuiltinOperator, the operator, and its subgraph."""
    for i in range(model.SubgraphsLength()):
        graph = model.Subgraphs(i)
        for code, operator in operators_of(model, graph):
            yield code, operator, graph


def operators_of(model: Any, graph: Any) -> Iterator[tuple[int, Any]]:
    """Yields the number of each operator of a subgraph in BuiltinOperator, and the operator."""
    for i in range(graph.OperatorsLength()):
        operator = graph.Operators(i)
        code = model.OperatorCodes(operator.OpcodeIndex())
        # Old files have the number in a byte.
        yield max(code.BuiltinCode(), code.DeprecatedBuiltinCode()), operator


def set_sizes(buffer: bytearray, tensor: Any, sizes: Sequence[int]) -> None:
    """Gives a tensor other sizes, unless the file has none for it."""
    if tensor._tab.Offset(_TENSOR_SHAPE) and [tensor.Shape(i) for i in range(tensor.ShapeLength())] != list(sizes):
        flatbuffer.refer(buffer, flatbuffer.place_of(tensor, _TENSOR_SHAPE), flatbuffer.add_integers(buffer, sizes))


def _make_dense(buffer: bytearray, model: Any, tensor: Any) -> None:
    table = model.Buffers(tensor.Buffer())
    data = _dense(tensor, table.DataAsNumpy()).tobytes()
    added = flatbuffer.add_vector(buffer, data, len(data), _ALIGNMENT)
    flatbuffer.refer(buffer, flatbuffer.place_of(table, _BUFFER_DATA), added)
    flatbuffer.without_field(buffer, tensor, _TENSOR_SPARSITY)


def _dense(tensor: Any, data: Array) -> Array:
    """Returns the elements of a sparse tensor, whose data has those that are not zero, level by level."""
    import tflite

    sparsity, shape = tensor.Sparsity(), tensor.ShapeAsNumpy()
    order = [int(axis) for axis in sparsity.TraversalOrderAsNumpy()]
    position, sizes = numpy.zeros(1, numpy.int64), []
    levels: list[Array] = []
    for level in range(len(order)):
        axis = sparsity.DimMetadata(level)
        if axis.Format() == tflite.DimensionType.DENSE:
            counts = numpy.full(len(position), axis.DenseSize())
            steps = numpy.tile(numpy.arange(axis.DenseSize()), len(position))
            taken = numpy.repeat(position, counts) * axis.DenseSize() + steps
        else:
            segments = _indices(axis.ArraySegments(), axis.ArraySegmentsType())
            counts = segments[position + 1] - segments[position]
            before = numpy.cumsum(counts) - counts
            taken = numpy.arange(counts.sum()) + numpy.repeat(segments[position] - before, counts)
            steps = _indices(axis.ArrayIndices(), axis.ArrayIndicesType())[taken]
        levels = [numpy.repeat(earlier, counts) for earlier in levels] + [steps]
        sizes.append(axis.DenseSize())
        position = taken
    places = [levels[order.index(axis)] for axis in range(len(shape))]
    # Further levels are the places in a block.
    for axis in range(len(shape), len(order)):
        blocked, level = sparsity.BlockMap(axis - len(shape)), order.index(axis)
        places[blocked] = places[blocked] * sizes[level] + levels[level]
    kind = {tflite.TensorType.FLOAT32: numpy.float32, tflite.TensorType.FLOAT16: numpy.float16}
    elements = data.view(kind.get(tensor.Type(), numpy.int8))
    dense = numpy.zeros(shape, elements.dtype)
    dense[tuple(places)] = elements
    return dense


def _indices(table: Any, kind: int) -> Array:
    import tflite

    types: dict[int, Any] = {
        tflite.SparseIndexVector.Int32Vector: tflite.Int32Vector,
        tflite.SparseIndexVector.Uint16Vector: tflite.Uint16Vector,
        tflite.SparseIndexVector.Uint8Vector: tflite.Uint8Vector,
    }
    vector = types[kind]()
    vector.Init(table.Bytes, table.Pos)
    values: Array = vector.ValuesAsNumpy()
    return values.astype(numpy.int64)
