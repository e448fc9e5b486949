# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes .tflite files with the classes of LiteRT's schema, for models of several operators or subgraphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import pytest

schema: Any = pytest.importorskip("ai_edge_litert.schema_py_generated", reason="needs ai-edge-litert")

Array = numpy.ndarray[Any, numpy.dtype[Any]]


def tensor(name: str, shape: Sequence[int], kind: str = "FLOAT32", buffer: int = 0) -> Any:
    made = schema.TensorT()
    made.name, made.shape, made.hasRank = name, list(shape), True
    made.type, made.buffer = getattr(schema.TensorType, kind), buffer
    return made


def operator(number: int, inputs: Sequence[int], outputs: Sequence[int], options: Any = None, kind: str = "") -> Any:
    """Returns an operator with the code of this number, and options of this kind."""
    made = schema.OperatorT()
    made.opcodeIndex, made.inputs, made.outputs = number, list(inputs), list(outputs)
    if options is not None:
        made.builtinOptions, made.builtinOptionsType = options, getattr(schema.BuiltinOptions, kind)
    return made


def subgraph(tensors: Sequence[Any], inputs: Sequence[int], outputs: Sequence[int], operators: Sequence[Any]) -> Any:
    made = schema.SubGraphT()
    made.tensors, made.operators = list(tensors), list(operators)
    made.inputs, made.outputs = list(inputs), list(outputs)
    return made


def packed(codes: Sequence[str | tuple[str, int]], subgraphs: Sequence[Any], buffers: Sequence[Array] = ()) -> bytes:
    """Returns the file; buffer 0 is empty, and `buffers` are the others. Subgraphs are called by their numbers. A code
    is the name of an operator, or its name and version; a name that the schema lacks is a custom operator's."""
    import flatbuffers

    model = schema.ModelT()
    model.version, model.subgraphs, model.operatorCodes, model.buffers = 3, list(subgraphs), [], [schema.BufferT()]
    for number, graph in enumerate(subgraphs):
        graph.name = f"graph{number}"
    for wanted in codes:
        name, version = (wanted, 1) if isinstance(wanted, str) else wanted
        code = schema.OperatorCodeT()
        code.builtinCode = getattr(schema.BuiltinOperator, name, schema.BuiltinOperator.CUSTOM)
        code.customCode = name if code.builtinCode == schema.BuiltinOperator.CUSTOM else None
        code.deprecatedBuiltinCode, code.version = min(code.builtinCode, 127), version
        model.operatorCodes.append(code)
    for values in buffers:
        buffer = schema.BufferT()
        buffer.data = numpy.frombuffer(values.tobytes(), numpy.uint8)
        model.buffers.append(buffer)
    builder: Any = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def axis(size: int = 0, segments: Sequence[int] = (), indices: Sequence[int] = (), kind: str = "Int32Vector") -> Any:
    """Returns how a level of a sparse tensor is stored: all of it, or the places that the indices list."""
    made = schema.DimensionMetadataT()
    made.denseSize = size
    if not segments:
        return made
    made.format = schema.DimensionType.SPARSE_CSR
    made.arraySegmentsType = made.arrayIndicesType = getattr(schema.SparseIndexVector, kind)
    made.arraySegments, made.arrayIndices = (getattr(schema, kind + "T")() for _ in range(2))
    made.arraySegments.values, made.arrayIndices.values = list(segments), list(indices)
    return made


def sparse(
    name: str, shape: Sequence[int], order: Sequence[int], axes: Sequence[Any], blocks: Sequence[int] = ()
) -> Any:
    """Returns a constant in buffer 1."""
    made = tensor(name, shape, buffer=1)
    made.sparsity = schema.SparsityParametersT()
    made.sparsity.traversalOrder, made.sparsity.dimMetadata = list(order), list(axes)
    if blocks:
        made.sparsity.blockMap = list(blocks)
    return made
