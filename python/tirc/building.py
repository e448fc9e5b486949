# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of MLIR that Python builds. `tirc.dialects` has a typed function for each operation of tirc's dialects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tirc import _tirc, ir
from tirc.attribute_text import ANY, SEGMENTS, Attribute, AttributeValue, Kind, WrongValue
from tirc.errors import BuildError, Diagnostic

__all__ = ["Attribute", "AttributeValue", "Body", "BuildError", "Builder", "Operation", "Region", "Value"]

# Builds the operations of a region; it gets the region's arguments. What it returns has no meaning.
Body: TypeAlias = Callable[..., object]

# The attributes of an operation that has none, as a default.
NO_ATTRIBUTES: Mapping[str, AttributeValue] = {}


@dataclass(frozen=True, eq=False)
class Value:
    """A result of an operation, or an argument of a region."""

    builder: Builder
    _position: int

    @property
    def type(self) -> str:
        """The type, as MLIR prints it."""
        return self.builder._building.type_of(self._position)

    def __repr__(self) -> str:
        return f"<tirc.building.Value of {self.type}>"


@dataclass(frozen=True, eq=False)
class Operation:
    """An operation of the module that is built. It has passed its verifier."""

    name: str
    results: tuple[Value, ...]

    @property
    def result(self) -> Value:
        """The only result."""
        (value,) = self.results
        return value


@dataclass(frozen=True)
class Region:
    """What a region of an operation contains: the types of its arguments, and the function that builds it."""

    body: Body
    arguments: Sequence[str] = ()


class Builder:
    """Builds a module, from the first operation to the last. Use it from one thread.

    Each operation is verified when it is there, with all that its regions contain, and an operation that its verifier
    refuses is not in the module. `module` verifies the module as a whole: what an operation says of others by their
    names, such as the callee of a call.
    """

    def __init__(self) -> None:
        self._building = _tirc.Building()
        self._block = 0

    def create(
        self,
        name: str,
        operands: Sequence[Value] = (),
        results: Sequence[str] = (),
        *,
        attributes: Mapping[str, AttributeValue] = NO_ATTRIBUTES,
        regions: Sequence[Region | None] = (),
        place: str | None = None,
    ) -> Operation:
        """Creates an operation of any dialect that tirc knows, at the end of the region that is built.

        `results` are types, and `attributes` also the properties of the operation. A region that is None is empty.
        `place` is a name in the model that the operation comes from. Raises BuildError if the operation is not valid.
        """
        return self._build(name, [("operands", tuple(operands))], [], attributes, place, results=results, regions=regions)

    def module(self, name: str = "module") -> ir.Module:
        """Returns the module as it is now. Raises BuildError if it is not valid as a whole."""
        if not self._building.verify(0):
            raise self._error("builtin.module")
        self._building.take_diagnostics()
        return ir.module_of(_tirc.parse(self._building.bytecode(), name.encode()), name)

    def _build(
        self,
        name: str,
        operands: Sequence[tuple[str, Value | Sequence[Value] | None]],
        attributes: Sequence[tuple[str, Kind, object]],
        others: Mapping[str, AttributeValue],
        place: str | None,
        *,
        results: Sequence[str] | None = None,
        regions: Sequence[Region | None] = (),
        segments: bool = False,
    ) -> Operation:
        """Creates an operation of operands and attributes with their names, and `others`. Without `results`, the operation
        derives the types, which needs all operands and attributes to be of the right kind. `segments`: it keeps the numbers
        of its operands."""
        groups = [self._group(name, key, value) for key, value in operands]
        attributes = [*attributes, *((key, ANY, value) for key, value in others.items())]
        if segments:
            attributes.append(("operandSegmentSizes", SEGMENTS, [len(group) for group in groups]))
        made = self._building.create(
            name.encode(),
            None if place is None else place.encode(),
            [position for group in groups for position in group],
            None if results is None else [_typed(name, text) for text in results],
            [self._attribute(name, *row) for row in attributes if not (row[1].optional and _is_absent(row[2]))],
            [None if region is None else [_typed(name, text) for text in region.arguments] for region in regions],
            self._block,
        )
        if isinstance(made, str):
            raise self._error(name, made)
        operation, values, blocks = made
        try:
            for region, block in zip(regions, blocks):
                if region is not None and block is not None:
                    self._fill(region.body, *block)
            if not self._building.verify(operation):
                raise self._error(name)
        except BaseException:
            self._building.refuse(operation)
            raise
        self._building.take_diagnostics()
        return Operation(name, tuple(Value(self, position) for position in values))

    def _fill(self, body: Body, block: int, arguments: Sequence[int]) -> None:
        around, self._block = self._block, block
        try:
            body(*(Value(self, position) for position in arguments))
        finally:
            self._block = around

    def _group(self, name: str, key: str, value: Value | Sequence[Value] | None) -> list[int]:
        """Returns the positions of the values of one operand."""
        values = () if value is None else (value,) if isinstance(value, Value) else value
        if not isinstance(values, Sequence) or not all(isinstance(one, Value) for one in values):
            raise self._error(name, f"'{key}' is {value!r}, expected Values of the builder")
        if any(one.builder is not self for one in values):
            raise self._error(name, f"'{key}' is a value of another builder, expected one of this builder")
        return [one._position for one in values]

    def _attribute(self, name: str, key: str, kind: Kind, value: object) -> tuple[bytes, bytes]:
        try:
            return key.encode(), kind.convert(value).encode()
        except WrongValue:
            raise self._error(name, f"the attribute '{key}' is {value!r}, expected {kind.expected}") from None

    def _arguments(self, name: str, function_type: str) -> Sequence[str]:
        """Returns the types of a function's arguments."""
        types = self._building.function_inputs(_typed(name, function_type))
        if types is None:
            raise self._error(name, f"'{function_type}' is not the type of a function, such as '(memref<4xi8>) -> ()'")
        return types

    def _error(self, name: str, problem: str | None = None) -> BuildError:
        """Returns the error for an operation: the problem, and what MLIR said."""
        said = [Diagnostic.of_row(row) for row in self._building.take_diagnostics()]
        lines = [] if problem is None else [f"'{name}': {problem}"]
        return BuildError("\n".join(lines + [str(one) for one in said]), name, said)


def _is_absent(value: object) -> bool:
    return value is None or value is False


def _typed(name: str, text: str) -> bytes:
    if not isinstance(text, str):
        raise BuildError(f"'{name}': {text!r} is not a type; expected a str, as MLIR prints it", name)
    return text.encode()
