# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors about ONNX models name the model's own nodes."""

from __future__ import annotations

import os
from typing import Any

import pytest

onnx = pytest.importorskip("onnx", reason="needs tirc[onnx]")
from tirc_frontends.onnx_rewrites import naming  # noqa: E402
from tirc_frontends.refused import Refused  # noqa: E402


def _model(text: str) -> Any:
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 17]> net {text}')
    return onnx.shape_inference.infer_shapes(model)


def test_an_operator_that_replaces_another_one_has_its_name() -> None:
    error = naming.in_own_words(Refused("'grid': Slice: it is not converted", "onnx.Slice"), {"grid": "AffineGrid"})
    assert str(error) == "'grid': AffineGrid, which becomes Slice: it is not converted"
    assert error.operator == "onnx.AffineGrid"


def test_other_errors_stay() -> None:
    for text in ("'grid': AffineGrid: it is not converted", "'other': Slice: it is not converted", "the file is damaged"):
        error = Refused(text)
        assert naming.in_own_words(error, {"grid": "AffineGrid"}) is error


def test_nodes_of_branches_have_names() -> None:
    branches = ", ".join(f"{name}_branch = g () => (float[2] {name}) {{ {name} = Neg(x) }}" for name in ("then", "else"))
    model = _model(f"(float[2] x, bool c) => (float[2] y) {{ y = If (c) <{branches}> }}")
    assert naming.name_nodes(model.graph) == {"y": "If", "then": "Neg", "else": "Neg"}
    assert [branch.g.node[0].name for branch in model.graph.node[0].attribute] == ["then", "else"]


def test_the_node_that_makes_the_converter_crash_is_named() -> None:
    model = _model("(float[2] x) => (float[2] y) { [first] t = Abs(x) [second] y = Sign(t) }")

    def convert(part: Any) -> None:
        if part.graph.node[0].op_type == "Sign":
            os.abort()
        raise Refused("it is not converted")

    with pytest.raises(Refused, match=r"'second': Sign: torch-mlir crashes \(SIGABRT\) on this operator") as caught:
        naming.refuse_crash(model, convert)
    assert caught.value.operator == "onnx.Sign"
