# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `tirc`, run by `python -m tirc` or as the package's console script.

It takes the options of the program `tirc`. In addition to MLIR, it compiles the models for which the package has a
front end.
"""

from __future__ import annotations

import errno
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from tirc import _tirc, importers, programs
from tirc.arguments import from_command, to_arguments
from tirc.errors import Error
from tirc.options import FRONT_END_OPTIONS


def main() -> int:
    arguments = _with_files(sys.argv[1:])
    try:
        # These have the compiler call this command again for the models after them.
        is_compilation = not any(
            argument.lstrip("-").split("=")[0] in ("identify", "weights-for")
            for argument in arguments
            if argument.startswith("-")
        )
        os.environ.setdefault("TIRC_PYTHON", sys.executable)
        if any(argument.lstrip("-").startswith("firmware=") for argument in arguments):
            if any(map(_is_foreign, arguments)):
                return _convert_all_and_run(arguments)
        for index, argument in enumerate(arguments):
            if is_compilation and _is_foreign(argument):
                return _convert_and_run(pathlib.Path(argument), arguments[:index] + arguments[index + 1 :])
    except KeyboardInterrupt:
        # As in a program without a handler: its caller sees the signal.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except Error as error:
        print(f"tirc: error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT) or "temporary directory" in str(error)
        hint = "; expected room for the converted model: TMPDIR names another folder" if is_full else ""
        print(f"tirc: error: {error}{hint}", file=sys.stderr)
        return 1
    # Python's handler would only record Ctrl-C until the command has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _tirc.run_command([b"tirc", *map(os.fsencode, arguments)])


def _with_files(arguments: Sequence[str]) -> list[str]:
    """Returns the arguments, and for response files (`@FILE`) what they contain. The compiler reports what it cannot read."""
    found: list[str] = []
    for argument in arguments:
        try:
            is_file = argument.startswith("@") and os.path.isfile(argument[1:])
            found += shlex.split(pathlib.Path(argument[1:]).read_text()) if is_file else [argument]
        except (OSError, ValueError):
            found.append(argument)
    return found


def _is_foreign(argument: str) -> bool:
    """Returns whether the argument is a model that only a front end reads."""
    if argument.startswith(("-", "@")) or not os.path.isfile(argument):
        return False
    with open(argument, "rb") as file:
        return importers.kind_of(file.read(4096)) != "mlir"


def _convert_and_run(model: pathlib.Path, arguments: Sequence[str]) -> int:
    split, others = _split(arguments)
    given = from_command(split)
    imported = importers.load(model, given)
    if not {"--quiet", "-quiet"} & set(arguments):
        for remark in imported.all_remarks():
            print(f"tirc: remark: {imported.source}: {remark}", file=sys.stderr)
    added = to_arguments({key: value for key, value in imported.options.items() if key in FRONT_END_OPTIONS})
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        # The file has the model's name, which messages and the report use. The command runs in another process, since
        # Ctrl-C ends it at once, and this folder must be removed.
        path = pathlib.Path(folder, imported.source)
        path.write_bytes(imported.mlir)
        return subprocess.call([*_compiler(), *others, *added, *imported.origin(given, _states(others)), path])


def _states(arguments: Sequence[str]) -> bool:
    """Returns whether the files are to be described (`--sbom`)."""
    return any(argument.lstrip("-").startswith("sbom=") for argument in arguments)


def _convert_all_and_run(arguments: Sequence[str]) -> int:
    """Compiles a program of several models, some of which only a front end reads."""
    models = [pathlib.Path(argument) for argument in arguments if _is_foreign(argument)]
    others = [argument for argument in arguments if not _is_foreign(argument)]
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        # The command runs in another process, since Ctrl-C ends it at once, and this folder must be removed.
        return subprocess.call([*_compiler(), *programs.convert(models, others, pathlib.Path(folder))])


def _compiler() -> list[str]:
    """Returns the command that compiles MLIR: the program `tirc`, if that called this one to convert a model."""
    program = os.environ.get("TIRC_COMMAND")
    return [program] if program else [sys.executable, "-m", "tirc"]


def _split(arguments: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Returns the values of the options that a front end shares, and all other arguments."""
    given: dict[str, list[str]] = {}
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        option = name.lstrip("-")
        if not name.startswith("-") or option.replace("-", "_") not in FRONT_END_OPTIONS:
            others.append(argument)
        else:
            given.setdefault(option, []).append(value if equals else next(rest, ""))
    return given, others


if __name__ == "__main__":
    sys.exit(main())
