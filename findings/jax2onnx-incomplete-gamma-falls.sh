#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jax2onnx 0.17.1: the incomplete gamma function, which grows to 1, falls for large numbers.
#
# igamma(a, x) is a share of an integral: it begins at 0 and grows to 1. One would guess that a converter that accepts the
# function, which ONNX does not have, writes a series that holds for each x. jax2onnx writes one that holds near x = a: for a
# = 0.1 the model answers 0.40, 0.43 and then less and less, 0.27 at 20, where the true numbers are 0.83, 0.94 and 1. From a =
# 5 on it is right.
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



x = numpy.array([0.1, 0.5, 1, 2, 5, 20], numpy.float32)
for a in [0.1, 0.5, 5, 20]:
    found, want = run(lambda values: lax.igamma(jax.numpy.full_like(values, a), values), x)
    print(f"a = {a}: {found.round(3)}, JAX {want.round(3)}")
    assert (numpy.diff(want) >= 0).all() and numpy.allclose(found, want, atol=0.005) == (a > 1)
    if a < 1:
        assert found[5] < found[4] and want[5] > 0.999 > found[5]
PYTHON
