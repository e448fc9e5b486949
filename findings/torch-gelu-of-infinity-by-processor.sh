#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# torch 2.15.0: on processors with AVX-512, torch.nn.functional.gelu of infinity in float32 is NaN. With AVX2 it is
# infinity, as it is in float64, by approximate="tanh", and without oneDNN.
#
# One would guess that a function of one number is the same on all x86 processors but for the last bits. Without
# AVX-512, PyTorch's own kernel runs or oneDNN's agrees with it; oneDNN's kernel for AVX-512 computes the error function in
# another way. Tests that compare with PyTorch then pass on one machine and fail on another. On a processor without
# AVX-512, this script shows the other results only.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q torch==2.15.0 numpy==2.4.6
gelu() { # the instruction set that oneDNN may use, the expression
  ONEDNN_MAX_CPU_ISA=$1 "$work/venv/bin/python" - "$2" 2>"$work/log" <<'PYTHON'
import sys

import torch
from torch.nn.functional import gelu

x = torch.full((20,), float("inf"))
print(eval(sys.argv[1]).unique().tolist()[0])
PYTHON
}
expect() {
  found=$(gelu "$1" "$2")
  echo "$2, oneDNN with $1: $found"
  [[ $found == "$3" ]]
}
expect AVX2 "gelu(x)" inf
if grep -qw avx512bw /proc/cpuinfo; then
  expect AVX512_CORE "gelu(x)" nan
fi
expect DEFAULT "gelu(x.double())" inf
expect DEFAULT "gelu(x, approximate='tanh')" inf
expect DEFAULT "[torch.backends.mkldnn.set_flags(False), gelu(x)][1]" inf
