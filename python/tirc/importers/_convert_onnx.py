# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts an ONNX model to TOSA, or else to linalg. onnx.py runs it in a separate process; see run_converter in
base.py."""

from __future__ import annotations

import functools
import importlib
import json
import pathlib
import re
import runpy
from typing import Any

# torch-mlir supports operators only in the form of newer versions of the standard.
_OLDEST_OPSET = 17
# In older ones, the tensors of Scan have a batch.
_SCAN_WITHOUT_BATCH = 9
# The version in which Upsample became Resize; the conversion to it keeps no notes.
_WITH_RESIZE = 10
# The version of the file format in which constants need not be inputs.
_OLDEST_IR = 4
# What is listed must not be decomposed: it becomes a function that divides.
_KEPT = "backend-legal-ops=aten.fmod.Tensor,aten.floor_divide,aten.floor_divide.Scalar"
_TO_TORCH = f"builtin.module(torch-onnx-to-torch-backend-pipeline{{{_KEPT}}})"
# The numbers of uint8, uint16, uint32, uint64 and uint4 in TensorProto.DataType.
_UNSIGNED = frozenset({2, 4, 12, 13, 21})
_interface = runpy.run_path(str(pathlib.Path(__file__).with_name("interface.py")))


_integers = runpy.run_path(str(pathlib.Path(__file__).with_name("_integers.py")))
_first_line = _integers["first_line"]
for _package in ("onnx_rewrites", "recurrent"):
    _integers["load_package"](_package)
Refused: Any = importlib.import_module("onnx_rewrites.refused").Refused


@functools.cache
def _lowering() -> dict[str, Any]:
    """Returns what ONNX and PyTorch share. It imports torch-mlir, which may be missing."""
    return runpy.run_path(str(pathlib.Path(__file__).with_name("_lowering.py")))


def main() -> None:
    answer = pathlib.Path(".answer.json")
    request = json.loads(pathlib.Path(".request.json").read_text())
    try:
        import onnx.inliner
        import torch_mlir.extras.onnx_importer
    except ImportError as error:
        answer.write_text(json.dumps({"missing": error.name}))
        return
    rewrite = importlib.import_module("onnx_rewrites.rules").rewrite
    widen = importlib.import_module("onnx_rewrites.half").widen
    functions = importlib.import_module("onnx_rewrites.functions")
    quantized = importlib.import_module("onnx_rewrites.quantized_operators")
    check = importlib.import_module("onnx_rewrites.known.check").check
    naming = importlib.import_module("onnx_rewrites.naming")
    operators: dict[str, str] = {}
    try:
        model = read(onnx, request)
        check(model)
        if model.functions:
            # The repairs look at the nodes of the graph. Attributes that refer to those of a call have values now.
            model = onnx.inliner.inline_local_functions(model)
            check(model)
        importlib.import_module("onnx_rewrites.sparse").densify(model.graph)
        operators = naming.name_nodes(model.graph)
        quantized.expand(model, "com.microsoft")
        inputs, outputs = prepare(onnx, model, request)
        model = functions.expand_all(widen(infer(onnx, model)))
        ends = with_signs(model, inputs, outputs)

        def lower(part: Any) -> tuple[str, Any, list[str]]:
            while True:
                try:
                    return convert(torch_mlir.extras.onnx_importer, rewrite(part))
                except Refused as refused:
                    # The standard defines some operators by others.
                    if (expanded := functions.expand(part, refused.operator)) is None:
                        raise
                    part = expanded

        def convert_part(part: Any) -> tuple[Any, list[str]]:
            return lower(onnx.shape_inference.infer_shapes(part, data_prop=True))[1:]

        if request["crashed"]:
            naming.refuse_crash(model, lower)
        plan = functools.partial(recovered, onnx, model)
        form, (remarks, is_written) = "tosa", _integers["write"](plan, convert_part, inputs, outputs, Refused)
        if not is_written:
            model, calls = take_out_layers(model)
            form, module, more = lower(model)
            remarks += more
            _lowering()["stitch"](module, calls)
            _lowering()["write"](module, *ends)
        answer.write_text(json.dumps({"form": form, "remarks": remarks, "operators": operators}))
    except Refused as refused:
        own = naming.in_own_words(refused, operators)
        answer.write_text(json.dumps({"refused": str(own), "operator": own.operator}))


def read(onnx: Any, request: dict[str, Any]) -> Any:
    """Reads the model, with its data in other files."""
    from google.protobuf.message import DecodeError

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
    return model


def prepare(onnx: Any, model: Any, request: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Gives each input its sizes; returns names for inputs and outputs."""
    graph = model.graph
    constants = {tensor.name for tensor in graph.initializer}
    values = [value for value in graph.input if value.name not in constants]
    inputs, outputs = _interface["usable_names"](
        [value.name for value in values], [value.name for value in graph.output]
    )
    names = [(value.name, name) for value, name in zip(values, inputs, strict=True)]
    if unknown := _interface["unknown_input"](request["input_shape"], names):
        raise Refused(unknown)
    for index, (value, name) in enumerate(zip(values, inputs, strict=True)):
        if value.type.WhichOneof("value") != "tensor_type":
            raise Refused(f"input '{value.name}' is not a tensor; expected only tensors: change the model")
        if value.type.tensor_type.elem_type == onnx.TensorProto.STRING:
            raise Refused(f"input '{value.name}' contains text; expected numbers: turn it into numbers before the model")
        dims = value.type.tensor_type.shape.dim
        given = _interface["shape_for"](request["input_shape"], index, name, value.name)
        if given and len(given) == len(dims):
            for dim, size in zip(dims, given, strict=True):
                # A size that the model already has stays: the compiler reports an option that contradicts it.
                if not _is_static(dim):
                    dim.dim_value = size
        shape = [dim.dim_value if _is_static(dim) else None for dim in dims]
        if None in shape:
            raise Refused(_interface["dynamic_input"](index, name, shape))
        if 0 in shape:
            raise Refused(
                f"input {index} ('{name}') has the shape {'x'.join(map(str, shape))} and so no elements; expected at least "
                "one: take it out of the model"
            )
    # The sizes of outputs and of intermediate values follow from those of the inputs.
    del graph.value_info[:]
    given = {value.name: value.type for value in graph.input}
    for value in graph.output:
        if value.name in given:
            value.type.CopyFrom(given[value.name])
        for dim in value.type.tensor_type.shape.dim:
            if not _is_static(dim):
                dim.Clear()
    _refuse_foreign(graph)
    graph.name = re.sub(r"\W", "_", graph.name) or "main"
    return inputs, outputs


def _refuse_foreign(graph: Any) -> None:
    """Refuses the operators of onnxruntime that were not replaced by those of the standard."""
    for node in graph.node:
        if node.domain:
            operator = f"{node.domain}.{node.op_type}"
            raise Refused(
                f"'{node.name or node.output[0]}': {operator}: it is in a form that is not converted; expected constant scales and "
                "zero points, alpha=1 and channels_last=0, and no branch or loop around it: export the model without it",
                operator,
            )
        for attribute in node.attribute:
            if attribute.HasField("g"):
                _refuse_foreign(attribute.g)


def _dims(value: Any) -> Any:
    return value.type.tensor_type.shape.dim


def _is_static(dim: Any) -> bool:
    """Some exporters write -1 for a size that is not known."""
    return bool(dim.HasField("dim_value") and dim.dim_value >= 0)


def infer(onnx: Any, model: Any) -> Any:
    """Returns the model after a check, in a version of the standard that the importer supports, with the types of all
    values."""
    try:
        onnx.checker.check_model(model)
    except onnx.checker.ValidationError as error:
        operator = re.search(r"No Op registered for (\w+)", str(error))
        raise Refused(
            f"this ONNX model is not valid: {_first_line(error)}", operator and f"onnx.{operator[1]}"
        ) from error
    version = next((opset.version for opset in model.opset_import if opset.domain in ("", "ai.onnx")), _OLDEST_OPSET)
    if version < _SCAN_WITHOUT_BATCH:
        _refuse_scan(model.graph, version)
    try:
        if version < _OLDEST_OPSET:
            from onnx import version_converter

            if version < _WITH_RESIZE:
                model = version_converter.convert_version(model, _WITH_RESIZE)
            importlib.import_module("onnx_rewrites.old_forms").note(model.graph, version)
            model = version_converter.convert_version(model, _OLDEST_OPSET)
        # In older ones, every constant must also be an input; the inference of shapes disregards others.
        model.ir_version = max(model.ir_version, _OLDEST_IR)
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
        # It infers only one of the entries of an output that is there twice.
        types = {value.name: value.type for value in model.graph.output if all(map(_is_static, _dims(value)))}
        for value in model.graph.output:
            value.type.CopyFrom(types.get(value.name, value.type))
        return model
    except RuntimeError as error:
        raise _unconverted(model, version, str(error)) from error


def _unconverted(model: Any, version: int, message: str) -> Any:
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


def recovered(onnx: Any, model: Any) -> Any:
    """Returns the plan for the quantised tensors of a model."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    importlib.import_module("onnx_rewrites.quantized_operators").expand(copy, "")
    copy = onnx.shape_inference.infer_shapes(copy, data_prop=True)
    fold = importlib.import_module("onnx_rewrites.folding").fold
    return importlib.import_module("onnx_rewrites.integers.recovery").Recovery(fold(copy))


def take_out_layers(model: Any) -> tuple[Any, list[Any]]:
    """Returns the model without its recurrent layers, and their calls."""
    recurrent = importlib.import_module("onnx_rewrites.recurrent")
    if not any(recurrent.is_recurrent(node) for node in model.graph.node):
        return model, []
    model = importlib.import_module("onnx_rewrites.folding").fold(model)
    return model, recurrent.take_out(model)


def convert(importer: Any, model: Any) -> tuple[str, Any, list[str]]:
    """Returns the form of the MLIR, "tosa" or "linalg", its module, and remarks about the model."""
    from torch_mlir import ir
    from torch_mlir.dialects import torch as torch_dialect

    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)
    shared = _lowering()

    def describe_operation(location: Any, message: str) -> tuple[str, str | None]:
        return describe(shared["place_of"](location), model, named_operator(message, model))

    lowering = shared["Lowering"](describe_operation, Refused)
    module = import_graph(importer, importer.ModelInfo(model), context)
    try:
        lowering.prepare(module, _TO_TORCH)
        lowered, form, remarks = lowering.lower(module, not (resizes_to_nearest(model) or has_unsigned_integers(model)))
    except Refused as refused:
        if refused.operator is None and (node := unconverted_node(importer, model)):
            place, operator = describe(node.name, model, None)
            raise Refused(f"{place}{shared['NOT_CONVERTED']}", operator) from refused
        raise
    return form, lowered, remarks


def unconverted_node(importer: Any, model: Any) -> Any:
    """Returns the first node that is not converted by itself, if any. torch-mlir may only name a constant that the node
    reads."""
    if len(model.graph.node) == 1:
        return model.graph.node[0]
    for node, part in importlib.import_module("onnx_rewrites.naming").single_nodes(model):
        try:
            convert(importer, part)
        except Refused:
            return node
    return None


def import_graph(importer: Any, info: Any, context: Any) -> Any:
    module = info.create_module(context=context).operation
    try:
        importer.NodeImporter.define_function(info.main_graph, module).import_all()
    except (importer.OnnxImportError, NotImplementedError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise Refused(
            f"torch-mlir does not import this model: {_first_line(error)}; export it with other operators"
        ) from error
    return module


def resizes_to_nearest(model: Any) -> bool:
    """Returns whether the model resizes to the nearest element in another way than TOSA rounds: torch-mlir converts a
    resize that takes the previous element to TOSA's nevertheless."""
    return any(
        node.op_type == "Resize" and all(a.s == b"nearest" for a in node.attribute if a.name == "mode")
        for node in model.graph.node
    )


def has_unsigned_integers(model: Any) -> bool:
    """Returns whether the model has unsigned integers. TOSA's integers are signless: torch-mlir converts uint8 to int8
    there, and computes in int8."""
    graph = model.graph
    kinds = {tensor.data_type for tensor in graph.initializer}
    kinds |= {value.type.tensor_type.elem_type for value in [*graph.input, *graph.output, *graph.value_info]}
    return not kinds.isdisjoint(_UNSIGNED)


def with_signs(model: Any, inputs: list[str], outputs: list[str]) -> list[list[tuple[str, bool]]]:
    """Returns the names of the inputs and outputs, each with whether its integers are unsigned."""
    constants = {tensor.name for tensor in model.graph.initializer}
    values = [value for value in model.graph.input if value.name not in constants]
    return [
        [(name, value.type.tensor_type.elem_type in _UNSIGNED) for name, value in zip(names, ends, strict=True)]
        for names, ends in ((inputs, values), (outputs, model.graph.output))
    ]


def describe(place: str | None, model: Any, operator: str | None) -> tuple[str, str | None]:
    """Returns the node and its operator as the beginning of a sentence, and the operator.

    A place may also be a value or the graph; then the node is the first one of the operator, if that is known, or else the
    first one that reads the value.
    """
    kinds = {node.name: node.op_type for node in model.graph.node}
    if place not in kinds:
        readers = [node.name for node in model.graph.node if place in node.input]
        place = next((name for name, kind in kinds.items() if kind == operator), next(iter(readers), None))
    if place is None:
        return "", operator and f"onnx.{operator}"
    # The nodes that replace one have its name.
    alike = {node.op_type for node in model.graph.node if node.name == place}
    kind = operator if operator in alike else kinds[place]
    return f"'{place}': {kind}: ", f"onnx.{kind}"


def named_operator(message: str, model: Any) -> str | None:
    """Returns the operator of the model that torch-mlir's message is about, by any of the names that it has there."""
    kinds = {node.op_type.lower(): node.op_type for node in model.graph.node}
    found = re.findall(r'(?:name = "onnx|torch\.onnx)\.(\w+)', message)
    return next((kinds[key] for name in found if (key := name.replace("_", "").lower()) in kinds), None)


if __name__ == "__main__":
    main()
