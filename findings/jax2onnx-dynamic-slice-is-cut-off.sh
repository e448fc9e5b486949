#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# jax2onnx 0.17.1: a dynamic slice that would go beyond the end is shorter instead of moved.
#
# dynamic_slice of JAX always has the size it is asked for: a start that is too large is moved back ("the slice will be
# shifted"), and one that is negative counts from the end. One would guess that a converter limits the start in the model, as
# Slice of ONNX has no such rule. jax2onnx limits the end: of three elements from the fifth of six, the model answers two, and
# none from the tenth, though its output is declared with three.
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



x = numpy.arange(6, dtype=numpy.float32)
for start, moved, cut in [(0, 0, 3), (3, 3, 3), (4, 3, 2), (5, 3, 1), (9, 3, 0), (-2, 3, 2)]:
    found, want = run(lambda values, first: lax.dynamic_slice(values, (first,), (3,)), x, numpy.array(start, numpy.int32))
    print(f"three from {start}: {found.tolist()}, JAX {want.tolist()}")
    assert want.tolist() == x[moved:moved + 3].tolist() and len(found) == cut
    assert found.tolist() == (x[start:][:3] if start >= 0 else x[start:]).tolist()
PYTHON
