"""Compiles and runs TensorFlow Lite models with the installed package: tflite_models_program.py FOLDER RESULTS.

RESULTS is a JSON list with a row for each .tflite file in FOLDER: its path, and how the outputs differ from LiteRT's
reference kernels. It runs in the environment of the package; each model has its own process.
"""

import pathlib
import sys

import model_rows
import numpy
from ai_edge_litert.interpreter import Interpreter, OpResolverType

import tirc
from tirc.importers.tflite import results_of, with_outputs

_SECONDS = 600
# A model with state computes something else in each run.
_RUNS = 12
# Outputs of a model with the results of its operators.
_MOST = 1000


def _interpreter(data):
    """Returns LiteRT with its reference kernels, and the reason if it cannot run the model."""
    try:
        interpreter = Interpreter(model_content=data, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
        interpreter.allocate_tensors()
    except (RuntimeError, ValueError) as error:
        return None, str(error).splitlines()[0]
    return interpreter, ""


def _row(path):
    data = path.read_bytes()
    interpreter, reason = _interpreter(data)
    if interpreter is None:
        return {"verdict": "not counted", "text": reason}
    details = interpreter.get_input_details()
    # The result of a classifier is the same for most numbers; the results of its operators are not.
    if details[0]["dtype"] != numpy.float32:
        data = with_outputs(data, [index for index, _ in results_of(data)[:_MOST]])
        interpreter, _ = _interpreter(data)
        details = interpreter.get_input_details()
    shapes = [f"{i}:" + "x".join(map(str, detail["shape"])) for i, detail in enumerate(details)]
    try:
        module = tirc.compile(data, input_shape=shapes)
    except tirc.Error as error:
        return {"verdict": "refused", "text": str(error).splitlines()[0]}
    types = [[tensor.dtype for tensor in tensors] for tensors in (module.inputs, module.outputs)]
    rng = numpy.random.default_rng(0)
    # The largest difference and the largest number of each output, over all runs.
    differences, sizes = ([0.0] * len(module.outputs) for _ in range(2))
    for run in range(_RUNS):
        feeds = [_numbers(rng, run, detail) for detail in details]
        for detail, feed in zip(details, feeds, strict=True):
            interpreter.set_tensor(detail["index"], feed)
        interpreter.invoke()
        outputs = zip(interpreter.get_output_details(), module.run(*feeds).values(), strict=True)
        for i, (detail, got) in enumerate(outputs):
            wanted = interpreter.get_tensor(detail["index"])
            if got.shape != wanted.shape or got.dtype != wanted.dtype:
                text = f"{detail['name']} is {got.dtype}{list(got.shape)} for {wanted.dtype}{list(wanted.shape)}"
                return {"verdict": "wrong", "text": text}
            differences[i] = max(differences[i], float(numpy.abs(got.astype(float) - wanted.astype(float)).max()))
            sizes[i] = max(sizes[i], float(numpy.abs(wanted.astype(float)).max()))
    return {"verdict": "ran", "types": types, "differences": differences, "sizes": sizes}


def _numbers(rng, run, detail):
    """Returns numbers for an input, which are larger in later runs."""
    part = (run + 1) / _RUNS
    if detail["dtype"] == numpy.float32:
        return rng.uniform(0, part, detail["shape"]).astype(numpy.float32)
    limits = numpy.iinfo(detail["dtype"])
    high = limits.min + int((limits.max - limits.min) * part)
    return rng.integers(limits.min, high, detail["shape"], detail["dtype"], endpoint=True)


model_rows.write(*map(pathlib.Path, sys.argv[1:]), ".tflite", _SECONDS, _row)
