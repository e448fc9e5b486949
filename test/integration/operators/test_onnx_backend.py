"""ONNX's backend tests: none gives wrong numbers, and the table in the docs shows the results."""

import onnx_backend
import python_package
from runner import Test


def tests(compiler):
    package = python_package.of(compiler)
    yield Test("onnx-backend", lambda: onnx_backend.check(onnx_backend.results(package)), long=True)
