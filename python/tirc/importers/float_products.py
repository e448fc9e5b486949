# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The remark on a quantised model that computes some of its convolutions and matrix products in floats, which takes many times the
RAM, flash and cycles of integers. People see it late, since the results are right."""

from __future__ import annotations

import re

from tirc import ir
from tirc.errors import CompileError
from tirc.importers.base import ImportedModel

_PRODUCT = re.compile(r"tosa\.(conv2d|conv3d|depthwise_conv2d|transpose_conv2d|matmul)|linalg\.(\w*conv\w*|(batch_)?matmul)")
_INTEGER, _FLOAT = re.compile(r"tensor<[^>]*x[su]?i(8|16)>"), re.compile(r"tensor<[^>]*x(f32|f16|bf16|f64)>")
# Layers that no producer quantises as integers of an ONNX file or a program of PyTorch.
_RECURRENT = frozenset({"LSTM", "GRU", "RNN"})
# The most names that a remark has.
_MOST = 6

_RECIPES = {
    "tflite": "convert the model with a representative_dataset and the supported_ops TFLITE_BUILTINS_INT8; in ai-edge-quantizer, "
    "with a static recipe whose regex and operation name match these layers",
    "torch": "have the quantizer annotate them before prepare_pt2e, with set_global or set_module_name",
    "tosa": "have the quantizer annotate them, with set_global, before ExecuTorch writes the file",
    "onnx": "in quantize_static, leave them out of nodes_to_exclude, and let op_types_to_quantize have their operators",
}
# What onnxruntime's tools, or tirc, know of an operator in some forms only.
_FORMS = {
    "ConvTranspose": "quantize a ConvTranspose by QuantFormat.QDQ with activations of 8 bits",
    "MatMul": "quantize the product of two activations with activations of 8 bits",
}


def remarks(source: ImportedModel) -> list[str]:
    """Returns the remark, if some products are of integers and others of floats."""
    is_text = not source.mlir.startswith(b"ML\xefR")
    if is_text and not re.search(rb"xi(8|16)>", source.mlir):
        return []
    try:
        operations = ir.parse(source.mlir).operations
    except CompileError:
        # The compiler says why.
        return []
    found: dict[str, None] = {}
    kinds: set[str] = set()
    integers: set[str] = set()
    for index, operation in enumerate(operations):
        kind = source.operators.get(operation.place or "", "")
        if not _PRODUCT.fullmatch(operation.name) or not operation.operand_types or kind in _RECURRENT:
            continue
        name = operation.place or f"{operation.name} {index}"
        if _INTEGER.fullmatch(operation.operand_types[0]):
            integers.add(name)
        elif _FLOAT.fullmatch(operation.operand_types[0]):
            found.setdefault(f"'{name}'{f' ({kind})' if kind else ''}")
            kinds.add(kind)
    if not integers or not found:
        return []
    listed = ", ".join(list(found)[:_MOST]) + (", ..." if len(found) > _MOST else "")
    front_end = source.front_end.partition("-")[0]
    # The general recipe is of no use for an operator that other forms leave in floats.
    recipes = [_RECIPES[front_end]] if front_end != "onnx" or kinds - {"ConvTranspose"} else []
    recipes += [text for kind, text in _FORMS.items() if front_end == "onnx" and kind in kinds]
    return [
        f"{len(found)} of {len(found) + len(integers)} convolutions and matrix products of this quantised model are computed in "
        f"floats: {listed}; to have integers, {'; '.join(recipes)}"
    ]
