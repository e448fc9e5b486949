#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001: a quantisation multiplies by the inverse of the scale on TOSA, and divides by the scale on linalg.
#
# One would guess that both ways round alike, since a whole model changes from TOSA to linalg for a single operator that TOSA does not
# have. 3 by the scale 0.016 is 187.5 by a product with 62.5, which rounds to 188, and 187.49998 by a division by 0.016 as a float32,
# which rounds to 187.
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
func.func @main(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si8> {
  %scale = torch.constant.float 1.600000e-02
  %zero = torch.constant.int 0
  %kind = torch.constant.int 12
  %0 = torch.aten.quantize_per_tensor %x, %scale, %zero, %kind
      : !torch.vtensor<[4],f32>, !torch.float, !torch.int, !torch.int -> !torch.vtensor<[4],!torch.qint8>
  %1 = torch.aten.int_repr %0 : !torch.vtensor<[4],!torch.qint8> -> !torch.vtensor<[4],si8>
  return %1 : !torch.vtensor<[4],si8>
}
"""


def operators(target):
    """Returns the operators of the module that torch-mlir makes for a target."""
    context = ir.Context()
    torch_dialect.register_dialect(context)
    with context:
        module = ir.Module.parse(MODEL)
        passmanager.PassManager.parse(f"builtin.module(torch-backend-to-{target}-backend-pipeline)").run(module.operation)
        return sorted(set(re.findall(r"(?:arith|math|tosa)\.\w+", str(module))) - {"tosa.const", "arith.constant"})


on_tosa, on_linalg = operators("tosa"), operators("linalg-on-tensors")
print("on TOSA:", ", ".join(on_tosa))
print("on linalg:", ", ".join(on_linalg))
assert "tosa.mul" in on_tosa
assert "arith.divf" in on_linalg and "arith.mulf" not in on_linalg
product, quotient = numpy.float32(3) * numpy.float32(1 / 0.016), numpy.float32(3) / numpy.float32(0.016)
print(f"3 by 0.016 is {product}, which rounds to {numpy.rint(product)}, or {quotient}, which rounds to {numpy.rint(quotient)}")
assert (numpy.rint(product), numpy.rint(quotient)) == (188, 187)
PYTHON
