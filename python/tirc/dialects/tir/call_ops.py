# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRCallOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def call_tir(
    builder: Builder,
    *,
    callee: str,
    args: Sequence[Value] = (),
    num_outs: int | None = None,
    arg_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    res_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    result_types: Sequence[str] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`tir.call_tir`: a call of a `tir.prim_func` in the same module.

    callee: the `tir.prim_func`
    args: arguments, on tensors the destinations last (variadic of any type)
    num_outs: how many arguments are destinations
    arg_attrs: attributes of the arguments
    res_attrs: attributes of the results
    result_types: types of results (variadic of ranked tensor of any type values)
    returns results: the destinations after the call
    """
    return builder._build(
        "tir.call_tir",
        [("args", args)],
        [
            ("callee", kinds.SYMBOL, callee),
            ("num_outs", kinds.optional(kinds.I32), num_outs),
            ("arg_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), arg_attrs),
            ("res_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), res_attrs),
        ],
        attributes,
        place,
        results=[*result_types],
    ).results


def call_packed(
    builder: Builder,
    *,
    name: str,
    args: Sequence[Value] = (),
    num_outs: int | None = None,
    arg_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    res_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    result_types: Sequence[str] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`tir.call_packed`: a call through the function registry.

    name: name in the function registry
    args: arguments, on tensors the destinations last (variadic of buffer (memref or ranked tensor), integer, index,
        float, string, handle or device context)
    num_outs: how many arguments are destinations
    arg_attrs: attributes of the arguments
    res_attrs: attributes of the results
    result_types: types of results (variadic of ranked tensor of any type values or integer of up to 64 bits, float,
        string or handle)
    returns results: the destinations after the call, or the value it returns
    """
    return builder._build(
        "tir.call_packed",
        [("args", args)],
        [
            ("name", kinds.STRING, name),
            ("num_outs", kinds.optional(kinds.I32), num_outs),
            ("arg_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), arg_attrs),
            ("res_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), res_attrs),
        ],
        attributes,
        place,
        results=[*result_types],
    ).results


def call_cpacked(
    builder: Builder,
    *,
    callee: str,
    args: Sequence[Value] = (),
    device_context: Value | None = None,
    num_outs: int | None = None,
    arg_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    res_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    result_types: Sequence[str] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`tir.call_cpacked`: a direct call with the packed signature.

    callee: the C function
    args: arguments, on tensors the destinations last (variadic of buffer (memref or ranked tensor), integer, index,
        float, string, handle or device context)
    device_context: the resource handle (the resource handle of a device of one kind)
    num_outs: how many arguments are destinations
    arg_attrs: attributes of the arguments
    res_attrs: attributes of the results
    result_types: types of results (variadic of ranked tensor of any type values)
    returns results: the destinations after the call
    """
    return builder._build(
        "tir.call_cpacked",
        [("args", args), ("device_context", device_context)],
        [
            ("callee", kinds.SYMBOL, callee),
            ("num_outs", kinds.optional(kinds.I32), num_outs),
            ("arg_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), arg_attrs),
            ("res_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), res_attrs),
        ],
        attributes,
        place,
        results=[*result_types],
        segments=True,
    ).results


def call_extern(
    builder: Builder,
    *,
    callee: str,
    args: Sequence[Value] = (),
    device_context: Value | None = None,
    returns_void: bool = False,
    num_outs: int | None = None,
    arg_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    res_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    result_types: Sequence[str] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> tuple[Value, ...]:
    """`tir.call_extern`: a call of a C function.

    callee: the C function
    args: arguments, on tensors the destinations last (variadic of buffer (memref or ranked tensor), integer, index,
        float, string, handle or device context)
    device_context: passed as the last argument (the resource handle of a device of one kind)
    returns_void: the C function returns nothing
    num_outs: how many arguments are destinations
    arg_attrs: attributes of the arguments
    res_attrs: attributes of the results
    result_types: types of results (variadic of ranked tensor of any type values or integer of up to 64 bits, float,
        string or handle)
    returns results: the destinations after the call, or the value it returns
    """
    return builder._build(
        "tir.call_extern",
        [("args", args), ("device_context", device_context)],
        [
            ("callee", kinds.SYMBOL, callee),
            ("returns_void", kinds.FLAG, returns_void),
            ("num_outs", kinds.optional(kinds.I32), num_outs),
            ("arg_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), arg_attrs),
            ("res_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), res_attrs),
        ],
        attributes,
        place,
        results=[*result_types],
        segments=True,
    ).results
