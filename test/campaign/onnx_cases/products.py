"""Products of matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from ..case import Case, Generator
from ..draw import Draw
from ..tolerance import EXACT, Tolerance
from ..values import TAME, Array
from .build import Net, weights_of

_TYPES = ("float32", "float32", "float32", "float64", "float16", "int32", "int64", "uint32", "uint64")


def numbers(draw: Draw, shape: Sequence[int], dtype: str) -> Array:
    """Returns numbers whose products and sums are within the type."""
    return draw.values(shape, dtype, TAME if dtype[0] in "fc" else ("small",))


def gemm(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 11, 13)
    dtype = draw.choice(("float32", "float32", "float32", "float64", "float16"))
    m, k, n = (draw.integer(1, 6) for _ in range(3))
    left, right = draw.flag(), draw.flag()
    a = net.input(numbers(draw, (k, m) if left else (m, k), dtype))
    b = net.either(numbers(draw, (n, k) if right else (k, n), dtype))
    c = ""
    if net.opset < 11 or draw.flag(0.7):
        c = net.either(numbers(draw, draw.broadcast((m, n)), dtype))
    alpha, beta = (draw.choice((None, 1.0, 0.5, 2.0, 0.0, -1.5)) for _ in range(2))
    made = net.node(
        "Gemm",
        [a, b, c],
        alpha=alpha,
        beta=beta,
        transA=int(left) if left or draw.flag(0.2) else None,
        transB=int(right) if right or draw.flag(0.2) else None,
    )
    return net.case(made, net.summed(a, b))


def matmul_shapes(draw: Draw) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the shapes of two operands, each of rank 1 or more."""
    m, k, n = (draw.integer(1, 6) for _ in range(3))
    batch = tuple(draw.integer(1, 3) for _ in range(draw.integer(0, 2)))
    left, right = (*batch, m, k), (*draw.broadcast(batch), k, n)
    if draw.flag(0.2):
        left, right = (*draw.broadcast(batch), m, k), (*batch, k, n)
    if draw.flag(0.15):
        left = (k,)
    if draw.flag(0.15):
        right = (k,)
    return left, right


def matmul(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 13)
    dtype = draw.choice(_TYPES if net.opset >= 9 else _TYPES[:5])
    left, right = matmul_shapes(draw)
    if draw.flag(0.2):
        b = net.input(numbers(draw, right, dtype))
        names = [net.constant(numbers(draw, left, dtype)), b]
    else:
        names = [net.input(numbers(draw, left, dtype)), net.either(numbers(draw, right, dtype))]
    return net.case(net.node("MatMul", names), net.summed(*names))


def zero_point(net: Net, dtype: str, count: int = 0) -> str:
    """Adds a zero point, or none; with `count`, perhaps one for each of that many rows."""
    draw = net.draw
    if draw.flag(0.3):
        return ""
    limits = numpy.iinfo(dtype)
    ends = (0 if limits.min < 0 else 128, limits.min, limits.max, limits.min + 1, 7)
    if count and draw.flag(0.3):
        return net.constant(numpy.array([draw.choice(ends) for _ in range(count)], dtype))
    return net.constant(numpy.asarray(draw.choice(ends), dtype))


def matmul_integer(draw: Draw) -> Case:
    net = Net(draw, 10)
    left, right = matmul_shapes(draw)
    kinds = [draw.choice(("int8", "uint8")) for _ in range(2)]
    a, b = net.input(draw.values(left, kinds[0])), net.either(weights_of(draw, right, kinds[1]))
    points = [zero_point(net, kinds[0]), zero_point(net, kinds[1], right[-1] if len(right) > 1 else 0)]
    return net.case(net.node("MatMulInteger", [a, b, *points]), EXACT)


_EQUATIONS = (
    ("ij,jk->ik", ((2, 3), (3, 4))),
    ("ij->ji", ((2, 3),)),
    ("ij->", ((2, 3),)),
    ("ii->i", ((3, 3),)),
    ("bij,bjk->bik", ((2, 3, 4), (2, 4, 5))),
    ("i,j->ij", ((3,), (4,))),
    ("i,i", ((3,), (3,))),
    ("...ij,...jk->...ik", ((2, 3, 4), (2, 4, 5))),
    ("bhqd,bhkd->bhqk", ((1, 2, 3, 4), (1, 2, 5, 4))),
    ("ij,jk,kl->il", ((2, 3), (3, 4), (4, 2))),
    ("ijk,ijk->ij", ((2, 3, 4), (2, 3, 4))),
    (" i j , j k -> i k ", ((2, 3), (3, 4))),
    ("ij,jk", ((2, 3), (3, 4))),
    ("abc->cb", ((2, 3, 4),)),
    ("kj,ji", ((2, 3), (3, 4))),
    ("...ij,...jk", ((2, 3, 4), (2, 4, 5))),
    ("ij,kj->ikj", ((2, 3), (4, 3))),
)


def einsum(draw: Draw) -> Case:
    net = Net(draw, 12, 28)
    equation, shapes = draw.choice(_EQUATIONS)
    dtype = draw.choice(("float32", "float32", "float64", "int32", "int64", "float16"))
    names = [net.input(numbers(draw, shapes[0], dtype))]
    names += [net.either(numbers(draw, shape, dtype), 0.3) for shape in shapes[1:]]
    return net.case(net.node("Einsum", names, equation=equation), net.summed(*names))


def det(draw: Draw) -> Case:
    net = Net(draw, 11, 22)
    size = draw.integer(1, 4)
    batch = tuple(draw.integer(1, 2) for _ in range(draw.integer(0, 2)))
    numbers = draw.values((*batch, size, size), "float32", ("small", "normal"))
    # No determinant is larger than the product of the rows' lengths, and the products that it is the sum of are as large.
    largest = numpy.linalg.norm(numbers, axis=-1).prod(-1).max()
    return net.case(net.node("Det", [net.input(numbers)]), Tolerance(8, 8, 8 * float(largest)))


OPERATORS: dict[str, Generator] = {
    "Det": det,
    "Einsum": einsum,
    "Gemm": gemm,
    "MatMul": matmul,
    "MatMulInteger": matmul_integer,
}
