"""tvm-ffi and TVM as they are on the package index today: packed calls, errors, two models, states, streams, threads, and
modules of Relax.

The packages are installed into an environment of their own, with the versions that docs/TVMToday.md names; without the
index, the tests are skipped. TIR_TVM_PYTHON names a Python that has them.
"""

import os
import pathlib
import threading

import python_package
import tvm_ffi_models as models
from models import HERE, REPO
from runner import Failure, Skip, Test
from toolchain import CLANG, GCC, STRICT_C, run

PACKAGES = ("apache-tvm-ffi==0.1.15.post2", "apache-tvm==0.27.0.post1", "numpy")
_ROOM = HERE / "loaders"
_TVM = REPO / "runtime" / "crt" / "include"
_LOCK = threading.Lock()
# The model of each library, and its options.
_LIBRARIES = {
    "scale": (models.SCALE,),
    "kernels": (models.CLIP, "--kernel-calls=packed"),
    "first": (models.calls("tvmgen_kernels_run"),),
    "look": (models.calls("app.look"),),
    "threads": (models.calls("app.thread"),),
    "values": (models.VALUES, "--compile-from=buffers", "--on-error=last-error"),
    "count": (models.COUNT,),
}


def environment(compiler):
    """Returns a Python with TVM's packages."""
    if given := os.environ.get("TIR_TVM_PYTHON"):
        return pathlib.Path(given)
    python_package.check_python()
    folder = compiler.tirc.parent.parent / "python" / "tvm"
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    with _LOCK:
        if not stamp.exists() or stamp.read_text() != "\n".join(PACKAGES):
            folder.parent.mkdir(exist_ok=True)
            try:
                python = python_package.make_environment_of(folder, *PACKAGES)
            except Skip as skip:
                raise Skip(f"tvm-ffi and TVM are not there ({', '.join(PACKAGES)}): {skip}") from skip
            stamp.write_text("\n".join(PACKAGES))
    return python


def compile_model(compiler, folder, name, text, *options):
    """Compiles the model, and returns the folder of its files."""
    source = folder / f"{name}.mlir"
    source.write_text(text)
    run(compiler.tirc, source, f"--model-name={name}", "--tvm-ffi", *options, "-o", folder / name)
    return folder / name


def link(folder, name, *parts, command=GCC):
    """Makes a library of C files and objects."""
    run(command, *STRICT_C, "-O1", "-fPIC", "-shared", "-I", _TVM, *parts, "-o", folder / f"{name}.so")


def _code(compiler, folder, name, form, text, *options):
    made = compile_model(compiler, folder, name, text, f"--emit={form}", "--target=host", *options)
    return made / f"tvmgen_{name}.{'o' if form == 'obj' else 'c'}"


def _by_form(compiler, form):
    python = environment(compiler)
    folder = compiler.folder(f"tvm-ffi/{form}")
    command = CLANG if form == "c" else GCC
    for name, (text, *options) in _LIBRARIES.items():
        if form == "shared":
            made = compile_model(compiler, folder, name, text, "--emit=shared", *options)
            (made / f"tvmgen_{name}.so").rename(folder / f"{name}.so")
        else:
            link(folder, name, _code(compiler, folder, name, form, text, *options), command=command)
    # A library that tirc links has one model.
    forms = {"c": ("c", "c"), "obj": ("obj", "obj"), "shared": ("c", "obj")}[form]
    parts = [_code(compiler, folder, name, of, text, "--system-lib")
             for name, text, of in (("scale", models.SCALE, forms[0]), ("clip", models.CLIP, forms[1]))]
    link(folder, "two", *parts, command=command)
    run(python, _ROOM / "run_tvm_today.py", folder)


def _options(compiler):
    """Each convention of the model's own functions and of its interface calls by tvm-ffi, as C and as an object."""
    python = environment(compiler)
    folder = compiler.folder("tvm-ffi/options")
    program = ("import sys, numpy, tvm_ffi\n"
               "tvm_ffi.register_global_func('app.scale', lambda x, y: numpy.copyto(numpy.from_dlpack(y), 2))\n"
               "y = numpy.zeros(4, 'float32')\n"
               "for library in sys.argv[1:]:\n"
               "    tvm_ffi.load_module(library).run(y, y.copy())\n"
               "    tvm_ffi.load_module(library).run(numpy.ones(4, 'float32'), y)\n"
               "    print(*y)\n")
    ways = (("--interface-api=packed",), ("--unpacked-api=false",), ("--kernel-calls=packed",),
            ("--kernel-calls=cpacked", "--on-error=last-error"), ("--workspace=backend",), ("--workspace=internal",),
            ("--workspace-stack=1",))
    libraries = []
    for form in ("c", "obj"):
        for index, options in enumerate(ways):
            name = f"{form}{index}"
            link(folder, name, _code(compiler, folder, name, form, models.SCALE, *options))
            libraries.append(folder / f"{name}.so")
    printed = run(python, "-c", program, *libraries)
    if printed.splitlines() != ["2.0 2.0 2.0 2.0"] * len(libraries):
        raise Failure(printed)


def tests(compiler):
    for form in ("c", "obj", "shared"):
        yield Test(f"tvm-ffi/{form}", lambda f=form: _by_form(compiler, f))
    yield Test("tvm-ffi/options", lambda: _options(compiler))
