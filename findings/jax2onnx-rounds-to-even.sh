#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jax2onnx 0.17.1: lax.round, which rounds ties away from zero, becomes Round, which rounds them to even.
#
# lax.round has two methods, away from zero by default and to even. ONNX has Round to even alone. One would guess that a
# converter writes the other as a floor of the absolute value and a half, or refuses it. jax2onnx writes Round for both: 0.5
# becomes 0, and -2.5 becomes -2. jax.numpy.round, which rounds to even, is right.
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



x = numpy.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.7], numpy.float32)
for name, function in [("lax.round", lax.round), ("jax.numpy.round", jax.numpy.round),
                       ("lax.round to even", lambda values: lax.round(values, lax.RoundingMethod.TO_NEAREST_EVEN))]:
    found, want = run(function, x)
    print(f"{name} of {x.round(1).tolist()}: {found.tolist()}, JAX {want.tolist()}")
    assert numpy.array_equal(found, numpy.rint(x))
    assert numpy.array_equal(want, numpy.copysign(numpy.floor(abs(x) + 0.5), x) if name == "lax.round" else numpy.rint(x))
PYTHON
