# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRTaskOps.td."""

from __future__ import annotations

from collections.abc import Mapping

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Value


def task_address(
    builder: Builder,
    *,
    task: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.task_address`: the address of a function that threads run.

    task: the function
    returns address: its address
    """
    return builder._build(
        "tir.task_address",
        [],
        [("task", kinds.SYMBOL, task)],
        attributes,
        place,
        results=["!tir.handle"],
    ).result


def num_tasks(
    builder: Builder,
    group: Value,
    *,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.num_tasks`: how many tasks a group has.

    group: the group (an opaque `void *`)
    returns count: the number of its tasks
    """
    return builder._build(
        "tir.num_tasks",
        [("group", [group])],
        [],
        attributes,
        place,
        results=["i32"],
    ).result
