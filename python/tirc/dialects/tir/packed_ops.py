# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRPackedOps.td."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


class PackedStack(NamedTuple):
    """The results of `tir.packed_stack`."""

    values: Value
    type_codes: Value


def packed_stack(
    builder: Builder,
    *,
    count: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> PackedStack:
    """`tir.packed_stack`: fresh slots for packed arguments.

    count: the number of slots
    returns values: the values
    returns type_codes: their type codes
    """
    return PackedStack(*builder._build(
        "tir.packed_stack",
        [],
        [("count", kinds.I32, count)],
        attributes,
        place,
        results=["!tir.values", "!tir.type_codes"],
    ).results)


def packed_set(
    builder: Builder,
    values: Value,
    type_codes: Value,
    value: Value,
    *,
    index: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.packed_set`: sets a packed argument and its type code.

    values: the values (the values of packed arguments, `TVMValue *`)
    type_codes: their type codes (the type codes of packed arguments, `int *`)
    value: what to store (signless integer of up to 64 bits or index or 32-bit float or 64-bit float or an opaque
        `void *` or the resource handle of a device of one kind or a tensor descriptor, `DLTensor *` or a C string,
        `const char *`)
    index: the slot, from 0
    """
    return builder._build(
        "tir.packed_set",
        [("values", [values]), ("type_codes", [type_codes]), ("value", [value])],
        [("index", kinds.I32, index)],
        attributes,
        place,
        results=[],
    )


def packed_get(
    builder: Builder,
    values: Value,
    *,
    index: int,
    result_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.packed_get`: reads a packed argument.

    values: the values (the values of packed arguments, `TVMValue *`)
    index: the slot, from 0
    result_type: type of result (64-bit signless integer or 64-bit float or an opaque `void *` or the resource handle
        of a device of one kind or a tensor descriptor, `DLTensor *` or a C string, `const char *`)
    returns result: the value in the slot
    """
    return builder._build(
        "tir.packed_get",
        [("values", [values])],
        [("index", kinds.I32, index)],
        attributes,
        place,
        results=[result_type],
    ).result


def type_code_get(
    builder: Builder,
    type_codes: Value,
    *,
    index: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.type_code_get`: reads the type code of a packed argument.

    type_codes: the type codes (the type codes of packed arguments, `int *`)
    index: the slot, from 0
    returns result: the type code
    """
    return builder._build(
        "tir.type_code_get",
        [("type_codes", [type_codes])],
        [("index", kinds.I32, index)],
        attributes,
        place,
        results=["i32"],
    ).result


class GetFunction(NamedTuple):
    """The results of `tir.get_function`."""

    code: Value
    function: Value


def get_function(
    builder: Builder,
    *,
    name: str,
    registry: str | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> GetFunction:
    """`tir.get_function`: looks a function up in the registry.

    name: the name in the registry
    registry: the module's own registry
    returns code: 0, or the code of the error
    returns function: the function's handle
    """
    return GetFunction(*builder._build(
        "tir.get_function",
        [],
        [("name", kinds.STRING, name), ("registry", kinds.optional(kinds.SYMBOL), registry)],
        attributes,
        place,
        results=["i32", "!tir.handle"],
    ).results)


def call_function(
    builder: Builder,
    function: Value,
    values: Value,
    type_codes: Value,
    returned_values: Value,
    returned_codes: Value,
    *,
    count: int,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.call_function`: calls a function of the registry.

    function: the function (an opaque `void *`)
    values: the arguments (the values of packed arguments, `TVMValue *`)
    type_codes: their type codes (the type codes of packed arguments, `int *`)
    returned_values: what it returns (the values of packed arguments, `TVMValue *`)
    returned_codes: the type code of that (the type codes of packed arguments, `int *`)
    count: how many there are
    returns code: 0, or the code of the error
    """
    return builder._build(
        "tir.call_function",
        [
            ("function", [function]),
            ("values", [values]),
            ("type_codes", [type_codes]),
            ("returned_values", [returned_values]),
            ("returned_codes", [returned_codes]),
        ],
        [("count", kinds.I32, count)],
        attributes,
        place,
        results=["i32"],
    ).result
