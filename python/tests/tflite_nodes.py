# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes .tflite files with many nodes that do not depend on each other, and runs them by LiteRT's reference kernels."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy
import packed_tflite as tfl
import pytest
from packed_tflite import Array, schema

_LIMITS = {"INT8": (-128, 127), "UINT8": (0, 255), "INT16": (-32768, 32767)}


@dataclasses.dataclass(frozen=True)
class Quantised:
    """A type, scales and a zero point."""

    kind: str
    scales: Sequence[float]
    zero: int = 0


def every_number(kind: str, shape: Sequence[int], random: numpy.random.Generator) -> Array:
    """Returns random numbers of a type, among them its limits."""
    if kind == "FLOAT32":
        return (random.standard_normal(shape) * 3).astype(numpy.float32)
    low, high = _LIMITS[kind]
    numbers = random.integers(low, high + 1, shape).astype(kind.lower())
    numbers.flat[0], numbers.flat[-1] = low, high
    return numbers


class Nodes:
    """A model, whose nodes are added one after another."""

    def __init__(self, seed: int = 0) -> None:
        self.random = numpy.random.default_rng(seed)
        self.given: list[Array] = []
        self._tensors: list[Any] = []
        self._buffers: list[Array] = []
        self._inputs: list[int] = []
        self._outputs: list[int] = []
        self._operators: list[Any] = []
        self._codes: list[str | tuple[str, int]] = []

    def tensor(self, shape: Sequence[int], form: Quantised | str, values: Array | None = None) -> int:
        """Adds a tensor, which is a constant if it has values."""
        kind = form if isinstance(form, str) else form.kind
        number = len(self._tensors)
        if values is not None:
            self._buffers.append(values)
        made = tfl.tensor(f"tensor{number}", shape, kind, 0 if values is None else len(self._buffers))
        if isinstance(form, Quantised):
            made.quantization = schema.QuantizationParametersT()
            made.quantization.scale = list(form.scales)
            made.quantization.zeroPoint = [form.zero] * len(form.scales)
        self._tensors.append(made)
        return number

    def input(self, shape: Sequence[int], form: Quantised | str, values: Array | None = None) -> int:
        kind = form if isinstance(form, str) else form.kind
        self.given.append(every_number(kind, shape, self.random) if values is None else values)
        self._inputs.append(self.tensor(shape, form))
        return self._inputs[-1]

    def add(
        self,
        operator: str,
        operands: Sequence[int],
        shape: Sequence[int],
        form: Quantised | str,
        options: Any = None,
        version: int = 1,
    ) -> None:
        """Adds a node, whose result is an output."""
        self._outputs.append(self.tensor(shape, form))
        self._codes.append((operator, version))
        kind = type(options).__name__.removesuffix("T") if options is not None else ""
        self._operators.append(tfl.operator(len(self._codes) - 1, operands, self._outputs[-1:], options, kind))

    def rename(self, name: str) -> None:
        """Gives all results one name."""
        for index in self._outputs:
            self._tensors[index].name = name

    def open_first_axis(self) -> None:
        """Makes the first size of all tensors dynamic."""
        for tensor in self._tensors:
            tensor.shapeSignature = [-1, *tensor.shape[1:]]
            tensor.shape = [1, *tensor.shape[1:]]

    def packed(self) -> bytes:
        codes = list(self._codes)
        return tfl.packed(
            codes, [tfl.subgraph(self._tensors, self._inputs, self._outputs, self._operators)], self._buffers
        )


def litert(data: bytes, given: Sequence[Array]) -> list[Array]:
    """Returns what LiteRT's reference kernels compute."""
    module: Any = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")
    kernels = module.OpResolverType.BUILTIN_REF
    interpreter = module.Interpreter(model_content=data, experimental_op_resolver_type=kernels)
    interpreter.allocate_tensors()
    for detail, values in zip(interpreter.get_input_details(), given, strict=True):
        interpreter.set_tensor(detail["index"], values)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


def bare(data: bytes) -> str:
    """Returns the text of the converter alone. A test of a fault of the converter fails when this no longer has it."""
    from tirc.importers.base import run_converter

    return run_converter("tflite", {"text": True}, data, "model").mlir.decode()


__all__ = ["Nodes", "Quantised", "bare", "every_number", "litert"]
