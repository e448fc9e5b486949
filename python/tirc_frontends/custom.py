# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that the application computes: `tosa.custom`, which the compiler turns into a call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy

from .text import KINDS, Array, Function, Tensor, quoted, tensor_type

# A number, a text, or numbers of int64 or float32.
Attribute = bool | int | float | str | Array


def names(option: Iterable[str]) -> frozenset[str]:
    """Returns the operators of the option's values (OPERATOR:FUNCTION...). The compiler reports text of another form."""
    return frozenset(text.partition(":")[0] for text in option)


def is_named(names: Collection[str], domain: str, name: str) -> bool:
    """Returns whether an operator is one of `names`, with or without its domain."""
    return name in names or f"{domain}.{name}" in names


def operation(
    function: Function,
    domain: str,
    name: str,
    attributes: Mapping[str, Attribute],
    operands: Sequence[Tensor],
    types: Sequence[tuple[str, tuple[int, ...]]],
) -> list[Tensor]:
    """Adds the operator to a function; returns its results."""
    given = ", ".join(f"{quoted(key)} = {_written(value)}" for key, value in attributes.items())
    text = f"{{{given}}}" if attributes else ""
    strings = {"domain_name": domain, "implementation_attrs": text, "operator_name": name}
    written = ", ".join(f"{key} = {quoted(value)}" for key, value in strings.items())
    out = function.fresh()
    results = [
        Tensor(f"{out}#{i}" if len(types) > 1 else out, kind, shape) for i, (kind, shape) in enumerate(types)
    ]
    signature = f"({', '.join(x.type for x in operands)}) -> ({', '.join(tensor_type(shape, kind) for kind, shape in types)})"
    count = f":{len(types)}" if len(types) > 1 else ""
    function.line(f'{out}{count} = "tosa.custom"({", ".join(x.name for x in operands)}) {{{written}}} : {signature}')
    return results


def _written(value: Attribute) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value} : i64"
    if isinstance(value, float):
        return f"{_digits(value)} : f32"
    digits = ", ".join(_digits(number) if value.dtype.kind == "f" else str(number) for number in value)
    return f"array<{KINDS[value.dtype.name]}{': ' if digits else ''}{digits}>"


def _digits(number: float) -> str:
    return f"0x{int(numpy.float32(number).view(numpy.uint32)):08X}"
