# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CAST of TensorFlow Lite. Version 2026.2.0 of the converter rounds floats, and moves the numbers of uint8 by 128. TOSA
has no integers of 64 bits."""

from __future__ import annotations

import numpy

from tirc.importers.tflite_functions.loops import broadcast
from tirc.importers.tflite_functions.reader import Typed, Types
from tirc_frontends.text import Function, Tensor

_FLOATS = ("f32", "float16")
_INTEGERS = {"i8": "i8", "uint8": "i8", "i16": "i16", "int32": "i32"}


class Cast(Typed):
    operator, options_class, function_name = "CAST", "CastOptions", "cast"
    activations = ()

    def is_taken(self) -> bool:
        """Returns whether the converter's form differs, and both types are known."""
        before, after = self._kind(0), self._kind_of(self._output())
        known = [*_FLOATS, *_INTEGERS, "bool", "int64"]
        if "int64" in (before, after):
            return before != after and before in known and after in known
        if before in _FLOATS:
            return after in _INTEGERS
        return after == "uint8" and (before in _INTEGERS or before == "bool")

    def emit(self, function: Function, types: Types) -> Tensor:
        x = function.argument(types.x, types.x_kind)
        after = self._kind_of(self._output())
        if "int64" in (self._kind(0), after):
            if min([0, *types.result]) < 0:
                raise self._refused("it has the type int64 and a dynamic size; expected fixed sizes")
            if self._kind(0) == "int64":
                lines = _of_wide(after, types.result_kind)
            else:
                lines = _to_wide(self._kind(0), types.x_kind)
            return broadcast(function, [x], types.result, types.result_kind, lines)
        is_byte = after == "uint8"
        if self._kind(0) in _FLOATS:
            made = _whole(function, x)
            if is_byte:
                # LiteRT saturates.
                made = function.each("maximum", made, _splat(made, 0))
                made = function.each("minimum", made, _splat(made, 255))
                made = function.op("cast", [made], made.shape, "i32")
        else:
            made = x
        if self._kind(0) == "uint8":
            return made
        if made.kind != types.result_kind:
            made = function.op("cast", [made], made.shape, types.result_kind)
        if is_byte:
            # The converter has uint8 as int8, less by 128.
            made = function.each("bitwise_xor", made, _splat(made, -128))
        return made


def _to_wide(before: str, kind: str) -> list[str]:
    """Returns the body of a loop that makes numbers of 64 bits."""
    if before in _FLOATS:
        return [f"%out = arith.fptosi %in0 : {kind} to i64", "linalg.yield %out : i64"]
    lines = [f"%wide = arith.{'extui' if before == 'bool' else 'extsi'} %in0 : {kind} to i64"]
    # The converter has uint8 as int8, less by 128.
    lines.append(f"%moved = arith.constant {128 if before == 'uint8' else 0} : i64")
    return [*lines, "%out = arith.addi %wide, %moved : i64", "linalg.yield %out : i64"]


def _of_wide(after: str, kind: str) -> list[str]:
    """Returns the body of a loop that reads numbers of 64 bits."""
    lines = [f"%moved = arith.constant {-128 if after == 'uint8' else 0} : i64"]
    if after in _FLOATS:
        lines = [f"%out = arith.sitofp %in0 : i64 to {kind}"]
    elif after == "bool":
        lines.append("%out = arith.cmpi ne, %in0, %moved : i64")
    else:
        lines += ["%near = arith.addi %in0, %moved : i64", f"%out = arith.trunci %near : i64 to {kind}"]
    return [*lines, f"linalg.yield %out : {kind}"]


def _splat(x: Tensor, number: float) -> numpy.ndarray:
    kinds = {"f32": numpy.float32, "f16": numpy.float16, "i8": numpy.int8}
    return numpy.full([1] * len(x.shape), number, kinds[x.kind])


def _whole(function: Function, x: Tensor) -> Tensor:
    """Returns the numbers without their fractions."""
    is_below = function.each("greater", _splat(x, 0), x, kind="i1")
    parts = [function.each(name, x) for name in ("ceil", "floor")]
    return function.op("select", [is_below, *parts], x.shape, x.kind)
