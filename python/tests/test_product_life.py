# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example of a product's life does what it says, and would notice if it did not."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "product-life"

pytestmark = pytest.mark.skipif(
    not shutil.which("qemu-system-arm") or not shutil.which("arm-none-eabi-gcc"),
    reason="needs qemu-system-arm and arm-none-eabi-gcc",
)


def live(script: pathlib.Path, folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, script, folder, "--tirc", f"{sys.executable} -m tirc"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_life(tmp_path: pathlib.Path) -> None:
    done = live(EXAMPLE / "life.py", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for line in (
        "    update: refused, code -21\n",
        "    rollback: the self-test failed, version 1 runs on\n",
        "    rollback: nothing confirmed the update, version 1 runs on\n",
        "    version 2: 355 of 360 images\n",
        "    confirmed: version 2\n",
        "digits_int8.tflite: the same code, byte by byte\n",
        "No figure grew by more than allowed.\n",
    ):
        assert line in done.stdout
    readme = (EXAMPLE / "README.md").read_text()
    assert "355 of 360 images are right, after 354" in readme


def test_a_product_without_a_self_test_fails(tmp_path: pathlib.Path) -> None:
    """The example notices if the firmware leaves out the self-test of an update."""
    examples = tmp_path / "examples"
    for name in ("digits", "product-life"):
        shutil.copytree(EXAMPLE.parent / name, examples / name)
    board = tmp_path / "python" / "tirc" / "emulator"
    shutil.copytree(EXAMPLE.parents[1] / "python" / "tirc" / "emulator", board)
    firmware = examples / "product-life" / "firmware.c"
    text = firmware.read_text()
    trial = "const int32_t code = tvmgen_digits_self_test(&inputs, &outputs);"
    assert trial in text
    firmware.write_text(text.replace(trial, "const int32_t code = 0;"))
    done = live(examples / "product-life" / "life.py", tmp_path / "build")
    assert done.returncode == 1
    assert "the product should have printed" in done.stderr
