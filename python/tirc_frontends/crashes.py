# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the node on which torch-mlir crashes, after it did so on the whole model."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable

from .refused import Refused


def refuse_first(parts: Iterable[tuple[str, str, Callable[[], object]]]) -> None:
    """Raises Refused for the first part whose conversion, in a process for each, crashes. A part has the beginning of a
    sentence about it, its operator, and the function that converts it."""
    for place, operator, convert in parts:
        child = os.fork()
        if not child:
            try:
                convert()
            except Exception:
                pass
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            how = signal.Signals(os.WTERMSIG(status)).name
            raise Refused(
                f"{place}torch-mlir crashes ({how}) on this operator in this form; express it by other operators, or take "
                "it out of the model",
                operator,
            )
