# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIROps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Body, Builder, Operation, Region, Value


def prim_func(
    builder: Builder,
    *,
    sym_name: str,
    function_type: str,
    sym_visibility: str | None = None,
    arg_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    res_attrs: Sequence[Mapping[str, Attribute | str | int]] | None = None,
    exported_name: str | None = None,
    calling_convention: Literal["unpacked", "packed"] | None = None,
    registered: bool = False,
    devices: Sequence[str] | None = None,
    schedule: Attribute | None = None,
    body: Body | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.prim_func`: a function over buffers.

    sym_name: name in the module
    function_type: types of the arguments; no results
    sym_visibility: private, or public if it is not given
    arg_attrs: attributes of the arguments
    res_attrs: none, since there are no results
    exported_name: name for the linker, and in the function registry
    calling_convention: how it is called; the pipeline decides if it is not given
    registered: whether it is entered into the function registry
    devices: the devices that it runs on
    schedule: how a body on tensors becomes loops
    body: builds the region
    """
    return builder._build(
        "tir.prim_func",
        [],
        [
            ("sym_name", kinds.STRING, sym_name),
            ("function_type", kinds.TYPE, function_type),
            ("sym_visibility", kinds.optional(kinds.STRING), sym_visibility),
            ("arg_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), arg_attrs),
            ("res_attrs", kinds.optional(kinds.array(kinds.DICTIONARY)), res_attrs),
            ("exported_name", kinds.optional(kinds.STRING), exported_name),
            ("calling_convention", kinds.optional(kinds.case("#tir.calling_convention<{}>", "unpacked", "packed")), calling_convention),
            ("registered", kinds.FLAG, registered),
            ("devices", kinds.optional(kinds.array(kinds.SYMBOL)), devices),
            ("schedule", kinds.optional(kinds.ATTRIBUTE), schedule),
        ],
        attributes,
        place,
        results=[],
        regions=[None if body is None else Region(body, builder._arguments("tir.prim_func", function_type))],
    )


def return_(
    builder: Builder,
    *,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.return`: the end of a `tir.prim_func`."""
    return builder._build(
        "tir.return",
        [],
        [],
        attributes,
        place,
        results=[],
    )


def device(
    builder: Builder,
    *,
    sym_name: str,
    kind: str,
    device_type: int | None = None,
    device_id: int | None = None,
    program: str | None = None,
    hooks: Sequence[Literal["init", "activate", "open", "close", "deactivate", "sync", "abort"]] | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.device`: a device whose context the application passes in.

    sym_name: name of the device, a field of the struct of devices
    kind: kind of the device, which determines its hooks and kernels
    device_type: DLPack's code of the device type; 12 is kDLExtDev
    device_id: DLPack's number of the device within its type
    program: what the device is configured with
    hooks: hooks that the driver of this kind provides
    """
    return builder._build(
        "tir.device",
        [],
        [
            ("sym_name", kinds.STRING, sym_name),
            ("kind", kinds.STRING, kind),
            ("device_type", kinds.optional(kinds.I32), device_type),
            ("device_id", kinds.optional(kinds.I32), device_id),
            ("program", kinds.optional(kinds.STRING), program),
            ("hooks", kinds.optional(kinds.array(kinds.case("#tir.hook<{}>", "init", "activate", "open", "close", "deactivate", "sync", "abort"))), hooks),
        ],
        attributes,
        place,
        results=[],
    )


def pool(
    builder: Builder,
    *,
    sym_name: str,
    size: int | None = None,
    size_hint: int | None = None,
    alignment: int | None = None,
    section: str | None = None,
    read_only: bool = False,
    external: bool = False,
    contents: Attribute | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.pool`: a memory pool.

    sym_name: name of the pool
    size: its size in bytes
    size_hint: the most bytes that are available
    alignment: alignment of its first byte, in bytes
    section: section of the linker script that contains it
    read_only: nothing writes to it
    external: the application passes it with each run
    contents: its contents
    """
    return builder._build(
        "tir.pool",
        [],
        [
            ("sym_name", kinds.STRING, sym_name),
            ("size", kinds.optional(kinds.I64), size),
            ("size_hint", kinds.optional(kinds.I64), size_hint),
            ("alignment", kinds.optional(kinds.I64), alignment),
            ("section", kinds.optional(kinds.STRING), section),
            ("read_only", kinds.FLAG, read_only),
            ("external", kinds.FLAG, external),
            ("contents", kinds.optional(kinds.ATTRIBUTE), contents),
        ],
        attributes,
        place,
        results=[],
    )


def get_device_context(
    builder: Builder,
    *,
    device: str,
    result_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.get_device_context`: the context of a device.

    device: the `tir.device`
    result_type: type of result (the resource handle of a device of one kind)
    returns result: its context
    """
    return builder._build(
        "tir.get_device_context",
        [],
        [("device", kinds.SYMBOL, device)],
        attributes,
        place,
        results=[result_type],
    ).result
