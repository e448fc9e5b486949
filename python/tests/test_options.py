# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options: the driver defines them, and Python's keyword arguments become the command's."""

from __future__ import annotations

import ast
import pathlib
from typing import get_args, get_type_hints

import pytest
from models import DIFFERENCE

import tirc
from tirc import options
from tirc.arguments import table, to_arguments


def test_the_type_has_the_options_of_the_c_api() -> None:
    hints = get_type_hints(tirc.CompileOptions)
    assert set(hints) == set(table())
    for key, hint in hints.items():
        option = table()[key]
        # These also have a form without a value.
        has_flag = key in ("tvm_compat", "weights_as_inputs")
        assert (bool in get_args(hint)) == (has_flag or option.kind in ("flag", "bool")), key
        assert ("Sequence" in str(hint)) == (option.kind in ("list", "comma-list")), key
        # A target has several spellings.
        if option.values and option.kind != "bool" and key != "target":
            assert set(option.values) <= set(_literals(hint)), key


def _literals(hint: object) -> list[object]:
    found: list[object] = []
    for inner in get_args(hint):
        found += _literals(inner) if get_args(inner) else [inner]
    return found


def test_each_option_is_documented() -> None:
    tree = ast.parse(pathlib.Path(options.__file__).read_text())
    (body,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef))
    # After the class's own docstring, annotations and their docstrings alternate.
    assert [type(node) for node in body[1:]] == [ast.AnnAssign, ast.Expr] * len(table())


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"target": "cortex-m4"}, ["--target=cortex-m4"]),
        ({"target_cpu": "cortex-m4"}, ["--target-cpu=cortex-m4"]),
        ({"O": 3}, ["-O3"]),
        ({"g": True}, ["-g"]),
        ({"unpacked_api": False}, ["--unpacked-api=false"]),
        ({"system_lib": True, "tvm_compat": False}, ["--system-lib"]),
        ({"tvm_compat": True, "weights_as_inputs": True}, ["--tvm-compat", "--weights-as-inputs"]),
        ({"tvm_compat": "ti", "weights_as_inputs": ["a", "b"]}, ["--tvm-compat=ti", "--weights-as-inputs=a,b"]),
        ({"emit": "c,obj"}, ["--emit=c,obj"]),
        ({"emit": ["c", "obj"]}, ["--emit=c,obj"]),
        ({"input_shape": {0: (1, 96, 96, 3)}}, ["--input-shape=0:1x96x96x3"]),
        ({"input_shape": {"x": "2x2"}}, ["--input-shape=x:2x2"]),
        ({"io_quant": {"a": (0.5, -3), "b": (1, 0)}}, ["--io-quant=a:0.5:-3", "--io-quant=b:1:0"]),
        ({"io_quant": ("a:1:0", "b:1:0")}, ["--io-quant=a:1:0", "--io-quant=b:1:0"]),
        ({"ram": 65536, "flash": "1MiB"}, ["--ram=65536", "--flash=1MiB"]),
        ({"rename": {"Identity": "output"}}, ["--rename=Identity:output"]),
        ({"rename": ["x:0:image", "Identity:output"]}, ["--rename=x:0:image", "--rename=Identity:output"]),
        ({"passes_before": {"plan": "cse"}}, ["--passes-before=plan:cse"]),
        ({"load_pass_plugin": pathlib.Path("x.so")}, ["--load-pass-plugin=x.so"]),
        ({"entry": None}, []),
    ],
)
def test_keywords_become_arguments(given: dict[str, object], wanted: list[str]) -> None:
    assert to_arguments(given) == wanted


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"emti": "c"}, r"no option 'emti' \(did you mean 'emit'\?\); expected one of"),
        ({"o": "folder"}, "no option 'o'"),
        ({"unpacked_api": "true"}, "unpacked_api: expected True or False, but 'true' is of type str"),
        ({"plan": True}, "plan: expected a str .PLAN., but True is of type bool"),
        ({"emit": 3}, "emit: expected a str .KINDS. or several, but 3 is of type int"),
        ({"io_quant": {"a": 3}}, "io_quant: expected values of the form NAME:scale:zero_point, but 3"),
    ],
)
def test_a_wrong_keyword_is_a_type_error(given: dict[str, object], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        tirc.compile(DIFFERENCE, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "key",
    [
        key
        for key, option in table().items()
        if option.values and option.kind == "value" and key not in ("O", "float_abi", "model_info", "target")
    ],
)
def test_a_wrong_value_gets_the_drivers_error(key: str) -> None:
    values = ", ".join(table()[key].values)
    option = key.replace("_", "-")
    with pytest.raises(tirc.CompileError, match=f"--{option}=none: unknown; expected one of {values}"):
        tirc.compile(DIFFERENCE, **{key: "none"})  # type: ignore[arg-type]
