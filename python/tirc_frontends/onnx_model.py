# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model of a request: its data, its inputs and outputs, and the version of the standard."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Collection, Mapping
from typing import Any

import numpy
import onnx
from google.protobuf.message import DecodeError

from . import custom, interface
from .onnx_rewrites import consistency, functions, ml, old_forms
from .onnx_rewrites.custom import is_custom, keep_types
from .onnx_rewrites.graph import opset_of
from .refused import Refused, first_line

# torch-mlir supports operators only in the form of newer versions of the standard.
_OLDEST_OPSET = 17
# In older ones, the tensors of Scan have a batch.
_SCAN_WITHOUT_BATCH = 9
# The version in which Upsample became Resize; the conversion to it keeps no notes.
_WITH_RESIZE = 10
# The version of the file format in which constants need not be inputs.
_OLDEST_IR = 4
# The numbers of uint8, uint16, uint32, uint64 and uint4 in TensorProto.DataType.
_UNSIGNED = frozenset({2, 4, 12, 13, 21})


def read(request: dict[str, Any]) -> Any:
    """Reads the model, with its data in other files."""
    try:
        model = onnx.load_model_from_string(pathlib.Path(request["model"]).read_bytes())
    except DecodeError as error:
        raise Refused(f"this ONNX file is damaged ({error}); expected a whole file: get it again") from error
    tensors = [tensor for tensor in model.graph.initializer if onnx.external_data_helper.uses_external_data(tensor)]
    if tensors and request["folder"] is None:
        raise Refused(
            f"the weights ('{tensors[0].name}' first) are in another file; expected a way to find it: give the path of "
            "the model instead of its bytes"
        )
    if tensors:
        try:
            onnx.load_external_data_for_model(model, request["folder"])
        except (OSError, ValueError, onnx.checker.ValidationError) as error:
            raise Refused(f"the weights of '{tensors[0].name}' cannot be read: {error}") from error
    # Tools that make a value an output may give its name alone: onnxruntime infers the type.
    if any(not value.HasField("type") for value in model.graph.output):
        model = onnx.shape_inference.infer_shapes(model)
    return model


def described(model: Any) -> list[str]:
    """Returns what the file says about itself, such as the names of classes: a text for each property."""
    # onnxruntime's tools note there what they did.
    given = [entry for entry in model.metadata_props if entry.value.strip() and not entry.key.startswith("onnx.")]
    return [f"{entry.key}: {' '.join(entry.value.split())}" for entry in given]


def bind(model: Any, request: dict[str, Any]) -> None:
    """Makes inputs constant to which the option input_value gives a number. The option input_shape then has names in place
    of indices."""
    if not request["input_value"]:
        return
    graph, values = model.graph, _inputs(model.graph)
    usable, _ = interface.usable_names([value.name for value in values], [])
    names = [(value.name, name) for value, name in zip(values, usable, strict=True)]
    for option in ("input_value", "input_shape"):
        if unknown := interface.unknown_input(request[option], names, option):
            raise Refused(unknown)
    shapes = interface.unread(request["input_shape"], "input_shape")
    for index, (value, spellings) in enumerate(zip(values, names, strict=True)):
        shape = interface.shape_for(request["input_shape"], index, *spellings)
        number = interface.value_for(request["input_value"], index, *spellings)
        if number is not None:
            graph.initializer.append(_filled(value, index, shape or [], number))
            graph.input.remove(value)
        elif shape:
            shapes.append(f"{spellings[1]}:{'x'.join(map(str, shape))}")
    request["input_shape"] = shapes


def _inputs(graph: Any) -> list[Any]:
    """Returns the inputs of a graph that are not constants."""
    constants = {tensor.name for tensor in graph.initializer}
    return [value for value in graph.input if value.name not in constants]


def _filled(value: Any, index: int, given: list[int], number: str) -> Any:
    """Returns a tensor in place of an input, each element of which is the number."""
    sizes = _open_sizes(value)
    sizes = [given[i] if size is None and len(given) == len(sizes) else size for i, size in enumerate(sizes)]
    if None in sizes:
        raise Refused(interface.dynamic_inputs([(index, value.name, sizes)]))
    if given and given != sizes:
        raise Refused(
            f"input_shape gives input {index} ('{value.name}') the shape {'x'.join(map(str, given))}; expected "
            f"{'x'.join(map(str, sizes))}, as the model says: leave it out"
        )
    kind = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
    element = _element(kind, number)
    if element is None:
        raise Refused(
            f"input_value: input {index} ('{value.name}') has elements of type {kind}; expected a number that they can have "
            f"instead of {number}"
        )
    return onnx.numpy_helper.from_array(numpy.full([size or 0 for size in sizes], element, kind), value.name)


def _element(kind: Any, number: str) -> bool | int | float | None:
    """Returns the number as an element of this type, or None if the type does not have it."""
    if kind.kind == "b":
        return {"true": True, "1": True, "false": False, "0": False}.get(number)
    if kind.kind in "iu":
        limits = numpy.iinfo(kind)
        is_one = re.fullmatch(r"[-+]?\d+", number) and limits.min <= int(number) <= limits.max
        return int(number) if is_one else None
    if kind.kind != "f" or number in ("true", "false"):
        return None
    real = float(number)
    with numpy.errstate(over="ignore"):
        return real if numpy.isinf(real) or not numpy.isinf(kind.type(real)) else None


def prepare(model: Any, request: dict[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """Gives each input its sizes; returns names for inputs and outputs, and remarks on the sizes."""
    graph, values = model.graph, _inputs(model.graph)
    inputs, outputs = interface.usable_names(
        [value.name for value in values], [value.name for value in graph.output]
    )
    names = [(value.name, name) for value, name in zip(values, inputs, strict=True)]
    if unknown := interface.unknown_input(request["input_shape"], names):
        raise Refused(unknown)
    for value in values:
        if value.type.WhichOneof("value") != "tensor_type":
            raise Refused(f"input '{value.name}' is not a tensor; expected only tensors: change the model")
        if value.type.tensor_type.elem_type == onnx.TensorProto.STRING:
            raise Refused(f"input '{value.name}' contains text; expected numbers: turn it into numbers before the model")
    remarks = _set_sizes(names, values, request)
    # The sizes of outputs and of intermediate values follow from the sizes of the inputs.
    own = custom.names(request["custom_op"])
    keep_types(graph, own)
    types = {value.name: value.type for value in graph.input}
    for value in graph.output:
        if value.name in types:
            value.type.CopyFrom(types[value.name])
        for dim in value.type.tensor_type.shape.dim:
            if not _is_static(dim):
                dim.Clear()
    _refuse_foreign(graph, own)
    graph.name = re.sub(r"\W", "_", graph.name) or "main"
    return inputs, outputs, remarks


def _set_sizes(names: list[tuple[str, str]], values: list[Any], request: dict[str, Any]) -> list[str]:
    """Gives the dynamic dimensions of inputs the sizes that the option says, also where other inputs have the same
    dimension, and the batch otherwise 1. Returns remarks."""
    known: dict[str, int] = {}
    for index, (value, spellings) in enumerate(zip(values, names, strict=True)):
        given = interface.shape_for(request["input_shape"], index, *spellings)
        if given and len(given) == len(_dims(value)):
            for dim, size in zip(_dims(value), given, strict=True):
                # A size that the model already has stays: the compiler reports an option that contradicts it.
                if not _is_static(dim):
                    if dim.dim_param:
                        known.setdefault(dim.dim_param, size)
                    dim.dim_value = size
    described = [(index, spellings[1], _open_sizes(value)) for index, (value, spellings) in enumerate(zip(values, names))]
    for value in values:
        _set_batch(value, known)
    for value in values:
        for dim in _dims(value):
            if not _is_static(dim) and dim.dim_param in known:
                dim.dim_value = known[dim.dim_param]
    missing = [(index, name, _open_sizes(value)) for (index, name, _), value in zip(described, values)]
    if unknown := [each for each in missing if None in each[2]]:
        raise Refused(interface.dynamic_inputs(unknown))
    for index, name, shape in missing:
        if 0 in shape:
            raise Refused(
                f"input {index} ('{name}') has the shape {'x'.join(map(str, shape))} and so no elements; expected at least "
                "one: take it out of the model"
            )
    batches = [each for each in described if None in each[2]]
    return [interface.dynamic_batch(batches)] if batches else []


def _set_batch(value: Any, known: dict[str, int]) -> None:
    dims = _dims(value)
    for position, dim in enumerate(dims):
        name = dim.dim_param
        if not _is_static(dim) and name not in known and interface.is_batch(name, position == 0, len(dims)):
            if name:
                known[name] = 1
            dim.dim_value = 1


def _open_sizes(value: Any) -> list[int | None]:
    return [_size(dim) for dim in _dims(value)]


def _refuse_foreign(graph: Any, names: Collection[str]) -> None:
    """Refuses the operators of onnxruntime that were not replaced by the standard's operators."""
    for node in graph.node:
        if node.domain not in ("", ml.DOMAIN, ml.schemas.DOMAIN) and not is_custom(node, names):
            operator = f"{node.domain}.{node.op_type}"
            raise Refused(
                f"'{node.name or node.output[0]}': {operator}: it is in a form that is not converted; expected constant scales and "
                "zero points, alpha=1 and channels_last=0, and no branch or loop around it: export the model without it",
                operator,
            )
        for attribute in node.attribute:
            if attribute.HasField("g"):
                _refuse_foreign(attribute.g, names)


def _dims(value: Any) -> Any:
    return value.type.tensor_type.shape.dim


def _is_static(dim: Any) -> bool:
    """Some exporters write -1 for a size that is not known."""
    return bool(dim.HasField("dim_value") and dim.dim_value >= 0)


def infer(model: Any, operators: Mapping[str, str]) -> Any:
    """Returns the model after a check, in a version of the standard that the importer supports, with the types of all
    values. `operators` has the names of all nodes."""
    try:
        onnx.checker.check_model(model)
    except onnx.checker.ValidationError as error:
        operator = re.search(r"No Op registered for (\w+)", str(error))
        raise Refused(
            f"this ONNX model is not valid: {first_line(error)}", operator and f"onnx.{operator[1]}"
        ) from error
    # The inference of shapes takes a STFT for two-sided unless it says the default.
    functions.note_defaults(model, "STFT")
    consistency.check(model, operators)
    version = opset_of(model)
    if version < _SCAN_WITHOUT_BATCH:
        _refuse_scan(model.graph, version)
    try:
        if version < _OLDEST_OPSET:
            from onnx import version_converter

            if version < _WITH_RESIZE:
                model = version_converter.convert_version(model, _WITH_RESIZE)
            old_forms.note(model.graph, version)
            model = version_converter.convert_version(model, _OLDEST_OPSET)
        # In older ones, every constant must also be an input; the inference of shapes disregards others.
        model.ir_version = max(model.ir_version, _OLDEST_IR)
        # A rewrite that replaces a constant would leave an input behind.
        constants = {tensor.name for tensor in model.graph.initializer}
        values = [value for value in model.graph.input if value.name not in constants]
        del model.graph.input[:]
        model.graph.input.extend(values)
        return _with_shapes(model)
    except RuntimeError as error:
        raise _unconverted(model, version, str(error)) from error


def _with_shapes(model: Any) -> Any:
    """Returns the model with the types of all values. An output has the sizes that the file declares, as the inference of
    shapes has faults; if they are not as many as follow from the inputs, onnxruntime gives the latter."""
    declared = {value.name: [_size(dim) for dim in _dims(value)] for value in model.graph.output if _has_shape(value)}
    # An input that is also an output would lose its shape.
    inputs = {value.name for value in model.graph.input}
    for value in model.graph.output:
        if value.name in declared and value.name not in inputs:
            value.type.tensor_type.ClearField("shape")
    model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    # It infers only one of the entries of an output that is there twice.
    inferred = {value.name: [_size(dim) for dim in _dims(value)] for value in model.graph.output if _has_shape(value)}
    for value in model.graph.output:
        given, found = declared.get(value.name), inferred.get(value.name)
        if given is None and found is None:
            continue
        sizes = given if found is None else found
        if given is not None and found is not None and len(given) == len(found):
            sizes = [one if one is not None else other for one, other in zip(given, found, strict=True)]
        kind = value.type.tensor_type.elem_type
        value.CopyFrom(onnx.helper.make_tensor_value_info(value.name, kind, sizes))
    return model


def _has_shape(value: Any) -> bool:
    return bool(value.type.tensor_type.HasField("shape"))


def _size(dim: Any) -> int | None:
    return dim.dim_value if _is_static(dim) else None


def _unconverted(model: Any, version: int, message: str) -> Refused:
    """Returns the refusal of a model that onnx's conversion of versions does not convert. Its message may name the
    operator."""
    named = re.search(r"No Adapter.* [Ff]or (\w+)", message)
    operator = named[1] if named else None
    node = next((node for node in model.graph.node if node.op_type == operator), None)
    place = f"'{node.name or node.output[0]}': {operator}: " if node else ""
    reason = "" if node else f" ({message.rpartition('failed: ')[2].strip().splitlines()[0]})"
    return Refused(
        f"{place}onnx does not convert it from opset {version} to {_OLDEST_OPSET}{reason}; expected another form of the model: "
        f"export it with opset_version={_OLDEST_OPSET} or newer",
        f"onnx.{operator}" if node else None,
    )


def _refuse_scan(graph: Any, version: int) -> None:
    """Refuses Scan with a batch, which onnx's conversion of versions takes for one without."""
    for node in graph.node:
        if node.op_type == "Scan":
            raise Refused(
                f"'{node.name or node.output[0]}': Scan: in opset {version}, its tensors have a batch; expected Scan of opset "
                f"{_SCAN_WITHOUT_BATCH} or newer: export the model again",
                "onnx.Scan",
            )
        for attribute in node.attribute:
            if attribute.HasField("g"):
                _refuse_scan(attribute.g, version)


def has_unsigned_integers(model: Any) -> bool:
    """Returns whether the model has unsigned integers. TOSA's integers are signless: torch-mlir converts uint8 to int8
    there, and computes in int8."""
    graph = model.graph
    kinds = {tensor.data_type for tensor in graph.initializer}
    kinds |= {value.type.tensor_type.elem_type for value in [*graph.input, *graph.output, *graph.value_info]}
    return not kinds.isdisjoint(_UNSIGNED)


def with_signs(model: Any, inputs: list[str], outputs: list[str]) -> list[list[tuple[str, bool]]]:
    """Returns the names of the inputs and outputs, each with whether its integers are unsigned."""
    return [
        [(name, value.type.tensor_type.elem_type in _UNSIGNED) for name, value in zip(names, ends, strict=True)]
        for names, ends in ((inputs, model.graph.input), (outputs, model.graph.output))
    ]
