"""Quantises networks with onnxruntime and measures their code with the installed package: quantized_onnx_program.py RESULTS.

RESULTS is a JSON list with a row for each network, format, type and kind of scales, and one for each network of TensorFlow
Lite in models/quantized. It runs in the environment of the package.
"""

import json
import pathlib
import sys
import tempfile

import numpy

import tirc

HERE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HERE.parents[1] / "python" / "tests"))

import quantized_models  # noqa: E402

_TARGET = {"target_triple": "thumbv7em-none-eabi", "target_cpu": "cortex-m4", "float_abi": "hard"}
_EDGES = frozenset({"DequantizeLinear", "QuantizeLinear"})
# As docs/Python.md says; what onnxruntime's tools leave in float is added.
_FLOAT = _EDGES | {"LSTM", "LayerNormalization"}
_LEFT = {
    ("depthwise", "QDQ"): frozenset({"Tanh"}),
    ("depthwise", "QOperator"): frozenset({"ConvTranspose", "Tanh"}),
}
_SEEDS = range(100, 104)


def _needs(module):
    totals = module.report.json["totals"]
    return {"memory": totals["workspace_bytes"] + totals.get("state_bytes", 0), "flash": totals["flash_bytes"]}


def _operators(model, places, known):
    """Returns the operators that are the reason for the floats in a kernel, or all of it if none of these may be one."""
    types = {node.name: node.op_type for node in model.graph.node}
    found = {types.get(place.partition(" ")[0], place) for place in places}
    return sorted((found & known) - _EDGES or found & known or {f"{' + '.join(sorted(found))}, unexpectedly"})


def _unit(model):
    """Returns the scale of the result; if that is float, what its scale would be."""
    if any(model.graph.output[0].name in node.output and node.op_type == "DequantizeLinear" for node in model.graph.node):
        return quantized_models.unit_of(model)
    session = quantized_models.session(model)
    results = [session.run(None, quantized_models.inputs_of(model, seed))[0] for seed in _SEEDS]
    return float(max(map(numpy.max, results)) - min(map(numpy.min, results))) / 255


def _row(name, form, kind, channels):
    with tempfile.TemporaryDirectory() as folder:
        network = quantized_models.NETWORKS[name]()
        model = quantized_models.quantized(network, pathlib.Path(folder), form, kind, channels=channels)
    module = tirc.compile(model, **_TARGET)
    counts = {}
    for places in quantized_models.float_kernels(module):
        for operator in _operators(model, places, _FLOAT | _LEFT.get((name, form), frozenset())):
            counts[operator] = counts.get(operator, 0) + 1
    largest = max(quantized_models.difference(module, model, seed) for seed in _SEEDS)
    row = {"network": name, "form": form, "type": kind[1:].lower(), "channels": channels, "float": counts}
    return row | {"units": largest / _unit(model)} | _needs(module)


def _tflite(name):
    row = {"network": name, "form": "TFLite"}
    try:
        module = tirc.compile(str(HERE / "models" / "quantized" / f"{name.replace(' ', '-')}.tflite"), **_TARGET)
    except tirc.Error as error:
        return row | {"refused": str(error).splitlines()[0]}
    return row | _needs(module)


def main():
    rows = [_row(*variant) for variant in quantized_models.variants()]
    rows += [_tflite(name) for name in quantized_models.NETWORKS]
    pathlib.Path(sys.argv[1]).write_text(json.dumps(rows, indent=1))


main()
