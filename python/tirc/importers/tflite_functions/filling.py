# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of TensorFlow Lite that fill tensors, or spread the elements of others in them."""

from __future__ import annotations

from tirc.importers.tflite_functions.elements import Elements, computed, extract, places
from tirc_frontends.text import Function, Tensor


class Fill(Elements):
    operator, function_name, data = "FILL", "fill", (1,)

    def emit(self, function: Function, x: Tensor) -> Tensor:
        return computed(function, self._shape(self._output()), x.kind, [extract("%result", x, [])])


class MatrixDiag(Elements):
    operator, function_name = "MATRIX_DIAG", "matrix_diag"

    def emit(self, function: Function, x: Tensor) -> Tensor:
        shape = self._shape(self._output())
        *_, row, column = indices = places(len(shape))
        lines = [
            f"%zero = arith.constant {self._zero(self._output())}",
            f"%is = arith.cmpi eq, {row}, {column} : index",
            extract("%number", x, indices[:-1]),
            f"%result = arith.select %is, %number, %zero : {x.kind}",
        ]
        return computed(function, shape, x.kind, lines)


class MatrixSetDiag(Elements):
    operator, function_name, data = "MATRIX_SET_DIAG", "matrix_set_diag", (0, 1)

    def emit(self, function: Function, x: Tensor, diagonal: Tensor) -> Tensor:
        *_, row, column = indices = places(len(x.shape))
        lines = [
            f"%last = arith.constant {diagonal.shape[-1] - 1} : index",
            f"%is = arith.cmpi eq, {row}, {column} : index",
            f"%place = arith.minsi {row}, %last : index",
            extract("%new", diagonal, [*indices[:-2], "%place"]),
            extract("%old", x, indices),
            f"%result = arith.select %is, %new, %old : {x.kind}",
        ]
        return computed(function, x.shape, x.kind, lines)


class Dilate(Elements):
    operator, function_name, data = "DILATE", "dilate", (0, 2)

    def is_taken(self) -> bool:
        return super().is_taken() and self._is_constant(1)

    def emit(self, function: Function, x: Tensor, padding: Tensor) -> Tensor:
        lines = ["%zero = arith.constant 0 : index", "%is0 = arith.constant true"]
        for i, step in enumerate(self._constant(self._index(1)).ravel()):
            lines += [
                f"%step{i} = arith.constant {step} : index",
                f"%place{i} = arith.divsi %i{i}, %step{i} : index",
                f"%rest{i} = arith.remsi %i{i}, %step{i} : index",
                f"%same{i} = arith.cmpi eq, %rest{i}, %zero : index",
                f"%is{i + 1} = arith.andi %is{i}, %same{i} : i1",
            ]
        lines += [
            extract("%number", x, [f"%place{i}" for i in range(len(x.shape))]),
            extract("%between", padding, ["%zero"] * len(padding.shape)),
            f"%result = arith.select %is{len(x.shape)}, %number, %between : {x.kind}",
        ]
        return computed(function, self._shape(self._output()), x.kind, lines)


class BroadcastArgs(Elements):
    operator, function_name, data = "BROADCAST_ARGS", "broadcast_args", (0, 1)

    def emit(self, function: Function, *tensors: Tensor) -> Tensor:
        short, long = sorted(tensors, key=lambda tensor: tensor.shape[0])
        missing = long.shape[0] - short.shape[0]
        if not short.shape[0]:
            return long
        lines = [
            f"%one = arith.constant 1 : {long.kind}",
            f"%missing = arith.constant {missing} : index",
            "%zero = arith.constant 0 : index",
            extract("%first", long, ["%i0"]),
            "%moved = arith.subi %i0, %missing : index",
            "%place = arith.maxsi %moved, %zero : index",
            extract("%number", short, ["%place"]),
            "%is_there = arith.cmpi sge, %i0, %missing : index",
            f"%second = arith.select %is_there, %number, %one : {long.kind}",
            f"%is = arith.cmpi eq, %first, %one : {long.kind}",
            f"%result = arith.select %is, %second, %first : {long.kind}",
        ]
        return computed(function, long.shape, long.kind, lines)


class Neg(Elements):
    """Of integers, of which the least has no negative: it stays, as in LiteRT."""

    operator, function_name = "NEG", "neg"

    def is_taken(self) -> bool:
        quantization = self._tensor(0).Quantization()
        is_plain = quantization is None or not quantization.ScaleLength()
        return is_plain and self._mlir(self._tensor(0)) in ("i32", "i64")

    def emit(self, function: Function, x: Tensor) -> Tensor:
        lines = [
            extract("%x", x, places(len(x.shape))),
            f"%zero = arith.constant 0 : {x.kind}",
            f"%result = arith.subi %zero, %x : {x.kind}",
        ]
        return computed(function, x.shape, x.kind, lines)


class _Stablehlo(Elements):
    data = (0, 1)
    # The operations on floats and integers.
    words: tuple[str, str]

    def emit(self, function: Function, x: Tensor, y: Tensor) -> Tensor:
        indices = places(len(x.shape))
        word = self.words[x.kind[0] != "f"]
        lines = [extract("%x", x, indices), extract("%y", y, indices), f"%result = arith.{word} %x, %y : {x.kind}"]
        return computed(function, x.shape, x.kind, lines)


class _StablehloSum(_Stablehlo):
    """Sums and products of numbers that are less by 128 are others."""

    def is_taken(self) -> bool:
        return super().is_taken() and not self._is_byte(self._tensor(0))


class StablehloAdd(_StablehloSum):
    operator, function_name, words = "STABLEHLO_ADD", "stablehlo_add", ("addf", "addi")


class StablehloMultiply(_StablehloSum):
    operator, function_name, words = "STABLEHLO_MULTIPLY", "stablehlo_multiply", ("mulf", "muli")


class StablehloMaximum(_Stablehlo):
    operator, function_name, words = "STABLEHLO_MAXIMUM", "stablehlo_maximum", ("maximumf", "maxsi")


class StablehloMinimum(_Stablehlo):
    operator, function_name, words = "STABLEHLO_MINIMUM", "stablehlo_minimum", ("minimumf", "minsi")


READERS: list[type[Elements]] = [
    BroadcastArgs,
    Dilate,
    Fill,
    MatrixDiag,
    MatrixSetDiag,
    StablehloAdd,
    StablehloMaximum,
    StablehloMinimum,
    StablehloMultiply,
]

# The converter's form of this one saturates.
KNOWN: list[type[Elements]] = [Neg]
