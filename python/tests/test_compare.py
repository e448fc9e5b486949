# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tirc.compare: agreement, and faults of compilers, drivers and plans, which are attributed to the kernel that has
them."""

from __future__ import annotations

import pathlib
import shutil
import stat

import faulty_compiler
import numpy
import pytest
from conftest import REPO
from models import COUNTER, EXTERN, FOLDER, VENDOR, Array, digits_cases, reverse

import tirc

# Each test compiles and runs programs for several machines.
pytestmark = pytest.mark.long

BOARD = all(map(shutil.which, ("qemu-system-arm", "arm-none-eabi-gcc")))
on_board = pytest.mark.skipif(not BOARD, reason="qemu-system-arm and arm-none-eabi-gcc are not installed")
# Without names of layers: kernels are named after their operations.
DIGITS = REPO / "examples" / "digits" / "digits_int8.mlirbc"
HOSTS = ("jit", "c")
ALL = (*HOSTS, *(("cortex-m4",) if BOARD else ()))
# A kernel, a constant in it, and the wrong value that replaces it.
FAULTS = {
    "conv2d_0": ("128", "127"),
    "max_pool2d_0": ("acc = -128", "acc = 30"),
    "reduce_sum_0": ("5368709120", "5368709120 * 4"),
}


@pytest.fixture(scope="module")
def digits() -> tirc.Module:
    return tirc.compile(DIGITS, model_name="digits", target="host")


@pytest.fixture(scope="module")
def image() -> Array:
    first: Array = digits_cases()[0][0]
    return first


def faulty(tmp_path: pathlib.Path, compiler: str, function: str, old: str, new: str) -> str:
    """A compiler whose command is one word, like a vendor's."""
    script = tmp_path / f"{pathlib.Path(compiler).name}-{len(list(tmp_path.iterdir()))}"
    words = faulty_compiler.command(compiler, function, old, new)
    script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)


#
# Agreement
#


def test_all_targets_agree(digits: tirc.Module, image: Array) -> None:
    comparison = tirc.compare(digits, image)
    assert comparison, str(comparison)
    assert comparison.targets == ALL
    assert comparison.first is None
    names = [kernel.name for kernel in comparison.kernels]
    assert names[:4] == ["conv2d_0", "depthwise_conv2d_0", "conv2d_1", "max_pool2d_0"]
    assert names[-1] == digits.outputs[0].name
    steps = [kernel for kernel in comparison.kernels if kernel.function]
    rows = {row["step"]: row["function"] for row in digits.report.json["kernels"]}
    assert [kernel.step for kernel in steps] == sorted(kernel.step for kernel in steps if kernel.step is not None)
    assert {kernel.step for kernel in steps} == set(rows)
    # The softmax is one kernel of the program.
    softmax = max(rows)
    assert [kernel.function for kernel in steps if kernel.step != softmax] == [rows[step] for step in sorted(rows)][:-1]
    assert [kernel.name for kernel in steps if kernel.step == softmax][0] == "reduce_max_0"
    conv = comparison.kernels[2]
    assert (conv.place, conv.fused, conv.reads) == ("conv2d#1", ("conv2d#1", "rescale#2"), ("depthwise_conv2d_0",))
    assert (conv.shape, conv.dtype) == ((1, 8, 8, 32), "int8")
    assert f"agree: {len(steps)} kernels and 1 output, to the bit" in str(comparison)


def test_floating_point_has_a_tolerance() -> None:
    inputs = numpy.load(FOLDER / "digits_fp32.golden.npz")["inputs"]
    comparison = tirc.compare(FOLDER / "digits_fp32.mlirbc", inputs[0], rtol=1e-5, atol=1e-6)
    assert comparison, str(comparison)
    assert "floating point within rtol=1e-05, atol=1e-06" in str(comparison)


@pytest.mark.parametrize("mlir", ["i1", "i4", "i8", "i48", "f16", "bf16", "f32"])
def test_each_type_is_compared(mlir: str) -> None:
    module = tirc.compile(reverse(mlir))
    given = numpy.array([1, 0, 0, 1]).astype(module.inputs[0].numpy_dtype)
    comparison = tirc.compare(module, given, reference={"y": given[::-1]})
    assert comparison, str(comparison)
    assert comparison.targets == (*ALL, "reference")


def test_not_a_number_is_equal_to_itself() -> None:
    given = numpy.array([numpy.nan, numpy.inf, -numpy.inf, -0.0], numpy.float32)
    assert tirc.compare(reverse("f32"), given, targets=HOSTS, reference={"y": given[::-1]})
    # A zero of the other sign is not equal to the bit.
    other = given[::-1].copy()
    other[0] = 0
    comparison = tirc.compare(reverse("f32"), given, targets=HOSTS, reference={"y": other})
    assert comparison.first and comparison.first.array.index == (0,)
    assert tirc.compare(reverse("f32"), given, targets=HOSTS, reference={"y": other}, atol=1e-9)


def test_variables_begin_with_their_values() -> None:
    module = tirc.compile(COUNTER)
    assert module.run()["number"] == 41
    comparison = tirc.compare(module, {}, reference={"number": [41]})
    assert comparison, str(comparison)
    # The comparison does not change the state of the module.
    assert module.run()["number"] == 42


LOOP = """
func.func @main(%x: tensor<4xi32> {tir.name = "x"}, %n: tensor<i32> {tir.name = "n"})
    -> (tensor<4xi32> {tir.name = "y"}) {
  %zero = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %abs = tosa.abs %x : (tensor<4xi32>) -> tensor<4xi32>
  %r:2 = tosa.while_loop (%i = %n, %v = %abs) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %more = tosa.greater %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %v: tensor<4xi32>):
    %j = tosa.sub %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w = tosa.add %v, %v : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %j, %w : tensor<i32>, tensor<4xi32>
  }
  %rev = tosa.reverse %r#1 {axis = 0 : i32} : (tensor<4xi32>) -> tensor<4xi32>
  return %rev : tensor<4xi32>
}"""


def test_control_flow_is_one_step(tmp_path: pathlib.Path) -> None:
    module = tirc.compile(LOOP, model_name="loop")
    inputs = {"x": numpy.array([1, -2, 3, -4], numpy.int32), "n": numpy.array(3, numpy.int32)}
    reference = {"y": numpy.array([32, 24, 16, 8])}
    comparison = tirc.compare(module, inputs, reference=reference)
    assert comparison, str(comparison)
    loops = [kernel for kernel in comparison.kernels if kernel.function == "scf.while"]
    assert {kernel.place for kernel in loops} == {"while_loop#0"}
    cc = faulty(tmp_path, "cc", "tvmgen_loop_add_0", "(uint32_t)", "1u + (uint32_t)")
    comparison = tirc.compare(module, inputs, targets=HOSTS, cc=cc)
    assert comparison.first and comparison.first.kernel.function == "scf.while", str(comparison)
    assert comparison.first.array.count == 4


def test_how_the_application_calls_it_does_not_matter(image: Array) -> None:
    module = tirc.compile(
        DIGITS,
        emit="obj",
        target_triple="thumbv7em-none-eabi",
        target_cpu="cortex-m4",
        float_abi="soft",
        interface_api="packed",
        kernel_calls="packed",
        system_lib=True,
        workspace="backend",
        passes_before="plan:canonicalize",
    )
    comparison = tirc.compare(module, image)
    assert comparison and comparison.targets == ALL, str(comparison)
    steps = {kernel.step for kernel in comparison.kernels if kernel.function}
    assert steps == {row["step"] for row in module.report.json["kernels"]}


#
# Faults of a compiler
#


@pytest.mark.parametrize(
    "kernel", [pytest.param(name, marks=() if name in ("conv2d_0", "reduce_sum_0") else pytest.mark.long) for name in FAULTS]
)
def test_the_kernel_that_a_compiler_breaks_is_named(
    kernel: str, digits: tirc.Module, image: Array, tmp_path: pathlib.Path
) -> None:
    cc = faulty(tmp_path, "cc", f"tvmgen_digits_{kernel}", *FAULTS[kernel])
    comparison = tirc.compare(digits, image, targets=HOSTS, cc=cc)
    first = comparison.first
    assert not comparison and first
    assert first.kernel.name == kernel, str(comparison)
    assert first.between == ("jit", "c")
    assert not first.is_consequence
    assert all(difference.is_consequence for difference in comparison.differences[1:]), str(comparison)
    # Results that do not depend on it are equal, and the memory plan is not the cause.
    assert not comparison.plan
    text = str(comparison)
    assert text.startswith(f"digits: c differs from jit, first in the kernel {kernel} (step {first.kernel.step})\n")
    assert f"tvmgen_digits_{kernel}" in text
    assert first.describe() in text


def test_a_difference_is_reported_in_numbers(digits: tirc.Module, image: Array, tmp_path: pathlib.Path) -> None:
    # The output's upper limit becomes 100.
    cc = faulty(tmp_path, "cc", "tvmgen_digits_max_pool2d_0", "output[", "acc = acc > 10 ? 10 : acc; output[")
    comparison = tirc.compare(digits, image, targets=HOSTS, cc=cc)
    pooled = digits._with_options(passes_before="schedule:tir-expose-kernels").run(image)["max_pool2d_0"]
    changed = numpy.minimum(pooled, 10)
    assert comparison.first
    array = comparison.first.array
    places = numpy.argwhere(changed != pooled)
    assert array.count == len(places) and array.total == pooled.size
    assert array.index == tuple(places[0])
    assert array.values == (pooled[array.index], changed[array.index])
    assert array.largest == int(pooled.max()) - 10


TWO = """
func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) {
  %s = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<4xi32>) -> tensor<1xi32>
  %t = tosa.reduce_sum %b {axis = 0 : i32} : (tensor<4xi32>) -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %p = tosa.mul %s, %t, %shift : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>) -> tensor<1xi32>
  return %s, %t, %p : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
}"""


def test_independent_faults_are_distinguished(tmp_path: pathlib.Path) -> None:
    module = tirc.compile(TWO, model_name="two")
    names = [row["function"] for row in module.report.json["kernels"]]
    assert names == ["tvmgen_two_reduce_sum_0", "tvmgen_two_reduce_sum_0", "tvmgen_two_mul_0"], "equal kernels share one"
    cc = faulty(tmp_path, "cc", "tvmgen_two_reduce_sum_0", "acc = 0", "acc = 1")
    given = numpy.arange(4, dtype=numpy.int32)
    comparison = tirc.compare(module, (given, given + 1), targets=HOSTS, cc=cc)
    follows = {difference.kernel.name: difference.is_consequence for difference in comparison.differences}
    outputs = {f"output{i}": True for i in range(3)}
    assert follows == {"reduce_sum_0": False, "reduce_sum_1": False, "mul_0": True, **outputs}
    assert "5 more results differ, but reduce_sum_1 from equal inputs" in str(comparison)
    (product,) = (kernel for kernel in comparison.kernels if kernel.name == "mul_0")
    assert set(product.reads) == {"reduce_sum_0", "reduce_sum_1"}


@on_board
@pytest.mark.parametrize("kernel", [pytest.param("conv2d_0", marks=pytest.mark.long), "reduce_sum_0"])
def test_the_kernel_that_the_boards_compiler_breaks_is_named(
    kernel: str, digits: tirc.Module, image: Array, tmp_path: pathlib.Path
) -> None:
    cc = faulty(tmp_path, "arm-none-eabi-gcc", f"tvmgen_digits_{kernel}", *FAULTS[kernel])
    comparison = tirc.compare(digits, image, cc={"cortex-m4": cc})
    assert comparison.first and comparison.first.kernel.name == kernel, str(comparison)
    assert comparison.first.between == ("jit", "cortex-m4")
    assert str(comparison).startswith("digits: cortex-m4 differs from jit and c, first in the kernel ")


def test_given_values_are_one_more_target(digits: tirc.Module, image: Array) -> None:
    wanted = digits.run(image)[digits.outputs[0].name]
    assert tirc.compare(digits, image, targets=["jit"], reference={digits.outputs[0].name: wanted})
    kernels = digits._with_options(passes_before="schedule:tir-expose-kernels").run(image)
    other = kernels["conv2d_1"].copy()
    other[0, 1, 2, 3] += 5
    reference = {"conv2d#1": other, "reduce_sum_0": kernels["reduce_sum_0"]}
    comparison = tirc.compare(digits, image, targets=HOSTS, reference=reference)
    first = comparison.first
    assert first and len(comparison.differences) == 1
    assert (first.kernel.name, first.between, first.array.index) == ("conv2d_1", ("jit", "reference"), (0, 1, 2, 3))
    assert "reference differs from jit and c" in str(comparison)
    with pytest.raises(ValueError, match="there is no kernel or output 'conv2d_9'; expected one of conv2d_0, "):
        tirc.compare(digits, image, targets=["jit"], reference={"conv2d_9": other})
    with pytest.raises(ValueError, match="'reduce_sum_0' is 1x1x1x32 int8, but the array has the shape 1x8x8x32"):
        tirc.compare(digits, image, targets=["jit"], reference={"reduce_sum_0": other})


#
# The memory plan
#


def test_a_wrong_plan_is_named(digits: tirc.Module, image: Array, tmp_path: pathlib.Path) -> None:
    # The place of depthwise_conv2d_0's result, while conv2d_0's is still read.
    assert "workspace + 2048" in digits.c_source
    cc = faulty(tmp_path, "cc", "", "workspace + 2048", "workspace + 1000")
    comparison = tirc.compare(digits, image, targets=HOSTS, cc=cc)
    assert not comparison
    assert comparison.first is None, "with separate buffers there is no difference"
    (plan,) = comparison.plan
    assert plan.target == "c" and plan.is_gone
    assert plan.kernel and plan.kernel.name == "depthwise_conv2d_0"
    assert 'compile with it' in str(comparison) and "c: the memory plan is wrong" in str(comparison)


#
# Devices
#


def test_a_devices_kernel_is_compared(tmp_path: pathlib.Path) -> None:
    driver = tmp_path / "driver.c"
    driver.write_text(VENDOR)
    given = numpy.arange(4, dtype=numpy.int32)
    comparison = tirc.compare(EXTERN, given, sources=[driver])
    assert comparison and comparison.targets == ALL, str(comparison)
    (kernel,) = (kernel for kernel in comparison.kernels if kernel.function)
    assert (kernel.name, kernel.function, kernel.place) == ("add", "add", "the/sum (call_extern#0)")
    driver.write_text(VENDOR.replace("in[i] + k", "in[i] + k + (sizeof(void *) == 4 && i == 2)"))
    comparison = tirc.compare(EXTERN, given, sources=[driver])
    if BOARD:
        assert comparison.first and comparison.first.kernel.name == "add"
        assert comparison.first.array.index == (2,) and comparison.first.array.values == (5, 6)
    with pytest.raises(tirc.LinkError, match="calls vendor_add, which neither"):
        tirc.compare(EXTERN, given, targets=["jit"])
    with pytest.raises(FileNotFoundError, match="sources: there is no file"):
        tirc.compare(EXTERN, given, sources=[tmp_path / "none.c"])


def test_a_code_other_than_0_is_a_result(tmp_path: pathlib.Path) -> None:
    driver = tmp_path / "driver.c"
    driver.write_text(VENDOR)
    comparison = tirc.compare(EXTERN, numpy.full(4, 100, numpy.int32), sources=[driver])
    assert not comparison and set(comparison.faults) == set(ALL)
    assert "code 7" in comparison.faults["jit"]
    if BOARD:
        assert comparison.faults["cortex-m4"] == "cortex-m4: the model returned the code 7"


@on_board
@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("*(volatile int *)0x70000000 = 1;", "a load or store at an unmapped address, address 0x70000000"),
        ("*(volatile int *)16 = 1;", "a store to code or constants, address 0x00000010"),
        ("__builtin_trap();", "an instruction that the processor does not have"),
        ("volatile char big[300000]; for (int i = 299999; i >= 0; --i) big[i] = 1;", "stack overflow"),
    ],
)
def test_a_fault_names_the_kernel_that_ran(
    statement: str, reason: str, digits: tirc.Module, image: Array, tmp_path: pathlib.Path
) -> None:
    cc = faulty(tmp_path, "arm-none-eabi-gcc", "tvmgen_digits_conv2d_1", "\n}", f"\n  {statement}\n}}")
    comparison = tirc.compare(digits, image, targets=["jit", "cortex-m4"], cc={"cortex-m4": cc})
    assert not comparison
    text = comparison.faults["cortex-m4"]
    assert text.startswith("cortex-m4: the processor stopped in tvmgen_digits_conv2d_1: "), text
    assert text.endswith(f"{reason}; that is the kernel conv2d_1 (step 2), conv2d#1 of the model"), text
    assert f"\n{text}" in str(comparison)


@on_board
def test_a_fault_in_a_shared_function_names_all_its_kernels(tmp_path: pathlib.Path) -> None:
    cc = faulty(tmp_path, "arm-none-eabi-gcc", "tvmgen_two_reduce_sum_0", "\n}", "\n  __builtin_trap();\n}")
    given = numpy.arange(4, dtype=numpy.int32)
    module = tirc.compile(TWO, model_name="two")
    comparison = tirc.compare(module, (given, given), targets=["jit", "cortex-m4"], cc={"cortex-m4": cc})
    assert comparison.faults["cortex-m4"].endswith(
        "; that is the kernel reduce_sum_0 (step 0), reduce_sum#0 of the model or the kernel reduce_sum_1 (step 1), "
        "reduce_sum#1 of the model"
    ), str(comparison)


@on_board
def test_a_program_that_does_not_end_is_stopped(digits: tirc.Module, image: Array, tmp_path: pathlib.Path) -> None:
    endless = "\n  for (volatile int i = 1; i;) {}\n}"
    cc = faulty(tmp_path, "arm-none-eabi-gcc", "tvmgen_digits_conv2d_1", "\n}", endless)
    with pytest.raises(tirc.Error, match="did not end within 2 s on the emulated processor; give it more with time_lim"):
        tirc.compare(digits, image, targets=["jit", "cortex-m4"], cc={"cortex-m4": cc}, time_limit=2)


#
# Missing tools, and models that do not fit
#


MUCH_WORKSPACE = """
func.func @main(%x: tensor<1500000xf32>) -> tensor<1xf32> {
  %e = tosa.exp %x : (tensor<1500000xf32>) -> tensor<1500000xf32>
  %s = tosa.reduce_sum %e {axis = 0 : i32} : (tensor<1500000xf32>) -> tensor<1xf32>
  %q = tosa.sub %e, %s : (tensor<1500000xf32>, tensor<1xf32>) -> tensor<1500000xf32>
  %z = tosa.reduce_max %q {axis = 0 : i32} : (tensor<1500000xf32>) -> tensor<1xf32>
  return %z : tensor<1xf32>
}"""


@on_board
def test_a_model_that_does_not_fit_is_reported() -> None:
    module = tirc.compile(reverse("f32", "1500000x"))
    given = numpy.arange(1500000, dtype=numpy.float32)
    comparison = tirc.compare(module, given)
    assert comparison and comparison.targets == HOSTS
    assert "does not fit into the emulated board" in comparison.left_out["cortex-m4"]
    assert "need 18,000,000 bytes, and it has 16,777,216" in comparison.left_out["cortex-m4"]
    with pytest.raises(tirc.Error, match="does not fit into the emulated board"):
        tirc.compare(module, given, targets=["jit", "cortex-m4"])
    comparison = tirc.compare(MUCH_WORKSPACE, given, rtol=1e-5)
    left_out = comparison.left_out["cortex-m4"]
    assert "the workspace, the state and 256 KiB of stack need 6,2" in left_out, left_out
    assert f"\nnot run: {left_out}" in str(comparison)


def test_missing_tools_are_left_out_and_reported(
    digits: tirc.Module, image: Array, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    comparison = tirc.compare(digits, image)
    assert comparison and comparison.targets == ("jit",)
    assert comparison.left_out["cortex-m4"].endswith(
        "are not there; install it: apt-get install qemu-system-arm gcc-arm-none-eabi libnewlib-arm-none-eabi"
    )
    assert "the C compiler 'cc' was not found" in comparison.left_out["c"]
    assert "not run: cortex-m4: " in str(comparison)
    with pytest.raises(tirc.Error, match="the target 'cortex-m4' cannot run: qemu-system-arm and arm-none-eabi-gcc "):
        tirc.compare(digits, image, targets=["jit", "cortex-m4"])
    with pytest.raises(tirc.Error, match="the target 'c' cannot run"):
        tirc.compare(digits, image, targets=["c"])


def test_wrong_arguments_are_refused(digits: tirc.Module, image: Array) -> None:
    with pytest.raises(ValueError, match="targets: expected some of 'jit', 'c', 'cortex-m4', but one is 'gpu'"):
        tirc.compare(digits, image, targets=["gpu"])
    with pytest.raises(ValueError, match="cc: expected a compiler, or a mapping from 'c' and 'cortex-m4'"):
        tirc.compare(digits, image, cc={"arm": "gcc"})
    with pytest.raises(ValueError, match="reshape it"):
        tirc.compare(digits, image[0])


def test_a_table_shows_it(digits: tirc.Module, image: Array, tmp_path: pathlib.Path) -> None:
    cc = faulty(tmp_path, "cc", "tvmgen_digits_reduce_sum_0", *FAULTS["reduce_sum_0"])
    comparison = tirc.compare(digits, image, targets=HOSTS, cc=cc)
    page = comparison._repr_html_()
    assert page.count("<tr>") == 1 + len(comparison.kernels)
    assert page.count("class='differs'") == 1
    assert page.index("class='differs'") > page.index("<td>reduce_sum_0</td>")
    assert page.count("class='follows'") >= 1
    assert "<th>jit</th><th>c</th>" in page


#
# Larger networks
#


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "shape"), [("ad01", "1x640"), ("kws", "1x49x10x1"), ("ic", "1x32x32x3"), ("vww", "1x96x96x3")]
)
def test_mlperf_tiny_agrees(name: str, shape: str, shared: pathlib.Path) -> None:
    folder = shared / "models" / "mlperf_tiny"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    golden = numpy.load(folder / f"{name}_int8.golden.npz")
    comparison = tirc.compare(folder / f"{name}_int8.mlirbc", golden["inputs"][0], input_shape=f"0:{shape}")
    assert comparison and comparison.targets == ALL, str(comparison)
