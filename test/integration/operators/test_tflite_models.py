"""TensorFlow Lite models that people use: LiteRT's results, and the table in the docs shows these results."""

import python_package
import tflite_models
from runner import Test


def tests(compiler):
    package = python_package.of(compiler)
    yield Test("tflite-models", lambda: tflite_models.check(tflite_models.results(package)), long=True)
