#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# executorch 1.5.1 and torch 2.15.0: the remainder of integers has the sign of the dividend, against PyTorch.
#
# torch.remainder and % take the sign of the divisor: -7 % 3 is 2, for integers and for floats. One would guess that the portable
# kernel of remainder, which is right for floats, is right for integers. It computes C's %, the same as fmod: -7 % 3 is -1, so
# that an index that a program wraps around with % is negative on the device. torch.fmod, whose answer this is, is right, too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q executorch==1.5.1 torch==2.15.0
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
import logging
import warnings

import torch

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
from executorch.exir import to_edge
from executorch.runtime import Runtime


class Module(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


def run(function, *inputs):
    """Returns what ExecuTorch's portable kernels answer."""
    program = to_edge(torch.export.export(Module(function), inputs)).to_executorch()
    (result,) = Runtime.get().load_program(program.buffer).load_method("forward").execute(list(inputs))
    return result.clone()


integers = torch.arange(-7, 8)
for name, function in {
    "x % 3": lambda x: x % 3,
    "x % -3": lambda x: x % -3,
    "remainder by a tensor": lambda x: torch.remainder(x, torch.full_like(x, 3)),
    "fmod": lambda x: torch.fmod(x, 3),
}.items():
    for kind in [torch.float32, torch.int8, torch.int64]:
        x = integers.to(kind)
        want, found = function(x), run(function, x)
        wrong = int((found != want).sum())
        print(f"{name}, {kind}: {wrong} of {len(x)} differ; of -7: {found[0]}, PyTorch {want[0]}")
        assert wrong > 0 if kind != torch.float32 and name != "fmod" else wrong == 0
        assert wrong == 0 or torch.equal(found, torch.fmod(x, -3 if "-3" in name else 3))
PYTHON
