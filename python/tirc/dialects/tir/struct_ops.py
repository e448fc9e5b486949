# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRStructOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def struct(
    builder: Builder,
    *,
    sym_name: str,
    fields: Sequence[str],
    definition: bool = False,
    types: Sequence[str] | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.struct`: a C struct of `void *` fields, or of arrays.

    sym_name: the struct's C name
    fields: its fields in order
    definition: whether the C file defines it
    types: the types of the buffers in its fields
    """
    return builder._build(
        "tir.struct",
        [],
        [
            ("sym_name", kinds.STRING, sym_name),
            ("fields", kinds.array(kinds.STRING), fields),
            ("definition", kinds.FLAG, definition),
            ("types", kinds.optional(kinds.array(kinds.TYPE)), types),
        ],
        attributes,
        place,
        results=[],
    )


def struct_get(
    builder: Builder,
    pointer: Value,
    *,
    struct_name: str,
    field: str,
    result_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.struct_get`: reads a field of a C struct.

    pointer: the struct (an opaque `void *`)
    struct_name: its `tir.struct`
    field: the field
    result_type: type of result (an opaque `void *` or the resource handle of a device of one kind or memref of any
        type values)
    returns result: its value
    """
    return builder._build(
        "tir.struct_get",
        [("pointer", [pointer])],
        [("struct_name", kinds.SYMBOL, struct_name), ("field", kinds.STRING, field)],
        attributes,
        place,
        results=[result_type],
    ).result


def struct_set(
    builder: Builder,
    pointer: Value,
    value: Value,
    *,
    struct_name: str,
    field: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.struct_set`: writes a field of a C struct.

    pointer: the struct (an opaque `void *`)
    value: the new value (an opaque `void *` or the resource handle of a device of one kind or memref of any type
        values)
    struct_name: its `tir.struct`
    field: the field
    """
    return builder._build(
        "tir.struct_set",
        [("pointer", [pointer]), ("value", [value])],
        [("struct_name", kinds.SYMBOL, struct_name), ("field", kinds.STRING, field)],
        attributes,
        place,
        results=[],
    )


def struct_stack(
    builder: Builder,
    *,
    struct_name: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.struct_stack`: a C struct on the stack.

    struct_name: its `tir.struct`
    returns pointer: the struct
    """
    return builder._build(
        "tir.struct_stack",
        [],
        [("struct_name", kinds.SYMBOL, struct_name)],
        attributes,
        place,
        results=["!tir.handle"],
    ).result
