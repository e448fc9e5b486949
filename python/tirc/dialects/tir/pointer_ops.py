# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRPointerOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def null(
    builder: Builder,
    *,
    result_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.null`: the pointer NULL.

    result_type: type of result (an opaque `void *` or the resource handle of a device of one kind or the values of
        packed arguments, `TVMValue *` or the type codes of packed arguments, `int *` or a tensor descriptor,
        `DLTensor *` or a C string, `const char *`)
    returns result: NULL
    """
    return builder._build(
        "tir.null",
        [],
        [],
        attributes,
        place,
        results=[result_type],
    ).result


def is_null(
    builder: Builder,
    pointer: Value,
    *,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.is_null`: whether a pointer is NULL.

    pointer: the pointer (an opaque `void *` or the resource handle of a device of one kind or the values of packed
        arguments, `TVMValue *` or the type codes of packed arguments, `int *` or a tensor descriptor, `DLTensor *` or
        a C string, `const char *` or memref of any type values)
    returns result: 1 if it is NULL
    """
    return builder._build(
        "tir.is_null",
        [("pointer", [pointer])],
        [],
        attributes,
        place,
        results=["i1"],
    ).result


def misalignment(
    builder: Builder,
    pointer: Value,
    *,
    alignment: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.misalignment`: the remainder of an address modulo a power of two.

    pointer: the pointer (an opaque `void *` or the resource handle of a device of one kind or the values of packed
        arguments, `TVMValue *` or the type codes of packed arguments, `int *` or a tensor descriptor, `DLTensor *` or
        a C string, `const char *` or memref of any type values)
    alignment: the alignment in bytes
    returns remainder: the remainder
    """
    return builder._build(
        "tir.misalignment",
        [("pointer", [pointer])],
        [("alignment", kinds.I64, alignment)],
        attributes,
        place,
        results=["i64"],
    ).result


def pointer_cast(
    builder: Builder,
    source: Value,
    *,
    result_type: str,
    offset: Value | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.pointer_cast`: a pointer as another kind of pointer.

    source: the pointer (an opaque `void *` or the resource handle of a device of one kind or the values of packed
        arguments, `TVMValue *` or the type codes of packed arguments, `int *` or a tensor descriptor, `DLTensor *` or
        a C string, `const char *` or memref of any type values)
    result_type: type of result (an opaque `void *` or the resource handle of a device of one kind or the values of
        packed arguments, `TVMValue *` or the type codes of packed arguments, `int *` or a tensor descriptor,
        `DLTensor *` or a C string, `const char *` or memref of any type values)
    offset: bytes to add to the address (64-bit signless integer)
    returns result: the same address as the other type
    """
    return builder._build(
        "tir.pointer_cast",
        [("source", [source]), ("offset", offset)],
        [],
        attributes,
        place,
        results=[result_type],
    ).result


def string_constant(
    builder: Builder,
    *,
    text: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.string_constant`: constant text.

    text: the text
    returns result: its address
    """
    return builder._build(
        "tir.string_constant",
        [],
        [("text", kinds.STRING, text)],
        attributes,
        place,
        results=["!tir.string"],
    ).result
