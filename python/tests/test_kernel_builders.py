# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each operation of the dialect `kernel`, built in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from built_operations import Case, Cases, function, index

from tirc import ir
from tirc.attribute_text import Kind
from tirc.building import Attribute, Builder, BuildError, Value
from tirc.dialects import kernel, tir

CASES = Cases()
# An attribute that no function of the package makes.
WRONG = Kind("", lambda _: "3 : i17")
Built = Callable[..., Any]


def on_buffers(
    operation: Built,
    types: Sequence[str],
    *,
    numbers: Sequence[int] = (),
    named: Mapping[str, Any] | None = None,
) -> Case:
    """Returns a case: the operation takes one argument after the other, and an `index` is the next one of `numbers`."""

    def build(builder: Builder) -> None:
        def body(*arguments: Value) -> None:
            given, constants = iter(arguments), iter(numbers)
            values = [index(builder, next(constants)) if one == "index" else next(given) for one in types]
            operation(builder, *values, **(named or {}))

        function(builder, [one for one in types if one != "index"], body)

    return build


def add(name: str, operation: Built, types: Sequence[str], numbers: Sequence[int] = (), **named: Any) -> None:
    CASES.of(name)(on_buffers(operation, types, numbers=numbers, named=named))


def bytes_of(count: int) -> str:
    return f"memref<{count}xi8>"


def words_of(count: int) -> str:
    return f"memref<{count}xi32>"


def floats_of(count: int) -> str:
    return f"memref<{count}xf32>"


WINDOW: Mapping[str, Any] = {
    "rows": 3, "columns": 3, "row_pitch": 128, "column_pitch": 16, "pixel_pitch": 16, "lanes": 16, "together": 4,
    "padding": 0, "pixels": 4, "channels": 16, "sums_pitch": 16,
}  # fmt: skip
add("kernel.dot_columns", lambda b, x, w, at, bias: kernel.dot_columns(
    b, x, at, bias, taps=kernel.load_taps(b, w, at), rows=2, pixels=2, stride=1),
    [words_of(56), words_of(24), "index", "i32"], [0])  # fmt: skip
add("kernel.dot_next_columns", lambda b, x, w, at, bias: kernel.dot_next_columns(
    b, x, at, bias, taps=kernel.load_row_taps(b, w, at), begun=[bias, bias], pixels=2, begins=1, stride=1),
    [words_of(56), words_of(24), "index", "i32"], [0])  # fmt: skip
add("kernel.load_row_taps", lambda b, w, at: kernel.load_row_taps(b, w, at, times256=True), [words_of(24), "index"], [0])
add("kernel.load_taps", lambda b, w, at: kernel.load_taps(b, w, at, times256=True), [words_of(24), "index"], [0])
add("kernel.dot_byte_lanes", kernel.dot_byte_lanes,
    [bytes_of(384), "index", bytes_of(1024), "index", words_of(16), "index", "index", "index", words_of(96), "index"],
    [0, 0, 0, 0, 1, 0], rows=1, columns=1, size=64, row_pitch=0, column_pitch=0, pixel_pitch=64, lanes=16, together=4,
    padding=0, pixels=6, channels=16, sums_pitch=16)  # fmt: skip
add("kernel.dot_window_lanes", kernel.dot_window_lanes,
    [bytes_of(1024), "index", bytes_of(192), "index", words_of(16), "index", "index", "index", words_of(64), "index"],
    [0, 0, 0, 0, 3, 0], **WINDOW)  # fmt: skip
add("kernel.dot_pairs", kernel.dot_pairs, [words_of(96), words_of(1024), "index"], [0],
    size=48, run=24, run_pitch=40, pixels=3, pixel_pitch=8, pairs=1, times256=True)  # fmt: skip
add("kernel.dot_pixel", kernel.dot_pixel, [bytes_of(640), "index", words_of(20480), "index"], [0, 0], size=128, pairs=2)
add("kernel.dot_rows", kernel.dot_rows, ["memref<512xi16>", bytes_of(4096), "index", words_of(128)], [0],
    size=64, pixels=8, channels=16)  # fmt: skip
add("kernel.dot_taps", kernel.dot_taps,
    [bytes_of(72), "index", bytes_of(36), "index", "index", "index", "index", "index"], [0, 0, 0, 3, 0, 3],
    columns=3, row_pitch=24, column_pitch=4, weight_pitch=4, pixels=1, pixel_pitch=4, zero_point=-128)  # fmt: skip
add("kernel.dot_window", kernel.dot_window,
    [bytes_of(1152), "index", bytes_of(16), bytes_of(144), "index", "index", "index", "index", "index", words_of(16)],
    [0, 0, 0, 3, 0, 3], rows=3, columns=3, row_pitch=96, column_pitch=16, weight_pitch=16, channels=16)  # fmt: skip
add("kernel.narrow_words", kernel.narrow_words, [words_of(8)], elements_type="tensor<1x1x2x8xi8>")
add("kernel.widen_words", kernel.widen_words, ["tensor<1x1x2x8xi8>"], words_type="tensor<8xi32>")
add("kernel.raise_elements", kernel.raise_elements,
    [bytes_of(800), "index", "index", "index", "index", "index", bytes_of(64), "index"], [0, 0, 1, 0, 64, 0],
    rows=1, row_pitch=64, size=64, padding=0)  # fmt: skip
add("kernel.requantize", kernel.requantize, ["i32", "i32", "i64"], shift=4, bits=8)
add("kernel.requantize_approximate", kernel.requantize_approximate, ["i32", "i32", "i32"], shift=4, bits=8)
add("kernel.requantize_double", kernel.requantize_double, ["i32", "i32", "i32"], shift=7, max=255)
add("kernel.requantize_lanes", kernel.requantize_lanes,
    [words_of(96), "index", words_of(16), words_of(16), words_of(16), "index", bytes_of(384), "index"], [0, 0, 0],
    fraction_bits=8, low=-128, high=127, pixels=6, channels=16, sums_pitch=16, outputs_pitch=64)  # fmt: skip
add("kernel.store_half", kernel.store_half, ["i32", words_of(8), "index"], [0])
add("kernel.unpack_byte_lanes", kernel.unpack_byte_lanes, [bytes_of(96)],
    lanes=8, together=4, segment=12, weights_type="tensor<6x1x1x12xi8>")  # fmt: skip
add("kernel.unpack_channels", kernel.unpack_channels, [bytes_of(36)],
    group=1, depthwise=True, weights_type="tensor<3x3x4x1xi8>")  # fmt: skip
add("kernel.unpack_lanes", kernel.unpack_lanes, [floats_of(96)], lanes=8, weights_type="tensor<6x1x1x12xf32>")
add("kernel.unpack_pairs", kernel.unpack_pairs, [words_of(8)], segment=8, in_order=True,
    weights_type="tensor<4x1x1x8xi8>")  # fmt: skip
add("kernel.unpack_row_taps", kernel.unpack_row_taps, [words_of(12)], weights_type="tensor<3x3x4x1xi8>")
add("kernel.unpack_taps", kernel.unpack_taps, [words_of(12)], weights_type="tensor<3x3x4x1xi8>")
add("kernel.widen_bytes", kernel.widen_bytes, [bytes_of(100), "index", "index", "index", words_of(6), "index"],
    [0, 0, 12, 0], size=12, padding=-128)  # fmt: skip
add("kernel.widen_elements", kernel.widen_elements,
    [bytes_of(100), "index", "index", "index", "memref<64xi16>", "index"], [0, 0, 48, 0],
    size=48, padding=-128)  # fmt: skip
add("kernel.widen_rows", kernel.widen_rows,
    [bytes_of(200), "index", "index", "index", "index", "index", words_of(56), "index"], [0, 0, 3, 1, 6, 0],
    channels=4, columns=7, row_pitch=40, column_pitch=8, padding=-128, moves=1)  # fmt: skip


@CASES.of("kernel.call_step")
def _(builder: Builder) -> None:
    def body(x: Value, weights: Value, sums: Value) -> None:
        at = [index(builder, 0)] * 3
        kernel.call_step(builder, step="mve_dot_rows", buffers=[x, weights, sums], offsets=at, sizes=[16, 16, 16, 3, 4])

    function(builder, [bytes_of(48), bytes_of(64), words_of(12)], body)


@CASES.of("kernel.dot_block")
def _(builder: Builder) -> None:
    def body(x: Value, weights: Value, bias: Value) -> None:
        zero, one, size = (index(builder, number) for number in (0, 1, 64))
        sums = kernel.dot_block(
            builder, x, zero, weights, zero, zero, one, zero, size,
            init=[bias] * 4, rows=1, row_pitch=64, size=64, padding=0, pixels=2, pixel_pitch=64,
        )  # fmt: skip
        assert [value.type for value in sums] == ["i32"] * 8

    function(builder, [bytes_of(800), bytes_of(256), "i32"], body)


@CASES.of("kernel.dot_raised")
def _(builder: Builder) -> None:
    def body(x: Value, weights: Value, bias: Value) -> None:
        zero = index(builder, 0)
        assert len(kernel.dot_raised(builder, x, zero, weights, zero, init=[bias] * 4, size=64)) == 4

    function(builder, [bytes_of(64), bytes_of(4096), "i32"], body)


@CASES.of("kernel.dot_strip")
def _(builder: Builder) -> None:
    def body(x: Value, weights: Value, bias: Value) -> None:
        zero, three = index(builder, 0), index(builder, 3)
        sums = kernel.dot_strip(
            builder, x, zero, weights, zero, zero, three, bias, rows=3, columns=3, column_begin=0, column_end=3,
            row_pitch=320, column_pitch=64, pixels=2, stride=1, dilation=1, padding=0,
        )  # fmt: skip
        assert len(sums) == 2

    function(builder, [bytes_of(8000), bytes_of(576), "i32"], body)


@CASES.of("kernel.dot_lanes")
def _(builder: Builder) -> None:
    def body(x: Value, weights: Value, bias: Value, other: Value, y: Value, low: Value, high: Value) -> None:
        zero, one = index(builder, 0), index(builder, 1)
        kernel.dot_lanes(
            builder, x, zero, weights, zero, zero, one, y, zero, pixels=6, channels=16, columns=1, size=64,
            row_pitch=0, column_pitch=0, element_pitch=1, pixel_pitch=64, weight_pitch=16,
            start=bias, start_at=zero, addend=other, addend_at=zero, low=low, high=high,
            weight_row_pitch=1024, sums_pitch=64, addend_pitch=64,
        )  # fmt: skip

    types = [floats_of(384), floats_of(1024), floats_of(16), floats_of(384), floats_of(384), "f32", "f32"]
    function(builder, types, body)


@CASES.of("kernel.keep")
def _(builder: Builder) -> None:
    def body(tensor: Value, scratch: Value) -> None:
        row = kernel.keep(builder, tensor, scratch=scratch)
        assert kernel.keep(builder, row).type == "tensor<4x8xf32>"

    function(builder, ["tensor<4x8xf32>", "memref<1x8xf32>"], body)


@CASES.of("kernel.by_rows")
@CASES.of("kernel.yield")
def _(builder: Builder) -> None:
    row, rows = "memref<1x4xi8>", "tensor<8x4xi8>"
    window = Attribute("#kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>")
    tir.prim_func(
        builder, sym_name="row", function_type=f"({row}, {row}) -> ()", sym_visibility="private",
        arg_attrs=[{"tir.effect": Attribute(f"#tir.effect<{effect}>"), "kernel.argument": window}
                   for effect in ("read", "write")],
        body=lambda x, y: tir.return_(builder),
    )  # fmt: skip

    def body(x: Value) -> None:
        empty = builder.create("tensor.empty", [], [rows]).result

        def calls() -> None:
            made = tir.call_tir(builder, callee="row", args=[x, empty], num_outs=1, result_types=[rows])
            kernel.yield_(builder, values=made)

        (y,) = kernel.by_rows(builder, result_types=[rows], calls=calls)
        assert y.type == rows

    function(builder, [rows], body)


def test_each_operation_has_a_case() -> None:
    assert sorted(CASES) == sorted(f"kernel.{name.rstrip('_')}" for name in kernel.__all__)


@pytest.mark.parametrize("name", CASES)
def test_an_operation_is_built_and_verified(name: str) -> None:
    builder = Builder()
    CASES[name](builder)
    module = builder.module()
    assert name in [operation.name for operation in module.operations]
    assert str(ir.parse(module.print(large=None))) == str(module)


@pytest.mark.parametrize("name", [name for name in CASES if name != "kernel.by_rows"])  # which has none
def test_an_operand_of_another_type_is_refused_by_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    builder = Builder()
    build = builder._build

    def with_a_wrong_operand(called: str, operands: Any, *rest: Any, **named: Any) -> Any:
        if called == name:
            wrong = build("arith.constant", [], [("value", WRONG, True)], {}, None, results=["i17"]).result
            first, value = operands[0]
            changed = wrong if isinstance(value, Value) else [wrong, *value[1:]]
            operands = [(first, changed), *operands[1:]]
        return build(called, operands, *rest, **named)

    monkeypatch.setattr(builder, "_build", with_a_wrong_operand)
    with pytest.raises(BuildError, match=f"'{name}' op .*'i17'") as caught:
        CASES[name](builder)
    assert caught.value.operation == name
