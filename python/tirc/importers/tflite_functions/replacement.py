# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes operators out of a .tflite file, and puts calls of their functions into the converter's MLIR."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tirc.importers import flatbuffer, tflite_codes
from tirc.importers.tflite_functions import (
    batches,
    bits,
    blockwise,
    bucketize,
    cast,
    choices,
    comparisons,
    complex_numbers,
    convolutions,
    detections,
    division,
    extremes,
    filling,
    gelu,
    hybrid,
    l2_normalization,
    log_softmax,
    lookups,
    lstm,
    mean,
    moves,
    pairs,
    pool,
    powers,
    prelu,
    quantize,
    quantized_products,
    quantized_sum,
    rectifiers,
    resize,
    rnn,
    sigmoid,
    signals,
    signs,
    softmax,
    softmax_bytes,
    softmax_short,
    strided_slice,
    sums,
    tables,
)
from tirc.importers.tflite_functions.reader import Reader, Stored, Typed, Types
from tirc.importers.tflite_repairs import operators_of
from tirc_frontends import custom as custom_operators

# Fields of the tables SubGraph, Tensor and Operator.
_OPERATORS, _SIGNATURE = 10, 18
_CODE, _INPUTS, _OUTPUTS = 4, 6, 8
# Those with the sizes of the file that the converter does not know, or not in all forms.
_UNKNOWN: list[type[Reader]] = [
    lstm.Lstm,
    *rnn.READERS,
    *bits.READERS,
    *blockwise.READERS,
    *complex_numbers.READERS,
    *convolutions.READERS,
    *detections.READERS,
    *filling.READERS,
    *lookups.READERS,
    *comparisons.READERS,
    *mean.READERS,
    *quantized_products.READERS,
    *signals.READERS,
    *sums.READERS,
]
# Those with the sizes of the file that the converter knows: it has another form of them.
_KNOWN: list[type[Reader]] = [
    hybrid.BatchMatMul,
    hybrid.Convolution,
    hybrid.DepthwiseConvolution,
    hybrid.FullyConnected,
    *batches.KNOWN,
    *filling.KNOWN,
    *lookups.KNOWN,
    *moves.KNOWN,
    *powers.KNOWN,
    *prelu.KNOWN,
    *comparisons.KNOWN,
    *convolutions.KNOWN,
]
# Those with the sizes that the converter computes.
_TYPED: list[type[Reader]] = [
    bucketize.Bucketize,
    cast.Cast,
    choices.Round,
    choices.Select,
    l2_normalization.L2Normalization,
    softmax.Softmax,
    softmax_bytes.LogSoftmax,
    softmax_bytes.Softmax,
    softmax_short.Softmax,
    quantized_sum.Sum,
    sigmoid.Logistic,
    sigmoid.Tanh,
    signs.LeakyRelu,
    signs.Negative,
    quantize.Abs,
    quantize.Quantize,
    quantize.QuantizeShort,
    rectifiers.Elu,
    rectifiers.Relu,
    rectifiers.Sign,
    tables.Elu,
    tables.Exp,
    tables.Gelu,
    tables.Log,
    tables.Rsqrt,
    tables.Sqrt,
    gelu.Gelu,
    log_softmax.LogSoftmax,
    pool.Average,
    pool.Maximum,
    pool.Norm,
    resize.Bilinear,
    resize.Nearest,
    strided_slice.StridedSlice,
    extremes.ArgMax,
    extremes.ArgMin,
    *pairs.PAIRS,
    division.Div,
    division.FloorDiv,
    division.Root,
]


@dataclasses.dataclass(frozen=True)
class Taken:
    """An operator that was taken out: its name in the schema, the name of its function, what makes the MLIR of this and
    of its variables for the types of a call, whether the function has the sizes of the file, and whether the converter
    knows this operator."""

    operator: str
    name: str
    text: Callable[[Types], str]
    is_stored: bool
    is_known: bool


def take_out(
    buffer: bytearray, model: Any, source: str, with_known: bool, custom: Collection[str] = ()
) -> list[Taken]:
    """Makes each operator that becomes a function a custom operator on the function's operands, and returns these
    operators; those with stored sizes that the converter knows as well only if `with_known` is true. With stored sizes,
    all sizes become the file's. Operators that the application computes (`custom`) stay. Raises FrontEndError for an operator
    of an unknown form."""
    import tflite

    classes: list[type[Reader]] = [*_UNKNOWN, *_TYPED, *(_KNOWN if with_known else [])]
    readers: dict[int, list[type[Reader]]] = {}
    for reader in classes:
        readers.setdefault(getattr(tflite.BuiltinOperator, reader.operator), []).append(reader)
    graphs = [model.Subgraphs(i) for i in range(model.SubgraphsLength())]
    places: list[tuple[Any, int, Reader]] = []
    for graph in graphs:
        operators = list(operators_of(model, graph))
        # Weights in float16 are constants for DEQUANTIZE.
        dequantized = {
            operator.Outputs(0): operator.Inputs(0)
            for code, operator in operators
            if code == tflite.BuiltinOperator.DEQUANTIZE
        }
        for index, (code, operator) in enumerate(operators):
            own = tflite_codes.custom_name(model, operator)
            if own and custom_operators.is_named(custom, "TFL", own):
                continue
            made = (reader(model, graph, operator, source, dequantized) for reader in readers.get(code, []))
            if read := next((read for read in made if read.is_taken()), None):
                places += [(graph, index, part) for part in read.parts()]
    if not places:
        return []
    counts: dict[str, int] = {}
    taken: list[Taken] = []
    for _, _, read in places:
        number = counts.setdefault(read.function_name, 0)
        counts[read.function_name] += 1
        name = f"{read.function_name}{number or ''}"
        taken.append(_taken(name, read))
    customs: dict[int, dict[int, list[int]]] = {}
    for code, (graph, index, read) in enumerate(places, model.OperatorCodesLength()):
        instead = customs.setdefault(graphs.index(graph), {}).setdefault(index, [])
        instead.append(_custom(buffer, read, code))
    longer = [_replace(buffer, graph, customs.get(number, {})) for number, graph in enumerate(graphs)]
    added = [tflite_codes.Code(tflite.BuiltinOperator.CUSTOM, 1, function.name) for function in taken]
    tflite_codes.write(buffer, model, [*tflite_codes.read(model), *added])
    if any(function.is_stored for function in taken):
        for graph in graphs:
            for index in range(graph.TensorsLength()):
                flatbuffer.without_field(buffer, graph.Tensors(index), _SIGNATURE)
    if any(type(read) in complex_numbers.READERS for _, _, read in places):
        complex_numbers.make_pairs(buffer, model)
    if any(longer):
        flatbuffer.with_operators(buffer, model, longer)
    return taken


def _taken(name: str, read: Reader) -> Taken:
    if isinstance(read, Typed):
        return Taken(read.operator, name, functools.partial(read.text, name), is_stored=False, is_known=True)
    assert isinstance(read, Stored)
    try:
        text = read.text(name)
    except IndexError as error:
        raise read.lacks_sizes() or error from error
    return Taken(read.operator, name, lambda _: text, is_stored=True, is_known=type(read) in _KNOWN)


def put_back(mlir: bytes, taken: Sequence[Taken]) -> bytes:
    """Returns the text with calls of the functions in place of the custom operators."""
    texts = {function.name: function.text for function in taken}
    functions: list[str] = []

    def call(custom: re.Match[str]) -> str:
        if custom["name"] not in texts:
            return custom[0]
        functions.append(texts[custom["name"]](_types(custom["type"])))
        return f"func.call @{custom['name']}({custom['x']}) : {custom['type']}{custom['place'] or ''}"

    pattern = (
        r"tosa\.custom (?P<x>%[\w#]+(?:, %[\w#]+)*) \{[^{}\n]*operator_name = \"(?P<name>\w+)\"\} : "
        r"(?P<type>\([^()\n]*\) -> [^\n]*?)(?P<place> loc\([^\n]*\))?$"
    )
    text = re.sub(pattern, call, mlir.decode(), flags=re.M)
    added = "\n".join(functions)
    return re.sub(r"^(module\b[^\n]*\{)$", lambda head: f"{head[1]}\n{added}", text, count=1, flags=re.M).encode()


def _types(text: str) -> Types:
    """Reads the type of a function."""
    parts = [found.split("x") for found in re.findall(r"tensor<([^<>]*)>", text)]
    *operands, (sizes, kind) = [([-1 if size == "?" else int(size) for size in part[:-1]], part[-1]) for part in parts]
    return Types(operands, sizes, kind)


def _replace(buffer: bytearray, graph: Any, replaced: Mapping[int, Sequence[int]]) -> list[int]:
    """Puts operators at positions of the buffer in place of those with an index. Returns the positions of all operators of
    the graph if there are more of them now, which its list cannot have."""
    vector = graph._tab.Vector(graph._tab.Offset(_OPERATORS)) if replaced else 0
    for index, positions in replaced.items():
        flatbuffer.refer(buffer, vector + 4 * index, positions[0])
    if all(len(positions) == 1 for positions in replaced.values()):
        return []
    old = [graph.Operators(i)._tab.Pos for i in range(graph.OperatorsLength())]
    return [position for i, own in enumerate(old) for position in replaced.get(i, [own])]


def _custom(buffer: bytearray, read: Reader, code: int) -> int:
    """Adds an operator on the operands of a function, and returns its position."""
    operator = read.tflite_operator
    position, places = flatbuffer.begin_table(buffer, {_CODE: code}, [_INPUTS, _OUTPUTS])
    operands = [operator.Inputs(i) for i in read.operands()]
    flatbuffer.refer(buffer, places[_INPUTS], flatbuffer.add_integers(buffer, operands))
    flatbuffer.refer(buffer, places[_OUTPUTS], flatbuffer.add_integers(buffer, read.outputs()))
    return position
