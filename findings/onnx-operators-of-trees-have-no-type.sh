#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# onnx 1.23.2: the strict inference of shapes refuses what follows a Normalizer, Scaler, Imputer or LinearRegressor.
#
# The schemas of ai.onnx.ml say that Normalizer, Scaler and LinearRegressor answer floats, whatever their input is. One would
# guess that the inference of shapes knows this type where it knows no shape, and that a model that the checker accepts, with
# full_check, too, passes. These operators have no function for inference, so that their answer has no type at all, and in
# strict mode each operator behind them is refused: "expected to have type but instead is null". A Scan says that its input
# is not a tensor. Behind Binarizer, which has a function, it passes.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q onnx==1.23.2 numpy==2.4.6
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import onnx


def infer(function, reader):
    """Returns the error of the strict inference of shapes."""
    model = onnx.parser.parse_model(f"""
<ir_version: 8, opset_import: ["": 13, "ai.onnx.ml": 2]> main (float[4, 3] x, float[3] start) => (float[n, m] y) {{
  z = ai.onnx.ml.{function} (x)
  {reader}
}}""")
    onnx.checker.check_model(model, full_check=True)
    try:
        onnx.shape_inference.infer_shapes(model, strict_mode=True)
        return ""
    except onnx.shape_inference.InferenceError as error:
        return str(error).strip()


scan = """end, y = Scan <num_scan_inputs = 1, body = step (float[3] sum, float[3] row) => (float[3] next, float[3] out) {
    next = Add (sum, row)
    out = Identity (next)
  }> (start, z)"""
for function in ('Normalizer <norm = "L2">', "Scaler <offset = [0.0], scale = [1.0]>", "Imputer <imputed_value_floats = [1.0]>",
                 "LinearRegressor <coefficients = [1.0, 2.0, 3.0]>", "Binarizer <threshold = 0.5>"):
    for reader, text in [("y = Neg (z)", "instead is null"), (scan, "was not a tensor")]:
        error = infer(function, reader)
        print(f"{function.split()[0]}, {'Scan' if reader == scan else 'Neg'}: {error or 'passes'}")
        assert not error if "Binarizer" in function else text in error
types = {name: [item.type_str for item in onnx.defs.get_schema(name, 2, "ai.onnx.ml").outputs]
         for name in ("Normalizer", "Scaler")}
print(types)
assert types == {"Normalizer": ["tensor(float)"], "Scaler": ["tensor(float)"]}
PYTHON
