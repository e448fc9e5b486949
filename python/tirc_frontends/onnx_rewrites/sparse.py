# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants of which a model stores only the numbers other than 0."""

from __future__ import annotations

from typing import Any

import numpy
from onnx import numpy_helper

from .graph import Array, Node


def constant(node: Node) -> None:
    """Constant with a sparse_value."""
    if "sparse_value" in node.attributes:
        tensor = node.attributes["sparse_value"]
        node.constant_output(node.outputs[0], _dense(tensor), tensor.values.data_type)


def densify(graph: Any) -> None:
    """Makes the sparse initializers of a graph ordinary ones, which the checks and repairs know."""
    for tensor in graph.sparse_initializer:
        graph.initializer.append(numpy_helper.from_array(_dense(tensor), tensor.values.name))
    del graph.sparse_initializer[:]


def _dense(tensor: Any) -> Array:
    values, places = numpy_helper.to_array(tensor.values), numpy_helper.to_array(tensor.indices)
    shape = tuple(tensor.dims)
    whole = numpy.zeros(shape, values.dtype)
    # Places are of the flattened tensor, or have a column for each axis.
    whole.flat[places if places.ndim == 1 else numpy.ravel_multi_index(tuple(places.T), shape)] = values
    return whole
