"""Networks that onnxruntime quantises in all of its forms: in integers, and as small as TensorFlow Lite's."""

import python_package
import quantized_onnx
from runner import Test


def tests(compiler):
    package = python_package.of(compiler)
    yield Test("quantized-onnx", lambda: quantized_onnx.check(quantized_onnx.results(package)), long=True)
