# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRLaunchOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def sync(
    builder: Builder,
    device_context: Value,
    *,
    reads: Sequence[Value] = (),
    writes: Sequence[Value] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.sync`: waits for the kernel that was launched on a device.

    device_context: the context of the device (the resource handle of a device of one kind)
    reads: what the kernel only reads (variadic of memref of any type values)
    writes: what the kernel writes (variadic of memref of any type values)
    """
    return builder._build(
        "tir.sync",
        [("device_context", [device_context]), ("reads", reads), ("writes", writes)],
        [],
        attributes,
        place,
        results=[],
        segments=True,
    )
