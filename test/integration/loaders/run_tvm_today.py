"""Runs libraries by apache-tvm-ffi: packed calls, errors, two models, states, streams and threads.

    run_tvm_today.py FOLDER

FOLDER has the libraries that programs/test_tvm_ffi.py made.
"""

import pathlib
import sys
import threading

import numpy
import tvm_ffi

folder = pathlib.Path(sys.argv[1])
X = numpy.array([1, 2, 3.5, -4], "float32")


def library(name):
    return tvm_ffi.load_module(folder / f"{name}.so")


def expect(kind, text, call, *arguments):
    try:
        call(*arguments)
    except kind as error:
        if type(error) is kind and text in str(error):
            return
        sys.exit(f"expected {kind.__name__} with {text!r}, but it is {type(error).__name__}: {error}")
    sys.exit(f"{text}: no {kind.__name__}")


def equal(came, wanted):
    if not numpy.array_equal(came, wanted):
        sys.exit(f"expected {wanted}, but it is {came}")


def run(function, *more):
    y = numpy.full(4, 99, "float32")
    function(X, y, *more)
    return y


class OwnError(Exception):
    pass


tvm_ffi.register_error("OwnError", OwnError)
KEPT, BEHAVIOUR = [], {"kind": None}


def scale(x, y):
    kind = BEHAVIOUR["kind"]
    if kind == "keep":
        KEPT.append(y)
    elif kind is not None:
        raise kind("the callee says so")
    numpy.from_dlpack(y)[:] = 2 * numpy.from_dlpack(x)


def check_packed_calls():
    module = library("scale")
    expect(RuntimeError, "Cannot find function app.scale", run, module.run)
    tvm_ffi.register_global_func("app.scale", scale)
    equal(run(module.run), [2, 4, 6, 0])
    # The kind and the text come from the callee, and the next run knows nothing of them.
    for kind in (ValueError, TypeError, KeyError, OwnError):
        BEHAVIOUR["kind"] = kind
        expect(kind, "the callee says so", run, module.run)
        BEHAVIOUR["kind"] = None
        equal(run(module.run), [2, 4, 6, 0])
    BEHAVIOUR["kind"] = "keep"
    expect(RuntimeError, "keeps a tensor beyond its call", run, module.run)
    BEHAVIOUR["kind"] = None
    KEPT.clear()
    equal(run(module.run), [2, 4, 6, 0])


def check_imports():
    """An imported module comes before the global functions, and a module's own kernels before both."""
    module, other = library("first"), library("kernels")
    module.import_module(other)
    equal(run(module.run), numpy.clip(X, -1, 2))
    equal(run(other.run), numpy.clip(X, -1, 2))


def check_values():
    module = library("values")
    seen = []
    returned = {"value": 3, "float": 0.25}

    def values(*arguments):
        seen.append(arguments)
        return returned["value"]

    tvm_ffi.register_global_func("app.values", values)
    tvm_ffi.register_global_func("app.float", lambda i: returned["float"] * i)

    @tvm_ffi.register_global_func("app.take")
    def take(f, x, y):
        numpy.from_dlpack(y)[:] = f * numpy.from_dlpack(x)
        return "an object that nobody takes"

    equal(run(module.run), 0.75 * X)
    if seen[0] != (-7, 0.5, 1, "text"):
        sys.exit(f"the callee got {seen[0]}")
    returned["value"] = True
    equal(run(module.run), 0.25 * X)
    for wrong, code in (("a text that is long enough to be an object", 8), ("short", 8), (0.5, 2), (None, 4)):
        returned["value"] = wrong
        text = f"app.values: expected an integer (type code 0) as returned value, but its type code is {code}"
        expect(RuntimeError, text, run, module.run)


def check_two_models():
    module = library("two")
    equal(run(module.tvmgen_scale_run), [2, 4, 6, 0])
    equal(run(module.tvmgen_clip_run), numpy.clip(X, -1, 2))
    # A name without a model leads to the one that was linked first.
    equal(run(module.run), [2, 4, 6, 0])
    for name in ("scale", "clip"):
        metadata = module.get_function_metadata(f"tvmgen_{name}_run")
        wanted = {"role": "input", "name": "input", "dtype": "float32", "shape": [4], "alignment": 4}
        if metadata["arguments"][0] != wanted:
            sys.exit(f"unexpected metadata: {metadata}")
        schema = tvm_ffi.core.TypeSchema.from_json_str(metadata["type_schema"])
        if str(schema) != "Callable[[Tensor, Tensor], None]":
            sys.exit(f"unexpected signature: {schema}")
        system = tvm_ffi.system_lib(f"tvmgen_{name}_")
        equal(run(system["run"]), run(module[f"tvmgen_{name}_run"]))
        if system.get_function_metadata("run") != metadata:
            sys.exit(f"the metadata of the system library differ: {system.get_function_metadata('run')}")


def check_states():
    module = library("count")
    size = module.get_function_metadata("reset")["arguments"][0]["bytes"]
    one, left, right = numpy.ones(1, "int32"), numpy.full(size, 99, "uint8"), numpy.full(size, 98, "int8")

    def count(state):
        n = numpy.zeros(1, "int32")
        module.run(one, n, state)
        return int(n[0])

    module.reset(left)
    module["tvmgen_count_reset"](right)
    equal([count(left), count(left), count(right)], [6, 7, 6])
    copy = left.copy()
    module.reset(left)
    equal([count(left), count(copy)], [6, 8])
    for name, function in (("run: argument 2", count), ("reset: argument 0", module.reset)):
        expect(ValueError, f"tvmgen_count_{name} (state): expected at least {size} in shape[0], but it is 3", function,
               numpy.zeros(3, "uint8"))
        expect(ValueError, "expected the struct of the model's variables, but it is NULL", function, None)
        expect(TypeError, "expected bytes (0 or 1) in dtype.code, but it is 2", function, numpy.zeros(8, "float32"))
        expect(TypeError, "(4, 7, 70 or 0) in type_index", function, 5)


def check_streams():
    module = library("scale")
    with tvm_ffi.use_raw_stream(tvm_ffi.device("cpu", 0), 1):
        expect(ValueError, "tvmgen_scale_run: expected no stream for the CPU, but one is set", run, module.run)
    equal(run(module.run), [2, 4, 6, 0])


def check_threads():
    """Runs that succeed and runs whose callee raises, at the same time: each thread gets its own error."""
    module = library("threads")

    @tvm_ffi.register_global_func("app.thread")
    def by_thread(x, y):
        values = numpy.from_dlpack(x)
        if values[0] < 0:
            raise ValueError(f"thread {int(-values[0])}")
        numpy.from_dlpack(y)[:] = values

    wrong = []

    def work(number):
        x, y = numpy.full(4, number % 6, "float32"), numpy.zeros(4, "float32")
        bad = numpy.full(4, -number, "float32")
        for _ in range(200):
            module.run(x, y)
            if not numpy.array_equal(x, y):
                wrong.append((number, y))
            try:
                module.run(bad, y)
                wrong.append((number, "no error"))
            except ValueError as error:
                if str(error) != f"thread {number}":
                    wrong.append((number, str(error)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        sys.exit(f"{len(wrong)} runs are wrong: {wrong[:3]}")


def check_memory():
    """Tensors are taken without a copy: their memory is what the callee of the model sees."""
    seen = []

    @tvm_ffi.register_global_func("app.look")
    def look(x, y):
        seen.append((numpy.from_dlpack(x).ctypes.data, numpy.from_dlpack(y).ctypes.data))

    module = library("look")
    x, y = X.copy(), numpy.zeros(4, "float32")
    module.run(x, y)
    if seen != [(x.ctypes.data, y.ctypes.data)]:
        sys.exit(f"the tensors were copied: {seen}")
    try:
        import torch
    except ImportError:
        return
    x, y = torch.ones(4), torch.zeros(4)
    module.run(x, y)
    if seen[1:] != [(x.data_ptr(), y.data_ptr())]:
        sys.exit(f"torch's tensors were copied: {seen}")
    expect(TypeError, "in dtype.code, but it is 0", module.run, torch.ones(4, dtype=torch.int32), y)


for name, check in list(globals().items()):
    if name.startswith("check_"):
        check()
