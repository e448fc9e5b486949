# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Progress reports for a person who is waiting."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Receives a phase that has ended, and its time in seconds.
Progress = Callable[[str, float], object]

_PATIENCE = 1.0
_INTERVAL = 0.2


@contextmanager
def reporting(progress: bool | None | Progress) -> Iterator[Progress | None]:
    """Yields the function to call when a phase ends, or None.

    True shows a line on standard error while the work goes on, after its first second; False shows nothing. None is
    like True if standard error is a terminal or the program is a notebook, and otherwise like False. A callable is used
    as it is; an exception that it raises ends the work, and is raised.
    """
    if progress is None:
        progress = _is_watched()
    if not isinstance(progress, bool):
        if not callable(progress):
            raise TypeError(
                f"progress: expected True, False, None or a callable (phase, seconds), but {progress!r} is of type "
                f"{type(progress).__name__}"
            )
        yield progress
    elif progress:
        with _Line() as line:
            yield line.phase_ended
    else:
        yield None


def _is_watched() -> bool:
    stream = sys.stderr
    return "ipykernel" in sys.modules or bool(stream and stream.isatty())


class _Line:
    """One line, which a separate thread rewrites, since a phase may take long."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._done = "starting"
        self._stop = threading.Event()
        self._width = 0
        self._thread = threading.Thread(target=self._write, name="tirc progress", daemon=True)

    def __enter__(self) -> _Line:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        if self._width:
            self._show("")
            self._show("")

    def phase_ended(self, phase: str, seconds: float) -> None:
        self._done = f"{phase} done in {seconds:.1f} s"

    def _write(self) -> None:
        if self._stop.wait(_PATIENCE):
            return
        while True:
            self._show(f"tirc: {time.monotonic() - self._start:.0f} s, {self._done}")
            if self._stop.wait(_INTERVAL):
                return

    def _show(self, text: str) -> None:
        padded = text.ljust(self._width)
        self._width = len(text)
        try:
            sys.stderr.write(f"\r{padded}")
            sys.stderr.flush()
        except (OSError, ValueError):  # The stream is closed: nobody reads the report.
            pass
