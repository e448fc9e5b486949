# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The module of an expression."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional
from torch.utils import _pytree
from torchao import quantization
from torchao.quantization import pt2e

from .drawing import Expression

Module: Any = nn.Module
_AO: Any = quantization
# It defines the operators of `q`.
assert pt2e


def _quantised(layer: Any, config: Any) -> Any:
    _AO.quantize_(layer, config)
    return layer


_NAMES = {"torch": torch, "nn": nn, "F": functional, "math": math, "q": torch.ops.quantized_decomposed}
_NAMES |= {"ao": _AO, "PerAxis": _AO.PerAxis, "PerGroup": _AO.PerGroup, "quantised": _quantised}


class Net(Module):  # type: ignore[misc]
    """Returns the tensors of an expression's value as a list."""

    def __init__(self, expression: Expression) -> None:
        super().__init__()
        torch.manual_seed(expression.seed)
        self.constants = [f"c{i}" for i in range(len(expression.constants))]
        self.layers = [f"m{i}" for i in range(len(expression.modules))]
        for name, value in zip(self.constants, expression.constants, strict=True):
            self.register_buffer(name, value)
        for name, text in zip(self.layers, expression.modules, strict=True):
            setattr(self, name, eval(text, _NAMES.copy()).eval())
        self.code = compile(expression.text, "expression", "eval")

    def forward(self, *inputs: Any) -> list[Any]:
        given = {f"x{i}": value for i, value in enumerate(inputs)}
        own = {name: getattr(self, name) for name in (*self.constants, *self.layers)}
        value = eval(self.code, _NAMES | given | own)
        # The outputs of a module have to be different tensors.
        return [part.clone() for part in _pytree.tree_leaves(value) if isinstance(part, torch.Tensor)]
