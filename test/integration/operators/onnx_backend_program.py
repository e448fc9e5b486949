"""Compiles and runs ONNX's backend tests with the installed package: onnx_backend_program.py DATA RESULTS.

DATA is the folder onnx/backend/test/data of the onnx wheel, with what onnx_backend_data.py adds. RESULTS is a JSON list
with a row for each test. It runs in the environment of the package; each test has its own process.
"""

import json
import os
import pathlib
import signal
import sys
import tempfile

import numpy
import onnx
from onnx import numpy_helper

import tirc

_KINDS = ("node", "simple", "pytorch-operator", "pytorch-converted")
_SECONDS = 120
_TYPES = {getattr(onnx.TensorProto, name) for name in ("FLOAT", "FLOAT16", "DOUBLE", "BOOL", "INT8", "UINT8", "INT16",
                                                       "UINT16", "INT32", "UINT32", "INT64", "UINT64")}
# Inputs on whose numbers shapes may depend; they become constants if the model is refused otherwise.
_PARAMETERS = frozenset(
    "shape axes axis k K repeats pads split steps starts ends sizes scales roi depth size output_shape target_shape start "
    "limit delta length dft_length frame_step frame_length signal_length window_length M cond condition".split()
)

class _NotCounted(Exception):
    """A test of types that no model for a microcontroller has."""


def _tensor(path):
    tensor = onnx.TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(tensor)


def _load(folder, is_constant):
    """Returns the model, its inputs and its outputs; None if there is no parameter to make constant."""
    model = onnx.load(folder / "model.onnx")
    graph = model.graph
    tensors = [*graph.input, *graph.output]
    if any(value.type.WhichOneof("value") != "tensor_type" or value.type.tensor_type.elem_type not in _TYPES
           for value in tensors):
        raise _NotCounted
    known = {tensor.name for tensor in graph.initializer}
    inputs = [value for value in graph.input if value.name not in known]
    data = folder / "test_data_set_0"
    given = {value.name: _tensor(data / f"input_{i}.pb") for i, value in enumerate(inputs)}
    wanted = {value.name: _tensor(data / f"output_{i}.pb") for i, value in enumerate(graph.output)}
    if is_constant:
        names = _parameters(model) & set(given)
        if not names:
            return None
        graph.initializer.extend(numpy_helper.from_array(given.pop(name), name) for name in sorted(names))
        rest = [value for value in graph.input if value.name not in names]
        del graph.input[:]
        graph.input.extend(rest)
    for value in graph.input:
        if value.name in given:
            shape = value.type.tensor_type.shape
            shape.Clear()
            value.type.tensor_type.shape.SetInParent()
            for size in given[value.name].shape:
                shape.dim.add().dim_value = size
    return model, given, wanted


def _parameters(model):
    versions = {opset.domain: opset.version for opset in model.opset_import}
    # An operator's definition uses its parameters in several nodes.
    names = {value.name for value in model.graph.input if value.name in _PARAMETERS}
    for node in model.graph.node:
        if not onnx.defs.has(node.op_type, node.domain):
            continue
        inputs = onnx.defs.get_schema(node.op_type, versions.get(node.domain, 1), node.domain).inputs
        names.update(name for i, name in enumerate(node.input) if inputs[min(i, len(inputs) - 1)].name in _PARAMETERS)
    return names


def _bits(array, dtype):
    """The compiler's integers have no sign."""
    return array if array.dtype == dtype else array.view(dtype)


def _verdict(model, given, wanted):
    try:
        module = tirc.compile(model)
    except tirc.Error as error:
        return "refused", str(error).splitlines()[0]
    got = module.run(*(_bits(array, tensor.numpy_dtype)
                       for array, tensor in zip(given.values(), module.inputs, strict=True)))
    for (name, reference), array in zip(wanted.items(), got.values(), strict=True):
        if array.shape != reference.shape or array.dtype.itemsize != reference.dtype.itemsize:
            return "wrong", f"{name} is {array.dtype}{list(array.shape)} for {reference.dtype}{list(reference.shape)}"
        array = _bits(array, reference.dtype)
        if reference.dtype.kind == "f":
            part = 1e-2 if reference.dtype == numpy.float16 else 1e-3
            equal = numpy.isclose(array.astype(float), reference.astype(float), rtol=part, atol=1e-6, equal_nan=True)
        else:
            equal = array == reference
        if not numpy.all(equal):
            place = tuple(numpy.argwhere(~equal)[0])
            return "wrong", f"{name} differs, first at {place}: {array[place]} for {reference[place]}"
    return "right", ""


def _row(folder):
    row = {"name": folder.name}
    try:
        case = _load(folder, False)
    except _NotCounted:
        return row | {"verdict": "not counted"}
    nodes = case[0].graph.node
    row["operator"] = nodes[0].op_type if len(nodes) == 1 else "several nodes"
    row["opset"] = next(opset.version for opset in case[0].opset_import)
    verdict, text = _verdict(*case)
    if verdict == "refused" and (case := _load(folder, True)):
        verdict, text = _verdict(*case)
    return row | {"verdict": verdict, "text": text}


def _start(folder, path):
    process = os.fork()
    if not process:
        signal.alarm(_SECONDS)
        try:
            path.write_text(json.dumps(_row(folder)))
        finally:
            os._exit(0)
    return process


def main():
    data, results = map(pathlib.Path, sys.argv[1:])
    todo = [folder for kind in _KINDS for folder in sorted((data / kind).iterdir())]
    rows, running = [], {}
    with tempfile.TemporaryDirectory() as work:
        while todo or running:
            while todo and len(running) < (os.cpu_count() or 1):
                folder = todo.pop(0)
                path = pathlib.Path(work, f"{folder.parent.name}-{folder.name}")
                running[_start(folder, path)] = (folder, path)
            process, status = os.wait()
            folder, path = running.pop(process)
            ended = {"name": folder.name, "operator": "?", "opset": 0, "verdict": "broken", "text": f"status {status}"}
            rows.append(json.loads(path.read_text()) if path.exists() else ended)
    results.write_text(json.dumps(sorted(rows, key=lambda row: row["name"]), indent=1))


main()
