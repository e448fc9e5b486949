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
from collections.abc import Iterable, Mapping
from typing import Any

import numpy

from tirc.importers import flatbuffer
from tirc.importers.base import FrontEndError
from tirc_frontends.interface import as_list

OPERATOR = "ethos-u"
# The operands before the inputs: commands, constants, memory, and memory that may be faster.
_FIXED, _MEMORY = 4, 2
_METADATA = b"OfflineMemoryAllocation"
# The field `shape_signature` in the table `Tensor` of TensorFlow Lite's schema.
_SHAPE_SIGNATURE = 18


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


def fix_sizes(buffer: bytearray) -> None:
    """Leaves out that sizes are dynamic: the commands are for one batch."""
    import tflite

    model = tflite.Model.GetRootAs(buffer, 0)
    if any(model.OperatorCodes(i).CustomCode() == OPERATOR.encode() for i in range(model.OperatorCodesLength())):
        graph = model.Subgraphs(0)
        for tensor in (graph.Tensors(i) for i in range(graph.TensorsLength())):
            flatbuffer.without_field(buffer, tensor, _SHAPE_SIGNATURE)


def commands(data: bytes, read: bytes, source: str) -> list[Commands]:
    """Returns the operators of the file that is read, in their order; `data` is the file with its metadata. Raises FrontEndError."""
    import tflite

    found = []
    model = tflite.Model.GetRootAs(read, 0)
    graph = model.Subgraphs(0)
    offsets: Any = None
    for operator in (graph.Operators(i) for i in range(graph.OperatorsLength())):
        if model.OperatorCodes(operator.OpcodeIndex()).CustomCode() != OPERATOR.encode():
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
    if tensor.Type() not in (tflite.TensorType.INT8, tflite.TensorType.UINT8):
        raise _refused(source, f"its tensor '{name}' has elements of more than 8 bits; expected int8 or uint8")
    size = int(numpy.prod(tensor.ShapeAsNumpy())) if tensor.ShapeLength() else 1
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
        flat, size = _flat(kind)
        if flat != kind:
            self._line(f"{name}_flat = tensor.collapse_shape {operand} {_all(kind)} : {kind} into {flat}")
            operand = f"{name}_flat"
        self._line(f"{name} = builtin.unrealized_conversion_cast {operand} : {flat} to tensor<{size}xui8>")
        return name, size

    def _result(self, out: str, index: int, kind: str, part: str, memory: str) -> None:
        flat, size = _flat(kind)
        taken = f"{self._own}_bytes{index}"
        self._line(f"{taken} = tensor.extract_slice {part} [{size}] [1] : {memory} to tensor<{size}xui8>")
        if flat == kind:
            self._line(f"{out} = builtin.unrealized_conversion_cast {taken} : tensor<{size}xui8> to {flat}")
            return
        self._line(f"{taken}_flat = builtin.unrealized_conversion_cast {taken} : tensor<{size}xui8> to {flat}")
        sizes = ", ".join(kind.removeprefix("tensor<").split("x")[:-1])
        self._line(f"{out} = tensor.expand_shape {taken}_flat {_all(kind)} output_shape [{sizes}] : {flat} into {kind}")


def _flat(kind: str) -> tuple[str, int]:
    *sizes, element = kind.removeprefix("tensor<").removesuffix(">").split("x")
    size = int(numpy.prod([int(size) for size in sizes]))
    return f"tensor<{size}x{element}>", size


def _all(kind: str) -> str:
    return f"[[{', '.join(str(axis) for axis in range(kind.count('x')))}]]"


__all__ = ["Commands", "calls", "commands", "fix_sizes", "in_memory"]
