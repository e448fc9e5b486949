"""Tries one case: what the reference computes, what tirc computes, and the verdict."""

from __future__ import annotations

import dataclasses
import time
import traceback
from collections.abc import Callable
from typing import Any

import tirc
from tirc import host

from . import accepted, converters
from .case import Case, FrontEnd, NotCounted
from .draw import Draw, Unsuitable
from .tolerance import compare
from .values import Array
from .verdicts import NOT_COUNTED, REFUSED, Result

_ATTEMPTS = 200


@dataclasses.dataclass(frozen=True)
class Job:
    """A case to try: by its number and seed, or by choices. `is_fresh`: with a converter in a process of its own."""

    operator: str
    seed: int
    number: int
    choices: tuple[int, ...] | None = None
    is_fresh: bool = False

    @property
    def name(self) -> str:
        return f"{self.operator}:{self.seed}:{self.number}"


def make(front_end: FrontEnd, job: Job) -> tuple[Case, list[int]]:
    """Returns the case of a job, and its choices. Raises Unsuitable for choices that are not a case."""
    generate = front_end.operators[job.operator]
    if job.choices is not None:
        draw = Draw(given=job.choices)
        return generate(draw), draw.made
    for attempt in range(_ATTEMPTS):
        draw = Draw(f"{job.seed}/{front_end.name}/{job.operator}/{job.number}/{attempt}")
        try:
            return generate(draw), draw.made
        except Unsuitable:
            pass
    raise ValueError(f"the generator of {job.operator} makes no case")


def run(front_end: FrontEnd, job: Job, at: Callable[[str], None]) -> Result:
    """Returns the result of a job, for JSON. Calls `at` with the name of each stage, for the case that it crashes."""
    row: Result = {"front_end": front_end.name, "operator": job.operator, "case": job.name}
    at("generator")
    try:
        case, choices = make(front_end, job)
    except Unsuitable:
        return row | {"verdict": "unsuitable", "message": ""}
    except Exception:
        return row | {"verdict": "generator", "message": traceback.format_exc()}
    row |= {"words": case.words, "choices": choices, "tags": sorted(case.tags)}
    at("reference")
    start = time.monotonic()
    try:
        want = front_end.reference(case)
    except NotCounted as error:
        return row | {"verdict": NOT_COUNTED, "message": str(error)}
    except Exception:
        return row | {"verdict": "generator", "message": traceback.format_exc()}
    row["seconds"] = [time.monotonic() - start]
    at("tirc")
    start = time.monotonic()
    verdict = _judge(front_end, job, case, want)
    row["seconds"].append(time.monotonic() - start)
    return row | verdict


def _judge(front_end: FrontEnd, job: Job, case: Case, want: list[Array]) -> Result:
    try:
        got = compute(front_end, case, job.is_fresh)
    except tirc.Error as error:
        message = str(error)
        is_named = front_end.is_named(job.operator, message)
        return {"verdict": REFUSED if is_named else "unnamed", "message": message}
    except Exception:
        return {"verdict": "crash", "message": traceback.format_exc()}
    differences = compare(got, want, case.tolerance)
    if not differences:
        return {"verdict": "right", "message": ""}
    reasons = [accepted.reason(front_end.name, job.operator, case.tags, each) for each in differences]
    worst = next((each for each, why in zip(differences, reasons, strict=True) if not why), differences[0])
    found = {"message": worst.text, "largest": max(each.largest for each in differences)}
    if all(reasons):
        return {"verdict": "accepted", "reason": reasons[0]} | found
    return {"verdict": "differing"} | found


def compute(front_end: FrontEnd, case: Case, is_fresh: bool) -> list[Array]:
    """Returns what the compiled model computes on this machine, in the types of the reference."""
    converters.in_fresh_process(is_fresh)
    # The options of a run, so that the model is compiled once.
    options: Any = host.OPTIONS | {"emit": "obj"}
    module = tirc.compile(front_end.source(case), progress=False, **options)
    given = [_as(array, tensor.numpy_dtype) for array, tensor in zip(case.inputs, module.inputs, strict=True)]
    return list(module.run(*given).values())


def _as(array: Array, dtype: Any) -> Array:
    """The compiler's integers lack a sign, and its complex numbers are pairs of floats."""
    seen = array
    if array.dtype.kind == "c":
        seen = array.view(dtype).reshape(*array.shape, 2)
    elif array.dtype != dtype and array.dtype.itemsize == dtype.itemsize:
        seen = array.view(dtype)
    return seen
