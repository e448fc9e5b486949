# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Detection of a model's kind, and the errors for other files."""

from __future__ import annotations

import builtins
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from models import DIFFERENCE, DIGITS

import tirc
from tirc.importers import FrontEndError, base, kind_of, load
from tirc_frontends.interface import usable_names

# ir_version 8, an opset of version 17, and a graph with one input that is its output.
GRAPH = b"\x12\x01g\x5a\x12\x0a\x01x\x12\x0d\x0a\x0b\x08\x01\x12\x07\x0a\x01\x31\x0a\x02\x08\x04"
ONNX = b"\x08\x08\x3a" + bytes([len(GRAPH)]) + GRAPH + b"\x42\x04\x0a\x00\x10\x11"
TOSA = b"\x10\0\0\0TOSA" + bytes(100)
TFLITE = b"\x1c\0\0\0TFL3" + bytes(100)


def test_the_kind_is_determined_from_the_content() -> None:
    assert kind_of(DIGITS.read_bytes()) == kind_of(DIFFERENCE.encode()) == "mlir"
    assert kind_of(TFLITE) == "tflite" and kind_of(ONNX) == "onnx" and kind_of(TOSA) == "tosa"
    # Text may begin with any character, but a graph does not follow. The compiler reports files of no known kind.
    for other in (b"", b"\x08", b"\x08\x08", b"\x08\x08hello", b"\xff\xfe", b"\x00" * 20):
        assert kind_of(other) == "mlir"
    for other, message in ((b"", "empty"), (b"\x89HDF\r\n", "Keras")):
        with pytest.raises(tirc.CompileError, match=message):
            tirc.compile(other)
    with pytest.raises(tirc.FrontEndError, match="this archive has no program of torch.export"):
        tirc.compile(b"PK\x03\x04rest")


def test_other_objects_are_errors() -> None:
    with pytest.raises(TypeError, match="an object of type int is not a model; expected a path"):
        load(3)
    with pytest.raises(FileNotFoundError):
        load("no/such/model.tflite")


def test_options_keep_what_the_caller_said() -> None:
    source = load(DIGITS, {"entry": "main", "model_name": None})
    assert (source.front_end, source.options) == ("mlir", {"entry": "main"})
    assert source.name == "digits_int8_named"
    assert load(DIFFERENCE).options == {"model_name": "default"}
    assert load(DIGITS, {"model_name": "net"}).options == {"model_name": "net"}


@pytest.mark.parametrize(("data", "package", "extra"), [(TFLITE, "tflite", "tflite"), (ONNX, "torch_mlir", "onnx"), (TOSA, "flatbuffers", "tosa")])
def test_a_missing_package_says_what_to_install(
    data: bytes, package: str, extra: str, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    # Hides the package in this process and in those that it starts.
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / f"{package}.py").write_text(f"raise ModuleNotFoundError('hidden', name='{package}')\n")
    monkeypatch.setenv("PYTHONPATH", str(hidden))
    monkeypatch.delitem(sys.modules, package, raising=False)
    original = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == package:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return original(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    message = rf"model: the Python package '(onnx|{package})' is missing; .*-m pip install '\.\[{extra}\]' in a checkout"
    with pytest.raises(FrontEndError, match=message) as caught:
        tirc.compile(data)
    assert isinstance(caught.value, tirc.Error)


def test_importing_tirc_loads_no_converter() -> None:
    code = (
        "import sys, tirc, tirc.importers\n"
        "print([name for name in ('onnx', 'torch_mlir', 'tflite', 'tosa_converter_for_tflite') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def alive(process: int) -> bool:
    try:
        return ") Z " not in pathlib.Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_an_interrupt_ends_the_converter(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    script = tmp_path / "_sleep.py"
    script.write_text(
        "import os, time, pathlib\npathlib.Path(os.environ['PID']).write_text(str(os.getpid()))\ntime.sleep(60)\n"
    )
    monkeypatch.setenv("PID", str(tmp_path / "pid"))
    monkeypatch.setattr(base, "PROGRAM", str(script))

    def interrupt() -> None:
        while not (tmp_path / "pid").is_file():
            time.sleep(0.02)
        time.sleep(0.1)
        # As from the keyboard: the signal also interrupts a system call that waits.
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        base.run_converter("onnx", {}, b"", "model")
    thread.join()
    process = int((tmp_path / "pid").read_text())
    # The process has ended, or was killed and its exit status has not been read yet.
    end = time.monotonic() + 10
    while alive(process) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(process)


def test_a_converter_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    script = tmp_path / "_sleep.py"
    script.write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(base, "PROGRAM", str(script))
    monkeypatch.setattr(base, "SECONDS", 1.0)
    message = (
        r"net: the converter did not end within 1 seconds and was stopped, which is a fault of .* \(cd .*_sleep.py onnx\)"
    )
    start = time.monotonic()
    with pytest.raises(FrontEndError, match=message):
        base.run_converter("onnx", {}, b"model", "net")
    assert time.monotonic() - start < 10
    (kept,) = (tmp_path / "reproducers").iterdir()
    assert (kept / "net").read_bytes() == b"model"


@pytest.mark.parametrize("is_found", [True, False])
def test_a_converter_that_crashes_looks_for_the_node(
    is_found: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    script = tmp_path / "_crash.py"
    script.write_text(
        "import json, os, pathlib, signal\n"
        f"if {is_found} and json.loads(pathlib.Path('.request.json').read_text())['crashed']:\n"
        "    pathlib.Path('.answer.json').write_text(json.dumps({'refused': 'it is here', 'operator': 'aten.relu'}))\n"
        "else:\n"
        "    os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    monkeypatch.setattr(base, "PROGRAM", str(script))
    with pytest.raises(FrontEndError, match="net: it is here" if is_found else r"crashed \(SIGSEGV\)") as caught:
        base.run_and_find_crash("torch", {}, b"model", "net")
    assert caught.value.operator == ("aten.relu" if is_found else None)


def test_usable_names_keep_what_they_can() -> None:
    assert usable_names(["x"], ["y:0", "a.b/c"]) == (["x"], ["y:0", "a.b/c"])
    assert usable_names(["", "1", "while", "x y,z"], ["x", "X", "x_2"]) == (
        ["input", "input_1", "input_while", "x_y_z"],
        ["x", "X_2", "x_2_2"],
    )
    # C and C++ reserve names that begin with '__'.
    assert usable_names(["é", "__"], [])[0] == ["é", "input___"]


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("a.py:3: UserWarning: it is slow\n  warnings.warn('it is slow')\n", "crashed (SIGSEGV); the file may"),
        ("W0000 00:00 slow\nINFO: Created XNNPACK\n", "crashed (SIGSEGV); the file may"),
        ("Traceback\n  File x\nValueError: bad\n note: before\n", "crashed (SIGSEGV) after 'ValueError: bad'; the file may"),
        ("a.py:3: FutureWarning: old\n  old()\nstopped here\n", "crashed (SIGSEGV) after 'stopped here'; the file may"),
    ],
)
def test_a_warning_is_not_the_reason_of_a_crash(output: str, words: str) -> None:
    assert f"the converter {words}" in str(base._failure("model", {}, -signal.SIGSEGV, output, ""))
