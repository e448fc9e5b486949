#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jax2onnx 0.17.1: cumlogsumexp of 1000 is infinity, and log1p of a small number is 0.
#
# JAX computes logarithms of sums so that they do not overflow: cumlogsumexp of 1000 is 1000. One would guess that a converter
# takes over the way, as it does for softplus and log_softmax, which are right. jax2onnx writes the formula, the logarithm of
# a cumulative sum of exponentials. log1p and expm1 become log(1 + x) and exp(x) - 1, which are 0 for 1e-8.
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



for name, function, number, right, wrong in [
        ("cumlogsumexp", lax.cumlogsumexp, 1000, 1000, numpy.inf), ("cumlogsumexp", lax.cumlogsumexp, 3, 3, 3),
        ("log1p", jax.numpy.log1p, 1e-8, 1e-8, 0), ("expm1", jax.numpy.expm1, 1e-8, 1e-8, 0),
        ("softplus", jax.nn.softplus, 1000, 1000, 1000), ("log_softmax", jax.nn.log_softmax, 1000, 0, 0)]:
    found, want = run(function, numpy.array([number], numpy.float32))
    print(f"{name}({number}): {found[0]}, JAX {want[0]}")
    assert numpy.allclose(want, right, rtol=1e-6, atol=0) and numpy.allclose(found, wrong, rtol=1e-6, atol=0)
PYTHON
