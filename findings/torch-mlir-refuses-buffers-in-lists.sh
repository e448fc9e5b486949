#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch-mlir 20261001 with torch 2.15.0: fx.export_and_import refuses a module that joins its input with a buffer, or takes
# rows at places that are a buffer.
#
# One would guess that a buffer is a tensor like others, as in x + buffer. The importer puts its value in place of it, and a
# list of operands, as of torch.cat, or of indices takes only what operators compute. A copy of the buffer, which
# torch-mlir folds again, is enough.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q torch==2.15.0 torch-mlir==20261001 numpy==2.4.6
"$work/venv/bin/python" - 2>"$work/log" <<'PYTHON'
import torch
from torch_mlir import fx


class Buffers(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function
        self.register_buffer("rows", torch.ones(2, 3))
        self.register_buffer("places", torch.tensor([1, 0]))

    def forward(self, x):
        return self.function(self, x)


def result(function):
    try:
        fx.export_and_import(Buffers(function), torch.randn(2, 3))
    except AssertionError as error:
        return str(error).splitlines()[0]
    return "imported"


refused = "Heterogeneous lists are not supported: expected vtensor, got <class 'torch.Tensor'>"
for text, function, expected in (
    ("x + rows", lambda self, x: x + self.rows, "imported"),
    ("torch.cat([x, rows])", lambda self, x: torch.cat([x, self.rows]), refused),
    ("torch.cat([x, rows.clone()])", lambda self, x: torch.cat([x, self.rows.clone()]), "imported"),
    ("x[places]", lambda self, x: x[self.places], refused),
    ("torch.index_select(x, 0, places)", lambda self, x: torch.index_select(x, 0, self.places), "imported"),
):
    found = result(function)
    print(f"{text}: {found}")
    assert found == expected
PYTHON
