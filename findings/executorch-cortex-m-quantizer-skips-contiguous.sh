#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# executorch 1.5.1, torch 2.15.0, torchao 0.18.0: the quantizer for Cortex-M leaves convolutions in floats, without a warning,
# unless their tensors are in torch's memory format channels_last.
#
# Of three convolutions that torch.export writes by default, none has weights in integers after prepare, calibrate and convert.
# Of the same module and sample in channels_last, all three have. One-dimensional convolutions, for which torch has no such
# format, stay in floats in any case. Only the size of the file and the speed show it. Everywhere else in PyTorch, the memory
# format is a matter of speed, and does not change which operators a program has.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q executorch==1.5.1 torch==2.15.0 torchao==0.18.0 tosa-tools==2026.5.0
"$work/venv/bin/python" - <<'PYTHON'
import logging
import warnings

import torch

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
from executorch.backends.cortex_m.quantizer.quantizer import CortexMQuantizer
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e


def weights_in_integers(module, sample):
    graph = torch.export.export(module, (sample,)).module(check_guards=False)
    prepared = prepare_pt2e(graph, CortexMQuantizer())
    prepared(sample)
    program = convert_pt2e(prepared)
    convolutions = [node for node in program.graph.nodes if "conv" in str(node.target)]
    return sum("dequantize" in str(node.args[1].target) for node in convolutions), len(convolutions)


torch.manual_seed(0)
planes = torch.nn.Sequential(*(torch.nn.Conv2d(4, 4, 3) for _ in range(3))).eval()
times = torch.nn.Sequential(*(torch.nn.Conv1d(4, 4, 3) for _ in range(3))).eval()
sample = torch.randn(1, 4, 16, 16)
found = {
    "contiguous": weights_in_integers(planes, sample),
    "channels_last": weights_in_integers(
        planes.to(memory_format=torch.channels_last), sample.to(memory_format=torch.channels_last)
    ),
    "Conv1d": weights_in_integers(times, torch.randn(1, 4, 16)),
}
for name, (integers, all_of_them) in found.items():
    print(f"{name}: {integers} of {all_of_them} convolutions have weights in integers")
assert found == {"contiguous": (0, 3), "channels_last": (3, 3), "Conv1d": (0, 3)}, found
PYTHON
