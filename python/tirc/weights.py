# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model's own values of weights that are inputs."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy

from tirc.tensors import Array, Tensor

# What the header says before the bytes of a weight, in the order of the inputs.
_DATA = re.compile(r"/\* The model's own [^\n]*\n#define \w+_DATA((?:[^\n]*\\\n)*[^\n]*)")


def own_weights(header: str, inputs: Sequence[Tensor]) -> dict[str, Array]:
    """Returns the model's own values of those inputs that are weights, by name, as the header has them."""
    weights = [tensor for tensor in inputs if tensor.is_weight]
    texts = [found[1] for found in _DATA.finditer(header)]
    values: dict[str, Array] = {}
    for tensor, text in zip(weights, texts, strict=True):
        data = bytes.fromhex(re.sub(r"[\\,\s]|0x", "", text))
        array = numpy.frombuffer(data, tensor.numpy_dtype).reshape(tensor.shape)
        array.flags.writeable = False
        values[tensor.name] = array
    return values
