"""Shows one case again, and keeps cases that fail as files."""

from __future__ import annotations

import json
import pathlib
import re
import traceback

import numpy

from . import front_ends
from .case import FrontEnd, NotCounted
from .running import Job, compute, make
from .tolerance import compare
from .verdicts import Result


def replay(name: str) -> int:
    """Prints the case of this name, or of a file that `keep` wrote, with both results. Returns 1 if they differ."""
    front_end, job = _job(name)
    front_end.prepare()
    case, _ = make(front_end, job)
    print(case.words)
    print(front_end.show(case))
    for i, array in enumerate(case.inputs):
        print(f"input {i}: {array.dtype}{list(array.shape)}\n{array}")
    try:
        want = front_end.reference(case)
    except NotCounted as error:
        print(f"the reference refuses this case: {error}")
        return 0
    print("reference:", *want, sep="\n")
    try:
        got = compute(front_end, case, is_fresh=True)
    except Exception:
        traceback.print_exc()
        return 1
    print("tirc:", *got, sep="\n")
    differences = compare(got, want, case.tolerance)
    for each in differences:
        print(f"differs: {each.text}; largest {each.largest:.3g}")
    print("" if differences else "equal")
    return 1 if differences else 0


def _job(name: str) -> tuple[FrontEnd, Job]:
    if name.endswith(".json"):
        kept = json.loads(pathlib.Path(name).read_text())
        return front_ends.get(kept["front_end"]), Job(kept["operator"], 0, 0, tuple(kept["choices"]))
    kind, operator, seed, number = name.split(":")
    return front_ends.get(kind), Job(operator, int(seed), int(number))


def keep(front_end: FrontEnd, row: Result, folder: pathlib.Path) -> None:
    """Writes the simplest form of a case that fails: its choices, its model and its inputs."""
    folder.mkdir(parents=True, exist_ok=True)
    simplest = row.get("shrunk") or row
    kept = {key: simplest.get(key) for key in ("words", "message", "choices")}
    path = folder / re.sub(r"\W+", "-", f"{front_end.name}-{row['case']}")
    kept |= {"front_end": front_end.name, "operator": row["operator"], "verdict": row["verdict"]}
    path.with_suffix(".json").write_text(json.dumps(kept, indent=1))
    try:
        case, _ = make(front_end, Job(row["operator"], 0, 0, tuple(simplest["choices"])))
        front_end.save(case, path)
        numpy.savez(path.with_suffix(".npz"), *case.inputs)
    except Exception:  # A generator that fails has no model.
        traceback.print_exc()
