# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the converters in forks of a process that has loaded their packages. A fresh process, which is what a user's
conversion gets, needs a second or two for that."""

from __future__ import annotations

import os
import pathlib
import select
import signal
import subprocess
import sys
import threading

from tirc.importers import base

_SERVER = pathlib.Path(__file__).with_name("converter_server.py")
_PROGRAM, _in_fresh_process = base.PROGRAM, base.execute
# These differ from test to test, and converters do not read them.
_OF_TESTS = ("PYTEST_CURRENT_TEST", "TIRC_CACHE")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _OF_TESTS}


class Converters:
    """The processes that have loaded converters, one for each kind of model."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._servers: dict[str, subprocess.Popen[str]] = {}
        self._environment = _environment()

    def execute(self, command: list[str], folder: str, limit: float) -> tuple[int, bytes]:
        """Stands in for `execute` in tirc/importers/base.py."""
        if command[:-1] != [sys.executable, "-P", _PROGRAM] or _environment() != self._environment:
            return _in_fresh_process(command, folder, limit)
        with self._lock:
            try:
                code = self._convert(command, folder, limit)
            except BaseException:
                # Its next answer would be the one to this request.
                self._stop(command[-1])
                raise
        output = pathlib.Path(f"{folder}.output")
        printed = output.read_bytes()
        output.unlink()
        return code, printed

    def _convert(self, command: list[str], folder: str, limit: float) -> int:
        kind = command[-1]
        if kind not in self._servers:
            start = [sys.executable, "-P", str(_SERVER), _PROGRAM, kind]
            environment = self._environment | {"TF_CPP_MIN_LOG_LEVEL": "3"}
            self._servers[kind] = subprocess.Popen(
                start,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=environment,
                start_new_session=True,
            )
        server = self._servers[kind]
        assert server.stdin and server.stdout
        print(folder, file=server.stdin, flush=True)
        if not select.select([server.stdout], [], [], limit)[0]:
            raise subprocess.TimeoutExpired(command, limit)
        return int(server.stdout.readline())

    def _stop(self, kind: str) -> None:
        server = self._servers.pop(kind)
        with server:
            # A conversion that has not ended is in its group.
            os.killpg(server.pid, signal.SIGKILL)

    def close(self) -> None:
        for kind in list(self._servers):
            self._stop(kind)
