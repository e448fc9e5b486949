# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The targets on which `tirc.compare` runs programs."""

from __future__ import annotations

import math
import os
import pathlib
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import numpy

from tirc import cortex_m4
from tirc.errors import Error, LinkError
from tirc.exposed import Results, variant
from tirc.layout import Layout
from tirc.module import Module
from tirc.tensors import Array

NAMES = ("jit", "c", "cortex-m4")
# The emulated program's way to call the model, and defaults for options that only another caller needs.
_BOARD_OPTIONS: dict[str, object] = {
    "interface_api": "c",
    "unpacked_api": True,
    "workspace": "internal",
    "workspace_stack": None,
    "on_error": "code",
    "emit": "c",
    "kernel_calls": None,
    "system_lib": None,
    "tvm_compat": None,
    "compile_to": None,
    "dump_phases": None,
    "profile": None,
    "trace": None,
}


class Target(Protocol):
    """A target. If it cannot be built and `is_optional` is set, the others are compared without it."""

    name: str
    is_optional: bool

    def run(self, module: Module, inputs: Sequence[Array]) -> Results:
        """Runs the model once, on the initial values of its variables, and returns its outputs by name. Raises
        `RunError` if it ends with an error, `Error` if it cannot be built or run."""
        ...


class Host:
    """This process: LLVM's JIT or the C compiler `cc`. `sources` are compiled to a library in `folder`, once. The
    target sets the compiler and the variables of the modules that it runs."""

    is_optional = False

    def __init__(
        self,
        backend: Literal["jit", "c"],
        cc: str | None,
        sources: Sequence[pathlib.Path],
        folder: pathlib.Path,
    ) -> None:
        self.name: str = backend
        self._backend = backend
        self._cc = cc
        self._sources = sources
        self._library = folder / f"{backend}-sources.so"

    def run(self, module: Module, inputs: Sequence[Array]) -> Results:
        program = module
        if self._sources:
            program = variant(module)
            if not self._library.exists():
                build_library(self._sources, self._library, program, self._cc)
            program.link(self._library)
        program.cc = self._cc
        program.reset()
        return program.run(*inputs, backend=self._backend)


def build_library(sources: Sequence[pathlib.Path], library: pathlib.Path, module: Module, cc: str | None) -> None:
    """Compiles C files, which may include the model's header, to a shared library for this machine."""
    command = shlex.split(cc or os.environ.get("CC") or "cc")
    header = library.parent / "include"
    header.mkdir(exist_ok=True)
    (header / f"tvmgen_{module.name}.h").write_text(module.header)
    words = [*command[:1], "-O2", *command[1:], "-shared", "-fPIC", "-I", str(header), *map(str, sources)]
    try:
        done = subprocess.run(
            [*words, "-o", str(library)], capture_output=True, text=True, errors="replace", check=False
        )
    except FileNotFoundError:
        raise LinkError(f"the C compiler '{command[0]}' was not found; install one, or name it with cc=...") from None
    if done.returncode:
        raise LinkError(f"{shlex.join(words)} failed:\n{done.stderr.strip()}")


class CortexM4:
    """The emulated processor."""

    name = "cortex-m4"

    def __init__(self, is_optional: bool, cc: str | None, sources: Sequence[pathlib.Path], time_limit: float) -> None:
        self.is_optional = is_optional
        self._command = shlex.split(cc) if cc else [cortex_m4.COMPILER]
        self._sources = sources
        self._time_limit = time_limit

    def missing(self) -> str | None:
        return cortex_m4.missing(self._command)

    def run(self, module: Module, inputs: Sequence[Array]) -> Results:
        program = module._with_options(**_BOARD_OPTIONS)
        board = cortex_m4.BoardModel(
            files=program.files,
            inputs=[tensor.c_name for tensor in program.inputs],
            outputs=[tensor.c_name for tensor in program.outputs],
            layout=Layout.of_header(program.header, len(program.inputs), len(program.outputs)),
            sources=self._sources,
        )
        outputs = cortex_m4.run(
            board,
            [array.tobytes() for array in inputs],
            command=self._command,
            float_abi=str(program.options.get("float_abi") or "hard"),
            time_limit=self._time_limit,
        )
        return {
            tensor.name: numpy.frombuffer(contents, tensor.numpy_dtype, math.prod(tensor.shape)).reshape(tensor.shape)
            for tensor, contents in zip(program.outputs, outputs, strict=True)
        }


def make_targets(
    names: Sequence[str] | None,
    cc: str | Mapping[str, str] | None,
    sources: Sequence[pathlib.Path],
    time_limit: float,
    folder: pathlib.Path,
    module: Module,
) -> tuple[list[Target], dict[str, str]]:
    """Returns the targets of these names, or all, and the unavailable ones of all targets with the reasons. Raises
    ValueError for an unknown name, and `Error` for a target that was named but is not available."""
    compilers = {"c": cc} if isinstance(cc, str) else dict(cc or {})
    for name in compilers:
        if name not in ("c", "cortex-m4"):
            raise ValueError(f"cc: expected a compiler, or a mapping from 'c' and 'cortex-m4' to one, but has '{name}'")
    for source in sources:
        if not source.is_file():
            raise FileNotFoundError(f"sources: there is no file {source}; expected C files that define what is called")
    chosen: list[Target] = []
    left_out: dict[str, str] = {}
    host_sources = [] if module._libraries else [source.resolve() for source in sources]
    is_optional = names is None
    for name in dict.fromkeys(NAMES if names is None else names):
        reason: str | None
        if name == "jit":
            # The JIT needs a C compiler only for `sources`, and not the one that is compared.
            chosen.append(Host("jit", module.cc, host_sources, folder))
            continue
        if name == "c":
            compiler = compilers.get("c") or module.cc
            reason = _missing_cc(compiler)
            target: Target = Host("c", compiler, host_sources, folder)
        elif name == "cortex-m4":
            board = CortexM4(is_optional, compilers.get(name), [source.resolve() for source in sources], time_limit)
            reason = board.missing()
            target = board
        else:
            raise ValueError(f"targets: expected some of {', '.join(map(repr, NAMES))}, but one is {name!r}")
        if reason is None:
            chosen.append(target)
        elif is_optional:
            left_out[name] = reason
        else:
            raise Error(f"the target '{name}' cannot run: {reason}")
    return chosen, left_out


def _missing_cc(compiler: str | None) -> str | None:
    command = shlex.split(compiler or os.environ.get("CC") or "cc")
    if command and shutil.which(command[0]):
        return None
    return f"the C compiler '{command[0] if command else ''}' was not found; install it: apt-get install gcc"
