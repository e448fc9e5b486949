# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From torch-mlir's own operations to TOSA, or else to linalg: the part that ONNX and PyTorch share."""

from __future__ import annotations

import io
import pathlib
import re
import sys
from collections.abc import Callable
from typing import Any

from torch_mlir import ir, passmanager

from . import divisions, limits
from .calls import Call
from .refused import Refused
from .text import with_booleans_of_bytes, with_packed_booleans

# Where the module is written to.
_FILE = ".model.mlir"

_TO_TOSA = "builtin.module(torch-backend-to-tosa-backend-pipeline)"
_TO_LINALG = "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"
NOT_CONVERTED = (
    "torch-mlir does not convert this operator in this form; express it by other operators, or take it out of the model"
)

# Returns the node at a location and its operator as the beginning of a sentence, which may be empty, and the operator's
# name. The text is a message about the operation, which may name the operator.
Describe = Callable[[Any, str], tuple[str, str | None]]


class Lowering:
    """The lowering of one model. `describe` knows its nodes. With `finds_nan`, NaN is the greatest and the least number of
    those whose place is asked for, as in PyTorch."""

    def __init__(self, describe: Describe, finds_nan: bool = False) -> None:
        self._describe, self._finds_nan = describe, finds_nan

    def prepare(self, module: Any, pipeline: str) -> None:
        """Brings a module to the form that the back ends take."""
        first, computes_sizes, rest = _split_at_sizes(pipeline, module.context)
        try:
            _run(first, module)
            if computes_sizes and not _has_sizes(module):
                _run(computes_sizes, module)
            elif rest:
                _run(rest, module)
        except ir.MLIRError as error:
            raise self._refusal(error) from error

    def lower(self, module: Any, has_tosa: bool) -> tuple[Any, str, list[str]]:
        """Returns the module in TOSA or linalg, its form, "tosa" or "linalg", and remarks about the model. Without
        `has_tosa`, TOSA would mean something else."""
        calls = divisions.take_out(module, place_of)
        form, lowered = "tosa", module.clone()
        limits.open_limits(lowered)
        try:
            _run(_TO_TOSA, lowered)
            keeps_meaning = has_tosa and not _uses_types_beyond_tosa(lowered)
        except ir.MLIRError:
            keeps_meaning = False
        if not keeps_meaning:
            form, lowered = "linalg", module
            self.prepare(lowered, _TO_LINALG)
            _keep_nan(lowered)
            if self._finds_nan:
                _find_nan(lowered)
        _convert_by_way_of_f32(lowered)
        self._check(lowered)
        stitch(lowered, calls)
        return lowered, form, self._drop_assertions(lowered)

    def _check(self, module: Any) -> None:
        """Refuses a model in which torch-mlir leaves its own operations, which no other tool supports."""
        found = _find(module, lambda op: op.name.partition(".")[0] in ("torch", "torch_c", "tm_tensor", "ml_program"))
        # A module's variable does not have a place in the model; what uses it does.
        found.sort(key=lambda op: not self._describe(op.location, "")[0])
        if found:
            place, operator = self._describe(found[0].location, "")
            raise Refused(f"{place}{NOT_CONVERTED}", operator)

    def _drop_assertions(self, module: Any) -> list[str]:
        """Drops the assertions that torch-mlir adds about indices, and returns a remark for each that is not proved.

        Others are about numbers for which torch-mlir's operations would compute something else.
        """
        remarks = []
        for op in _find(module, lambda op: op.name == "cf.assert"):
            condition = op.operands[0].owner
            proved = getattr(condition, "name", "") == "arith.constant" and str(condition.attributes["value"]) == "true"
            if not proved:
                text = ir.StringAttr(op.attributes["msg"]).value
                place, operator = self._describe(op.location, "")
                if not text.startswith("index must be"):
                    raise Refused(
                        f"{place}torch-mlir converts only a part of this operator: {text}; express it by other operators, "
                        "or take it out of the model",
                        operator,
                    )
                remarks.append(f"{place}nothing checks at run time that each {text}")
            op.erase()
        return list(dict.fromkeys(remarks))

    def _refusal(self, error: Any) -> Refused:
        """Returns the refusal for MLIR's diagnostic that names the node that cannot be lowered."""
        print(error, file=sys.stderr)
        for diagnostic in error.error_diagnostics:
            for part in [diagnostic, *diagnostic.notes]:
                place, operator = self._describe(part.location, part.message)
                if place:
                    return Refused(f"{place}{NOT_CONVERTED}", operator)
        return Refused(
            "torch-mlir does not convert this model, and does not say which node it is; see FrontEndError.output", None
        )


# Comparisons by which torch-mlir chooses the greater or the lesser of two floats: the predicate, which of the operands it
# chooses if the comparison holds, and the operation that chooses the same, but for NaN.
_ORDERED_GREATER, _ORDERED_LESS, _GREATER, _LESS = 2, 4, 9, 11
_CHOICES = {
    (_ORDERED_GREATER, 0): "arith.maximumf",
    (_ORDERED_LESS, 0): "arith.minimumf",
    (_GREATER, 1): "arith.minimumf",
    (_LESS, 1): "arith.maximumf",
}


def _keep_nan(module: Any) -> None:
    """Takes the greater or the lesser of two floats so that NaN remains, as it does in the models. On linalg, torch-mlir
    chooses the operand that is not NaN, depending on the order."""
    for op in _find(module, lambda op: op.name == "arith.select"):
        condition, *chosen = op.operands
        comparison = condition.owner if isinstance(condition, ir.OpResult) else None
        if comparison is None or comparison.name != "arith.cmpf":
            continue
        given = list(comparison.operands)
        first = 0 if chosen == given else 1 if chosen == given[::-1] else 2
        name = _CHOICES.get((ir.IntegerAttr(comparison.attributes["predicate"]).value, first))
        if name:
            made = ir.Operation.create(name, [op.results[0].type], given, loc=op.location, ip=ir.InsertionPoint(op))
            op.results[0].replace_all_uses_with(made.results[0])
            op.erase()


# The comparison that also holds for NaN, for one that does not, and how the numbers beside the places are chosen.
_UNORDERED = {_ORDERED_GREATER: (_GREATER, "arith.maximumf"), _ORDERED_LESS: (_LESS, "arith.minimumf")}
_ORDERED = 7


def _find_nan(module: Any) -> None:
    """Finds the first NaN where the place of the greatest or of the least number is asked for."""
    for comparison in _find(module, lambda op: op.name == "arith.cmpf"):
        predicate = ir.IntegerAttr(comparison.attributes["predicate"]).value
        if predicate not in _UNORDERED:
            continue
        unordered, choice = _UNORDERED[predicate]
        new, old = given = list(comparison.operands)
        if not any(use.owner.name == choice and list(use.owner.operands) == given for use in new.uses):
            continue
        at = {"loc": comparison.location, "ip": ir.InsertionPoint(comparison)}
        parts = [_compare(unordered, new, old, at), _compare(_ORDERED, old, old, at)]
        chosen = ir.Operation.create("arith.andi", [parts[0].type], parts, **at).results[0]
        comparison.results[0].replace_all_uses_with(chosen)
        comparison.erase()


def _compare(predicate: int, left: Any, right: Any, at: dict[str, Any]) -> Any:
    context = left.type.context
    number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64, context), predicate)
    kinds = [ir.IntegerType.get_signless(1, context)]
    return ir.Operation.create("arith.cmpf", kinds, [left, right], attributes={"predicate": number}, **at).results[0]


def _convert_by_way_of_f32(module: Any) -> None:
    """Converts float16 to bfloat16 and back by way of f32. torch-mlir takes one conversion, which neither TOSA nor arith
    has."""
    narrow = {"f16", "bf16"}
    for op in _find(module, lambda op: op.name in ("arith.truncf", "arith.extf", "tosa.cast")):
        (given,), result = op.operands, op.results[0]
        kinds = [ir.ShapedType(one.type).element_type if op.name == "tosa.cast" else one.type for one in (given, result)]
        if set(map(str, kinds)) != narrow:
            continue
        wide = ir.F32Type.get(op.context)
        names = ("arith.extf", "arith.truncf")
        if op.name == "tosa.cast":
            wide, names = ir.RankedTensorType.get(ir.ShapedType(given.type).shape, wide, loc=op.location), (op.name, op.name)
        value, at = given, {"loc": op.location, "ip": ir.InsertionPoint(op)}
        for name, kind in zip(names, (wide, result.type), strict=True):
            value = ir.Operation.create(name, [kind], [value], **at).results[0]
        result.replace_all_uses_with(value)
        op.erase()


def _function(module: Any) -> tuple[Any, Any, Any]:
    """Returns the first function of a module, its block, and the operation at the end of it."""
    function = next(op for op in module.regions[0].blocks[0] if op.operation.name == "func.func").operation
    block = function.regions[0].blocks[0]
    return function, block, list(block.operations)[-1].operation


def stitch(module: Any, calls: list[Call]) -> None:
    """Adds calls of functions between operations of the module's function. It takes the results of the calls as
    arguments after the model's own, and still returns their operands."""
    if not calls:
        return
    body = module.regions[0].blocks[0]
    function, block, end = _function(module)
    # What takes the place of an argument, which a later call may read.
    inputs = dict(enumerate(block.arguments))
    with module.context:
        for call in calls:
            own = ir.Module.parse(f"module {{\n{call.text}\n}}")
            callee = own.body.operations[0].operation
            kind = ir.FunctionType(ir.TypeAttr(callee.attributes["function_type"]).value)
            given = [inputs[index] if side == "input" else end.operands[index] for side, index in call.operands]
            at, location = ir.InsertionPoint(end), ir.Location.name(call.place)
            operands = [_with_type(value, type_, at, location) for value, type_ in zip(given, kind.inputs, strict=True)]
            attributes = {"callee": ir.FlatSymbolRefAttr.get(call.name)}
            made = ir.Operation.create("func.call", kind.results, operands, attributes=attributes, loc=location, ip=at)
            for index, result in zip(call.results, made.results, strict=True):
                argument = block.arguments[index]
                inputs[index] = _with_type(result, argument.type, at, location)
                argument.replace_all_uses_with(inputs[index])
            body.append(own.body.operations[0])
        extra = [
            index for call in calls for side, index in call.operands if side == "output" and index >= call.num_outputs
        ]
        num_outputs = min(extra, default=len(end.operands))
        _keep(function, end, min(index for call in calls for index in call.results), num_outputs)
        _sort(block)


def stitch_file(calls: list[Call], inputs: list[tuple[str, bool]], outputs: list[tuple[str, bool]]) -> None:
    """Adds calls to the module that is written, whose inputs and outputs have their types already (stitch)."""
    if not calls:
        return
    with ir.Context():
        module = ir.Module.parse(with_booleans_of_bytes(pathlib.Path(_FILE).read_bytes())).operation
        stitch(module, calls)
        write(module, [(name, False) for name, _ in inputs], [(name, False) for name, _ in outputs])


def _with_type(value: Any, type_: Any, at: Any, location: Any) -> Any:
    if value.type == type_:
        return value
    # Integers without a sign are stored in others.
    if ir.RankedTensorType(value.type).element_type != ir.RankedTensorType(type_).element_type:
        return ir.Operation.create("builtin.unrealized_conversion_cast", [type_], [value], loc=location, ip=at).results[0]
    return ir.Operation.create("tensor.cast", [type_], [value], loc=location, ip=at).results[0]


def _keep(function: Any, end: Any, num_inputs: int, num_outputs: int) -> None:
    """Drops the arguments and the results of a function after the first ones."""
    block = function.regions[0].blocks[0]
    values = list(end.operands)[:num_outputs]
    ir.Operation.create("func.return", [], values, loc=end.location, ip=ir.InsertionPoint(end))
    end.erase()
    while len(block.arguments) > num_inputs:
        block.erase_argument(len(block.arguments) - 1)
    kind = ir.FunctionType.get([argument.type for argument in block.arguments], [value.type for value in values])
    function.attributes["function_type"] = ir.TypeAttr.get(kind)


def _sort(block: Any) -> None:
    """Puts each operation of a block after those whose results it reads. Those that read nothing, such as constants, stand
    before the first one that reads them: torch-mlir gives them in an order that differs from one process to the next."""
    operations = [op.operation for op in block.operations]
    owners = {result: op for op in operations for result in op.results}
    needs: dict[Any, list[Any]] = {}
    for op in operations:
        values = [value for inner in _find(op, lambda _: True) for value in inner.operands]
        needs[op] = list(dict.fromkeys(owners[value] for value in values if value in owners))
    placed: set[Any] = set()
    unused = [op for op in operations if not needs[op] and not any(list(result.uses) for result in op.results)]
    for op in [*unused, *(op for op in operations if needs[op])]:
        stack = [op]
        while stack:
            missing = [need for need in needs[stack[-1]] if need not in placed]
            if missing:
                stack += missing
                continue
            ready = stack.pop()
            if ready not in placed:
                placed.add(ready)
                block.append(ready)


def make_variables(module: Any, states: list[tuple[str, Any]]) -> None:
    """Makes the last inputs and outputs of the module's function variables, which have a name and a first value."""
    body = module.regions[0].blocks[0]
    function, block, end = _function(module)
    taken = {ir.StringAttr(op.attributes["sym_name"]).value for op in body if "sym_name" in op.attributes}
    first_argument, first_result = (len(values) - len(states) for values in (block.arguments, end.operands))
    with module.context:
        for index, (name, value) in enumerate(states):
            symbol = re.sub(r"\W", "_", name)
            while symbol in taken:
                symbol += "_"
            taken.add(symbol)
            argument, place = block.arguments[first_argument + index], ir.Location.name(name)
            element = ir.RankedTensorType(argument.type).element_type
            start = ir.DenseElementsAttr.get(value, type=None if value.dtype == bool else element)
            declared = ir.Module.parse(f"module {{\ntosa.variable @{symbol} = {start}\n}}")
            ir.InsertionPoint.at_block_begin(body).insert(declared.body.operations[0].operation.detach_from_parent())
            attributes = {"name": ir.StringAttr.get(symbol)}
            at = ir.InsertionPoint.at_block_begin(block)
            read = ir.Operation.create("tosa.variable_read", [argument.type], [], attributes, loc=place, ip=at)
            argument.replace_all_uses_with(read.results[0])
            written, at = end.operands[first_result + index], ir.InsertionPoint(end)
            ir.Operation.create("tosa.variable_write", [], [written], attributes, loc=place, ip=at)
        _keep(function, end, first_argument, first_result)


def write(module: Any, inputs: list[tuple[str, bool]], outputs: list[tuple[str, bool]]) -> None:
    """Writes the module as text: this MLIR is newer than the compiler's, which may not be able to read its bytecode. Its
    inputs and outputs get these names, and unsigned integers where that is true: torch-mlir's are signless."""
    function, _, _ = _function(module)
    with module.context:
        for key, values in (("arg_attrs", inputs), ("res_attrs", outputs)):
            function.attributes[key] = ir.ArrayAttr.get(
                [ir.DictAttr.get({"onnx.name": ir.StringAttr.get(name)}) for name, _ in values]
            )
        _make_unsigned(
            function, [is_unsigned for _, is_unsigned in inputs], [is_unsigned for _, is_unsigned in outputs]
        )
    printed = io.BytesIO()
    module.print(file=printed, binary=True, enable_debug_info=True)
    pathlib.Path(_FILE).write_bytes(with_packed_booleans(printed.getvalue()))


def _make_unsigned(function: Any, arguments: list[bool], results: list[bool]) -> None:
    """Gives arguments and results of a function unsigned integers; inside it, they stay signless."""
    block = function.regions[0].blocks[0]
    end = list(block.operations)[-1].operation
    for argument in (one for one, is_unsigned in zip(block.arguments, arguments, strict=True) if is_unsigned):
        signless = argument.type
        argument.set_type(_unsigned(signless))
        cast = _cast(argument, signless, ir.InsertionPoint.at_block_begin(block))
        argument.replace_all_uses_except(cast.results[0], [cast])
    for index, is_unsigned in enumerate(results):
        if is_unsigned:
            value = end.operands[index]
            end.operands[index] = _cast(value, _unsigned(value.type), ir.InsertionPoint(end)).results[0]
    types = ([value.type for value in values] for values in (block.arguments, end.operands))
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*types))


def _unsigned(type_: Any) -> Any:
    tensor = ir.RankedTensorType(type_)
    element = ir.IntegerType.get_unsigned(ir.IntegerType(tensor.element_type).width)
    return ir.RankedTensorType.get(tensor.shape, element, loc=ir.Location.unknown())


def _cast(value: Any, type_: Any, at: Any) -> Any:
    return ir.Operation.create("builtin.unrealized_conversion_cast", [type_], [value], loc=ir.Location.unknown(), ip=at)


_NAMES = re.compile(r'loc\((?:callsite\()?(?:fused(?:<[^>]*>)?\[)?"([^"]*)"(?:\("([^"]*)"\))?')


def places_of(location: Any) -> tuple[str | None, str | None]:
    """Returns the place that a location has, and the name in it, if it has them."""
    named = _NAMES.search(str(location))
    return (named[1], named[2]) if named else (None, None)


def place_of(location: Any) -> str | None:
    """Returns the node's name, if the location has one."""
    return places_of(location)[0]


def _run(pipeline: str, module: Any) -> None:
    passmanager.PassManager.parse(pipeline, module.context).run(module)


# Passes that add functions for the sizes or the elements of each result, and compute these.
_COMPUTES_SIZES = re.compile(r"torch-reify-\w+-calculations\{[^}]*\},inline\{[^}]*\},")


def _split_at_sizes(pipeline: str, context: Any) -> tuple[str, str, str]:
    """Returns the pipeline before the sizes of results are computed, the one that computes them, with what follows, and what
    follows alone. The last two are "" if the pipeline computes no sizes.

    Computing sizes takes most of the time for models with many operators, and its passes change nothing where all sizes are
    known.
    """
    whole = str(passmanager.PassManager.parse(pipeline, context))
    if (found := _COMPUTES_SIZES.search(whole)) is None:
        return pipeline, "", ""
    rest = "builtin.module(" + whole[found.start() :]
    return whole[: found.start()].rstrip(",") + ")", rest, _COMPUTES_SIZES.sub("", rest)


_UNKNOWN_SIZE = re.compile(r"torch\.v?tensor(?!<\[[\d,]*\])|,unk>")


def _has_sizes(module: Any) -> bool:
    """Returns whether the types of all tensors have sizes and elements, and no function is to become a part of another."""
    if len(module.regions[0].blocks[0].operations) != 1:
        return False
    known: set[str] = set()
    for op in _find(module, lambda _: True):
        for result in op.results:
            text = str(result.type)
            if text not in known and _UNKNOWN_SIZE.search(text):
                return False
            known.add(text)
    return True


def _find(module: Any, is_wanted: Callable[[Any], bool]) -> list[Any]:
    found: list[Any] = []

    def visit(op: Any) -> Any:
        if is_wanted(op):
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def _uses_types_beyond_tosa(module: Any) -> bool:
    """Returns whether TOSA operators work on i64 or f64. The importers keep these types if ONNX or PyTorch compute in
    them."""
    return any(
        re.search(r"x?(i64|f64)>", str(value.type))
        for op in _find(module, lambda op: op.name.startswith("tosa."))
        for value in [*op.operands, *op.results]
    )
