# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of TensorFlow Lite that fill a list, as Keras writes GRU and SimpleRNN, with the results of LiteRT's reference kernels."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from tflite_graph import Graph, Operator, Tensor, write
from tflite_nodes import litert

import tirc

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")

_STEPS, _INPUTS, _UNITS = 5, 3, 4
_TANH = {"fusedActivationFunction": 0}


def _integers(name: str, *numbers: int) -> Tensor:
    return Tensor(name, (len(numbers),), "INT32", values=numpy.array(numbers, numpy.int32))


def _scalar(name: str, number: int | None = None) -> Tensor:
    return Tensor(name, (), "INT32", values=None if number is None else numpy.array(number, numpy.int32))


def _list(name: str) -> Tensor:
    """A list, whose sizes are dynamic in the file."""
    return Tensor(name, (1, 1, 1), signature=(-1, -1, -1))


def _body(random: numpy.random.Generator) -> Graph:
    """A step: the state is the tanh of products with the input and with the state, and an element of the list."""
    i, states, state, x = _scalar("i"), _list("states"), Tensor("h", (1, _UNITS)), Tensor("xs", (_STEPS, 1, _INPUTS))
    weights, recurrence = (
        Tensor(name, shape, values=random.uniform(-1, 1, shape).astype(numpy.float32))
        for name, shape in (("w", (_UNITS, _INPUTS)), ("u", (_UNITS, _UNITS)))
    )
    now, a, b, total, after = Tensor("now", (1, _INPUTS)), *(Tensor(name, (1, _UNITS)) for name in ("a", "b", "total", "after"))
    following, one, first = _scalar("following"), _scalar("one", 1), _integers("first", 1)
    place, place_after = Tensor("place", (1,), "INT32"), Tensor("place_after", (1,), "INT32")
    sizes, starts = (Tensor(name, (3,), "INT32") for name in ("sizes", "starts"))
    before, element, behind, joined = _list("before"), Tensor("element", (1, 1, _UNITS)), _list("behind"), _list("joined")
    dense = ("FullyConnectedOptions", dict(_TANH))
    along = ("ConcatenationOptions", {"axis": 0})
    operators = [
        Operator("ADD", [i, one], [following], ("AddOptions", {})),
        Operator("GATHER", [x, i], [now], ("GatherOptions", {})),
        Operator("FULLY_CONNECTED", [now, weights, None], [a], dense),
        Operator("FULLY_CONNECTED", [state, recurrence, None], [b], dense),
        Operator("ADD", [a, b], [total], ("AddOptions", {})),
        Operator("TANH", [total], [after]),
        Operator("RESHAPE", [i, first], [place], ("ReshapeOptions", {})),
        Operator("CONCATENATION", [place, _integers("all", -1, -1)], [sizes], along),
        Operator("SLICE", [states, _integers("none", 0, 0, 0), sizes], [before], ("SliceOptions", {})),
        Operator("RESHAPE", [following, first], [place_after], ("ReshapeOptions", {})),
        Operator("CONCATENATION", [place_after, _integers("begin", 0, 0)], [starts], along),
        Operator("SLICE", [states, starts, _integers("rest", -1, -1, -1)], [behind], ("SliceOptions", {})),
        Operator("EXPAND_DIMS", [after, _scalar("axis", 0)], [element], ("ExpandDimsOptions", {})),
        Operator("CONCATENATION", [before, element, behind], [joined], along),
    ]
    return Graph(operators, [i, states, state, x], [following, joined, after, x])


def _condition() -> Graph:
    i, more = _scalar("k"), Tensor("more", (), "BOOL")
    carried = [i, _list("states_c"), Tensor("h_c", (1, _UNITS)), Tensor("xs_c", (_STEPS, 1, _INPUTS))]
    return Graph([Operator("LESS", [i, _scalar("steps", _STEPS)], [more], ("LessOptions", {}))], carried, [more])


def _model(result: str) -> bytes:
    random = numpy.random.default_rng(5)
    x, ordered = Tensor("x", (1, _STEPS, _INPUTS)), Tensor("ordered", (_STEPS, 1, _INPUTS))
    shape, steps, first = Tensor("shape", (3,), "INT32"), _scalar("counted"), Tensor("first_size", (1,), "INT32")
    sizes, states, start = Tensor("list_sizes", (3,), "INT32"), _list("list"), Tensor("start", (1, _UNITS))
    ends = [_scalar("end"), _list("filled"), Tensor("last", (1, _UNITS)), Tensor("xs_end", (_STEPS, 1, _INPUTS))]
    zero = Tensor("zero", (), values=numpy.array(0, numpy.float32))
    loop = {"condSubgraphIndex": _condition(), "bodySubgraphIndex": _body(random)}
    operators = [
        Operator("TRANSPOSE", [x, _integers("order", 1, 0, 2)], [ordered], ("TransposeOptions", {})),
        Operator("SHAPE", [ordered], [shape], ("ShapeOptions", {"outType": 2})),
        Operator(
            "STRIDED_SLICE", [shape, _integers("b", 0), _integers("e", 1), _integers("s", 1)], [steps],
            ("StridedSliceOptions", {"shrinkAxisMask": 1}),
        ),
        Operator("RESHAPE", [steps, _integers("as_list", 1)], [first], ("ReshapeOptions", {})),
        Operator("CONCATENATION", [first, _integers("element_sizes", 1, _UNITS)], [sizes], ("ConcatenationOptions", {"axis": 0})),
        Operator("FILL", [sizes, zero], [states], ("FillOptions", {})),
        Operator("FILL", [_integers("state_sizes", 1, _UNITS), zero], [start], ("FillOptions", {})),
        Operator("WHILE", [_scalar("from", 0), states, start, ordered], ends, ("WhileOptions", loop)),
    ]
    y = Tensor("y", (1, _UNITS) if result == "last" else (1, 1, 1))
    if result == "last":
        bounds = [_integers("at", -1, 0, 0), _integers("to", 0, -1, -1), _integers("by", 1, 1, 1)]
        masks = {"shrinkAxisMask": 1, "beginMask": 6, "endMask": 6}
        operators.append(Operator("STRIDED_SLICE", [ends[1], *bounds], [y], ("StridedSliceOptions", masks)))
    else:
        operators.append(Operator("TRANSPOSE", [ends[1], _integers("back", 1, 0, 2)], [y], ("TransposeOptions", {})))
    return write(Graph(operators, [x], [y]))


@pytest.mark.parametrize("result", ["last", "all"])
def test_a_loop_fills_a_list(result: str) -> None:
    data = _model(result)
    module: Any = tirc.compile(data)
    for seed in range(3):
        x = numpy.random.default_rng(seed).uniform(-1, 1, (1, _STEPS, _INPUTS)).astype(numpy.float32)
        (want,) = litert(data, [x])
        got = module.run(x)["y"]
        assert got.shape == want.shape
        assert numpy.allclose(got, want, rtol=1e-6, atol=1e-6)
