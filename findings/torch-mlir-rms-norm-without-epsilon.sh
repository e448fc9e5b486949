#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001: rms_norm without an epsilon adds 0, where PyTorch adds the precision of the type.
#
# PyTorch documents the default of eps as torch.finfo(x.dtype).eps, so that the norm of zeros is zero. torch-mlir adds
# nothing to the mean of squares: the reciprocal root of 0 is infinity, and 0 times infinity is NaN.
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
func.func @main(%x: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %n = torch.constant.int 4
  %shape = torch.prim.ListConstruct %n : (!torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %r = torch.aten.rms_norm %x, %shape, %none, %none : !torch.vtensor<[2,4],f32>, !torch.list<int>, !torch.none, !torch.none -> !torch.vtensor<[2,4],f32>
  return %r : !torch.vtensor<[2,4],f32>
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


found = operations("linalg-on-tensors")
print("rms_norm:", ", ".join(found))
# The only addition is the one of the mean.
assert found == ["mulf", "addf", "divf", "rsqrt", "mulf"]
print("nothing is added between the mean and rsqrt")
PYTHON
