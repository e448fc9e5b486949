# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorFlow Lite models, read by Arm's converter to TOSA."""

from __future__ import annotations

import dataclasses
import functools
import re
import struct
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tirc import ir
from tirc.errors import CompileError
from tirc.importers import (
    flatbuffer,
    tflite_codes,
    tflite_cutting,
    tflite_errors,
    tflite_forms,
    tflite_functions,
    tflite_lists,
    tflite_metadata,
    tflite_packed,
    tflite_repairs,
    tflite_rounding,
    tflite_vela,
    vela,
)
from tirc.importers.base import FrontEndError, ImportedModel, missing_package, model_name, run_converter
from tirc.importers.tflite_functions import detections, signals
from tirc_frontends import custom as custom_operators
from tirc_frontends.interface import (
    as_list,
    dynamic_batch,
    dynamic_inputs,
    name_in_c,
    shape_for,
    unknown_input,
    usable_names,
    with_packed,
)

# Cuts a file, and returns names of tensors.
_Cut = Callable[[bytearray], dict[int, str]]


@dataclasses.dataclass
class _Port:
    """An input or output: its position in the subgraph, its sizes (None if dynamic), those that the file has instead, and
    its quantisation."""

    name: str
    tensor: int
    shape: list[int | None]
    stored: list[int]
    scale: float | None
    zero_point: int

    def with_batch(self) -> list[int] | None:
        """Returns the sizes with 1 for those that are dynamic, or None if that would be a guess: the file has 1 there, or
        it is the first of several."""
        sizes: list[int] = []
        for position, (size, stored) in enumerate(zip(self.shape, self.stored, strict=True)):
            if size is None and stored != 1 and (position > 0 or len(self.shape) == 1):
                return None
            sizes.append(1 if size is None else size)
        return sizes


def import_model(data: bytes, source: str = "model", options: Mapping[str, object] | None = None) -> ImportedModel:
    """Converts the bytes of a .tflite file to TOSA.

    Inputs and outputs have the names of the model's signature if there is one, otherwise of its tensors. The
    places of operations are the layers' names. If an input or output is quantised with one scale and zero point, these
    go to the option io_quant, with the exact value of the file's float32. Raises FrontEndError.
    """
    options = dict(options or {})
    data, remarks_of_vela = vela.compile_layers(data, source, options)
    cuts = [as_list(options.pop(name, None), "") for name in ("inputs", "outputs")]
    cut = functools.partial(tflite_cutting.cut, inputs=cuts[0], outputs=cuts[1], source=source) if any(cuts) else None
    try:
        inputs, outputs, mlir, operators = _convert(data, source, options, cut, with_known=True)
    except _WrongSizes:
        inputs, outputs, mlir, operators = _convert(data, source, options, cut, with_known=False)
    shapes, remarks = _batches(inputs, options)
    remarks = remarks_of_vela + remarks
    stated: list[str] = []
    if cut is None:
        stated = tflite_metadata.statements(data, [port.name for port in inputs], [port.name for port in outputs])
    options = with_packed(options, tflite_packed.has_narrow(data))
    return ImportedModel(
        mlir,
        model_name(source),
        source,
        options | shapes | _quantization([*inputs, *outputs], options) | tflite_vela.calls(options),
        "tflite",
        remarks=tuple(remarks),
        metadata=tuple(stated),
        operators=operators,
    )


class _WrongSizes(Exception):
    """The file does not have the sizes that operators have which become functions."""


def _convert(
    data: bytes, source: str, options: Mapping[str, object], cut: _Cut | None, with_known: bool
) -> tuple[list[_Port], list[_Port], bytes, dict[str, str]]:
    """Returns inputs, outputs, MLIR, and what the places of errors are in the model. If `with_known` is true, operators that the
    converter knows may become functions. Then, raises _WrongSizes if another form is needed."""
    inputs, outputs, repaired, taken, roundings, is_text = _read(data, source, cut, with_known, _custom(options))
    if unknown := unknown_input(options.get("input_shape"), [(port.name,) for port in inputs]):
        raise FrontEndError(f"{source}: {unknown}")
    stored = [function for function in taken if function.is_stored]
    has_known = any(function.is_known for function in stored)
    given_shapes = [
        shape_for(options.get("input_shape"), index, port.name) or port.with_batch() for index, port in enumerate(inputs)
    ]
    if open_ports := [(i, port.name, port.shape) for i, port in enumerate(inputs) if given_shapes[i] is None]:
        raise FrontEndError(f"{source}: {dynamic_inputs(open_ports)}")
    for index, (port, given) in enumerate(zip(inputs, given_shapes, strict=True)):
        if None not in port.shape or given is None:
            continue
        if stored and list(given) != port.stored:
            if has_known:
                raise _WrongSizes
            shapes = ["x".join(map(str, sizes)) for sizes in (port.stored, given)]
            raise FrontEndError(
                f"{source}: input {index} ('{port.name}') has the shape {shapes[1]}, but the file's {stored[0].operator} needs "
                f"{shapes[0]}: convert the model with this size"
            )
    commands = tflite_vela.commands(data, repaired, source)
    is_text = is_text or bool(commands)
    is_dynamic = any(None in port.shape for port in inputs)
    operators = tflite_errors.operators_by_place(data, repaired)

    def convert(file: bytes, is_text: bool = is_text) -> bytes:
        mlir = run_converter("tflite", {"text": is_text}, file, source).mlir
        return tflite_vela.in_memory(mlir, commands) if commands else mlir

    try:
        mlir = convert(repaired)
    except FrontEndError as error:
        # The converter computes the sizes of all other operators.
        if has_known and is_dynamic:
            raise _WrongSizes from error
        try:
            # The converter fails on some operators with dynamic sizes. Where stored sizes contradict each other, because
            # a shape depends on the batch, the verifiers of TOSA's operations refuse them.
            has_stored = is_dynamic and all(list(given or ()) == port.stored for port, given in zip(inputs, given_shapes))
            mlir = convert(_with_stored_sizes(repaired)) if has_stored else b""
        except FrontEndError:
            mlir = b""
        if not mlir:
            raise tflite_errors.explained(error, operators, repaired, source, convert) from error
    try:
        _check_lowered(mlir, source)
    except CompileError:
        # The bytecode of some operators that are not converted cannot be read.
        mlir = convert(repaired, is_text=True)
        _check_lowered(mlir, source)
    if is_text:
        mlir = tflite_forms.move_padding(mlir)
    if roundings:
        mlir = tflite_rounding.correct(mlir, roundings)
    if _repeats(inputs, outputs):
        mlir = _with_names(mlir, inputs, outputs)
    places = operators | tflite_errors.constants_by_place(data, repaired)
    return inputs, outputs, tflite_functions.put_back(mlir, taken) if taken else mlir, places


def _with_stored_sizes(data: bytes) -> bytes:
    buffer = bytearray(data)
    tflite_forms.fix_sizes(buffer)
    return bytes(buffer)


def _custom(options: Mapping[str, object]) -> Collection[str]:
    return custom_operators.names(as_list(options.get("custom_op"), ":"))


def _repeats(inputs: list[_Port], outputs: list[_Port]) -> bool:
    """Returns whether a tensor is an output twice, or an input and an output."""
    ports = [*inputs, *outputs]
    return len({port.tensor for port in ports}) < len(ports)


def _with_names(mlir: bytes, inputs: list[_Port], outputs: list[_Port]) -> bytes:
    """Gives the inputs and outputs their names in text, where the names of their tensors are not enough."""

    def listed(ports: list[_Port]) -> str:
        return ",".join(port.name for port in ports).replace("\\", "\\\\").replace('"', '\\"')

    names = f'tf.entry_function = {{inputs = "{listed(inputs)}", outputs = "{listed(outputs)}"}}'.encode()
    return re.sub(rb'tf\.entry_function = \{(?:[^}"]|"(?:[^"\\]|\\.)*")*\}', lambda _: names, mlir, count=1)


def _check_lowered(mlir: bytes, source: str) -> None:
    """Raises FrontEndError if the converter leaves an operator that it cannot convert."""
    for operation in ir.parse(mlir).operations:
        # The compiler knows one of TensorFlow's operators.
        # An operand that an operator does not have is a tfl.no_value.
        if operation.name.startswith(("tfl.", "tf.")) and operation.name not in ("tf.If", "tfl.no_value"):
            place = f"'{operation.place}': " if operation.place else ""
            raise FrontEndError(
                f"{source}: {place}tosa-converter-for-tflite has no form of {operation.name} in TOSA; express it by "
                "other operators, or take it out of the model",
                operator=operation.name,
            )


def _batches(inputs: list[_Port], options: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
    """Returns the option with the shapes of inputs whose batch nobody said, and a remark on them."""
    given = as_list(options.get("input_shape"), "x")
    batches = [
        (index, port)
        for index, port in enumerate(inputs)
        if None in port.shape and not shape_for(given, index, port.name)
    ]
    if not batches:
        return {}, []
    given += [f"{index}:{'x'.join(map(str, port.with_batch() or ()))}" for index, port in batches]
    return {"input_shape": given}, [dynamic_batch([(index, port.name, port.shape) for index, port in batches])]


def _quantization(ports: list[_Port], options: Mapping[str, object]) -> dict[str, object]:
    given = as_list(options.get("io_quant"), ":")
    names = {text.rsplit(":", 2)[0] for text in given}
    given += [
        f"{port.name}:{port.scale!r}:{port.zero_point}"
        for port in ports
        if port.scale is not None and not names & {port.name, name_in_c(port.name)}
    ]
    return {"io_quant": given} if given else {}


def _read(
    data: bytes, source: str, cut: _Cut | None, with_known: bool, custom: Collection[str]
) -> tuple[
    list[_Port], list[_Port], bytes, list[tflite_functions.Taken], dict[str, tflite_rounding.Rounding], bool
]:
    """Returns inputs, outputs, the file with their names and after repairs, the operators that were taken out of it, how
    operators are rounded, and whether only text keeps its meaning."""
    try:
        import tflite
    except ImportError as error:
        raise missing_package(source, error.name or "tflite", "tflite") from error
    buffer = bytearray(data)
    try:
        tflite_repairs.refuse_compiled(tflite.Model.GetRootAs(buffer, 0), source, custom)
        tflite_repairs.drop_metadata(buffer)
        tflite_vela.repair(buffer)
        tflite_codes.complete(buffer, tflite.Model.GetRootAs(buffer, 0))
        tflite_repairs.name_tensors(buffer)
        given = cut(buffer) if cut else {}
        model = tflite.Model.GetRootAs(buffer, 0)
        graph = model.Subgraphs(0)
        inputs = [_port(graph, graph.Inputs(i)) for i in range(graph.InputsLength())]
        outputs = [_port(graph, graph.Outputs(i)) for i in range(graph.OutputsLength())]
        _take_signature_names(model, inputs, outputs)
        for port in [*inputs, *outputs]:
            port.name = given.get(port.tensor, port.name)
        names = usable_names([port.name for port in inputs], [port.name for port in outputs])
        for port, name in zip([*inputs, *outputs], [*names[0], *names[1]], strict=True):
            port.name = name
            _rename(buffer, graph.Tensors(port.tensor), name)
        signals.refuse_unknown(model, source)
        signals.make_signed(buffer, model)
        detections.settle_sizes(buffer, model, source, custom)
        tflite_repairs.refuse_activations(model, source)
        tflite_repairs.refuse_types(model, source)
        tflite_forms.refuse_repeated_axes(model, source)
        tflite_forms.complete_splits(buffer, model, source)
        tflite_repairs.densify(buffer)
        tflite_forms.settle_reshapes(buffer)
        tflite_lists.settle(buffer)
        tflite_packed.widen(buffer)
        taken = tflite_functions.take_out(buffer, tflite.Model.GetRootAs(buffer, 0), source, with_known, custom)
        model = tflite.Model.GetRootAs(buffer, 0)
        roundings = tflite_rounding.roundings(model)
        is_text = bool(taken or roundings) or tflite_repairs.has_branches(model) or _repeats(inputs, outputs)
        is_text = is_text or tflite_forms.has_short_windows(model)
    except (struct.error, IndexError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise FrontEndError(
            f"{source}: this TensorFlow Lite file is damaged: its inputs and outputs cannot be read ({error}); expected "
            "a whole file: get it again"
        ) from error
    return inputs, outputs, bytes(buffer), taken, roundings, is_text


def _port(graph: Any, index: int) -> _Port:
    tensor = graph.Tensors(index)
    stored = [tensor.Shape(i) for i in range(tensor.ShapeLength())]
    sizes = list(stored)
    if tensor.ShapeSignatureLength() == len(sizes):
        sizes = [tensor.ShapeSignature(i) for i in range(len(sizes))]
    quantization = tensor.Quantization()
    whole = (
        quantization is not None
        and tensor.Type() in _INTEGERS
        and quantization.ScaleLength() == 1
        and quantization.ZeroPointLength() == 1
    )
    return _Port(
        tensor.Name().decode(),
        index,
        [None if size < 0 else size for size in sizes],
        stored,
        float(quantization.Scale(0)) if whole else None,
        int(quantization.ZeroPoint(0)) if whole else 0,
    )


def _take_signature_names(model: Any, inputs: list[_Port], outputs: list[_Port]) -> None:
    """Takes the names of the first signature of the subgraph that is compiled, for the tensors that it names."""
    for i in range(model.SignatureDefsLength()):
        signature = model.SignatureDefs(i)
        if signature.SubgraphIndex() != 0:
            continue
        for entry, count, ports in (
            (signature.Inputs, signature.InputsLength(), inputs),
            (signature.Outputs, signature.OutputsLength(), outputs),
        ):
            names = {entry(j).TensorIndex(): entry(j).Name().decode() for j in range(count)}
            for port in ports:
                port.name = names.get(port.tensor, port.name)
        return


def _rename(buffer: bytearray, tensor: Any, name: str) -> None:
    """Gives a tensor a name of any length."""
    if tensor.Name() == name.encode():
        return
    flatbuffer.refer(buffer, flatbuffer.place_of(tensor, _TENSOR_NAME), flatbuffer.add_string(buffer, name))


def results_of(data: bytes) -> list[tuple[int, str]]:
    """Returns the number and a name of each tensor that an operator of the first subgraph computes, in their order."""
    import tflite

    model = tflite.Model.GetRootAs(bytearray(data), 0)
    graph = model.Subgraphs(0)
    names = {number: name for name, number in vars(tflite.BuiltinOperator).items() if isinstance(number, int)}
    found: dict[int, str] = {}
    for i in range(graph.OperatorsLength()):
        operator = graph.Operators(i)
        code = model.OperatorCodes(operator.OpcodeIndex())
        kind = names.get(max(code.BuiltinCode(), code.DeprecatedBuiltinCode()), "CUSTOM")
        for j in range(operator.OutputsLength()):
            index = operator.Outputs(j)
            # The handle of a variable is not a tensor.
            if index < 0 or graph.Tensors(index).Type() == tflite.TensorType.RESOURCE:
                continue
            name = (graph.Tensors(index).Name() or b"").decode(errors="replace")
            found.setdefault(index, name or f"tensor {index} of {kind} (operator {i})")
    return list(found.items())


def with_outputs(data: bytes, tensors: Sequence[int]) -> bytes:
    """Returns the file with these tensors as outputs of the first subgraph, and without names of a signature."""
    import tflite

    buffer = bytearray(data)
    model = tflite.Model.GetRootAs(buffer, 0)
    graph = model.Subgraphs(0)
    flatbuffer.refer(buffer, flatbuffer.place_of(graph, _SUBGRAPH_OUTPUTS), flatbuffer.add_integers(buffer, tensors))
    flatbuffer.without_field(buffer, model, _MODEL_SIGNATURES)
    return bytes(buffer)


# The numbers of INT32, UINT8, INT64, INT16, INT8, UINT32, UINT16 and INT4 in `TensorType`.
_INTEGERS = (2, 3, 4, 7, 9, 15, 16, 17)
# The field `name` in the table `Tensor` of TensorFlow Lite's schema.
_TENSOR_NAME = 10
# The fields `outputs` in the table `SubGraph` and `signature_defs` in the table `Model`.
_SUBGRAPH_OUTPUTS, _MODEL_SIGNATURES = 8, 18
