# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Divisions and remainders as functions that divide, and arc tangents as functions that call the C library. torch-mlir
writes divisions as products with a reciprocal, which it computes itself if the divisor is constant, remainders by way of
such a product, and the arc tangent as a polynomial, which is off by 15 units of float32 even for small numbers. A product of
floats with a constant 0 is a function as well: torch-mlir folds it to 0 on TOSA, also for infinities and NaN."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from torch_mlir import ir

from .calls import Call
from .quotients import bits, divided
from .text import Function

# What torch-mlir's operators compute, most of them of a dividend and a divisor.
_RULES = {
    "torch.aten.atan": "atan",
    "torch.aten.atan2": "atan2",
    "torch.aten.div.Scalar": "divide",
    "torch.aten.div.Scalar_mode": "mode",
    "torch.aten.div.Tensor": "divide",
    "torch.aten.div.Tensor_mode": "mode",
    "torch.aten.floor_divide": "floor_of_remainder",
    "torch.aten.floor_divide.Scalar": "floor_of_remainder",
    "torch.aten.fmod.Scalar": "fmod",
    "torch.aten.fmod.Tensor": "fmod",
    "torch.aten.mul.Scalar": "multiply",
    "torch.aten.mul.Tensor": "multiply",
    "torch.aten.reciprocal": "reciprocal",
    "torch.aten.remainder.Scalar": "remainder",
    "torch.aten.remainder.Tensor": "remainder",
    "torch.aten.view.dtype": "bits",
}
_MODES = {"": "divide", "floor": "floor_of_remainder", "trunc": "trunc"}


def take_out(module: Any, place_of: Callable[[Any], str | None]) -> list[Call]:
    """Takes these operators out of the module's function: what they read becomes outputs, and what they make becomes inputs,
    after the function's own. Returns their calls in order. `place_of` returns the node at a location."""
    function = next(op for op in module.regions[0].blocks[0] if op.operation.name == "func.func").operation
    block = function.regions[0].blocks[0]
    operations = [op.operation for op in block.operations]
    num_outputs = len(operations[-1].operands)
    added: list[Any] = []
    calls: list[Call] = []
    for op in operations:
        name = f"{ir.StringAttr(function.attributes['sym_name']).value}_division{len(calls)}"
        place = place_of(op.location) or ""
        if op.name not in _RULES or (made := _divided(op, name, place)) is None:
            continue
        text, needs = made
        operands = []
        for need in needs:
            if isinstance(need.owner, ir.Block):
                operands.append(("input", ir.BlockArgument(need).arg_number))
                continue
            if need not in added:
                added.append(need)
            operands.append(("output", num_outputs + added.index(need)))
        results = (len(block.arguments),)
        op.results[0].replace_all_uses_with(block.add_argument(op.results[0].type, op.location))
        op.erase()
        calls.append(Call(name, place, text, tuple(operands), results, num_outputs))
    if calls:
        _set_outputs(function, block, added)
    return calls


def _set_outputs(function: Any, block: Any, added: Sequence[Any]) -> None:
    """Adds results to a function, and gives it the type of its block."""
    end = list(block.operations)[-1].operation
    values = [*end.operands, *added]
    with function.context:
        ir.Operation.create("func.return", [], values, loc=end.location, ip=ir.InsertionPoint(end))
        end.erase()
        types = [argument.type for argument in block.arguments], [value.type for value in values]
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*types))
        for name, ports in (("arg_attrs", block.arguments), ("res_attrs", values)):
            if name in function.attributes:
                given = list(ir.ArrayAttr(function.attributes[name]))
                given += [ir.DictAttr.get({})] * (len(ports) - len(given))
                function.attributes[name] = ir.ArrayAttr.get(given)


def _divided(op: Any, name: str, place: str) -> tuple[str, list[Any]] | None:
    """Returns the function of an operator and the tensors that it takes, or None for a form that stays."""
    rule, values = _RULES[op.name], list(op.operands)
    if rule == "mode":
        rule = _MODES.get(_constant(values[2]), "")
    if rule == "bits":
        values = values[:1]
    if rule == "reciprocal":
        rule, values = "divide", [None, *values]
    result = _type(op.results[0])
    if rule == "multiply" and not (result and "f" in result[1] and any(_is_zero(value) for value in values)):
        return None
    if not rule or result is None or result[1] == "i1":
        return None
    function = Function(name, place)
    operands: list[Any] = []
    needs: list[Any] = []
    for value in values[:2]:
        if value is None:
            operands.append(1.0)
        elif _is_zero(value):
            operands.append(_constant(value))
        elif (type_ := _type(value)) is not None:
            operands.append(function.argument(*type_))
            needs.append(value)
        elif isinstance(number := _constant(value), (int, float)):
            operands.append(number)
        else:
            return None
    if not needs:
        return None
    if rule == "bits" and (operands[0].kind == "i1" or operands[0].kind.lstrip("bfi") != result[1].lstrip("bfi")):
        return None
    if "f" not in result[1] and rule != "bits" and any("f" in getattr(one, "kind", "") or isinstance(one, float) for one in operands):
        return None
    if rule == "bits":
        return function.text([bits(function, operands[0], *result)]), needs
    return function.text([divided(function, rule, operands, *result)]), needs


def _type(value: Any) -> tuple[tuple[int, ...], str] | None:
    """Returns the sizes and the elements of a tensor, if its sizes are known and its integers have signs."""
    found = re.fullmatch(r"!torch\.vtensor<\[([\d,]*)\],(b?f\d+|si\d+|i1)>", str(value.type))
    return (tuple(int(size) for size in found[1].split(",") if size), found[2].removeprefix("s")) if found else None


def _constant(value: Any) -> Any:
    """Returns a number, also for a tensor of equal floats, or a text, "" for no value; None if it is not constant."""
    # An operation can have an attribute that is its name.
    name = getattr(getattr(value.owner, "operation", None), "name", "")
    if name == "torch.constant.none":
        return ""
    attributes = {"float": ir.FloatAttr, "int": ir.IntegerAttr, "str": ir.StringAttr}
    kind = attributes.get(name.removeprefix("torch.constant."))
    if kind:
        return kind(value.owner.attributes["value"]).value
    if name == "torch.vtensor.literal":
        elements = value.owner.attributes["value"]
        if isinstance(elements, ir.DenseFPElementsAttr) and elements.is_splat:
            return ir.FloatAttr(elements.get_splat_value()).value
    return None


def _is_zero(value: Any) -> bool:
    number = _constant(value)
    return isinstance(number, (int, float)) and number == 0
