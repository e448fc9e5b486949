"""Compiles and runs ONNX models with the installed package: onnx_models_program.py FOLDER RESULTS INPUTS.

RESULTS is a JSON list with a row for each .onnx file in FOLDER: its path, and how the outputs differ from onnxruntime's.
INPUTS is JSON: the sizes of inputs and the numbers of constant inputs, by the end of a model's path. It runs in the environment
of the package; each model has its own process.
"""

import fnmatch
import json
import pathlib
import sys

import model_rows
import numpy
import onnxruntime

import tirc

_SECONDS = 900
_RUNS = 3
# Where a smaller number is the largest of an output, differences are parts of this one.
_LEAST = 1e-2
_TYPES = {
    "tensor(double)": numpy.float64,
    "tensor(float)": numpy.float32,
    "tensor(int32)": numpy.int32,
    "tensor(int64)": numpy.int64,
}
# The frequencies of a pitch, codes of letters, and lengths: these inputs have a meaning.
_RANGES = {"fmin": (60, 61), "fmax": (900, 901), "input_lengths": (20, 32), "waveforms_lens": (8000, 16000), "input_1": (-1, 1)}


def _numbers(rng, name, kind, sizes):
    is_float = numpy.issubdtype(kind, numpy.floating)
    low, high = _RANGES.get(name, (-1, 1) if is_float else (0, 10))
    if is_float:
        return rng.uniform(low, high, sizes).astype(kind)
    return rng.integers(low, high, sizes, kind)


def _sizes(value, shapes):
    """Returns the sizes of an input; an open batch is 1."""
    return shapes.get(value.name) or [size if isinstance(size, int) else 1 for size in value.shape]


def _row(path, shapes, values):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options)
    given = [f"{name}:{'x'.join(map(str, sizes))}" for name, sizes in shapes.items()]
    try:
        module = tirc.compile(path, input_shape=given, input_value=[f"{name}:{value}" for name, value in values.items()])
    except tirc.Error as error:
        return {"verdict": "refused", "text": str(error).splitlines()[0]}
    rng, part, has_floats = numpy.random.default_rng(0), 0.0, False
    for _ in range(_RUNS):
        feeds = {
            value.name: _numbers(rng, value.name, _TYPES[value.type], _sizes(value, shapes))
            for value in session.get_inputs()
            if value.name not in values
        }
        constants = {name: numpy.array(value, numpy.int64) for name, value in values.items()}
        wanted = session.run(None, feeds | constants)
        for want, got in zip(wanted, module.run(*feeds.values()).values(), strict=True):
            if got.shape != want.shape or got.dtype != want.dtype:
                return {"verdict": "wrong", "text": f"{got.dtype}{list(got.shape)} for {want.dtype}{list(want.shape)}"}
            difference = float(numpy.abs(got.astype(float) - want.astype(float)).max())
            is_float = want.dtype.kind == "f"
            has_floats |= is_float
            part = max(part, difference / max(float(numpy.abs(want).max()), _LEAST) if is_float else difference)
    return {"verdict": "ran", "shapes": shapes, "values": values, "has_floats": has_floats, "part": part}


def main():
    inputs = json.loads(sys.argv[3])

    def make(path):
        ends = [end for end in inputs if fnmatch.fnmatch(str(path), f"*{end}")]
        return _row(path, *(inputs[max(ends, key=len)] if ends else ({}, {})))

    model_rows.write(*map(pathlib.Path, sys.argv[1:3]), ".onnx", _SECONDS, make)


main()
