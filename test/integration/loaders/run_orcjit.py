"""Runs an object by apache-tvm-ffi-orcjit: run_orcjit.py OBJECT INPUTS OUTPUTS INPUT_SHAPE OUTPUT_SHAPE MODEL."""

import sys

import numpy
import tvm_ffi
import tvm_ffi_orcjit

library, inputs, outputs, input_shape, output_shape, model = sys.argv[1:]
shape, out_shape = eval(input_shape), eval(output_shape)
run = tvm_ffi_orcjit.ExecutionSession().load_module(library)["run"]
y = numpy.zeros(out_shape, "int8")
try:
    run(tvm_ffi.from_dlpack(numpy.zeros(shape, "int16")), tvm_ffi.from_dlpack(y))
    sys.exit("elements of int16 are taken for int8")
except TypeError as error:
    if f"tvmgen_{model}_run: argument" not in str(error):
        sys.exit(f"unexpected text: {error}")
with open(inputs, "rb") as source, open(outputs, "wb") as target:
    for case in numpy.frombuffer(source.read(), "int8").reshape(-1, *shape):
        run(tvm_ffi.from_dlpack(numpy.array(case)), tvm_ffi.from_dlpack(y))
        target.write(y.tobytes())
