# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an entry of the table of operators consists of: versions, and attributes with their types and values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

# No operator has a version after this one.
_LAST = 1 << 30


@dataclasses.dataclass(frozen=True)
class Attribute:
    """An attribute: the name of its type in AttributeProto.AttributeType, its values if not all of the type have a meaning,
    and the first and the last version of the operator that has it."""

    type: str
    values: tuple[int | str, ...] = ()
    first: int = 1
    last: int = _LAST

    def since(self, version: int) -> Attribute:
        return dataclasses.replace(self, first=version)

    def until(self, version: int) -> Attribute:
        return dataclasses.replace(self, last=version)


@dataclasses.dataclass(frozen=True)
class Operator:
    """An operator: the opsets that gave it a new version, those that took it out of the standard, and its attributes. An
    attribute that changed has several entries."""

    versions: tuple[int, ...]
    deprecated: tuple[int, ...]
    # The deprecated versions that are still computed.
    computed: tuple[int, ...]
    attributes: Mapping[str, tuple[Attribute, ...]]

    def version(self, opset: int) -> int | None:
        """Returns the version of the operator in an opset, or None if the opset does not have it."""
        version = max((number for number in self.versions if number <= opset), default=None)
        return None if version in self.deprecated and version not in self.computed else version

    def in_version(self, version: int) -> dict[str, Attribute]:
        """Returns the attributes of a version of the operator."""
        return {
            name: entry
            for name, entries in self.attributes.items()
            for entry in entries
            if entry.first <= version <= entry.last
        }


def operator(
    *versions: int,
    deprecated: Iterable[int] = (),
    computed: Iterable[int] = (),
    **attributes: Attribute | tuple[Attribute, ...],
) -> Operator:
    several = {name: entry if isinstance(entry, tuple) else (entry,) for name, entry in attributes.items()}
    return Operator(versions, tuple(deprecated), tuple(computed), several)


def choice(*values: str) -> Attribute:
    return Attribute("STRING", values)


FLOAT, FLOATS, GRAPH, INT, INTS, SPARSE_TENSOR, STRING, STRINGS, TENSOR, TYPE_PROTO = (
    Attribute(name)
    for name in ("FLOAT", "FLOATS", "GRAPH", "INT", "INTS", "SPARSE_TENSOR", "STRING", "STRINGS", "TENSOR", "TYPE_PROTO")
)
FLAG = Attribute("INT", (0, 1))
# TensorProto.DataType; 0 is an attribute that is left out.
ELEMENT_TYPE = Attribute("INT", tuple(range(29)))
PADDING = choice("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")
DIRECTION = choice("forward", "reverse", "bidirectional")
