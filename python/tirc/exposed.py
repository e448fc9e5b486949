# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that output the result of each kernel: the kernels behind their outputs, and values for both."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy

from tirc.comparison import Kernel
from tirc.module import Module
from tirc.tensors import Array, Tensor, to_array

# Outputs by name.
Results = dict[str, Array]


def variant(module: Module, **options: object) -> Module:
    """Returns the same model with other options. It shares libraries and contexts of devices, but has its own state."""
    made = module._with_options(**options)
    made.cc = module.cc
    made.devices.update(module.devices)
    for library in module._libraries:
        made.link(library)
    return made


def describe_kernels(plain: Module, exposed: Module) -> list[Kernel]:
    """Returns the kernels of `plain`, by the additional outputs of `exposed`, in order; the model's own outputs come
    last."""
    calls = list(plain.report.json["kernels"])
    prefix = f"tvmgen_{plain.name}_"
    kernels, outputs = [], []
    for row in exposed.report.json["outputs"]:
        tensor = Tensor.of_report(row)
        name = row.get("kernel")
        if name is None:
            outputs.append(_kernel(tensor, row, "", None))
            continue
        # A kernel may be called several times, and may have several results.
        by_name = [call for call in calls if call["function"] in (prefix + name, name)]
        # With different channels left out, other kernels share a function.
        by_place = [call for call in calls if call["place"] == row.get("place")]
        call = next(iter(by_name + by_place), None)
        is_last = not _has_more(exposed, row)
        if call and is_last:
            calls.remove(call)
        kernel = _kernel(tensor, row, call["function"] if call else name, call)
        # The plain program may compute several kernels as one, such as the kernels of a softmax.
        whole = next((each for each in plain.report.json["kernels"] if kernel.place in each["fused"]), None)
        if call is None and whole is not None:
            kernel = dataclasses.replace(kernel, step=whole["step"])
        kernels.append(kernel)
    return kernels + outputs


def _has_more(exposed: Module, row: Mapping[str, Any]) -> bool:
    """Returns whether the next output belongs to the same call: a later call of the kernel has another place or reads
    another value."""
    rows = exposed.report.json["outputs"]
    index = rows.index(row) + 1
    return index < len(rows) and all(rows[index].get(key) == row[key] for key in ("kernel", "place", "reads"))


def _kernel(tensor: Tensor, row: Mapping[str, Any], function: str, call: Mapping[str, Any] | None) -> Kernel:
    return Kernel(
        name=tensor.name,
        function=function,
        place=row.get("place", ""),
        fused=tuple(call["fused"]) if call else (),
        step=call["step"] if call else None,
        shape=tensor.shape,
        dtype=tensor.dtype,
        reads=tuple(row.get("reads", ())),
    )


def bind_inputs(module: Module, inputs: object) -> list[Array]:
    """Returns the model's inputs in order, from a mapping, a sequence, or a single array."""
    if isinstance(inputs, Mapping):
        values = module._bind((), inputs)
    elif isinstance(inputs, (list, tuple)):
        values = module._bind(inputs, {})
    else:
        values = module._bind((inputs,), {})
    return [to_array(value, tensor) for value, tensor in zip(values, module.inputs, strict=True)]


def match_reference(
    kernels: Sequence[Kernel], tensors: Sequence[Tensor], reference: Mapping[str, object]
) -> Results:
    """Returns the given values by the names of their kernels."""
    types = {tensor.name: tensor for tensor in tensors}
    return {
        kernel.name: _reference_array(key, value, types[kernel.name])
        for key, value in reference.items()
        for kernel in [_find_kernel(kernels, key)]
    }


def _find_kernel(kernels: Sequence[Kernel], key: str) -> Kernel:
    for names in (lambda kernel: (kernel.name,), lambda kernel: (kernel.function, kernel.place)):
        found = [kernel for kernel in kernels if key in names(kernel)]
        if len(found) == 1:
            return found[0]
        if found:
            raise ValueError(
                f"reference: '{key}' gives several results; name the one that is meant: "
                f"{', '.join(kernel.name for kernel in found)}"
            )
    raise ValueError(
        f"reference: there is no kernel or output '{key}'; expected one of "
        f"{', '.join(kernel.name for kernel in kernels)}, or the place of a kernel in the model"
    )


def _reference_array(key: str, value: object, tensor: Tensor) -> Array:
    given = numpy.asarray(value)
    wanted = tensor.numpy_dtype
    if given.size != numpy.prod(tensor.shape, dtype=int):
        raise ValueError(
            f"reference: '{key}' is {tensor.describe()}, but the array has the shape "
            f"{'x'.join(map(str, given.shape)) or 'of a scalar'}"
        )
    array = given.astype(wanted).reshape(tensor.shape)
    if "float" not in tensor.dtype and not numpy.array_equal(array.reshape(-1), given.reshape(-1)):
        raise ValueError(f"reference: '{key}' is {tensor.describe()}, and the array has other numbers")
    return array
