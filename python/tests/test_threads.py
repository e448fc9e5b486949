# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs in several threads: `tirc.compile(..., threads=4)`."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import threading
import time

import numpy
import numpy.typing
import pytest

import tirc

Array = numpy.typing.NDArray[numpy.float32]

_SHAPES = ((1, 24, 24, 16), (48, 3, 3, 16), (48,))


def _convolution() -> str:
    x, w, b, y = (f"tensor<{'x'.join(map(str, shape))}xf32>" for shape in (*_SHAPES, (1, 24, 24, 48)))
    return f"""
func.func @main(%x: {x} {{tir.name = "x"}}, %w: {w} {{tir.name = "w"}}, %b: {b} {{tir.name = "b"}}) -> ({y} {{tir.name = "y"}}) {{
  %z = "tosa.const"() <{{values = dense<0.0> : tensor<1xf32>}}> : () -> tensor<1xf32>
  %c = tosa.conv2d %x, %w, %b, %z, %z {{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>,
      stride = array<i64: 1, 1>}} : ({x}, {w}, {b}, tensor<1xf32>, tensor<1xf32>) -> {y}
  %y = tosa.tanh %c : ({y}) -> {y}
  return %y : {y}
}}"""


def _inputs(seed: int) -> list[Array]:
    random = numpy.random.default_rng(seed)
    return [random.standard_normal(shape).astype(numpy.float32) for shape in _SHAPES]


def _bytes(module: tirc.Module, inputs: list[Array], backend: str = "jit") -> bytes:
    (output,) = module.run(*inputs, backend=backend).values()
    return output.tobytes()


@pytest.mark.parametrize("backend", ["jit", "c"])
def test_all_numbers_of_threads_have_the_same_bits(backend: str) -> None:
    inputs = _inputs(1)
    expected = _bytes(tirc.compile(_convolution()), inputs)
    for threads in (1, 2, 3, 8):
        module = tirc.compile(_convolution(), threads=threads)
        for _ in range(5):
            assert _bytes(module, inputs, backend) == expected, threads


def test_the_code_launches_tasks() -> None:
    divided = tirc.compile(_convolution(), threads=4)
    assert "TVMBackendParallelLaunch" in divided.c_source
    assert "TVMBackendParallelLaunch" not in tirc.compile(_convolution(), threads=1).c_source


def test_runs_of_several_threads_at_a_time() -> None:
    """Each gets the outputs of its own inputs, though only one of them at a time has the pool."""
    alone, module = tirc.compile(_convolution()), tirc.compile(_convolution(), threads=3)
    expected = {seed: _bytes(alone, _inputs(seed)) for seed in range(4)}
    wrong: list[int] = []

    def run(seed: int) -> None:
        inputs = _inputs(seed)
        for _ in range(10):
            if _bytes(module, inputs) != expected[seed]:
                wrong.append(seed)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_process_has_a_pool_of_its_own() -> None:
    module = tirc.compile(_convolution(), threads=2)
    inputs = _inputs(2)
    expected = _bytes(module, inputs)
    child = os.fork()
    if child == 0:
        os._exit(0 if _bytes(module, inputs) == expected else 3)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, 9)
        os.waitpid(child, 0)
        pytest.fail("the child waits for threads that it does not have")
    assert os.waitstatus_to_exitcode(status) == 0


def test_python_goes_on_during_a_run() -> None:
    """Tasks do not need the lock of the interpreter, which the thread of the run has given back."""
    module = tirc.compile(_convolution(), threads=2)
    inputs = _inputs(3)
    counted, ends = [0], threading.Event()

    def count() -> None:
        while not ends.is_set():
            counted[0] += 1

    other = threading.Thread(target=count)
    other.start()
    for _ in range(20):
        module.run(*inputs)
    ends.set()
    other.join()
    assert counted[0] > 0


def test_shared_libraries_run_without_an_application(tmp_path: pathlib.Path) -> None:
    """A process that has no function for tasks runs them one after the other."""
    if sys.platform != "linux":
        pytest.skip("builds a shared library for Linux")
    inputs = _inputs(4)
    module = tirc.compile(_convolution(), threads=4, emit="shared", model_name="net")
    module.save(tmp_path)
    library = next(tmp_path.glob("*.so"))
    code = (
        "import ctypes, numpy, sys\n"
        f"library = ctypes.CDLL({str(library)!r})\n"
        f"inputs = [numpy.load(f'{tmp_path}/{{i}}.npy') for i in range(3)]\n"
        "y = numpy.zeros((1, 24, 24, 48), numpy.float32)\n"
        "fields = (ctypes.c_void_p * 3)(*(x.ctypes.data for x in inputs))\n"
        "out = (ctypes.c_void_p * 1)(y.ctypes.data)\n"
        "assert library.tvmgen_net_run(fields, out) == 0\n"
        f"numpy.save('{tmp_path}/y.npy', y)\n"
    )
    for i, array in enumerate(inputs):
        numpy.save(tmp_path / f"{i}.npy", array)
    subprocess.run([sys.executable, "-c", code], check=True)
    assert numpy.load(tmp_path / "y.npy").tobytes() == _bytes(tirc.compile(_convolution()), inputs)
