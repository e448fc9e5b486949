"""Simplifies a case that fails: fewer and smaller choices that fail in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .case import FrontEnd
from .pool import run_all
from .running import Job
from .verdicts import Result


def shrink(front_end: FrontEnd, row: Result, processes: int, tries: int = 150) -> Result:
    """Returns the result of the simplest case that was found in this many tries."""
    best, known = row, set()
    wanted = _kind(row)
    is_simpler = True
    while is_simpler and tries > 0:
        is_simpler = False
        waiting: list[tuple[int, ...]] = []
        for choices in _simpler(best["choices"]):
            if choices in known:
                continue
            known.add(choices)
            waiting.append(choices)
            if len(waiting) == 4 * processes:
                break
        tries -= len(waiting)
        jobs = [Job(row["operator"], 0, i, choices) for i, choices in enumerate(waiting)]
        found = [new for new in run_all(front_end, jobs, processes) if _kind(new) == wanted and new["choices"]]
        for new in sorted(found, key=_cost):
            if _cost(new) < _cost(best):
                best, is_simpler = new | {"case": row["case"]}, True
                break
        is_simpler |= bool(waiting)
    return best


def _cost(row: Result) -> tuple[int, int]:
    return len(row["choices"]), sum(row["choices"])


def _kind(row: Result) -> tuple[str, str]:
    text = row["message"] if row["verdict"] in ("crash", "generator") else ""
    last = text.strip().rpartition("\n")[2]
    return row["verdict"], re.sub(r"\d+|'[^']*'", "N", last)[:80]


def _simpler(choices: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yields lists that are simpler: parts taken out, and numbers made smaller, from the coarse to the fine."""
    given = tuple(choices)
    length = len(given)
    size = max(1, length // 2)
    while True:
        for start in range(0, length, size):
            part = given[start : start + size]
            if any(part):
                yield given[:start] + (0,) * len(part) + given[start + size :]
        if size == 1:
            break
        size //= 2
    for size in (4, 2, 1):
        for start in range(length - size + 1):
            yield given[:start] + given[start + size :]
    for place, number in enumerate(given):
        for smaller in (1, number // 2, number - 1):
            if 0 < smaller < number:
                yield given[:place] + (smaller,) + given[place + 1 :]
