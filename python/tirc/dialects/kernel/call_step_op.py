# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `kernel`. Written by scripts/update_reference from KernelCallStepOp.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def call_step(
    builder: Builder,
    *,
    step: str,
    sizes: Sequence[int],
    buffers: Sequence[Value] = (),
    offsets: Sequence[Value] = (),
    numbers: Sequence[Value] = (),
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`kernel.call_step`: calls an inner step that is written as C.

    step: the name of the step
    sizes: constant numbers
    buffers: the buffers (variadic of 1D memref of 8-bit signless integer or 16-bit signless integer or 32-bit
        signless integer values)
    offsets: the position of the first element in each (variadic of index)
    numbers: numbers (variadic of index)
    """
    return builder._build(
        "kernel.call_step",
        [("buffers", buffers), ("offsets", offsets), ("numbers", numbers)],
        [("step", kinds.STRING, step), ("sizes", kinds.INTEGERS, sizes)],
        attributes,
        place,
        results=[],
        segments=True,
    )
