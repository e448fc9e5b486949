"""Runs jobs in processes that are forked from this one, which has loaded all packages: each process a few dozen cases,
and the rest in a new one if it crashes."""

from __future__ import annotations

import faulthandler
import json
import os
import selectors
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence

from .case import FrontEnd
from .running import Job, run
from .verdicts import NOT_COUNTED, Result

_JOBS_OF_A_PROCESS, _SECONDS = 25, 60.0


class _Process:
    """A child and what is known of it."""

    def __init__(self, front_end: FrontEnd, jobs: Sequence[Job]) -> None:
        self.jobs = list(jobs)
        self.stage, self.since = "begin", time.monotonic()
        self.folder = tempfile.mkdtemp(prefix="tirc-campaign-")
        self.pipe, end = os.pipe()
        self.rest = b""
        self.id = os.fork()
        if not self.id:
            code = 1
            try:
                os.close(self.pipe)
                _child(front_end, jobs, end, self.folder)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        os.close(end)

    def read(self) -> list[Result] | None:
        """Returns new results, or None at the end."""
        data = os.read(self.pipe, 1 << 16)
        if not data:
            return None
        *lines, self.rest = (self.rest + data).split(b"\n")
        rows = []
        for line in lines:
            message = json.loads(line)
            self.since = time.monotonic()
            if isinstance(message, str):
                self.stage = message
            else:
                rows.append(message)
                self.jobs.pop(0)
                self.stage = "begin"
        return rows

    def end(self) -> int:
        """Returns the signal that ended the process, or 0."""
        os.close(self.pipe)
        _, status = os.waitpid(self.id, 0)
        shutil.rmtree(self.folder, ignore_errors=True)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _child(front_end: FrontEnd, jobs: Sequence[Job], pipe: int, folder: str) -> None:
    faulthandler.disable()
    tempfile.tempdir = folder
    # Reproducers of errors.
    os.environ["TIRC_CACHE"] = os.path.join(folder, "cache")
    os.chdir(folder)
    # What libraries print is in the results, or of no use.
    quiet = os.open(os.path.join(folder, "printed"), os.O_WRONLY | os.O_CREAT)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)

    def send(message: str | Result) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(pipe, data) :]

    for job in jobs:
        send(run(front_end, job, send))


def run_all(
    front_end: FrontEnd, jobs: Sequence[Job], processes: int, report: Callable[[Result], None] = lambda row: None
) -> list[Result]:
    """Returns a result for each job, in no order. Whatever crashes is tried once more with a converter in a process of
    its own, as a user has it."""
    rows: list[Result] = []
    todo = list(jobs)
    running: dict[int, _Process] = {}
    selector = selectors.DefaultSelector()

    def finish(row: Result) -> None:
        rows.append(row)
        report(row)

    while todo or running:
        while todo and len(running) < processes:
            share = max(1, min(_JOBS_OF_A_PROCESS, len(todo) // processes))
            process = _Process(front_end, todo[:share])
            del todo[:share]
            running[process.pipe] = process
            selector.register(process.pipe, selectors.EVENT_READ, process)
        for key, _ in selector.select(1.0):
            process = key.data
            found = process.read()
            if found is not None:
                for row in found:
                    finish(row)
                continue
            selector.unregister(process.pipe)
            del running[process.pipe]
            ended = process.end()
            if process.jobs:
                again, row = _after_crash(front_end, process, ended)
                todo[:0] = again + process.jobs[1:]
                if row:
                    finish(row)
        for process in running.values():
            if time.monotonic() - process.since > _SECONDS:
                os.kill(process.id, signal.SIGKILL)
                process.since = time.monotonic()
    return rows


def _after_crash(front_end: FrontEnd, process: _Process, ended: int) -> tuple[list[Job], Result | None]:
    """Returns what to try again, or else the result."""
    job = process.jobs[0]
    if process.stage == "tirc" and not job.is_fresh:
        return [Job(job.operator, job.seed, job.number, job.choices, True)], None
    how = f"ended by {signal.Signals(ended).name}" if ended else "ended"
    how = f"did not end within {_SECONDS:.0f} s" if ended == signal.SIGKILL else how
    row = {"front_end": front_end.name, "operator": job.operator, "case": job.name, "choices": job.choices, "words": ""}
    verdict = {"reference": NOT_COUNTED, "tirc": "crash"}.get(process.stage, "generator")
    return [], row | {"verdict": verdict, "message": f"{process.stage}: {how}"}
