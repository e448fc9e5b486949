"""Runs a counter by tvm-ffi, twice on one state and once on another; a state that is NULL is refused.

    run_state.py LIBRARY
"""

import ctypes
import sys

import numpy
import tvm_ffi

library = ctypes.CDLL(sys.argv[1])
module = tvm_ffi.load_module(sys.argv[1])
states = [ctypes.create_string_buffer(64) for _ in range(2)]
for state in states:
    library.tvmgen_m_reset(state)


def run(handle):
    count = numpy.zeros(1, "int32")
    module.run(numpy.ones(1, "int32"), count, handle)
    return int(count[0])


def handle(state):
    return ctypes.c_void_p(ctypes.addressof(state))


print(*(run(handle(states[i])) for i in (0, 0, 1, 0)))
try:
    run(None)
except ValueError as error:
    print(error)
