#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jax2onnx 0.17.1: one_hot of -1 has a one in the last place.
#
# jax.nn.one_hot gives a row of zeros for each index that is not from 0 to the number of classes less 1, and -1 is what marks
# a label that is to be left out. OneHot of ONNX counts negative indices from the end. One would guess that a converter takes
# care of the difference. jax2onnx does not: -1 is the last class, -4 the first. Indices that are too large give zeros in
# both.
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



x = numpy.array([0, 3, 4, -1, -4, -5], numpy.int32)
found, want = run(lambda values: jax.nn.one_hot(values, 4), x)
for index, one, other in zip(x, found, want):
    print(f"{index}: {one.astype(int).tolist()}, JAX {other.astype(int).tolist()}")
assert numpy.array_equal(found[[0, 1, 2, 5]], want[[0, 1, 2, 5]]) and not want[2:].any()
assert found[3].tolist() == [0, 0, 0, 1] and found[4].tolist() == [1, 0, 0, 0]
PYTHON
