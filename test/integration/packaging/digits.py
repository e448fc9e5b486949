"""Compiles the digits in three lines, and runs all images. The only argument is the folder of the model."""

import sys

import numpy

cases = numpy.load(f"{sys.argv[1]}/digits_int8.test_set.npz")

import tirc
model = tirc.compile(f"{sys.argv[1]}/digits_int8.mlirbc", model_name="digits")
scores = [model.run(image.reshape(1, 8, 8, 1))["Identity"] for image in cases["images"]]

equal = sum(bool((score.reshape(-1) == wanted.reshape(-1)).all())
            for score, wanted in zip(scores, cases["tflite_outputs"], strict=True))
print(f"{equal} of {len(scores)} outputs equal to the reference")
print(tirc.cmake_dir())
