"""Operators that call subgraphs or keep values between runs, and operators on complex numbers."""

from __future__ import annotations

import numpy
from tflite_graph import Graph, Operator, Tensor

from ..tolerance import SUM
from .build import TAME, Net, Options, register

_ADD: Options = ("AddOptions", {"fusedActivationFunction": 0})
_MUL: Options = ("MulOptions", {"fusedActivationFunction": 0})


def _binary(kind: str, options: Options, a: Tensor, b: Tensor, name: str) -> tuple[Operator, Tensor]:
    made = Tensor(name, a.shape, a.kind)
    return Operator(kind, [a, b], [made], options), made


def _add_or_mul(c: Net) -> tuple[str, Options]:
    return ("MUL", _MUL) if c.chance(0.5) else ("ADD", _ADD)


def _branch(c: Net, shape: tuple[int, ...], number: int) -> Graph:
    """Returns a graph of one input and output."""
    x = Tensor(f"branch{number}_x", shape, c.type)
    other = Tensor(f"branch{number}_c", shape, c.type, None, c.between(shape, c.type, -9, 9))
    operator, made = _binary(*_add_or_mul(c), x, other, f"branch{number}_y")
    return Graph([operator], [x], [made])


@register("IF", "FLOAT32 INT32")
def if_(c: Net) -> None:
    shape = c.shape(1, 3)
    branches = {"thenSubgraphIndex": _branch(c, shape, 0), "elseSubgraphIndex": _branch(c, shape, 1)}
    made = [
        c.input((1,) if c.chance(0.5) else (), "BOOL"),
        c.input(shape, c.type, None, c.between(shape, c.type, -9, 9)),
    ]
    c.add(made, (c.type, None), options=("IfOptions", branches), shapes=[shape])


@register("WHILE", "FLOAT32 INT32")
def while_(c: Net) -> None:
    shape = c.shape(1, 3)
    steps = c.integer(0, 4)
    i, x = Tensor("cond_i", (), "INT32"), Tensor("cond_x", shape, c.type)
    limit = Tensor("cond_limit", (), "INT32", None, numpy.array(steps, "int32"))
    less = Tensor("cond_less", (), "BOOL")
    condition = Graph([Operator("LESS", [i, limit], [less], ("LessOptions", {}))], [i, x], [less])
    i, x = Tensor("body_i", (), "INT32"), Tensor("body_x", shape, c.type)
    one = Tensor("body_one", (), "INT32", None, numpy.array(1, "int32"))
    other = Tensor("body_c", shape, c.type, None, c.between(shape, c.type, -2, 2))
    count, next_i = _binary("ADD", _ADD, i, one, "body_next_i")
    step, next_x = _binary(*_add_or_mul(c), x, other, "body_next_x")
    body = Graph([count, step], [i, x], [next_i, next_x])
    first = numpy.array(c.integer(0, 2))
    made = [
        c.either((), "INT32", None, first, constant=0.5),
        c.input(shape, c.type, None, c.between(shape, c.type, -9, 9)),
    ]
    options = ("WhileOptions", {"condSubgraphIndex": condition, "bodySubgraphIndex": body})
    c.add(made, ("INT32", None), (c.type, None), options=options, shapes=[(), shape])


@register("RFFT2D", "FLOAT32", SUM)
def rfft2d(c: Net) -> None:
    sizes = [2 ** c.integer(0, 3), 2 ** c.integer(1, 3)]
    # As a rule, there is a batch, and neither padding nor a crop.
    off = 0 if c.chance(0.7) else 1
    batch = (c.integer(1, 3),) if c.chance(0.8) else ()
    shape = (*batch, *(max(1, size + c.integer(-off, off)) for size in sizes))
    made = [c.input(shape, "FLOAT32", None, c.numbers(shape, "FLOAT32", TAME)), c.integers(sizes)]
    (spectrum,) = c.add(made, ("COMPLEX64", None), options=("Rfft2dOptions", {}), is_output=False)
    for kind in ("REAL", "IMAG"):
        c.add([spectrum], ("FLOAT32", None), kind=kind)


@register("REAL IMAG COMPLEX_ABS", "COMPLEX64")
def complex_part(c: Net) -> None:
    c.add([c.input(c.shape(1, 4), "COMPLEX64")], ("FLOAT32", None))


@register("READ_VARIABLE", "FLOAT32 INT8 INT32")
def variable(c: Net) -> None:
    shape = c.shape(1, 3)
    quantization = c.quantization(c.type)
    names = {"container": "", "sharedName": f"variable_{c.type}"}
    handle = Tensor("handle", (), "RESOURCE")
    start = Tensor("start", shape, c.type, quantization, c.numbers(shape, c.type))
    assign: tuple[str, Options] = ("ASSIGN_VARIABLE", ("AssignVariableOptions", {}))
    first = Tensor("first_handle", (), "RESOURCE")
    setup = Graph(
        [
            Operator("VAR_HANDLE", [], [first], ("VarHandleOptions", names)),
            Operator(assign[0], [first, start], [], assign[1]),
        ]
    )
    c.graph.operators += [
        Operator("CALL_ONCE", [], [], ("CallOnceOptions", {"initSubgraphIndex": setup})),
        Operator("VAR_HANDLE", [], [handle], ("VarHandleOptions", names)),
    ]
    x = c.input(shape, c.type, quantization)
    c.add([handle], (c.type, quantization), kind="READ_VARIABLE", options=("ReadVariableOptions", {}), shapes=[shape])
    c.graph.operators.append(Operator(assign[0], [handle, x], [], assign[1]))
