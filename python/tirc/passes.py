# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The passes that a model goes through, one at a time or phase by phase.

`phases` has the names of the phases in their order; a model ends with "emitc" or with "llvm". Each phase is a pipeline
`tir-phase-NAME` over passes that docs/Reference describes.
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
    """The passes that a pipeline runs, each with its options, such as `tir-plan-memory{alignment=16 ...}`.

    `expand("tir-phase-plan")` tells what a phase does. Raises CompileError where the pipeline does not read.
    """
    text, problem = _tirc.expand_pipeline(pipeline.encode())
    if text is None:
        raise CompileError(str(problem), [Diagnostic("error", str(problem))])
    return _split(text)


def available() -> dict[str, str]:
    """The phases and the passes that they run, by the name that a pipeline gives them, with what each does.

    Any other pass of MLIR may stand in a pipeline as well; `summary` knows it.
    """
    pipelines = [f"tir-phase-{phase}" for phase in phases]
    names = list(pipelines)
    for pipeline in pipelines:
        names += re.findall(r"[a-z][\w-]*(?=\{)|(?<![\w={ -])[a-z][\w-]*(?=[,)]|$)", ",".join(expand(pipeline)))
    return {name: text for name in dict.fromkeys(names) if (text := summary(name)) is not None}


def summary(name: str) -> str | None:
    """What a pass or pipeline does, in a sentence; None where there is none of that name."""
    return _tirc.pass_summary(name.encode())


def run(
    module: ir.Module, pipeline: str, *, print_between: bool | Callable[[str, ir.Module], object] = False
) -> ir.Module:
    """Runs a pipeline such as "tir-phase-import,canonicalize" on a module and returns what becomes of it.

    The module that is given stays as it is. With `print_between` each pass of a phase runs by itself, and those that
    change something are printed with what they leave; a callable gets the pass and the module in place of that. Other
    Python threads go on while passes run. Raises CompileError where the pipeline does not read or a pass fails.
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

    It goes as far as the phase `until`, or as far as the options need. Raises what `tirc.compile` raises.
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
    """A pipeline's parts: its commas that stand in no bracket."""
    parts, depth = [""], 0
    for character in pipeline:
        depth += (character in "({[<") - (character in ")}]>")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
