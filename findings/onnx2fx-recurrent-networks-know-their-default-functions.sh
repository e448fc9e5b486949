#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx2fx 0.0.1: RNN, GRU and LSTM run with tanh and the sigmoid, whatever activations say.
#
# The attribute activations of RNN, GRU and LSTM names the functions: an RNN with Relu is the usual alternative, in PyTorch,
# too. One would guess that a converter reads the attribute or refuses what it does not have, as onnx2pytorch does. onnx2fx
# does neither: each network is computed with the default functions, and a Relu that should have no negative answers has
# them. clip and sequence_lens are passed over the same way.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx2fx==0.0.1 torch==2.15.0 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnx2fx
import onnxruntime
import torch


def run(text, x, *weights):
    """Returns what onnx2fx's module and onnxruntime answer; weights are constants of the model."""
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 13]> main {text}')
    for value, values in zip(model.graph.input[1:], weights):
        model.graph.initializer.append(onnx.numpy_helper.from_array(values, value.name))
    del model.graph.input[1:]
    onnx.checker.check_model(model, full_check=True)
    found = onnx2fx.convert(model)(torch.from_numpy(x))
    want = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {model.graph.input[0].name: x})
    return [values.detach().numpy() for values in (found if isinstance(found, (tuple, list)) else [found])], want


rng = numpy.random.default_rng(0)
x = rng.normal(size=(4, 1, 3)).astype(numpy.float32)
for kind, gates, functions, extra in [
    ("RNN", 1, '"Relu"', ""), ("GRU", 3, '"HardSigmoid", "Softsign"', ""), ("LSTM", 4, '"HardSigmoid", "Softsign", "Relu"', ""),
    ("RNN", 1, "", ", clip = 0.1"),
]:
    weights = [rng.normal(size=(1, gates * 2, size)).astype(numpy.float32) for size in (3, 2)]
    text = """(float[4, 1, 3] x, float[1, {gates}, 3] w, float[1, {gates}, 2] r) => (float[4, 1, 1, 2] y) {{
  y = {kind} <hidden_size = 2 {attributes}> (x, w, r)
}}"""
    attributes = (f", activations = [{functions}]" if functions else "") + extra
    (found,), (want,) = run(text.format(kind=kind, gates=gates * 2, attributes=attributes), x, *weights)
    (plain,), (default,) = run(text.format(kind=kind, gates=gates * 2, attributes=""), x, *weights)
    print(f"{kind}{attributes}: {found[0].ravel().round(3).tolist()}, onnxruntime {want[0].ravel().round(3).tolist()}")
    assert numpy.allclose(plain, default, atol=1e-5) and numpy.array_equal(found, plain)
    assert not numpy.allclose(found, want, atol=1e-2)
PYTHON
