"""Runs a library by apache-tvm-ffi: run_tvm_ffi.py LIBRARY INPUTS OUTPUTS INPUT_SHAPE OUTPUT_SHAPE MODEL."""

import sys

import numpy
import tvm_ffi

library, inputs, outputs, input_shape, output_shape, model = sys.argv[1:]
shape, out_shape = eval(input_shape), eval(output_shape)
module = tvm_ffi.load_module(library)
x = numpy.zeros(shape, "int8")
y = numpy.zeros(out_shape, "int8")


def expect(kind, text, *arguments):
    try:
        module.run(*arguments)
    except kind as error:
        if text in str(error) and f"tvmgen_{model}_run: argument" in str(error):
            return
        sys.exit(f"expected {text!r}, but the text is {error}")
    sys.exit(f"{text}: no {kind.__name__}")


expect(TypeError, "in dtype.code, but it is 2", x.astype("float32"), y)
expect(TypeError, "in dtype.bits, but it is 16", x.astype("int16"), y)
expect(ValueError, "in ndim, but it is 1", x.reshape(-1), y)
expect(ValueError, "in shape[0], but it is 7", numpy.zeros((7, *shape[1:]), "int8"), y)
expect(TypeError, "expected a tensor (7 or 70) in", 3, y)
expect(TypeError, "expected a tensor, but it is NULL", None, y)
wide = numpy.zeros((*shape[:-1], shape[-1] + 1), "int8")[..., :-1]
if shape[-1] > 1 or max(shape) > 1:
    expect(ValueError, ", or NULL in strides, but it is ", wide, y)
try:
    module.run(x)
    sys.exit("one argument is taken for two")
except TypeError as error:
    if f"tvmgen_{model}_run: expected 2 arguments in num_args, but it is 1" not in str(error):
        sys.exit(f"unexpected text: {error}")

for name in ("run", "main", f"tvmgen_{model}_run"):
    with open(inputs, "rb") as source, open(outputs, "wb") as target:
        for case in numpy.frombuffer(source.read(), "int8").reshape(-1, *shape):
            module[name](numpy.array(case), y)
            target.write(y.tobytes())
