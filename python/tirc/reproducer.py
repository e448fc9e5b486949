# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folders with which another person can reproduce an error by one command."""

from __future__ import annotations

import hashlib
import os
import pathlib
import shlex
import shutil
import tempfile
from collections.abc import Sequence

KEPT = 16


def cache_folder() -> pathlib.Path:
    """Returns the folder of reproducers: TIRC_CACHE, or the folder tirc/reproducers in the user's cache
    (XDG_CACHE_HOME)."""
    if given := os.environ.get("TIRC_CACHE"):
        return pathlib.Path(given)
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(cache, "tirc", "reproducers")


def save(arguments: Sequence[str], source: bytes, name: str) -> tuple[pathlib.Path, str] | None:
    """Writes the model and a response file `arguments`. The same contents go to the same folder.

    Returns the folder and the shell command, or None if nothing can be written: the error in the model matters more.
    """
    name = os.path.basename(name)
    if name in ("", "arguments"):
        name = f"{name}.mlir"
    text = "".join(f"{_quoted(each)}\n" for each in [*_absolute(arguments), f"./{name}", "-o", "out"])
    folder = keep({name: source, "arguments": text.encode()})
    return (folder, f"cd {shlex.quote(str(folder))} && tirc @arguments") if folder else None


def keep(files: dict[str, bytes]) -> pathlib.Path | None:
    """Writes files to a folder of the cache, the same ones to the same folder, and returns the folder; None if nothing
    can be written."""
    digest = hashlib.sha256(b"\0".join(b"\0".join([n.encode(), files[n]]) for n in sorted(files))).hexdigest()[:16]
    try:
        folder = cache_folder() / digest
        folder.parent.mkdir(parents=True, exist_ok=True)
        if folder.exists():
            os.utime(folder)
        else:
            _write(folder, files)
        _forget_old(folder.parent)
    except OSError:
        return None
    return folder


def _quoted(argument: str) -> str:
    """Quotes an argument for a response file: a backslash before each character that would end or divide it."""
    return "".join(f"\\{char}" if char in " \t\n\"'\\" else char for char in argument)


def _absolute(arguments: Sequence[str]) -> list[str]:
    """Makes the paths of plugins absolute, since the command runs in another folder."""
    result = []
    for argument in arguments:
        option, _, value = argument.partition("=")
        if option in ("--load-dialect-plugin", "--load-pass-plugin"):
            argument = f"{option}={os.path.abspath(value)}"
        result.append(argument)
    return result


def _write(folder: pathlib.Path, files: dict[str, bytes]) -> None:
    """Writes all files at once, since other processes may write the same ones."""
    temporary = pathlib.Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    try:
        for name, contents in files.items():
            (temporary / name).write_bytes(contents)
        temporary.rename(folder)
    except OSError:
        shutil.rmtree(temporary, ignore_errors=True)
        if not folder.exists():
            raise


def _forget_old(cache: pathlib.Path) -> None:
    folders = []
    for entry in cache.iterdir():
        # Another process may have been faster.
        try:
            # Of a compilation or of a converter.
            if (entry / "arguments").exists() or (entry / ".request.json").exists():
                folders.append((entry.stat().st_mtime_ns, entry))
        except OSError:
            continue
    for _, folder in sorted(folders, reverse=True)[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)
