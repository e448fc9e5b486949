# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison of one model on several targets: which kernel is the first with a different result?"""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, Unpack, cast

from tirc._compile import compile
from tirc.comparison import REFERENCE, Comparison, Difference, Kernel, PlanDifference
from tirc.cortex_m4 import BoardFault
from tirc.differences import ArrayDifference, Tolerance, compare_arrays
from tirc.errors import CompileError, Error, RunError
from tirc.exposed import Results, bind_inputs, describe_kernels, match_reference, variant
from tirc.module import Module
from tirc.options import CompileOptions
from tirc.targets import Target, make_targets
from tirc.tensors import Array

_EXPOSE = "schedule:tir-expose-kernels"


# The option `inputs`, which cuts a model, has to be given to `tirc.compile` then.
def compare(  # type: ignore[misc]
    model: object,
    inputs: object,
    *,
    targets: Sequence[str] | None = None,
    rtol: float = 0.0,
    atol: float = 0.0,
    cc: str | Mapping[str, str] | None = None,
    reference: Mapping[str, object] | None = None,
    sources: Sequence[str | os.PathLike[str]] = (),
    time_limit: float = 300,
    **options: Unpack[CompileOptions],
) -> Comparison:
    """Runs a model on several targets and finds the first kernel whose result differs.

    `model` is a `tirc.Module`, or anything that `tirc.compile` takes, with its options. `inputs` are the inputs of one run:
    a mapping from names to arrays, a sequence of arrays in the order of the inputs, or a single array. Each has the
    exact type and shape of the input (see `Module.run`). A model with variables runs once, on their initial values.

    `targets` are chosen from "jit" (LLVM's JIT, in this process), "c" (the C compiler of this machine, in this process)
    and "cortex-m4" (arm-none-eabi-gcc -O2 with hardware floating point, or as the option float_abi says, in QEMU). The
    default is all that are available; the result says which were left out and why. A target that is named but not
    available is an error.

    Each target runs two programs. One outputs the result of each kernel (the pass tir-expose-kernels) and has a buffer
    for each value. The other is the one that would run on the board, and checks the memory plan.

    Integers must be equal to the bit. So must floating-point numbers, unless `rtol` or `atol` allow |a - b| <= atol +
    rtol * max(|a|, |b|): two C libraries round exp or tanh differently, so that rtol=1e-5 is a good start for float32.
    NaN is equal to NaN.
    |a - b| <= atol + rtol * max(|a|, |b|): two C libraries round exp or tanh differently, so that rtol=1e-5 is a
    good start for float32. NaN is equal to NaN.

    `cc` is the compiler of "c" with options ("gcc -O3 -march=native"; default $CC or cc), or a mapping, which may also
    have one for "cortex-m4". `reference` has values for some kernels or outputs, by the kernel's name, its place in the
    model or the output's name; they are compared like another target. `sources` are C files with functions that the
    model calls (kernels of devices), compiled with the program of each target; for "jit" and "c" the libraries of
    `Module.link` come first. `time_limit` is for a program on the emulated processor, in seconds.

    Raises `CompileError`, TypeError and ValueError as `compile` and `Module.run` do, and `tirc.Error` if a target that
    was named is not available, does not compile or fit, or does not end in time.
    """
    module = model if isinstance(model, Module) and not options else _compiled(model, cast(CompileOptions, options))
    with tempfile.TemporaryDirectory(prefix="tirc-compare-") as folder:
        chosen, left_out = make_targets(
            targets, cc, [pathlib.Path(source) for source in sources], time_limit, pathlib.Path(folder), module
        )
        return _Comparer(module, chosen, left_out, Tolerance(rtol, atol)).run(inputs, reference or {})


def _compiled(model: object, options: CompileOptions) -> Module:
    if isinstance(model, Module):
        return variant(model, **options)
    return compile(model, **options)


# No two buffers share memory, whatever memory there is.
_SEPARATE: dict[str, object] = {"plan": "separate", "pool": None, "ram": None, "overwrite_inputs": None}


class _Comparer:
    def __init__(
        self, module: Module, targets: Sequence[Target], left_out: Mapping[str, str], tolerance: Tolerance
    ) -> None:
        # The options for written files are irrelevant here.
        self._plain = variant(module, emit="c", compile_to=None, dump_phases=None)
        self._exposed = self._expose(**_SEPARATE)
        self._kernels = describe_kernels(self._plain, self._exposed)
        self._targets = targets
        self._left_out = dict(left_out)
        self._tolerance = tolerance

    def _expose(self, **options: object) -> Module:
        given: Any = self._plain.options.get("passes_before") or ()
        passes = [given] if isinstance(given, str) else list(given)
        # Each kernel shows the tensor that the model has, so its channels are computed or constant.
        return variant(self._plain, passes_before=[*passes, _EXPOSE], keep_unread_channels=True, **options)

    def run(self, inputs: object, reference: Mapping[str, object]) -> Comparison:
        arrays = bind_inputs(self._plain, inputs)
        given = match_reference(self._kernels, self._exposed.outputs, reference)
        results: dict[str, Results] = {}
        faults: dict[str, str] = {}
        plan: list[PlanDifference] = []
        for target in self._targets:
            try:
                results[target.name] = target.run(self._exposed, arrays)
                if found := self._check_plan(target, arrays, results[target.name]):
                    plan.append(found)
            except RunError as error:
                faults[target.name] = self._describe_fault(error)
            except Error as error:
                # An error of the compiler in the model holds for every target.
                if isinstance(error, CompileError) or not target.is_optional:
                    raise
                self._left_out[target.name] = str(error)
                results.pop(target.name, None)
        if given:
            results[REFERENCE] = given
        differences = self._find(results)
        return Comparison(
            name=self._plain.name,
            source=self._plain.report.json["model"].get("source", "the model"),
            targets=tuple(results),
            kernels=tuple(self._kernels),
            differences=tuple(differences),
            groups=self._group(differences[0].kernel, results) if differences else (),
            plan=tuple(plan),
            faults=faults,
            left_out=self._left_out,
            given=frozenset(given),
            tolerance=self._tolerance,
        )

    def _describe_fault(self, error: RunError) -> str:
        function = error.function if isinstance(error, BoardFault) else None
        # Equal kernels share a function, and a kernel may have several results.
        steps: dict[int | None, Kernel] = {}
        for kernel in self._kernels:
            if function and kernel.function == function:
                steps.setdefault(kernel.step, kernel)
        names = " or ".join(f"{kernel.title()}, {kernel.place} of the model" for kernel in steps.values())
        return f"{error}; that is {names}" if names else str(error)

    def _find(self, results: Mapping[str, Results]) -> list[Difference]:
        """Compares the first target with each of the others."""
        found: list[Difference] = []
        first, *others = list(results) or [""]
        differing: dict[str, set[str]] = {other: set() for other in others}
        for kernel in self._kernels:
            for other in others:
                array = self._compare(kernel, results[first], results[other])
                if array is None:
                    continue
                before = differing[other]
                # An output of the model is the result of one of the kernels.
                follows = bool(before & set(kernel.reads) if kernel.function else before)
                found.append(Difference(kernel, (first, other), array, follows))
                before.add(kernel.name)
        return found

    def _compare(self, kernel: Kernel, one: Results, other: Results) -> ArrayDifference | None:
        if kernel.name not in one or kernel.name not in other:
            return None
        return compare_arrays(one[kernel.name], other[kernel.name], kernel.dtype, self._tolerance)

    def _group(self, kernel: Kernel, results: Mapping[str, Results]) -> tuple[tuple[str, ...], ...]:
        """Returns groups of targets that agree on the result of `kernel`."""
        groups: list[list[str]] = []
        for name, result in results.items():
            if kernel.name not in result:
                continue
            for group in groups:
                if self._compare(kernel, results[group[0]], result) is None:
                    group.append(name)
                    break
            else:
                groups.append([name])
        return tuple(map(tuple, groups))

    def _check_plan(self, target: Target, arrays: Sequence[Array], right: Results) -> PlanDifference | None:
        """Compares the program as it is compiled with the kernels, on one target. `right` has the results of the
        kernels."""
        labels = ("separate buffers", "as compiled")
        kernel, array = self._first(right, target.run(self._plain, arrays))
        if kernel is None or array is None:
            return None
        difference = Difference(kernel, labels, array)
        # The plan of the plain program, except for changes by the copies of results.
        guilty, _ = self._first(right, target.run(self._expose(), arrays))
        separate, _ = self._first(right, target.run(variant(self._plain, **_SEPARATE), arrays))
        return PlanDifference(target.name, difference, guilty, separate is None)

    def _first(self, right: Results, other: Results) -> tuple[Kernel | None, ArrayDifference | None]:
        for kernel in self._kernels:
            if array := self._compare(kernel, right, other):
                return kernel, array
        return None, None
