"""Compares what tirc computes with what the runtimes of ONNX, TensorFlow Lite and PyTorch compute, on random models of
one operator each.

`python -m campaign --help` says how to run it; this folder's README.md says how to add a generator.
"""
