# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes that compiled models are compared with: onnxruntime, LiteRT, PyTorch and TOSA's reference model."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy

from tirc.errors import Error
from tirc.importers import ImportedModel, tosa_file
from tirc.importers.tflite import results_of, with_outputs
from tirc.tensors import Array

# Names and arrays, in the order of a model. Two may have the same name, or none.
Values = list[tuple[str, Array]]

# The types of numpy in which TOSA's reference model has its results. Numbers of bfloat16 are their bits.
_TOSA_TYPES = {"i1": "?", "i4": "i1", "i8": "i1", "i16": "i2", "i32": "i4", "f16": "f2", "bf16": "u2", "f32": "f4"}


class Reference(Protocol):
    """A source model, and the runtime that computes it."""

    def run(self, inputs: Sequence[Array]) -> Values:
        """Returns the outputs. Raises tirc.Error if the runtime does not run the model."""

    def tensors(self) -> Sequence[Any]:
        """Returns what stands for each tensor that an operator of the model computes, in the order of the file."""

    def exposed(self, tensors: Sequence[Any], inputs: Sequence[Array]) -> tuple[bytes, Values]:
        """Returns the model with these tensors as its outputs, and their values."""


def reference_of(source: ImportedModel) -> Reference:
    """Returns the runtime of a model's format. Raises tirc.Error if it has none, or if that is not installed."""
    kind = source.front_end.partition("-")[0]
    if kind == "mlir":
        raise Error(
            f"{source.source}: verify compares models with the runtime of their format; expected a model of ONNX, "
            "TensorFlow Lite or PyTorch, or a flatbuffer of TOSA, got MLIR"
        )
    runtimes: dict[str, Callable[[ImportedModel], Reference]] = {
        "onnx": _OnnxRuntime,
        "tflite": _LiteRT,
        "torch": _PyTorch,
        "tosa": _TosaModel,
    }
    return runtimes[kind](source)


def same_bits(array: Array, dtype: numpy.dtype[Any]) -> Array:
    """Numbers without a sign have no type in the interface of an ONNX model."""
    unsigned = array.dtype.kind in "ui" and dtype.kind in "ui" and array.dtype.itemsize == dtype.itemsize
    return array.view(dtype) if unsigned else array


def _imported(module: str, package: str, name: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Error(
            f"verify: {name} is not installed, which computes the results to compare with: pip install {package}"
        ) from error


class _OnnxRuntime:
    """Runs an ONNX model without optimisations, which would change the rounding."""

    def __init__(self, source: ImportedModel) -> None:
        self._runtime = _imported("onnxruntime", "onnxruntime", "onnxruntime")
        self._onnx = _imported("onnx", "onnx", "onnx")
        self._proto: Any = self._onnx.load_model_from_string(source.original)
        if source.folder:
            self._onnx.load_external_data_for_model(self._proto, str(source.folder))

    def run(self, inputs: Sequence[Array]) -> Values:
        return self._run(self._proto, inputs)

    def _run(self, model: Any, inputs: Sequence[Array]) -> Values:
        options = self._runtime.SessionOptions()
        options.graph_optimization_level = self._runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
        # Its errors are in the exception.
        options.log_severity_level = 4
        try:
            data = model.SerializeToString()
            session = self._runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
            names = [value.name for value in session.get_inputs()]
            results = session.run(None, dict(zip(names, inputs, strict=True)))
        except Exception as error:  # onnxruntime's own exceptions have no common class.
            raise Error(f"verify: onnxruntime does not run this model: {error}") from error
        return list(zip([value.name for value in session.get_outputs()], results, strict=True))

    def tensors(self) -> Sequence[str]:
        nodes = [node for node in self._proto.graph.node if node.op_type != "Constant"]
        return list(dict.fromkeys(name for node in nodes for name in node.output if name))

    def exposed(self, tensors: Sequence[str], inputs: Sequence[Array]) -> tuple[bytes, Values]:
        model = self._onnx.ModelProto()
        model.CopyFrom(self._proto)
        outputs, helper = model.graph.output, self._onnx.helper
        del outputs[:]
        # onnxruntime knows the types of all values, also of its own operators' results.
        outputs.extend(helper.make_empty_tensor_value_info(name) for name in tensors)
        values = self._run(model, inputs)
        if not all(isinstance(array, numpy.ndarray) for _, array in values):
            raise Error("verify: a value of this model is not a tensor")
        del outputs[:]
        outputs.extend(
            helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
            for name, array in values
        )
        return bytes(model.SerializeToString()), values


class _LiteRT:
    """Runs a TensorFlow Lite model with the kernels that are LiteRT's reference."""

    def __init__(self, source: ImportedModel) -> None:
        self._interpreter = _imported("ai_edge_litert.interpreter", "ai-edge-litert", "LiteRT")
        self._model = source.original

    def run(self, inputs: Sequence[Array]) -> Values:
        return self._run(self._model, inputs)

    def _run(self, model: bytes, inputs: Sequence[Array]) -> Values:
        resolver = self._interpreter.OpResolverType.BUILTIN_REF
        try:
            made = self._interpreter.Interpreter(model_content=model, experimental_op_resolver_type=resolver)
            for row, array in zip(made.get_input_details(), inputs, strict=True):
                made.resize_tensor_input(row["index"], array.shape)
            made.allocate_tensors()
            for row, array in zip(made.get_input_details(), inputs, strict=True):
                made.set_tensor(row["index"], same_bits(array, numpy.dtype(row["dtype"])))
            made.invoke()
            return [(row["name"], made.get_tensor(row["index"])) for row in made.get_output_details()]
        except (RuntimeError, ValueError) as error:
            raise Error(f"verify: LiteRT does not run this model: {error}") from error

    def tensors(self) -> Sequence[tuple[int, str]]:
        return results_of(self._model)

    def exposed(self, tensors: Sequence[tuple[int, str]], inputs: Sequence[Array]) -> tuple[bytes, Values]:
        model = with_outputs(self._model, [index for index, _ in tensors])
        arrays = [array for _, array in self._run(model, inputs)]
        return model, list(zip([name for _, name in tensors], arrays, strict=True))


class _TosaModel:
    """Runs a flatbuffer of TOSA with the reference model of its specification."""

    def __init__(self, source: ImportedModel) -> None:
        self._model = _imported("tosa_reference_model", "tosa-tools", "TOSA's reference model")
        self._data = source.original

    def run(self, inputs: Sequence[Array]) -> Values:
        return self._run(self._data, inputs)

    def _run(self, data: bytes, inputs: Sequence[Array]) -> Values:
        try:
            results, status = self._model.run(data, list(inputs))
        except (ValueError, RuntimeError) as error:
            raise Error(f"verify: TOSA's reference model does not run this model: {error}") from error
        if status != self._model.GraphStatus.TOSA_VALID:
            raise Error(f"verify: TOSA's reference model does not run this model: {status.name}")
        main = tosa_file.read(data).main
        return [(name, _typed(array, main.tensors[name])) for name, array in zip(main.outputs, results, strict=True)]

    def tensors(self) -> Sequence[str]:
        main = tosa_file.read(self._data).main
        made = [name for operator in main.operators if operator.inputs for name in operator.outputs]
        return [name for name in made if name in main.tensors]

    def exposed(self, tensors: Sequence[str], inputs: Sequence[Array]) -> tuple[bytes, Values]:
        model = tosa_file.with_outputs(self._data, tensors)
        return model, self._run(model, inputs)


def _typed(array: Array, tensor: tosa_file.Tensor) -> Array:
    """Returns the bytes of a result of TOSA's reference model as numbers."""
    if tensor.element not in _TOSA_TYPES:
        raise Error(f"verify: '{tensor.name}' has the type {tensor.element}, which numpy does not have")
    return numpy.frombuffer(array.tobytes(), _TOSA_TYPES[tensor.element])


class _PyTorch:
    """Runs a program of torch.export operator by operator."""

    def __init__(self, source: ImportedModel) -> None:
        self._torch = _imported("torch", "torch", "PyTorch")
        self._export = _imported("torch.export", "torch", "PyTorch")
        self._tree = _imported("torch.utils._pytree", "torch", "PyTorch")
        if b"quantized_decomposed" in source.original:
            # It defines these operators.
            _imported("torchao.quantization.pt2e", "torchao", "torchao")
        self._archive = source.original
        self._program = self._load()

    def _load(self) -> Any:
        """Returns the program with the first values of its buffers, which a run changes."""
        return self._export.load(io.BytesIO(self._archive))

    def run(self, inputs: Sequence[Array]) -> Values:
        return self._run(self._load().module(), inputs)

    def _run(self, module: Any, inputs: Sequence[Array]) -> Values:
        arguments, named = self._arguments(inputs)
        with self._torch.no_grad():
            results = self._tree.tree_leaves(module(*arguments, **named))
        return [("", self._array(value)) for value in results if isinstance(value, self._torch.Tensor)]

    def _arguments(self, inputs: Sequence[Array]) -> tuple[Any, Any]:
        """Returns what the module is called with: these inputs, and the numbers that are part of the program."""
        arrays = iter(inputs)
        flat = [
            self._tensor(next(arrays)) if isinstance(name, str) else name
            for name in self._program.graph_signature.user_inputs
        ]
        arguments, named = self._tree.tree_unflatten(flat, self._program.call_spec.in_spec)
        return arguments, named

    def _tensor(self, array: Array) -> Any:
        is_bfloat16 = array.dtype.name == "bfloat16"
        tensor = self._torch.from_numpy(numpy.array(array.view(numpy.int16) if is_bfloat16 else array))
        return tensor.view(self._torch.bfloat16) if is_bfloat16 else tensor

    def _array(self, tensor: Any) -> Array:
        array: Array = (tensor.float() if tensor.dtype == self._torch.bfloat16 else tensor).detach().numpy()
        return array

    def tensors(self) -> Sequence[str]:
        return [node.name for node in self._computed(self._program.module())]

    def _computed(self, module: Any) -> list[Any]:
        nodes = [node for node in module.graph.nodes if node.op == "call_function"]
        return [node for node in nodes if isinstance(node.meta.get("val"), self._torch.Tensor)]

    def exposed(self, tensors: Sequence[str], inputs: Sequence[Array]) -> tuple[bytes, Values]:
        module = self._load().module()
        nodes = [node for node in self._computed(module) if node.name in set(tensors)]
        (output,) = (node for node in module.graph.nodes if node.op == "output")
        output.args = (tuple(nodes),)
        codegen = module.graph._codegen
        spec = self._tree.tree_structure((0,) * len(nodes))
        codegen.pytree_info = codegen.pytree_info._replace(out_spec=spec)
        module.recompile()
        arguments, named = self._arguments(inputs)
        archive = io.BytesIO()
        self._export.save(self._export.export(module, arguments, named), archive)
        values = [(name, array) for name, (_, array) in zip(tensors, self._run(module, inputs), strict=True)]
        return archive.getvalue(), values
