# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that need more than inputs: variables, functions of the application, devices."""

from __future__ import annotations

import ctypes
import pathlib
import subprocess

import numpy
import pytest
from models import COUNTER, EXTERN, VENDOR
from test_run import BACKENDS, Backend

import tirc

DEVICES = """
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<init>, #tir.hook<open>]}
tir.device @npu1 {kind = "npu", hooks = [#tir.hook<init>, #tir.hook<open>]}
tir.prim_func private @scale(memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "in"},
                             memref<4xi32> {tir.effect = #tir.effect<write>, tir.name = "out"},
                             !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0, @npu1],
                exported_name = "npu_scale"}
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = tir.get_device_context @npu1 : !tir.device_context<"npu">
  %empty = tensor.empty() : tensor<4xi32>
  %y = tir.call_extern @scale(%x) outs(%empty) context(%c)
      : (tensor<4xi32>, tensor<4xi32>, !tir.device_context<"npu">) -> tensor<4xi32>
  return %y : tensor<4xi32>
}"""
# A context has a factor, and counts how often it was initialised.
DRIVER = """
#include <stdint.h>
struct npu { int32_t factor, inits; };
int32_t TVMDeviceNpuInit(void *npu) { ((struct npu *)npu)->inits++; return 0; }
int32_t TVMDeviceNpuOpen(void *npu) { return ((struct npu *)npu)->factor < 0 ? 13 : 0; }
int32_t npu_scale(const int32_t *in, int32_t *out, void *npu) {
  for (int i = 0; i < 4; ++i)
    out[i] = in[i] * ((struct npu *)npu)->factor;
  return 0;
}
"""


def _library(folder: pathlib.Path, name: str, text: str) -> pathlib.Path:
    (folder / f"{name}.c").write_text(text)
    library = folder / f"lib{name}.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, folder / f"{name}.c"], check=True)
    return library


def _ones() -> numpy.ndarray[tuple[int], numpy.dtype[numpy.int32]]:
    return numpy.ones(4, numpy.int32)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_missing_function_is_named(backend: Backend) -> None:
    with pytest.raises(tirc.LinkError, match=r"vendor_add.*shared library.*Module.link\(path\)"):
        tirc.compile(EXTERN).run(_ones(), backend=backend)


def test_a_missing_library_is_named(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such library"):
        tirc.compile(EXTERN).link(tmp_path / "libvendor.so")
    (tmp_path / "text.so").write_text("no library")
    module = tirc.compile(EXTERN)
    module.link(tmp_path / "text.so")
    with pytest.raises(tirc.LinkError, match="text.so"):
        module.run(_ones())


@pytest.mark.parametrize("backend", BACKENDS)
def test_functions_of_a_library_are_called(backend: Backend, tmp_path: pathlib.Path) -> None:
    module = tirc.compile(EXTERN, model_name="m")
    module.link(_library(tmp_path, "vendor", VENDOR))
    assert list(module.run(_ones(), backend=backend)["output"]) == [4, 4, 4, 4]
    with pytest.raises(tirc.RunError, match=r"tvmgen_m: the/sum \(call_extern#0\) failed, with the code 7") as caught:
        module.run(100 * _ones(), backend=backend)
    assert caught.value.code == 7 and caught.value.message == "the/sum (call_extern#0) failed"
    # The text belongs to the failed run; the next run has none.
    assert list(module.run(_ones(), backend=backend)["output"]) == [4, 4, 4, 4]


def test_tvm_ffi_gets_the_functions_too(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("tvm_ffi")
    # The function has a unique name, since the library stays in the process.
    module = tirc.compile(EXTERN.replace("vendor_add", "vendor_add_of_tvm_ffi"))
    with pytest.raises(tirc.LinkError, match=r"vendor_add_of_tvm_ffi.*Module.link\(path\)"):
        module.to_tvm_ffi()
    module.link(_library(tmp_path, "vendor", VENDOR.replace("vendor_add", "vendor_add_of_tvm_ffi")))
    output = numpy.zeros(4, numpy.int32)
    loaded = module.to_tvm_ffi()
    loaded.run(_ones(), output)
    assert list(output) == [4, 4, 4, 4]
    with pytest.raises(RuntimeError, match=r"the/sum \(call_extern#0\) failed"):
        loaded.run(100 * _ones(), output)


class _Npu(ctypes.Structure):
    _fields_ = [("factor", ctypes.c_int32), ("inits", ctypes.c_int32)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_devices_get_their_contexts(backend: Backend, tmp_path: pathlib.Path) -> None:
    module = tirc.compile(DEVICES)
    module.link(_library(tmp_path, "npu", DRIVER))
    contexts = [_Npu(5), _Npu(3)]
    module.devices.update({f"npu{i}": ctypes.addressof(context) for i, context in enumerate(contexts)})
    for _ in range(2):
        assert list(module.run(_ones(), backend=backend)["output"]) == [3, 3, 3, 3]
    assert [context.inits for context in contexts] == [1, 1]
    contexts[1].factor = -1
    with pytest.raises(tirc.RunError, match="with the code 13"):
        module.run(_ones(), backend=backend)


def test_variables_live_from_run_to_run() -> None:
    module = tirc.compile(COUNTER)
    # Both backends use one state.
    assert [int(module.run(backend=backend)["number"][0]) for backend in BACKENDS * 2] == [41, 42, 43, 44]
    module.reset()
    assert module.run()["number"] == 41


def test_each_module_has_a_state_of_its_own() -> None:
    first, second = tirc.compile(COUNTER), tirc.compile(COUNTER)
    assert [int(module.run()["number"][0]) for module in (first, first, second)] == [41, 42, 41]


def test_reset_of_a_model_without_variables() -> None:
    tirc.compile(EXTERN).reset()
