#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001 and onnxruntime 1.32.0: an ONNX Loop ends by its number of steps or by its condition, but not by both.
#
# The standard ends a Loop after M steps, or after the step whose condition is false. One would guess that a conversion keeps
# both or refuses the model. If the condition before the first step is a constant, torch-mlir makes a scf.for of M steps, and the
# comparison that ends the loop earlier is gone. If it is computed, torch-mlir makes a scf.while, and M is gone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q torch-mlir==20261001 onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import numpy
import onnx
import onnxruntime
from torch_mlir import ir, passmanager
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras import onnx_importer


def model(steps, first):
    """Doubles two numbers in each step until one of them is 100 or more."""
    return onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 17]> main (float[2] x) => (float[2] y)
<int64 m = {{{steps}}}, bool yes = {{1}}, float two = {{2}}, float limit = {{100}}> {{
  most = ReduceMax<keepdims = 0>(x)
  small = Less(most, limit)
  y = Loop(m, {first}, x) <body = step (int64 i, bool on, float[2] v) => (bool goes_on, float[2] w) {{
    w = Mul(v, two)
    largest = ReduceMax<keepdims = 0>(w)
    goes_on = Less(largest, limit)
  }}>
}}""")


def lowered(given):
    """Returns the loop that torch-mlir makes, and the number of comparisons of floats."""
    info = onnx_importer.ModelInfo(onnx.shape_inference.infer_shapes(given))
    context = ir.Context()
    torch_dialect.register_dialect(context)
    module = info.create_module(context=context).operation
    onnx_importer.NodeImporter.define_function(info.main_graph, module).import_all()
    with context:
        for pipeline in ("torch-onnx-to-torch-backend-pipeline", "torch-backend-to-linalg-on-tensors-backend-pipeline"):
            passmanager.PassManager.parse(f"builtin.module({pipeline})").run(module)
    text = str(module)
    (loop,) = (word for word in ("scf.for", "scf.while") if word in text)
    return loop, text.count("arith.cmpf olt"), " 3 : i64" in text or "%c3 " in text


onnxruntime.set_default_logger_severity(3)
x = numpy.float32([1, 3])
for steps, first in ((20, "yes"), (3, "small")):
    given = model(steps, first)
    (result,) = onnxruntime.InferenceSession(given.SerializeToString()).run(None, {"x": x})
    loop, comparisons, has_steps = lowered(given)
    print(f"at most {steps} steps, first condition '{first}': onnxruntime gives {result.tolist()};",
          f"torch-mlir makes a {loop} with {comparisons} comparisons" + (f"{'' if has_steps else ', without the number 3'}" if steps == 3 else ""))
    if first == "yes":
        assert result.tolist() == [64, 192] and (loop, comparisons) == ("scf.for", 0)
    else:
        assert result.tolist() == [8, 24] and loop == "scf.while" and not has_steps
PYTHON
