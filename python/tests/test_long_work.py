# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long work: its progress, its cancellation, several threads, and the memory of many compilations."""

from __future__ import annotations

import concurrent.futures
import io
import os
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest
from models import COUNTER, DIFFERENCE, DIGITS, digits_cases, long_chain

import tirc
from tirc import progress

# A compilation that takes seconds, for the tests that end it.
LONG = long_chain(150)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_callable_gets_each_phase() -> None:
    phases: list[tuple[str, float]] = []
    tirc.compile(DIFFERENCE, progress=lambda phase, seconds: phases.append((phase, seconds)))
    names = [name for name, _ in phases]
    order = [name for name in tirc._tirc.phase_names() if name in names]
    assert [name for name in names if name in order] == order
    assert {"import", "kernels", "schedule", "buffers", "plan", "loops", "abi", "emitc"} <= set(names)
    assert all(seconds >= 0 for _, seconds in phases)


def test_the_line_appears_with_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    tirc.compile(DIFFERENCE)
    tirc.compile(DIFFERENCE, progress=True)
    assert terminal.getvalue() == ""
    monkeypatch.setattr(progress, "_PATIENCE", 0.05)
    tirc.compile(LONG, progress=False)
    assert terminal.getvalue() == ""
    tirc.compile(LONG)
    lines = terminal.getvalue().split("\r")
    assert any(line.startswith("tirc: ") and " done in " in line for line in lines), lines
    # The line is erased at the end.
    assert lines[-1] == "" and lines[-2].strip() == ""


def test_nobody_watches_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    tirc.compile(DIGITS)
    assert file.getvalue() == ""


def test_what_a_callable_raises_ends_the_compilation() -> None:
    phases = []

    def enough(phase: str, seconds: float) -> None:
        phases.append(phase)
        if phase == "kernels":
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        tirc.compile(DIFFERENCE, progress=enough)
    assert phases[-1] == "kernels"
    assert tirc.compile(DIFFERENCE).c_source


def test_progress_of_another_type() -> None:
    with pytest.raises(TypeError, match="progress: expected True, False, None or a callable"):
        tirc.compile(DIFFERENCE, progress="yes")  # type: ignore[arg-type]


def test_ctrl_c_ends_a_compilation_and_nothing_else() -> None:
    ended: list[float] = []

    def send() -> None:
        time.sleep(0.4)
        ended.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    for _ in range(2):
        sender = threading.Thread(target=send)
        sender.start()
        with pytest.raises(KeyboardInterrupt):
            tirc.compile(LONG, emit=["c", "obj"])
        assert time.monotonic() - ended[-1] < 5
        sender.join()
    image, wanted = (cases[0] for cases in digits_cases())
    numpy.testing.assert_array_equal(tirc.compile(DIGITS).run(image)["Identity"], wanted)


def test_a_handler_of_signals_runs_within_a_compilation() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        phases: list[int] = []
        tirc.compile(LONG, progress=lambda phase, seconds: phases.append(len(seen)))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen == [signal.SIGALRM] and phases[-1] == 1


def test_two_threads_run_one_module() -> None:
    images, wanted = digits_cases()
    module = tirc.compile(DIGITS)

    def work(offset: int) -> None:
        for number in range(300):
            case = (number + offset) % len(images)
            numpy.testing.assert_array_equal(module.run(images[case])["Identity"], wanted[case])

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(work, offset) for offset in range(4)]:
            done.result()


def test_two_threads_compile_at_once() -> None:
    wanted = [tirc.compile(model, emit="c,obj").files for model in (DIGITS, DIFFERENCE)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda model: tirc.compile(model, emit="c,obj").files, [DIGITS, DIFFERENCE] * 4))
    assert made == wanted * 4


def test_other_threads_go_on_during_a_compilation() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.01):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    tirc.compile(LONG)
    seconds = time.monotonic() - start
    done.set()
    thread.join()
    # If the GIL were held, there would be none; a loaded machine may miss some.
    assert ticks > seconds * 10


def test_runs_on_one_state_take_turns() -> None:
    module = tirc.compile(COUNTER)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda _: int(module.run()["number"][0]), range(400)))
    assert sorted(numbers) == list(range(41, 441))


MEMORY = """
import sys
import tirc
from models import DIGITS, digits_cases

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

def once():
    module = tirc.compile(data)
    if runs:
        module.run(digits_cases()[0][0])
        return
    try:
        tirc.compile("module { x.y }")
    except tirc.CompileError:
        pass

count, runs = int(sys.argv[1]), sys.argv[2] == "run"
data = DIGITS.read_bytes()
for _ in range(10):
    once()
before = resident()
for _ in range(count):
    once()
print(before, resident())
"""


def _grows(count: int, what: str) -> float:
    """Returns the relative growth of memory in a separate process."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", MEMORY, str(count), what]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    before, after = map(int, done.stdout.split())
    print(f"{count} times ({what}): {before} kB before, {after} kB after")
    return after / before - 1


def test_memory_of_40_compilations() -> None:
    assert _grows(40, "compile") < 0.01


def test_memory_of_8_programs() -> None:
    assert _grows(8, "run") < 0.02


@pytest.mark.long
def test_memory_of_1000_compilations() -> None:
    assert _grows(1000, "compile") < 0.05


@pytest.mark.long
def test_memory_of_200_programs() -> None:
    assert _grows(200, "run") < 0.05
