# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model in this process: it is compiled for this machine, linked, and called."""

from __future__ import annotations

import ctypes
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence

import numpy

from tirc import _tirc
from tirc.errors import LinkError, RunError
from tirc.layout import Block, Layout
from tirc.tensors import Array, Tensor, address, aligned, empty

# The options of the variant for this process. The application's way to call the model does not matter here.
OPTIONS: dict[str, object] = {
    "interface_api": "c",
    "unpacked_api": True,
    "workspace": "external",
    "on_error": "last-error",
}
# Options for another machine or another caller.
WITHOUT = (
    "target",
    "target_triple",
    "target_cpu",
    "target_features",
    "float_abi",
    "kernel_calls",
    "system_lib",
    "tvm_compat",
    "no_runtime_checks",
    "compile_to",
    "dump_phases",
    "profile",
    "trace",
    "io",
    "overwrite_inputs",
    "workspace_stack",
)
# The options of each back end. Objects run here only, with all instructions that this processor has.
BACKENDS: dict[str, dict[str, object]] = {"jit": {"emit": "obj", "target_cpu": "native"}, "c": {"emit": "c", "target": "host"}}
# The alignment of a state, whose fields have C's alignment.
_STATE_ALIGNMENT = 16

# Machine code in this process. It exists as long as the object.
Linked = _tirc.Program | _tirc.Library


class HostModel:
    """The model's functions. Any number of threads may call `run`, but only one at a time may use a state."""

    def __init__(self, layout: Layout, program: Linked, threads: int) -> None:
        self.layout = layout
        self._threads = threads
        self._program = program
        self._run, self._init, self._reset = (
            program.address(f"{layout.prefix}_{function}".encode()) for function in ("run", "init", "reset")
        )

    def init(self, devices: Sequence[int]) -> None:
        """Initialises the devices that need it. `devices` has the address of a context for each."""
        if self._init:
            self._check("initialising", *_tirc.call(self._init, [list(devices)], [], self._threads))

    def new_state(self) -> Array:
        """Returns the variables with their initial values."""
        state = empty((self.layout.state_bytes,), numpy.dtype("uint8"), _STATE_ALIGNMENT)
        self.reset(state)
        return state

    def reset(self, state: Array) -> None:
        _tirc.call_void(self._reset, address(state))

    def run(
        self,
        inputs: Sequence[Array],
        outputs: Sequence[Tensor],
        devices: Sequence[int],
        state: Array | None,
    ) -> list[Array]:
        """Runs the model once on contiguous arrays of the model's types and shapes."""
        layout = self.layout
        given = [aligned(array, block.alignment) for array, block in zip(inputs, layout.inputs, strict=True)]
        made = [
            empty(tensor.shape, tensor.numpy_dtype, block.alignment)
            for tensor, block in zip(outputs, layout.outputs, strict=True)
        ]
        pools = [_pool(block) for block in layout.pools]
        # A struct has at least one field, even if there is nothing to point to.
        structs = [_addresses(given) or [0], _addresses(made) or [0]]
        structs += [_addresses(pools)] if pools else []
        structs += [list(devices)] if layout.devices else []
        pointers = [] if state is None else [address(state)]
        self._check("the run", *_tirc.call(self._run, structs, pointers, self._threads))
        return made

    def _check(self, what: str, code: int, message: str) -> None:
        if code:
            failed = message or f"{what} failed"
            raise RunError(f"{self.layout.prefix}: {failed}, with the code {code}", code, message)


def _pool(block: Block) -> Array:
    memory = empty((block.bytes,), numpy.dtype("uint8"), block.alignment)
    if block.contents is not None:
        memory[:] = numpy.frombuffer(block.contents, memory.dtype)
    return memory


def _addresses(arrays: Sequence[Array]) -> list[int]:
    return [address(array) for array in arrays]


def link_object(contents: bytes, libraries: Sequence[pathlib.Path]) -> Linked:
    """Links an object for this machine with LLVM's JIT."""
    try:
        # The process may lack the functions of float models.
        return _tirc.Program(contents, [_own_library(), *map(os.fsencode, libraries), b"libm.so.6"])
    except RuntimeError as error:
        raise LinkError(f"{error}: Module.link(path)") from None


def link_c(files: Mapping[str, bytes], libraries: Sequence[pathlib.Path], compiler: str | None) -> Linked:
    """Compiles C with a compiler of this machine: `compiler`, $CC or cc, with options as in a shell."""
    command = shlex.split(compiler or os.environ.get("CC") or "cc")
    if not command or not shutil.which(command[0]):
        raise LinkError(
            f"the C compiler '{command[0] if command else ''}' was not found; install one, or name it: module.cc = "
            "'gcc -O2', or the variable CC"
        )
    with tempfile.TemporaryDirectory(prefix="tirc-") as name:
        folder = pathlib.Path(name)
        for file, contents in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)
        sources = [str(path) for path in sorted(folder.glob("*.c"))]
        library = folder / "model.so"
        linked = [os.fsdecode(_own_library()), *map(str, libraries)]
        rpaths = [f"-Wl,-rpath,{path.parent}" for path in libraries]
        done = subprocess.run(
            [
                *command[:1],
                "-std=c99",
                "-O2",
                *command[1:],
                "-fPIC",
                "-shared",
                "-I",
                name,
                *sources,
            ]
            + ["-o", str(library), "-Wl,-z,defs", *linked, *rpaths, "-lm"],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode:
            raise LinkError(_missing(done.stderr) or f"{shlex.join(command)} failed")
        try:
            # A loaded library no longer needs the file.
            return _tirc.Library(os.fsencode(library))
        except RuntimeError as error:
            raise LinkError(str(error)) from None


def check_library(library: pathlib.Path, needed: Sequence[pathlib.Path]) -> None:
    """Loads a library of a model after the libraries that it calls, which stay available to all later ones, so that
    another loader finds all functions.

    Loaders look up functions when they are first called; a missing one then ends the process.
    """
    try:
        for path in needed:
            ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        ctypes.CDLL(str(library), mode=os.RTLD_NOW)
    except OSError as error:
        raise LinkError(f"{error}; expected a shared library that defines it, given along: Module.link(path)") from None


def _own_library() -> bytes:
    """Returns the extension module, which defines the function that a model calls to report an error."""
    return os.fsencode(str(_tirc.__file__))


def _missing(text: str) -> str:
    """Returns the linker's text, with advice if functions are missing."""
    names = dict.fromkeys(re.findall(r"undefined (?:reference to|symbol:?) [`'\"]?(\w+)", text))
    if not names:
        return text.strip()
    return (
        f"the C calls {', '.join(names)}, which the given libraries do not have; expected a shared library that "
        "defines it, given along: Module.link(path)"
    )
