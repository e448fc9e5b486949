#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jax2onnx 0.17.1: the absolute value of a complex number is two numbers, one for each part.
#
# ONNX has no complex numbers in its common operators, so a converter keeps a pair in a last axis of 2. One would guess that
# abs of a spectrum, which every feature of sound begins with, becomes the root of the sum of squares. jax2onnx writes Abs of
# the pairs: the answer has an axis too many, and each number is the absolute value of a part. Real and imaginary parts, and
# the sum of their squares, are right.
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



x = numpy.array([0, 1, 4, 9, 16, 25], numpy.float32)
spectrum = numpy.fft.rfft(x)
found, want = run(lambda values: jax.numpy.abs(jax.numpy.fft.rfft(values)), x)
print(f"abs of the spectrum: {found.round(2).tolist()}, JAX {want.round(2).tolist()}")
assert numpy.allclose(want, abs(spectrum), rtol=1e-4)
assert numpy.allclose(found, numpy.stack([abs(spectrum.real), abs(spectrum.imag)], axis=-1), rtol=1e-4, atol=1e-4)
found, want = run(lambda values: jax.numpy.real(jax.numpy.fft.rfft(values)) ** 2
                  + jax.numpy.imag(jax.numpy.fft.rfft(values)) ** 2, x)
print(f"its square by parts: {found.round(2).tolist()}, JAX {want.round(2).tolist()}")
assert numpy.allclose(found, want, rtol=1e-3)
PYTHON
