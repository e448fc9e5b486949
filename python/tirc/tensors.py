# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs and outputs of a model, and their arrays."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing

from tirc import _tirc

# Numbers with fewer bits than their type in memory, and their ranges.
_HELD = {"int4": (-(1 << 3), (1 << 3) - 1), "int48": (-(1 << 47), (1 << 47) - 1)}


@dataclass(frozen=True)
class Tensor:
    """An input or output of a model.

    `dtype` is the type of the numbers in memory: "int8", "float32", "bool", "float16", "bfloat16", …; for numbers with
    fewer bits, `values` is "int4" or "int48". `bytes` is its size. With `scale` s and `zero_point` z, each None if the
    model does not have it, the number q represents s * (q - z). `c_name` is the field in the C interface.
    """

    name: str
    c_name: str
    shape: tuple[int, ...]
    dtype: str
    bytes: int
    scale: float | None = None
    zero_point: int | None = None
    values: str | None = None
    # For an output that the pass tir-expose-kernels added: the kernel that computes it, and its place in the model.
    kernel: str | None = None
    place: str | None = None
    # Whether it is an input that was a constant of the model (the option weights_as_inputs).
    is_weight: bool = False

    @classmethod
    def of_report(cls, row: Mapping[str, Any]) -> Tensor:
        """Converts a row of the JSON report."""
        return cls(
            name=row["name"],
            c_name=row["c_name"],
            shape=tuple(row["shape"]),
            dtype=row["dtype"],
            bytes=row["bytes"],
            scale=row.get("scale"),
            zero_point=row.get("zero_point"),
            values=row.get("values"),
            kernel=row.get("kernel"),
            place=row.get("place"),
            is_weight=row.get("weight", False),
        )

    @functools.cached_property
    def numpy_dtype(self) -> numpy.dtype[Any]:
        """The type of its arrays. NumPy has no bfloat16: ml_dtypes' if it is installed, otherwise uint16."""
        if self.dtype == "bfloat16":
            return _bfloat16() or numpy.dtype("uint16")
        return numpy.dtype(self.dtype)

    def describe(self) -> str:
        shape = "x".join(map(str, self.shape)) or "a scalar"
        return f"{shape} {self.dtype}{f' (holds {self.values})' if self.values else ''}"


def _bfloat16() -> numpy.dtype[Any] | None:
    try:
        import ml_dtypes
    except ImportError:
        return None
    dtype: numpy.dtype[Any] = numpy.dtype(ml_dtypes.bfloat16)
    return dtype


Array = numpy.typing.NDArray[Any]


def to_array(value: object, tensor: Tensor) -> Array:
    """Returns `value` as an array of the input's type and shape, without a copy if it is contiguous.

    `value` is an array of NumPy, or has DLPack or the buffer protocol. Nothing is cast: raises TypeError for another
    object or type of numbers, and ValueError for another shape or for numbers out of range.
    """
    array = _as_array(value, tensor)
    wanted = tensor.numpy_dtype
    if tensor.dtype == "bfloat16" and array.dtype == numpy.uint16:
        wanted = array.dtype
    if array.dtype != wanted:
        bits = " (or uint16 that hold its bits)" if tensor.dtype == "bfloat16" else ""
        raise TypeError(
            f"input '{tensor.name}': expected {tensor.describe()}{bits}, but the array is of {array.dtype}; nothing is "
            f"cast here: {_advice(tensor, wanted)}"
        )
    if array.shape != tensor.shape:
        raise ValueError(
            f"input '{tensor.name}': expected {tensor.describe()}, but the array has the shape "
            f"{'x'.join(map(str, array.shape)) or 'of a scalar'}; reshape it, or take one case of a batch at a time"
        )
    if tensor.values in _HELD and array.size:
        low, high = _HELD[tensor.values]
        if array.min() < low or array.max() > high:
            raise ValueError(
                f"input '{tensor.name}': expected numbers of {tensor.values}, from {low} to {high}, but they go from "
                f"{array.min()} to {array.max()}"
            )
    return array if array.flags.c_contiguous else numpy.ascontiguousarray(array).reshape(tensor.shape)


def _as_array(value: object, tensor: Tensor) -> Array:
    if type(value) is numpy.ndarray:
        return value
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return numpy.asarray(value)
    problem = ""
    if hasattr(value, "__dlpack__"):
        try:
            return numpy.from_dlpack(value)
        except (BufferError, RuntimeError, TypeError) as error:
            problem = f" whose DLPack tensor NumPy does not take: {error}"
    elif hasattr(value, "__array_interface__"):
        return numpy.asarray(value)
    else:
        try:
            return numpy.asarray(memoryview(value))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            pass
    raise TypeError(
        f"input '{tensor.name}': expected {tensor.describe()}, as an array of NumPy or anything on this machine that "
        f"has DLPack or the buffer protocol, but it is of type {type(value).__name__}{problem}; try "
        f"numpy.array(..., dtype='{tensor.numpy_dtype}')"
    )


def _advice(tensor: Tensor, wanted: numpy.dtype[Any]) -> str:
    if tensor.scale is not None and tensor.zero_point is not None:
        return (
            f"quantise it, numpy.round(x / {tensor.scale!r}) + {tensor.zero_point}, limit it to the type's range, then "
            f"astype('{wanted}')"
        )
    return f"convert it, for example with astype('{wanted}')"


def address(array: Array) -> int:
    """Returns where an array begins. What NumPy has for this takes as long as a small model."""
    found = _tirc.buffer_address(array)
    # Types of other packages have no buffer.
    return int(array.ctypes.data) if found is None else found


def aligned(array: Array, alignment: int) -> Array:
    """Returns the array itself if its address is a multiple of `alignment`, otherwise a copy with such an address."""
    if address(array) % alignment == 0:
        return array
    copy = empty(array.shape, array.dtype, alignment)
    copy[...] = array
    return copy


def empty(shape: tuple[int, ...], dtype: numpy.dtype[Any], alignment: int) -> Array:
    """Returns a contiguous array with uninitialised numbers, at a multiple of `alignment` bytes."""
    array = numpy.empty(shape, dtype)
    if address(array) % alignment == 0:
        return array
    memory = numpy.empty(array.nbytes + alignment, numpy.uint8)
    start = -address(memory) % alignment
    return memory[start : start + array.nbytes].view(dtype).reshape(shape)
