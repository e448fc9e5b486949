"""Operators that a table gives to the functions of a driver (--offload)."""

import json
import pathlib

import pytest

import tirc

_NET = """
func.func @main(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %0 = tosa.maximum %x, %y : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
"""


def _table(folder: pathlib.Path, **row: object) -> pathlib.Path:
    path = folder / "table.json"
    path.write_text(json.dumps({
        "devices": {"npu0": {"hooks": ["sync"]}},
        "operators": [{
            "name": "maximum", "pattern": ["tosa.maximum"], "operands": [{}, {}], "result": {}, "function": "npu_maximum",
            "attributes": {"tosa.maximum.nan_mode": ["PROPAGATE"]}, "arguments": [], "device": "npu0", **row}],
    }))
    return path


def test_table(tmp_path: pathlib.Path) -> None:
    module = tirc.compile(_NET, model_name="net", offload=str(_table(tmp_path)), target="portable")
    text = module.header
    assert "int32_t npu_maximum(const int8_t *input0, const int8_t *input1, int8_t *output0, void *);" in text
    assert "int32_t TVMDeviceNpuSync(void *context);" in text


def test_misfit(tmp_path: pathlib.Path) -> None:
    module = tirc.compile(_NET, model_name="net", offload=str(_table(tmp_path, result={"types": ["i16"]})), target="portable")
    assert "npu_maximum" not in module.header
    assert any("the result has elements of i8, expected i16" in d.message for d in module.diagnostics)


def test_error(tmp_path: pathlib.Path) -> None:
    with pytest.raises(tirc.Error, match="has the key 'functoin'"):
        tirc.compile(_NET, offload=str(_table(tmp_path, functoin="f")), target="portable")
