# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Module.run: results, the inputs that it accepts, and its errors for those that do not fit."""

from __future__ import annotations

import array
from typing import Any, Literal, get_args

import ml_dtypes
import numpy
import pytest
from models import DIFFERENCE, DIGITS, Array, digits_cases, reverse

import tirc

Backend = Literal["jit", "c"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_golden_outputs_come_out(backend: Backend) -> None:
    # Options for another machine, and for the application's way to call the model, change nothing here.
    module = tirc.compile(
        DIGITS, target_triple="thumbv7em-none-eabi", target_cpu="cortex-m4", interface_api="packed", emit="obj"
    )
    for image, wanted in zip(*digits_cases(), strict=True):
        (output,) = module.run(image, backend=backend).values()
        numpy.testing.assert_array_equal(output, wanted)
        assert output.dtype == wanted.dtype


def test_run_uses_the_instructions_of_this_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    module = tirc.compile(DIGITS, target="cortex-m4")
    given: list[dict[str, Any]] = []
    compile_model = module._compile

    def record(options: dict[str, Any]) -> Any:
        given.append(options)
        return compile_model(options)

    monkeypatch.setattr(module, "_compile", record)
    images, wanted = digits_cases()
    (output,) = module.run(images[0]).values()
    numpy.testing.assert_array_equal(output, wanted[0])
    assert given[0]["target_cpu"] == "native" and "target" not in given[0]


# As users give them: one pool is too small for all constants.
POOLS = ["flash:4000:ro:external", "more:100000:ro:external", "sram:100000:external"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_pools_of_the_application_get_their_constants(backend: Backend) -> None:
    module = tirc.compile(DIGITS, pool=POOLS)
    assert module.report.json["totals"]["constants_bytes"] == 0
    images, wanted = digits_cases()
    (output,) = module.run(images[0], backend=backend).values()
    numpy.testing.assert_array_equal(output, wanted[0])


def test_options_of_memory_do_not_matter_to_a_comparison() -> None:
    images, _ = digits_cases()
    assert tirc.compare(DIGITS, images[0], pool=POOLS, ram=10000, overwrite_inputs=True)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("mlir", ["i1", "i4", "i8", "i16", "i32", "i48", "f16", "bf16", "f32"])
def test_each_type_goes_in_and_comes_out(mlir: str, backend: Backend) -> None:
    module = tirc.compile(reverse(mlir))
    (tensor,) = module.inputs
    numbers: dict[str, list[float]] = {
        "i1": [1, 0, 0, 1],
        "i4": [-8, 7, 0, 1],
        "i48": [-(1 << 47), (1 << 47) - 1, 0, 1],
    }
    given = numpy.array(numbers.get(mlir, [1, 2, 3, 5])).astype(tensor.numpy_dtype)
    wanted = {"i1": "bool", "i4": "int8", "i48": "int64", "f16": "float16", "bf16": "bfloat16"}
    assert str(given.dtype) == wanted.get(mlir, mlir.replace("i", "int").replace("f32", "float32"))
    (output,) = module.run(given, backend=backend).values()
    assert output.dtype == given.dtype
    numpy.testing.assert_array_equal(output, given[::-1])


def test_bits_stand_for_a_bfloat16() -> None:
    module = tirc.compile(reverse("bf16"))
    bits = numpy.array([0x3F80, 0x4000, 0, 0x8000], numpy.uint16)
    (output,) = module.run(bits).values()
    numpy.testing.assert_array_equal(output.view(numpy.uint16), bits[::-1])
    numpy.testing.assert_array_equal(output, numpy.array([-0.0, 0, 2, 1], ml_dtypes.bfloat16))
    with pytest.raises(TypeError, match=r"expected 4 bfloat16 \(or uint16 that hold its bits\)"):
        module.run(bits.astype(numpy.float32))


def test_a_scalar_is_a_tensor() -> None:
    text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %y = tosa.add %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
      return %y : tensor<f32>
    }"""
    (output,) = tirc.compile(text).run(numpy.float32(1.5)).values()
    assert output.shape == () and output == 3


def test_inputs_by_position_and_by_name() -> None:
    module = tirc.compile(DIFFERENCE)
    a, b = numpy.array([5, 6, 7], numpy.float32), numpy.array([1, 2, 3], numpy.float32)
    by_name: list[dict[str, Any]] = [{"to.the.left": a, "right": b}, {"right": b, "to_the_left": a}]
    for outputs in (module.run(a, b), module.run(a, right=b), *(module.run(**each) for each in by_name)):
        assert list(outputs) == ["difference", "a copy"]
        numpy.testing.assert_array_equal(outputs["difference"], a - b)
        numpy.testing.assert_array_equal(outputs["a copy"], a)


@pytest.mark.parametrize(
    ("args", "inputs", "text"),
    [
        ([], {}, "no value for 'to.the.left', 'right'; expected 'to.the.left' .3 float32., 'right' .3 float32."),
        (["a"], {}, "no value for 'right'"),
        (["a", "b", "c"], {}, "3 inputs are given; expected 'to.the.left'"),
        (["a"], {"to.the.left": "b"}, "'to.the.left' is given twice"),
        (["a"], {"wrong": "b"}, "no input 'wrong'; expected 'to.the.left'"),
    ],
)
def test_inputs_that_are_missing_or_too_many(args: list[object], inputs: dict[str, Any], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        tirc.compile(DIFFERENCE).run(*args, **inputs)


class _DLPack:
    """An array of another package."""

    def __init__(self, values: Array) -> None:
        self._values = values

    def __dlpack__(self, **options: object) -> object:
        return self._values.__dlpack__(**options)  # type: ignore[arg-type]

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._values.__dlpack_device__()  # type: ignore[return-value]


def test_what_lies_elsewhere_is_taken() -> None:
    module = tirc.compile(reverse("f32"))
    wanted = numpy.array([4, 3, 2, 1], numpy.float32)
    values = wanted[::-1].copy()
    wide = numpy.zeros((4, 2), numpy.float32)
    wide[:, 0] = values
    memory = numpy.zeros(17, numpy.uint8)
    memory[1:] = values.view(numpy.uint8)
    crooked = memory[1:].view(numpy.float32)
    assert crooked.ctypes.data % 4 != 0
    read_only = values.copy()
    read_only.flags.writeable = False
    for given in (_DLPack(values), memoryview(values), array.array("f", values), wide[:, 0], wanted[::-1]):
        numpy.testing.assert_array_equal(module.run(given)["y"], wanted)
    for given in (crooked, read_only):
        numpy.testing.assert_array_equal(module.run(given)["y"], wanted)


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (numpy.zeros(4), TypeError, "'x': expected 4 int8, but the array is of float64; .* astype.'int8'."),
        (numpy.zeros(4, ">i2"), TypeError, "the array is of >i2"),
        (numpy.zeros((1, 4), numpy.int8), ValueError, "'x': expected 4 int8, but the array has the shape 1x4"),
        (numpy.int8(1), ValueError, "the shape of a scalar"),
        ([1, 2, 3, 4], TypeError, "'x': expected 4 int8, as an array .* of type list; try numpy.array"),
        ("text", TypeError, "of type str"),
        (None, TypeError, "of type NoneType"),
    ],
)
def test_inputs_that_do_not_fit(value: object, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        tirc.compile(reverse("i8")).run(value)


def test_a_quantised_input_says_how_to_quantise() -> None:
    module = tirc.compile(DIGITS, io_quant={"a": (0.25, -128)})
    with pytest.raises(TypeError, match=r"round\(x / 0.25\) \+ -128"):
        module.run(numpy.zeros((1, 8, 8, 1), numpy.float32))


def test_numbers_out_of_the_range_of_fewer_bits() -> None:
    with pytest.raises(ValueError, match="numbers of int4, from -8 to 7, but they go from -9 to 0"):
        tirc.compile(reverse("i4")).run(numpy.array([0, 0, -9, 0], numpy.int8))


def test_an_unknown_backend() -> None:
    with pytest.raises(ValueError, match="expected 'jit' or 'c', but it is 'gpu'"):
        tirc.compile(reverse("i8")).run(numpy.zeros(4, numpy.int8), backend="gpu")  # type: ignore[arg-type]


def test_the_c_compiler_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    module = tirc.compile(reverse("i8"))
    values = numpy.arange(4, dtype=numpy.int8)
    module.cc = "no-such-compiler -O1"
    with pytest.raises(tirc.LinkError, match="the C compiler 'no-such-compiler' was not found"):
        module.run(values, backend="c")
    module.cc = "cc -O0 -Wall -Wextra -Wpedantic -Werror"
    numpy.testing.assert_array_equal(module.run(values, backend="c")["y"], values[::-1])
    monkeypatch.setenv("CC", "no-such-variable")
    module.cc = None
    with pytest.raises(tirc.LinkError, match="'no-such-variable'"):
        module.run(values, backend="c")


def test_outputs_are_ones_own() -> None:
    module = tirc.compile(reverse("i8"))
    first = module.run(numpy.array([1, 2, 3, 4], numpy.int8))["y"]
    second = module.run(numpy.array([5, 6, 7, 8], numpy.int8))["y"]
    assert list(first) == [4, 3, 2, 1] and list(second) == [8, 7, 6, 5]
    assert first.flags.writeable and first.flags.c_contiguous
