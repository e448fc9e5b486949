# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the modules of both packages refer to each other."""

from __future__ import annotations

import ast
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

import tirc
import tirc_frontends

PACKAGES = [pathlib.Path(package.__path__[0]) for package in (tirc, tirc_frontends)]
# Modules that are named by data, such as the runtimes of the formats.
LOADED_BY_NAME = {"tirc/references.py"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            yield path.relative_to(package.parent).as_posix(), ast.parse(path.read_text())


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def test_modules_are_loaded_by_import_statements() -> None:
    """Others have no types, and no tool finds them."""
    loaded = {"import_module", "run_module", "run_path", "spec_from_file_location", "__import__"}
    found = set()
    for name, tree in modules():
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        if used & loaded:
            found.add(name)
    assert found == LOADED_BY_NAME


def test_no_converter_imports_tirc() -> None:
    own = [(name, tree) for name, tree in modules() if name.startswith("tirc_frontends/")]
    assert len(own) > 50
    assert [name for name, tree in own if any(module.partition(".")[0] == "tirc" for module in imported(tree))] == []


@pytest.mark.parametrize("kind", ["tflite", "onnx", "torch"])
def test_a_converter_is_of_the_same_installation(kind: str, tmp_path: pathlib.Path) -> None:
    """Another package of this name, or a file in the folder of the model, does not take the place of the converters."""
    (tmp_path / "tirc_frontends").mkdir()
    (tmp_path / "tirc_frontends" / "__init__.py").write_text("raise AssertionError")
    (tmp_path / ".request.json").write_text("{}")
    hidden = "\n".join(f"sys.modules[{name!r}] = None" for name in ("onnx", "torch", "tosa_converter_for_tflite"))
    (tmp_path / "sitecustomize.py").write_text(f"import sys\n{hidden}\n")
    command = [sys.executable, "-P", tirc.importers.base.PROGRAM, kind]
    environment = {"PYTHONPATH": str(tmp_path)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert "missing" in (tmp_path / ".answer.json").read_text()
