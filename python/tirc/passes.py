# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The passes that a model goes through, one at a time or phase by phase.

`phases` has the names of the phases in their order; the last one for a model is "emitc" or "llvm". Each phase is a
pipeline `tir-phase-NAME` of passes that docs/Reference describes.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from typing import Unpack

from tirc import _tirc, ir
from tirc._compile import run_driver
from tirc.arguments import to_arguments
from tirc.errors import CompileError, Diagnostic
from tirc.importers import load
from tirc.options import CompileOptions
from tirc.trace import Trace

__all__ = ["Trace", "available", "expand", "phases", "run", "summary", "trace"]

phases: tuple[str, ...] = _tirc.phase_names()


def expand(pipeline: str) -> list[str]:
    """Returns the passes that a pipeline runs, each with its options, such as `tir-plan-memory{alignment=16 ...}`.

    `expand("tir-phase-plan")` shows what a phase does. Raises CompileError if the pipeline cannot be parsed.
    """
    text, problem = _tirc.expand_pipeline(pipeline.encode())
    if text is None:
        raise CompileError(str(problem), [Diagnostic("error", str(problem))])
    return _split(text)


def available() -> dict[str, str]:
    """Returns the phases and the passes that they run, by their names in a pipeline, with a summary of each.

    A pipeline may also contain any other pass of MLIR; `summary` knows it.
    """
    pipelines = [f"tir-phase-{phase}" for phase in phases]
    names = list(pipelines)
    for pipeline in pipelines:
        names += re.findall(r"[a-z][\w-]*(?=\{)|(?<![\w={ -])[a-z][\w-]*(?=[,)]|$)", ",".join(expand(pipeline)))
    return {name: text for name in dict.fromkeys(names) if (text := summary(name)) is not None}


def summary(name: str) -> str | None:
    """Returns what a pass or pipeline does, in a sentence, or None if there is none of that name."""
    return _tirc.pass_summary(name.encode())


def run(
    module: ir.Module, pipeline: str, *, print_between: bool | Callable[[str, ir.Module], object] = False
) -> ir.Module:
    """Runs a pipeline such as "tir-phase-import,canonicalize" on a module and returns the result.

    The given module does not change. With `print_between`, each pass of a phase runs by itself, and the passes that
    change something are printed with their results; a callable receives the pass and the module instead. Other Python
    threads continue while passes run. Raises CompileError if the pipeline cannot be parsed or a pass fails.
    """
    if not print_between:
        return ir.module_of(module._ir.run(pipeline.encode()), module.name)
    show = print_between if callable(print_between) else _print
    for step in expand(pipeline):
        before, module = module, ir.module_of(module._ir.run(step.encode()), module.name)
        if module.print(locations=True) != before.print(locations=True):
            show(step, module)
    return module


def trace(model: object, until: str | None = None, **options: Unpack[CompileOptions]) -> Trace:
    """Compiles a model, as `tirc.compile` does with the same options, and keeps the module that each phase leaves.

    The last phase is `until`, or the last one that the options need. Raises what `tirc.compile` raises.
    """
    source = load(model, options)
    steps = {"model": ir.module_of(_tirc.parse(source.mlir, os.fsencode(source.source)), source.source)}
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        asked = source.options | {"dump_phases": folder} | ({"compile_to": until} if until else {})
        run_driver(to_arguments(asked), source.mlir, source.source)
        for name in sorted(os.listdir(folder)):
            # 05-plan.mlir
            phase = name.partition("-")[2].removesuffix(".mlir")
            steps[phase] = ir.parse(os.path.join(folder, name))
    return Trace(steps)


def _print(step: str, module: ir.Module) -> None:
    print(f"// after {step}\n{module}")


def _split(pipeline: str) -> list[str]:
    """Splits a pipeline at the commas that are not in brackets."""
    parts, depth = [""], 0
    for character in pipeline:
        depth += (character in "({[<") - (character in ")}]>")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
