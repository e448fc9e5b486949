# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent layers and attention with channels in the lanes of vectors have the bits of plain loops."""

from __future__ import annotations

import pathlib
import re
import sys

import numpy
import pytest

import tirc

pytest.importorskip("onnx")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
sys.path.append(str(pathlib.Path(__file__).parents[2] / "benchmarks" / "harness"))
import onnx_networks

_MODELS = {
    "lstm": lambda: onnx_networks.recurrent("LSTM", 3, 1, 5, 21),
    "lstm-batch": lambda: onnx_networks.recurrent("LSTM", 3, 7, 5, 21),
    "gru": lambda: onnx_networks.recurrent("GRU", 3, 1, 9, 16),
    "gru-batch": lambda: onnx_networks.recurrent("GRU", 3, 4, 9, 16),
    "encoder": lambda: onnx_networks.encoder(layers=2, steps=11, size=24, heads=3),
    "encoder-tanh": lambda: onnx_networks.encoder(layers=1, steps=16, size=32, heads=2, activation="tanh"),
}


def _run(module: tirc.Module, x: numpy.ndarray, backend: str = "jit") -> numpy.ndarray:
    (y,) = module.run(x, backend=backend).values()  # type: ignore[arg-type]
    return y


@pytest.mark.parametrize("name", _MODELS)
def test_bits_are_those_of_plain_loops(name: str) -> None:
    model = _MODELS[name]()
    shape = [size.dim_value for size in model.graph.input[0].type.tensor_type.shape.dim]
    x = numpy.random.default_rng(0).standard_normal(shape).astype(numpy.float32)
    want = _run(tirc.compile(model, target="host", schedule="elementwise"), x)
    for options in ({"target": "host", "target_cpu": "native"}, {"target": "host"}, {"target": "portable"}):
        module = tirc.compile(model, **options)  # type: ignore[arg-type]
        numpy.testing.assert_array_equal(_run(module, x).view(numpy.uint32), want.view(numpy.uint32), str(options))
    module.cc = "cc -O2"
    numpy.testing.assert_array_equal(_run(module, x, "c").view(numpy.uint32), want.view(numpy.uint32))


@pytest.mark.parametrize("name", ["gru-batch", "encoder"])
def test_products_are_in_lanes(name: str) -> None:
    source = tirc.compile(_MODELS[name](), target="host", model_name="m").files["tvmgen_m.c"].decode()
    # A plain loop of products has its sum in a variable.
    assert "tir_dot_lanes_" in source and not re.search(r"\bacc\w* \+= ", source)
