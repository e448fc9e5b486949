"""Asynchronous devices: what overlaps, and what happens if something fails, at once or late."""

import random
import subprocess

import launch_programs
from runner import Failure, Test

# How a model is compiled.
_WAYS = (
    ("c", ()),
    ("obj", ("--steps",)),
    ("c", ("--steps", "--on-error=hook")),
    ("obj", ()),
    ("c", ("--interface-api=packed", "--on-error=code")),
    ("obj", ("--interface-api=packed", "--on-error=hook")),
    ("c", ("--workspace=backend", "--on-error=hook")),
    ("c", ("--kernel-calls=cpacked", "--overwrite-inputs", "--on-error=code")),
    ("obj", ("--workspace=backend",)),
)
_PROGRAMS_OF_A_MODEL = 20


_OF_STEPS = ("npu0", "npu1", "cpu", "step")


class _Run:
    """What a program says of one run."""

    def __init__(self, lines):
        self.lines = lines
        self.events, self.hooks = [], []
        self.code = self.outputs = None
        for line in lines:
            words = line.split()
            if words[0] in ("npu0", "npu1", "cpu"):
                self.events.append((words[0], words[1], int(words[2])))
            elif words[0] == "hook":
                self.hooks.append((int(words[1]), words[2]))
            elif words[0] == "returned":
                self.code = int(words[1])
            elif words[0] == "outputs":
                self.outputs = words[1]


def _execute(program, commands):
    done = subprocess.run([program], input="\n".join(commands) + "\n", capture_output=True, text=True, check=False,
                          timeout=120)
    if done.returncode != 0:
        raise Failure(f"exit code {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    runs, lines = [], []
    for line in done.stdout.splitlines():
        if line == "run":
            runs.append(lines)
            lines = []
        else:
            lines.append(line)
    runs.append(lines)
    # The first lines come from init.
    return [_Run(lines) for lines in runs]


def _check_devices(run, complain):
    """Checks what each device was told, whatever failed."""
    for device in ("npu0", "npu1"):
        runs = active = False
        ends = 0
        for name, event, code in run.events:
            if name != device:
                continue
            if event == "launch":
                if runs:
                    complain(f"{device} is launched twice")
                runs = code == 0
            elif event in ("sync", "abort"):
                if not runs:
                    complain(f"{device}: {event} without a launch")
                # An even code of sync means that it still runs.
                runs = event == "sync" and code != 0 and code % 2 == 0 and _has_abort(run, device)
                ends += event == "abort"
            elif event == "activate":
                active = code == 0
            elif event == "deactivate":
                if not active:
                    complain(f"{device} is deactivated, but it was not active")
                active = False
        if runs or active:
            complain(f"{device} {'runs' if runs else 'is active'} after the run")
        if ends > 1:
            complain(f"{device} is aborted twice")


def _has_abort(run, device):
    return run.aborts[device]


def _check_no_work_after(run, complain):
    """Checks that nothing begins after the first failure."""
    failed = False
    for name, event, code in run.events:
        if failed and event in ("launch", "computes", "activate", "sync"):
            # Devices without 'abort' end their work by 'sync'.
            if event != "sync" or run.aborts[name]:
                complain(f"{name} {event} comes after a failure")
        failed |= code != 0


def _check_code(run, complain):
    """Checks that the application gets the first code that is not 0, and the hook that alone."""
    codes = [code for _, _, code in run.events if code != 0]
    first = codes[0] if codes else 0
    if run.code != first:
        complain(f"the first code is {first}")
    steps = any(line.startswith("aborted") for line in run.lines)
    if first == 0 and not steps and run.outputs != "right":
        complain("the outputs are wrong")
    if run.reports:
        device = next((name for name, _, code in run.events if code != 0), None)
        wanted = [(first, "-" if device == "cpu" else device)] if codes else []
        # _abort reports what fails in it.
        if run.hooks[:1] != wanted or (len(run.hooks) > 1 and not steps):
            complain(f"expected the reports {wanted}, but got {run.hooks}")


def _check(model, run, clean, options, command):
    problems = [line for line in run.lines if line.startswith("BROKEN")]
    run.aborts = {f"npu{i}": "abort" in model.hooks[i] for i in range(2)}
    run.reports = "--on-error=hook" in options
    complain = problems.append
    _check_devices(run, complain)
    aborted = any(line.startswith("aborted") for line in run.lines)
    if not aborted:
        _check_no_work_after(run, complain)
    _check_code(run, complain)
    if clean is not None and not any(code for _, _, code in run.events) and not aborted:
        if [event[:2] for event in run.events] != [event[:2] for event in clean.events]:
            complain("a run without failures differs from the first one")
    if problems:
        raise Failure("\n".join([*dict.fromkeys(problems), f"with the line '{command}'", *run.lines]))


def _overlaps(run):
    """Returns whether both devices run at once, or one of them while the processor computes."""
    running = set()
    for name, event, _ in run.events:
        if event == "launch":
            running.add(name)
        elif event == "sync":
            running.discard(name)
        if len(running) == 2 or (running and name == "cpu"):
            return True
    return False


def _make_commands(rng, clean, has_steps):
    """Returns lines with failures, and after each of them one without."""
    commands = []
    for number in range(_PROGRAMS_OF_A_MODEL):
        limit = rng.randrange(-1, 12) if has_steps and rng.random() < 0.7 else -1
        count = rng.choice((1, 1, 1, 2, 2, 3, 6))
        # Errors on the way out have numbers beyond the run's.
        events = rng.sample(range(1, len(clean.events) + 4), min(count, len(clean.events)))
        codes = [rng.choice((1, 2, -1, -2, 100 + 2 * number, 101 + 2 * number)) for _ in events]
        pairs = " ".join(f"{event} {code}" for event, code in zip(events, codes))
        commands.append(f"{rng.choice(('early', 'late'))} {limit} {len(events)} {pairs}")
        commands.append(f"{rng.choice(('early', 'late'))} {limit if limit < 1 else 99} 0")
    return commands


def _try_failures(compiler, seed):
    """Runs the programs of one model; returns whether something overlaps in it."""
    back_end, options = _WAYS[seed % len(_WAYS)]
    model = launch_programs.make_model(seed)
    folder = compiler.folder(f"launches/{seed}")
    program = launch_programs.build(compiler, folder, model, back_end, options)
    init, first = _execute(program, ["late -1 0"])
    wanted = [(f"npu{i}", "init", 0) for i in range(2) if "init" in model.hooks[i]]
    if init.events != wanted or init.code != 0:
        raise Failure(f"expected the hooks {wanted} by init, but got {init.lines}")
    _check(model, first, None, options, "late -1 0")
    commands = _make_commands(random.Random(seed), first, "--steps" in options)
    for run, command in zip(_execute(program, commands)[1:], commands, strict=True):
        _check(model, run, first, options, command)
    return _overlaps(first)


def _fail(compiler, seeds):
    overlapping = sum(_try_failures(compiler, seed) for seed in seeds)
    if overlapping * 2 < len(seeds):
        raise Failure(f"only {overlapping} of {len(seeds)} models compute two things at once")


# While one device computes, the other one and the processor do.
_OVERLAP = ["npu0 launch", "cpu computes", "npu1 launch", "cpu computes", "npu0 sync", "npu1 sync"]


def _trace(compiler, back_end, options):
    """While one device computes, the other one and the processor do; a step ends between a launch and its end."""
    model = launch_programs.make_branches()
    folder = compiler.folder(f"launches/trace-{back_end}{'-steps' if options else ''}")
    program = launch_programs.build(compiler, folder, model, back_end, options)
    _, whole, by_steps = _execute(program, ["late -1 0", "late 99 0"])
    for run in (whole, by_steps):
        _check(model, run, None, options, "")
        told = [f"{name} {event}" for name, event, _ in run.events]
        ends = ["npu0 idle", "npu1 idle", "npu1 deactivate", "npu0 deactivate"]
        if told != ["npu0 activate", "npu1 activate", *_OVERLAP, *ends]:
            raise Failure(f"expected {_OVERLAP} between hooks, but got {told}")
    if options:
        steps = [line.split()[1] if line != "step" else line for line in by_steps.lines if line.split()[0] in _OF_STEPS]
        wanted = ["launch", "step", "computes", "step", "launch", "step", "computes", "step", "sync", "step", "step",
                  "sync", "step", "step"]
        if steps[2:-4] != wanted:
            raise Failure(f"expected the steps {wanted}, but got {steps}")


def tests(compiler):
    for back_end in ("c", "obj"):
        for options in ((), ("--steps",)):
            yield Test(f"launches/trace-{back_end}{'-steps' if options else ''}",
                       lambda b=back_end, o=options: _trace(compiler, b, o), fast=True)
    yield Test("launches/failures", lambda: _fail(compiler, range(len(_WAYS))))
    for part in range(5):
        yield Test(f"launches/1000-failures-{part}", lambda p=part: _fail(compiler, range(100 + 10 * p, 110 + 10 * p)),
                   long=True)
