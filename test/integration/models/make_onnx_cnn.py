#!/usr/bin/env python3
"""Writes onnx_cnn.tosa.mlir, onnx_cnn.linalg.mlir and onnx_cnn.golden.npz: a small network that comes from ONNX
by the two ways the README shows. Needs `pip install torch-mlir onnx`; what it wrote is committed.
"""

import pathlib
import subprocess
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

HERE = pathlib.Path(__file__).resolve().parent


def network():
    random = np.random.default_rng(3)
    constants = []

    def weight(name, *shape):
        values = random.normal(0, 0.5, shape).astype(np.float32)
        constants.append(numpy_helper.from_array(values, name))
        return name

    node = helper.make_node
    nodes = [
        node("Conv", ["x", weight("w0", 6, 1, 3, 3), weight("b0", 6)], ["c0"], pads=[1, 1, 1, 1], strides=[2, 2]),
        node("Relu", ["c0"], ["r0"]),
        node("Conv", ["r0", weight("w1", 6, 1, 3, 3), weight("b1", 6)], ["c1"], pads=[1, 1, 1, 1], group=6),
        node("Sigmoid", ["c1"], ["s1"]),
        node("Add", ["r0", "s1"], ["a1"]),
        node("MaxPool", ["a1"], ["p1"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Flatten", ["p1"], ["f"]),
        node("Gemm", ["f", weight("w2", 5, 54), weight("b2", 5)], ["g"], transB=1),
        node("Softmax", ["g"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "onnx_cnn",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 1, 12, 12])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 5])],
        constants,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def main():
    model = network()
    inputs = np.random.default_rng(4).normal(0, 1, (4, 1, 1, 12, 12)).astype(np.float32)
    reference = ReferenceEvaluator(model)
    outputs = np.stack([reference.run(None, {"x": case})[0] for case in inputs])
    np.savez_compressed(HERE / "onnx_cnn.golden.npz", inputs=inputs, tosa=outputs)
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(model, f"{folder}/m.onnx")
        subprocess.run(["torch-mlir-import-onnx", f"{folder}/m.onnx", "-o", f"{folder}/m.mlir"], check=True)
        for name, way in (("tosa", "tosa"), ("linalg", "linalg-on-tensors")):
            subprocess.run(
                ["torch-mlir-opt", f"{folder}/m.mlir", "--torch-onnx-to-torch-backend-pipeline",
                 f"--torch-backend-to-{way}-backend-pipeline", "-o", HERE / f"onnx_cnn.{name}.mlir"],
                check=True,
            )


if __name__ == "__main__":
    main()
