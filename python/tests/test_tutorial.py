# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/Python.md is a notebook: its cells run in their order and print the text on the page.

A block of python is a cell: its output is the text that it prints and, as in a notebook, the value of its last
expression. A block of sh is run by a shell in the same folder; a block of c becomes the file firmware.c there. Any
other block is the output of the block before it, with … for omitted text; a block of console is not run.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest
from conftest import REPO

PAGE = REPO / "docs" / "Python.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_cell(source: str, place: str, names: dict[str, Any]) -> str:
    """Runs a cell and returns its output."""
    tree = ast.parse(source, place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(tree, place, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), place, "eval"), names)
            if value is not None:
                print(repr(value))
    return output.getvalue()


def run_shell(source: str) -> str:
    done = subprocess.run(["bash", "-euc", source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{source}{done.stdout}{done.stderr}"
    return done.stdout


def expect(expected: str, output: str, place: str) -> None:
    parts = [re.escape(part.strip()) for part in re.sub(r"\s+", " ", expected).split("…")]
    if not re.fullmatch(r"\s*" + ".*".join(parts) + r"\s*", re.sub(r"\s+", " ", output)):
        raise AssertionError(f"{place}: the page says\n{expected}\nbut this comes out:\n{output}")


def test_the_tutorial_says_what_comes_out(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("tosa_converter_for_tflite", "tflite", "onnx", "torch_mlir", "ai_edge_litert"):
        pytest.importorskip(package, reason="needs tirc[tflite,onnx]")
    for tool in ("cc", "bash"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not there")
    for name in ("digits_int8.tflite", "digits_int8.test_set.npz"):
        shutil.copy(REPO / "examples" / "digits" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    # The text must not depend on the machine.
    monkeypatch.setenv("TIRC_CACHE", "cache")
    page, output, counts = PAGE.read_text(), "", {"cells": 0, "outputs": 0}
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in BLOCK.finditer(page):
        language, source = block.groups()
        line = page.count("\n", 0, block.start()) + 2
        place = f"{PAGE.name}:{line}"
        if language == "python":
            # The lines in errors are lines of the page.
            output = run_cell("\n" * (line - 1) + source, place, names)
            counts["cells"] += 1
        elif language == "sh":
            output = run_shell(source)
            counts["cells"] += 1
        elif language == "c":
            (tmp_path / "firmware.c").write_text(source)
        elif language != "console":
            expect(source, output, place)
            counts["outputs"] += 1
    assert counts["cells"] >= 20 and counts["outputs"] >= 15, counts


def main() -> None:
    """Prints the page with the current outputs of its cells in place of those on the page, for people who change it."""
    page, output = PAGE.read_text(), ""
    names: dict[str, Any] = {"__name__": "__main__"}
    os.environ["TIRC_CACHE"] = "cache"

    def renew(block: re.Match[str]) -> str:
        nonlocal output
        language, source = block.groups()
        if language in ("python", "sh"):
            output = run_cell(source, PAGE.name, names) if language == "python" else run_shell(source)
        elif language == "c":
            pathlib.Path("firmware.c").write_text(source)
        elif language != "console" and "…" not in source:
            return f"```{language}\n{output.rstrip()}\n```"
        return block[0]

    sys.stdout.write(BLOCK.sub(renew, page))


if __name__ == "__main__":
    main()
