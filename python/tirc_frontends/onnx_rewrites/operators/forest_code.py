# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forest as code: a comparison with a number for each node, in branches inside each other."""

from __future__ import annotations

from typing import Any

import numpy
from onnx import numpy_helper

from ...body import Body
from ...element_loops import Steps, computed, literal, places, read, reduced
from ...text import Array, Function, Tensor
from . import forest_signs, forest_votes
from .forest_branches import ForestCode, Leaves, visits
from .forest_labels import label
from .making import Making
from .number_tables import Table

# More nodes than this are tables, unless something else is said: a node is about 12 bytes of code, and 7 of tables.
MOST_NODES = 256
# What nobody wants as code, and what is read by compilers of C.
_MOST_CODE = 10000
# The bits of the integers that count leaves.
_WORDS = (32, 64)


def forest(making: Making) -> Tensor | None:
    """Returns the sums of the weights of the leaves that each row reaches, or None if tables are better."""
    code, form = ForestCode(making), making.node.text("form", "auto")
    most = {"auto": MOST_NODES, "code": _MOST_CODE, "tables": 0}[form]
    word = making.node.text("aggregate")
    if word not in ("SUM", "LABEL", "ABOVE") or not code.is_small(most):
        return None
    if word != "SUM":
        return _label(code) if word == "LABEL" else _is_above(code)
    if code.weights.shape[1] == 1:
        return _sums(code) if code.weights.dtype.kind == "f" else _whole(code)
    if len(code.roots) == 1:
        return _row(code)
    return _counts(code) or _leaves(code)


def _sums(code: ForestCode) -> Tensor:
    """One target: the weights are in the code."""
    kind = code.x.kind if code.weights.dtype == numpy.float64 else "f32"
    steps = Body(kind)
    numbers = [steps.number(float(weight) + 0.0) for weight in code.weights[:, 0]]
    code.share(steps, "%i0")
    total = ""
    for root in code.roots:
        total = code.tree(steps, "%i0", root, Leaves(numbers, kind, total, steps.number(0.0)))
    # The last line has to be an operation; this one folds.
    steps.real("mulf", total, 1.0)
    return computed(code.making.function, [code.x.shape[0], 1], kind, steps.ending())


def _is_above(code: ForestCode) -> Tensor:
    """One target: whether its sum is above a number. A row that no tree can change any more does not go on."""
    base, threshold = numpy_helper.to_array(code.making.node.attributes["sign"])
    steps, weights = Body("f32"), code.weights[:, 0]
    numbers = [steps.number(float(weight) + 0.0) for weight in weights]
    code.share(steps, "%i0")
    of_trees = [weights[code.leaves_of(root)] for root in code.roots]
    stops = {stop.trees: stop for stop in forest_signs.stops(of_trees, base, threshold, visits(code.making.node.attributes))}
    # Constants that branches share stand before them.
    zero, one = steps.literal("0 : i64"), steps.literal("1 : i64")
    total, ends = "", []
    for trees, root in enumerate(code.roots):
        if stop := stops.get(trees):
            ends += _stop(steps, stop, total, zero, one)
        total = code.tree(steps, "%i0", root, Leaves(numbers, "f32", total, steps.number(0.0)))
    is_above = steps.compare_reals("ogt", steps.real("addf", total, float(base)), float(threshold))
    found = steps.named(f"arith.extui {is_above} : i1 to i64")
    for name in reversed(ends):
        steps.lines += [f"scf.yield {found} : i64", "}"]
        found = name
    steps.named(f"arith.addi {found}, {zero} : i64")
    return computed(code.making.function, [code.x.shape[0]], "i64", steps.ending())


def _stop(steps: Body, stop: forest_signs.Stop, total: str, zero: str, one: str) -> list[str]:
    """Opens the branch of the rows that go on; returns the names of what they find."""
    ends = []
    for word, limit, found in (("oge", stop.above, one), ("ole", stop.below, zero)):
        if limit is None:
            continue
        is_done, name = steps.compare_reals(word, total, float(limit)), f"%end{stop.trees}_{word}"
        steps.lines += [f"{name} = scf.if {is_done} -> (i64) {{", f"scf.yield {found} : i64", "} else {"]
        ends.append(name)
    return ends


def _whole(code: ForestCode) -> Tensor:
    """One target with integers, such as the number of a leaf."""
    function = code.making.function
    kind = "i64" if code.weights.dtype == numpy.int64 else "i32"
    numbers = _integers(code, [code.weights[:, 0]], kind, len(code.roots))
    return function.tensor(function.reshape(numbers, [code.x.shape[0], 1]))


def _row(code: ForestCode) -> Tensor:
    """One tree with several targets: a row of a table."""
    function, count = code.making.function, len(code.weights)
    kind = "i8" if count <= 128 else "i16"
    leaves = _integers(code, [numpy.arange(count)], kind, 1)
    table = function.tensor(code.weights)
    body = Body(table.kind)
    body.extract(table, [body.extract_integer(leaves, ["%i0"]), "%i1"])
    return computed(function, [code.x.shape[0], code.weights.shape[1]], table.kind, body.ending())


def _integers(code: ForestCode, numbers: list[Any], kind: str, trees: int) -> Tensor:
    """Returns the sum over the trees of the integer that belongs to each leaf."""
    steps = Steps()
    names = [steps.literal(f"{int(number)} : {kind}") for number in numbers[0]]
    code.share(steps, "%i0")
    total = ""
    for root in code.roots[:trees]:
        total = code.tree(steps, "%i0", root, Leaves(names, kind, total))
    steps.named(f"arith.addi {total}, {steps.literal(f'0 : {kind}')} : {kind}")
    return computed(code.making.function, [code.x.shape[0]], kind, steps.ending())


def _counts(code: ForestCode) -> Tensor | None:
    """Leaves that all have the same weight for one target: how many trees reach a leaf of each target is counted in the bits of
    one integer. The sums of so many weights are in a table, as adding them one after the other gives them."""
    weights, trees = code.weights, len(code.roots)
    values = set(weights[weights != 0].tolist())
    if len(values) != 1 or (numpy.count_nonzero(weights, axis=1) != 1).any():
        return None
    targets, bits = weights.shape[1], trees.bit_length()
    width = next((width for width in _WORDS if width >= bits * targets), 0)
    if not width:
        return None
    ones = [1 << (bits * int(target)) for target in weights.argmax(1)] if max(values) > 0 else []
    ones = ones or [1 << (bits * int(target)) for target in weights.argmin(1)]
    signed = [one - (1 << width) if one >= 1 << (width - 1) else one for one in ones]
    counts = _integers(code, [signed], f"i{width}", trees)
    return _table(code.making.function, counts, sums(weights.dtype.type(values.pop()), trees), bits, targets)


def sums(weight: Any, count: int) -> Array:
    """Returns the sums of 0 to `count` weights, each rounded after every addition."""
    found = [weight.dtype.type(0)]
    for _ in range(count):
        found.append(found[-1] + weight)
    return numpy.array(found, weight.dtype)


def _leaves(code: ForestCode) -> Tensor:
    """Several targets: the leaf that each row reaches in each tree, and then the sum of the rows of a table."""
    function, targets = code.making.function, code.weights.shape[1]
    leaves = _leaves_of_trees(code)
    table = function.tensor(numpy.ascontiguousarray(code.weights.T))
    body = Body(table.kind)
    word = "addi" if table.kind.startswith("i") else "addf"
    body.real(word, "%before", body.extract(table, ["%i1", body.extract_integer(leaves, ["%i0", "%i2"])]))
    shape, zero = [code.x.shape[0], targets], literal(0.0, table.kind)
    return reduced(function, shape, len(code.roots), zero, body.ending(), table.kind)


def _label(code: ForestCode) -> Tensor:
    if made := forest_votes.counted(code) or forest_votes.most(code):
        return made
    leaves, making = _leaves_of_trees(code), code.making
    # Weights that are seldom read may take longer.
    table = Table(making, code.weights, is_short=bool(making.node.attributes["votes"]))
    return label(making, leaves, code.weights, table)


def _leaves_of_trees(code: ForestCode) -> Tensor:
    """Returns the leaf that each row reaches in each tree."""
    function, parts, count = code.making.function, [], len(code.weights)
    kind = "i8" if count <= 128 else "i16" if count <= 32768 else "i32"
    for root in code.roots:
        steps = Steps()
        code.share(steps, "%i0")
        names = [steps.literal(f"{leaf} : {kind}") for leaf in range(count)]
        leaf = code.tree(steps, "%i0", root, Leaves(names, kind))
        steps.named(f"arith.addi {leaf}, {steps.literal(f'0 : {kind}')} : {kind}")
        parts.append(computed(function, [code.x.shape[0], 1], kind, steps.ending()))
    return function.tensor(function.joined(parts, 1))


def _table(function: Function, counts: Tensor, numbers: Array, bits: int, targets: int) -> Tensor:
    kind, body = counts.kind, Body(counts.kind)
    word = body.named(read(counts, places(1)))
    by = body.named(f"arith.index_cast {body.index('muli', '%i1', bits)} : index to {kind}")
    moved = body.named(f"arith.shrui {word}, {by} : {kind}")
    count = body.named(f"arith.andi {moved}, {body.literal(f'{(1 << bits) - 1} : {kind}')} : {kind}")
    shape = [counts.shape[0], targets]
    if numbers.dtype == numpy.int32 and (numbers == numpy.arange(len(numbers))).all():
        body.named(f"arith.index_cast {body.named(f'arith.index_cast {count} : {kind} to index')} : index to i32")
        return computed(function, shape, "i32", body.ending())
    # So the place is in the table for each integer, also for those that no trees count.
    count = body.named(f"arith.minui {count}, {body.literal(f'{len(numbers) - 1} : {kind}')} : {kind}")
    table = function.tensor(numbers)
    body.extract(table, [body.named(f"arith.index_cast {count} : {kind} to index")])
    return computed(function, shape, table.kind, body.ending())
