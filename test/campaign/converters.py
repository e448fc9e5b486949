"""Runs the converters in this process, which has loaded their packages already. A fresh process, which is what
a user's conversion gets, needs a second for that."""

from __future__ import annotations

import contextlib
import os
import pathlib
import sys
import traceback
from collections.abc import Iterator, Sequence
from typing import Any

from tirc.importers import base
from tirc_frontends import process

_in_fresh_process = base.execute


def in_fresh_process(is_fresh: bool) -> None:
    """Chooses how the next conversions run."""
    base.execute = _in_fresh_process if is_fresh else _execute


def _execute(command: Sequence[str], folder: str, limit: float) -> tuple[int, bytes]:
    del limit  # The process as a whole has one.
    output = pathlib.Path(folder, ".output")
    with _standing_in(folder, output):
        try:
            process.convert(command[-1])
            code = 0
        except BaseException:
            traceback.print_exc()
            code = 1
    return code, output.read_bytes()


@contextlib.contextmanager
def _standing_in(folder: str, output: pathlib.Path) -> Iterator[Any]:
    """What a process has for itself: its folder and its standard error, also for code in C++."""
    before, kept = os.getcwd(), os.dup(2)
    sys.stderr.flush()
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, 2)
    os.chdir(folder)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.chdir(before)
        os.dup2(kept, 2)
        os.close(kept)
        os.close(file)
