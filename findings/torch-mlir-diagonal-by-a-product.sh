#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001: on TOSA, a diagonal is the sum of a product with 0 and 1.
#
# A diagonal moves numbers, so that it should not depend on the others. torch-mlir multiplies the matrix by the unit
# matrix and adds each row: an infinity or a NaN anywhere in a row makes its element of the diagonal NaN. On linalg, it
# reads the elements.
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
func.func @main(%x: !torch.vtensor<[3,3],f32>) -> !torch.vtensor<[3],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %r = torch.aten.diagonal %x, %zero, %zero, %one : !torch.vtensor<[3,3],f32>, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[3],f32>
  return %r : !torch.vtensor<[3],f32>
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
    print(f"diagonal on {target}:", ", ".join(operations(target)) or "no arithmetic")
assert [name for name in operations("tosa") if name != "shape"] == ["mul", "reduce_sum", "reshape"]
assert operations("linalg-on-tensors") == []
matrix = numpy.float32([[1, numpy.inf], [0, 2]])
with numpy.errstate(invalid="ignore"):
    print(f"of {matrix.tolist()}: {(matrix * numpy.eye(2, dtype=numpy.float32)).sum(1).tolist()}")
PYTHON
