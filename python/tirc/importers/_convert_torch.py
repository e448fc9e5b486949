# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts a program of torch.export to TOSA, or else to linalg. torch.py runs it in a separate process; see
run_converter in base.py."""

from __future__ import annotations

import functools
import importlib
import json
import pathlib
import runpy
import warnings
from typing import Any, cast

# What is listed must not be decomposed: it becomes a function that divides.
_KEPT = "backend-legal-ops=aten.fmod.Tensor,aten.floor_divide,aten.floor_divide.Scalar"
_TO_BACKEND = f"builtin.module(torchdynamo-export-to-torch-backend-pipeline{{{_KEPT}}})"
_interface = runpy.run_path(str(pathlib.Path(__file__).with_name("interface.py")))
_integers = runpy.run_path(str(pathlib.Path(__file__).with_name("_integers.py")))
_first_line = _integers["first_line"]
for _package in ("recurrent", "torch_rewrites"):
    _integers["load_package"](_package)
_refused = importlib.import_module("torch_rewrites.refused")
Refused: Any = _refused.Refused


def main() -> None:
    answer = pathlib.Path(".answer.json")
    request = json.loads(pathlib.Path(".request.json").read_text())
    warnings.filterwarnings("ignore")
    try:
        import torch.export
        import torch_mlir.extras.fx_importer as importer
    except ImportError as error:
        answer.write_text(json.dumps({"missing": error.name}))
        return
    try:
        program = read(torch, pathlib.Path(request["model"]))
        inputs = interface_inputs(torch, program, request)
        outputs = interface_outputs(program)
        drop_absent_outputs(program)
        names = _interface["usable_names"](inputs, outputs)
        form, (remarks, is_written) = "tosa", write_integers(importer, program, *names)
        if not is_written:
            module, form, more = lower(importer, program)
            remarks += more
            _lowering()["write"](module, *with_signs(program, *names))
        answer.write_text(json.dumps({"form": form, "remarks": remarks}))
    except Refused as error:
        answer.write_text(json.dumps({"refused": str(error), "operator": error.operator}))


def read(torch: Any, path: pathlib.Path) -> Any:
    data = path.read_bytes()
    if b"quantized_decomposed" in data:
        # It defines these operators; older versions of PyTorch do so themselves.
        try:
            import torchao.quantization.pt2e  # noqa: F401
        except ImportError:
            pass
    try:
        with path.open("rb") as file:
            return torch.export.load(file)
    except Exception as error:  # Whatever a damaged archive leads to.
        raise Refused(
            f"PyTorch {torch.__version__} cannot load this program: {_first_line(error)}; write it again with "
            "torch.export.save of this version"
        ) from error


def interface_inputs(torch: Any, program: Any, request: dict[str, Any]) -> list[str]:
    """Returns the names of the inputs. Refuses inputs that the compiler has no type for."""
    names = [name for name in program.graph_signature.user_inputs if isinstance(name, str)]
    if unknown := _interface["unknown_input"](request["input_shape"], [(name,) for name in names]):
        raise Refused(unknown)
    values = {node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"}
    for index, name in enumerate(names):
        value = values[name]
        if not isinstance(value, torch.Tensor) or value.is_complex():
            raise Refused(f"input {index} ('{name}') is not a tensor of real numbers; expected only those")
        shape = [size if isinstance(size, int) else None for size in value.shape]
        if None in shape:
            known = "x".join("?" if size is None else str(size) for size in shape)
            raise Refused(
                f"input {index} ('{name}') has the shape {known}; expected a size in place of each '?': export the module "
                "without dynamic_shapes"
            )
        if 0 in shape:
            raise Refused(
                f"input {index} ('{name}') has the shape {'x'.join(map(str, shape))} and so no elements; expected at least "
                "one: export the module with other inputs"
            )
    return names


def with_signs(program: Any, inputs: list[str], outputs: list[str]) -> list[list[tuple[str, bool]]]:
    """Returns the names of the inputs and outputs, each with whether its integers are unsigned."""
    import torch

    types = {node.name: getattr(node.meta.get("val"), "dtype", None) for node in program.graph.nodes}
    signature = program.graph_signature
    found = []
    for names, values in ((inputs, signature.user_inputs), (outputs, signature.user_outputs)):
        found.append([(name, types.get(value) == torch.uint8) for name, value in zip(names, values, strict=True)])
    return found


def interface_outputs(program: Any) -> list[str]:
    """Returns the names of the outputs: the keys or fields under which the module returns them, or else the names of
    the program."""
    from torch.utils import _pytree

    names = list(program.graph_signature.user_outputs)
    tree = _pytree.tree_unflatten(names, program.call_spec.out_spec)
    paths, _ = _pytree.tree_flatten_with_path(tree)
    result = []
    for (path, _), name in zip(paths, names, strict=True):
        keys = [getattr(part, "key", getattr(part, "name", getattr(part, "idx", ""))) for part in path]
        if name is not None:
            result.append("_".join(map(str, keys)) if any(isinstance(key, str) for key in keys) else str(name))
    return result


def drop_absent_outputs(program: Any) -> None:
    """Drops outputs that are None, as attention weights that nobody asked for."""
    specs = program.graph_signature.output_specs
    (output,) = (node for node in program.graph.nodes if node.op == "output")
    values = output.args[0]
    kept = [index for index, value in enumerate(values) if value is not None]
    if len(kept) == len(values):
        return
    from torch.utils import _pytree

    output.args = (tuple(values[index] for index in kept),)
    specs[:] = [specs[index] for index in kept]
    program.module_call_graph[0].signature.out_spec = _pytree.tree_structure((0,) * len(kept))
    program.graph_module.recompile()


def write_integers(importer: Any, program: Any, inputs: list[str], outputs: list[str]) -> tuple[list[str], bool]:
    """Writes the MLIR of a program that PT2E has quantised, with a function for each part that computes in floats.
    Returns remarks, and whether this is possible."""
    if not any(str(node.target).startswith("quantized_decomposed.quantize") for node in program.graph.nodes):
        return [], False
    for package in ("onnx_rewrites", "pt2e"):
        _integers["load_package"](package)
    try:
        import onnx  # noqa: F401
    except ImportError:
        return ["the quantised model computes in float: the Python package 'onnx' is missing; pip install 'tirc[torch]'"], False
    operators, parts = (importlib.import_module(f"pt2e.{name}") for name in ("operators", "parts"))
    translation = importlib.import_module("pt2e.translation").Translation(program, operators.RULES, _place)

    def plan() -> Any:
        return importlib.import_module("onnx_rewrites.integers.recovery").Recovery(translation.model())

    def convert_part(part: Any) -> tuple[Any, list[str]]:
        ends = ([value.name for value in values] for values in (part.graph.input, part.graph.output))
        # A function's text does not contain the data that is stored beside a module.
        stored, importer.DenseResourceElementsAttr = importer.DenseResourceElementsAttr, _Inline
        try:
            module, _, remarks = lower(importer, parts.extract(program, translation.constants, *ends))
        finally:
            importer.DenseResourceElementsAttr = stored
        return module, remarks

    return cast(tuple[list[str], bool], _integers["write"](plan, convert_part, inputs, outputs, Refused))


class _Inline:
    """Constants whose data is in the operation, in place of those whose data is beside the module."""

    @staticmethod
    def get_from_buffer(data: Any, name: str, kind: Any) -> Any:
        from torch_mlir import ir

        return ir.DenseElementsAttr.get(data, type=kind)


@functools.cache
def _lowering() -> dict[str, Any]:
    """Returns what ONNX and PyTorch share. It imports torch-mlir, which may be missing."""
    return runpy.run_path(str(pathlib.Path(__file__).with_name("_lowering.py")))


def lower(importer: Any, program: Any) -> tuple[Any, str, list[str]]:
    """Returns the module of a program, its form, "tosa" or "linalg", and remarks about the model."""
    import torch
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table

    operators = operators_by_place(program)
    rewritten = importlib.import_module("torch_rewrites.rewriting").rewrite(program, get_decomposition_table())
    try:
        module, form, remarks = convert(importer, rewritten.program, operators, rewritten.calls)
    except Refused as error:
        node = None if error.operator else unconverted_node(torch, importer, rewritten.program)
        if node is None:
            raise
        place = _place(node)
        operator = operators.get(place, [_refused.operator_of(node)])[0]
        raise Refused(f"'{place}': {operator}: {_lowering()['NOT_CONVERTED']}", operator) from error
    if states := rewritten.states:
        remarks += [f"the module writes to its buffer '{name}', which remains from one run to the next" for name, _ in states]
        _lowering()["make_variables"](module, states)
    return module, form, remarks


def unconverted_node(torch: Any, importer: Any, program: Any) -> Any:
    """Returns the first node that is not converted by itself, if any. torch-mlir may only name a constant that the node
    reads."""

    class Single(torch.nn.Module):  # type: ignore[misc]
        def __init__(self, node: Any) -> None:
            super().__init__()
            self.node = node

        def forward(self, *tensors: Any) -> Any:
            known = dict(zip(self.node.all_input_nodes, tensors, strict=True))
            arguments, options = (torch.fx.node.map_arg(given, known.get) for given in (self.node.args, self.node.kwargs))
            return self.node.target(*arguments, **options)

    for node in program.graph.nodes:
        if node.op != "call_function" or not hasattr(node.target, "_schema"):
            continue
        values = [operand.meta["val"] for operand in node.all_input_nodes]
        if not all(isinstance(value, torch.Tensor) for value in values):
            continue
        tensors = tuple(torch.zeros(value.shape, dtype=value.dtype) for value in values)
        try:
            single = torch.export.export(Single(node), tensors)
        except Exception:  # Whatever the node raises for zeros.
            continue
        try:
            convert(importer, single, {}, [])
        except Refused:
            return node
    return None


def convert(
    importer: Any, program: Any, known: dict[str, list[str]], calls: list[Any]
) -> tuple[Any, str, list[str]]:
    """Returns the module, its form and remarks. `known` has the operators of the program as it was exported."""
    from torch_mlir import ir
    from torch_mlir.dialects import torch as torch_dialect

    context = ir.Context()
    context.allow_unregistered_dialects = True
    torch_dialect.register_dialect(context)
    # A part of an operator stands for it, so that messages name what the user knows.
    operators = operators_by_place(program) | known
    importer.ContextCache.get_node_location = lambda cache, node: importer.Location.name(_place(node), context=cache._c)
    shared = _lowering()

    def describe(location: Any, message: str) -> tuple[str, str | None]:
        place = shared["place_of"](location)
        if place not in operators:
            return "", None
        operator = next((name for name in operators[place] if f"torch.{name}" in message), operators[place][0])
        return f"'{place}': {operator}: ", operator

    lowering = shared["Lowering"](describe, Refused)
    graph = importer.FxImporter(context=context)
    try:
        graph.import_frozen_program(program, func_name="main")
    except (NotImplementedError, AssertionError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise Refused(
            f"torch-mlir does not import this program: {_first_line(error)}; write the module with other operators"
        ) from error
    module = graph.module.operation
    lowering.prepare(module, _TO_BACKEND)
    lowered, form, remarks = lowering.lower(module, operators_keep_meaning(program))
    shared["stitch"](lowered, calls)
    return lowered, form, remarks


def operators_by_place(program: Any) -> dict[str, list[str]]:
    operators: dict[str, list[str]] = {}
    for node in program.graph.nodes:
        if node.op == "call_function" and hasattr(node.target, "_schema"):
            operators.setdefault(_place(node), []).append(_refused.operator_of(node))
    return operators


def _place(node: Any) -> str:
    return str(_refused.place_of(node.meta, node.name))


def operators_keep_meaning(program: Any) -> bool:
    """Returns whether TOSA has what the program means: torch-mlir turns a resize that takes the element before a
    position into one that rounds, and computes with uint8 as int8."""
    import torch

    nodes = [node for node in program.graph.nodes if node.op in ("call_function", "placeholder")]
    nearest = any("upsample_nearest" in str(node.target) for node in nodes)
    values = [value for node in nodes if isinstance(value := node.meta.get("val"), torch.Tensor)]
    return not nearest and all(value.dtype != torch.uint8 for value in values)


if __name__ == "__main__":
    main()
