# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of operators that a .tflite file uses. Old files have the number of each in a byte, and newer ones in that byte,
too, up to 126. ai-edge-quantizer leaves it out, and the package tflite only reads the byte: each operator that the quantiser
adds would be number 0, ADD.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tirc.importers import flatbuffer

# Fields of the tables Model and OperatorCode.
_CODES = 6
_DEPRECATED, _CUSTOM, _VERSION, _BUILTIN = 4, 6, 8, 10
# The number in the byte of an operator that has a larger one.
_LARGER = 127


class Code(NamedTuple):
    """An operator's number in `BuiltinOperator`, its version, and its name if it is a custom one."""

    number: int
    version: int
    custom: str


def read(model: Any) -> list[Code]:
    return [_read(model.OperatorCodes(i)) for i in range(model.OperatorCodesLength())]


def _read(code: Any) -> Code:
    import flatbuffers

    # BuiltinCode() would give the number in the byte.
    place = code._tab.Offset(_BUILTIN)
    number = code._tab.Get(flatbuffers.number_types.Int32Flags, place + code._tab.Pos) if place else 0
    return Code(max(int(number), code.DeprecatedBuiltinCode()), code.Version(), (code.CustomCode() or b"").decode())


def custom_name(model: Any, operator: Any) -> str:
    """Returns the name of a custom operator, or ""."""
    return (model.OperatorCodes(operator.OpcodeIndex()).CustomCode() or b"").decode()


def complete(buffer: bytearray, model: Any) -> None:
    """Adds the numbers that are missing in bytes."""
    codes = read(model)
    if any(code.number != model.OperatorCodes(i).BuiltinCode() for i, code in enumerate(codes)):
        write(buffer, model, codes)


def write(buffer: bytearray, model: Any, codes: Sequence[Code]) -> None:
    """Gives the file another list of operators."""
    position, places = flatbuffer.begin_references(buffer, len(codes))
    flatbuffer.refer(buffer, flatbuffer.place_of(model, _CODES), position)
    for place, code in zip(places, codes, strict=True):
        numbers = {_DEPRECATED: min(code.number, _LARGER), _VERSION: code.version, _BUILTIN: code.number}
        table, inside = flatbuffer.begin_table(buffer, numbers, [_CUSTOM] if code.custom else [])
        flatbuffer.refer(buffer, place, table)
        if code.custom:
            flatbuffer.refer(buffer, inside[_CUSTOM], flatbuffer.add_string(buffer, code.custom))
