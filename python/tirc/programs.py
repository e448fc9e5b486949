# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several models in one program: `tirc --firmware`."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from typing import Unpack

from tirc import importers
from tirc.arguments import from_command, to_arguments
from tirc.errors import Error
from tirc.options import FRONT_END_OPTIONS, CompileOptions


@dataclasses.dataclass(frozen=True)
class Program:
    """The files of a program of several models, by their names."""

    files: Mapping[str, bytes]

    @property
    def report(self) -> Mapping[str, object]:
        """What the program needs, and why (docs/Firmware.md)."""
        name = next(name for name in self.files if name.endswith(".report.json"))
        report: Mapping[str, object] = json.loads(self.files[name])
        return report

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes the files to a folder, which is created if it is missing."""
        path = pathlib.Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        for name, contents in self.files.items():
            (path / name).write_bytes(contents)


def compile_firmware(
    models: Iterable[str | os.PathLike[str]],
    plan: str | os.PathLike[str],
    /,
    *,
    model_options: Mapping[str, CompileOptions] | None = None,
    **options: Unpack[CompileOptions],
) -> Program:
    """Compiles several models to one program that shares their memory as far as the plan allows.

    `models` are files of any kind that `tirc.compile` reads. `plan` is a file in TOML, or its text (a str with a line
    break), which says which models may run at the same time (docs/Firmware.md). The program of a text is called
    `firmware` unless it says another name. `model_options` has options for one model each, by its name in the plan or
    the name of its file; the others are for all models.

    Raises `tirc.Error` with the place in the plan or in the model if they do not compile.
    """
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        path = pathlib.Path(os.fspath(plan)) if not _is_text(plan) else pathlib.Path(folder, "firmware.toml")
        if _is_text(plan):
            path.write_text(str(plan))
        own = [
            f"--model-option={name}:{argument}"
            for name, given in (model_options or {}).items()
            for argument in to_arguments(given)
        ]
        out = pathlib.Path(folder, "out")
        files = [os.fspath(model) for model in models]
        command = [sys.executable, "-m", "tirc", *files, f"--firmware={path}", *own, *to_arguments(options)]
        done = subprocess.run([*command, "--quiet", "-o", out], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Error(done.stderr.strip().removeprefix("tirc: error: "))
        return Program({file.name: file.read_bytes() for file in sorted(out.iterdir())})


def _is_text(plan: str | os.PathLike[str]) -> bool:
    return isinstance(plan, str) and "\n" in plan


def convert(models: Iterable[pathlib.Path], arguments: Iterable[str], folder: pathlib.Path) -> list[str]:
    """Converts the models of a program that the compiler does not read. Returns the arguments with the new files."""
    given = list(arguments)
    names = _names(given)
    files: list[str] = []
    for number, model in enumerate(models):
        own = {model.name, importers.base.model_name(model.name), *names.get(model.name, ())}
        shared, given = _take(given, own)
        own_options = from_command(shared)
        imported = importers.load(model, own_options)
        if not {"--quiet", "-quiet"} & set(given):
            for remark in imported.all_remarks():
                print(f"tirc: remark: {imported.source}: {remark}", file=sys.stderr)
        # The file has the model's name, which messages and the report use.
        path = folder / str(number) / imported.source
        path.parent.mkdir()
        path.write_bytes(imported.mlir)
        added = {key: value for key, value in imported.options.items() if key in FRONT_END_OPTIONS}
        states = any(argument.lstrip("-").startswith("sbom=") for argument in given)
        added_arguments = [*to_arguments(added), *imported.origin(own_options, states)]
        given += [f"--model-option={imported.source}:{argument}" for argument in added_arguments]
        files.append(str(path))
    return files + given


def _names(arguments: Iterable[str]) -> dict[str, list[str]]:
    """Returns the names that the plan gives to files. The compiler reports a plan that cannot be read."""
    paths = [argument.partition("=")[2] for argument in arguments if argument.lstrip("-").startswith("firmware=")]
    names: dict[str, list[str]] = {}
    try:
        models = tomllib.loads(pathlib.Path(paths[-1]).read_text()).get("models", {})
        for name, model in models.items():
            names.setdefault(pathlib.PurePath(model["file"]).name, []).append(name)
    except (AttributeError, IndexError, KeyError, OSError, TypeError, ValueError):
        pass
    return names


def _take(arguments: Iterable[str], names: Iterable[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Returns the values of the options that a front end shares, if they are for one of these names, and all other
    arguments."""
    taken: dict[str, list[str]] = {}
    others: list[str] = []
    for argument in arguments:
        start, _, option = argument.lstrip("-").partition(":")
        key, _, value = option.lstrip("-").partition("=")
        if start.removeprefix("model-option=") in names and start.startswith("model-option=") and key.replace("-", "_") in FRONT_END_OPTIONS:
            taken.setdefault(key, []).append(value)
        else:
            others.append(argument)
    return taken, others
