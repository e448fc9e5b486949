# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The remark on a quantised model that computes some convolutions and matrix products in floats."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy
import pytest

from tirc.importers import load


def remarks(model: Any, *more: Any) -> list[str]:
    return [text for text in load(model, None, *more).remarks if "computed in floats" in text]


def onnx_network(folder: pathlib.Path, network: str, form: str, kind: str, excluded: int | None = None) -> Any:
    """Returns a network that onnxruntime quantises, without the convolution of this number."""
    pytest.importorskip("onnxruntime", reason="needs onnxruntime")
    pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
    import quantized_models

    if excluded is None:
        return quantized_models.quantized(quantized_models.NETWORKS[network](), folder, form, kind)
    real = quantized_models.quantization.quantize_static
    model = quantized_models.NETWORKS[network]()
    name = [node.name for node in model.graph.node if node.op_type == "Conv"][excluded]

    def without(*given: Any, **options: Any) -> Any:
        return real(*given, **options, nodes_to_exclude=[name])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quantized_models.quantization, "quantize_static", without)
        return quantized_models.quantized(model, folder, form, kind)


def test_onnx(tmp_path: pathlib.Path) -> None:
    (text,) = remarks(onnx_network(tmp_path, "cnn", "QDQ", "QInt8", excluded=1))
    assert text.startswith("1 of 6 convolutions and matrix products of this quantised model are computed in floats: 'conv_2' (Conv)")
    assert "; to have integers, in quantize_static, leave them out of nodes_to_exclude, and let op_types_to_quantize have" in text
    assert not remarks(onnx_network(tmp_path, "cnn", "QDQ", "QInt8"))
    # A recurrent layer has no form in integers.
    assert not remarks(onnx_network(tmp_path, "lstm", "QDQ", "QInt8"))


def test_onnx_forms_without_integers(tmp_path: pathlib.Path) -> None:
    (text,) = remarks(onnx_network(tmp_path, "depthwise", "QOperator", "QInt8"))
    assert "1 of 6" in text and text.endswith("to have integers, quantize a ConvTranspose by QuantFormat.QDQ with activations of 8 bits")
    assert not remarks(onnx_network(tmp_path, "depthwise", "QDQ", "QInt8"))
    (text,) = remarks(onnx_network(tmp_path, "transformer", "QDQ", "QInt16"))
    assert "2 of 8" in text and text.endswith("; quantize the product of two activations with activations of 8 bits")


def test_tflite() -> None:
    pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
    from packed_tflite import schema
    from tflite_nodes import Nodes, Quantised

    options = schema.Conv2DOptionsT()
    options.strideW = options.strideH = options.dilationWFactor = options.dilationHFactor = 1
    for has_integers, has_floats in ((True, True), (True, False), (False, True)):
        nodes = Nodes()
        if has_integers:
            form, wide = Quantised("INT8", [0.5]), Quantised("INT32", [0.25])
            weights = nodes.tensor([2, 1, 1, 3], form, numpy.ones((2, 1, 1, 3), "int8"))
            operands = [nodes.input([1, 4, 4, 3], form), weights, nodes.tensor([2], wide, numpy.zeros(2, "int32"))]
            nodes.add("CONV_2D", operands, [1, 4, 4, 2], form, options)
        if has_floats:
            weights = nodes.tensor([2, 1, 1, 3], "FLOAT32", numpy.ones((2, 1, 1, 3), "float32"))
            operands = [nodes.input([1, 4, 4, 3], "FLOAT32"), weights, nodes.tensor([2], "FLOAT32", numpy.zeros(2, "float32"))]
            nodes.add("CONV_2D", operands, [1, 4, 4, 2], "FLOAT32", options)
        found = remarks(nodes.packed())
        assert len(found) == (has_integers and has_floats)
        if found:
            assert found[0].startswith("1 of 2") and "(CONV_2D); to have integers, convert the model with a representative" in found[0]


def test_pytorch() -> None:
    pytest.importorskip("torchao", reason="needs torchao")
    import torch
    from pt2e_models import All, quantized

    class Some(All):  # type: ignore[misc]
        def annotate(self, model: Any) -> Any:
            model = super().annotate(model)
            nodes = [node for node in model.graph.nodes if str(node.target).startswith("aten.conv2d")]
            del nodes[1].meta["quantization_annotation"]
            return model

    complete, _ = quantized("cnn", All(torch.int8, channels=False))
    assert not remarks(complete)
    partial, _ = quantized("cnn", Some(torch.int8, channels=False))
    (text,) = remarks(partial)
    assert "convolutions and matrix products of this quantised model are computed in floats: 'conv'" in text
    assert text.startswith("1 of") and "have the quantizer annotate them" in text
