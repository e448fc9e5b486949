#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001: a clamp keeps NaN on TOSA and loses it on linalg.
#
# In PyTorch, NaN stays NaN. tosa.clamp propagates it by default. On linalg, torch-mlir takes the lower limit if x is less
# or not comparable, so that NaN becomes the lower limit. Which of both a model gets depends on its other operators.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q torch-mlir==20261001 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import re

from torch_mlir import ir, passmanager
from torch_mlir.dialects import torch as torch_dialect

MODEL = """
func.func @main(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %low = torch.constant.float -1.0
  %high = torch.constant.float 1.0
  %r = torch.aten.clamp %x, %low, %high : !torch.vtensor<[4],f32>, !torch.float, !torch.float -> !torch.vtensor<[4],f32>
  return %r : !torch.vtensor<[4],f32>
}
"""


def lower(target):
    """Returns the text of the function below torch-mlir's pipelines for a target."""
    context = ir.Context()
    torch_dialect.register_dialect(context)
    with context:
        module = ir.Module.parse(MODEL)
        for pipeline in ("torchdynamo-export-to-torch", f"torch-backend-to-{target}"):
            passmanager.PassManager.parse(f"builtin.module({pipeline}-backend-pipeline)").run(module.operation)
    return str(module)


def operations(target):
    return re.findall(r"\b(?:arith|math|tosa)\.(?!const)(\w+)", lower(target))


tosa, linalg = lower("tosa"), lower("linalg-on-tensors")
print("on TOSA:", re.search(r"tosa\.clamp.*", tosa)[0])
assert "nan_mode" not in tosa
comparisons = re.findall(r"cmpf (\w+), %in, %cst|select %\w+, (%cst), %in", linalg)
print("on linalg:", ", ".join(line.strip() for line in linalg.splitlines() if "cmpf" in line or "select" in line))
assert comparisons == [("ult", ""), ("", "%cst")]
print("the comparison 'unordered or less' holds for NaN, which becomes the lower limit")
PYTHON
