# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison of a compiled model with the runtime of its format: onnxruntime or LiteRT."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any

import numpy

from tirc.errors import Error, VerificationError
from tirc.importers import ImportedModel
from tirc.importers.tflite import with_outputs
from tirc.module import Module
from tirc.tensors import Array, to_array

# Floats may differ by this part of the tensor's largest number, integers by one unit: kernels add in another order.
_FLOAT_PART, _UNITS = 1e-4, 1
_MOST_TENSORS = 500

# Compiles the bytes of a model as the caller's model was compiled.
Recompile = Callable[[bytes], Module]
# Names in the order of the model.
Values = dict[str, Array]


def verify(source: ImportedModel, module: Module, inputs: object, recompile: Recompile) -> None:
    """Runs `module` and the source model's own runtime on the same inputs. Raises VerificationError, which names the
    first tensor that differs, and tirc.Error if the runtime is not installed or the model has another format."""
    kind = source.front_end.partition("-")[0]
    if kind in ("mlir", "torch"):
        raise Error(
            f"{source.source}: verify compares ONNX and TensorFlow Lite models; expected one of these, got "
            f"{'MLIR' if kind == 'mlir' else 'a model of PyTorch, which itself computes what to compare with'}"
        )
    reference = _OnnxRuntime(source) if source.front_end.startswith("onnx") else _LiteRT(source)
    fed = _fed(module, inputs)
    wanted = reference.run(reference.model, list(fed.values()))
    difference = _first(module, fed, wanted)
    if difference is None:
        return
    name, text = difference
    # The same model with all of its tensors as outputs shows where the difference begins.
    deeper = _first_inside(reference, recompile, fed)
    if deeper:
        name, text = deeper
    raise VerificationError(
        f"{source.source}: '{name}' differs from {reference.name}: {text}; report it as a bug of tirc, with the model and "
        "these inputs",
        name,
    )


def _first_inside(reference: _OnnxRuntime | _LiteRT, recompile: Recompile, fed: Values) -> tuple[str, str] | None:
    try:
        model = reference.exposed()
        return _first(recompile(model), fed, reference.run(model, list(fed.values())))
    except (Error, ValueError, struct.error):
        # A tensor that cannot be an output hides where it begins, but not the difference itself.
        return None


def _fed(module: Module, inputs: object) -> Values:
    """Returns the inputs by name, with the numbers' own types."""
    if isinstance(inputs, Mapping):
        values = module._bind((), inputs)
    else:
        values = module._bind(tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,), {})
    arrays = {tensor.name: numpy.asarray(value) for tensor, value in zip(module.inputs, values, strict=True)}
    for tensor in module.inputs:
        to_array(_same_bits(arrays[tensor.name], tensor.numpy_dtype), tensor)
    return arrays


def _same_bits(array: Array, dtype: numpy.dtype[Any]) -> Array:
    """Numbers without a sign have no type in the interface of an ONNX model."""
    unsigned = array.dtype.kind in "ui" and dtype.kind in "ui" and array.dtype.itemsize == dtype.itemsize
    return array.view(dtype) if unsigned else array


def _first(module: Module, fed: Values, wanted: Values) -> tuple[str, str] | None:
    got = module.run(*(_same_bits(fed[tensor.name], tensor.numpy_dtype) for tensor in module.inputs))
    for (name, reference), array in zip(wanted.items(), got.values(), strict=True):
        if text := _difference(_same_bits(array, reference.dtype), reference):
            return name, text
    return None


def _difference(array: Array, reference: Array) -> str:
    if array.size != reference.size:
        return f"it has the shape {array.shape} for {reference.shape}"
    if not array.size:
        return ""
    ours, theirs = array.reshape(-1).astype(numpy.float64), reference.reshape(-1).astype(numpy.float64)
    if reference.dtype.kind == "f":
        finite = theirs[numpy.isfinite(theirs)]
        limit = _FLOAT_PART * max(float(abs(finite).max()) if finite.size else 0.0, 1e-6)
    else:
        limit = 0 if reference.dtype == bool else _UNITS
    with numpy.errstate(invalid="ignore"):
        near = (abs(ours - theirs) <= limit) | (ours == theirs) | (numpy.isnan(ours) & numpy.isnan(theirs))
    if near.all():
        return ""
    where = int(numpy.argmin(near))
    return (
        f"{int((~near).sum())} of {near.size} numbers, the first at {where}: {array.reshape(-1)[where]} for "
        f"{reference.reshape(-1)[where]}"
    )


def _missing(name: str, package: str) -> Error:
    return Error(f"verify: {name} is not installed, which computes the results to compare with: pip install {package}")


class _OnnxRuntime:
    """Runs an ONNX model without optimisations, which would change the rounding."""

    name = "onnxruntime"

    def __init__(self, source: ImportedModel) -> None:
        try:
            import onnx
            import onnxruntime
        except ImportError as error:
            raise _missing(self.name, "onnxruntime") from error
        self._onnx, self._runtime = onnx, onnxruntime
        self._proto: Any = onnx.load_model_from_string(source.original)
        if source.folder:
            onnx.load_external_data_for_model(self._proto, str(source.folder))
        self.model: bytes = self._proto.SerializeToString()

    def run(self, model: bytes, inputs: list[Array]) -> Values:
        options = self._runtime.SessionOptions()
        options.graph_optimization_level = self._runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
        try:
            session = self._runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
            names = [value.name for value in session.get_inputs()]
            results = session.run(None, dict(zip(names, inputs, strict=True)))
        except Exception as error:  # onnxruntime's own exceptions have no common class.
            raise Error(f"verify: onnxruntime does not run this model: {error}") from error
        return dict(zip([value.name for value in session.get_outputs()], results, strict=True))

    def exposed(self) -> bytes:
        """Returns the model with the results of all nodes as outputs."""
        model = self._onnx.shape_inference.infer_shapes(self._proto)
        typed = {value.name: value for value in [*model.graph.value_info, *model.graph.output]}
        values = [typed[name] for node in model.graph.node for name in node.output if name in typed]
        del model.graph.output[:]
        model.graph.output.extend(values[:_MOST_TENSORS])
        return bytes(model.SerializeToString())


class _LiteRT:
    """Runs a TensorFlow Lite model with the kernels that are LiteRT's reference."""

    name = "LiteRT"

    def __init__(self, source: ImportedModel) -> None:
        try:
            from ai_edge_litert import interpreter
        except ImportError as error:
            raise _missing(self.name, "ai-edge-litert") from error
        self._interpreter = interpreter
        self.model = source.original

    def run(self, model: bytes, inputs: list[Array]) -> Values:
        resolver = self._interpreter.OpResolverType.BUILTIN_REF
        try:
            made = self._interpreter.Interpreter(model_content=model, experimental_op_resolver_type=resolver)
            for row, array in zip(made.get_input_details(), inputs, strict=True):
                made.resize_tensor_input(row["index"], array.shape)
            made.allocate_tensors()
            for row, array in zip(made.get_input_details(), inputs, strict=True):
                made.set_tensor(row["index"], _same_bits(array, numpy.dtype(row["dtype"])))
            made.invoke()
        except (RuntimeError, ValueError) as error:
            raise Error(f"verify: LiteRT does not run this model: {error}") from error
        return {row["name"]: made.get_tensor(row["index"]) for row in made.get_output_details()}

    def exposed(self) -> bytes:
        return with_outputs(self.model, _MOST_TENSORS)


__all__ = ["verify"]
