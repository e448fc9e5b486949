# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names the operator of a .tflite file that Arm's converter does not convert, and its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc.importers.tflite_repairs import operators_of

# The fields `operators` and `outputs` of the table SubGraph.
_OPERATORS, _OUTPUTS = 10, 8


def operators_by_place(original: bytes, repaired: bytes) -> dict[str, str]:
    """Returns the name of the operator, in `BuiltinOperator`, that makes each tensor of the repaired file."""
    import tflite

    names = {value: name for name, value in vars(tflite.BuiltinOperator).items() if isinstance(value, int)}
    first, model = (tflite.Model.GetRootAs(bytearray(data), 0) for data in (original, repaired))
    found: dict[str, str] = {}
    for i in range(model.SubgraphsLength()):
        graph = model.Subgraphs(i)
        # Repairs replace operators, but leave the positions of tensors.
        for code, operator in operators_of(first, first.Subgraphs(i)):
            for j in range(operator.OutputsLength()):
                found.setdefault(_name(graph, operator.Outputs(j)), names.get(code, f"operator {code}"))
    return found


def constants_by_place(original: bytes, repaired: bytes) -> dict[str, str]:
    """Returns what each constant of the repaired file is an input of, in words."""
    import tflite

    operators = operators_by_place(original, repaired)
    found: dict[str, str] = {}
    graph = tflite.Model.GetRootAs(bytearray(repaired), 0).Subgraphs(0)
    for operator in (graph.Operators(i) for i in range(graph.OperatorsLength())):
        for index in (operator.Inputs(i) for i in range(operator.InputsLength())):
            name = _name(graph, index) if index >= 0 else ""
            if name and name not in operators and operator.OutputsLength():
                found.setdefault(name, f"an input of {operators[_name(graph, operator.Outputs(0))]}")
    return found


def _name(graph: Any, index: int) -> str:
    return str((graph.Tensors(index).Name() or b"").decode())


def explained(
    error: FrontEndError, operators: Mapping[str, str], repaired: bytes, source: str, convert: Callable[[bytes], object]
) -> FrontEndError:
    """Returns an error that names the operator which the converter refuses in a file that is whole; `convert` converts
    a file, and `operators` are those by place."""
    import tflite

    if not error.cause:
        return error
    graph = tflite.Model.GetRootAs(bytearray(repaired), 0).Subgraphs(0)
    place = error.place if error.place in operators else _reader_of(graph, error.place)
    place = place or _first_refused(repaired, convert)
    if place is None:
        return error
    text = f"{source}: '{place}': {operators[place]}: tosa-converter-for-tflite does not convert this form of it"
    text += f" ({error.cause}); express it by other operators, or take it out of the model"
    name = error.operator or f"tfl.{operators[place].lower()}"
    return FrontEndError(text, operator=name, output=error.output, place=place, cause=error.cause)


def _reader_of(graph: Any, name: str | None) -> str | None:
    """Returns the place of the first operator that reads a tensor."""
    for operator in (graph.Operators(i) for i in range(graph.OperatorsLength())):
        indices = [operator.Inputs(i) for i in range(operator.InputsLength())]
        if name in [_name(graph, index) for index in indices if index >= 0] and operator.OutputsLength():
            return _name(graph, operator.Outputs(0))
    return None


def _first_refused(data: bytes, convert: Callable[[bytes], object]) -> str | None:
    """Returns the place of the operator without which those before it are converted."""
    import tflite

    graph = tflite.Model.GetRootAs(bytearray(data), 0).Subgraphs(0)
    results = [
        [graph.Operators(i).Outputs(j) for j in range(graph.Operators(i).OutputsLength())]
        for i in range(graph.OperatorsLength())
    ]

    def is_converted(count: int) -> bool:
        try:
            convert(_beginning(data, [index for made in results[:count] for index in made], count))
        except FrontEndError:
            return False
        return True

    low, high = 0, len(results)
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if is_converted(middle) else (low, middle)
    if high == 0 or not results[high - 1]:
        return None
    return _name(graph, results[high - 1][0])


def _beginning(data: bytes, outputs: Sequence[int], count: int) -> bytes:
    """Returns the file with the first operators of the first subgraph only, whose results are its outputs."""
    import tflite

    buffer = bytearray(data)
    graph = tflite.Model.GetRootAs(buffer, 0).Subgraphs(0)
    flatbuffer.refer(buffer, flatbuffer.place_of(graph, _OUTPUTS), flatbuffer.add_integers(buffer, outputs))
    vector = graph._tab.Vector(graph._tab.Offset(_OPERATORS))
    buffer[vector - 4 : vector] = count.to_bytes(4, "little")
    return bytes(buffer)
