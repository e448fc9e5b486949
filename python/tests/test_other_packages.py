# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other packages contain their own MLIR, LLVM or runtime: all of them work in one process, in any order."""

from __future__ import annotations

import importlib.util
import itertools
import os
import subprocess
import sys

import numpy
import pytest
from models import DIGITS, digits_cases

import tirc

# Each test runs separate programs.
pytestmark = pytest.mark.long

USES = """
import sys

def use_tirc():
    import tirc
    from models import DIGITS, digits_cases
    image, wanted = (cases[0] for cases in digits_cases())
    module = tirc.compile(DIGITS)
    assert (module.run(image)["Identity"] == wanted).all()
    try:
        tirc.compile("module { vendor.op }")
    except tirc.CompileError:
        return
    raise AssertionError("no error")

def use_torch_mlir():
    from torch_mlir import ir, passmanager
    from torch_mlir.dialects import torch
    text = '''func.func @f(%a: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
      %0 = torch.aten.relu %a : !torch.vtensor<[2],f32> -> !torch.vtensor<[2],f32>
      return %0 : !torch.vtensor<[2],f32>
    }'''
    with ir.Context() as context:
        torch.register_dialect(context)
        module = ir.Module.parse(text)
        passmanager.PassManager.parse("builtin.module(func.func(convert-torch-to-tosa))").run(module.operation)
        assert "tosa.clamp" in str(module), module

def use_tvm_ffi():
    import numpy, tvm_ffi
    from models import DIGITS, digits_cases
    assert tvm_ffi.convert([1, 2])[1] == 2
    if "tirc" in sys.modules:
        import tirc
        image, wanted = (cases[0] for cases in digits_cases())
        output = numpy.zeros_like(wanted)
        tirc.compile(DIGITS).to_tvm_ffi().run(image, output)
        assert (output == wanted).all()

order = sys.argv[1].split(",")
for name in order:
    __import__(name)
for name in order + order[::-1]:
    globals()[f"use_{name}"]()
"""
PACKAGES = ("tirc", "tvm_ffi", "torch_mlir")


@pytest.mark.parametrize("order", [",".join(order) for order in itertools.permutations(PACKAGES)])
def test_packages_work_in_one_process(order: str) -> None:
    for package in PACKAGES:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", USES, order], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tvm_ffi_runs_a_model_of_another_machine() -> None:
    pytest.importorskip("tvm_ffi")
    image, wanted = (cases[0] for cases in digits_cases())
    # None of these options applies to a program with tvm-ffi.
    module = tirc.compile(
        DIGITS, target_triple="thumbv7em-none-eabi", interface_api="packed", workspace="backend", emit="obj"
    )
    output = numpy.zeros_like(wanted)
    loaded = module.to_tvm_ffi()
    loaded.run(image, output)
    numpy.testing.assert_array_equal(output, wanted)
    with pytest.raises(ValueError, match="expected a tensor of rank 4"):
        loaded.run(image[0], output)


def test_tvm_ffi_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tvm_ffi", None)
    with pytest.raises(ImportError, match="pip install apache-tvm-ffi"):
        tirc.compile(DIGITS).to_tvm_ffi()


def test_import_is_quick_and_brings_no_front_end() -> None:
    code = """
import sys, time
import numpy
start = time.process_time()
import tirc
print(time.process_time() - start)
print(*(name for name in ("torch_mlir", "onnx", "tvm_ffi", "tflite") if name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    seconds, brought = done.stdout.splitlines()
    assert brought == ""
    # Processor time, since a loaded machine takes longer by the clock.
    assert float(seconds) < 1
