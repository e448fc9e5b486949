# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared parts of the front ends: their result, their error, and the process that a converter runs in."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import Any

import tirc_frontends
from tirc import reproducer
from tirc.arguments import to_arguments
from tirc.errors import Error
from tirc.options import FRONT_END_OPTIONS

PROGRAM = str(pathlib.Path(tirc_frontends.__file__).absolute().with_name("__main__.py"))
# A conversion takes seconds; large weights take some more.
SECONDS, _SECONDS_PER_BYTE = 300.0, 2e-6
# The most statements of a file that remarks have, the most letters of one there, and in the header and the report: an argument
# of a command has at most 128 kB.
_MOST_STATEMENTS, _MOST_REMARKED, _MOST_STATED = 8, 200, 30_000


class FrontEndError(Error):
    """A model that no front end could turn into MLIR.

    The text says what is wrong, with the operator that causes it if there is one, and what to do. `operator` is that
    operator's name in the converter (`tfl.lstm`, `onnx.Loop`), or None; `output` is everything that the converter
    printed. `place` is the name that the converter gives the operator, or None, and `cause` the converter's own words.
    """

    def __init__(
        self, message: str, *, operator: str | None = None, output: str = "", place: str | None = None, cause: str = ""
    ) -> None:
        super().__init__(message)
        self.operator = operator
        self.output = output
        self.place = place
        self.cause = cause


@dataclasses.dataclass(frozen=True)
class ImportedModel:
    """A model as MLIR.

    mlir       text or bytecode
    name       a name for the C that is written: letters, digits and '_'
    source     the name of the model in messages and the report: a file's name without its folder
    options    options of `tirc.compile`: the caller's, and those that the front end adds, such as io_quant
    front_end  the front end: "mlir", "tflite", "tosa", "onnx-tosa" or "torch-tosa", or "onnx-linalg" or "torch-linalg" if an
               operator has no form in TOSA
    original   the bytes of the source model
    folder     the folder of its file, if it has one
    remarks    what a user should know about the conversion; `Module.diagnostics` has them, too
    metadata   what the file says of its inputs, outputs and itself, for the header and the report
    operators  the operators of the source model, or what else is there, by the names that places have in errors
    """

    mlir: bytes
    name: str
    source: str
    options: dict[str, object]
    front_end: str
    original: bytes = b""
    folder: pathlib.Path | None = None
    remarks: tuple[str, ...] = ()
    metadata: tuple[str, ...] = ()
    operators: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def all_remarks(self) -> tuple[str, ...]:
        """Returns the first of what the file says of itself, and the remarks."""
        stated = [_shortened(text, _MOST_REMARKED) for text in self.metadata[:_MOST_STATEMENTS]]
        more = len(self.metadata) - len(stated)
        stated += [f"and {more} more, which the report has"] if more else []
        return (*(f"the file's metadata: {text}" for text in stated), *self.remarks)

    def origin(self, given: Mapping[str, object], states: bool = False) -> list[str]:
        """Returns the arguments that tell the compiler of the file that was converted, and with which of the options that
        the caller has given: `tirc --identify` names these, not those that the compiler gets. With `states`, they also have
        the packages of the conversion, for `--sbom`."""
        if self.front_end == "mlir":
            return []
        texts = [f"sha256:{hashlib.sha256(self.original).hexdigest()}"]
        texts += to_arguments({key: value for key, value in given.items() if key in FRONT_END_OPTIONS})
        if states:
            from tirc.importers import packages

            texts += packages.origins(self.front_end.partition("-")[0], for_npu=bool(self.options.get("npu")))
        texts += [f"metadata:{_shortened(text, _MOST_STATED)}" for text in self.metadata]
        return [f"--origin={text}" for text in texts]


@dataclasses.dataclass(frozen=True)
class Converted:
    """The result of a converter, and further information from it."""

    mlir: bytes
    answer: dict[str, Any]


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}..."


def model_name(source: str) -> str:
    """Returns the name of a file, without its extension, as a part of C names."""
    stem = re.sub(r"[^A-Za-z0-9]+", "_", pathlib.PurePath(source).stem).strip("_")
    return stem or "default"


def how_to_install(extra: str) -> str:
    """Returns what follows `pip install` for tirc with more packages. No index of packages has it."""
    return f"'.[{extra}]' in a checkout of tirc, or the file of tirc's wheel as 'FILE.whl[{extra}]'"


def missing_package(source: str, package: str, extra: str) -> FrontEndError:
    """Returns the error for a converter that is not installed, which says how to install it."""
    return FrontEndError(
        f"{source}: the Python package '{package.partition('.')[0]}' is missing; expected the packages that read this "
        f"kind of model: {shlex.quote(sys.executable)} -m pip install {how_to_install(extra)}"
    )


def execute(command: list[str], folder: str, limit: float) -> tuple[int, bytes]:
    """Runs a converter's command in a folder; returns its code and what it prints on standard error. Raises
    subprocess.TimeoutExpired after `limit` seconds. The campaign in test/campaign puts another function in its place."""
    quiet = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, env=quiet, timeout=limit)
    return done.returncode, done.stderr


def run_converter(kind: str, request: Mapping[str, object], data: bytes, source: str) -> Converted:
    """Runs the converter of a kind of model, "tflite", "onnx" or "torch", in a separate process, since it loads another MLIR
    and may crash.

    The process runs in a folder with `.request.json` and the model, whose file name is `request["model"]`. It writes
    `.model.mlir` and `.answer.json` there, an object with "missing" (a package), with "error" (the converter's text) or
    "refused" (a whole sentence) and "operator", or with anything else. Raises FrontEndError; an interrupt ends the
    process.
    """
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        path = pathlib.Path(folder)
        (path / ".request.json").write_text(json.dumps({"model": source} | dict(request)))
        (path / source).write_bytes(data)
        # -P keeps the folder of the package out of the path of Python.
        command = [sys.executable, "-P", PROGRAM, kind]
        limit = SECONDS + len(data) * _SECONDS_PER_BYTE
        try:
            code, printed = execute(command, folder, limit)
        except subprocess.TimeoutExpired as error:
            raise FrontEndError(
                f"{source}: the converter did not end within {limit:.0f} seconds and was stopped, which is a fault of the "
                f"converter{_again(path, command)}; take out nodes until it ends, to find the one that it cannot convert"
            ) from error
        output = printed.decode(errors="replace").replace(folder + os.sep, "")
        answer_file, mlir = path / ".answer.json", path / ".model.mlir"
        answer: dict[str, Any] = json.loads(answer_file.read_text()) if answer_file.is_file() else {}
        if "missing" in answer:
            raise missing_package(source, answer["missing"], kind)
        if "error" in answer or code != 0 or not mlir.is_file():
            again = _again(path, command) if code else ""
            raise _failure(source, answer, code, output, again)
        return Converted(mlir.read_bytes(), answer)


def run_and_find_crash(kind: str, request: Mapping[str, object], data: bytes, source: str) -> Converted:
    """Runs a converter as `run_converter` does; where it crashes, once more with the request's "crashed" set, so that it
    looks for the node."""
    try:
        return run_converter(kind, {"crashed": False} | dict(request), data, source)
    except FrontEndError as error:
        if not error.cause.startswith("the converter crashed"):
            raise
        try:
            run_converter(kind, dict(request) | {"crashed": True}, data, source)
        except FrontEndError as found:
            if found.operator:
                raise
        raise error


def _again(folder: pathlib.Path, command: list[str]) -> str:
    """Keeps the files of a converter that failed, and returns the command that runs it again, as a part of a
    sentence."""
    files = {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name not in (".answer.json", ".model.mlir")
    }
    kept = reproducer.keep(files)
    return f" (cd {shlex.quote(str(kept))} && {shlex.join(command)})" if kept else ""


def _failure(source: str, answer: Mapping[str, Any], code: int, output: str, again: str) -> FrontEndError:
    if "refused" in answer:
        return FrontEndError(f"{source}: {answer['refused']}", operator=answer["operator"], output=output)
    words, operator, place = str(answer.get("error", f"the converter {_how_it_ended(code)}")), None, None
    # MLIR's tools print `loc("name"("file":0:0)): error: message`. The first of these is the cause.
    if found := re.search(r'^loc\((?:"([^"]*)"\()?[^\n]*?: error: (.*)$', output, re.MULTILINE):
        place, words = found[1], found[2]
        named = re.search(r"'([a-z_]+\.[\w.]+)'", found[2])
        operator = named[1] if named else None
    elif code != 0 and (line := _last_words(output)):
        words += f" after '{line[:200]}'"
    words += again
    where = f"'{place}': " if place else ""
    return FrontEndError(
        f"{source}: {where}{words}; the file may be damaged, or use an operator in a form that the converter does not know",
        operator=operator,
        output=output,
        place=place,
        cause=words,
    )


def _last_words(output: str) -> str:
    """Returns the last line of a converter that may be the reason of its end: an error if there is one, and no warning."""
    lines, is_source = [], False
    for line in output.splitlines():
        # Python prints a line of the source after a warning.
        is_warning = is_source or bool(re.search(r"\w*Warning: |^(INFO|WARNING|note|[IW]\d{4} )|^ note:", line))
        is_source = bool(re.search(r"\w*Warning: ", line))
        if line.strip() and not is_warning:
            lines.append(line.strip())
    errors = [line for line in lines if re.search(r"\w*Error\b|\berror:|[Aa]ssert|terminate|Segmentation|Killed", line)]
    return (errors or lines or [""])[-1]


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"crashed ({signal.Signals(-code).name})"
    except ValueError:
        return f"crashed (signal {-code})"
