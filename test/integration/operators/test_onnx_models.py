"""ONNX models that people use: onnxruntime's results, and the table in the docs shows these results."""

import onnx_models
import python_package
from runner import Test


def tests(compiler):
    package = python_package.of(compiler)
    yield Test("onnx-models", lambda: onnx_models.check(onnx_models.results(package)), long=True)
