#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001: the negation of int64 on linalg goes through float32.
#
# A negation of integers is exact. torch-mlir converts int64 to float32, negates it and converts it back, so that
# 16777217, which float32 does not have, becomes -16777216.
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
func.func @main(%x: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %r = torch.aten.neg %x : !torch.vtensor<[4],si64> -> !torch.vtensor<[4],si64>
  return %r : !torch.vtensor<[4],si64>
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
print("the negation of int64:", ", ".join(found))
assert found == ["sitofp", "negf", "fptosi"]
assert "i64 to f32" in lower("linalg-on-tensors")
number = numpy.int64(16777217)
print(f"which makes {-number} to {int(-numpy.float32(number))}")
assert int(-numpy.float32(number)) == -16777216
PYTHON
