"""Several models in one program, by `tirc.compile_firmware` and by the command."""

import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

import tirc

REPO = pathlib.Path(__file__).resolve().parents[2]
DIGITS = REPO / "examples" / "digits" / "digits_int8.mlirbc"
RELU = """func.func @main(%x: tensor<1x4xi32> {tir.name = "x"}) -> (tensor<1x4xi32> {tir.name = "y"}) {
  %a = tosa.reverse %x {axis = 1 : i32} : (tensor<1x4xi32>) -> tensor<1x4xi32>
  %b = tosa.add %a, %x : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<1x4xi32>
  %y = tosa.reverse %b {axis = 1 : i32} : (tensor<1x4xi32>) -> tensor<1x4xi32>
  return %y : tensor<1x4xi32>
}
"""
PLAN = """
[models.relu]
steps = true

[[interrupt]]
by = "digits_int8"
of = "relu"
at = "between steps"
"""


@pytest.fixture
def relu(tmp_path):
    path = tmp_path / "relu.mlir"
    path.write_text(RELU)
    return path


def test_files_and_report(relu, tmp_path):
    program = tirc.compile_firmware([DIGITS, relu], PLAN, target="cortex-m4", emit="c,obj")
    assert sorted(program.files) == [f"tvmgen_firmware.{end}" for end in ("c", "h", "o", "report.json")]
    assert program.report["rules"] == ["'digits_int8' may interrupt 'relu' between two of its steps"]
    assert program.report["pools"][0]["optimal"] is True
    assert set(program.report["models"]) == {"digits_int8", "relu"}
    program.save(tmp_path / "out")
    assert (tmp_path / "out" / "tvmgen_firmware.c").read_bytes() == program.files["tvmgen_firmware.c"]


def test_a_file_of_a_plan_names_the_program(relu, tmp_path):
    plan = tmp_path / "watch.toml"
    plan.write_text("")
    program = tirc.compile_firmware([DIGITS, relu], plan, model_options={"digits_int8": {"io_quant": "a:0.25:3"}}, target="host")
    assert b"TVMGEN_DIGITS_INT8_A_SCALE 0.25" in program.files["tvmgen_watch.h"]
    # It has the largest of them, not all.
    assert program.report["pools"][0]["bytes"] == max(block["bytes"] for block in program.report["pools"][0]["blocks"])


def test_an_error_has_the_place_in_the_plan(relu):
    with pytest.raises(tirc.Error, match=r"firmware.toml:3:6: error: there is no model 'none'"):
        tirc.compile_firmware([DIGITS, relu], '[[interrupt]]\nby = "relu"\nof = "none"\n', target="host")


def test_an_unknown_option(relu):
    with pytest.raises(TypeError, match="there is no option 'tarket'"):
        tirc.compile_firmware([DIGITS, relu], "\n", tarket="host")


def test_models_of_front_ends(relu, tmp_path):
    """TFLite's quantisation belongs to its model, also if two have a tensor of one name."""
    pytest.importorskip("tosa_converter_for_tflite")
    shared = pathlib.Path(os.environ.get("TIR_SHARED", REPO.parent / "shared"))
    file = shared / "models" / "digits" / "digits_int8.tflite"
    if not file.exists():
        pytest.skip(f"{file} is not there")
    other = tmp_path / "other"
    other.mkdir()
    (other / "second.tflite").write_bytes(file.read_bytes())
    plan = tmp_path / "two.toml"
    plan.write_text('[models.first]\nfile = "digits_int8.tflite"\n')
    command = [sys.executable, "-m", "tirc", file, other / "second.tflite", relu, f"--firmware={plan}", "--target=cortex-m4", "-o", tmp_path / "out"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    header = (tmp_path / "out" / "tvmgen_two.h").read_text()
    assert "TVMGEN_FIRST_A_SCALE 0.0039" in header and "TVMGEN_SECOND_A_SCALE 0.0039" in header
    report = json.loads((tmp_path / "out" / "tvmgen_two.report.json").read_text())
    # Both have the same kernels and weights.
    assert report["shared"]["kernels"] < report["shared"]["kernels_of_models"] - 5
    assert report["shared"]["constants_bytes"] > 10000


def keys_of(schema, *path):
    for name in path:
        schema = schema[name]
    return set(schema["properties"])


@pytest.mark.parametrize(
    ("plan", "path"),
    [
        ("wrong = 1\n", ()),
        ("[models.relu]\nwrong = 1\n", ("properties", "models", "additionalProperties")),
        ("[[pool]]\nwrong = 1\n", ("properties", "pool", "items")),
        ("[[interrupt]]\nwrong = 1\n", ("properties", "interrupt", "items")),
        ("[[together]]\nwrong = 1\n", ("$defs", "groups", "items")),
        ("[[exclusive]]\nwrong = 1\n", ("$defs", "groups", "items")),
        ("[[pass]]\nwrong = 1\n", ("properties", "pass", "items")),
    ],
)
def test_the_schema_has_the_keys_of_the_compiler(relu, plan, path):
    schema = json.loads((REPO / "docs" / "firmware.schema.json").read_text())
    with pytest.raises(tirc.Error) as raised:
        tirc.compile_firmware([DIGITS, relu], plan, target="host")
    expected = re.search(r"has no key 'wrong'; expected one of (.*)", str(raised.value))
    assert expected, raised.value
    assert set(expected[1].split("\n")[0].split(", ")) == keys_of(schema, *path)
