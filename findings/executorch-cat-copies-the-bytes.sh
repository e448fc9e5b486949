#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# executorch 1.5.1 and torch 2.15.0: torch.cat of floats and int32 copies the bytes of the integers.
#
# torch.cat promotes its inputs: 1.5 and the int32 1 become 1.5 and 1.0. One would guess that the portable kernel converts the
# integers, that the export writes a conversion, or that either refuses the model. The export leaves cat with both types, and the
# kernel, whose result is of floats, copies the bits of the int32: 1 becomes 1.4e-45, that is 0 in most places. With int64, which
# are of another size, the numbers are converted.
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


floats = torch.tensor([1.5, 2.5])
for kind in [torch.int64, torch.int32]:
    integers = torch.tensor([1, 1000], dtype=kind)
    want = torch.cat([floats, integers])
    found = run(lambda x, y: torch.cat([x, y]), floats, integers)
    print(f"float32 and {kind}: {found.tolist()}, PyTorch {want.tolist()}")
    assert found.dtype == want.dtype == torch.float32
    if kind == torch.int32:
        assert torch.equal(found[2:].view(torch.int32), integers)
    else:
        assert torch.equal(found, want)
PYTHON
