# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRTensorDescriptorOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def make_dltensor(
    builder: Builder,
    data: Value,
    *,
    shape: Sequence[int],
    device_type: int,
    device_id: int,
    strides: Sequence[int] | None = None,
    byte_offset: int | None = None,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.make_dltensor`: describes a buffer as a DLTensor.

    data: the buffer (memref of any type values)
    shape: the extents, as many as the rank
    device_type: DLPack's code of the device's type
    device_id: which device of that type
    strides: the distance of two elements in each dimension, in elements
    byte_offset: the distance of the first element from the buffer's start, in bytes
    returns result: the descriptor
    """
    return builder._build(
        "tir.make_dltensor",
        [("data", [data])],
        [
            ("shape", kinds.INTEGERS, shape),
            ("strides", kinds.optional(kinds.INTEGERS), strides),
            ("byte_offset", kinds.optional(kinds.I64), byte_offset),
            ("device_type", kinds.I32, device_type),
            ("device_id", kinds.I32, device_id),
        ],
        attributes,
        place,
        results=["!tir.dltensor"],
    ).result


def dltensor_get(
    builder: Builder,
    tensor: Value,
    *,
    field: Literal["data", "device_type", "device_id", "ndim", "dtype_code", "dtype_bits", "dtype_lanes", "shape", "strides", "byte_offset"],
    result_type: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.dltensor_get`: reads a field of a DLTensor.

    tensor: the descriptor (a tensor descriptor, `DLTensor *`)
    field: the field
    result_type: type of result (8-bit signless integer or 16-bit signless integer or 32-bit signless integer or
        64-bit signless integer or an opaque `void *` or memref of any type values)
    returns result: its value
    """
    return builder._build(
        "tir.dltensor_get",
        [("tensor", [tensor])],
        [
            ("field", kinds.case("#tir<dltensor_field {}>", "data", "device_type", "device_id", "ndim", "dtype_code", "dtype_bits", "dtype_lanes", "shape", "strides", "byte_offset"), field),
        ],
        attributes,
        place,
        results=[result_type],
    ).result


def dltensor_set(
    builder: Builder,
    tensor: Value,
    value: Value,
    *,
    field: Literal["data", "device_type", "device_id", "ndim", "dtype_code", "dtype_bits", "dtype_lanes", "shape", "strides", "byte_offset"],
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.dltensor_set`: writes a field of a DLTensor.

    tensor: the descriptor (a tensor descriptor, `DLTensor *`)
    value: the new value (8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit
        signless integer or an opaque `void *` or memref of any type values)
    field: the field
    """
    return builder._build(
        "tir.dltensor_set",
        [("tensor", [tensor]), ("value", [value])],
        [
            ("field", kinds.case("#tir<dltensor_field {}>", "data", "device_type", "device_id", "ndim", "dtype_code", "dtype_bits", "dtype_lanes", "shape", "strides", "byte_offset"), field),
        ],
        attributes,
        place,
        results=[],
    )
