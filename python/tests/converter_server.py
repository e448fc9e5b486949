# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts in forks of a process that has loaded a converter's packages: converter_server.py PROGRAM KIND."""

from __future__ import annotations

import contextlib
import os
import pathlib
import sys
import traceback


def _convert(kind: str, folder: str) -> None:
    """Converts in this process, which has been made for it."""
    from tirc_frontends import process

    output = os.open(f"{folder}.output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.chdir(folder)
    code = 1
    try:
        process.convert(kind)
        code = 0
    except BaseException:
        traceback.print_exc()
    sys.stderr.flush()
    os._exit(code)


def _serve(program: str, kind: str) -> None:
    """Answers each folder that it reads with the code of its conversion."""
    sys.path.insert(0, str(pathlib.Path(program).parents[1]))
    from tirc_frontends import process

    with contextlib.suppress(ImportError):
        process.converter(kind)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _convert(kind, line.rstrip("\n"))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
