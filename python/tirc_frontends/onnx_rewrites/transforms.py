# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums along an axis: of all numbers before one, or their product, and of a Fourier transform, which is a product of
matrices."""

from __future__ import annotations

import math

import numpy
import onnx

from .graph import Node

_T = onnx.TensorProto


def cumulative(node: Node) -> None:
    """CumSum and CumProd: each step adds, or multiplies, the results of as many numbers as the last step has joined."""
    operator, neutral = ("Add", 0) if node.operator == "CumSum" else ("Mul", 1)
    shape, given = node.shape(0), node.constant(1)
    if given is None:
        raise node.refused("its axis is not constant; expected a constant")
    axis = int(given.reshape(-1)[0]) % len(shape)
    size, x = shape[axis], node.input(0)
    backwards = numpy.arange(size)[::-1]
    if node.attributes.get("reverse", 0):
        x = node.take(x, backwards, axis)
    if node.attributes.get("exclusive", 0):
        x = _shifted(node, x, axis, 1, neutral)
    step = 1
    while step < size:
        x = node.emit(operator, x, _shifted(node, x, axis, step, neutral))
        step *= 2
    if node.attributes.get("reverse", 0):
        x = node.take(x, backwards, axis)
    node.emit("Identity", x, out=node.outputs[0])


def _shifted(node: Node, x: str, axis: int, step: int, neutral: int) -> str:
    """Returns the numbers moved along the axis, after numbers that change nothing."""
    shape = node.shape(0)
    kind = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    first = node.literal(numpy.full([step if i == axis else n for i, n in enumerate(shape)], neutral, kind))
    if step == shape[axis]:
        return first
    return node.emit("Concat", first, node.slice(x, [0], [shape[axis] - step], [axis]), axis=axis)


def fourier(node: Node) -> None:
    """DFT: the products with cosines and sines."""
    shape = node.shape(0)
    rank = len(shape)
    axis = node.attributes.get("axis", 1)
    if node.version >= 20:
        given = node.constant(2) if node.input(2) else numpy.int64(-2)
        if given is None:
            raise node.refused("its axis is not constant; expected a constant")
        axis = numpy.reshape(given, -1)[0]
    axis = int(axis) % rank
    given = node.constant(1)
    if node.input(1) and given is None:
        raise node.refused("its dft_length is not constant; expected a constant, on which the result's shape depends")
    length = int(given.reshape(-1)[0]) if given is not None else shape[axis]
    inverse, onesided = bool(node.attributes.get("inverse", 0)), bool(node.attributes.get("onesided", 0))
    if inverse and onesided:
        raise node.refused("its inverse is onesided; expected all of the numbers: export the model with onesided=0")
    used, count = min(shape[axis], length), length // 2 + 1 if onesided else length
    # Exact angles: whole turns do not count.
    angles = numpy.outer(numpy.arange(used), numpy.arange(count)) % length * (2 * math.pi / length)
    scale = 1 / length if inverse else 1.0
    dtype = onnx.helper.tensor_dtype_to_np_dtype(node.kind(0))
    cosines, sines = (node.literal((part * scale).astype(dtype)) for part in (numpy.cos(angles), numpy.sin(angles)))
    perm = [i for i in range(rank - 1) if i != axis] + [axis]
    back = [perm.index(i) for i in range(rank - 1)]

    def component(number: int) -> str:
        x = node.emit("Gather", node.input(0), node.literal(numpy.int64(number)), axis=rank - 1)
        x = node.transpose(x, perm)
        if used < shape[axis]:
            x = node.slice(x, [0], [used], [rank - 2])
        return x

    real, imaginary = component(0), component(1) if shape[-1] == 2 else ""
    sum_real, sum_imaginary = node.emit("MatMul", real, cosines), node.emit("MatMul", real, sines)
    if not inverse:
        sum_imaginary = node.emit("Neg", sum_imaginary)
    if imaginary:
        turned = node.emit("MatMul", imaginary, sines)
        sum_real = node.emit("Sub" if inverse else "Add", sum_real, turned)
        sum_imaginary = node.emit("Add", sum_imaginary, node.emit("MatMul", imaginary, cosines))
    sizes = [count if i == axis else size for i, size in enumerate(shape[:-1])]
    parts = [node.reshape(node.transpose(part, back), [*sizes, 1]) for part in (sum_real, sum_imaginary)]
    node.emit("Concat", *parts, axis=rank - 1, out=node.outputs[0])


def short_time_fourier(node: Node) -> None:
    """STFT: the DFT of each frame."""
    shape, step, window = node.shape(0), node.constant(1), node.input(2)
    length = node.shape(2)[0] if window else None
    if node.input(3):
        given = node.constant(3)
        length = None if given is None else int(given.reshape(-1)[0])
    if step is None or length is None:
        raise node.refused("its frame_step or frame_length is not constant; expected constants")
    starts = numpy.arange(0, shape[1] - length + 1, int(step.reshape(-1)[0]))
    signal = node.reshape(node.input(0), [*shape[:2], *(shape[2:] or [1])])
    frames = node.gather(signal, starts[:, None] + numpy.arange(length), 1)
    if window:
        frames = node.emit("Mul", frames, node.reshape(window, [length, 1]))
    onesided = int(node.attributes.get("onesided", 1))
    if node.version >= 20:
        axis = node.literal(numpy.int64(2))
        node.emit("DFT", frames, "", axis, onesided=onesided, out=node.outputs[0])
    else:
        node.emit("DFT", frames, axis=2, onesided=onesided, out=node.outputs[0])
