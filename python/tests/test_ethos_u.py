# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of ethos-u-vela: the accelerator's half and the processor's half of a network in one program.

A stub stands for the driver. It finds inputs and outputs where the file has them in the accelerator's memory, and runs the
operators that Vela compiled as tirc compiles them. The results are LiteRT's for the file before Vela.
"""

from __future__ import annotations

import ctypes
import dataclasses
import pathlib
import subprocess
import sys
from typing import Any

import numpy
import pytest
import tflite_graph
from tflite_graph import Graph, Operator, Quantization, Tensor

import tirc
from tirc.importers import FrontEndError

pytest.importorskip("tosa_converter_for_tflite", reason="needs tirc[tflite]")
schema = pytest.importorskip("tflite", reason="needs tirc[tflite]")
pytest.importorskip("ethosu.vela", reason="needs ethos-u-vela")
litert = pytest.importorskip("ai_edge_litert.interpreter", reason="needs ai-edge-litert")

_OPTION = "ethos-u:ethosu_invoke:npu0:sizes:hooks=open+close"
_SIZES = (1, 8, 8, 4)
_SCALES = Quantization.of(0.05, 2), Quantization.of(0.1, -3)

_STUB = """
#include <stdint.h>
#include <string.h>
{includes}
static int calls, opened, closed;
int32_t TVMDeviceNpuOpen(void *context) {{ (void)context; ++opened; return 0; }}
int32_t TVMDeviceNpuClose(void *context) {{ (void)context; ++closed; return 0; }}
int32_t ethosu_invoke(const int8_t *commands, int32_t commands_size, const int8_t *constants, int32_t constants_size,
                      int8_t *memory, int32_t memory_size, int8_t *fast, int32_t fast_size, void *context) {{
  if (memcmp(commands, "COP1", 4) != 0 || (uintptr_t)commands % 16 || (uintptr_t)constants % 16 || (uintptr_t)memory % 16)
    return 1;
  if (memory != fast || memory_size != fast_size || *(int *)context != 42)
    return 2;
  static const int32_t sizes[][3] = {{ {sizes} }};
  if (commands_size != sizes[calls][0] || constants_size != sizes[calls][1] || memory_size != sizes[calls][2])
    return 3;
  switch (calls++) {{ {cases} }}
  return 4;
}}
int32_t run(void *x, void *y) {{
  int npu = 42;
  struct tvmgen_net_inputs inputs = {{.x = x}};
  struct tvmgen_net_outputs outputs = {{.{output} = y}};
  struct tvmgen_net_devices devices = {{.npu0 = &npu}};
  calls = opened = closed = 0;
  int32_t code = tvmgen_net_run(&inputs, &outputs, &devices);
  return code != 0 ? code : opened == {count} && closed == {count} && calls == {count} ? 0 : 5;
}}
"""
_CASE = """
case {index}: {{
  static int8_t input[{input_size}], output[{output_size}];
  memcpy(input, memory + {input_offset}, sizeof input);
  struct tvmgen_part{index}_inputs inputs = {{.x = input}};
  struct tvmgen_part{index}_outputs outputs = {{.y = output}};
  int32_t code = tvmgen_part{index}_run(&inputs, &outputs);
  memset(memory, 85, (size_t)memory_size);
  memcpy(memory + {output_offset}, output, sizeof output);
  return code;
}}
"""


def _layer(x: Tensor, name: str, seed: int) -> tuple[Operator, Tensor]:
    """Returns a convolution, which Vela compiles, or a reversal, which it leaves to the processor."""
    if name.startswith("r"):
        axis = Tensor(f"{name}_axis", (1,), "INT32", None, numpy.array([1], numpy.int32))
        y = Tensor(name, x.shape, "INT8", x.quantization)
        return Operator("REVERSE_V2", [x, axis], [y], ("ReverseV2Options", {}), 3), y
    random = numpy.random.default_rng(seed)
    channels = 8
    scales = tuple(float(scale) for scale in random.uniform(0.005, 0.02, channels).astype(numpy.float32))
    assert x.quantization
    weights = random.integers(-127, 128, (channels, 3, 3, x.shape[3])).astype(numpy.int8)
    w = Tensor(f"{name}_w", weights.shape, "INT8", Quantization(scales, (0,) * channels), weights)
    biases = random.integers(-500, 500, channels).astype(numpy.int32)
    of_biases = Quantization(tuple(scale * x.quantization.scales[0] for scale in scales), (0,) * channels)
    b = Tensor(f"{name}_b", biases.shape, "INT32", of_biases, biases)
    y = Tensor(name, (*x.shape[:3], channels), "INT8", _SCALES[1])
    fields = {"padding": 0, "strideW": 1, "strideH": 1, "dilationWFactor": 1, "dilationHFactor": 1}
    return Operator("CONV_2D", [x, w, b], [y], ("Conv2DOptions", fields), 3), y


@dataclasses.dataclass
class _Network:
    """A network, and the parts of it that the accelerator computes, as files."""

    whole: bytes
    parts: list[bytes]
    output: str


def _network(form: str) -> _Network:
    """Each letter is a layer: c is a convolution, r a reversal."""
    first = x = Tensor("x", _SIZES, "INT8", _SCALES[0])
    operators, parts = [], []
    for index, letter in enumerate(form):
        operator, y = _layer(x, f"{letter}{index}", index)
        operators.append(operator)
        if letter == "c":
            own = Tensor("x", x.shape, "INT8", x.quantization)
            part, result = _layer(own, f"c{index}", index)
            result.name = "y"
            parts.append(tflite_graph.write(Graph([part], [own], [result])))
        x = y
    return _Network(tflite_graph.write(Graph(operators, [first], [x])), parts, x.name)


def _compiled_by_vela(data: bytes, folder: pathlib.Path) -> bytes:
    path = folder / "net.tflite"
    path.write_bytes(data)
    main = "import sys; from ethosu.vela.vela import main; sys.exit(main())"
    command: list[str | pathlib.Path] = [sys.executable, "-c", main, "--accelerator-config", "ethos-u55-128", "--output-dir", folder, path]
    subprocess.run(command, check=True, capture_output=True)
    return (folder / "net_vela.tflite").read_bytes()


def _stub(data: bytes, network: _Network, headers: list[str]) -> str:
    """Returns the driver, which knows from the file where the operators have their inputs and outputs."""
    model = schema.Model.GetRootAs(data, 0)
    graph = model.Subgraphs(0)
    metadata = {model.Metadata(i).Name(): model.Buffers(model.Metadata(i).Buffer()) for i in range(model.MetadataLength())}
    offsets = numpy.frombuffer(metadata[b"OfflineMemoryAllocation"].DataAsNumpy().tobytes(), numpy.int32)[3:]
    operators = [graph.Operators(i) for i in range(graph.OperatorsLength())]
    operators = [one for one in operators if model.OperatorCodes(one.OpcodeIndex()).CustomCode() == b"ethos-u"]
    cases, sizes = [], []
    for index, operator in enumerate(operators):
        *fixed, _, x = operator.InputsAsNumpy()
        (y,) = operator.OutputsAsNumpy()
        count = [int(numpy.prod(graph.Tensors(tensor).ShapeAsNumpy())) for tensor in (*fixed, x, y)]
        sizes.append(f"{{{count[0]}, {count[1]}, {count[2]}}}")
        places = {"input_size": count[3], "output_size": count[4], "input_offset": offsets[x], "output_offset": offsets[y]}
        cases.append(_CASE.format(index=index, **places))
    includes = "\n".join(f'#include "{header}"' for header in headers)
    known = {"includes": includes, "sizes": ", ".join(sizes), "cases": "".join(cases)}
    return _STUB.format(**known, output=network.output, count=len(operators))


def _library(form: str, network: _Network, folder: pathlib.Path, as_object: bool) -> Any:
    data = _compiled_by_vela(network.whole, folder)
    options: Any = {"target": "host", "emit": "obj"} if as_object else {"target": "portable"}
    module = tirc.compile(data, model_name="net", custom_op=_OPTION, **options)
    module.save(folder)
    headers = ["tvmgen_net.h"]
    for index, part in enumerate(network.parts):
        tirc.compile(part, model_name=f"part{index}", target="portable").save(folder)
        headers.append(f"tvmgen_part{index}.h")
    (folder / "stub.c").write_text(_stub(data, network, headers))
    sources = [path for path in folder.iterdir() if path.suffix in (".c", ".o")]
    library = folder / "net.so"
    flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-o", library, *sources], check=True)
    return ctypes.CDLL(str(library))


@pytest.mark.parametrize("as_object", [False, True], ids=["c", "object"])
@pytest.mark.parametrize("form", ["c", "cr", "rc", "crc", "rcr"])
def test_results_are_those_of_the_file_before_vela(form: str, as_object: bool, tmp_path: pathlib.Path) -> None:
    network = _network(form)
    library = _library(form, network, tmp_path, as_object)
    interpreter = litert.Interpreter(
        model_content=network.whole, experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    (given,), (made,) = interpreter.get_input_details(), interpreter.get_output_details()
    for seed in range(5):
        x = numpy.random.default_rng(seed).integers(-128, 128, _SIZES).astype(numpy.int8)
        interpreter.set_tensor(given["index"], x)
        interpreter.invoke()
        want = interpreter.get_tensor(made["index"])
        got = numpy.zeros_like(want)
        assert library.run(x.ctypes.data_as(ctypes.c_void_p), got.ctypes.data_as(ctypes.c_void_p)) == 0
        numpy.testing.assert_array_equal(got, want)


def test_constants_of_several_operators_are_stored_once(tmp_path: pathlib.Path) -> None:
    data = _compiled_by_vela(_network("crc").whole, tmp_path)
    report = tirc.compile(data, model_name="net", custom_op=_OPTION, target="cortex-m55").report.json
    model = schema.Model.GetRootAs(data, 0)
    graph = model.Subgraphs(0)
    used = {graph.Operators(i).Inputs(j) for i in (0, 2) for j in (0, 1)}
    want = sorted(int(graph.Tensors(index).Shape(0)) for index in used)
    assert sorted(constant["bytes"] for constant in report["constants"]) == want


def test_the_command_takes_one_batch_and_a_response_file(tmp_path: pathlib.Path) -> None:
    x = Tensor("x", _SIZES, "INT8", _SCALES[0], signature=(-1, *_SIZES[1:]))
    operator, y = _layer(x, "c0", 0)
    y.signature = (-1, *y.shape[1:])
    _compiled_by_vela(tflite_graph.write(Graph([operator], [x], [y])), tmp_path)
    (tmp_path / "options").write_text("--custom-op=ethos-u:ethosu_invoke:npu0\n--target=cortex-m55 --quiet\n")
    subprocess.run([sys.executable, "-m", "tirc", "@options", "net_vela.tflite", "-o", "out"], check=True, cwd=tmp_path)
    header = (tmp_path / "out" / "tvmgen_net_vela.h").read_text()
    assert "int32_t ethosu_invoke(const int8_t *input0, const int8_t *input1, int8_t *input2," in header
    assert "/* Input x: 1x8x8x4 int8" in header


def test_without_the_option_it_is_named(tmp_path: pathlib.Path) -> None:
    data = _compiled_by_vela(_network("c").whole, tmp_path)
    with pytest.raises(FrontEndError, match=r"Vela.*or the driver's function \(--custom-op=ethos-u:FUNCTION:DEVICE\)"):
        tirc.compile(data)
