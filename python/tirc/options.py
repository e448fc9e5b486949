# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of a compilation. Written by scripts/update_reference from those of the command `tirc`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Path = str | os.PathLike[str]


class CompileOptions(TypedDict, total=False):
    """The keyword arguments of `tirc.compile`. One that is None is as one that is not given."""

    model_name: str | None
    """`--model-name=NAME`: Name of the model in the C and in the files' names (default: that of MODEL's file;
    default with --tvm-compat and with --emit=mlf).
    """

    entry: str | None
    """`--entry=FUNC`: Function to compile (default: the one public function)."""

    input_shape: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--input-shape=INDEX:1x49x10x1`: Shape of an input with dynamic dimensions; INDEX may be its name; may be
    given several times.
    """

    io_quant: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--io-quant=NAME:scale:zero_point`: Quantisation of an input or output, for the header; may be given several
    times.
    """

    emit: str | Sequence[Literal["c", "obj", "shared", "llvm-ir", "mlir", "example", "html", "mlf"]] | None
    """`--emit=KINDS`: What to write, by commas: c (default), obj, shared, llvm-ir, mlir, example (a main.c that
    runs the model), html (the report as a page); mlf, alone or with c or obj: all of it as one archive in TVM's
    Model Library Format.
    """

    target_triple: str | None
    """`--target-triple=TRIPLE`: Machine to compile for (default: this one)."""

    target_cpu: str | None
    """`--target-cpu=CPU`: Processor, such as cortex-m4."""

    target_features: str | None
    """`--target-features=FEATURES`: Features of the processor, such as +dsp,-fp64."""

    float_abi: Literal["soft", "softfp", "hard"] | None
    """`--float-abi=ABI`: How floats are passed: soft, softfp or hard."""

    O: Literal["0", "1", "2", "3"] | int | None
    """`-O0-3`: Optimisation of objects: -O0, -O1, -O2 (default) or -O3."""

    schedule: Literal["auto", "elementwise"] | None
    """`--schedule=SCHEDULE`: How kernels are computed: auto (default), the way with the fewest estimated cycles on
    the target, or elementwise, each element by itself.
    """

    plan: Literal["packed", "separate"] | None
    """`--plan=PLAN`: Memory of activations: packed (default, one arena) or separate (an array for each buffer)."""

    interface_api: Literal["c", "packed"] | None
    """`--interface-api=API`: What the application calls: c (default), a function over structs of pointers, or
    packed, one with TVM's packed signature.
    """

    unpacked_api: bool | None
    """`--unpacked-api=BOOL`: Whether the model's functions get raw pointers (default: true) or packed arguments."""

    kernel_calls: Literal["unpacked", "cpacked", "packed"] | None
    """`--kernel-calls=FORM`: How the main function calls kernels: unpacked (default), with raw pointers; cpacked
    (default with --unpacked-api=false), directly, with the packed signature; packed, through the function
    registry.
    """

    workspace: Literal["internal", "external", "backend"] | None
    """`--workspace=FROM`: Where the memory between kernels comes from: internal (default), static arrays;
    external, the application, with each run; backend, TVMBackendAllocWorkspace, for each run.
    """

    on_error: Literal["code", "hook", "last-error"] | None
    """`--on-error=TO`: Where the text of an error goes: code (default), nowhere; hook, the application's
    tvmgen_<model>_on_error; last-error (default with --interface-api=packed or --system-lib),
    TVMAPISetLastError.
    """

    no_runtime_checks: bool | None
    """`--no-runtime-checks`: Do not check the arguments of packed functions."""

    tvm_compat: bool | None
    """`--tvm-compat`: Let the packed entry trust its caller's count and type codes, as TVM's own test harness
    needs.
    """

    system_lib: bool | None
    """`--system-lib`: Add the function registry of the program (TVMSystemLibEntryPoint) over this model, and its
    metadata; of several models --link-registry makes one.
    """

    load_dialect_plugin: Path | Sequence[Path] | None
    """`--load-dialect-plugin=LIB`: Load the dialects of a plugin of MLIR; may be given several times."""

    load_pass_plugin: Path | Sequence[Path] | None
    """`--load-pass-plugin=LIB`: Load the passes of a plugin of MLIR, and its dialects where it has some; may be
    given several times.
    """

    passes_before: str | Sequence[str] | Mapping[str | int, str | Sequence[float]] | None
    """`--passes-before=PHASE:PIPELINE`: Run these passes (of MLIR, of tirc or of a plugin) on the module before
    that phase; may be given several times.
    """

    compile_to: str | None
    """`--compile-to=PHASE`: Stop after this phase and write its IR (-o - prints it): import, kernels, schedule,
    buffers, plan, loops, abi, emitc, llvm.
    """

    compile_from: str | None
    """`--compile-from=PHASE`: MODEL is the IR after this phase; go on from there."""

    dump_phases: Path | None
    """`--dump-phases=DIR`: Write the IR after each phase to DIR/NN-PHASE.mlir."""
