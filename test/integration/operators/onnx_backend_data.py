"""Writes ONNX's tests of single operators, which its wheel has only as code: onnx_backend_data.py DATA.

DATA is the folder onnx/backend/test/data of the onnx that Python imports; the tests go to its folder `node`, in the
form of the others. Tests with values that are not tensors have their model only.
"""

import pathlib
import sys
import warnings

from onnx import TensorProto, numpy_helper
from onnx.backend.test.case.node import collect_testcases


def _write(case, folder):
    data = folder / "test_data_set_0"
    data.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(case.model.SerializeToString())
    graph = case.model.graph
    inputs, outputs = case.data_sets[0]
    for side, values, kinds in (("input", inputs, graph.input), ("output", outputs, graph.output)):
        for i, (value, kind) in enumerate(zip(values, kinds, strict=False)):
            if kind.type.WhichOneof("value") == "tensor_type":
                tensor = value if isinstance(value, TensorProto) else numpy_helper.from_array(value, kind.name)
                (data / f"{side}_{i}.pb").write_bytes(tensor.SerializeToString())


def main():
    folder = pathlib.Path(sys.argv[1], "node")
    # Some tests compute NaN and infinities.
    warnings.simplefilter("ignore")
    for case in collect_testcases(None):
        _write(case, folder / case.name)


main()
