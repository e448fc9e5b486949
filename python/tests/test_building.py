# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules that Python builds: what is refused, and from the first operation to a result."""

from __future__ import annotations

import pickle
from typing import Any, cast

import numpy
import pytest
from built_operations import function, index

import tirc
from tirc.building import Attribute, Builder, BuildError, Region, Value
from tirc.dialects import kernel, tir

# The functions without their types, which refuse most of what is wrong below.
UNTYPED: Any = tir
BUFFER = "memref<4xi32>"
READ, WRITE = ({"tir.effect": Attribute(f"#tir.effect<{effect}>")} for effect in ("read", "write"))


def doubling(builder: Builder) -> None:
    """Builds a kernel that doubles four integers, and a main function on tensors that calls it twice."""

    def body(x: Value, y: Value) -> None:
        def step(at: Value) -> None:
            number = builder.create("memref.load", [x, at], ["i32"]).result
            twice = builder.create("arith.addi", [number, number], ["i32"]).result
            builder.create("memref.store", [twice, y, at])
            builder.create("scf.yield")

        bounds = [index(builder, number) for number in (0, 4, 1)]
        builder.create("scf.for", bounds, regions=[Region(step, ["index"])])
        tir.return_(builder)

    tir.prim_func(
        builder, sym_name="double", function_type=f"({BUFFER}, {BUFFER}) -> ()", sym_visibility="private",
        arg_attrs=[READ, WRITE], body=body, place="layer/double",
    )  # fmt: skip

    def main(value: Value) -> None:
        for _ in range(2):
            empty = builder.create("tensor.empty", [], [value.type]).result
            (value,) = tir.call_tir(
                builder, callee="double", args=[value, empty], num_outs=1, result_types=[value.type]
            )
        builder.create("func.return", [value])

    builder.create(
        "func.func",
        attributes={"sym_name": "main", "function_type": Attribute("(tensor<4xi32>) -> tensor<4xi32>")},
        regions=[Region(main, ["tensor<4xi32>"])],
    )


@pytest.mark.parametrize("options", [{}, {"backend": "c"}], ids=["jit", "c"])
def test_a_module_that_python_builds_runs(options: dict[str, Any]) -> None:
    builder = Builder()
    doubling(builder)
    compiled = tirc.compile(builder.module(), model_name="quadruple")
    assert "double" in compiled.c_source
    (result,) = compiled.run(numpy.array([1, -2, 3, 1 << 28], numpy.int32), **options).values()
    assert result.tolist() == [4, -8, 12, 1 << 30]


def test_a_module_may_be_taken_while_it_grows() -> None:
    builder = Builder()
    empty = builder.module("empty")
    function(builder, [], lambda: None)
    assert str(empty) == "module {\n}\n" and empty.name == "empty"
    assert "func.func @f" in str(builder.module())


def test_what_the_verifier_refuses_is_not_in_the_module() -> None:
    builder = Builder()

    def body(words: Value, weights: Value) -> None:
        at = index(builder, 0)
        with pytest.raises(BuildError, match="'kernel.dot_pairs' op has 10 sums, expected at most 8") as caught:
            kernel.dot_pairs(builder, words, weights, at, size=8, pixels=5, pairs=1, place="conv#3")
        assert caught.value.operation == "kernel.dot_pairs"
        assert [(one.severity, one.place) for one in caught.value.diagnostics] == [("error", "conv#3")]
        kernel.dot_pairs(builder, words, weights, at, size=8, pixels=3, pairs=1)

    function(builder, ["memref<96xi32>", "memref<96xi32>"], body)
    assert str(builder.module()).count("kernel.dot_pairs") == 1


def test_what_refers_to_others_is_verified_in_the_module() -> None:
    builder = Builder()
    function(builder, [BUFFER], lambda x: tir.call_tir(builder, callee="missing", args=[x]))
    with pytest.raises(BuildError, match="'tir.call_tir' op calls @missing, which this module does not define"):
        builder.module()


def test_a_function_that_is_refused_takes_its_operations_with_it() -> None:
    builder = Builder()
    kept: list[Value] = []

    def body(x: Value) -> None:
        kept.extend([x, index(builder, 0)])

    with pytest.raises(BuildError, match="terminator"):
        tir.prim_func(builder, sym_name="f", function_type=f"({BUFFER}) -> ()", body=body)
    assert str(builder.module()) == "module {\n}\n"
    for value in kept:
        with pytest.raises(BuildError, match=r"'tir.is_null': operand 0 belongs to an operation that was refused"):
            tir.is_null(builder, value)
    assert kept[0].type == BUFFER


def test_an_exception_in_a_region_leaves_the_module_as_it_was() -> None:
    builder = Builder()

    def body() -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        function(builder, [], body)
    function(builder, [], lambda: None)
    assert str(builder.module()).count("func.func") == 1


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda b, x: UNTYPED.is_null(b, 3), r"'tir.is_null': 'pointer' is \[3\], expected Values of the builder"),
        (lambda b, x: UNTYPED.is_null(b, [x, x]), r"'pointer' is \[\[.*\]\], expected Values"),
        (lambda b, x: UNTYPED.call_extern(b, callee="f", args=x.type), "'args' is 'memref<4xi32>', expected Values"),
        (lambda b, x: UNTYPED.call_extern(b, callee=3), "'callee' is 3, expected a str, the name of a symbol"),
        (lambda b, x: UNTYPED.pointer_cast(b, x, result_type="memref<"), "'memref<' is not a type"),
        (lambda b, x: UNTYPED.pointer_cast(b, x, result_type=3), "3 is not a type; expected a str"),
        (lambda b, x: UNTYPED.packed_stack(b, count="1"), "'count' is '1', expected an int of 32 bits"),
        (lambda b, x: UNTYPED.packed_stack(b, count=1 << 31), "'count' is 2147483648, expected an int of 32 bits"),
        (lambda b, x: UNTYPED.packed_stack(b, count=True), "'count' is True, expected an int"),
        (lambda b, x: UNTYPED.packed_stack(b, count=None),
         "'tir.packed_stack': the attribute 'count' is None, expected an int"),
        (lambda b, x: UNTYPED.sync(b, x, reads=None), "'tir.sync' op "),
        (lambda b, x: kernel.load_taps(b, x, cast(Any, [])), r"'at' is \[\[\]\], expected Values"),
        (lambda b, x: kernel.dot_raised(b, x, x, x, x, size=cast(Any, None)),
         "'size' is None, expected an int of 64 bits"),
        (lambda b, x: UNTYPED.packed_stack(b, count=-1), "'tir.packed_stack' op attribute 'count' failed to satisfy"),
        (lambda b, x: UNTYPED.make_dltensor(b, x, shape=[0.5], device_type=1, device_id=0),
         r"'shape' is \[0.5\], expected"),
        (lambda b, x: UNTYPED.make_dltensor(b, x, shape="4", device_type=1, device_id=0),
         "expected a sequence of ints"),
        (lambda b, x: UNTYPED.dltensor_get(b, x, field="rank", result_type="i32"),
         "'field' is 'rank', expected one of 'data'"),
        (lambda b, x: UNTYPED.device(b, sym_name="d", kind="npu", hooks=["opens"]),
         "each element one of 'init', 'activate', 'open'"),
        (lambda b, x: UNTYPED.pool(b, sym_name="p", read_only=1), "'read_only' is 1, expected a bool"),
        (lambda b, x: UNTYPED.pool(b, sym_name="p", contents=[1]), r"'contents' is \[1\], expected an Attribute"),
        (lambda b, x: UNTYPED.pool(b, sym_name="p", contents=Attribute("dense<")), "'contents' cannot be read: dense<"),
        (lambda b, x: UNTYPED.pool(b, sym_name="p", contents=Attribute("3 : i64")), "'contents' is of another kind"),
        (lambda b, x: UNTYPED.pool(b, sym_name="p", attributes={"tir.nam": "p"}), "'tir.nam'"),
        (lambda b, x: UNTYPED.pool(b, sym_name="p", attributes={"mine": 1.5}), "'mine' is 1.5, expected an Attribute"),
        (lambda b, x: UNTYPED.prim_func(b, sym_name="g", function_type="i32", body=int),
         "'i32' is not the type of a function"),
        (lambda b, x: b.create("tir.pools"), "the dialect 'tir' does not have this operation"),
        (lambda b, x: b.create("other.op"), "tirc does not have the dialect 'other'"),
        (lambda b, x: b.create(""), "tirc does not have the dialect ''"),
        (lambda b, x: b.create("kernel.dot_pairs"), "'kernel.dot_pairs' op "),
        (lambda b, x: b.create("tir.sync", [x], attributes={"operandSegmentSizes": Attribute("array<i32: 5>")}),
         "the attribute 'operandSegmentSizes' is of another kind"),
        (lambda b, x: b.create("tir.try", regions=[Region(lambda: None)]),
         "'tir.try' op requires two regions|2 regions"),
    ],
)
def test_what_is_wrong_is_named(build: Any, message: str) -> None:
    builder = Builder()

    def body(x: Value) -> None:
        with pytest.raises(BuildError, match=message):
            build(builder, x)

    function(builder, [BUFFER], body)
    assert len(builder.module().operations) == 3


def test_a_value_of_another_builder_is_refused() -> None:
    one, other = Builder(), Builder()

    def body(x: Value) -> None:
        with pytest.raises(BuildError, match="'pointer' is a value of another builder"):
            tir.is_null(other, x)

    function(one, [BUFFER], body)


def test_the_error_can_be_pickled() -> None:
    with pytest.raises(tirc.BuildError) as caught:
        Builder().create("tir.return")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.operation) == (str(caught.value), "tir.return")
