# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weights that are inputs (the option weights_as_inputs): each model has the bits of one with these weights as constants."""

import pathlib
import shutil
import struct
import subprocess
import tarfile

import numpy
import pytest

import tirc
from tirc import cortex_m4
from tirc.layout import Layout

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "runtime" / "crt" / "include"
RNG = numpy.random.default_rng(53)
# Rows of windows with 9, 10 and 16 products, which differ in how words hold them; an odd number of channels.
SHAPES = {
    "w0": (5, 3, 3, 3), "b0": (5,), "w1": (3, 3, 5, 1), "b1": (5,), "w2": (6, 1, 2, 5), "b2": (6,),
    "w3": (8, 1, 1, 6), "b3": (8,), "w4": (7, 1, 1, 128), "b4": (7,),
}  # fmt: skip
INPUT = (1, 6, 5, 3)


def literal(array: numpy.ndarray) -> str:
    element = {"int8": "i8", "int32": "i32", "float32": "f32"}[array.dtype.name]
    shape = "x".join(map(str, array.shape))
    numbers = array.view("uint32") if array.dtype == numpy.float32 else array
    text = numpy.array2string(numbers, separator=",", threshold=10**7, formatter={"int": lambda n: f"0x{n:08X}" if numbers.dtype == "uint32" else str(n)})
    return f"dense<{text}> : tensor<{shape}x{element}>"


def network(weights: dict[str, numpy.ndarray]) -> str:
    """Returns convolutions of a window, depthwise, of one row, of one position, and a fully connected layer."""
    kind = "f32" if weights["w0"].dtype == numpy.float32 else "i8"
    total = "f32" if kind == "f32" else "i32"
    lines = []

    def const(value: str, type: str) -> str:
        name = f"%c{len(lines)}"
        lines.append(f'{name} = "tosa.const"() <{{values = {value} : {type}}}> : () -> {type}')
        return name

    for name, array in weights.items():
        text = literal(array)
        lines.append(f'%{name} = "tosa.const"() <{{values = {text}}}> : () -> {text.split(" : ")[1]} loc("{name}")')
    zero = const("dense<0.0>" if kind == "f32" else "dense<-7>", f"tensor<1x{kind}>")
    none = const("dense<0.0>" if kind == "f32" else "dense<0>", f"tensor<1x{kind}>")

    def layer(op: str, x: str, shape: str, number: int, out: str, attributes: str) -> str:
        w, b = weights[f"w{number}"], weights[f"b{number}"]
        wt, bt = ("x".join(map(str, array.shape)) for array in (w, b))
        lines.append(
            f"%s{number} = tosa.{op} {x}, %w{number}, %b{number}, {zero}, {none} {{acc_type = {total}, {attributes}}} : "
            f"(tensor<{shape}x{kind}>, tensor<{wt}x{kind}>, tensor<{bt}x{total}>, tensor<1x{kind}>, tensor<1x{kind}>) -> "
            f"tensor<{out}x{total}>"
        )
        if kind == "f32":
            return f"%s{number}"
        channels = b.shape[0]
        multiplier = const(f"dense<[{','.join(str(1200000000 + 1000003 * c) for c in range(channels))}]>", f"tensor<{channels}xi32>")
        shift = const(f"dense<[{','.join(str(40 + c % 3) for c in range(channels))}]>", f"tensor<{channels}xi8>")
        first, last = const("dense<0>", "tensor<1xi32>"), const("dense<-7>", "tensor<1xi8>")
        rounding = "DOUBLE_ROUND" if number % 2 else "SINGLE_ROUND"
        lines.append(
            f"%y{number} = tosa.rescale %s{number}, {multiplier}, {shift}, {first}, {last} {{input_unsigned = false, "
            f"output_unsigned = false, per_channel = true, rounding_mode = {rounding}, scale32 = true}} : "
            f"(tensor<{out}xi32>, tensor<{channels}xi32>, tensor<{channels}xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<{out}xi8>"
        )
        return f"%y{number}"

    same = "dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: "
    x = layer("conv2d", "%x", "1x6x5x3", 0, "1x6x5x5", same + "1, 1, 1, 1>")
    x = layer("depthwise_conv2d", x, "1x6x5x5", 1, "1x6x5x5", same + "1, 1, 1, 1>")
    x = layer("conv2d", x, "1x6x5x5", 2, "1x6x4x6", same + "0, 0, 0, 0>")
    lines.append(f"%half = tosa.slice {x}, %from, %size : (tensor<1x6x4x6x{kind}>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x4x4x6x{kind}>")
    x = layer("conv2d", "%half", "1x4x4x6", 3, "1x4x4x8", same + "0, 0, 0, 0>")
    lines.append(f"%flat = tosa.reshape {x}, %line : (tensor<1x4x4x8x{kind}>, !tosa.shape<4>) -> tensor<1x1x1x128x{kind}>")
    x = layer("conv2d", "%flat", "1x1x1x128", 4, "1x1x1x7", same + "0, 0, 0, 0>")
    shapes = {"from": (0, 0, 0, 0), "size": (1, 4, 4, 6), "line": (1, 1, 1, 128)}
    head = [f"%{n} = tosa.const_shape {{values = dense<[{','.join(map(str, s))}]> : tensor<4xindex>}} : () -> !tosa.shape<4>" for n, s in shapes.items()]
    body = "\n  ".join([*head, *lines])
    return f"func.func @main(%x: tensor<1x6x5x3x{kind}> {{tir.name = \"x\"}}) -> (tensor<1x1x1x7x{kind}> {{tir.name = \"y\"}}) {{\n  {body}\n  return {x} : tensor<1x1x1x7x{kind}>\n}}\n"


def draw(kind: str, how: str) -> dict[str, numpy.ndarray]:
    def one(name: str, shape: tuple[int, ...]) -> numpy.ndarray:
        if kind == "float32":
            return RNG.standard_normal(shape).astype(kind)
        if name[0] == "b":
            most = 2**31 if how == "wild" else 2000
            return RNG.integers(-most, most, shape).astype("int32")
        if how == "least":
            return numpy.full(shape, -128, "int8")
        return RNG.integers(-128, 128, shape).astype("int8")

    return {name: one(name, shape) for name, shape in SHAPES.items()}


def draw_fixed() -> dict[str, numpy.ndarray]:
    numbers = numpy.random.default_rng(6)
    return {
        name: numbers.integers(-2000, 2000, shape).astype("int32") if name[0] == "b" else numbers.integers(-128, 128, shape).astype("int8")
        for name, shape in SHAPES.items()
    }


def draw_input(kind: str) -> numpy.ndarray:
    return RNG.standard_normal(INPUT).astype(kind) if kind == "float32" else RNG.integers(-128, 128, INPUT).astype("int8")


def on_board(module: tirc.Module, inputs: list[numpy.ndarray]) -> bytes:
    layout = Layout.of_header(module.header, len(module.inputs), len(module.outputs))
    files = {name: data for name, data in module.files.items() if name.endswith((".c", ".h"))}
    fields = [[tensor.c_name for tensor in tensors] for tensors in (module.inputs, module.outputs)]
    return cortex_m4.run(cortex_m4.BoardModel(files, *fields, layout), [array.tobytes() for array in inputs])[0]


CASES = [("int8", "usual"), ("int8", "least"), ("int8", "wild"), ("float32", "usual")]


@pytest.mark.parametrize("backend", ["jit", "c"])
@pytest.mark.parametrize(("kind", "how"), CASES)
def test_bits_of_constants(kind: str, how: str, backend: str) -> None:
    own = draw(kind, "usual")
    module = tirc.compile(network(own), weights_as_inputs=True, progress=False)
    x = draw_input(kind)
    others = draw(kind, how)
    constants = tirc.compile(network(others), progress=False)
    wanted = constants.run(x=x, backend=backend)["y"]  # type: ignore[arg-type]
    assert module.run(x=x, **others, backend=backend)["y"].tobytes() == wanted.tobytes()  # type: ignore[arg-type]
    # A run without weights has the model's own.
    wanted = tirc.compile(network(own), progress=False).run(x=x)["y"]
    assert module.run(x=x, backend=backend)["y"].tobytes() == wanted.tobytes()  # type: ignore[arg-type]


@pytest.mark.skipif(not all(map(shutil.which, (cortex_m4.EMULATOR, cortex_m4.COMPILER))), reason="no emulator")
@pytest.mark.parametrize(("kind", "how"), CASES)
def test_bits_of_constants_on_a_cortex_m4(kind: str, how: str) -> None:
    module = tirc.compile(network(draw(kind, "usual")), weights_as_inputs=True, target="cortex-m4", progress=False)
    if kind == "int8":
        # All layers have the blocks of known weights, but for the layout.
        assert module.c_source.count("blocks of") == 5
        assert "tir_dsp_dot_plain" in module.c_source
    x, others = draw_input(kind), draw(kind, how)
    constants = tirc.compile(network(others), target="cortex-m4", progress=False)
    assert on_board(module, [x, *others.values()]) == on_board(constants, [x])


def test_names_and_order() -> None:
    module = tirc.compile(network(draw("int8", "usual")), weights_as_inputs=["w3", "b0"], progress=False)
    assert [tensor.name for tensor in module.inputs] == ["x", "b0", "w3"]
    assert [tensor.is_weight for tensor in module.inputs] == [False, True, True]
    assert list(module.weights) == ["b0", "w3"]
    totals = module.report.json["totals"]
    assert totals["weights_bytes"] == 5 * 4 + 48 and totals["inputs_bytes"] == 90


def test_own_weights_are_the_models() -> None:
    for kind in ("int8", "float32"):
        own = draw(kind, "usual")
        module = tirc.compile(network(own), weights_as_inputs="all", progress=False)
        assert list(module.weights) == list(own)
        for name, array in own.items():
            assert module.weights[name].dtype == array.dtype and numpy.array_equal(module.weights[name], array)


def test_wrong_names_are_errors() -> None:
    text = network(draw("int8", "usual"))
    with pytest.raises(tirc.CompileError, match=r"--weights-as-inputs=w9: @main has no constant tensor of this name; near it are 'w0'"):
        tirc.compile(text, weights_as_inputs="w9", progress=False)
    with pytest.raises(tirc.CompileError, match="an empty name"):
        tirc.compile(text, weights_as_inputs="", progress=False)
    with pytest.raises(tirc.CompileError, match="weights stay the same from run to run, but with --io=pool"):
        tirc.compile(text, weights_as_inputs=True, io="pool", progress=False)
    with pytest.raises(tirc.CompileError, match="with --overwrite-inputs a run leaves other data"):
        tirc.compile(text, weights_as_inputs=True, overwrite_inputs=True, progress=False)
    with pytest.raises(tirc.CompileError, match="@main has no constant tensors"):
        tirc.compile("func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> { return %x : tensor<1xf32> }", weights_as_inputs=True, progress=False)
    with pytest.raises(TypeError, match="no value for 'x'"):
        tirc.compile(text, weights_as_inputs=True, progress=False).run()


def test_false_is_no_option() -> None:
    assert len(tirc.compile(network(draw("int8", "usual")), weights_as_inputs=False, progress=False).inputs) == 1


def test_an_archive_has_the_weights_as_parameters(tmp_path: pathlib.Path) -> None:
    own = draw("int8", "usual") | {"w0": numpy.arange(135, dtype="int8").reshape(SHAPES["w0"])}
    tirc.compile(network(own), weights_as_inputs=["w0", "b4"], progress=False).export_mlf(tmp_path / "model.tar")
    with tarfile.open(tmp_path / "model.tar") as archive:
        member = archive.extractfile("./parameters/default.params")
        assert member
        data = member.read()
    # TVM's format: two words, the names with their lengths, and the arrays.
    assert struct.unpack_from("<QQQQ2sQ2sQ", data) == (0xF7E58D4F05049CB7, 0, 2, 2, b"w0", 2, b"b4", 2)
    array = data[struct.calcsize("<QQQQ2sQ2sQ") :]
    assert struct.unpack_from("<QQiiiBBH4qq", array) == (0xDD5E40F096B4A13F, 0, 1, 0, 4, 0, 8, 1, 5, 3, 3, 3, 135)
    array = array[struct.calcsize("<QQiiiBBH4qq") :]
    assert array[:135] == own["w0"].tobytes()
    assert struct.unpack_from("<QQiiiBBHqq", array, 135) == (0xDD5E40F096B4A13F, 0, 1, 0, 1, 0, 32, 1, 7, 28)
    assert array[-28:] == own["b4"].tobytes()


@pytest.mark.parametrize("api", ["c", "packed"])
def test_the_example_has_the_own_weights(api: str, tmp_path: pathlib.Path) -> None:
    printed = []
    for option in (False, True):
        module = tirc.compile(
            network(draw_fixed()), weights_as_inputs=option, interface_api=api, on_error="code",  # type: ignore[arg-type]
            emit=["c", "example"], progress=False,
        )  # fmt: skip
        folder = tmp_path / str(option)
        module.save(folder)
        include = ["-I", str(folder), "-isystem", str(HEADERS)] if HEADERS.is_dir() else ["-I", str(folder)]
        sources = [str(path) for path in folder.glob("*.c")]
        subprocess.run(["gcc", "-std=c99", *include, *sources, "-lm", "-o", str(folder / "program")], check=True)
        printed.append(subprocess.run([folder / "program"], capture_output=True, check=True, text=True).stdout)
    assert printed[0] == printed[1] != ""
