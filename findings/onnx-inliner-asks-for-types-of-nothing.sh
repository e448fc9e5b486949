#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: the inliner cannot expand operators of which an input in the middle is left out.
#
# LinearAttention, CausalConvWithState and Attention are defined by functions that depend on the types of their inputs. The
# standard lets a model leave optional inputs out: an empty name stands in their place. One would guess that the inliner expands
# such a node as it expands one with all inputs. It looks up the type of the empty name, and raises a RuntimeError. The checker
# accepts the same models, the reference implementation runs them, and the schema gives their definition if an empty type
# stands for the input.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
from onnx import inliner
from onnx.reference import ReferenceEvaluator

SHAPES = {"x": (1, 2, 5), "w": (2, 1, 3), "bias": (2,), "past": (1, 2, 2)}


def model(given):
    declared = ", ".join(f"float[{','.join(map(str, SHAPES[name]))}] {name}" for name in given if name)
    made = onnx.parser.parse_model(f"""
<ir_version: 13, opset_import: ["": 27]> main ({declared}) => (float[1,2,5] y, float[1,2,2] state) {{
  y, state = CausalConvWithState<activation = "silu">({", ".join(given)})
}}""")
    onnx.checker.check_model(made, full_check=True)
    return made


def expanded(given):
    try:
        made = inliner.inline_selected_functions(model(given), [("", "CausalConvWithState")], inline_schema_functions=True)
    except RuntimeError as error:
        return "Type unknown" if "Type unknown" in str(error) else str(error)
    return f"{len(made.graph.node)} nodes"


def definition(given):
    made = model(given)
    types = {value.name: value.type for value in made.graph.input}
    schema, node = onnx.defs.get_schema("CausalConvWithState", 27), made.graph.node[0].SerializeToString()
    known = [types.get(name, onnx.TypeProto()).SerializeToString() for name in given]
    return len(onnx.FunctionProto.FromString(schema.get_context_dependent_function(node, known)).node)


def result(given):
    numbers = {name: numpy.full(SHAPES[name], 0.5, numpy.float32) for name in given if name}
    return ReferenceEvaluator(model(given)).run(None, numbers)[0].shape


for given in (["x", "w", "bias", "past"], ["x", "w", "bias"], ["x", "w"], ["x", "w", "", "past"]):
    print(f"{given}: runs: {result(given)}; definition: {definition(given)} nodes; inlined: {expanded(given)}")
    is_left_out = "" in given
    assert result(given) == (1, 2, 5) and definition(given) > 5
    assert (expanded(given) == "Type unknown") == is_left_out and expanded(given).endswith("nodes") != is_left_out
PYTHON
