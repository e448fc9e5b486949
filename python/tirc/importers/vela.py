# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The option npu: Arm's Vela compiles the layers that an Ethos-U takes, and leaves the others to tirc."""

from __future__ import annotations

import collections
import importlib.metadata
import importlib.util
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping

from tirc.importers import base
from tirc.importers.base import FrontEndError
from tirc.importers.tflite_vela import OPERATOR
from tirc_frontends import custom
from tirc_frontends.interface import as_list

# What the application defines if the option custom_op does not say otherwise.
_CALL = f"{OPERATOR}:npu_invoke:npu0:sizes"
_FORM = "vela[:ACCELERATOR][:NAME=VALUE...], as in vela:ethos-u55-128:memory-mode=Shared_Sram"
# Options of Vela that change what it chooses, and not where its operators have their inputs and outputs.
_NAMES = ("arena-cache-size", "config", "ignore-ops", "memory-mode", "optimise", "system-config")
# -P keeps the folder, which has the model, out of the path of Python.
_MAIN = ["-P", "-c", "import sys; from ethosu.vela.vela import main; sys.exit(main())"]


def compile_layers(data: bytes, source: str, options: dict[str, object]) -> tuple[bytes, list[str]]:
    """Takes npu out of the options; returns the file as Vela writes it, and remarks. The options get the call of the driver.

    The bytes are the same without this option. Raises FrontEndError.
    """
    # The command gives each value that the option has, of which the last one counts.
    values = as_list(options.pop("npu", None), "")
    if not values:
        return data, []
    npu = values[-1]
    given = _given(npu, source)
    for name in ("inputs", "outputs"):
        if names := as_list(options.get(name), ""):
            raise FrontEndError(
                f"{source}: --{name}={names[0]} cuts the model, and --npu={npu} compiles it as a whole; expected one of the "
                "two: compile the cut model, or a file that has only this part"
            )
    version = _version(source)
    if OPERATOR in _operators(data, source):
        raise FrontEndError(
            f"{source}: --npu={npu}: Vela has compiled this file already (it has the operator '{OPERATOR}'); leave the option "
            f"out, and name the driver's function: --custom-op={_CALL}"
        )
    compiled = _run(data, source, given, version)
    counts = collections.Counter(_operators(compiled, source))
    taken = counts.pop(OPERATOR, 0)
    rest = ", ".join(name if count == 1 else f"{name} ({count})" for name, count in sorted(counts.items())) or "nothing"
    if taken == 0:
        return compiled, [f"ethos-u-vela {version} takes none of the layers, which stay on the processor: {rest}"]
    _add_call(options)
    calls = "1 operator" if taken == 1 else f"{taken} operators"
    return compiled, [f"ethos-u-vela {version} made {calls} for the accelerator; on the processor: {rest}"]


def _add_call(options: dict[str, object]) -> None:
    calls = as_list(options.get("custom_op"), ":")
    if not custom.is_named(custom.names(calls), "TFL", OPERATOR):
        options["custom_op"] = [*calls, _CALL]


def _given(npu: str, source: str) -> list[str]:
    """Returns arguments of Vela."""
    tool, *parts = npu.split(":")
    if tool != "vela":
        raise FrontEndError(f"{source}: --npu={npu}: no compiler for an accelerator is called '{tool}'; expected {_FORM}")
    arguments = []
    for index, part in enumerate(parts):
        name, equals, value = part.partition("=")
        if index == 0 and not equals and name:
            arguments += ["--accelerator-config", name]
        elif name not in _NAMES or not value:
            raise FrontEndError(
                f"{source}: --npu={npu}: '{part}' is not an accelerator in the first place, and not one of Vela's options "
                f"with a value ({', '.join(_NAMES)}); expected {_FORM}"
            )
        else:
            # Vela runs in another folder. It has files of its own, too, such as Arm/vela.ini.
            is_file = name == "config" and os.path.isfile(value)
            arguments += [f"--{name}", os.path.abspath(value) if is_file else value]
    return arguments


def _version(source: str) -> str:
    try:
        if importlib.util.find_spec("ethosu.vela"):
            return importlib.metadata.version("ethos-u-vela")
    except (ModuleNotFoundError, importlib.metadata.PackageNotFoundError):
        pass
    raise FrontEndError(
        f"{source}: --npu=vela needs the Python package 'ethos-u-vela', which is missing; expected "
        f"{shlex.quote(sys.executable)} -m pip install ethos-u-vela"
    )


def _run(data: bytes, source: str, given: list[str], version: str) -> bytes:
    """Returns the file that Vela writes. It runs in a folder of its own, since it writes tables, too."""
    with tempfile.TemporaryDirectory(prefix="tirc-") as folder:
        path = pathlib.Path(folder, "model.tflite")
        path.write_bytes(data)
        command = [sys.executable, *_MAIN, *given, "--output-dir", folder, str(path)]
        limit = base.SECONDS
        try:
            code, printed = base.execute(command, folder, limit)
        except subprocess.TimeoutExpired as error:
            raise FrontEndError(f"{source}: ethos-u-vela {version} did not end within {limit:.0f} seconds and was stopped") from error
        made = path.with_name("model_vela.tflite")
        if code == 0 and made.is_file():
            return made.read_bytes()
        lines = [line.strip() for line in printed.decode(errors="replace").splitlines() if line.strip()]
        words = re.sub(r"^(vela: error: |\w*Error: )", "", lines[-1]) if lines else f"ended with code {code}"
        raise FrontEndError(
            f"{source}: ethos-u-vela {version} cannot compile this model ({shlex.join(given) or 'no options'}): {words}; "
            "expected a whole file of TensorFlow Lite, and an accelerator and options that this Vela has",
            output=printed.decode(errors="replace"),
        )


def _operators(data: bytes, source: str) -> list[str]:
    """Returns the names of the operators of the first subgraph. Raises FrontEndError for a damaged file."""
    try:
        import tflite
    except ImportError as error:
        raise base.missing_package(source, error.name or "tflite", "tflite") from error
    names = {number: name for name, number in vars(tflite.BuiltinOperator).items() if isinstance(number, int)}
    found = []
    try:
        model = tflite.Model.GetRootAs(bytearray(data), 0)
        graph = model.Subgraphs(0)
        for operator in (graph.Operators(i) for i in range(graph.OperatorsLength())):
            code = model.OperatorCodes(operator.OpcodeIndex())
            if own := code.CustomCode():
                found.append(own.decode(errors="replace"))
            else:
                number = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
                found.append(names.get(number, str(number)))
    except (struct.error, IndexError, ValueError, TypeError, AttributeError) as error:
        raise FrontEndError(
            f"{source}: this TensorFlow Lite file is damaged: its operators cannot be read ({error}); expected a whole file: get "
            "it again"
        ) from error
    return found


def refuse(options: Mapping[str, object], source: str, kind: str) -> None:
    """Refuses the option for a model of another kind. The compiler does so for MLIR."""
    if npu := options.get("npu"):
        raise FrontEndError(
            f"{source}: --npu={npu}: Vela compiles models of TensorFlow Lite, and this is a model of {kind}; expected a .tflite file"
        )
