# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison of compiled models with onnxruntime and LiteRT."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
import pytest
import tirc
from conftest import REPO
from tirc.importers import load
from tirc.verifying import verify

DIGITS = REPO / "examples" / "digits"


def altered(data: bytes, name: str, factor: float) -> bytes:
    """Multiplies one constant of an ONNX model."""
    import onnx

    model = onnx.load_model_from_string(data)
    for tensor in model.graph.initializer:
        if tensor.name == name:
            tensor.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(tensor) * factor, name))
    return model.SerializeToString()


@pytest.fixture
def network() -> Any:
    pytest.importorskip("onnx", reason="needs tirc[onnx]")
    pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
    pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    import onnx_models

    return onnx_models.cnn()


def test_a_right_onnx_model_passes(network: Any) -> None:
    image = numpy.random.default_rng(1).standard_normal((1, 1, 8, 8)).astype(numpy.float32)
    for inputs in (image, [image], {"image": image}):
        assert tirc.compile(network, verify=inputs).outputs[0].shape == (1, 10)
    with pytest.raises(ValueError, match="input 'image': expected 1x1x8x8"):
        tirc.compile(network, verify=image[0])


def test_the_first_tensor_that_differs_is_named(network: Any) -> None:
    # The first convolution's weights are w0, those of the second w6.
    source = load(network)
    module = tirc.compile(source.mlir, **source.options)
    image = numpy.random.default_rng(1).standard_normal((1, 1, 8, 8)).astype(numpy.float32)
    second = next(node for node in network.graph.node if node.op_type == "Conv" and node.input[1] != "w0")
    other = dataclasses.replace(source, original=altered(source.original, second.input[1], 2.0))

    def recompile(data: bytes) -> tirc.Module:
        return tirc.compile(altered(data, second.input[1], 0.5))

    with pytest.raises(
        tirc.VerificationError, match="differs from onnxruntime: .* numbers, the first at 0: "
    ) as caught:
        verify(other, module, image, recompile)
    assert caught.value.tensor == second.output[0]
    # Without the tensors inside, the output is named.
    with pytest.raises(tirc.VerificationError, match="model: 'scores' differs") as caught:
        verify(other, module, image, tirc.compile)
    assert caught.value.tensor == "scores"


def test_tflite_models_are_compared_with_litert() -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    pytest.importorskip("ai_edge_litert", reason="needs ai-edge-litert")
    path = DIGITS / "digits_int8.tflite"
    image = numpy.load(DIGITS / "digits_int8.test_set.npz")["images"][0].reshape(1, 8, 8, 1)
    assert tirc.compile(path, verify=image).name == "digits_int8"
    # A byte of the last layer's weights.
    data = bytearray(path.read_bytes())
    source = load(path)
    weights = largest_buffer(bytes(data))
    for i in range(*weights):
        data[i] ^= 0x55
    other = dataclasses.replace(source, original=bytes(data))
    module = tirc.compile(path)

    def recompile(exposed: bytes) -> tirc.Module:
        right = bytearray(exposed)
        right[slice(*weights)] = path.read_bytes()[slice(*weights)]
        return tirc.compile(bytes(right))

    with pytest.raises(tirc.VerificationError, match="differs from LiteRT: ") as caught:
        verify(other, module, image, recompile)
    # The layer with the largest weights, not the output.
    assert "re_lu_3" in caught.value.tensor


def largest_buffer(data: bytes) -> tuple[int, int]:
    import tflite

    model = tflite.Model.GetRootAs(bytearray(data), 0)
    contents = [model.Buffers(i).DataAsNumpy() for i in range(model.BuffersLength())]
    largest = max((array for array in contents if not isinstance(array, int)), key=len).tobytes()
    start = data.index(largest)
    return start, start + len(largest)


def test_mlir_has_nothing_to_compare_with() -> None:
    from models import DIFFERENCE

    with pytest.raises(tirc.Error, match="verify compares ONNX and TensorFlow Lite models; .* got MLIR"):
        tirc.compile(DIFFERENCE, verify=[])
