# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations of the dialect `tir`. Written by scripts/update_reference from TIRRegistryOps.td."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirc import attribute_text as kinds
from tirc.attribute_text import Attribute
from tirc.building import NO_ATTRIBUTES, Builder, Operation, Value


def func_registry(
    builder: Builder,
    *,
    sym_name: str,
    names: Sequence[str],
    functions: Sequence[str],
    system_lib: bool = False,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.func_registry`: a table of packed functions and their names.

    sym_name: name of the table in C
    names: the names
    functions: the functions, in the same order
    system_lib: whether it is the program's system library
    """
    return builder._build(
        "tir.func_registry",
        [],
        [
            ("sym_name", kinds.STRING, sym_name),
            ("names", kinds.array(kinds.STRING), names),
            ("functions", kinds.array(kinds.SYMBOL), functions),
            ("system_lib", kinds.FLAG, system_lib),
        ],
        attributes,
        place,
        results=[],
    )


def metadata(
    builder: Builder,
    *,
    sym_name: str,
    mod_name: str,
    inputs: Sequence[Attribute],
    outputs: Sequence[Attribute],
    workspace_pools: Sequence[Attribute],
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Operation:
    """`tir.metadata`: the description of a model for its executor.

    sym_name: its name in C
    mod_name: the name that `_run` is appended to
    inputs: the inputs, in order
    outputs: the outputs, in order
    workspace_pools: the pools, in order
    """
    return builder._build(
        "tir.metadata",
        [],
        [
            ("sym_name", kinds.STRING, sym_name),
            ("mod_name", kinds.STRING, mod_name),
            ("inputs", kinds.array(kinds.ATTRIBUTE), inputs),
            ("outputs", kinds.array(kinds.ATTRIBUTE), outputs),
            ("workspace_pools", kinds.array(kinds.ATTRIBUTE), workspace_pools),
        ],
        attributes,
        place,
        results=[],
    )


def address_of(
    builder: Builder,
    *,
    symbol: str,
    attributes: Mapping[str, Attribute | str | int] = NO_ATTRIBUTES,
    place: str | None = None,
) -> Value:
    """`tir.address_of`: the address of a registry or of metadata.

    symbol: the symbol to point to
    returns address: its address
    """
    return builder._build(
        "tir.address_of",
        [],
        [("symbol", kinds.SYMBOL, symbol)],
        attributes,
        place,
        results=["!tir.handle"],
    ).result
