# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of ethos-u-vela: the accelerator's half and the processor's half of a network in one program.

The stub of examples/ethos-u stands for the driver: it checks what it is given, finds inputs and outputs where the file has them in
the accelerator's memory, and runs the layers that Vela compiled as tirc compiles them. The results are LiteRT's for the file before
Vela.
"""

from __future__ import annotations

import ctypes
import importlib.util
import pathlib
import re
import shutil
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

_EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "ethos-u"
_OPTION = "ethos-u:npu_invoke:npu0:sizes:hooks=open+close"
_SIZES = (1, 8, 8, 4)
_SCALES = Quantization.of(0.05, 2), Quantization.of(0.1, -3)
_SCALES_16 = Quantization.of(0.0002), Quantization.of(0.0005)

# The hooks, and the model's function with the driver as its context.
_RUN = """
#include "ethosu_driver.h"
#include "tvmgen_digits.h"
static int opened, closed;
int32_t TVMDeviceNpuOpen(void *context) {{ (void)context; ++opened; return 0; }}
int32_t TVMDeviceNpuClose(void *context) {{ (void)context; ++closed; return 0; }}
int32_t run(void *x, void *y, const char **error) {{
  struct ethosu_driver npu;
  struct tvmgen_digits_inputs inputs = {{x}};
  struct tvmgen_digits_outputs outputs = {{y}};
  struct tvmgen_digits_devices devices = {{&npu}};
  opened = closed = 0;
  ethosu_stub_calls = 0;
  if (ethosu_init(&npu, 0, 0, 0, 1, 1))
    return 1;
  int32_t code = tvmgen_digits_run(&inputs, &outputs, &devices);
  *error = ethosu_stub_error;
  return code != 0 ? code : opened == {count} && closed == {count} && ethosu_stub_calls == {count} ? 0 : 5;
}}
"""


def _make_parts() -> Any:
    """Returns the example's script as a module."""
    spec = importlib.util.spec_from_file_location("make_parts", _EXAMPLE / "make_parts.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_parts"] = module
    spec.loader.exec_module(module)
    return module


make_parts = _make_parts()


def _layer(x: Tensor, name: str, seed: int) -> tuple[Operator, Tensor]:
    """Returns a convolution, which Vela compiles, or a reversal, which it leaves to the processor for an Ethos-U55."""
    if name.startswith("r"):
        axis = Tensor(f"{name}_axis", (1,), "INT32", None, numpy.array([1], numpy.int32))
        y = Tensor(name, x.shape, x.kind, x.quantization)
        return Operator("REVERSE_V2", [x, axis], [y], ("ReverseV2Options", {}), 3), y
    random = numpy.random.default_rng(seed)
    channels = 8
    is_wide = name.startswith("w")
    scales = tuple(float(scale) for scale in random.uniform(0.005, 0.02, channels).astype(numpy.float32))
    assert x.quantization
    weights = random.integers(-127, 128, (channels, 3, 3, x.shape[3])).astype(numpy.int8)
    w = Tensor(f"{name}_w", weights.shape, "INT8", Quantization(scales, (0,) * channels), weights)
    biases = random.integers(-500, 500, channels).astype(numpy.int64 if is_wide else numpy.int32)
    of_biases = Quantization(tuple(scale * x.quantization.scales[0] for scale in scales), (0,) * channels)
    b = Tensor(f"{name}_b", biases.shape, "INT64" if is_wide else "INT32", of_biases, biases)
    y = Tensor(name, (*x.shape[:3], channels), x.kind, (_SCALES_16 if is_wide else _SCALES)[1])
    fields = {"padding": 0, "strideW": 1, "strideH": 1, "dilationWFactor": 1, "dilationHFactor": 1}
    return Operator("CONV_2D", [x, w, b], [y], ("Conv2DOptions", fields), 3), y


def _network(form: str, seed: int = 0) -> bytes:
    """Each letter is a layer: c is a convolution, w one of 16 bits, r a reversal."""
    is_wide = "w" in form
    first = x = Tensor("x", _SIZES, "INT16" if is_wide else "INT8", (_SCALES_16 if is_wide else _SCALES)[0])
    operators = []
    for index, letter in enumerate(form):
        operator, x = _layer(x, f"{letter}{index}", seed + index)
        operators.append(operator)
    return tflite_graph.write(Graph(operators, [first], [x]))


def _compiled_by_vela(data: bytes, folder: pathlib.Path, accelerator: str = "ethos-u55-128") -> bytes:
    path = folder / "net.tflite"
    path.write_bytes(data)
    main = "import sys; from ethosu.vela.vela import main; sys.exit(main())"
    command: list[str | pathlib.Path] = [sys.executable, "-c", main, "--accelerator-config", accelerator, "--output-dir", folder, path]
    subprocess.run(command, check=True, capture_output=True)
    return (folder / "net_vela.tflite").read_bytes()


def _library(data: bytes, folder: pathlib.Path, as_object: bool, accelerator: str, after: bytes | None = None) -> Any:
    """Compiles the network with npu=vela, and the parts of the accelerator for the example's stub, which `after` may have otherwise."""
    options: Any = {"target": "host", "emit": "obj"} if as_object else {"target": "portable"}
    module = tirc.compile(data, model_name="digits", npu=f"vela:{accelerator}", custom_op=_OPTION, **options)
    module.save(folder)
    after = after or _compiled_by_vela(data, folder, accelerator)
    make_parts.write(data, after, folder, "portable")
    (folder / "run.c").write_text(_RUN.format(count=len(make_parts.read_parts(after))))
    sources = [path for path in folder.iterdir() if path.suffix in (".c", ".o")]
    library = folder / "net.so"
    flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-I{folder}", f"-I{_EXAMPLE / 'stub'}"]
    driver = [_EXAMPLE / "npu.c", _EXAMPLE / "stub" / "ethosu_driver.c"]
    subprocess.run(["cc", *flags, "-o", library, *driver, *sources, "-lm"], check=True)
    return ctypes.CDLL(str(library))


@pytest.mark.parametrize("as_object", [False, True], ids=["c", "object"])
@pytest.mark.parametrize(
    ("form", "accelerator"),
    [
        ("c", "ethos-u55-128"),
        ("cr", "ethos-u55-128"),
        ("rc", "ethos-u55-128"),
        ("crc", "ethos-u55-128"),
        ("rcr", "ethos-u55-128"),
        ("rwr", "ethos-u55-128"),
        # The first does not use the memory that Vela calls fast, and the second has all of it there.
        ("cr", "ethos-u65-256"),
        ("crc", "ethos-u85-256"),
        ("w", "ethos-u85-256"),
        # A reversal has no constants.
        ("r", "ethos-u85-256"),
    ],
)
def test_results_are_those_of_the_file_before_vela(form: str, accelerator: str, as_object: bool, tmp_path: pathlib.Path) -> None:
    data = _network(form)
    library = _library(data, tmp_path, as_object, accelerator)
    interpreter = litert.Interpreter(
        model_content=data, experimental_op_resolver_type=litert.OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    (given,), (made,) = interpreter.get_input_details(), interpreter.get_output_details()
    limits = numpy.iinfo(given["dtype"])
    for seed in range(5):
        x = numpy.random.default_rng(seed).integers(limits.min, limits.max + 1, _SIZES).astype(given["dtype"])
        interpreter.set_tensor(given["index"], x)
        interpreter.invoke()
        want = interpreter.get_tensor(made["index"])
        got = numpy.zeros_like(want)
        error = ctypes.c_char_p()
        code = library.run(x.ctypes.data_as(ctypes.c_void_p), got.ctypes.data_as(ctypes.c_void_p), ctypes.byref(error))
        assert (code, error.value) == (0, b"")
        numpy.testing.assert_array_equal(got, want)


def test_constants_of_several_operators_are_stored_once(tmp_path: pathlib.Path) -> None:
    data = _compiled_by_vela(_network("crc"), tmp_path)
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
    data = _compiled_by_vela(_network("c"), tmp_path)
    with pytest.raises(FrontEndError, match=r"Vela.*or the driver's function \(--custom-op=ethos-u:FUNCTION:DEVICE\)"):
        tirc.compile(data)


def test_the_option_is_vela_and_then_tirc(tmp_path: pathlib.Path) -> None:
    data = _network("cr")
    after = tirc.compile(_compiled_by_vela(data, tmp_path), model_name="net", custom_op="ethos-u:npu_invoke:npu0:sizes",
                         model_info="none")
    module = tirc.compile(data, model_name="net", npu="vela:ethos-u55-128", model_info="none")
    assert module.files == after.files
    texts = [diagnostic.message for diagnostic in module.diagnostics]
    assert any(re.fullmatch(r"ethos-u-vela 5\.\S+ made 1 operator for the accelerator; on the processor: REVERSE_V2", text) for text in texts)


def test_layers_that_vela_does_not_take_are_the_processors() -> None:
    module = tirc.compile(_network("r"), npu="vela")
    assert "npu_invoke" not in module.header
    assert any("takes none of the layers, which stay on the processor: REVERSE_V2" in one.message for one in module.diagnostics)


@pytest.mark.parametrize(
    ("npu", "options", "message"),
    [
        ("tpu", {}, r"--npu=tpu: no compiler for an accelerator is called 'tpu'; expected vela\[:ACCELERATOR\]"),
        ("vela:", {}, r"'' is not an accelerator in the first place, .*memory-mode"),
        ("vela:ethos-u55-128:verbose-all=1", {}, r"'verbose-all=1' is not .*arena-cache-size, config, ignore-ops"),
        ("vela:ethos-u1", {}, r"ethos-u-vela 5\.\S+ cannot compile this model \(--accelerator-config ethos-u1\): .*'ethos-u55-128'"),
        ("vela:memory-mode=Mine", {}, r"cannot compile this model \(--memory-mode Mine\): .*Memory_Mode.Mine not found"),
        ("vela", {"outputs": "c0"}, r"--outputs=c0 cuts the model, and --npu=vela compiles it as a whole; expected one of the two"),
    ],
)
def test_what_vela_cannot_do_is_named(npu: str, options: Any, message: str) -> None:
    with pytest.raises(FrontEndError, match=message):
        tirc.compile(_network("cr"), npu=npu, **options)


def test_a_file_of_velas_is_not_compiled_again(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FrontEndError, match=r"Vela has compiled this file already .*--custom-op=ethos-u:npu_invoke:npu0:sizes"):
        tirc.compile(_compiled_by_vela(_network("c"), tmp_path), npu="vela")


def test_models_of_other_kinds_are_refused() -> None:
    with pytest.raises(tirc.CompileError, match=r"--npu=vela: Vela compiles models of TensorFlow Lite, and this is MLIR"):
        tirc.compile("func.func @f(%a: tensor<2xi8>) -> tensor<2xi8> { return %a : tensor<2xi8> }", npu="vela")
    onnx = pytest.importorskip("onnx")
    node = onnx.helper.make_node("Relu", ["x"], ["y"])
    ports = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [2]) for name in "xy"]
    with pytest.raises(FrontEndError, match=r"--npu=vela: .* and this is a model of ONNX; expected a .tflite file"):
        tirc.compile(onnx.helper.make_model(onnx.helper.make_graph([node], "g", ports[:1], ports[1:])), npu="vela")


def test_without_vela_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FrontEndError, match=r"--npu=vela needs the Python package 'ethos-u-vela'.* -m pip install ethos-u-vela"):
        tirc.compile(_network("c"), npu="vela")


def test_the_command_writes_all_or_nothing(tmp_path: pathlib.Path) -> None:
    (tmp_path / "net.tflite").write_bytes(_network("cr"))
    command = [sys.executable, "-m", "tirc", "net.tflite", "-o", "out", "--target=cortex-m55"]
    done = subprocess.run([*command, "--npu=vela:ethos-u1"], check=False, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and "tirc: error: net.tflite: ethos-u-vela" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["net.tflite"]
    done = subprocess.run([*command, "--npu", "vela:ethos-u55-128"], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert "made 1 operator for the accelerator; on the processor: REVERSE_V2" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.tflite", "out"]
    assert "int32_t npu_invoke(" in (tmp_path / "out" / "tvmgen_net.h").read_text()


@pytest.mark.parametrize(("goal", "tools"), [("run", ["cc"]), ("run-on-board", ["arm-none-eabi-gcc", "qemu-system-arm"])])
def test_the_example_runs(goal: str, tools: list[str], tmp_path: pathlib.Path) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"needs {tool}")
    command = ["make", "-C", _EXAMPLE, f"BUILD={tmp_path}", f"PYTHON={sys.executable}", goal]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    # Semihosting writes to standard error.
    assert "all outputs are TensorFlow Lite's" in done.stdout + done.stderr


def test_the_stub_finds_what_is_not_velas(tmp_path: pathlib.Path) -> None:
    data = _network("c")
    other = _compiled_by_vela(_network("c", seed=1), tmp_path)
    library = _library(data, tmp_path, False, "ethos-u55-128", other)
    error = ctypes.c_char_p()
    x, y = numpy.zeros(_SIZES, numpy.int8), numpy.zeros((*_SIZES[:3], 8), numpy.int8)
    code = library.run(x.ctypes.data_as(ctypes.c_void_p), y.ctypes.data_as(ctypes.c_void_p), ctypes.byref(error))
    assert code == -1 and error.value == b"Vela's file has other constants"
