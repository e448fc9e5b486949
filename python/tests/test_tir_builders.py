# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each operation of the dialect `tir`, built in Python."""

from __future__ import annotations

from typing import Any

import pytest
from built_operations import Cases, declaration, function, index

from tirc import ir
from tirc.building import Attribute, Builder, Region, Value
from tirc.dialects import tir

CASES = Cases()
BUFFER = "memref<4xi8>"
NPU = '!tir.device_context<"npu">'
READ, WRITE = ({"tir.effect": Attribute(f"#tir.effect<{effect}>")} for effect in ("read", "write"))
PACKED = "(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32"


def device(builder: Builder, name: str = "npu0", **named: Any) -> None:
    tir.device(builder, sym_name=name, kind="npu", **named)


def kernel(builder: Builder) -> None:
    """Builds a function that copies its first buffer to the second."""

    def body(x: Value, y: Value) -> None:
        builder.create("memref.copy", [x, y])
        tir.return_(builder)

    tir.prim_func(
        builder, sym_name="copy", function_type=f"({BUFFER}, {BUFFER}) -> ()", sym_visibility="private",
        arg_attrs=[READ, WRITE], body=body,
    )  # fmt: skip


@CASES.of("tir.prim_func")
def _(builder: Builder) -> None:
    kernel(builder)
    device(builder)
    tir.prim_func(
        builder, sym_name="npu_add", function_type=f"({BUFFER}, {BUFFER}, {NPU}) -> ()", sym_visibility="private",
        arg_attrs=[READ, WRITE, {}], calling_convention="unpacked", devices=["npu0"], exported_name="npu_add_v2",
    )  # fmt: skip


@CASES.of("tir.return")
def _(builder: Builder) -> None:
    tir.prim_func(builder, sym_name="nothing", function_type="() -> ()", body=lambda: tir.return_(builder))


@CASES.of("tir.device")
def _(builder: Builder) -> None:
    device(builder, program="vision", hooks=["open", "close"])
    device(builder, "npu1", device_id=1, device_type=13, program="audio")


@CASES.of("tir.pool")
def _(builder: Builder) -> None:
    tir.pool(builder, sym_name="sram", size=4096, size_hint=65536, alignment=32, section=".sram")
    contents = Attribute("dense<[1, 2, 3, 4]> : tensor<4xi8>")
    tir.pool(builder, sym_name="commands", size=4, read_only=True, contents=contents)
    tir.pool(builder, sym_name="dram", external=True)


@CASES.of("tir.pool_view")
def _(builder: Builder) -> None:
    tir.pool(builder, sym_name="sram", size=4096)
    function(builder, [], lambda: tir.pool_view(builder, pool="sram", offset=128, result_type="memref<4x4xf32>"))


@CASES.of("tir.get_device_context")
def _(builder: Builder) -> None:
    device(builder)
    function(builder, [], lambda: tir.get_device_context(builder, device="npu0", result_type=NPU))


@CASES.of("tir.call_tir")
def _(builder: Builder) -> None:
    kernel(builder)
    function(builder, [BUFFER, BUFFER], lambda x, y: tir.call_tir(builder, callee="copy", args=[x, y]))

    def on_tensors(x: Value) -> None:
        empty = builder.create("tensor.empty", [], ["tensor<4xi8>"]).result
        (y,) = tir.call_tir(builder, callee="copy", args=[x, empty], num_outs=1, result_types=["tensor<4xi8>"])
        assert y.type == "tensor<4xi8>"

    function(builder, ["tensor<4xi8>"], on_tensors, "g")


@CASES.of("tir.call_extern")
def _(builder: Builder) -> None:
    def body(x: Value, number: Value) -> None:
        tir.call_extern(builder, callee="npu_relu", args=[x])
        tir.call_extern(builder, callee="trace", args=[number], returns_void=True)
        (ticks,) = tir.call_extern(builder, callee="ticks", result_types=["i32"])
        assert ticks.type == "i32"

    function(builder, [BUFFER, "i32"], body)


@CASES.of("tir.call_cpacked")
def _(builder: Builder) -> None:
    device(builder)

    def body(x: Value) -> None:
        context = tir.get_device_context(builder, device="npu0", result_type=NPU)
        tir.call_cpacked(builder, callee="npu_relu", args=[x], device_context=context)

    function(builder, [BUFFER], body)


@CASES.of("tir.call_packed")
def _(builder: Builder) -> None:
    def body(x: Value, level: Value) -> None:
        tir.call_packed(builder, name="app.log", args=[x, level], result_types=["i64"])

    function(builder, [BUFFER, "i64"], body)


@CASES.of("tir.assert")
def _(builder: Builder) -> None:
    def body(ok: Value, count: Value) -> None:
        tir.assert_(builder, ok, message='f: "expected" 2\n', number=count, on_error="hook")
        tir.assert_(builder, ok, message="f", on_error="raise", kind="ValueError")
        tir.return_(builder)

    tir.prim_func(builder, sym_name="f", function_type="(i1, i64) -> ()", body=body)


@CASES.of("tir.check_return")
@CASES.of("tir.opaque_code")
def _(builder: Builder) -> None:
    def body(code: Value) -> None:
        tir.check_return(builder, code)
        builder.create("func.return", [tir.opaque_code(builder, code)])

    attributes = {"sym_name": Attribute('"f"'), "function_type": Attribute("(i32) -> i32")}
    builder.create("func.func", attributes=attributes, regions=[Region(body, ["i32"])])


@CASES.of("tir.report_error")
def _(builder: Builder) -> None:
    def body(code: Value, number: Value) -> None:
        tir.report_error(builder, code, op="add_1", device="npu0", on_error="hook")
        tir.report_error(builder, code, op="bytes: ", number=number, message=True)

    function(builder, ["i32", "i64"], body)


@CASES.of("tir.try")
def _(builder: Builder) -> None:
    def body(x: Value) -> None:
        tir.try_(
            builder,
            body=lambda: tir.call_extern(builder, callee="run", args=[x]),
            cleanup=lambda: tir.call_extern(builder, callee="stop"),
        )
        tir.return_(builder)

    tir.prim_func(builder, sym_name="f", function_type=f"({BUFFER}) -> ()", body=body)


@CASES.of("tir.num_tasks")
@CASES.of("tir.task_address")
def _(builder: Builder) -> None:
    def task(number: Value, group: Value, data: Value) -> None:
        builder.create("func.return", [tir.num_tasks(builder, group)])

    types = ["i32", "!tir.handle", "!tir.handle"]
    attributes = {"sym_name": Attribute('"task"'), "function_type": Attribute(f"({', '.join(types)}) -> i32")}
    builder.create("func.func", attributes=attributes, regions=[Region(task, types)])

    def body() -> None:
        tir.task_address(builder, task="task")

    function(builder, [], body)


@CASES.of("tir.sync")
def _(builder: Builder) -> None:
    device(builder, hooks=["sync", "abort"])

    def body(x: Value, y: Value) -> None:
        context = tir.get_device_context(builder, device="npu0", result_type=NPU)
        tir.sync(builder, context, reads=[x], writes=[y])
        tir.return_(builder)

    function_type = f"({BUFFER}, {BUFFER}) -> ()"
    tir.prim_func(builder, sym_name="main", function_type=function_type, arg_attrs=[READ, {}], body=body)


@CASES.of("tir.rebase")
def _(builder: Builder) -> None:
    def body(x: Value) -> None:
        tir.rebase(builder, x, offset=index(builder, 8), result_type="memref<8xf32>")

    function(builder, ["memref<32xf32>"], body)


@CASES.of("tir.packed_stack")
@CASES.of("tir.packed_set")
@CASES.of("tir.packed_get")
@CASES.of("tir.type_code_get")
@CASES.of("tir.call_function")
@CASES.of("tir.get_function")
def _(builder: Builder) -> None:
    def body(number: Value) -> None:
        found = tir.get_function(builder, name="tvm.contrib.random")
        given, returned = (tir.packed_stack(builder, count=1) for _ in range(2))
        tir.packed_set(builder, given.values, given.type_codes, number, index=0)
        tir.call_function(builder, found.function, given.values, given.type_codes, *returned, count=1)
        assert tir.packed_get(builder, returned.values, index=0, result_type="i64").type == "i64"
        assert tir.type_code_get(builder, returned.type_codes, index=0).type == found.code.type == "i32"

    function(builder, ["i64"], body)


@CASES.of("tir.null")
@CASES.of("tir.is_null")
@CASES.of("tir.misalignment")
@CASES.of("tir.pointer_cast")
def _(builder: Builder) -> None:
    def body(offset: Value) -> None:
        none = tir.null(builder, result_type="!tir.handle")
        assert tir.is_null(builder, none).type == "i1"
        assert tir.misalignment(builder, none, alignment=4).type == "i64"
        tir.pointer_cast(builder, none, offset=offset, result_type="!tir.dltensor")

    function(builder, ["i64"], body)


@CASES.of("tir.string_constant")
def _(builder: Builder) -> None:
    function(builder, [], lambda: tir.string_constant(builder, text='é "two"\\\n'))


@CASES.of("tir.func_registry")
@CASES.of("tir.metadata")
@CASES.of("tir.address_of")
def _(builder: Builder) -> None:
    declaration(builder, "packed", PACKED)
    tir.func_registry(builder, sym_name="registry", names=["f", "tvm.relu"], functions=["packed"] * 2, system_lib=True)
    image = Attribute('#tir.tensor_info<"image", tensor<1x8x8x1xi8>>')
    tir.metadata(builder, sym_name="m", mod_name="net", inputs=[image], outputs=[image], workspace_pools=[])

    def body() -> None:
        assert tir.address_of(builder, symbol="m").type == "!tir.handle"
        tir.get_function(builder, name="f", registry="registry")

    function(builder, [], body)


@CASES.of("tir.struct")
@CASES.of("tir.struct_stack")
@CASES.of("tir.struct_set")
@CASES.of("tir.struct_get")
def _(builder: Builder) -> None:
    tir.struct(builder, sym_name="inputs", fields=["image"])
    types = ["memref<4x10xi8>", "memref<i32>"]
    tir.struct(builder, sym_name="state", fields=["history", "count"], types=types, definition=True)

    def body(image: Value) -> None:
        inputs = tir.struct_stack(builder, struct_name="inputs")
        tir.struct_set(builder, inputs, image, struct_name="inputs", field="image")
        tir.struct_get(builder, inputs, struct_name="inputs", field="image", result_type=BUFFER)

    function(builder, [BUFFER], body)


@CASES.of("tir.make_dltensor")
@CASES.of("tir.dltensor_get")
@CASES.of("tir.dltensor_set")
def _(builder: Builder) -> None:
    def body(x: Value) -> None:
        tensor = tir.make_dltensor(
            builder, x, shape=[2, 4], strides=[8, 1], byte_offset=80, device_type=1, device_id=0
        )
        rank = tir.dltensor_get(builder, tensor, field="ndim", result_type="i32")
        tir.dltensor_set(builder, tensor, rank, field="ndim")
        tir.make_dltensor(builder, x, shape=[], byte_offset=4, device_type=1, device_id=0)

    function(builder, ["memref<4x8xf32>"], body)


def test_each_operation_has_a_case() -> None:
    assert sorted(CASES) == sorted(f"tir.{name.rstrip('_')}" for name in tir.__all__)


@pytest.mark.parametrize("name", CASES)
def test_an_operation_is_built_and_verified(name: str) -> None:
    builder = Builder()
    CASES[name](builder)
    module = builder.module()
    assert name in [operation.name for operation in module.operations]
    assert str(ir.parse(module.print(large=None))) == str(module)
