# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison of a compiled model with the runtime of its format: onnxruntime, LiteRT, PyTorch or TOSA's reference model."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy

from tirc.arithmetic import ARITHMETIC
from tirc.errors import Error, VerificationError
from tirc.importers import ImportedModel
from tirc.module import Module
from tirc.references import Reference, Values, reference_of, same_bits
from tirc.tensors import Array, Tensor, to_array

# Floats may differ by this part of the tensor's largest number, integers by one unit: kernels add in another order.
_FLOAT_PART, _UNITS = 1e-4, 1
# A model can have this many outputs. Those that it cannot have are found by halves, within this many attempts.
_MOST_TENSORS, _MOST_ATTEMPTS = 500, 40

# Compiles the bytes of a model as the caller's model was compiled.
Recompile = Callable[[bytes], Module]


def verify(source: ImportedModel, module: Module, inputs: object, recompile: Recompile) -> None:
    """Runs `module` from the initial values of its variables, and the source model's own runtime, on the same inputs. Raises
    VerificationError, which names the first tensor that differs, and tirc.Error if the runtime is not installed or the
    model is MLIR. The variables have their initial values afterwards."""
    reference = reference_of(source)
    fed = _fed(module, inputs)
    # A result without a name in the runtime has the one that it has here.
    wanted = [
        (name or tensor.name, array) for (name, array), tensor in zip(reference.run(fed), module.outputs, strict=True)
    ]
    difference = _first(module, fed, wanted)
    if difference is None:
        return
    # The same model with all of its tensors as outputs shows where the difference begins.
    name, text = _Search(reference, recompile, fed).first() or difference
    arithmetic = ARITHMETIC[source.front_end.partition("-")[0]]
    raise VerificationError(
        f"{source.source}: '{name}' differs from {arithmetic.follows}: {text}; report it as a bug of tirc, with the model and "
        f"these inputs ({arithmetic.sentence()})",
        name,
    )


class _Search:
    """The search for the first tensor inside a model that differs."""

    def __init__(self, reference: Reference, recompile: Recompile, fed: Sequence[Array]) -> None:
        self._reference, self._recompile, self._fed = reference, recompile, fed
        self._attempts = 0

    def first(self) -> tuple[str, str] | None:
        tensors = self._reference.tensors()
        parts = (tensors[start : start + _MOST_TENSORS] for start in range(0, len(tensors), _MOST_TENSORS))
        return next((found for part in parts if (found := self._first_of(part))), None)

    def _first_of(self, tensors: Sequence[Any]) -> tuple[str, str] | None:
        """Returns the first of the tensors that differs. One that cannot be an output hides where the difference begins,
        but not the difference itself."""
        self._attempts += 1
        if self._attempts > _MOST_ATTEMPTS:
            return None
        try:
            model, wanted = self._reference.exposed(tensors, self._fed)
            return _first(self._recompile(model), self._fed, wanted)
        except (Error, ValueError, struct.error):
            half = len(tensors) // 2
            parts = (tensors[:half], tensors[half:]) if half else ()
            return next((found for part in parts if (found := self._first_of(part))), None)


def _fed(module: Module, inputs: object) -> list[Array]:
    """Returns the inputs in the order of the model, with the numbers' own types."""
    if isinstance(inputs, Mapping):
        values = module._bind((), inputs)
    else:
        values = module._bind(tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,), {})
    arrays = [numpy.asarray(value) for value in values]
    for array, tensor in zip(arrays, module.inputs, strict=True):
        to_array(same_bits(array, tensor.numpy_dtype), tensor)
    return arrays


def _first(module: Module, fed: Sequence[Array], wanted: Values) -> tuple[str, str] | None:
    """Returns the first output that differs, and how. Outputs may have other names in the runtime, or the same one."""
    given = [same_bits(array, tensor.numpy_dtype) for array, tensor in zip(fed, module.inputs, strict=True)]
    module.reset()
    try:
        results = module.run(*given).values()
    finally:
        module.reset()
    for (name, reference), array, tensor in zip(wanted, results, module.outputs, strict=True):
        if text := _difference(_numbers(array, tensor, reference), reference):
            return name, text
    return None


def _numbers(array: Array, tensor: Tensor, reference: Array) -> Array:
    """Returns an output in the type of the runtime's result."""
    if tensor.dtype == "bfloat16" and array.dtype == numpy.uint16 and reference.dtype != numpy.uint16:
        return (array.astype(numpy.uint32) << 16).view(numpy.float32)
    return same_bits(array, reference.dtype)


def _difference(array: Array, reference: Array) -> str:
    if array.size != reference.size:
        return f"it has the shape {array.shape} for {reference.shape}"
    if not array.size:
        return ""
    ours, theirs = array.reshape(-1).astype(numpy.float64), reference.reshape(-1).astype(numpy.float64)
    if reference.dtype.kind == "f":
        finite = theirs[numpy.isfinite(theirs)]
        limit = _FLOAT_PART * max(float(abs(finite).max()) if finite.size else 0.0, 1e-6)
    else:
        limit = 0 if reference.dtype == bool else _UNITS
    with numpy.errstate(invalid="ignore"):
        near = (abs(ours - theirs) <= limit) | (ours == theirs) | (numpy.isnan(ours) & numpy.isnan(theirs))
    if near.all():
        return ""
    where = int(numpy.argmin(near))
    return (
        f"{int((~near).sum())} of {near.size} numbers, the first at {where}: {array.reshape(-1)[where]} for "
        f"{reference.reshape(-1)[where]}"
    )
