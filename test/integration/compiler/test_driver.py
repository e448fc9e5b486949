"""tirc's guarantees for its outputs: the same bytes, stopping and continuing, places."""

import json
import os
import re

import toolchain
from models import DIGITS, DIGITS_NAMED, MODELS, UNNAMED
from runner import Failure, Test

_PHASES = ("import", "kernels", "schedule", "buffers", "plan", "loops", "abi")


def _same_files(first, second, names):
    for name in names:
        if (first / name).read_bytes() != (second / name).read_bytes():
            raise Failure(f"{first / name} and {second / name} differ")


def _deterministic(compiler, model):
    model.require()
    one = compiler.folder(f"deterministic/{model.name}/one")
    two = compiler.folder(f"deterministic/{model.name}/elsewhere/two")
    emit = "--emit=c,obj,llvm-ir,mlir,example"
    compiler.run(model, one, emit, env={"TZ": "UTC", "LC_ALL": "C"})
    # Another working directory, output folder, time zone, locale, and way of writing the path.
    toolchain.run(
        compiler.tirc, os.path.relpath(model.file, two.parent), "-o", "two", f"--model-name={model.name}", "--quiet",
        "--model-info=none", *model.options, emit, cwd=two.parent,
        env={"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"},
    )
    names = sorted(path.name for path in one.iterdir())
    if names != sorted(path.name for path in two.iterdir()):
        raise Failure(f"the files differ: {names} and {sorted(p.name for p in two.iterdir())}")
    if len(names) < 7:
        raise Failure(f"only {names} were written for {emit}")
    _same_files(one, two, names)


def _stop_and_go_on(compiler, model, phase):
    # Nothing is checked from a later phase on, and the report says so.
    whole = compiler.folder(f"phases/{model.name}/{phase}/whole")
    compiler.run(model, whole)
    stopped = compiler.folder(f"phases/{model.name}/{phase}/stopped")
    resumed = compiler.folder(f"phases/{model.name}/{phase}/resumed")
    compiler.run(model, stopped, f"--compile-to={phase}")
    (written,) = list(stopped.iterdir())
    toolchain.run(
        compiler.tirc, written, "-o", resumed, "--quiet", "--model-info=none", "--target=host", f"--compile-from={phase}"
    )
    _same_files(whole, resumed, [f"tvmgen_{model.name}.{end}" for end in ("c", "h", "report.json")])


def _rows(compiler, model):
    report = json.loads((compiler.compile(model) / f"tvmgen_{model.name}.report.json").read_text())
    rows = [kernel["place"] for kernel in report["kernels"]]
    if not rows:
        raise Failure("the report names no kernel")
    return rows


def _comments(compiler, model):
    """Returns the comments right before the kernels, one for each."""
    text = (compiler.compile(model) / f"tvmgen_{model.name}.c").read_text()
    return re.findall(rf"/\*([^*]*(?:\*(?!/)[^*]*)*)\*/\s*TIR_NOINLINE static void tvmgen_{model.name}_\w+\([^;{{]*\)\s*\{{", text)


def _places(compiler, model):
    rows = _rows(compiler, model)
    if len(set(rows)) != len(rows):
        raise Failure(f"places are not distinct: {rows}")
    comments = "\n".join(_comments(compiler, model))
    for row in rows:
        if "unknown" in row or not re.fullmatch(r"[a-z_0-9]+#\d+(/of_sum|/products)?", row):
            raise Failure(f"'{row}' is not a place")
        if not re.search(rf"(?<!\w){re.escape(row)}(?!\d)", comments):
            raise Failure(f"no kernel comment in the C names {row}")
    if "unknown" in comments:
        raise Failure("a kernel comment says unknown")


def _named_places(compiler):
    rows = _rows(compiler, DIGITS_NAMED)
    if len(set(rows)) != len(rows):
        raise Failure(f"places are not distinct: {rows}")
    for row in rows:
        if "unknown" in row or re.fullmatch(r"[a-z_0-9]+#\d+", row) or len(row) > 48:
            raise Failure(f"'{row}' is not a layer's own name within 48 characters")


def tests(compiler):
    for model in MODELS:
        yield Test(
            f"driver/{model.name}/deterministic",
            lambda m=model: _deterministic(compiler, m),
            long=not model.small,
            fast=model is DIGITS,
        )
        for phase in _PHASES:
            yield Test(
                f"driver/{model.name}/stop-after-{phase}",
                lambda m=model, p=phase: _stop_and_go_on(compiler, m, p),
                long=model is not DIGITS,
                fast=model is DIGITS,
            )
    for model in UNNAMED:
        yield Test(f"driver/{model.name}/places", lambda m=model: _places(compiler, m))
    yield Test("driver/digits_named/places", lambda: _named_places(compiler), fast=True)
