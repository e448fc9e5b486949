# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on each number: sums, products, limits, and functions of one number by a table."""

from __future__ import annotations

from typing import Any

import numpy
import onnx

from ..graph import Array, Node
from .planner import Emit, Planner
from .products import matmul
from .program import Program
from .values import Scale, Value, can_rescale

# Bits after the point of the terms of a sum.
_MORE = 20
# Numbers of 16 bits from one entry of TOSA's table to the next.
_STEP = 128
# A unit counts for less than one of 8 bits where the results are this far apart.
_FINE = 256
_FUNCTIONS = frozenset(
    "Abs Add Cast Ceil Celu Clip Cos Div Elu Erf Exp Floor Gelu HardSigmoid HardSwish LeakyRelu Log Max Min Mish Mul Neg "
    "PRelu Pow Reciprocal Relu Round Selu Sigmoid Sign Sin Softplus Softsign Sqrt Sub Swish Tanh ThresholdedRelu".split()
)


def _beside(program: Program, x: Value, values: Array) -> Value:
    """Returns a constant with the rank and the order of a tensor."""
    values = values.reshape([1] * (len(x.shape) - values.ndim) + list(values.shape))
    name = program.constant(numpy.ascontiguousarray(values.transpose(x.order)))[0]
    return Value(name, "i32", values.shape, x.order)


def _pair(program: Program, left: Emit, right: Emit) -> tuple[Value, Value]:
    """Returns two tensors with one rank and order."""
    x, y = left(program), right(program)
    rank = max(len(x.shape), len(y.shape))
    x, y = program.with_rank(x, rank), program.with_rank(y, rank)
    return x, program.ordered(y, x.order)


def add(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    """Add and Sub: terms with more bits, of which the larger has the scale 2^20."""
    names, sign = node.inputs, -1 if node.operator == "Sub" else 1
    constants = [planner.number(name) for name in names]
    if constants[1] is not None and sign == 1:
        inner = planner.node(names[0])
        if inner is not None and inner.operator == "MatMul":
            return matmul(planner, inner, scale, constants[1])
    operator = "sub" if sign == -1 else "add"
    leaves = [planner.leaf(name) if planner.is_leaf(name) else None for name in names]
    known = [leaf for leaf in leaves if leaf]
    if not known or any(leaf is None and constant is None for leaf, constant in zip(leaves, constants, strict=True)):
        return None
    widest = max(given.scale for _, given in known)
    for constant in constants:
        if constant is not None:
            widest = max(widest, float(numpy.abs(constant).max()) / 256)
    bits = max(given.bits for _, given in known)
    unit = widest / (1 << (_MORE if bits == 8 else _MORE - 8))
    # Two terms are off by up to a unit.
    largest = sum(given.reach * given.scale for _, given in known)
    largest += sum(float(numpy.abs(constant).max()) for constant in constants if constant is not None)
    if not can_rescale(unit / scale.scale, largest / unit) or 2 * unit > scale.scale:
        return None

    def run(program: Program) -> Value:
        terms: list[Value] = []
        if leaves[0] and leaves[1]:
            pair = _pair(program, leaves[0][0], leaves[1][0])
            terms = [
                program.rescale(x, given.scale / unit, given.zero, "i32")
                for x, (_, given) in zip(pair, known, strict=True)
            ]
        else:
            index = 0 if leaves[0] else 1
            emit, given = known[0]
            term = constants[1 - index]
            assert term is not None
            x = program.with_rank(emit(program), max(term.ndim, len(node.shape(index))))
            x = program.rescale(x, given.scale / unit, given.zero, "i32")
            terms = [x, _beside(program, x, numpy.rint(term / unit).astype(numpy.int32))]
            terms = terms if index == 0 else terms[::-1]
        return program.rescale(program.each(operator, terms[0], terms[1], "i32"), unit / scale.scale, 0, scale)

    return run


def multiply(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    names = node.inputs
    constants = [planner.number(name) for name in names]
    if planner.is_leaf(names[0]) and planner.is_leaf(names[1]) and names[0] != names[1]:
        left, right = planner.leaf(names[0]), planner.leaf(names[1])
        if left is None or right is None:
            return None
        # A product of two numbers of 16 bits is divided where it may not fit in 32 bits.
        largest = left[1].reach * right[1].reach
        less = max(largest.bit_length() - 31, 0)
        factor = left[1].scale * right[1].scale * (1 << less) / scale.scale
        if not can_rescale(factor, largest >> less) or (less and factor > 1):
            return None

        def run(program: Program) -> Value:
            x, y = _pair(program, left[0], right[0])
            x, y = (program.rescale(v, 1.0, given.zero, "i32") for v, given in ((x, left[1]), (y, right[1])))
            return program.rescale(program.product(x, y, less), factor, 0, scale)

        return run
    index = 0 if planner.is_leaf(names[0]) else 1
    constant, leaf = constants[1 - index], planner.leaf(names[index])
    if leaf is None or constant is None:
        return table(planner, node, scale)
    emit, given = leaf
    if constant.size == 1:
        number = float(constant.reshape(-1)[0])
        if not can_rescale(number * given.scale / scale.scale, given.reach):
            return table(planner, node, scale)
        return lambda program: program.rescale(emit(program), number * given.scale / scale.scale, given.zero, scale)
    less = 0 if given.bits == 8 else 8
    unit = float(numpy.abs(constant).max()) / (1 << 22)
    factor = unit * given.scale * (1 << less) / scale.scale
    # A constant is off by up to half of its unit, and so is the largest product by half of a unit of the result.
    is_fine = unit * given.reach * given.scale <= scale.scale
    if unit == 0 or not is_fine or not can_rescale(factor, given.reach << (22 - less)):
        return None
    whole = numpy.rint(constant / unit).astype(numpy.int32)

    def by_constants(program: Program) -> Value:
        x = program.with_rank(emit(program), max(whole.ndim, len(node.shape(index))))
        x = program.rescale(x, 1.0, given.zero, "i32")
        return program.rescale(program.product(x, _beside(program, x, whole), less), factor, 0, scale)

    return by_constants


def clip(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    """Relu and Clip: the limits are rounded as the numbers are."""
    limits = [0.0, numpy.inf] if node.operator == "Relu" else [-numpy.inf, numpy.inf]
    if node.operator == "Clip":
        for i in (1, 2):
            if node.input(i):
                number = planner.number(node.input(i))
                if number is None:
                    return None
                limits[i - 1] = float(number.reshape(-1)[0])
    inner = planner.quantized(node.input(0), scale)
    if inner is None:
        return None
    low, high = (int(scale.quantize(numpy.array([limit]))[0]) for limit in limits)
    if (low, high) == (scale.low, scale.high):
        return inner
    return lambda program: program.clamp(inner(program), low, high)


def table(planner: Planner, node: Node, scale: Scale) -> Emit | None:
    """A function of one number, by way of its 256 results; of 16 bits, by lines between 513 of them."""
    found = _function(planner, node)
    if found is None:
        return None
    nodes, name = found
    leaf = planner.leaf(name)
    if leaf is None or leaf[1].bits != scale.bits:
        return None
    emit, given = leaf
    x = given.real(numpy.arange(given.low, given.high + 1))
    results = scale.quantize(_evaluate(planner, nodes, name, x, node.outputs[0]))
    if scale.bits == 8:
        return lambda program: _looked_up(program, emit(program), results)
    ends = results[::_STEP]
    points = numpy.append(ends, numpy.int16(numpy.clip(2 * int(results[-1]) - int(results[-2]), -(1 << 15), (1 << 15) - 1)))
    is_fine = int(results.max()) - int(results.min()) >= _FINE
    if numpy.abs(_between(points) - results).max() > int(is_fine):
        return None
    return lambda program: _interpolated(program, emit(program), points)


def _between(points: Array) -> Array:
    """Returns the results of TOSA's table and a division by 128, for all numbers of 16 bits."""
    wide: Array = points.astype(numpy.int64)
    steps = numpy.arange(_STEP)
    lines = wide[:-1, None] * _STEP + numpy.diff(wide)[:, None] * steps
    return numpy.floor_divide(lines + _STEP // 2, _STEP).reshape(-1)


def _interpolated(program: Program, x: Value, points: Array) -> Value:
    x = program.made(x)
    result = program.apply("table", [x, program.constant(points)], "i32", x.sizes)
    return program.rescale(Value(result.name, "i32", x.shape, x.order), 1 / _STEP, 0, "i16")


def _looked_up(program: Program, x: Value, results: Array) -> Value:
    x = program.made(x)
    result = program.apply("table", [x, program.constant(results)], "i8", x.sizes)
    return Value(result.name, "i8", x.shape, x.order)


def _function(planner: Planner, node: Node) -> tuple[list[Node], str] | None:
    """Returns the nodes of a function of one quantised tensor, in order, and the name of its float."""
    nodes: dict[str, Node] = {}
    sources: set[str] = set()

    def visit(name: str) -> bool:
        if planner.is_leaf(name):
            sources.add(name)
            return True
        inner = planner.node(name)
        number = planner.number(name)
        if number is not None:
            return bool(number.size == 1)
        if inner is None or inner.operator not in _FUNCTIONS or len(inner.outputs) > 1:
            return False
        if name not in nodes:
            if not all(visit(source) for source in inner.inputs if source):
                return False
            nodes[name] = inner
        return True

    if not visit(node.outputs[0]) or len(sources) != 1:
        return None
    return list(nodes.values()), sources.pop()


def _evaluate(planner: Planner, nodes: list[Node], source: str, x: Array, result: str) -> Array:
    from onnx.reference import ReferenceEvaluator

    helper, constants = onnx.helper, {}
    for node in nodes:
        for name in node.inputs:
            if name and (number := planner.number(name)) is not None:
                dtype = numpy.float32 if number.dtype.kind == "f" else number.dtype
                constants[name] = onnx.numpy_helper.from_array(number.reshape([]).astype(dtype), name)
    protos = [helper.make_node(n.operator, n.inputs, n.outputs, **n.attributes) for n in nodes]
    float_ = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        protos,
        "function",
        [helper.make_tensor_value_info(source, float_, [x.size])],
        [helper.make_tensor_value_info(result, float_, None)],
        list(constants.values()),
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", planner.version)])
    results: Any = ReferenceEvaluator(model).run(None, {source: x})
    return numpy.broadcast_to(numpy.asarray(results[0], numpy.float32), x.shape)
