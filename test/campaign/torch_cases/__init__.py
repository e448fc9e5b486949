# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions of PyTorch, against PyTorch itself."""

from __future__ import annotations

import functools
import io
import pathlib
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..case import Case, FrontEnd, Generator, NotCounted
from ..draw import Draw
from ..values import Array

# What loads most of PyTorch's own modules when it is exported and converted.
_FIRST = ("conv2d", "scaled_dot_product_attention", "sort", "fft.rfft", "nn.LSTM", "interpolate")


def _quick(register: Any) -> Callable[[Any, Any], Any]:
    """Returns PyTorch's `register` of functions for dispatch keys without its check of the arguments: an export calls it
    thousands of times."""

    def py_impl(operator: Any, key: Any) -> Any:
        if type(key).__name__ != "DispatchKey":
            return register(operator, key)

        def inner(function: Any) -> Any:
            operator.py_kernels[key] = function
            operator._dispatch_cache.clear()
            return function

        return inner

    return py_impl


class Torch(FrontEnd):
    name = "torch"
    kind = "torch"
    packages: Sequence[str] = ("torch", "torch_mlir", "torchao", "ml_dtypes")

    @property
    def operators(self) -> Mapping[str, Generator]:  # type: ignore[override]
        from . import activations, elementwise, moving, products, quantized, reductions, windows
        from .drawing import OPERATORS

        assert activations and elementwise and moving and products and quantized and reductions and windows
        return OPERATORS

    def prepare(self) -> None:
        import torch
        import torch_mlir.extras.fx_importer
        import torch_mlir.passmanager  # noqa: F401
        from torch._export import utils as _export_utils
        from torch.export import exported_program

        from tirc.importers import torch as importer

        from .. import converters

        warnings.filterwarnings("ignore")
        # Each export asks for this list, which takes PyTorch a quarter of a second.
        exported_program.__dict__["_collect_all_valid_cia_ops"] = functools.cache(_export_utils._collect_all_valid_cia_ops)
        operator_base: Any = torch._ops.OperatorBase
        operator_base.py_impl = _quick(operator_base.py_impl)
        torch.set_num_threads(1)
        # PyTorch's own kernels: on some processors, oneDNN's GELU of infinity is NaN.
        torch.backends.mkldnn.set_flags(False)
        converters.in_fresh_process(False)
        for operator in _FIRST:
            made = self.operators[operator](Draw("first"))
            self.reference(made)
            importer.import_model(self.source(made))

    def source(self, case: Case) -> Any:
        return case.model.archive

    def reference(self, case: Case) -> list[Array]:
        import torch

        from .drawing import to_array
        from .module import Net

        inputs = tuple(value.clone() for value in case.model.inputs)
        net = Net(case.model)
        try:
            with torch.no_grad():
                found = net(*inputs)
            if any(value.is_complex() or not value.numel() for value in found):
                raise NotCounted("an output without elements or with complex numbers")
            archive = io.BytesIO()
            torch.export.save(torch.export.export(net, inputs), archive)
        except NotCounted:
            raise
        except Exception as error:  # Whatever PyTorch says about the arguments.
            raise NotCounted(str(error)) from error
        case.model.archive = archive.getvalue()
        return [to_array(value) for value in found]

    def is_named(self, operator: str, message: str) -> bool:
        return re.search(r"'[^']*': (aten|prims|torch|torchao|quantized_decomposed)\.\w+: ", message) is not None

    def show(self, case: Case) -> str:
        values = [*case.model.inputs, *case.model.constants]
        return "\n".join([str(case.model), *(f"{value.tolist()}" for value in values)])

    def save(self, case: Case, path: pathlib.Path) -> pathlib.Path:
        path = path.with_suffix(".pt2")
        self.reference(case)
        path.write_bytes(case.model.archive)
        return path
