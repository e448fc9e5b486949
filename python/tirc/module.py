# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiled model."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import tempfile
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from tirc import _tirc, host, weights
from tirc.errors import Diagnostic
from tirc.layout import Layout
from tirc.report import Report, describe_target
from tirc.tensors import Array, Tensor, to_array


class Compile(Protocol):
    """Compiles the model again with these options; `output` is as the command's `-o`."""

    def __call__(self, options: Mapping[str, object], output: str | None = None) -> _tirc.Compilation: ...


# A property of Module has the builtin's name.
Anything = object

# The kind's name in `--emit`, and the suffix of its file.
_SUFFIXES = {
    "c": ".c",
    "header": ".h",
    "report": ".report.json",
    "html": ".report.html",
    "ld": ".ld",
    "example": "main.c",
    "obj": ".o",
    "shared": ".so",
    "llvm-ir": ".ll",
    "mlir": ".mlir",
}


class Module:
    """A model that `tirc.compile` compiled.

    Files that the options did not ask for are made on first use, from the same model and options. Several threads may
    use a module at a time.
    """

    def __init__(
        self,
        options: Mapping[str, Anything],
        compile: Compile,
        compilation: _tirc.Compilation,
        remarks: Sequence[str] = (),
    ) -> None:
        self._remarks = tuple(Diagnostic("remark", text) for text in remarks)
        self._options = dict(options)
        self._compile = compile
        self._compilation = compilation
        self._files = compilation.files
        self._others: dict[str, bytes] = {}
        self._hosts: dict[str, host.HostModel] = {}
        self._libraries: list[pathlib.Path] = []
        self._cc: str | None = None
        self._state: Array | None = None
        self._devices: dict[str, int] = {}
        self._lock = threading.RLock()
        # Runs of a model with variables take turns.
        self._turn = threading.Lock()

    def __repr__(self) -> str:
        def listed(tensors: Sequence[Tensor]) -> str:
            return ", ".join(f"{tensor.name}: {tensor.describe()}" for tensor in tensors)

        target = describe_target(self._json["target"])
        return f"<tirc.Module '{self.name}' ({listed(self.inputs)}) -> ({listed(self.outputs)}) for {target}>"

    #
    # Properties of the model
    #

    @property
    def options(self) -> dict[str, Anything]:
        """The options of the compilation: those that were given, and those that came with the model."""
        return dict(self._options)

    @property
    def name(self) -> str:
        """The part of all C names after `tvmgen_`."""
        return str(self._json["model"]["name"])

    @functools.cached_property
    def inputs(self) -> tuple[Tensor, ...]:
        """The inputs, in the order of the model."""
        return tuple(map(Tensor.of_report, self._json["inputs"]))

    @functools.cached_property
    def weights(self) -> dict[str, Array]:
        """The model's own values of the inputs that the option weights_as_inputs made of its constants, by name. A run has
        them where it is given no others."""
        if not any(tensor.is_weight for tensor in self.inputs):
            return {}
        return weights.own_weights(self.header, self.inputs)

    @functools.cached_property
    def outputs(self) -> tuple[Tensor, ...]:
        """The outputs, in the order of the model."""
        return tuple(map(Tensor.of_report, self._json["outputs"]))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The warnings and remarks of the compilation."""
        return (*self._remarks, *map(Diagnostic.of_row, self._compilation.diagnostics))

    @functools.cached_property
    def _json(self) -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads(self._product("report"))
        return parsed

    @functools.cached_property
    def report(self) -> Report:
        """Memory plan, kernels and figures; notebooks display it."""
        return Report(self._make_report)

    def _make_report(self) -> tuple[str, str]:
        with self._lock:
            page = self._text("html")
            files = self._files if _find(self._files, "html") else self._others
            return _get(files, "report").decode(), page

    def _with_options(self, **changed: Anything) -> Module:
        """Returns the same model, compiled with these options instead of its own."""
        options = self._options | changed
        return Module(options, self._compile, self._compile(options))

    #
    # Files
    #

    @property
    def files(self) -> dict[str, bytes]:
        """The files that the options asked for, by name."""
        return dict(self._files)

    @property
    def c_source(self) -> str:
        """The C99 of the model, `tvmgen_<model>.c`."""
        return self._text("c")

    @property
    def header(self) -> str:
        """The header of the model's interface, `tvmgen_<model>.h`."""
        return self._text("header")

    @property
    def example(self) -> str:
        """A `main.c` that runs the model."""
        return self._text("example")

    @property
    def object(self) -> bytes:
        """A relocatable object for the target."""
        return self._product("obj")

    @property
    def llvm_ir(self) -> str:
        """The model in LLVM IR, as text."""
        return self._text("llvm-ir")

    @property
    def mlir(self) -> str:
        """The model after the last phase, in MLIR."""
        return self._text("mlir")

    def save(
        self, dir: str | os.PathLike[str], emit: str | Sequence[str] | None = None, *, force: bool = False
    ) -> None:
        """Writes the files to a folder, which is created if it is missing. On an error, writes none.

        `emit` selects other kinds than the options, such as "c,obj" or ["c", "example"]. Only with `force` does it
        replace files that tirc did not write. Raises OSError.
        """
        compilation = self._compilation if emit is None else self._compile(self._options | {"emit": emit})
        compilation.write(os.fsencode(dir), force)

    def export_mlf(self, path: str | os.PathLike[str]) -> None:
        """Writes the model, its C (with the option emit="obj" the object) and the runtime as one archive in TVM's Model
        Library Format. Raises CompileError if it cannot be written."""
        kinds = ["obj", "mlf"] if self._options.get("emit") in ("obj", ["obj"]) else ["mlf"]
        self._compile(self._options | {"emit": kinds}, output=os.fsdecode(path))

    def to_tvm_ffi(self) -> Any:
        """Returns the model for this machine as a `tvm_ffi.Module`, whose function `run` takes inputs and outputs.

        Several threads may call it at a time, as each call has a workspace of its own. Runs on one state must follow one
        another; a second one raises RuntimeError. Raises ImportError without the package apache-tvm-ffi, and
        `LinkError` for functions that are not defined (see `link`).
        """
        try:
            import tvm_ffi
        except ImportError as error:
            raise ImportError("Module.to_tvm_ffi needs the package: pip install apache-tvm-ffi") from error
        options = self._host_options() | {
            "emit": "shared",
            "workspace": None,
        }
        contents = _get(self._compile(options).files, "shared")
        with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
            # A loaded library no longer needs the file.
            library = pathlib.Path(folder, "model.so")
            library.write_bytes(contents)
            host.check_library(library, self._libraries)
            return tvm_ffi.load_module(str(library))

    def _text(self, kind: str) -> str:
        return self._product(kind).decode(errors="replace")

    def _product(self, kind: str) -> bytes:
        with self._lock:
            for files in (self._files, self._others):
                if (found := _find(files, kind)) is not None:
                    return found
            # Every compilation writes the header and the report.
            emit = "c" if kind in ("header", "report") else kind
            self._others |= self._compile(self._options | {"emit": emit, "compile_to": None}).files
            return _get(self._others, kind)

    #
    # Running it
    #

    def link(self, path: str | os.PathLike[str]) -> None:
        """Adds a shared library with functions that the model calls, such as hooks of devices or your own kernels.

        The next run loads it. Raises FileNotFoundError.
        """
        library = pathlib.Path(path).resolve()
        if not library.is_file():
            raise FileNotFoundError(f"{path}: there is no such library; expected a shared library for this machine")
        with self._lock:
            self._libraries.append(library)
            self._hosts.clear()

    @property
    def cc(self) -> str | None:
        """The C compiler of runs with backend="c", with options, such as "gcc -O3"; None means $CC or cc."""
        return self._cc

    @cc.setter
    def cc(self, command: str | None) -> None:
        with self._lock:
            self._cc = command
            self._hosts.pop("c", None)

    @property
    def devices(self) -> dict[str, int]:
        """The context of each device as an address that is passed to its driver, by the names of the C interface. Set
        it before the first run. The default is 0, NULL in C."""
        return self._devices

    def run(self, *args: Anything, backend: Literal["jit", "c"] = "jit", **inputs: Anything) -> dict[str, Array]:
        """Runs the model once in this process and returns its outputs, by name and in their order.

        Inputs are passed by position or by name (the model's or C's): arrays of NumPy, or anything with DLPack or the
        buffer protocol, of the input's exact type and shape. They are copied if they are not contiguous or lack the
        alignment that the model needs. Weights that are inputs (the option weights_as_inputs) may be left out: the run has
        the model's own then. bfloat16 is ml_dtypes' if it is installed, otherwise uint16 with its
        bits; int4 and int48 are passed as int8 and int64.

        The model is compiled for this machine when it first runs: by LLVM, or with backend="c" as C by the C compiler.
        Several threads may run it at a time, without the GIL. If it has variables, the threads take turns, and the
        module owns the state that they all use.

        Raises TypeError and ValueError for inputs that do not fit, `LinkError` for functions that are not defined (see
        `link`), and `RunError` if a run ends with a code other than 0.
        """
        arrays = [to_array(value, tensor) for value, tensor in zip(self._bind(args, inputs), self.inputs, strict=True)]
        model = self._host(backend)
        contexts = [self._devices.get(name, 0) for name in model.layout.devices]
        if model.layout.state_bytes:
            with self._turn:
                outputs = model.run(arrays, self.outputs, contexts, self._own_state(model))
        else:
            outputs = model.run(arrays, self.outputs, contexts, None)
        return {tensor.name: array for tensor, array in zip(self.outputs, outputs, strict=True)}

    def reset(self) -> None:
        """Resets the model's variables to their initial values, as before the first run."""
        with self._turn:
            self._state = None

    def _own_state(self, model: host.HostModel) -> Array:
        # One state for all backends: the struct has C's layout.
        if self._state is None:
            self._state = model.new_state()
        return self._state

    def _bind(self, args: Sequence[Anything], inputs: Mapping[str, Anything]) -> list[Anything]:
        if len(args) == len(self.inputs) and not inputs:
            return list(args)
        names = ", ".join(f"'{tensor.name}' ({tensor.describe()})" for tensor in self.inputs)
        expected = f"expected {names or 'none'}"
        if len(args) > len(self.inputs):
            raise TypeError(f"model '{self.name}': {len(args)} inputs are given; {expected}")
        bound: dict[str, Anything] = {tensor.name: value for tensor, value in zip(self.inputs, args)}
        for key, value in inputs.items():
            found = [tensor for tensor in self.inputs if key == tensor.name]
            found += [tensor for tensor in self.inputs if key == tensor.c_name]
            if not found:
                raise TypeError(f"model '{self.name}' has no input '{key}'; {expected}")
            if found[0].name in bound:
                raise TypeError(f"model '{self.name}': input '{found[0].name}' is given twice; {expected}, each once")
            bound[found[0].name] = value
        bound = {**self.weights, **bound} if len(bound) < len(self.inputs) else bound
        missing = [f"'{tensor.name}'" for tensor in self.inputs if tensor.name not in bound]
        if missing:
            raise TypeError(f"model '{self.name}': no value for {', '.join(missing)}; {expected}")
        return [bound[tensor.name] for tensor in self.inputs]

    def _host_options(self) -> dict[str, Anything]:
        kept = {key: value for key, value in self._options.items() if key not in host.WITHOUT}
        return kept | host.OPTIONS

    def _host(self, backend: str) -> host.HostModel:
        if backend not in host.BACKENDS:
            raise ValueError(f"backend: expected {' or '.join(map(repr, host.BACKENDS))}, but it is {backend!r}")
        with self._lock:
            if backend not in self._hosts:
                options = self._host_options() | host.BACKENDS[backend]
                files = self._files if options == self._options else self._compile(options).files
                layout = Layout.of_header(_get(files, "header").decode(), len(self.inputs), len(self.outputs))
                linked: host.Linked
                if backend == "jit":
                    linked = host.link_object(_get(files, "obj"), self._libraries)
                else:
                    linked = host.link_c(files, self._libraries, self._cc)
                model = host.HostModel(layout, linked, int(str(self._options.get("threads", 1))))
                model.init([self._devices.get(name, 0) for name in layout.devices])
                self._hosts[backend] = model
            return self._hosts[backend]


def _find(files: Mapping[str, bytes], kind: str) -> bytes | None:
    """Returns the model's file of that kind. Headers of a runtime may be next to it, in folders."""
    suffix = _SUFFIXES[kind]
    for name, contents in files.items():
        if name == suffix or (name.startswith("tvmgen_") and name.endswith(suffix)):
            return contents
    return None


def _get(files: Mapping[str, bytes], kind: str) -> bytes:
    """The same, for a compilation that was asked for it."""
    found = _find(files, kind)
    assert found is not None, f"no {kind} among {list(files)}"
    return found
