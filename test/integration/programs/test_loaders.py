"""One shared library, unchanged, in every program that loads it: C, the conventions of TVM's loader, tvm-ffi, nothing.

A program without a runtime cannot receive the text of an error: it gets the code. TVM 0.14 cannot be installed here;
`loaders/loader.c` does what its loader does.
"""

import threading

import golden
import python_package
from models import DIGITS, HERE, REPO
from runner import Failure, Test
from toolchain import CLANG, GCC, run

_ROOM = HERE / "loaders"
_TVM = REPO / "runtime" / "crt" / "include"
_INTERFACES = {"packed": "run", "c": "run_packed"}
_LIBRARIES = threading.Lock()


def _library(compiler, interface, form="shared"):
    """Returns the library: tirc's, or one that a user links of tirc's object."""
    folder = compiler.folder(f"loaders/{interface}-{form}")
    with _LIBRARIES:
        library = folder / f"tvmgen_{DIGITS.name}.so"
        if not library.exists():
            compiler.run(DIGITS, folder, f"--emit={form}", f"--interface-api={interface}", "--on-error=last-error",
                         *(["--tvm-ffi"] if form == "obj" else []))
            if form == "obj":
                run(GCC, "-shared", library.with_suffix(".o"), "-o", library)
    return library


def _case(folder):
    """Returns the file of golden inputs, the shapes of a case, and the expected outputs."""
    inputs, wanted = golden.load(DIGITS)
    (folder / "inputs").write_bytes(inputs.data)
    # The cases come first.
    shapes = {"INPUT": inputs.shape[1:], "OUTPUT": wanted.shape[1:]}
    return inputs, wanted, shapes


def _size(shape):
    size = 1
    for extent in shape:
        size *= extent
    return size


def _check_no_needs(library):
    dynamic = run("readelf", "-d", library)
    if "(NEEDED)" in dynamic and "libc" in dynamic:
        raise Failure(f"{library} wants a library:\n{dynamic}")
    strong = [line for line in run("nm", "-D", "-u", library).splitlines() if " U " in line and "TVM" in line]
    if strong:
        raise Failure(f"{library} does not load without a runtime: {strong}")


def _by_c(compiler, interface, form, by_name, has_runtime, command):
    entry = "by-name" if by_name else f"tvmgen_{DIGITS.name}_{_INTERFACES[interface]}"
    folder = compiler.folder(f"loaders/{interface}-{form}-{by_name}-{has_runtime}-{command}")
    library = _library(compiler, interface, form)
    if form == "shared":
        _check_no_needs(library)
    _, wanted, shapes = _case(folder)
    defines = [f"-D{name}_SHAPE={','.join(map(str, shape))}" for name, shape in shapes.items()]
    defines += [f"-D{name}_BYTES={_size(shape)}" for name, shape in shapes.items()]
    runtime = ("-DWITH_RUNTIME", "-rdynamic") if has_runtime else ()
    run(command, "-std=gnu99", "-O1", "-Wall", "-Wextra", "-Werror", "-isystem", _TVM, *defines, *runtime,
        _ROOM / "loader.c", "-ldl", "-o", folder / "loader")
    printed = run(folder / "loader", library, entry, folder / "inputs", folder / "outputs",
                  env={"LD_BIND_NOW": "1"}).splitlines()
    golden.check(DIGITS, wanted, (folder / "outputs").read_bytes())
    if [line.split()[0] for line in printed] != ["-1", "-1", "0"]:
        raise Failure(f"unexpected codes: {printed}")
    texts = ["expected 2 arguments, or 3 with the workspace, in num_args, but it is ", "in shape[0], but it is "] if has_runtime else []
    for line, text in zip(printed, texts):
        if f"tvmgen_{DIGITS.name}_" not in line or text not in line:
            raise Failure(f"expected '{text}' in: {line}")


def _by_tvm_ffi(compiler, interface, form):
    python = python_package.of(compiler).environment()
    folder = compiler.folder(f"loaders/tvm-ffi-{interface}-{form}")
    _, wanted, shapes = _case(folder)
    run(python, _ROOM / "run_tvm_ffi.py", _library(compiler, interface, form), folder / "inputs", folder / "outputs",
        shapes["INPUT"], shapes["OUTPUT"], DIGITS.name)
    golden.check(DIGITS, wanted, (folder / "outputs").read_bytes())


def _by_orcjit(compiler):
    """An environment of its own, as installing there would disturb tests that use the common one."""
    folder = compiler.folder("loaders/orcjit")
    environment = folder / "venv"
    python_package.make_environment(environment)
    python = environment / "bin" / "python"
    python_package.install_from_index(python, "apache-tvm-ffi-orcjit", "numpy")
    for interface in _INTERFACES:
        _, wanted, shapes = _case(folder)
        run(python, _ROOM / "run_orcjit.py", _library(compiler, interface, "obj").with_suffix(".o"), folder / "inputs",
            folder / "outputs", shapes["INPUT"], shapes["OUTPUT"], DIGITS.name)
        golden.check(DIGITS, wanted, (folder / "outputs").read_bytes())


def tests(compiler):
    yield Test("loaders/object-orcjit", lambda: _by_orcjit(compiler), long=True)
    ways = (("dlopen", False, True, GCC), ("as-tvm", True, True, CLANG), ("no-runtime", False, False, GCC))
    for interface in _INTERFACES:
        for form, prefix in (("shared", ""), ("obj", "object-")):
            for name, *way in ways:
                yield Test(f"loaders/{interface}-{prefix}{name}",
                           lambda a=(interface, form, *way): _by_c(compiler, *a), fast=name == "dlopen")
            yield Test(f"loaders/{interface}-{prefix}tvm-ffi",
                       lambda i=interface, f=form: _by_tvm_ffi(compiler, i, f))
