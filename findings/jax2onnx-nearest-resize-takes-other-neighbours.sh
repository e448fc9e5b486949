#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jax2onnx 0.17.1: a nearest resize of six elements to three takes the first of each pair, where JAX takes the second.
#
# jax.image.resize with method="nearest" takes the element at floor((i + 0.5) * scale). Resize of ONNX has all that is needed
# to say so: half pixels and a rounding of ties. One would guess that a converter chooses it. jax2onnx does not: halves,
# ninths and fifths take other elements than JAX, and only whole enlargements are the same. For method="linear" the numbers
# are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q jax==0.10.2 jaxlib==0.10.2 onnx-ir==1.1.0 onnxruntime==1.32.0 onnx==1.23.2 numpy==2.4.6
"$work/venv/bin/pip" install -q --no-deps jax2onnx==0.17.1 flax==0.12.8 optax==0.2.8 chex==0.1.92 absl-py==2.5.1 \
  toolz==1.2.0 msgpack==1.2.4 rich==15.0.0 treescope==0.1.10 pyyaml==6.0.4
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import logging

import jax
import numpy
import onnxruntime
from jax import lax
from jax2onnx import to_onnx

logging.disable(logging.WARNING)


def run(function, *inputs):
    """Returns what the converted function answers in onnxruntime, and JAX."""
    model = to_onnx(function, inputs=[jax.ShapeDtypeStruct(values.shape, values.dtype) for values in inputs])
    session = onnxruntime.InferenceSession(model.SerializeToString())
    (found,) = session.run(None, {value.name: values for value, values in zip(session.get_inputs(), inputs)})
    return found, numpy.asarray(function(*map(jax.numpy.asarray, inputs)))



x = numpy.arange(6, dtype=numpy.float32).reshape(1, 6, 1, 1)
for size in [3, 5, 9, 12]:
    for method in ["nearest", "linear"]:
        found, want = run(lambda values: jax.image.resize(values, (1, size, 1, 1), method, antialias=False), x)
        found, want = found.ravel(), want.ravel()
        if method == "nearest":
            print(f"six to {size}: {found.tolist()}, JAX {want.tolist()}")
            assert want.tolist() == numpy.floor((numpy.arange(size) + 0.5) * 6 / size).tolist()
        assert numpy.allclose(found, want, atol=1e-5) == (method == "linear" or size == 12)
PYTHON
