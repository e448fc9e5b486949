# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flatbuffers that Arm's translator wrote (scripts/make_tosa_files): each operator of TOSA with each of its types, and graphs
with branches and loops. They are read as the MLIR that they were written from, and give the reference model's numbers."""

from __future__ import annotations

import collections
import io
import pathlib
import re
import tarfile
from typing import Any

import numpy
import pytest
from conftest import REPO
from models import FOR_A_RUN

import tirc
from tirc import ir, passes
from tirc.importers import load

pytest.importorskip("flatbuffers", reason="needs tirc[tosa]")

FOLDER = REPO / "test" / "integration" / "conformance"
# Cases whose numbers are compared, too: attributes of all kinds, packed and wide integers, and blocks that operators run.
RUN = (
    "arithmetic_right_shift__", "avg_pool2d__", "cast__", "clamp__", "concat__", "cond_if__", "conv2d__", "depthwise_conv2d__",
    "matmul__", "pad__", "rescale__", "resize__", "rfft2d__", "table__", "transpose__", "transpose_conv2d__", "while_loop__",
)  # fmt: skip


def contents(archive: str) -> dict[str, bytes]:
    with tarfile.open(FOLDER / archive) as entries:
        files = [(entry.name, entries.extractfile(entry)) for entry in entries if entry.isfile()]
        return {name.removeprefix("./"): file.read() for name, file in files if file}


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return contents("flatbuffers.tar.xz")


@pytest.fixture(scope="module")
def cases() -> dict[str, bytes]:
    return contents("sample.tar.xz") | contents("graphs.tar.xz")


def lines(text: str | bytes) -> collections.Counter[str]:
    """Returns the lines of a module without the names of values, and without what nothing needs. An identity is another name,
    and no operation."""
    # One pass removes the last operation of a chain that nothing needs.
    printed = passes.run(ir.parse(text), f"builtin.module({','.join(['cse'] * 20)})").print(generic=True, large=None)
    printed = re.sub(r"%[\w#:]+", "%", re.sub(r'tf\.entry_function = \{[^}]*\}(, )?', "", printed))
    printed = printed.replace(", local_bound = false", "").replace("<{local_bound = false}>", "<{}>")
    stripped = [line.strip().replace(" <{}>", "").replace(" {}", "") for line in printed.splitlines()]
    return collections.Counter(line for line in stripped if "tosa.identity" not in line)


def test_a_file_is_read_as_what_it_was_written_from(files: dict[str, bytes], cases: dict[str, bytes]) -> None:
    assert len(files) > 300
    operators = set()
    for name, data in files.items():
        case = pathlib.PurePath(name).stem
        want = cases[f"{case}/model.mlir"]
        assert lines(load(data).mlir) == lines(want), case
        operators |= {operation.name for operation in ir.parse(want).operations}
    # All of TOSA 1.0 but those with a state and custom ones, which test_tosa.py has.
    assert len([name for name in operators if name.startswith("tosa.")]) >= 68


def one_case(files: dict[str, bytes], prefix: str) -> str:
    """Returns the smallest case of an operator."""
    found = [name for name in files if name.startswith(prefix)]
    return pathlib.PurePath(min(found, key=lambda name: (len(files[name]), name))).stem


@pytest.mark.parametrize("prefix", [*RUN, "graph__0000", "graph__0005", "graph__0011"])
def test_numbers(prefix: str, files: dict[str, bytes], cases: dict[str, bytes]) -> None:
    case = one_case(files, prefix)

    def array(name: str) -> Any:
        return numpy.load(io.BytesIO(cases[f"{case}/{name}.npy"]))

    inputs = [array(f"in_{i}") for i in range(9) if f"{case}/in_{i}.npy" in cases]
    results = list(tirc.compile(files[f"{case}.tosa"], **FOR_A_RUN).run(*inputs).values())
    assert results
    for index, got in enumerate(results):
        got = numpy.asarray(got).reshape(array(f"expect_{index}").shape)
        if f"{case}/lo_{index}.npy" in cases:
            low, high = array(f"lo_{index}"), array(f"hi_{index}")
            assert numpy.all(((low <= got) & (got <= high)) | (numpy.isnan(low) & numpy.isnan(got)))
        else:
            numpy.testing.assert_array_equal(got, array(f"expect_{index}"))
