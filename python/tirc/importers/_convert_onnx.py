# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts an ONNX model to TOSA, or else to linalg. onnx.py runs it in a separate process; see run_converter in
base.py."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import re
import runpy
import sys
from typing import Any

# torch-mlir supports operators only in the form of newer versions of the standard.
_OLDEST_OPSET = 17
_TO_TORCH = "builtin.module(torch-onnx-to-torch-backend-pipeline)"
_TO_TOSA = "builtin.module(torch-backend-to-tosa-backend-pipeline)"
_TO_LINALG = "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"
# The numbers of uint8, uint16, uint32, uint64 and uint4 in TensorProto.DataType.
_UNSIGNED = frozenset({2, 4, 12, 13, 21})
_NOT_CONVERTED = (
    "torch-mlir does not convert this operator in this form; express it by other operators, or take it out of the model"
)
_interface = runpy.run_path(str(pathlib.Path(__file__).with_name("interface.py")))


def _load_package(name: str) -> None:
    """Loads a package of this folder without tirc, and without the modules beside it: one of them is named onnx."""
    folder = pathlib.Path(__file__).with_name(name)
    spec = importlib.util.spec_from_file_location(name, folder / "__init__.py")
    assert spec and spec.loader
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])


_load_package("onnx_rewrites")
Refused: Any = importlib.import_module("onnx_rewrites.refused").Refused


def main() -> None:
    answer = pathlib.Path(".answer.json")
    request = json.loads(pathlib.Path(".request.json").read_text())
    try:
        import onnx
        import torch_mlir.extras.onnx_importer
    except ImportError as error:
        answer.write_text(json.dumps({"missing": error.name}))
        return
    rewrite = importlib.import_module("onnx_rewrites.rules").rewrite
    try:
        model = read(onnx, request)
        inputs, outputs = prepare(onnx, model, request)
        form, remarks = convert(torch_mlir.extras.onnx_importer, rewrite(infer(onnx, model)), inputs, outputs)
        answer.write_text(json.dumps({"form": form, "remarks": remarks}))
    except Refused as error:
        answer.write_text(json.dumps({"refused": str(error), "operator": error.operator}))


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
    """Gives each input its sizes and each node a name; returns names for inputs and outputs."""
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
    for value in graph.output:
        for dim in value.type.tensor_type.shape.dim:
            if not _is_static(dim):
                dim.Clear()
    functions = {(function.domain, function.name) for function in model.functions}
    for index, node in enumerate(graph.node):
        node.name = node.name or next((name for name in node.output if name), f"{node.op_type}_{index}")
        operator = f"{node.domain}.{node.op_type}"
        if node.domain not in ("", "ai.onnx") and (node.domain, node.op_type) not in functions:
            raise Refused(
                f"'{node.name}': {operator} is not an operator of ONNX itself; export the model without it (onnxruntime "
                "puts such operators into models that it optimises)",
                operator,
            )
    graph.name = re.sub(r"\W", "_", graph.name) or "main"
    return inputs, outputs


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
    if model.functions:
        from onnx import inliner

        # The repairs look at the nodes of the graph.
        model = inliner.inline_local_functions(model)
    version = next((opset.version for opset in model.opset_import if opset.domain in ("", "ai.onnx")), _OLDEST_OPSET)
    try:
        if version < _OLDEST_OPSET:
            from onnx import version_converter

            model = version_converter.convert_version(model, _OLDEST_OPSET)
        return onnx.shape_inference.infer_shapes(model, data_prop=True)
    except RuntimeError as error:
        raise Refused(
            f"opset {version} of this model cannot be turned into opset {_OLDEST_OPSET}: {_first_line(error)}; export "
            f"the model with opset_version={_OLDEST_OPSET} or newer"
        ) from error


def convert(importer: Any, model: Any, inputs: list[str], outputs: list[str]) -> tuple[str, list[str]]:
    """Writes the MLIR, and returns its form, "tosa" or "linalg", and remarks about the model."""
    from torch_mlir import ir, passmanager
    from torch_mlir.dialects import torch as torch_dialect

    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)

    def run(pipeline: str, target: Any) -> None:
        passmanager.PassManager.parse(pipeline, context).run(target)

    # Operators that torch-mlir does not support are expanded if the standard defines them by others.
    config = importer.Config()
    expanded = config.function_expansion_allowlists_by_domain[""]
    while True:
        module = import_graph(importer, importer.ModelInfo(model, config=config), context)
        try:
            run(_TO_TORCH, module)
            break
        except ir.MLIRError as error:
            refused = refusal(error, model)
            operator = (refused.operator or "").removeprefix("onnx.")
            if operator in expanded or operator not in {node.op_type for node in model.graph.node}:
                raise refused from error
            expanded.add(operator)
    form, lowered = "tosa", module.clone()
    try:
        run(_TO_TOSA, lowered)
        keeps_meaning = not (
            uses_types_beyond_tosa(ir, lowered) or resizes_to_nearest(model) or has_unsigned_integers(model)
        )
    except ir.MLIRError:
        keeps_meaning = False
    if not keeps_meaning:
        form, lowered = "linalg", module
        try:
            run(_TO_LINALG, lowered)
        except ir.MLIRError as error:
            raise refusal(error, model) from error
    check_lowered(ir, lowered, model)
    remarks = drop_assertions(ir, lowered, model)
    name_interface(ir, lowered, inputs, outputs)
    # As text: this MLIR is newer than the compiler's, which may not be able to read its bytecode.
    with open(".model.mlir", "wb") as file:
        lowered.print(file=file, binary=True, enable_debug_info=True)
    return form, remarks


def drop_assertions(ir: Any, module: Any, model: Any) -> list[str]:
    """Drops the assertions that torch-mlir adds about indices, and returns a remark for each that is not proved.

    Others are about numbers for which torch-mlir's operations would compute something else.
    """
    found: list[Any] = []

    def visit(op: Any) -> Any:
        if op.name == "cf.assert":
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.walk(visit)
    remarks = []
    for op in found:
        condition = op.operands[0].owner
        proved = getattr(condition, "name", "") == "arith.constant" and str(condition.attributes["value"]) == "true"
        if not proved:
            text = ir.StringAttr(op.attributes["msg"]).value
            place, operator = describe(op.location, model)
            if not text.startswith("index must be"):
                raise Refused(f"{place}torch-mlir converts only a part of this operator: {text}", operator)
            remarks.append(f"{place}nothing checks at run time that each {text}")
        op.erase()
    return list(dict.fromkeys(remarks))


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


def uses_types_beyond_tosa(ir: Any, module: Any) -> bool:
    """Returns whether TOSA operators work on i64 or f64. The importer keeps these types if ONNX or PyTorch compute in
    them."""
    found = False

    def visit(op: Any) -> Any:
        nonlocal found
        if op.name.startswith("tosa."):
            for value in [*op.operands, *op.results]:
                found |= re.search(r"x?(i64|f64)>", str(value.type)) is not None
        return ir.WalkResult.INTERRUPT if found else ir.WalkResult.ADVANCE

    module.walk(visit)
    return found


def has_unsigned_integers(model: Any) -> bool:
    """Returns whether the model has unsigned integers. TOSA's integers are signless: torch-mlir converts uint8 to int8
    there, and computes in int8."""
    graph = model.graph
    kinds = {tensor.data_type for tensor in graph.initializer}
    kinds |= {value.type.tensor_type.elem_type for value in [*graph.input, *graph.output, *graph.value_info]}
    return not kinds.isdisjoint(_UNSIGNED)


def check_lowered(ir: Any, module: Any, model: Any) -> None:
    """Refuses a model in which torch-mlir leaves its own operations, which no other tool supports."""
    found: list[Any] = []

    def visit(op: Any) -> Any:
        if op.name.partition(".")[0] in ("torch", "torch_c", "tm_tensor", "ml_program"):
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    # A module's variable has no place in the model; what uses it does.
    found.sort(key=lambda op: place_of(op.location) is None)
    if found:
        place, operator = describe(found[0].location, model)
        raise Refused(f"{place}{_NOT_CONVERTED}", operator)


def place_of(location: Any) -> str | None:
    """Returns the node's name, if the location has one."""
    named = re.search(r'loc\((?:callsite\()?(?:fused(?:<[^>]*>)?\[)?"([^"]*)"', str(location))
    return named[1] if named else None


def describe(location: Any, model: Any, operator: str | None = None) -> tuple[str, str | None]:
    """Returns the node and its operator as the beginning of a sentence, and the operator."""
    place = place_of(location)
    kinds = {node.name: node.op_type for node in model.graph.node}
    if place is None and operator is not None:
        place = next((name for name, kind in kinds.items() if kind == operator), None)
    operator = kinds.get(place or "", operator)
    if place is None:
        return "", operator and f"onnx.{operator}"
    return (f"'{place}': {operator}: ", f"onnx.{operator}") if operator else (f"'{place}': ", None)


def name_interface(ir: Any, module: Any, inputs: list[str], outputs: list[str]) -> None:
    function = next(op for op in module.regions[0].blocks[0] if op.operation.name == "func.func")
    with module.context:
        for key, names in (("arg_attrs", inputs), ("res_attrs", outputs)):
            function.attributes[key] = ir.ArrayAttr.get(
                [ir.DictAttr.get({"onnx.name": ir.StringAttr.get(name)}) for name in names]
            )


def refusal(error: Any, model: Any) -> Any:
    """Returns the refusal for MLIR's diagnostic that names the node that cannot be lowered."""
    print(error, file=sys.stderr)
    for first in error.error_diagnostics:
        # A node that is not converted at all is shown as it is.
        named = re.search(r'name = "onnx\.(\w+)"', first.message)
        place, operator = describe(first.location, model, named[1] if named else None)
        if place:
            return Refused(f"{place}{_NOT_CONVERTED}", named and f"onnx.{named[1]}" or operator)
    return Refused(
        "torch-mlir does not convert this model, and does not say which node it is; see FrontEndError.output"
    )


def _first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


if __name__ == "__main__":
    main()
