# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flatbuffers of TOSA: names, states, control flow, cuts, versions, and files that are refused or damaged."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest
import tosa_files as t
from conftest import REPO
from models import FOR_A_RUN
from tosa_files import INT32, UINT32, block, operator, packed, shape, tensor

import tirc
from tirc.importers import FrontEndError, kind_of, load, tosa_file
from tirc.verifying import verify

FOLDER = REPO / "test" / "integration" / "models"
X = numpy.array([1, -2, 3], "int32")


def sums(*more: t.Table, operators: Any = None, outputs: Any = ("y",), added: int = 5) -> bytes:
    """Returns x + x, then + 5, or another number."""
    tensors = [tensor(name, [3], "int32") for name in ("x", "2x", "y")]
    nodes = [operator(t.ADD, ["x", "x"], ["2x"]), operator(t.CONST, [], ["five"]), operator(t.ADD, ["2x", "five"], ["y"])]
    five = tensor("five", [1], "int32", numpy.array([added], "int32"))
    return packed([block("main", operators or nodes, [*tensors, five, *more], ["x"], list(outputs))])


def ran(data: bytes, *inputs: Any, **options: Any) -> dict[str, Any]:
    return dict(tirc.compile(data, **FOR_A_RUN, **options).run(*inputs))


def refused(data: bytes, message: str, **options: Any) -> None:
    with pytest.raises(FrontEndError, match=message):
        load(data, options)


def test_a_model_runs_with_its_names() -> None:
    data = sums(outputs=("y", "2x", "y"))
    assert kind_of(data) == "tosa"
    module = tirc.compile(data, **FOR_A_RUN)
    got = module.run(X)
    assert [tensor.name for tensor in module.inputs] == ["x"]
    assert list(got) == ["y", "output_2x", "y_2"]
    assert got["y"].tolist() == got["y_2"].tolist() == [7, 1, 11] and got["output_2x"].tolist() == [2, -4, 6]
    imported = load(data)
    assert imported.front_end == "tosa" and imported.operators["y"] == "ADD"


def test_a_place_is_the_location_or_the_result() -> None:
    places = {"": "y", "conv/1": "conv/1", 'loc("a layer"("m.mlir":1:2))': "a layer", 'loc("m.mlir":1:2)': "y"}
    for location, place in places.items():
        data = sums(operators=[operator(t.ADD, ["x", "five"], ["y"], place=location)])
        assert f'loc("{place}")' in load(data).mlir.decode()


def test_an_unnamed_tensor_gets_a_name() -> None:
    tensors = [tensor("", [3], "int32"), tensor("y", [3], "int32")]
    assert ran(packed([block("main", [operator(t.ADD, ["", ""], ["y"])], tensors, [""], ["y"])]), X)["y"].tolist() == [2, -4, 6]
    module = tirc.compile(packed([block("", [operator(t.ADD, ["", ""], ["y"])], tensors, [""], ["y"])]))
    assert [tensor.name for tensor in module.inputs] == ["input"]
    refused(sums(tensor("x", [3], "int32")), "damaged: two tensors have the name 'x'")


def test_the_order_of_operators_is_open() -> None:
    nodes = [operator(t.ADD, ["2x", "five"], ["y"]), operator(t.ADD, ["x", "x"], ["2x"])]
    assert ran(sums(operators=nodes), X)["y"].tolist() == [7, 1, 11]
    refused(sums(tensor("v", [3], "int32", X, variable="v"), operators=nodes), "the order of reads and writes is open")
    nodes = [operator(t.ADD, ["2x", "five"], ["y"]), operator(t.ADD, ["y", "x"], ["2x"])]
    refused(sums(operators=nodes), r"the operator 'y' \(ADD\) needs its own result")


@pytest.mark.parametrize("numbers", [(t.VARIABLE_READ, t.VARIABLE_WRITE), (t.IDENTITY, t.IDENTITY)])
def test_a_variable_keeps_its_value(numbers: tuple[int, int]) -> None:
    # Arm's translator writes identities.
    nodes = [
        operator(t.VARIABLE, [], ["state"]),
        operator(numbers[0], ["state"], ["old"]),
        operator(t.ADD, ["old", "x"], ["new"]),
        operator(numbers[1], ["new"], ["state"]),
    ]
    tensors = [tensor(name, [3], "int32") for name in ("x", "old", "new")]
    tensors.append(tensor("state", [3], "int32", numpy.array([10, 20, 30], "int32"), variable="the state"))
    module = tirc.compile(packed([block("main", nodes, tensors, ["x"], ["old"])]), **FOR_A_RUN)
    assert module.run(X)["old"].tolist() == [10, 20, 30] and module.run(X)["old"].tolist() == [11, 18, 33]


def loop() -> bytes:
    """Returns a loop that adds x until the first of its sums is over 20, and a branch that subtracts what it reads."""
    names = [tensor(name, [3], "int32") for name in ("x", "a", "b", "sum", "y", "z")]
    tensors = [*names, tensor("more", [], "bool"), tensor("p", [], "bool"), tensor("n", [], "int32"), tensor("m", [], "int32")]
    limit, one = (tensor(name, [], "int32", numpy.array(v, "int32")) for name, v in (("limit", 3), ("one", 1)))
    tensors += [limit, one, tensor("k", [], "int32", numpy.array(0, "int32")), tensor("end", [], "int32")]
    main = block(
        "main",
        [
            operator(t.WHILE_LOOP, ["k", "x"], ["end", "sum"], {0: "cond", 1: "body"}),
            operator(t.COND_IF, ["p", "sum", "x"], ["y"], {0: "then", 1: "else"}),
        ],
        tensors,
        ["x", "p"],
        ["y", "end"],
    )
    cond = block("cond", [operator(t.GREATER, ["limit", "n"], ["more"])], tensors, ["n", "a"], ["more"])
    body = block(
        "body", [operator(t.ADD, ["a", "a"], ["b"]), operator(t.ADD, ["n", "one"], ["m"])], tensors, ["n", "a"], ["m", "b"]
    )
    then = block("then", [operator(t.SUB, ["a", "b"], ["z"])], tensors, ["a", "b"], ["z"])
    # The other branch has its block in the same region, and no operator.
    return packed([main, block("else", [], tensors, ["a", "b"], ["b"])], [cond], [body], [then])


def test_control_flow() -> None:
    for p, want in ((True, 7 * X), (False, X)):
        got = ran(loop(), X, numpy.array(p))
        assert got["y"].tolist() == want.tolist() and got["end"] == 3


def test_control_flow_that_is_wrong() -> None:
    tensors = [tensor("x", [], "bool"), tensor("y", [], "bool")]

    def call(name: str) -> t.Table:
        return operator(t.COND_IF, ["x", "x"], ["y"], {0: name, 1: name})

    def model(*blocks: t.Table) -> bytes:
        return packed([block("main", [call("b0")], tensors, ["x"], ["y"])], *[[one] for one in blocks])

    refused(model(), "runs the block 'b0', which is not in the file")
    refused(model(block("b0", [], tensors, [], [])), "runs the block 'b0', which has 0 inputs, expected 1")
    refused(model(block("b0", [call("b0")], tensors, ["x"], ["y"])), "the block 'b0' contains itself")
    # Each block runs the next one twice.
    deep = [block(f"b{i}", [call(f"b{i + 1}")], tensors, ["x"], ["y"]) for i in range(40)]
    refused(model(*deep, block("b40", [], tensors, ["x"], ["x"])), "blocks that run others make over 1000000 operators")


def constant(kind: str, sizes: list[int], data: Any) -> str:
    made = tensor("c", sizes, kind, data)
    text = load(packed([block("main", [], [made, tensor("x", [1], "int8")], ["x"], ["c", "x"])])).mlir.decode()
    (line,) = (line for line in text.splitlines() if "tosa.const" in line)
    return str(line)


def test_constants_of_each_type() -> None:
    assert 'dense<"0x01020D04">' in constant("int4", [2, 2], bytes([0x21, 0x4D]))
    assert 'dense<"0x010F08">' in constant("int4", [3], bytes([0xF1, 0x08, 0, 0, 0, 0, 0, 0]))
    assert 'dense<"0xFBFFFFFFFFFF010000000000">' in constant("int48", [2], b"\xfb" + b"\xff" * 5 + b"\1" + bytes(9))
    assert "dense<[[true, false, true], [false, true, true]]>" in constant("bool", [2, 3], bytes([1, 0, 1, 0, 1, 1]))
    assert "dense<true> : tensor<4xi1>" in constant("bool", [4], b"\1\1\1\1\0\0\0\0")
    # All elements are the same.
    assert 'dense<"0x803F"> : tensor<3xbf16>' in constant("bfloat16", [3], b"\x80\x3f" * 3)
    assert 'dense<"0x0000C03F"> : tensor<f32>' in constant("float32", [], numpy.float32(1.5))
    assert "tensor<1xi64>" in constant("int64", [1], numpy.int64(7))


def test_data_after_the_flatbuffer() -> None:
    later = tensor("c", [2], "int32", offset=4000, size=8)
    data = packed([block("main", [], [later, tensor("x", [1], "int8")], ["x"], ["c"])])
    data += bytes(4000 - len(data)) + numpy.array([3, 4], "int32").tobytes()
    assert 'dense<"0x0300000004000000">' in load(data).mlir.decode()
    refused(data[:-1], "the data of the tensor 'c' end after the file")


def test_attributes_of_the_type_of_the_input() -> None:
    for kind, data, want in (
        ("int8", (b"\x80", b"\x7f"), "min_val = -128 : i8, max_val = 127 : i8"),
        ("int16", (b"\x00\x80" + bytes(6), b"\x05\0"), "min_val = -32768 : i16, max_val = 5 : i16"),
        ("float32", (b"\0\0\x80\xff", b"\0\0\xc0\x40"), "min_val = 0xFF800000 : f32, max_val = 0x40C00000 : f32"),
        ("bfloat16", (b"\x80\xff", b"\xc0\x40"), "min_val = 0xFF80 : bf16, max_val = 0x40C0 : bf16"),
    ):
        tensors = [tensor(name, [2], kind) for name in ("x", "y")]
        for nan_mode in (0, 1):
            node = operator(t.CLAMP, ["x"], ["y"], {0: data[0], 1: data[1], 2: (UINT32, nan_mode)})
            file = packed([block("main", [node], tensors, ["x"], ["y"])])
            if nan_mode or kind.startswith("int"):
                assert want in load(file).mlir.decode()
            else:
                refused(file, r"'y' \(CLAMP\) has no value of the attribute 'nan_mode'")


def dynamic(sizes: list[int]) -> bytes:
    tensors = [tensor("x", sizes, "int32"), tensor("y", sizes, "int32")]
    return packed([block("main", [operator(t.ADD, ["x", "x"], ["y"])], tensors, ["x"], ["y"])])


def test_a_dynamic_batch_is_one() -> None:
    for unknown in (-1, 0):
        imported = load(dynamic([unknown, 3]))
        assert "input 0 ('x') has a dynamic batch, which is compiled as 1" in imported.remarks[0]
        assert ran(dynamic([unknown, 3]), X[None])["y"].tolist() == [[2, -4, 6]]
    module = tirc.compile(dynamic([-1, 3]), input_shape={"x": (4, 3)})
    assert module.outputs[0].shape == (4, 3) and not load(dynamic([-1, 3]), {"input_shape": "0:4x3"}).remarks
    refused(dynamic([2, -1]), r"input 0 \('x'\) has the shape 2x\?; expected a size in place of each '\?'")
    refused(dynamic([-1, 3]), "input_shape names the input 'z'", input_shape="z:1x3")


def test_shapes() -> None:
    tensors = [tensor("x", [2, 3], "int32"), tensor("y", [3, 2], "int32")]
    node = operator(t.RESHAPE, ["x", "s"], ["y"])
    # Of operations on shapes, too, which version 1.1 has.
    made = [
        operator(t.CONST_SHAPE, [], ["two"]),
        operator(t.ADD_SHAPE, ["two", "one"], ["sum"]),
        operator(t.DIM, ["x"], ["dim"], {0: (INT32, 0)}),
        operator(t.CONCAT_SHAPE, ["sum", "dim"], ["s"]),
    ]
    results: list[t.Table] = [{0: name, 1: (UINT32, rank)} for name, rank in (("sum", 1), ("dim", 1), ("s", 2))]
    shapes = [shape("two", 2), shape("one", 1), *results]
    want = numpy.arange(6).reshape(3, 2).tolist()
    for nodes, known in (([node], [shape("s", 3, 2)]), ([*made, node], shapes)):
        data = packed([block("main", nodes, tensors, ["x"], ["y"], known)], version=(1, 1, 0), draft=True)
        assert ran(data, numpy.arange(6, dtype="int32").reshape(2, 3))["y"].tolist() == want
    refused(packed([block("main", [node], tensors, ["x"], ["y"], [{0: "s", 1: (UINT32, 2)}])]), "shape 's', which has no value")


def test_a_part_of_a_model() -> None:
    assert ran(sums(), X, outputs="2x")["output_2x"].tolist() == [2, -4, 6]
    got = ran(sums(), X, inputs="2x")
    assert got["y"].tolist() == [6, 3, 8]
    refused(sums(), "outputs names the tensor 'z', which this model does not compute", outputs="z")
    refused(sums(), "inputs names '2x' twice", inputs=["2x", "2x"])
    refused(sums(), "the outputs are inputs", inputs="2x", outputs="2x")
    nodes = [operator(t.ADD, ["x", "x"], ["2x"]), operator(t.ADD, ["2x", "x"], ["y"])]
    refused(sums(operators=nodes), "the outputs are computed also from 'x', which inputs does not name", inputs="2x")


def test_versions() -> None:
    main = [block("main", [operator(t.ADD, ["x", "x"], ["y"])], [tensor("x", [3], "int32"), tensor("y", [3], "int32")], ["x"], ["y"])]
    for version, draft in (((1, 0, 0), False), ((1, 0, 1), False), ((1, 1, 0), True), ((1, 1, 0), False)):
        assert ran(packed(main, version=version, draft=draft), X)["y"].tolist() == [2, -4, 6]
    for version, draft, text in (
        ((0, 80, 0), False, r"0\.80\.0 of TOSA"),
        ((1, 0, 0), True, r"1\.0\.0 \(a draft\) of TOSA"),
        ((2, 0, 0), False, r"2\.0\.0 of TOSA"),
    ):
        refused(packed(main, version=version, draft=draft), text + "; expected 1.0 or 1.1: write the file with tosa-tools")


def test_what_tirc_does_not_know_is_refused_by_name() -> None:
    for number, name in ((t.MATMUL_T, "MATMUL_T"), (200, "operator 200"), (0, "UNKNOWN")):
        node = operator(number, ["x"], ["y"])
        refused(sums(operators=[node]), f"'y': tirc does not know the operator {name}; expected operators of TOSA 1.0")
    tensors = [tensor("x", [3], "float6"), tensor("y", [3], "float32")]
    refused(packed([block("main", [operator(t.CAST, ["x"], ["y"])], tensors, ["x"], ["y"])]), "'x' has the type FP6E2M3; expected")
    refused(sums(), "--npu=vela: Vela compiles models of TensorFlow Lite, and this is a model of TOSA", npu="vela")


def test_models_are_compared_with_the_reference_model() -> None:
    pytest.importorskip("tosa_reference_model", reason="needs tosa-tools")
    assert tirc.compile(sums(), verify=[X]).outputs[0].name == "y"
    # The reference adds another constant, which the first tensor after it shows.
    source = load(sums())
    module, exposed = tirc.compile(source.mlir, **source.options), []
    with pytest.raises(tirc.VerificationError, match="'y' differs from the specification of TOSA 1.0: 3 of 3 numbers"):
        verify(load(sums(added=9)), module, [X], lambda data: exposed.append(data) or tirc.compile(sums(outputs=["2x", "y"])))
    assert tosa_file.read(exposed[0]).main.outputs == ("2x", "y")


def test_a_custom_operator_is_a_call() -> None:
    tensors = [tensor("x", [4], "float32"), tensor("y", [4], "float32")]
    node = operator(t.CUSTOM, ["x"], ["y"], {0: "blur", 1: "vendor", 2: b'a "b" \x01'})
    data = packed([block("main", [node], tensors, ["x"], ["y"])])
    text = load(data).mlir.decode()
    assert 'operator_name = "blur", domain_name = "vendor", implementation_attrs = "a \\22b\\22 \\01"' in text
    with pytest.raises(tirc.CompileError, match="'blur' is a custom operator of the domain 'vendor'"):
        tirc.compile(data)
    assert "vendor_blur(" in tirc.compile(data, custom_op="blur:vendor_blur", target="cortex-m4").c_source


def test_files_that_contradict_themselves() -> None:
    refused(sums(outputs=["z"]), "damaged: 'the end' needs 'z', which is not one of the tensors of the block 'main'")
    refused(sums(operators=[operator(t.ADD, ["x", "2x"], ["y"])]), "needs the tensor '2x', which is not an input, and which no operator")
    refused(sums(tensor("c", [4], "int16", b"123"), outputs=["c"]), "'c' of type tensor<4xi16> has 3 bytes of data; expected 8")
    refused(sums(tensor("c", [1], "int16", b"123"), outputs=["c"]), "has 3 bytes of data; expected 2")
    twice = [operator(t.ADD, ["x", "x"], ["y"]), operator(t.SUB, ["x", "x"], ["y"])]
    refused(sums(operators=twice), "the tensor 'y' is made twice")
    # An operator without attributes may have no table of them.
    assert b"tosa.add" in load(sums(operators=[operator(t.ADD, ["x", "x"], ["y"]) | {1: ("Byte", 0)}])).mlir
    other = operator(t.CLAMP, ["x"], ["y"]) | {1: ("Byte", 2)}
    refused(sums(operators=[other]), r"'y' \(CLAMP\) has not the attributes")
    refused(packed(), "damaged: it has no block")


def test_damaged_files_are_errors() -> None:
    # Any result will do, but no traceback of another kind.
    data = loop()
    generator = random.Random(1)
    refused_files = 0
    for i in range(600):
        changed = bytearray(data)
        if i < 300:
            del changed[generator.randrange(12, len(data)) :]
        else:
            for _ in range(generator.choice((1, 1, 4))):
                changed[generator.randrange(8, len(data))] = generator.randrange(256)
        try:
            load(bytes(changed))
        except FrontEndError:
            refused_files += 1
    assert refused_files > 300


def test_a_file_of_executorch() -> None:
    # test/integration/models/make_executorch.py wrote it, with the reference model's numbers.
    golden = numpy.load(FOLDER / "executorch_int8.golden.npz")
    module = tirc.compile(FOLDER / "executorch_int8.tosa", **FOR_A_RUN)
    (got,) = module.run(golden["x"]).values()
    numpy.testing.assert_array_equal(got, golden["y"])
