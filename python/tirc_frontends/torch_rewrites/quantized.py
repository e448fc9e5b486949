# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantisations as PyTorch computes them: torch-mlir divides by the scale on linalg, where PyTorch multiplies by its inverse,
so that half of a unit may be rounded to the other side; those whose scale is chosen in each run (dynamic quantisation), which
it does not convert; and products that say the type of their sums (PT2E's reference representation)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

_aten: Any = torch.ops.aten
# Up to here, floats have all whole numbers.
_WHOLE = 2**24


def _per_tensor(x: Any, scale: float, zero_point: int, quant_min: int, quant_max: int, dtype: torch.dtype) -> Any:
    whole = torch.round(x.to(torch.float32) * (1.0 / scale)) + zero_point
    return torch.clamp(whole, quant_min, quant_max).to(dtype)


def _in_run(x: Any, scale: Any, zero_point: Any, quant_min: int, quant_max: int, dtype: torch.dtype) -> Any:
    # As PyTorch does: of a float32 scale, the inverse in double rounds to that in float.
    whole = torch.round(x.to(torch.float32) * (1.0 / scale.to(torch.float32))) + zero_point.to(torch.float32)
    return torch.clamp(whole, quant_min, quant_max).to(dtype)


def _back_in_run(
    x: Any, scale: Any, zero_point: Any, quant_min: int, quant_max: int, dtype: torch.dtype, *, out_dtype: Any = None
) -> Any:
    floats = (x.to(torch.float32) - zero_point.to(torch.float32)) * scale.to(torch.float32)
    return floats if out_dtype is None else floats.to(out_dtype)


def _limits(x: Any) -> tuple[Any, Any]:
    """Returns the least and the largest number, or 0 if it is beyond."""
    x = x.to(torch.float32)
    return torch.clamp(torch.amin(x), max=0.0), torch.clamp(torch.amax(x), min=0.0)


def _single(scale: Any, zero_point: Any) -> tuple[Any, Any]:
    # Float32 and int32: PyTorch says double and int64, but computes in these types.
    return scale.reshape(1), zero_point.to(torch.int32).reshape(1)


def _choose(x: Any, quant_min: int, quant_max: int, eps: float, dtype: torch.dtype) -> tuple[Any, Any]:
    least, largest = _limits(x)
    scale = torch.clamp((largest - least) / float(quant_max - quant_min), min=eps)
    zero_point = torch.clamp(quant_min - torch.round(least / scale), quant_min, quant_max)
    return _single(scale, zero_point)


def _choose_symmetric(x: Any, quant_min: int, quant_max: int, eps: float, dtype: torch.dtype) -> tuple[Any, Any]:
    least, largest = _limits(x)
    scale = torch.clamp(torch.maximum(-least, largest) / (float(quant_max - quant_min) / 2), min=eps)
    return _single(scale, torch.full_like(scale, 128.0 if dtype == torch.uint8 else 0.0))


def _product(x: Any, y: Any) -> Any:
    """_int_mm, of int8: torch-mlir has products of floats, whose sums are whole numbers unless they are large."""
    kind = torch.float32 if x.shape[1] * 2**14 <= _WHOLE else torch.int32
    return torch.mm(x.to(kind), y.to(kind)).to(torch.int32)


_OWN: dict[tuple[str, str], Callable[..., Any]] = {
    ("quantize_per_tensor", "default"): _per_tensor,
    ("quantize_per_tensor", "tensor"): _in_run,
    ("dequantize_per_tensor", "tensor"): _back_in_run,
    ("choose_qparams", "tensor"): _choose,
    ("choose_qparams_symmetric", "tensor"): _choose_symmetric,
}


def table() -> dict[Any, Any]:
    """Returns the decompositions of these operators, which PyTorch has once its quantisation is imported."""
    operators = torch.ops.quantized_decomposed
    found = {(name, form): getattr(getattr(operators, name, None), form, None) for name, form in _OWN}
    return {operator: _OWN[key] for key, operator in found.items() if operator} | {_aten._int_mm.default: _product}


def _is_tensor(operand: Any) -> bool:
    return isinstance(operand, torch.fx.Node) and isinstance(operand.meta.get("val"), torch.Tensor)


def _as_type(graph: Any, operand: Any, kind: Any) -> Any:
    if not _is_tensor(operand) or operand.meta["val"].dtype == kind:
        return operand
    made = graph.call_function(_aten._to_copy.default, (operand,), {"dtype": kind})
    made.meta = dict(operand.meta)
    made.meta["val"] = operand.meta["val"].to(kind)
    return made


def say_types_of_sums(program: Any) -> None:
    """Writes `out_dtype(operator, type, ...)` as PyTorch computes it: the operator on operands of a type that has the numbers
    of all of them and of the result."""
    graph = program.graph
    for node in list(graph.nodes):
        if node.op != "call_function" or getattr(node.target, "__name__", "") != "out_dtype":
            continue
        operator, kind, *operands = node.args
        common = kind
        for operand in filter(_is_tensor, operands):
            common = torch.promote_types(common, operand.meta["val"].dtype)
        with graph.inserting_before(node):
            made = graph.call_function(operator, tuple(_as_type(graph, operand, common) for operand in operands))
            made.meta = dict(node.meta)
            made.meta["val"] = node.meta["val"].to(common)
            made = _as_type(graph, made, kind)
        node.replace_all_uses_with(made)
        graph.erase_node(node)
    program.graph_module.recompile()
