# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of a function on tensors. What is known is computed here instead of in the function."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy

Array = numpy.ndarray[Any, numpy.dtype[Any]]

# MLIR's names of element types.
KINDS = {"bool": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "float16": "f16", "float32": "f32", "float64": "f64"}


@dataclasses.dataclass(frozen=True)
class Tensor:
    """A value of the function."""

    name: str
    kind: str
    shape: tuple[int, ...]

    @property
    def type(self) -> str:
        return tensor_type(self.shape, self.kind)


# A tensor, or a constant.
Operand = Tensor | Array


class Lines:
    """Lines of MLIR. All operations have the place `place`."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.lines: list[str] = []
        # The names of constants by type and data.
        self._constants: dict[tuple[str, bytes], str] = {}
        self._count = 0

    def fresh(self) -> str:
        """Returns the name of a new value."""
        self._count += 1
        return f"%v{self._count}"

    def line(self, text: str) -> None:
        """Adds an operation."""
        self.lines.append(f"{text} loc({quoted(self.place)})")

    def open(self, text: str) -> None:
        """Adds a line that is not an operation: it begins or ends a block."""
        self.lines.append(text)

    def inner(self, text: str) -> None:
        """Adds an operation, or a line that begins a block in one."""
        if text.endswith(("{", ":")):
            self.open(text)
        else:
            self.line(text)

    def sizes(self, numbers: Sequence[int]) -> tuple[str, str]:
        """Adds numbers that TOSA has as a shape; returns their name and type."""
        name, kind = self.fresh(), f"!tosa.shape<{len(numbers)}>"
        data = f"dense<{list(numbers)}> : tensor<{len(numbers)}xindex>"
        self.line(f'{name} = "tosa.const_shape"() <{{values = {data}}}> : () -> {kind}')
        return name, kind


class Function(Lines):
    """A function, to whose end operations are added."""

    def __init__(self, name: str, place: str) -> None:
        super().__init__(place)
        self.name = name
        self._arguments: list[Tensor] = []

    def argument(self, shape: Sequence[int], kind: str) -> Tensor:
        tensor = Tensor(f"%arg{len(self._arguments)}", kind, tuple(shape))
        self._arguments.append(tensor)
        return tensor

    def text(self, results: Sequence[Tensor]) -> str:
        """Returns the private function with these results."""
        arguments = ", ".join(f"{tensor.name}: {tensor.type}" for tensor in self._arguments)
        types = ", ".join(tensor.type for tensor in results)
        names = ", ".join(tensor.name for tensor in results)
        head = f"func.func private @{quoted(self.name)}({arguments}) -> ({types}) {{"
        return "\n".join([head, *self.lines, f"func.return {names} : {types} loc({quoted(self.place)})", "}"])

    def tensor(self, operand: Operand) -> Tensor:
        """Returns a constant as a tensor."""
        if isinstance(operand, Tensor):
            return operand
        array = numpy.asarray(operand, order="C")
        kind = KINDS[array.dtype.name]
        type_ = tensor_type(array.shape, kind)
        data = array.astype(array.dtype.newbyteorder("<")).tobytes()
        if (type_, data) not in self._constants:
            name = self.fresh()
            one = array.size == 1 or not numpy.any(
                array.reshape(-1)[:1].view(numpy.uint8) != array.reshape(-1, 1).view(numpy.uint8)
            )
            number = data[: array.itemsize] if one else data
            # At the beginning, so that each block may use it.
            value = f'dense<"0x{number.hex().upper()}"> : {type_}'
            # TOSA does not have constants of 64 bits.
            constant = f"arith.constant {value}" if kind in ("i64", "f64") else f'"tosa.const"() <{{values = {value}}}> : () -> {type_}'
            self.lines.insert(0, f"{name} = {constant}")
            self._constants[type_, data] = name
        return Tensor(self._constants[type_, data], kind, tuple(array.shape))

    def op(
        self, name: str, operands: Sequence[Operand], shape: Sequence[int], kind: str, attributes: str = ""
    ) -> Tensor:
        """Adds an operation of TOSA."""
        tensors = [self.tensor(operand) for operand in operands]
        result = Tensor(self.fresh(), kind, tuple(shape))
        names = ", ".join(tensor.name for tensor in tensors)
        types = ", ".join(tensor.type for tensor in tensors)
        self.line(f'{result.name} = "tosa.{name}"({names}) {{{attributes}}} : ({types}) -> {result.type}')
        return result

    def each(self, name: str, *operands: Operand, kind: str = "") -> Tensor:
        """Adds an operation of single elements; an extent of 1 stands for any."""
        tensors = [self.tensor(operand) for operand in operands]
        extents = zip(*(tensor.shape for tensor in tensors), strict=True)
        shape = [next((extent for extent in each if extent != 1), 1) for each in extents]
        shift = [numpy.zeros(1, numpy.int8)] if name == "mul" else []
        return self.op(name, [*tensors, *shift], shape, kind or tensors[-1].kind)

    def rescale(
        self, x: Tensor, multiplier: int, shift: int, kind: str, zeros: tuple[int, int] = (0, 0), is_twice: bool = False
    ) -> Tensor:
        """Adds a rescale by one multiplier and shift; `zeros` are the zero points of `x` and of the result."""
        dtypes: dict[str, Any] = {"i8": numpy.int8, "i16": numpy.int16, "i32": numpy.int32}
        numbers = [numpy.full(1, zero, dtypes[of]) for zero, of in zip(zeros, (x.kind, kind), strict=True)]
        rounding = "DOUBLE_ROUND" if is_twice else "SINGLE_ROUND"
        scale: list[Operand] = [x, numpy.full(1, multiplier, numpy.int32), numpy.full(1, shift, numpy.int8)]
        attributes = (
            "input_unsigned = false, output_unsigned = false, scale32 = true, per_channel = false, "
            f"rounding_mode = #tosa.rounding_mode<{rounding}>"
        )
        return self.op("rescale", [*scale, *numbers], x.shape, kind, attributes)

    def elements(self, tensors: Sequence[Tensor], shape: Sequence[int], kind: str, lines: Sequence[str]) -> Tensor:
        """Adds an operation whose lines compute one element from the tensors' elements, %e0 and so on, and yield it.
        The tensors are broadcast to the shape, of which sizes may be dynamic."""
        sizes = []
        for axis, size in enumerate(shape):
            if size < 0:
                whole = next(one for one in tensors if len(one.shape) == len(shape) and one.shape[axis] < 0)
                index = self.index(axis)
                sizes.append(self.fresh())
                self.line(f"{sizes[-1]} = tensor.dim {whole.name}, {index} : {whole.type}")
        empty, result = (Tensor(self.fresh(), kind, tuple(shape)) for _ in range(2))
        self.line(f"{empty.name} = tensor.empty({', '.join(sizes)}) : {empty.type}")
        dims = [f"d{axis}" for axis in range(len(shape))]
        maps = []
        for tensor in (*tensors, result):
            first = len(shape) - len(tensor.shape)
            places = [
                dims[first + axis] if size == shape[first + axis] else "0" for axis, size in enumerate(tensor.shape)
            ]
            maps.append(f"affine_map<({', '.join(dims)}) -> ({', '.join(places)})>")
        names, types = (", ".join(texts) for texts in zip(*((one.name, one.type) for one in tensors), strict=True))
        iterators = ", ".join(['"parallel"'] * len(shape))
        attributes = f"{{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}}"
        operands = f"ins({names} : {types}) outs({empty.name} : {empty.type})"
        self.open(f"{result.name} = linalg.generic {attributes} {operands} {{")
        self.open(f"^bb0({', '.join(f'%e{i}: {one.kind}' for i, one in enumerate((*tensors, result)))}):")
        for text in lines:
            self.line(text)
        self.line(f"}} -> {result.type}")
        return result

    def cast(self, x: Operand, kind: str) -> Operand:
        if isinstance(x, Tensor):
            return x if x.kind == kind else self.op("cast", [x], x.shape, kind)
        return numpy.asarray(x, next(name for name, known in KINDS.items() if known == kind))

    def add(self, x: Operand, y: Operand) -> Operand:
        if isinstance(x, Tensor) or isinstance(y, Tensor):
            return self.each("add", x, y)
        return numpy.add(x, y)

    def reshape(self, x: Operand, shape: Sequence[int]) -> Operand:
        if not isinstance(x, Tensor):
            return x.reshape(shape)
        if x.shape == tuple(shape):
            return x
        name, sizes = self.sizes(shape)
        result = Tensor(self.fresh(), x.kind, tuple(shape))
        self.line(f'{result.name} = "tosa.reshape"({x.name}, {name}) : ({x.type}, {sizes}) -> {result.type}')
        return result

    def transpose(self, x: Operand, perm: Sequence[int]) -> Operand:
        """Returns the tensor with its axes in another order."""
        if not isinstance(x, Tensor):
            return x.transpose(perm)
        shape = [x.shape[axis] for axis in perm]
        moved = [axis for axis in perm if x.shape[axis] != 1]
        if moved == sorted(moved):
            return self.reshape(x, shape)
        return self.op("transpose", [x], shape, x.kind, f"perms = array<i32: {', '.join(map(str, perm))}>")

    def part(self, x: Operand, axis: int, start: int, size: int) -> Operand:
        """Returns the elements from `start` along an axis."""
        axis %= len(x.shape)
        if not isinstance(x, Tensor):
            return x[(slice(None),) * axis + (slice(start, start + size),)]
        if size == x.shape[axis]:
            return x
        starts, sizes = [0] * len(x.shape), list(x.shape)
        starts[axis], sizes[axis] = start, size
        if any(extent < 0 for extent in sizes):
            # A dynamic size, -1, is what is left of the axis.
            shapes = [self.sizes(numbers) for numbers in (starts, sizes)]
            result = Tensor(self.fresh(), x.kind, tuple(sizes))
            names, types = (", ".join(texts) for texts in zip((x.name, x.type), *shapes, strict=True))
            self.line(f'{result.name} = "tosa.slice"({names}) : ({types}) -> {result.type}')
            return result
        result = Tensor(self.fresh(), x.kind, tuple(sizes))
        ones = [1] * len(sizes)
        self.line(f"{result.name} = tensor.extract_slice {x.name}{starts} {sizes} {ones} : {x.type} to {result.type}")
        return result

    def joined(self, parts: Sequence[Operand], axis: int) -> Operand:
        if len(parts) == 1:
            return parts[0]
        if all(not isinstance(part, Tensor) for part in parts):
            return numpy.concatenate([numpy.asarray(part) for part in parts], axis)
        tensors = [self.tensor(part) for part in parts]
        shape = list(tensors[0].shape)
        shape[axis] = sum(tensor.shape[axis] for tensor in tensors)
        return self.op("concat", tensors, shape, tensors[0].kind, f"axis = {axis} : i32")

    def row(self, x: Tensor, index: str) -> Tensor:
        """Returns one element of the first axis, which stays, at an index."""
        rest = list(x.shape[1:])
        result = Tensor(self.fresh(), x.kind, (1, *rest))
        place = ", ".join([index, *["0"] * len(rest)])
        ones = [1] * len(x.shape)
        self.line(
            f"{result.name} = tensor.extract_slice {x.name}[{place}] {[1, *rest]} {ones} : {x.type} to {result.type}"
        )
        return result

    def with_row(self, x: Tensor, row: Tensor, index: str, start: int) -> Tensor:
        """Returns `x` with a row whose second axis begins at `start`."""
        place = ", ".join([index, str(start), *["0"] * (len(x.shape) - 2)])
        result = Tensor(self.fresh(), x.kind, x.shape)
        sizes, ones = list(row.shape), [1] * len(x.shape)
        self.line(
            f"{result.name} = tensor.insert_slice {row.name} into {x.name}[{place}] {sizes} {ones} : {row.type} into {x.type}"
        )
        return result

    def read(self, variable: str, shape: Sequence[int], kind: str) -> Tensor:
        """Returns what a variable of the module contains."""
        result = Tensor(self.fresh(), kind, tuple(shape))
        self.line(f"{result.name} = tosa.variable_read @{variable} : {result.type}")
        return result

    def write(self, variable: str, x: Tensor) -> None:
        self.line(f"tosa.variable_write @{variable}, {x.name} : {x.type}")

    def empty(self, shape: Sequence[int], kind: str) -> Tensor:
        result = Tensor(self.fresh(), kind, tuple(shape))
        self.line(f"{result.name} = tensor.empty() : {result.type}")
        return result

    def mapped(self, x: Tensor, kind: str, lines: Sequence[str]) -> Tensor:
        """Adds a loop over the elements of a tensor, which may have dynamic sizes; the lines make one of %in."""
        sizes = []
        for axis, size in enumerate(x.shape):
            if size < 0:
                index = self.index(axis)
                sizes.append(self.fresh())
                self.line(f"{sizes[-1]} = tensor.dim {x.name}, {index} : {x.type}")
        made = Tensor(self.fresh(), kind, x.shape)
        self.line(f"{made.name} = tensor.empty({', '.join(sizes)}) : {made.type}")
        dims = ", ".join(f"d{axis}" for axis in range(len(x.shape)))
        maps = ", ".join([f"affine_map<({dims}) -> ({dims})>"] * 2)
        iterators = ", ".join(['"parallel"'] * len(x.shape))
        result = Tensor(self.fresh(), kind, x.shape)
        self.open(
            f"{result.name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
            f"ins({x.name} : {x.type}) outs({made.name} : {made.type}) {{"
        )
        self.open(f"^bb0(%in: {x.kind}, %out: {kind}):")
        for line in lines:
            self.line(line)
        self.line(f"}} -> {result.type}")
        return result

    def index(self, number: int) -> str:
        name = self.fresh()
        self.line(f"{name} = arith.constant {number} : index")
        return name


def tensor_type(shape: Sequence[int], kind: str) -> str:
    """Returns the type; a size is dynamic if it is -1."""
    sizes = ["?" if size < 0 else str(size) for size in shape]
    return f"tensor<{'x'.join([*sizes, kind])}>"


def windows(
    kind: str, stride: Sequence[int] = (1, 1), dilation: Sequence[int] = (1, 1), pad: Sequence[int] = (0, 0, 0, 0)
) -> str:
    """Returns the attributes of a convolution in TOSA, whose sums have the element type. It is padded at the top, the bottom,
    the left and the right."""
    lists = {"dilation": dilation, "pad": pad, "stride": stride}
    texts = (f"{name} = array<i64: {', '.join(map(str, numbers))}>" for name, numbers in lists.items())
    return ", ".join([f"acc_type = {kind}", *texts])


def fixed_point(factor: float) -> tuple[int, int]:
    """Returns a multiplier below 2^31 and a shift of TOSA's rescale, whose quotient is the factor."""
    mantissa, exponent = math.frexp(factor)
    multiplier, shift = round(mantissa * (1 << 31)), 31 - exponent
    if multiplier == 1 << 31:
        multiplier, shift = multiplier >> 1, shift - 1
    if shift > 62:
        multiplier, shift = multiplier >> min(shift - 62, 31), 62
    return multiplier, shift


def quoted(text: str) -> str:
    escaped = "".join(
        c if " " <= c <= "~" and c not in '"\\' else "".join(f"\\{b:02X}" for b in c.encode()) for c in text
    )
    return f'"{escaped}"'


def variable(name: str, shape: Sequence[int], kind: str, start: int = 0) -> str:
    """Returns the declaration of a variable all of whose elements have one number at first."""
    return f"tosa.variable @{name} = dense<{float(start) if kind == 'f32' else start}> : {tensor_type(shape, kind)}"


_BOOLEANS = re.compile(rb'dense<"0x([0-9A-F]+)"> : tensor<((?:\d+x)*)i1>')


def with_packed_booleans(text: bytes) -> bytes:
    """Returns the text with the constants of booleans as MLIR 22 reads them: 8 of them in a byte. Newer versions, such as
    torch-mlir's, have each in a byte of its own."""

    def packed(found: re.Match[bytes]) -> bytes:
        booleans, count = numpy.frombuffer(bytes.fromhex(found[1].decode()), numpy.uint8), _count(found)
        if booleans.size == count > 1:
            return _hexadecimal(numpy.packbits(booleans, bitorder="little"), found)
        number = b"true" if booleans.any() else b"false"
        return b"dense<" + number + b"> : tensor<" + found[2] + b"i1>" if booleans.size == 1 else found[0]

    return _BOOLEANS.sub(packed, text)


def with_booleans_of_bytes(text: bytes) -> bytes:
    """Returns a text of with_packed_booleans for the newer versions again."""

    def unpacked(found: re.Match[bytes]) -> bytes:
        bits = numpy.unpackbits(numpy.frombuffer(bytes.fromhex(found[1].decode()), numpy.uint8), bitorder="little")
        return _hexadecimal(bits[: _count(found)], found)

    return _BOOLEANS.sub(unpacked, text)


def _count(found: re.Match[bytes]) -> int:
    return math.prod(int(size) for size in found[2].split(b"x") if size)


def _hexadecimal(numbers: Array, found: re.Match[bytes]) -> bytes:
    return b'dense<"0x' + numbers.astype(numpy.uint8).tobytes().hex().upper().encode() + b'"> : tensor<' + found[2] + b"i1>"
