# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules, passes and traces."""

from __future__ import annotations

import pathlib
import threading

import numpy
import pytest
from models import DIFFERENCE, DIGITS, digits_cases

import tirc
from tirc import ir, passes


def test_a_module_is_read_from_text_bytes_and_files(tmp_path: pathlib.Path) -> None:
    module = ir.parse(DIFFERENCE)
    assert "tosa.sub" in str(module) and module.name == "module"
    path = tmp_path / "difference.mlir"
    path.write_text(DIFFERENCE)
    assert str(ir.parse(path)) == str(module) == str(ir.parse(DIFFERENCE.encode())) == str(ir.parse(module.bytecode))
    assert ir.parse(str(path)).name == "difference.mlir"
    # Several functions need no module around them.
    two = ir.parse("func.func @f() { return }\nfunc.func @g() { return }")
    assert [op.symbol for op in two.operations if op.name == "func.func"] == ["f", "g"]


def test_operations_have_names_places_and_types() -> None:
    module = ir.parse(DIGITS)
    first, function = module.operations[:2]
    assert (first.name, first.depth, function.symbol, function.depth) == ("builtin.module", 0, "main", 1)
    conv = next(op for op in module.operations if op.name == "tosa.conv2d")
    assert conv.place == "sequential_1/re_lu_1/Relu" and conv.depth == 2
    assert conv.operand_types[0] == "tensor<1x8x8x1xi8>" and conv.result_types == ("tensor<1x8x8x16xi32>",)
    line = next(op for op in ir.parse(DIFFERENCE).operations if op.name == "tosa.sub")
    assert (line.file, line.line) == ("module", 4)
    assert "111 of tosa" in repr(module)


def test_large_constants_are_left_out_of_prints_unless_asked_for() -> None:
    module = ir.parse(DIGITS)
    assert "__elided__" in str(module) and len(str(module)) < len(module.print(large=None))
    whole = module.print(large=None, locations=True)
    assert "__elided__" not in whole and 'loc("sequential_1/' in whole and "loc(" not in str(module)
    image, scores = digits_cases()
    again = tirc.compile(ir.parse(whole))
    assert numpy.array_equal(again.run(image[0])["Identity"], scores[0])
    assert '"func.func"() <{' in module.print(generic=True)
    assert (
        module._repr_html_().startswith("<pre>module attributes {tfl.") and "&lt;1x8x8x1xi8&gt;" in module._repr_html_()
    )


def test_what_does_not_read_is_an_error_with_its_place() -> None:
    with pytest.raises(tirc.CompileError) as caught:
        ir.parse("func.func @f() { return }\nfunc.func @g() { retur }")
    (diagnostic,) = caught.value.diagnostics
    assert "custom op 'retur' is unknown" in diagnostic.message
    assert (diagnostic.severity, diagnostic.line, diagnostic.column) == ("error", 2, 18)
    with pytest.raises(tirc.CompileError, match="has 0 operands, but enclosing function"):
        ir.parse("module {\n  func.func @f() -> i8 { return }\n}")
    with pytest.raises(tirc.CompileError, match="bytecode version"):
        ir.parse(b"ML\xefRxxxx")
    with pytest.raises(FileNotFoundError):
        ir.parse("no/such/file.mlir")


def test_passes_make_a_new_module_and_leave_the_old_one() -> None:
    module = ir.parse(DIFFERENCE)
    text = str(module)
    after = passes.run(module, "tir-phase-import{model-name=difference},tir-phase-kernels")
    assert str(module) == text and "tir.call_tir" in str(after)
    assert 'name = "difference"' in str(after)
    assert numpy.array_equal(
        tirc.compile(after, compile_from="kernels").run(to_the_left := numpy.float32([3, 2, 1]), to_the_left)[
            "difference"
        ],
        [0, 0, 0],
    )


def test_a_pipeline_that_does_not_read_is_an_error() -> None:
    module = ir.parse(DIFFERENCE)
    for pipeline in ("no-such-pass", "cse{", "func.func(tir-phase-import)", "func.func(tir-plan-memory)"):
        with pytest.raises(tirc.CompileError) as caught:
            passes.run(module, pipeline)
        assert f"pipeline '{pipeline}' cannot be parsed" in str(caught.value) and caught.value.diagnostics
        with pytest.raises(tirc.CompileError, match="cannot be parsed"):
            passes.expand(pipeline)


def test_a_pass_that_fails_says_why_without_the_whole_operation() -> None:
    dynamic = "func.func @f(%a: tensor<?xi8>) -> tensor<?xi8> {\n  return %a : tensor<?xi8>\n}"
    with pytest.raises(tirc.CompileError, match="has a dynamic dimension") as caught:
        passes.run(ir.parse(dynamic), "tir-phase-import")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.place == "module:func#0" and diagnostic.notes == ()


def test_print_between_shows_what_changes_something(capsys: pytest.CaptureFixture[str]) -> None:
    module, steps = ir.parse(DIFFERENCE), []
    end = passes.run(module, "tir-phase-import", print_between=lambda step, after: steps.append((step, str(after))))
    names = [step.partition("{")[0] for step, _ in steps]
    assert names[0] == "tir-name-locations" and "tir-lower-tosa" in names and "symbol-dce" not in names
    assert steps[-1][1] == str(end) == str(passes.run(module, "tir-phase-import"))
    passes.run(module, "tir-phase-import", print_between=True)
    printed = capsys.readouterr().out
    assert printed.count("// after ") == len(steps) and "// after tir-lower-tosa\n" in printed


def test_passes_and_phases_have_names_and_summaries() -> None:
    assert passes.phases[0] == "import" and passes.phases[-2:] == ("emitc", "llvm")
    known = passes.available()
    assert known["tir-phase-plan"].startswith("Phase plan") and "cse" in known
    # A pass that a phase runs with options.
    assert known["inline"] == passes.summary("inline")
    assert all(known.values()) and passes.summary("no-such-pass") is None
    assert passes.expand("tir-phase-plan,func.func(cse)")[-2:] == ["tir-verify-phase{phase=plan}", "func.func(cse)"]


def test_a_compilation_is_a_pipeline_with_the_options_of_tirc() -> None:
    module = ir.parse(DIGITS)
    pipeline = f"tir-compile{{source={pathlib.Path(DIGITS).name} model-name=digits ram=1500}}"
    expected = tirc.compile(DIGITS, model_name="digits", ram=1500, model_info="none")
    # Each pass by itself, as its text says, and then the whole pipeline.
    for how in ({}, {"print_between": lambda step, after: None}):
        lowered = passes.run(module, pipeline, **how)
        assert tirc.compile(lowered, compile_from="emitc", model_name="digits", model_info="none").c_source == expected.c_source
    with pytest.raises(tirc.CompileError, match="--rows=none: unknown; expected one of auto, off, min-ram"):
        passes.run(module, "tir-compile{rows=none}")
    with pytest.raises(tirc.CompileError, match="more than the limit of 1000"):
        passes.run(module, "tir-compile{ram=1000}")


def test_a_trace_has_the_module_of_each_phase() -> None:
    trace = passes.trace(DIGITS, until="plan", model_name="digits")
    assert list(trace) == ["model", "import", "kernels", "schedule", "buffers", "plan"] and len(trace) == 6
    assert "tosa.conv2d" in str(trace["model"]) and "tosa.conv2d" not in str(trace["import"])
    assert str(trace[2]) == str(trace["kernels"]) and str(trace[-1]) == str(trace["plan"])
    # Each module is the one that the options of the compilation give, and the compilation can continue from it.
    assert 'name = "digits"' in str(trace["plan"])
    image, scores = digits_cases()
    rest = tirc.compile(trace["kernels"], compile_from="kernels")
    assert numpy.array_equal(rest.run(image[0])["Identity"], scores[0])
    kernel = next(op for op in trace["kernels"].operations if op.symbol and "max_pool" in op.symbol.lower())
    assert kernel.place == "sequential_1/max_pooling2d_1/MaxPool2d"


def test_a_trace_shows_itself_and_its_differences() -> None:
    trace = passes.trace(DIFFERENCE, until="buffers")
    assert [line.split()[0] for line in str(trace).splitlines()] == list(trace)
    diff = trace.diff("import")
    assert diff.startswith("--- import\n+++ kernels\n") and "+  tir.prim_func" in diff
    assert trace.diff("model", "buffers").startswith("--- model\n+++ buffers\n") and trace.diff(1) == diff
    assert trace._repr_html_().count("<details>") == len(trace)
    with pytest.raises(KeyError, match="it has model, import"):
        trace["loops"]
    with pytest.raises(KeyError, match="is the last"):
        trace.diff("buffers")


def test_a_trace_ends_where_the_options_say() -> None:
    assert list(passes.trace(DIFFERENCE))[-1] == "emitc"
    assert list(passes.trace(DIFFERENCE, emit="obj"))[-1] == "llvm"
    with pytest.raises(tirc.CompileError, match="loop"):
        passes.trace(DIFFERENCE, until="loop")


def test_threads_may_share_a_module() -> None:
    module, results = ir.parse(DIGITS), set()

    def work() -> None:
        for _ in range(3):
            results.add(str(passes.run(module, "tir-phase-import")))
            results.add(str(len(module.operations)))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 2
