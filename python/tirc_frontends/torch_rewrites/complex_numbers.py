# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers as their real and imaginary parts, which is all that TOSA and linalg have of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from ..refused import Refused
from .emitter import Emitter
from .refused import operator_of, origin_of, refused_node
from .unsigned import MOVES

_aten: Any = torch.ops.aten


class Pair(NamedTuple):
    """The parts of a tensor or of a number, each a node or a number, or None for 0."""

    real: Any
    imaginary: Any


def pair_of(value: Any) -> Pair:
    """Returns the parts of a complex or of a real value."""
    if isinstance(value, Pair):
        return value
    return Pair(value.real, value.imag) if isinstance(value, complex) else Pair(value, None)


def plus(emit: Emitter, one: Any, other: Any) -> Any:
    """Returns the sum of two parts."""
    if one is None or other is None:
        return other if one is None else one
    if not isinstance(one, torch.fx.Node):
        one, other = other, one
    return emit(_aten.add.Tensor, one, other) if isinstance(one, torch.fx.Node) else one + other


def minus(emit: Emitter, one: Any, other: Any) -> Any:
    """Returns the difference of two parts."""
    if isinstance(one, torch.fx.Node) and other is not None:
        return emit(_aten.sub.Tensor, one, other)
    return plus(emit, one, _negative(emit, other))


def _negative(emit: Emitter, part: Any) -> Any:
    if part is None:
        return None
    return emit(_aten.neg.default, part) if isinstance(part, torch.fx.Node) else -part


def _times(emit: Emitter, one: Any, other: Any) -> Any:
    if one is None or other is None:
        return None
    if not isinstance(one, torch.fx.Node):
        one, other = other, one
    return emit(_aten.mul.Tensor, one, other) if isinstance(one, torch.fx.Node) else one * other


def _over(emit: Emitter, one: Any, other: Any) -> Any:
    if one is None or not isinstance(one, torch.fx.Node) and not isinstance(other, torch.fx.Node):
        return None if one is None else one / other
    if not isinstance(one, torch.fx.Node):
        return _times(emit, emit(_aten.reciprocal.default, other), one)
    return emit(_aten.div.Tensor, one, other)


def product(emit: Emitter, one: Any, other: Any, multiply: Callable[[Emitter, Any, Any], Any] = _times) -> Pair:
    """Returns the product of two values, whose parts a function multiplies."""
    a, b = pair_of(one), pair_of(other)
    return Pair(
        minus(emit, multiply(emit, a.real, b.real), multiply(emit, a.imaginary, b.imaginary)),
        plus(emit, multiply(emit, a.real, b.imaginary), multiply(emit, a.imaginary, b.real)),
    )


def _matrix_product(emit: Emitter, one: Any, other: Any) -> Pair:
    def multiply(emit: Emitter, a: Any, b: Any) -> Any:
        return None if a is None or b is None else emit(emit.node.target, a, b)

    return product(emit, one, other, multiply)


def _sum(emit: Emitter, one: Any, other: Any, *, alpha: Any = 1) -> Pair:
    a, b = pair_of(one), pair_of(other) if alpha == 1 else product(emit, other, alpha)
    return Pair(plus(emit, a.real, b.real), plus(emit, a.imaginary, b.imaginary))


def _difference(emit: Emitter, one: Any, other: Any, *, alpha: Any = 1) -> Pair:
    a, b = pair_of(one), pair_of(other) if alpha == 1 else product(emit, other, alpha)
    return Pair(minus(emit, a.real, b.real), minus(emit, a.imaginary, b.imaginary))


def _squared_length(emit: Emitter, value: Pair) -> Any:
    return plus(emit, *(_times(emit, part, part) for part in value))


def _quotient(emit: Emitter, one: Any, other: Any) -> Pair:
    a, b = pair_of(one), pair_of(other)
    if b.imaginary is None:
        return Pair(*(_over(emit, part, b.real) for part in a))
    length = _squared_length(emit, b)
    return Pair(*(_over(emit, part, length) for part in product(emit, a, _conjugate(emit, b))))


def _reciprocal(emit: Emitter, x: Pair) -> Pair:
    return _quotient(emit, 1.0, x)


def _conjugate(emit: Emitter, x: Pair) -> Pair:
    return Pair(x.real, _negative(emit, x.imaginary))


def _power(emit: Emitter, x: Any, exponent: Any) -> Any:
    return product(emit, x, x) if exponent == 2 else None


def _exponential(emit: Emitter, x: Pair) -> Pair:
    return _polar(emit, emit(_aten.exp.default, _tensor(emit, x, 0)), _tensor(emit, x, 1))


def _polar(emit: Emitter, length: Any, angle: Any) -> Pair:
    return Pair(*(_times(emit, length, emit(ratio, angle)) for ratio in (_aten.cos.default, _aten.sin.default)))


def _length(emit: Emitter, x: Pair) -> Any:
    if x.imaginary is None or x.real is None:
        return emit(_aten.abs.default, _tensor(emit, x, 0 if x.imaginary is None else 1))
    return emit(_aten.sqrt.default, _squared_length(emit, x))


def _angle(emit: Emitter, x: Pair) -> Any:
    return emit(_aten.atan2.default, _tensor(emit, x, 1), _tensor(emit, x, 0))


def _tensor(emit: Emitter, x: Pair, index: int) -> Any:
    """Returns a part as a tensor."""
    if isinstance(x[index], torch.fx.Node):
        return x[index]
    like = x[1 - index].meta["val"]
    return emit(_aten.full.default, list(like.shape), x[index] or 0.0, dtype=like.dtype)


def _view_as_real(emit: Emitter, x: Pair) -> Any:
    parts = [emit(_aten.unsqueeze.default, _tensor(emit, x, index), -1) for index in range(2)]
    return emit(_aten.cat.default, parts, -1)


def _view_as_complex(emit: Emitter, x: Any) -> Pair:
    return Pair(*(emit(_aten.select.int, x, -1, index) for index in range(2)))


def _converted(emit: Emitter, x: Any, kind: Any = None, *, dtype: Any = None, **_: Any) -> Any:
    """Converts from or to complex numbers."""
    value, kind = pair_of(x), kind or dtype or emit.node.meta["val"].dtype
    to = kind.to_real() if kind.is_complex else kind
    real, imaginary = (
        emit(_aten._to_copy.default, part, dtype=to) if isinstance(part, torch.fx.Node) else part for part in value
    )
    return Pair(real, imaginary) if kind.is_complex else real


def _joined(emit: Emitter, values: list[Any], *rest: Any) -> Pair:
    pairs = [pair_of(value) for value in values]
    return Pair(*(emit(emit.node.target, [_tensor(emit, x, index) for x in pairs], *rest) for index in range(2)))


def _chosen(emit: Emitter, condition: Any, one: Any, other: Any) -> Pair:
    pairs = [pair_of(value) for value in (one, other)]
    return Pair(*(emit(_aten.where.self, condition, *(_tensor(emit, x, index) for x in pairs)) for index in range(2)))


def _by_parts(emit: Emitter, x: Any, *rest: Any, **options: Any) -> Any:
    """Lets an operator without products compute each part."""
    if not isinstance(x, Pair) or any(isinstance(value, (Pair, torch.dtype)) for value in rest):
        return None
    options.pop("dtype", None)
    return Pair(*(None if part is None else emit(emit.node.target, part, *rest, **options) for part in x))


def _copied(emit: Emitter, _: Any, source: Any, *__: Any) -> Any:
    return _converted(emit, source)


def _padded(emit: Emitter, x: Pair, pad: Any, value: Any = 0) -> Pair:
    edges = complex(value)
    numbers = (edges.real, edges.imag)
    return Pair(*(emit(emit.node.target, _tensor(emit, x, index), pad, numbers[index]) for index in range(2)))


# Operators that move the elements of one tensor.
_MOVES = MOVES - {"constant_pad_nd", "copy", "slice_scatter", "where"}
_RULES: dict[str, Callable[..., Any]] = {
    **dict.fromkeys((*_MOVES, "getitem", "mean", "neg", "resolve_conj", "resolve_neg", "sum"), _by_parts),
    **dict.fromkeys(("_conj", "_conj_physical", "conj_physical"), _conjugate),
    **dict.fromkeys(("bmm", "matmul", "mm"), _matrix_product),
    **dict.fromkeys(("_to_copy", "convert_element_type"), _converted),
    **dict.fromkeys(("cat", "stack"), _joined),
    "abs": _length,
    "add": _sum,
    "angle": _angle,
    "complex": lambda emit, real, imaginary: Pair(real, imaginary),
    "constant_pad_nd": _padded,
    "copy": _copied,
    "div": _quotient,
    "exp": _exponential,
    "imag": lambda emit, x: _tensor(emit, x, 1),
    "mul": product,
    "polar": _polar,
    "pow": _power,
    "real": lambda emit, x: _tensor(emit, x, 0),
    "reciprocal": _reciprocal,
    "sub": _difference,
    "view_as_complex": _view_as_complex,
    "view_as_real": _view_as_real,
    "where": _chosen,
}


def take_apart(program: Any, more_rules: dict[str, Callable[..., Any]]) -> None:
    """Replaces complex tensors by their parts. Refuses operators for which it has no rule."""
    graph = program.graph
    rules = _RULES | more_rules
    pairs: dict[Any, Pair] = {}
    for node in list(graph.nodes):
        if node.op == "placeholder" and _is_complex(node):
            pairs[node] = _parts_of_constant(program, node)
            continue
        operands = [operand for operand in node.all_input_nodes if operand in pairs]
        if node.op == "output" and operands:
            raise Refused(
                f"output '{origin_of(operands[0].meta, operands[0].name)}' has complex numbers; expected real ones: return torch.view_as_real(x)"
            )
        if node.op != "call_function" or not (operands or _is_complex(node)):
            continue
        emit = Emitter(program, node)
        given, options = (
            torch.fx.node.map_arg(values, lambda operand: pairs.get(operand, operand))
            for values in (node.args, node.kwargs)
        )
        rule = rules.get(operator_of(node).rpartition(".")[2])
        result = rule(emit, *given, **options) if rule else None
        if result is None:
            raise refused_node(
                node,
                "it computes with complex numbers, for which this operator is not supported; expected real numbers: "
                "compute with their real and imaginary parts",
            )
        if isinstance(result, Pair):
            pairs[node] = _fitted(emit, result)
        else:
            node.replace_all_uses_with(result)
    _erase(program, list(pairs))


def _is_complex(node: Any) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.is_complex()


def _parts_of_constant(program: Any, node: Any) -> Pair:
    signature = program.graph_signature
    stored = signature.inputs_to_parameters | signature.inputs_to_buffers | signature.inputs_to_lifted_tensor_constants
    name = stored[node.name]
    tensor = program.state_dict.get(name, program.constants.get(name)).detach()
    emit = Emitter(program, node)
    return Pair(*(emit.constant(part.contiguous()) for part in (tensor.real, tensor.imag)))


def _fitted(emit: Emitter, x: Pair) -> Pair:
    """Returns parts that have the shape of the result."""
    if not _is_complex(emit.node):
        return x
    shape = list(emit.node.meta["val"].shape)

    def fit(part: Any) -> Any:
        if not isinstance(part, torch.fx.Node) or list(part.meta["val"].shape) == shape:
            return part
        return emit(_aten.expand.default, part, shape)

    return Pair(*(fit(part) for part in x))


def _erase(program: Any, nodes: list[Any]) -> None:
    graph = program.graph
    names = {node.name for node in nodes}
    graph.eliminate_dead_code(lambda node: node.op in ("placeholder", "output") and node.name not in names)
    specs = program.graph_signature.input_specs
    specs[:] = [spec for spec in specs if getattr(spec.arg, "name", None) not in names]
    program.graph_module.recompile()
