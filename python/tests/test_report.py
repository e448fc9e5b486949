# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of a module. test/integration/output/test_report.py tests its page."""

from __future__ import annotations

import html
import json
import pathlib
import re
from typing import Any

import numpy
import pytest
from conftest import REPO

import tirc
from tirc.report import Report

DIGITS = REPO / "examples" / "digits" / "digits_int8.mlirbc"


@pytest.fixture(scope="module")
def report() -> Report:
    return tirc.compile(DIGITS, model_name="digits", target_cpu="cortex-m4", target_triple="thumbv7em-none-eabi").report


def test_has_sizes_of_code_whatever_the_options_wrote(report: Report) -> None:
    assert report.json["target"]["cpu"] == "cortex-m4"
    totals = report.json["totals"]
    assert totals["flash_bytes"] == totals["code_bytes"] + totals["constants_bytes"] + totals["texts_bytes"]
    assert all(kernel["code_bytes"] > 0 for kernel in report.json["kernels"])
    numbers = [int(value) for value in re.findall(r'<data value="(\d+)">', report.html)]
    assert numbers[:4] == [totals["ram_bytes"], totals["workspace_bytes"], totals["inputs_bytes"], totals["outputs_bytes"]]
    assert sum(kernel["code_bytes"] for kernel in report.json["kernels"]) <= totals["code_bytes"]


def test_is_compiled_once_and_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module = tirc.compile(DIGITS)
    calls = []
    compile_again = module._compile

    def counted(*args: Any, **more: Any) -> Any:
        calls.append(args)
        return compile_again(*args, **more)

    monkeypatch.setattr(module, "_compile", counted)
    report = module.report
    assert not calls
    assert report.html and report.json and repr(report) and report._repr_html_() and module.report is report
    assert len(calls) == 1


def test_of_a_module_that_wrote_it_is_what_was_written() -> None:
    module = tirc.compile(DIGITS, model_name="d", emit="c,html")
    assert module.report.html.encode() == module.files["tvmgen_d.report.html"]
    assert module.report.json == json.loads(module.files["tvmgen_d.report.json"])


def test_text(report: Report) -> None:
    lines = repr(report).splitlines()
    totals, kernels = report.json["totals"], report.json["kernels"]
    assert lines[0] == (
        f"digits for cortex-m4: RAM {totals['ram_bytes']:,} bytes, flash {totals['flash_bytes']:,} bytes, {totals['macs']:,} MACs, "
        f"peak at step {totals['peak_step']}"
    )
    assert lines[1].split() == ["step", "kernel", "MACs", "reads", "writes", "constants", "live", "code"]
    for line, kernel in zip(lines[2:], kernels):
        # The calls of a kernel that runs by rows are one line.
        run = kernel | {"macs": kernel["macs"] * kernel.get("calls", 1)}
        keys = ("step", "place", "macs", "reads_bytes", "writes_bytes", "constants_bytes", "live_bytes", "code_bytes")
        assert line.replace(",", "").split() == [str(run[key]) for key in keys]
    # The last layers need all rows, and one before them would save no memory.
    places: dict[str, list[str]] = {}
    for kernel in kernels:
        if "not_by_rows" in kernel:
            places.setdefault(kernel["not_by_rows"], []).append(kernel["place"])
    assert "has a result of one row, for which it needs all rows of its input" in places
    assert lines[2 + len(kernels) :] == [f"not by rows, since each {why}: {', '.join(names)}" for why, names in places.items()]


def test_text_has_what_was_measured(tmp_path: pathlib.Path) -> None:
    trace = tmp_path / "trace.json"
    kernel = {"kernel": 2, "calls": 2, "total": 131072}
    trace.write_text(json.dumps({"model": "digits", "unit": "cycles", "kernels": [kernel]}))
    module = tirc.compile(DIGITS, model_name="digits", target="host", profile=True, trace=trace)
    assert "tvmgen_digits_profile_begin" in module.header
    lines = repr(module.report).splitlines()
    assert lines[1].split()[-3:] == ["cycles", "each", "MAC"]
    assert lines[4].split()[-2:] == ["131,072", "2"]
    assert lines[3].split()[-2:] == ["-", "-"]
    # A run in this process has no hooks.
    assert list(module.run(numpy.zeros((1, 8, 8, 1), "int8"))) == ["Identity"]


def test_text_of_a_large_model_is_short() -> None:
    pool = "{kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}"
    shape = "tensor<1x4x4x1xi8>"
    steps = "\n".join(f"%v{i + 1} = tosa.max_pool2d %v{i} {pool} : ({shape}) -> {shape}" for i in range(30))
    module = tirc.compile(f"func.func @main(%v0: {shape}) -> {shape} {{\n{steps}\nreturn %v30 : {shape}\n}}")
    lines = repr(module.report).splitlines()
    assert len(lines) == 27 and lines[-1] == "and 6 more kernels"


def test_text_of_a_model_without_kernels() -> None:
    module = tirc.compile("func.func @main(%x: tensor<2xi8>) -> tensor<2xi8> {\n  return %x : tensor<2xi8>\n}")
    flash = module.report.json["totals"]["flash_bytes"]
    assert repr(module.report) == f"default for no processor in particular: RAM 4 bytes, flash {flash:,} bytes, 0 MACs"


def test_notebook_shows_the_page_in_a_frame(report: Report) -> None:
    frame = report._repr_html_()
    found = re.fullmatch(r'<iframe title="Report of digits" sandbox="allow-scripts" style="[^"]*" srcdoc="([^"]*)"></iframe><script>(.*)</script>', frame, re.DOTALL)
    assert found and html.unescape(found[1]) == report.html
    # The page tells its height, and the script of the frame reads it.
    assert "tircReportHeight" in report.html and "tircReportHeight" in found[2] and "</" not in found[2]


def test_is_saved_by_its_name(report: Report, tmp_path: pathlib.Path) -> None:
    report.save(tmp_path / "report.html")
    report.save(str(tmp_path / "report.json"))
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == report.html
    assert json.loads((tmp_path / "report.json").read_text()) == report.json
    with pytest.raises(OSError):
        report.save(tmp_path / "missing" / "report.html")
