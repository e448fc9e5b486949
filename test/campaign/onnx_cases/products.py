"""Products of matrices."""

from __future__ import annotations

from ..case import Case
from ..draw import Draw
from ..tolerance import SUM
from ..values import TAME
from .build import Net


def gemm(draw: Draw) -> Case:
    net = Net(draw, 7, 9, 11, 13)
    dtype = draw.choice(("float32", "float32", "float32", "float64", "float16", "int32"))
    m, k, n = (draw.integer(1, 6) for _ in range(3))
    left, right = draw.flag(), draw.flag()
    a = net.input(draw.values((k, m) if left else (m, k), dtype, TAME if dtype[0] == "f" else ("small",)))
    b = net.either(draw.values((n, k) if right else (k, n), dtype, TAME if dtype[0] == "f" else ("small",)))
    c = ""
    if net.opset < 11 or draw.flag(0.7):
        c = net.either(draw.values(draw.broadcast((m, n)), dtype, TAME if dtype[0] == "f" else ("small",)))
    scales = [draw.choice((None, 1.0, 0.5, 2.0, 0.0, -1.5)) for _ in range(2)]
    made = net.node(
        "Gemm",
        [a, b, c],
        alpha=scales[0],
        beta=scales[1],
        transA=int(left) if left or draw.flag(0.2) else None,
        transB=int(right) if right or draw.flag(0.2) else None,
    )
    return net.case(made, tolerance=SUM)


OPERATORS = {"Gemm": gemm}
