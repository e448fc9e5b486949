# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BitCast, and operators on unsigned integers and casts to types that torch-mlir does not have."""

from __future__ import annotations

import functools

import onnx

from ...text import Tensor
from .making import KINDS, UNSIGNED, Maker, Making

_T = onnx.TensorProto
_WIDE = UNSIGNED - {_T.UINT8}
_FLOATS = ("f32", "f16", "bf16", "f64")


def bit_cast(making: Making) -> Tensor | None:
    kind, made = making.kind(0), KINDS.get(int(making.node.attributes["to"]), "")
    if "i1" in (kind, made) or not kind or kind.lstrip("bfi") != made.lstrip("bfi"):
        return None
    if kind == made:
        return making.input(0)
    return making.each(made, [0], [f"%out = arith.bitcast %e0 : {kind} to {made}", f"linalg.yield %out : {made}"])


def _pair(instruction: str, making: Making) -> Tensor | None:
    if making.node.kind(0) not in _WIDE:
        return None
    kind = making.kind(0)
    return making.each(kind, [0, 1], [f"%out = arith.{instruction} %e0, %e1 : {kind}", f"linalg.yield %out : {kind}"])


def clip(making: Making) -> Tensor | None:
    node, kind = making.node, making.kind(0)
    if node.kind(0) not in _WIDE:
        return None
    indices, lines, x = [0], [], "%e0"
    for index, instruction in ((1, "maxui"), (2, "minui")):
        if node.input(index):
            lines.append(f"%limited{index} = arith.{instruction} {x}, %e{len(indices)} : {kind}")
            indices.append(index)
            x = f"%limited{index}"
    return making.each(kind, indices, [*lines, f"linalg.yield {x} : {kind}"])


def cast(making: Making) -> Tensor | None:
    """A float becomes an integer of 64 bits first, of which the low bits are taken."""
    to, kind = int(making.node.attributes["to"]), making.kind(0)
    if to not in (_T.INT16, *_WIDE) or not kind:
        return None
    made, width = KINDS[to], int(KINDS[to][1:])
    lines, x = [], "%e0"
    if kind in _FLOATS:
        word = "fptoui" if to == _T.UINT64 else "fptosi"
        lines.append(f"%whole = arith.{word} %e0 : {kind} to i64")
        x, kind = "%whole", "i64"
    before = int(kind[1:])
    if before != width:
        is_unsigned = kind == "i1" or making.node.kind(0) in UNSIGNED
        word = "trunci" if before > width else "extui" if is_unsigned else "extsi"
        lines.append(f"%out = arith.{word} {x} : {kind} to {made}")
        x = "%out"
    return making.each(made, [0], [*lines, f"linalg.yield {x} : {made}"])


def constant(making: Making) -> Tensor | None:
    """A constant without a sign, which torch-mlir does not convert as a result."""
    is_constant = making.node.constant(0) is not None
    return making.input(0) if is_constant and making.node.kind(0) in UNSIGNED else None


MAKERS: dict[str, Maker] = {
    "BitCast": bit_cast,
    "Cast": cast,
    "Clip": clip,
    "Identity": constant,
    "Div": functools.partial(_pair, "divui"),
    "Mod": functools.partial(_pair, "remui"),
}
