# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors about a .tflite file name the operator and its place, also where the converter does not."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import tirc
from tirc.importers import FrontEndError, tflite_errors

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
tflite: Any = pytest.importorskip("tflite", reason="needs tirc[tflite]")

from tflite_graph import Graph, Operator, Tensor, write  # noqa: E402  what follows needs the packages
from tiny_tflite import tiny_tflite  # noqa: E402


def _chain(*kinds: str, number: str = "FLOAT32") -> bytes:
    tensors = [Tensor(f"t{i}", (2, 3), number) for i in range(len(kinds) + 1)]
    operators = [Operator(kind, [tensors[i]], [tensors[i + 1]]) for i, kind in enumerate(kinds)]
    return write(Graph(operators, [tensors[0]], [tensors[-1]]))


@pytest.mark.parametrize(("least", "place", "name"), [(1, "t1", "RELU"), (3, "t3", "TANH"), (5, "t5", "EXP")])
def test_the_operator_that_ends_the_converter_is_found(least: int, place: str, name: str) -> None:
    data = _chain("RELU", "ABS", "TANH", "NEG", "EXP")
    sizes: list[int] = []

    def convert(file: bytes) -> None:
        graph = tflite.Model.GetRootAs(bytearray(file), 0).Subgraphs(0)
        sizes.append(graph.OperatorsLength())
        assert graph.OutputsLength() == graph.OperatorsLength()
        if graph.OperatorsLength() >= least:
            raise FrontEndError("no")

    error = FrontEndError("model: the converter crashed", cause="the converter crashed")
    operators = tflite_errors.operators_by_place(data, data)
    found = tflite_errors.explained(error, operators, data, "model", convert)
    assert str(found) == (
        f"model: '{place}': {name}: tosa-converter-for-tflite does not convert this form of it (the converter crashed)"
        "; express it by other operators, or take it out of the model"
    )
    assert found.operator == f"tfl.{name.lower()}"
    assert len(sizes) <= 3


def test_a_constant_s_error_is_that_of_its_reader() -> None:
    """TOSA has no complex numbers."""
    x, y = Tensor("x", (2, 2), "COMPLEX64"), Tensor("y", (2, 4), "COMPLEX64")
    c = Tensor("c", (2, 2), "COMPLEX64", values=numpy.ones((2, 2), numpy.complex64))
    data = write(Graph([Operator("CONCATENATION", [x, c], [y], ("ConcatenationOptions", {"axis": 1}))], [x], [y]))
    with pytest.raises(FrontEndError, match="model: 'y': CONCATENATION: .*complex.*; express it by other operators"):
        tirc.compile(data)


def test_what_the_compiler_refuses_has_its_name_in_the_model() -> None:
    """TOSA's floats have at most 32 bits."""
    x, y = Tensor("x", (2, 3), "FLOAT64"), Tensor("y", (2,), "FLOAT64")
    axis = Tensor("axis", (1,), "INT32", values=numpy.array([1], numpy.int32))
    data = write(Graph([Operator("REDUCE_MAX", [x, axis], [y], ("ReducerOptions", {}))], [x], [y]))
    with pytest.raises(tirc.CompileError, match="\nnote: 'y' is REDUCE_MAX in the model"):
        tirc.compile(data)


def test_a_constant_that_the_compiler_refuses_has_the_name_of_its_reader() -> None:
    x, y = Tensor("x", (2, 3), "FLOAT64"), Tensor("y", (2, 6), "FLOAT64")
    c = Tensor("c", (2, 3), "FLOAT64", values=numpy.ones((2, 3), numpy.float64))
    data = write(Graph([Operator("CONCATENATION", [x, c], [y], ("ConcatenationOptions", {"axis": 1}))], [x], [y]))
    with pytest.raises(tirc.CompileError, match="\nnote: '(y' is|c' is an input of) CONCATENATION in the model"):
        tirc.compile(data)


def test_an_operator_that_the_converter_leaves_is_named() -> None:
    """Its bytecode cannot be read."""
    x, y = Tensor("x", (4,)), Tensor("y", (4,))
    axis = Tensor("axis", (), "INT32", values=numpy.array(0, numpy.int32))
    data = write(Graph([Operator("UNIQUE", [x], [y, axis], ("UniqueOptions", {"idxOutType": 2}))], [x], [y]))
    with pytest.raises(FrontEndError, match="model: 'y': .* no form of tfl.unique in TOSA; express it by"):
        tirc.compile(data)


@pytest.mark.parametrize(("name", "kind"), [("SignalFramer", "INT16"), ("SignalDelay", "UINT32")])
def test_operators_for_sound_are_named(name: str, kind: str) -> None:
    data = tiny_tflite(custom=name, types=(kind, kind), scale=None)
    with pytest.raises(FrontEndError, match=f"model: 'b': {name} is one of tflite-micro's own .* by tflite-micro's signal") as caught:
        tirc.compile(data)
    assert caught.value.operator == f"tfl.{name}"
