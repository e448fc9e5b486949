# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that are broken or not supported: the error names node, operator, reason and remedy, as the model calls them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tiny_tflite import tiny_tflite

import tirc

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
pytest.importorskip("torch_mlir", reason="needs tirc[onnx]")
pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
pytest.importorskip("tflite", reason="needs tirc[tflite]")

# What only those who know the converters understand.
_FOREIGN = re.compile(r"torch\.\w|aten\.|cf\.assert|tm_tensor|--tir-|tosa\.\w+' op|failed to legalize|Traceback")

_NO_FORM = "torch-mlir does not convert this operator in this form; express it by other operators"


def _net(text: str, opset: int = 19, domain: str = "") -> Any:
    """Returns a model from the text of a graph."""
    domains = f'"" : {opset}' + (f', "{domain}" : 1' if domain else "")
    return onnx.parser.parse_model(f"<ir_version: 9, opset_import: [{domains}]> net {text}")


def _external() -> Any:
    model = _net("(float[2] x) => (float[2] y) <float[2] w = {1.0, 2.0}> { [node] y = Add(x, w) }")
    weights = model.graph.initializer[0]
    del weights.float_data[:]
    weights.data_location = onnx.TensorProto.EXTERNAL
    entry = weights.external_data.add()
    entry.key, entry.value = "location", "weights.bin"
    return model


# A model, options of tirc.compile, and what the message has to say.
_BROKEN: dict[str, tuple[Any, dict[str, Any], str]] = {
    "positions of numbers": (
        lambda: _net("(float[4] x) => (int64[1,N] y) { [node] y = NonZero(x) }"),
        {},
        "'node': NonZero: the shape of its result depends on the numbers; expected one that is known when the model is",
    ),
    "distinct numbers": (
        lambda: _net("(float[2,4] x) => (float[N,4] y) { [node] y = Unique<axis = 0>(x) }"),
        {},
        "'node': Unique: the shape of its result depends on the numbers; expected one that is known when the model is",
    ),
    "boxes": (
        lambda: _net(
            "(float[1,6,4] x, float[1,1,6] s, int64 n, float t) => (int64[N,3] y) "
            "{ [node] y = NonMaxSuppression(x, s, n, t) }"
        ),
        {},
        "'node': NonMaxSuppression: the shape of its result depends on the numbers; expected one that is known when",
    ),
    "steps of a batch": (
        lambda: _net(
            "(float[1,2] s, float[1,3,2] x) => (float[1,2] t, float[1,3,2] y) { [node] t, y = Scan<num_scan_inputs = 1, body = "
            "step (float[2] a, float[2] b) => (float[2] c, float[2] d) { c = Add(a, b) d = Identity(c) }>(, s, x) }",
            8,
        ),
        {},
        "'node': Scan: in opset 8, its tensors have a batch; expected Scan of opset 9 or newer: export the model again",
    ),
    "an operator of which torch-mlir names only a constant": (
        lambda: _net(
            "(float[1,2,3,3,1] x) => (float[1,2,1,1,1] y) <float[2,1,2,2,1] w = {1, 2, 3, 4, 5, 6, 7, 8}> { a = Relu(x) "
            "[node] b = Conv<group = 2, dilations = [2, 2, 2]>(a, w) y = Relu(b) }"
        ),
        {},
        f"'node': Conv: {_NO_FORM}",
    ),
    "an image file": (
        lambda: _net("(uint8[9] x) => (uint8[H,W,3] y) { [node] y = ImageDecoder(x) }", 20),
        {},
        "'node': ImageDecoder: it reads the file of an image; expected numbers that follow from the model's inputs: take it",
    ),
    "random numbers": (
        lambda: _net("() => (float[2] y) { [node] y = RandomNormal<shape = [2]>() }"),
        {},
        "'node': RandomNormal: its result is random; expected numbers that follow from the model's inputs: take it out of",
    ),
    "numbers that are random by a definition": (
        lambda: _net("(float[2] x) => (float[2] y) { [node] y = Bernoulli(x) }"),
        {},
        "'node': Bernoulli: its result is random; expected numbers that follow from the model's inputs: take it out of",
    ),
    "a dropout that learns": (
        lambda: _net("(float[2] x, bool t) => (float[2] y) <float r = {0.5}> { [node] y = Dropout(x, r, t) }"),
        {},
        "'node': Dropout: its training_mode is not constant and false, and so its result is random; expected a model for",
    ),
    "an operator that onnx does not bring to a newer opset": (
        lambda: _net("(float[2] x, float[2] z) => (bool[2] y) { [node] y = Greater(x, z) }", 6),
        {},
        "'node': Greater: onnx does not convert it from opset 6 to 17; expected another form of the model: export it with",
    ),
    "moved windows of a volume": (
        lambda: _net("(float[1,1,4,4,1] x, float[1,1,2,2,1] w, float[1,12,3,3,1] o) => (float[1,1,3,3,1] y) "
                     "{ [node] y = DeformConv(x, w, o) }"),
        {},
        f"'node': DeformConv: {_NO_FORM}",
    ),
    "a K that is an input": (
        lambda: _net("(float[4] x, int64[1] k) => (float[N] y, int64[N] i) { [node] y, i = TopK(x, k) }"),
        {},
        "'node': TopK: its K is not constant; expected a constant, on which the result's shape depends",
    ),
    "an order of numbers without a sign": (
        lambda: _net("(uint16[4] x) => (uint16[2] y, int64[2] i) <int64[1] k = {2}> { [node] y, i = TopK(x, k) }"),
        {},
        "'node': TopK: it sorts numbers without a sign; expected floats or signed integers: cast them first",
    ),
    "too much work": (
        lambda: _net("(float[9000] x) => (float[9000] y, int64[9000] i) <int64[1] k = {9000}> { [node] y, i = TopK(x, k) }"),
        {},
        "'node': TopK: it needs 81000000 comparisons of indices; expected at most 16777216: make its tensors smaller",
    ),
    "a choice that is an input": (
        lambda: _net("(float[4] x, bool[4] c) => (float[N] y) { [node] y = Compress(x, c) }"),
        {},
        "'node': Compress: its condition is not constant; expected a constant",
    ),
    "an axis that is an input": (
        lambda: _net("(float[4] x, int64 a) => (float[4] y) { [node] y = CumSum(x, a) }"),
        {},
        "'node': CumSum: its axis is not constant; expected a constant",
    ),
    "a padding that is an input": (
        lambda: _net('(float[4] x, int64[2] p) => (float[N] y) { [node] y = Pad<mode = "wrap">(x, p) }'),
        {},
        "'node': Pad: its pads or axes are not constant; expected constants, on which the result's shape depends",
    ),
    "a length of a transform that is an input": (
        lambda: _net("(float[1,4,1] x, int64 n) => (float[1,N,2] y) { [node] y = DFT(x, n) }"),
        {},
        "'node': DFT: its dft_length is not constant; expected a constant, on which the result's shape depends",
    ),
    "an unsigned division in a branch": (
        lambda: _net(
            "(uint32[2] a, bool c) => (uint32[2] y) { y = If(c) <then_branch = t () => (uint32[2] d) { [node] d = Div(a, a) }, "
            "else_branch = e () => (uint32[2] f) { f = Identity(a) }> }"
        ),
        {},
        "'node': Div: it computes with numbers of uint32 in a branch or a loop; expected signed numbers: cast them",
    ),
    "regions of any size": (
        lambda: _net(
            "(float[1,1,4,4] x, float[1,4] boxes) => (float[1,1,1,1] y) <int64[1] images = {0}> "
            "{ [node] y = RoiAlign(x, boxes, images) }"
        ),
        {},
        "'node': RoiAlign: its sampling_ratio is 0, and its regions are not constant; expected a sampling_ratio: set it",
    ),
    "an operator of onnxruntime": (
        lambda: _net("(float[2,2] x) => (float[2,2] y) { [node] y = com.microsoft.Inverse(x) }", domain="com.microsoft"),
        {},
        "'node': com.microsoft.Inverse is not an operator of ONNX itself; export the model without it",
    ),
    "an operator that there is not": (
        lambda: _net("(float[2] x) => (float[2] y) { [node] y = Frobnicate(x) }"),
        {},
        "'node': Frobnicate: opset 19 does not have this operator; expected an operator of this opset: export it with other",
    ),
    "a value that there is not": (
        lambda: _net("(float[2] x) => (float[2] y) { [node] y = Add(x, z) }"),
        {},
        "this ONNX model is not valid: Nodes in a graph must be topologically sorted, however input 'z' of node",
    ),
    "sizes that only the user knows": (
        lambda: _net("(float[N,T] x, float[M,4] z) => (float[N,T] y, float[M,4] w) { [node] y = Relu(x)\n w = Relu(z) }"),
        {},
        "input 0 ('x') has the shape 1x?, input 1 ('z') has the shape ?x4; expected a size in place of each '?': give "
        'input_shape=["0:1x1", "1:1x4"] (or another size in place of each \'?\'), which the command takes as '
        "--input-shape=0:1x1 --input-shape=1:1x4",
    ),
    "a size for an input that there is not": (
        lambda: _net("(float[N,4] x) => (float[N,4] y) { [node] y = Relu(x) }"),
        {"input_shape": {"image": (1, 4)}},
        "input_shape names the input 'image', which this model does not have; expected one of 'x'",
    ),
    "no elements": (
        lambda: _net("(float[0,4] x) => (float[0,4] y) { [node] y = Relu(x) }"),
        {},
        "input 0 ('x') has the shape 0x4 and so no elements; expected at least one: take it out of the model",
    ),
    "text": (
        lambda: _net("(string[2] x) => (string[2] y) { [node] y = Identity(x) }"),
        {},
        "input 'x' contains text; expected numbers: turn it into numbers before the model",
    ),
    "a sequence": (
        lambda: _net("(seq(float[2]) x) => (int64 y) { [node] y = SequenceLength(x) }"),
        {},
        "input 'x' is not a tensor; expected only tensors: change the model",
    ),
    "weights elsewhere": (
        _external,
        {},
        "the weights ('w' first) are in another file; expected a way to find it: give the path of the model instead",
    ),
    "half a file": (
        lambda: _net("(float[2] x) => (float[2] y) { [node] y = Relu(x) }").SerializeToString()[:-20],
        {},
        "this ONNX file is damaged (Error parsing message",
    ),
    "a custom operator of TensorFlow": (
        lambda: tiny_tflite(custom="MyOp"),
        {},
        "'MyOp' is a custom operator of the domain 'TFL', of which only its vendor knows what it computes",
    ),
    "an operator of TensorFlow without a form": (
        lambda: tiny_tflite("WHERE", scale=None),
        {},
        "'b': tosa-converter-for-tflite has no form of tfl.where in TOSA; express it by other operators, or take it out",
    ),
    "half a file of TensorFlow": (lambda: tiny_tflite()[:200], {}, "this TensorFlow Lite file is damaged: its inputs"),
}


@pytest.mark.parametrize("name", _BROKEN)
def test_errors_speak_of_the_model(name: str) -> None:
    make, options, message = _BROKEN[name]
    with pytest.raises(tirc.Error) as caught:
        tirc.compile(make(), **options)
    text = str(caught.value).splitlines()[0]
    assert text.startswith("model: ") and message in text
    assert not _FOREIGN.search(text), text
