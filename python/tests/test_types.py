# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types: mypy accepts the package, its tests, and the stub of the extension."""

from __future__ import annotations

import ast
import os
import pathlib
import subprocess
import sys
import types
from collections.abc import Sequence

import pytest

import tirc
from tirc import _tirc

pytest.importorskip("mypy")
PACKAGE = pathlib.Path(tirc.__file__).parent
PACKAGES = ("-p", "tirc", "-p", "tirc_frontends")
# It lists the packages that have no types of their own.
CONFIGURATION = pathlib.Path(__file__).resolve().parents[2] / "pyproject.toml"
# Kept with the environment, since checking the types of NumPy takes long.
CACHE = pathlib.Path(sys.prefix) / "mypy-cache"


def _mypy(*arguments: object, cwd: pathlib.Path | None = None, path: Sequence[pathlib.Path] = ()) -> str:
    command = [sys.executable, "-m", *map(str, arguments)]
    # mypy finds an installed package.
    folders = [*path, *([] if PACKAGE.parent.name == "site-packages" else [PACKAGE.parent])]
    environment = os.environ | {"MYPYPATH": os.pathsep.join(map(str, folders))}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_the_packages_are_typed(tmp_path: pathlib.Path) -> None:
    assert (PACKAGE / "py.typed").exists()
    assert (PACKAGE.parent / "tirc_frontends" / "py.typed").exists()
    assert _mypy("mypy", "--config-file", CONFIGURATION, f"--cache-dir={CACHE}", *PACKAGES, cwd=tmp_path) == ""


def test_the_campaign_is_typed(tmp_path: pathlib.Path) -> None:
    path = [CONFIGURATION.parent / "test", pathlib.Path(__file__).parent]
    arguments = ("mypy", "--config-file", CONFIGURATION, f"--cache-dir={CACHE}", "-p", "campaign")
    assert _mypy(*arguments, cwd=tmp_path, path=path) == ""


def test_the_stub_has_what_the_extension_has() -> None:
    """Compares only names: functions of nanobind have no signatures that Python can read."""
    tree = ast.parse((PACKAGE / "_tirc.pyi").read_text())
    assert _stub_names(tree.body) == _names(_tirc)


def _stub_names(body: list[ast.stmt]) -> set[str]:
    names = set()
    for node in body:
        if isinstance(node, ast.ClassDef):
            names |= {node.name} | {f"{node.name}.{name}" for name in _stub_names(node.body)}
        elif isinstance(node, ast.FunctionDef) and node.name != "__init__":
            names.add(node.name)
    return names


def _names(of: object) -> set[str]:
    names = set()
    for name, value in vars(of).items():
        if not name.startswith("_") and not isinstance(value, types.ModuleType):
            names.add(name)
            if isinstance(value, type):
                names |= {f"{name}.{member}" for member in _names(value)}
    return names


def test_mypy_reports_wrong_options(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import tirc\n"
        "module = tirc.compile('m.tflite', target_cpu='cortex-m4', emit=['c', 'obj'], O=2)\n"
        "reveal_type(module.run()['y'].shape)\n"
        "tirc.compile('m.tflite', plan='none')\n"
        "tirc.compile('m.tflite', target_spu='cortex-m4')\n"
    )
    printed = _mypy("mypy", "--strict", f"--cache-dir={CACHE}", program)
    assert "Found 2 errors" in printed, printed
    assert 'program.py:3: note: Revealed type is "' in printed
    assert "program.py:4: error" in printed and "program.py:5: error" in printed
