#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001: on TOSA, log1p adds 1 and expm1 subtracts 1.
#
# Both functions exist for numbers near 0, which are lost beside 1. TOSA has neither, and torch-mlir writes log(1 + x) and
# exp(x) - 1, which are 0 for 1e-8. On linalg, they are exact. softplus, ELU and others consist of them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q torch-mlir==20261001 numpy==2.4.6
"$work/venv/bin/python" - <<'PYTHON'
import re

import numpy
from torch_mlir import ir, passmanager
from torch_mlir.dialects import torch as torch_dialect

MODEL = """
func.func @main(%x: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) {
  %0 = torch.aten.log1p %x : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  %1 = torch.aten.expm1 %x : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0, %1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>
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


for target in ("tosa", "linalg-on-tensors"):
    print(f"on {target}:", ", ".join(operations(target)))
assert operations("tosa") == ["add", "log", "exp", "sub"]
assert operations("linalg-on-tensors") == ["log1p", "expm1"]
x = numpy.float32(1e-8)
print(f"log(1 + {x}) is {numpy.log(1 + x)}, and log1p is {numpy.log1p(x)}")
PYTHON
