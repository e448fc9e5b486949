# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling a model."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Unpack

from tirc import _tirc, reproducer, verifying
from tirc.arguments import to_arguments
from tirc.errors import CompileError, Diagnostic
from tirc.importers import load
from tirc.module import Module
from tirc.options import CompileOptions
from tirc.progress import Progress, reporting


def compile(
    model: object,
    example_inputs: object = None,
    *,
    progress: bool | None | Progress = None,
    verify: object = None,
    **options: Unpack[CompileOptions],
) -> Module:
    """Compiles a model to C, or to the kinds of output that `emit` names.

    `model` is a path (a str without line breaks and braces, or a PathLike), MLIR as text (any other str), the bytes of
    a model (MLIR as text or bytecode, TensorFlow Lite, ONNX, a flatbuffer of TOSA, what `torch.export.save` writes), an `onnx.ModelProto`, a
    `torch.export.ExportedProgram`, a `torch.nn.Module`, or a `tirc.ir.Module`. The kind is determined from the content.
    TensorFlow Lite, ONNX, PyTorch and TOSA need the packages of the extras `tflite`, `onnx`, `torch` and `tosa`, as in
    `pip install '.[tflite]'` in a checkout.

    `example_inputs`: what a `torch.nn.Module` is exported with: a tensor, a sequence of them, or a mapping from names.
    The module is exported as it is for inference (`eval()`). Other models have shapes and types themselves.

    The command `tirc` has the same options, with `-` for `_`: `target="cortex-m4"` is `--target=cortex-m4`.
    Options that may be given several times take a str, a sequence of several, or a mapping:
    `io_quant={"image": (0.5, -128)}`. None has the same effect as leaving the option out.

    `progress`: None shows a line on standard error after a second if a person is there to read it; True always does,
    False never. A callable receives each phase that has ended and its time in seconds.

    `verify`: inputs of one run, as for `Module.run`, on which the compiled model is compared with onnxruntime (without
    optimisations), LiteRT (its reference kernels) or PyTorch (eager). Integers may differ by one unit, and floats by 1e-4
    of the largest number in the tensor. A model that differs raises `VerificationError`, which names the first tensor
    that does.

    Several threads may call it at a time, and Ctrl-C ends it between passes. Raises `CompileError` if the model or a
    value does not compile, `tirc.importers.FrontEndError` if the front end cannot read the model, OSError for a file
    that cannot be read, and TypeError for an unknown option or a value of the wrong type.
    """
    to_arguments(options)  # Before the front end spends its time.
    if verify is not None and options.get("input_value"):
        raise TypeError("verify feeds all inputs of the model to its own runtime; leave out input_value, and pass its number")
    if verify is not None and (options.get("inputs") or options.get("outputs")):
        raise TypeError("verify compares with the whole model in its own runtime; leave out inputs and outputs")
    with reporting(progress) as report:
        start = time.monotonic()
        source = load(model, options, example_inputs)
        if report and source.front_end != "mlir":
            report("front end", time.monotonic() - start)

        origin = source.origin(options, states=bool(options.get("sbom")))

        def again(options: Mapping[str, object], output: str | None = None) -> _tirc.Compilation:
            return run_driver(to_arguments(options), source.mlir, source.source, output=output, origin=origin)

        try:
            compilation = run_driver(to_arguments(source.options), source.mlir, source.source, report, origin=origin)
        except CompileError as error:
            raise error.naming(source.operators) from None
        module = Module(source.options, again, compilation, source.all_remarks())
    if verify is not None:

        def recompile(data: bytes) -> Module:
            # The names in the options may be those that this model does not have.
            shapes = [f"{i}:{'x'.join(map(str, tensor.shape))}" for i, tensor in enumerate(module.inputs) if tensor.shape]
            return compile(data, progress=False, input_shape=shapes)

        verifying.verify(source, module, verify, recompile)
    return module


def run_driver(
    arguments: Sequence[str],
    source: bytes,
    name: str,
    progress: Progress | None = None,
    output: str | None = None,
    origin: Sequence[str] = (),
) -> _tirc.Compilation:
    """Runs one compilation with the arguments of the command except `-o`, which `output` replaces. `origin` tells of the
    file that was converted. Raises CompileError."""
    encoded = [os.fsencode(argument) for argument in [*arguments, *origin, *(["-o", output] if output else [])]]
    compilation = _tirc.compile(encoded, source, os.fsencode(name), progress)
    if not compilation.is_success:
        saved = reproducer.save(arguments, source, name)
        folder, command = saved or (None, None)
        raise CompileError(
            compilation.text, [Diagnostic.of_row(row) for row in compilation.diagnostics], folder, command
        )
    return compilation
