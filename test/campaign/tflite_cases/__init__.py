"""TensorFlow Lite models, against LiteRT's reference kernels."""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from ..case import Case, FrontEnd, Generator, NotCounted
from ..values import Array

# The builder of models is the one of the package's tests.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "python" / "tests"))

# The reference resolver does not have these; their only kernels are the default ones.
_ONLY_DEFAULT = ("CEIL", "ELU", "ROUND", "SEGMENT_SUM")
# The reference kernels of these are wrong, and the default ones are not: sums of signed integers wrap, and the window of
# LOCAL_RESPONSE_NORMALIZATION lacks its last channel.
_BROKEN = {"SUM": ("INT8", "INT16"), "LOCAL_RESPONSE_NORMALIZATION": ("FLOAT32",)}


class TFLite(FrontEnd):
    name = "tflite"
    kind = "tflite"
    packages: Sequence[str] = ("ai_edge_litert", "tflite", "tosa_converter_for_tflite")

    @property
    def operators(self) -> Mapping[str, Generator]:  # type: ignore[override]
        from . import registered

        return registered.operators()

    def prepare(self) -> None:
        import ai_edge_litert.interpreter
        import tflite
        import tosa_converter_for_tflite

        assert ai_edge_litert and tflite and tosa_converter_for_tflite

    def source(self, case: Case) -> Any:
        from tflite_graph import write

        return write(case.model)

    def reference(self, case: Case) -> list[Array]:
        """The file gets the shapes that LiteRT computes."""
        from ai_edge_litert.interpreter import Interpreter, OpResolverType

        resolver = OpResolverType.BUILTIN_REF
        kinds = {tensor.kind for tensor in case.model.inputs}
        names = [operator.kind for operator in case.model.operators]
        if any(name in _ONLY_DEFAULT or kinds & set(_BROKEN.get(name, ())) for name in names):
            resolver = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        try:
            interpreter = Interpreter(
                model_content=self.source(case), experimental_op_resolver_type=resolver, num_threads=1
            )
            interpreter.allocate_tensors()
            for detail, array in zip(interpreter.get_input_details(), case.inputs, strict=True):
                interpreter.set_tensor(detail["index"], array)
            interpreter.invoke()
        except (RuntimeError, ValueError) as error:
            raise NotCounted(str(error)) from error
        for detail, tensor in zip(interpreter.get_tensor_details(), case.model.tensors(), strict=False):
            tensor.shape = tuple(int(size) for size in detail["shape"])
        return [_as_floats(interpreter.get_tensor(detail["index"])) for detail in interpreter.get_output_details()]

    def is_named(self, operator: str, message: str) -> bool:
        """The place is the name of the operator's result, or of one of its operands."""
        kind = operator.partition("-")[0]
        is_named = kind in message or f"tfl.{kind.lower()}" in message
        return is_named and bool(re.search(r"'(out|in|constant)\d", message))

    def show(self, case: Case) -> str:
        return case.words

    def save(self, case: Case, path: pathlib.Path) -> pathlib.Path:
        path = path.with_suffix(".tflite")
        path.write_bytes(self.source(case))
        return path


def _as_floats(array: Array) -> Array:
    """Returns a copy of a result, in which complex numbers are pairs of floats, as in compiled models."""
    if array.dtype.kind != "c":
        return array.copy()
    return array.copy().view("float32").reshape(*array.shape, 2)


class Walk(TFLite):
    """The same, with each operator once for each of its types."""

    name = "tflite-walk"

    @property
    def operators(self) -> Mapping[str, Generator]:  # type: ignore[override]
        from . import registered

        return registered.pairs()
