"""ONNX models, against onnxruntime without optimisations."""

from __future__ import annotations

import pathlib
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from ..case import Case, FrontEnd, Generator, NotCounted
from ..values import Array


class Onnx(FrontEnd):
    name = "onnx"
    kind = "onnx"
    packages: Sequence[str] = ("onnx", "onnxruntime", "torch_mlir")

    @property
    def operators(self) -> Mapping[str, Generator]:  # type: ignore[override]
        from . import (
            convolutions,
            elementwise,
            flow,
            indexing,
            learned,
            moves,
            normalisations,
            products,
            quantized,
            reductions,
            resizing,
            trees,
        )

        families = (convolutions, elementwise, flow, indexing, moves, normalisations, products, quantized, reductions)
        return {name: make for family in (*families, learned, resizing, trees) for name, make in family.OPERATORS.items()}

    def prepare(self) -> None:
        import onnx
        import onnx.inliner
        import onnx.version_converter
        import onnxruntime
        import torch_mlir.dialects.torch
        import torch_mlir.extras.onnx_importer
        import torch_mlir.passmanager  # noqa: F401

        assert onnx
        onnxruntime.set_default_logger_severity(4)
        warnings.filterwarnings("ignore")

    def source(self, case: Case) -> Any:
        return case.model

    def reference(self, case: Case) -> list[Array]:
        import onnxruntime

        from . import build

        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            session = onnxruntime.InferenceSession(
                case.model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
            names = [value.name for value in session.get_inputs()]
            found: list[Array] = session.run(None, dict(zip(names, case.inputs, strict=True)))
        except Exception as error:  # onnxruntime has a class for each kind of failure.
            raise NotCounted(str(error)) from error
        build.complete(case.model, found)
        return found

    def is_named(self, operator: str, message: str) -> bool:
        # That a model may not have an output without elements is about the model.
        return operator.startswith("QDQ-") or operator in message or "which has no elements" in message

    def show(self, case: Case) -> str:
        import onnx

        return str(onnx.printer.to_text(case.model))

    def save(self, case: Case, path: pathlib.Path) -> pathlib.Path:
        path = path.with_suffix(".onnx")
        path.write_bytes(case.model.SerializeToString())
        return path
