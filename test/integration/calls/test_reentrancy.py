"""Eight threads run one model at the same time: shared libraries, and objects for tvm-ffi, give each call memory of its
own, under ThreadSanitizer, too. Where memory stays from run to run, a second run is an error that says so.

The firmware's code, whose workspace is static, shows that ThreadSanitizer sees what the kernels write.
"""

import re
import subprocess

import python_package
from compiled import read_interface
from models import DIGITS, HERE
from runner import Failure, Test
from small_modules import COUNTER
from test_golden import instrumented
from toolchain import CLANG, GCC, run

_ROOM = HERE / "threads"
_RIGHT = "192 of 192\n"
_WARNINGS = ("-std=gnu99", "-Wall", "-Wextra", "-Werror")

class _Compiled:
    """A model with these options, and the macros that name it in a program."""

    def __init__(self, compiler, name, has_state, emit, *options):
        self.folder = compiler.folder(f"reentrancy/{name}")
        if has_state:
            source = self.folder / "model.mlir"
            source.write_text(COUNTER)
            given, self.name = (source, "--model-name=m"), "m"
        else:
            given, self.name = (DIGITS.file, *DIGITS.options, f"--model-name={DIGITS.name}"), DIGITS.name
        run(compiler.tirc, *given, "-o", self.folder, "--quiet", "--model-info=none", f"--emit={emit}", *options)
        prefix = f"tvmgen_{self.name}"
        self.header = self.folder / f"{prefix}.h"
        interface = read_interface(self.header, self.name)
        (field,), (result,) = interface.inputs, interface.outputs
        macros = {
            "MODEL": self.name, "HEADER": f'"{prefix}.h"', "INPUT": field, "OUTPUT": result,
            "INPUT_BYTES": f"{prefix}_{field}_SIZE".upper(), "OUTPUT_BYTES": f"{prefix}_{result}_SIZE".upper(),
            "RUN_NAME": f'"{prefix}_run"', "RESET_NAME": f'"{prefix}_reset"', "CASES": 24 if has_state else 6,
        }
        self.command = (*_WARNINGS, "-g1", "-O1", "-pthread", *(f"-D{key}={value}" for key, value in macros.items()),
                        *(["-DSTATE"] if has_state else []), "-I", self.folder)

    def file(self, extension):
        return self.folder / f"tvmgen_{self.name}.{extension}"

    def says(self, text):
        """Checks what the header tells the application."""
        if text not in re.sub(r"[\s*]+", " ", self.header.read_text()):
            raise Failure(f"{self.header} does not say {text!r}")


def _expect(printed, wanted=_RIGHT):
    if printed != wanted:
        raise Failure(f"expected {wanted!r}, printed {printed!r}")


# What the header says, and the options.
_FORMS = {
    "stack": (False, "takes from its stack", ()),
    "allocated": (False, "from malloc, and frees it", ("--workspace-stack=1",)),
    "aligned": (False, "from malloc, and frees it", ("--workspace-stack=1", "--workspace-alignment=256")),
    "state": (True, "a second one returns -1 and changes nothing", ()),
    "static": (False, "a second one returns -1 and does nothing else", ("--workspace=internal",)),
    "packed": (False, "takes from its stack", ("--unpacked-api=false",)),
}


def _library(compiler, form):
    """A program without a runtime loads the library."""
    has_state, text, options = _FORMS[form]
    model = _Compiled(compiler, f"library-{form}", has_state, "shared", *options)
    model.says(text)
    program = model.folder / "program"
    guard = ("-DGUARDED",) if form == "static" else ()
    run(GCC, *model.command, "-DLIBRARY", *guard, _ROOM / "runs.c", "-ldl", "-o", program)
    _expect(run(program, model.file("so")))


def _sanitized(model, *flags):
    ir = model.file("ll")
    ir.write_text(instrumented(ir.read_text(), "sanitize_thread"))
    unit, program = model.folder / "model.o", model.folder / "program"
    run(CLANG, "-O1", "-fsanitize=thread", "-c", ir, "-o", unit)
    if "__tsan_read" not in run("nm", "-u", unit):
        raise Failure("the object holds no check of ThreadSanitizer")
    run(CLANG, *model.command, *flags, "-fsanitize=thread", _ROOM / "runs.c", unit, "-ldl", "-o", program)
    return program


def _without_races(compiler, form):
    has_state, _, options = _FORMS[form]
    model = _Compiled(compiler, f"races-{form}", has_state, "llvm-ir", "-O0", "--tvm-ffi", *options)
    program = _sanitized(model, *(["-DGUARDED"] if form == "static" else []))
    _expect(run(program, env={"TSAN_OPTIONS": "halt_on_error=1 exitcode=66"}))


def _finds_races(compiler):
    """The same program with the firmware's code is found to race in the kernels."""
    model = _Compiled(compiler, "races-of-firmware", False, "llvm-ir", "-O0")
    model.says("Not re-entrant")
    program = _sanitized(model)
    done = subprocess.run([program], env={"TSAN_OPTIONS": "halt_on_error=1 exitcode=66"}, capture_output=True, text=True,
                          timeout=600, check=False)
    if done.returncode != 66 or "data race" not in done.stderr or "tvmgen_" not in done.stderr:
        raise Failure(f"no race was found: code {done.returncode}\n{done.stderr}")


_TEXT = "--on-error=last-error"
_STATIC = f"{DIGITS.name}: another run is in progress, and the workspace is static; end or abort that run first\n"

# The codes of the outer run, of one inside it on the same and on another state, and of one afterwards.
_NESTED = {
    "stack": (False, "0 0 0 0\n", ()),
    "static": (False, 2 * _STATIC + "0 -1 -1 0\n", ("--workspace=internal", _TEXT)),
    "section": (False, 2 * _STATIC + "0 -1 -1 0\n", ("--workspace-section=.bss.mine", _TEXT)),
    "state": (True, "m: another run uses this state, or 256 states are in use; let runs on a state follow one "
                    "another\n0 -1 0 0\n", (_TEXT,)),
}


def _nested(compiler, form):
    has_state, wanted, options = _NESTED[form]
    model = _Compiled(compiler, f"nested-{form}", has_state, "shared", "--profile", *options)
    program = model.folder / "program"
    # The library finds the hooks and the runtime's function in the program.
    run(GCC, *model.command, "-rdynamic", _ROOM / "nested.c", model.file("so"), f"-Wl,-rpath,{model.folder}", "-o", program)
    _expect(run(program), wanted)


_NO_MEMORY = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include HEADER
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define NAMED(suffix) JOIN(JOIN(tvmgen_, MODEL), suffix)
static int asked, freed, is_empty;
static unsigned char input[INPUT_BYTES], output[OUTPUT_BYTES];
#ifdef WITH_RUNTIME
void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code, int bits) {
  (void)type, (void)id, (void)code, (void)bits;
  ++asked;
  return is_empty ? NULL : (char *)malloc(bytes + 64) + 8;
}
int TVMBackendFreeWorkspace(int type, int id, void *memory) {
  (void)type, (void)id;
  ++freed;
  free((char *)memory - 8);
  return 0;
}
void TVMAPISetLastError(const char *text) { puts(text); }
#else
extern void *__libc_malloc(size_t);
void *malloc(size_t bytes) {
  ++asked;
  return is_empty ? NULL : __libc_malloc(bytes);
}
#endif
int main(void) {
  struct NAMED(_inputs) in = {input};
  struct NAMED(_outputs) out = {output};
  asked = freed = 0;
  int32_t first = NAMED(_run)(&in, &out);
  int calls = asked;
  is_empty = 1;
  int32_t second = NAMED(_run)(&in, &out);
  is_empty = 0;
  printf("%d %d %d %d\\n", (int)first, calls, (int)second, freed);
  return 0;
}
"""


def _no_memory(compiler, has_runtime):
    """A process without memory gets an error, and one with a runtime lets that allocate, at any address."""
    model = _Compiled(compiler, f"no-memory-{has_runtime}", False, "shared", "--workspace-stack=1", _TEXT)
    source, program = model.folder / "main.c", model.folder / "program"
    source.write_text(_NO_MEMORY)
    run(GCC, *model.command, *(["-DWITH_RUNTIME"] if has_runtime else []), "-rdynamic", source, model.file("so"),
        f"-Wl,-rpath,{model.folder}", "-o", program)
    printed = run(program)
    if has_runtime:
        text, _, codes = printed.partition("\n")
        if not re.fullmatch(r"TVMBackendAllocWorkspace has no \d+ bytes for the pool 'workspace'", text):
            raise Failure(f"unexpected text: {text}")
        _expect(codes, "0 1 -1 1\n")
    else:
        _expect(printed, "0 1 -1 0\n")


def _beside_firmware(compiler):
    """C and an object that are written with a library keep their static plan, and the header tells them apart."""
    alone = _Compiled(compiler, "firmware-alone", False, "c,obj")
    model = _Compiled(compiler, "beside-firmware", False, "c,obj,shared")
    for extension in ("c", "o"):
        if model.file(extension).read_bytes() != alone.file(extension).read_bytes():
            raise Failure(f"the .{extension} file differs if a library is written, too")
    model.says("Not re-entrant")
    model.says("In the shared library, a call is different: Re-entrant: calls may run at the same time.")
    program = model.folder / "program"
    run(GCC, *model.command, "-DLIBRARY", _ROOM / "runs.c", "-ldl", "-o", program)
    _expect(run(program, model.file("so")))


_BY_TVM_FFI = """
import sys, threading
import numpy, tvm_ffi
module = tvm_ffi.load_module(sys.argv[1])
images = numpy.random.default_rng(5).integers(-128, 128, (6, 1, 8, 8, 1)).astype("int8")

def run(number):
    scores = numpy.zeros((1, 10), "int8")
    module.run(images[number], scores)
    return scores.tobytes()

wanted, right = [run(number) for number in range(6)], []

def work(first):
    for step in range(100):
        number = (first + step) % 6
        right.append(run(number) == wanted[number])

threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sum(right), "of", len(right))
"""


def _by_tvm_ffi(compiler):
    """Python's threads, as tvm-ffi calls a library without the interpreter's lock."""
    python = python_package.of(compiler).environment()
    model = _Compiled(compiler, "tvm-ffi", False, "shared")
    _expect(run(python, "-c", _BY_TVM_FFI, model.file("so")), "800 of 800\n")


_STEPS = """
import ctypes, sys
import numpy, tvm_ffi
library, module = ctypes.CDLL(sys.argv[1]), tvm_ffi.load_module(sys.argv[1])
image, scores = numpy.zeros((1, 8, 8, 1), "int8"), numpy.zeros((1, 10), "int8")
begin, abort = library[sys.argv[2] + "_begin"], library[sys.argv[2] + "_abort"]
pointers = (ctypes.c_void_p * 2)(image.ctypes.data, scores.ctypes.data)
inputs, outputs = ctypes.byref(pointers), ctypes.byref(pointers, ctypes.sizeof(ctypes.c_void_p))
progress = ctypes.create_string_buffer(256)

def by_ffi():
    try:
        module.run(image, scores)
        return 0
    except Exception as error:
        return error

print(by_ffi(), begin(progress), by_ffi())
print(library[sys.argv[2] + "_run"](inputs, outputs), abort(progress), by_ffi(), begin(progress))
"""


def _steps_by_tvm_ffi(compiler):
    """While a run in steps has the static workspace, tvm-ffi's function is an error, as _run is."""
    python = python_package.of(compiler).environment()
    model = _Compiled(compiler, "steps-tvm-ffi", False, "shared", "--steps", _TEXT)
    _expect(run(python, "-c", _STEPS, model.file("so"), f"tvmgen_{model.name}"),
            f"0 0 {_STATIC}-1 0 0 0\n")


def tests(compiler):
    for form in _FORMS:
        yield Test(f"reentrancy/library/{form}", lambda f=form: _library(compiler, f))
    for form in ("stack", "allocated", "state", "static"):
        yield Test(f"reentrancy/thread-sanitizer/{form}", lambda f=form: _without_races(compiler, f))
    yield Test("reentrancy/thread-sanitizer/finds-races", lambda: _finds_races(compiler))
    for form in _NESTED:
        yield Test(f"reentrancy/second-run/{form}", lambda f=form: _nested(compiler, f))
    yield Test("reentrancy/no-memory", lambda: _no_memory(compiler, False))
    yield Test("reentrancy/no-memory-of-the-runtime", lambda: _no_memory(compiler, True))
    yield Test("reentrancy/beside-firmware", lambda: _beside_firmware(compiler))
    yield Test("reentrancy/tvm-ffi", lambda: _by_tvm_ffi(compiler))
    yield Test("reentrancy/second-run/steps-tvm-ffi", lambda: _steps_by_tvm_ffi(compiler))
