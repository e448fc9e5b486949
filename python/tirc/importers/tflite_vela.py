# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that Arm's Vela compiled for an Ethos-U.

Each operator `ethos-u` has a command stream, its constants and memory to work in. The stream finds inputs and outputs in that
memory, at offsets that the file's metadata has for all tensors (seen in ethos-u-vela 5.2). So here, the operator takes and
returns this memory, with its inputs and outputs inside it.
"""

from __future__ import annotations

import dataclasses
import re
import struct
from collections.abc import Iterable, Mapping
from typing import Any

import numpy

from tirc.importers import tflite_codes, tflite_forms
from tirc.importers.base import FrontEndError
from tirc_frontends.interface import as_list

OPERATOR = "ethos-u"
# The operands before the inputs: commands, constants, memory, and memory that may be faster.
_FIXED, _CONSTANTS, _MEMORY = 4, 1, 2
# The bytes of an element of an input or output.
_WIDTHS = {"INT8": 1, "UINT8": 1, "INT16": 2, "INT32": 4}
_METADATA = b"OfflineMemoryAllocation"
# The field `inputs` in the table `Operator` of TensorFlow Lite's schema.
_OPERATOR_INPUTS = 6


@dataclasses.dataclass(frozen=True)
class Commands:
    """Where an operator has its inputs and outputs in its memory, in bytes."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


def calls(options: Mapping[str, object]) -> dict[str, list[str]]:
    """Returns the option custom_op, which says that the operator writes to its memory, if it is there."""
    given = as_list(options.get("custom_op"), ":")
    own = {OPERATOR, f"TFL.{OPERATOR}"}
    completed = [
        f"{text}:updates={_MEMORY}" if text.partition(":")[0] in own and ":updates=" not in text else text for text in given
    ]
    return {"custom_op": completed} if given else {}


def repair(buffer: bytearray) -> None:
    """Leaves out that sizes are dynamic, since the commands are for one batch, and operands that are empty, which the converter
    refuses: the commands use neither them nor what is in their place."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    if not any(model.OperatorCodes(i).CustomCode() == OPERATOR.encode() for i in range(model.OperatorCodesLength())):
        return
    tflite_forms.fix_sizes(buffer)
    graph = model.Subgraphs(0)
    for operator in (graph.Operators(i) for i in range(graph.OperatorsLength())):
        if tflite_codes.custom_name(model, operator) != OPERATOR:
            continue
        start = operator._tab.Vector(operator._tab.Offset(_OPERATOR_INPUTS))
        for empty, other in ((_CONSTANTS, 0), (_MEMORY + 1, _MEMORY)):
            if operator.InputsLength() > empty and graph.Tensors(operator.Inputs(empty)).Shape(0) == 0:
                struct.pack_into("<i", buffer, start + 4 * empty, operator.Inputs(other))


def commands(data: bytes, read: bytes, source: str) -> list[Commands]:
    """Returns the operators of the file that is read, in their order; `data` is the file with its metadata. Raises FrontEndError."""
    import tflite

    found = []
    model = tflite.Model.GetRootAs(read, 0)
    graph = model.Subgraphs(0)
    offsets: Any = None
    for operator in (graph.Operators(i) for i in range(graph.OperatorsLength())):
        if tflite_codes.custom_name(model, operator) != OPERATOR:
            continue
        offsets = _offsets(tflite.Model.GetRootAs(data, 0)) if offsets is None else offsets
        operands, results = list(operator.InputsAsNumpy()), list(operator.OutputsAsNumpy())
        tensors = [*operands[_FIXED:], *results]
        memory = operands[_MEMORY] if len(operands) > _FIXED else -1
        places = [int(offsets[index] - offsets[memory]) if max(index, memory) < len(offsets) else -1 for index in tensors]
        for index, place in zip(tensors, places, strict=True):
            _check(graph, index, place, memory, source)
        inputs = len(operands) - _FIXED
        found.append(Commands(tuple(places[:inputs]), tuple(places[inputs:])))
    return found


def _offsets(model: Any) -> Any:
    """Returns the offset of each tensor, -1 for those that are not in this memory."""
    for entry in (model.Metadata(i) for i in range(model.MetadataLength())):
        if entry.Name() == _METADATA:
            # The version of the format, the subgraph, and the number of tensors come first.
            return numpy.frombuffer(model.Buffers(entry.Buffer()).DataAsNumpy().tobytes(), numpy.int32)[3:]
    return numpy.zeros(0, numpy.int32)


def _check(graph: Any, index: int, place: int, memory: int, source: str) -> None:
    import tflite

    tensor = graph.Tensors(index)
    name = (tensor.Name() or b"").decode(errors="replace")
    widths = {getattr(tflite.TensorType, kind): width for kind, width in _WIDTHS.items()}
    if tensor.Type() not in widths:
        raise _refused(source, f"its tensor '{name}' has elements of another type; expected {', '.join(_WIDTHS).lower()}")
    size = (int(numpy.prod(tensor.ShapeAsNumpy())) if tensor.ShapeLength() else 1) * widths[tensor.Type()]
    if memory < 0 or place < 0 or place + size > graph.Tensors(memory).Shape(0):
        raise _refused(
            source,
            f"the file does not say where in the accelerator's memory its tensor '{name}' is (OfflineMemoryAllocation); expected a file "
            "that ethos-u-vela 5 wrote",
        )


def _refused(source: str, text: str) -> FrontEndError:
    return FrontEndError(f"{source}: {OPERATOR}: {text}", operator="tfl.custom")


_CUSTOM = re.compile(
    r"^(?P<indent> *)(?P<out>%\w+)(?::\d+)? = tosa\.custom (?P<x>%[\w#]+(?:, %[\w#]+)*) (?P<attributes>\{[^\n]*operator_name = \"ethos-u\"\})"
    r" : \((?P<types>[^\n()]*)\) -> (?P<results>tensor<[^\n>]*>|\([^\n()]*\))(?P<place> loc\([^\n]*\))?$",
    re.MULTILINE,
)


# The converter writes memory as a constant without data.
_EMPTY = re.compile(r'"tosa\.const"\(\) <\{values = dense<"0x"> : [^\n]*?\}> : \(\) -> (tensor<[^\n>]*>)')


def in_memory(mlir: bytes, found: Iterable[Commands]) -> bytes:
    """Returns the text with inputs and outputs inside the memory of the operators."""
    rest = iter(found)
    several: list[str] = []
    text = _EMPTY.sub(r"tensor.empty() : \1", mlir.decode())
    text = _CUSTOM.sub(lambda match: _Rewriting(match, several).text(next(rest)), text)
    for out in several:
        text = re.sub(rf"{out}#(\d+)", rf"{_prefix(out)}_out\1", text)
    return text.encode()


def _prefix(out: str) -> str:
    # A name that begins with a digit has no letters.
    return f"%npu{out[1:]}"


class _Rewriting:
    """The lines that replace one operator. `several` gets the name of those with several results."""

    def __init__(self, match: re.Match[str], several: list[str]) -> None:
        self._match, self._lines = match, list[str]()
        self._own = _prefix(match["out"])
        self._is_one = not match["results"].startswith("(")
        if not self._is_one:
            several.append(match["out"])

    def text(self, one: Commands) -> str:
        operands, types = self._match["x"].split(", "), self._match["types"].split(", ")
        memory, name = types[_MEMORY], f"{self._own}_memory"
        self._line(f"{name} = tensor.empty() : {memory}")
        for index, (operand, kind, offset) in enumerate(zip(operands[_FIXED:], types[_FIXED:], one.inputs, strict=True)):
            source, size = self._bytes(f"{self._own}_in{index}", operand, kind)
            part = f"[{offset}] [{size}] [1] : tensor<{size}xui8> into {memory}"
            self._line(f"{name}{index} = tensor.insert_slice {source} into {name}{part}")
            name += str(index)
        fast = name if operands[_MEMORY + 1] == operands[_MEMORY] else operands[_MEMORY + 1]
        given = ", ".join([*operands[:_MEMORY], name, fast])
        after = f"{self._own}_after"
        signature = f"({', '.join(types[:_FIXED])}) -> {memory}"
        self._line(f"{after} = tosa.custom {given} {self._match['attributes']} : {signature}")
        results = self._match["results"].strip("()").split(", ")
        for index, (kind, offset) in enumerate(zip(results, one.outputs, strict=True)):
            self._result(self._match["out"] if self._is_one else f"{self._own}_out{index}", index, kind, f"{after}[{offset}]", memory)
        return "\n".join(self._lines)

    def _line(self, text: str) -> None:
        self._lines.append(f"{self._match['indent']}{text}{self._match['place'] or ''}")

    def _bytes(self, name: str, operand: str, kind: str) -> tuple[str, int]:
        """Adds what turns a tensor into bytes; returns their name and number."""
        flat, size, bits = _flat(kind)
        if flat != kind:
            self._line(f"{name}_flat = tensor.collapse_shape {operand} {_all(kind)} : {kind} into {flat}")
            operand = f"{name}_flat"
        if bits > 8:
            operand, flat, size = self._split(name, operand, size, bits)
        self._line(f"{name} = builtin.unrealized_conversion_cast {operand} : {flat} to tensor<{size}xui8>")
        return name, size

    def _split(self, name: str, operand: str, size: int, bits: int) -> tuple[str, str, int]:
        """Adds what turns elements into bytes, the lowest first, as the accelerator has them."""
        width, element = bits // 8, f"i{bits}"
        rows = f"tensor<{size}x{width}xi8>"
        self._line(f"{name}_none = tensor.empty() : {rows}")
        self._line(
            f"{name}_rows = linalg.generic {{indexing_maps = [{_ROW}, {_BYTE}], iterator_types = [\"parallel\", \"parallel\"]}} "
            f"ins({operand} : tensor<{size}x{element}>) outs({name}_none : {rows}) {{ ^bb0(%x: {element}, %y: i8): "
            f"{_shift(element)} %all = arith.shrui %x, %shift : {element} %low = arith.trunci %all : {element} to i8 "
            f"linalg.yield %low : i8 }} -> {rows}"
        )
        flat = f"tensor<{size * width}xi8>"
        self._line(f"{name}_row = tensor.collapse_shape {name}_rows [[0, 1]] : {rows} into {flat}")
        return f"{name}_row", flat, size * width

    def _result(self, out: str, index: int, kind: str, part: str, memory: str) -> None:
        flat, size, bits = _flat(kind)
        count = size * bits // 8
        taken, narrow = f"{self._own}_bytes{index}", f"tensor<{count}xi8>" if bits > 8 else flat
        self._line(f"{taken} = tensor.extract_slice {part} [{count}] [1] : {memory} to tensor<{count}xui8>")
        is_whole = flat == kind and bits <= 8
        name = out if is_whole else f"{taken}_flat"
        self._line(f"{name} = builtin.unrealized_conversion_cast {taken} : tensor<{count}xui8> to {narrow}")
        if bits > 8:
            name = self._joined(out if flat == kind else f"{taken}_joined", name, size, bits)
        if flat != kind:
            sizes = ", ".join(kind.removeprefix("tensor<").split("x")[:-1])
            self._line(f"{out} = tensor.expand_shape {name} {_all(kind)} output_shape [{sizes}] : {flat} into {kind}")

    def _joined(self, name: str, operand: str, size: int, bits: int) -> str:
        """Adds what makes elements of bytes; returns `name`."""
        width, element = bits // 8, f"i{bits}"
        rows, flat = f"tensor<{size}x{width}xi8>", f"tensor<{size}x{element}>"
        self._line(f"{name}_rows = tensor.expand_shape {operand} [[0, 1]] output_shape [{size}, {width}] : tensor<{size * width}xi8> into {rows}")
        self._line(f"{name}_zero = arith.constant dense<0> : {flat}")
        self._line(
            f"{name} = linalg.generic {{indexing_maps = [{_BYTE}, {_ROW}], iterator_types = [\"parallel\", \"reduction\"]}} "
            f"ins({name}_rows : {rows}) outs({name}_zero : {flat}) {{ ^bb0(%x: i8, %y: {element}): {_shift(element)} "
            f"%wide = arith.extui %x : i8 to {element} %high = arith.shli %wide, %shift : {element} "
            f"%all = arith.ori %y, %high : {element} linalg.yield %all : {element} }} -> {flat}"
        )
        return name


# A byte of an element, and the element.
_BYTE, _ROW = "affine_map<(n, b) -> (n, b)>", "affine_map<(n, b) -> (n)>"


def _shift(element: str) -> str:
    """Returns operations that compute %shift, by how many bits the byte of an iteration is above the lowest."""
    return (
        f"%index = linalg.index 1 : index %byte = arith.index_cast %index : index to {element} "
        f"%eight = arith.constant 8 : {element} %shift = arith.muli %byte, %eight : {element}"
    )


def _flat(kind: str) -> tuple[str, int, int]:
    """Returns a type with its elements in a row, their number, and the bits of one."""
    *sizes, element = kind.removeprefix("tensor<").removesuffix(">").split("x")
    size = int(numpy.prod([int(size) for size in sizes]))
    return f"tensor<{size}x{element}>", size, int(element.removeprefix("u").removeprefix("i"))


def _all(kind: str) -> str:
    return f"[[{', '.join(str(axis) for axis in range(kind.count('x')))}]]"
