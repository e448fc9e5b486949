# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRErrorOps.td."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Body, Builder, Operation, Region, Value


def check_return(
    builder: Builder,
    code: Value,
    *,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.check_return`: leaves the function with a code that is not 0.

    code: the callee's code (32-bit signless integer)
    """
    return builder._build(
        "tir.check_return",
        [("code", [code])],
        [],
        attributes,
        place,
        results=[],
    )


def assert_(
    builder: Builder,
    condition: Value,
    *,
    message: str,
    number: Value | None = None,
    on_error: Literal["code", "last_error", "hook", "raise"] | None = None,
    kind: str | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.assert`: leaves the function with -1 if a condition does not hold.

    condition: what must hold (1-bit signless integer)
    message: what to report if it does not
    number: the number after the message (64-bit signless integer)
    on_error: where the message goes
    kind: exception that tvm-ffi raises
    """
    return builder._build(
        "tir.assert",
        [("condition", [condition]), ("number", number)],
        [
            ("message", kinds.STRING, message),
            ("on_error", kinds.optional(kinds.case("#tir.on_error<{}>", "code", "last_error", "hook", "raise")), on_error),
            ("kind", kinds.optional(kinds.STRING), kind),
        ],
        attributes,
        place,
        results=[],
    )


def report_error(
    builder: Builder,
    code: Value,
    *,
    op: str,
    number: Value | None = None,
    device: str | None = None,
    on_error: Literal["code", "last_error", "hook", "raise"] | None = None,
    message: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.report_error`: reports which operator returned a code that is not 0.

    code: the callee's code (32-bit signless integer)
    op: the operator's name in the model
    number: the number after the message (64-bit signless integer)
    device: the device it ran on
    on_error: where the report goes
    message: the name is a complete message
    """
    return builder._build(
        "tir.report_error",
        [("code", [code]), ("number", number)],
        [
            ("op", kinds.STRING, op),
            ("device", kinds.optional(kinds.STRING), device),
            ("on_error", kinds.optional(kinds.case("#tir.on_error<{}>", "code", "last_error", "hook", "raise")), on_error),
            ("message", kinds.FLAG, message),
        ],
        attributes,
        place,
        results=[],
    )


def try_(
    builder: Builder,
    *,
    body: Body | None = None,
    cleanup: Body | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.try`: calls, and calls that run after them in any case.

    body: builds the region
    cleanup: builds the region
    """
    return builder._build(
        "tir.try",
        [],
        [],
        attributes,
        place,
        results=[],
        regions=[None if body is None else Region(body), None if cleanup is None else Region(cleanup)],
    )
