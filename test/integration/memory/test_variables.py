"""Variables (tosa.variable): a run finds the values of the previous run in the struct that is passed, and in no
other."""

import random

import cortex_m4
import python_package
from models import BOARD, HERE, REPO
from random_variables import Model
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, SANITIZE, STRICT_C, run
from variables_program import Tensor, program

_ARM = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")
_USUAL, _LONG = 10, 120

# A counter of runs, and a sum over the last four inputs, as in an FIR filter: the history is shifted in each run.
_FILTER = """
tosa.variable @count = dense<5> : tensor<i32>
tosa.variable @history = dense<[[1, 2, 3, 4]]> : tensor<1x4xi16>
tosa.variable @seen = dense<false> : tensor<1xi1>
tosa.variable @gain = dense<[0.5, 0.25]> : tensor<2xf32>
tosa.variable @unused = dense<-1> : tensor<3xi8>
func.func @main(%x: tensor<1x1xi16> {tir.name = "x"})
    -> (tensor<i32> {tir.name = "n"}, tensor<1x1xi16> {tir.name = "y"}, tensor<1xi1> {tir.name = "was"},
        tensor<2xf32> {tir.name = "g"}) {
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %n = tosa.variable_read @count : tensor<i32>
  %next = tosa.add %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
  tosa.variable_write @count, %next : tensor<i32>
  %old = tosa.variable_read @history : tensor<1x4xi16>
  %start = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %kept = tosa.slice %old, %start, %size : (tensor<1x4xi16>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3xi16>
  %new = tosa.concat %kept, %x {axis = 1 : i32} : (tensor<1x3xi16>, tensor<1x1xi16>) -> tensor<1x4xi16>
  tosa.variable_write @history, %new : tensor<1x4xi16>
  %y = tosa.reduce_max %new {axis = 1 : i32} : (tensor<1x4xi16>) -> tensor<1x1xi16>
  %was = tosa.variable_read @seen : tensor<1xi1>
  %yes = "tosa.const"() <{values = dense<true> : tensor<1xi1>}> : () -> tensor<1xi1>
  tosa.variable_write @seen, %yes : tensor<1xi1>
  %g = tosa.variable_read @gain : tensor<2xf32>
  %more = tosa.add %g, %g : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tosa.variable_write @gain, %more : tensor<2xf32>
  return %n, %y, %was, %g : tensor<i32>, tensor<1x1xi16>, tensor<1xi1>, tensor<2xf32>
}
"""


class _Filter:
    """The same in Python."""

    inputs = [Tensor("x", (1, 1), "i16")]
    outputs = [Tensor("n", (), "i32"), Tensor("y", (1, 1), "i16"), Tensor("was", (1,), "i1"), Tensor("g", (2,), "f32")]

    def __init__(self):
        self.random = random.Random(1)

    def text(self):
        return _FILTER

    def numbers(self):
        return [self.random.randint(-30000, 30000)]

    def start(self):
        return {"count": 5, "history": [1, 2, 3, 4], "seen": 0, "gain": [0.5, 0.25]}

    def run(self, state, inputs):
        state["history"] = [*state["history"][1:], inputs[0][0]]
        outputs = [[state["count"]], [max(state["history"])], [state["seen"]], [f"{value}f" for value in state["gain"]]]
        state.update(count=state["count"] + 1, seen=1, gain=[2 * value for value in state["gain"]])
        return outputs


def _steps(model, count, seed=0):
    """Returns interleaved runs of two instances, each reset now and then."""
    chance = random.Random(seed)
    states = [model.start() for _ in range(2)]
    steps = [("reset", 0), ("reset", 1)]
    for _ in range(count):
        instance = chance.randrange(2)
        if chance.random() < 0.15:
            states[instance] = model.start()
            steps.append(("reset", instance))
        inputs = [model.numbers() for _ in model.inputs]
        steps.append(("run", instance, inputs, model.run(states[instance], inputs)))
    return steps


def _compile(compiler, folder, model, *options):
    (folder / "m.mlir").write_text(model.text())
    run(compiler.tirc, folder / "m.mlir", "-o", folder, "--quiet", "--model-name=m", *options)


def _execute(command, folder, unit, options=()):
    program_file = folder / "program"
    run(*command, "-I", folder, "-I", REPO / "runtime/crt/include", *options, folder / "main.c", unit, "-lm", "-o",
        program_file)
    printed = run(program_file)
    if printed != "same\n":
        raise Failure(printed)


def _on_host(compiler, name, model, ways, count=12):
    """`ways` has tuples (form, interface, more options of tirc)."""
    steps = _steps(model, count)
    for form, interface, *options in ways:
        folder = compiler.folder("variables/" + "-".join([name, form, interface, *options]))
        _compile(compiler, folder, model, f"--emit={form}", f"--interface-api={interface}", *options)
        (folder / "main.c").write_text(program(model.inputs, model.outputs, steps, packed=interface == "packed"))
        try:
            if form == "obj":
                _execute((GCC, *STRICT_C), folder, folder / "tvmgen_m.o", (folder / "stub.c",) if _writes_stub(folder) else ())
                continue
            for command in ((GCC, *STRICT_C, *SANITIZE), (CLANG, *STRICT_C, *SANITIZE, "-O2")):
                _execute(command, folder, folder / "tvmgen_m.c", (folder / "stub.c",) if _writes_stub(folder) else ())
        except Failure as failure:
            raise Failure(f"{form}, {interface}: {failure}\nin the model\n{model.text()[:3000]}") from failure


def _writes_stub(folder):
    """The runtime's function for errors, which the packed interface calls."""
    (folder / "stub.c").write_text('#include <stdio.h>\nvoid TVMAPISetLastError(const char *text);\n'
                                   'void TVMAPISetLastError(const char *text) { fprintf(stderr, "%s\\n", text); }\n')
    return "TVMAPISetLastError" in (folder / "main.c").read_text() or (folder / "tvmgen_m.o").exists() or (
        "TVMAPISetLastError" in (folder / "tvmgen_m.c").read_text())


def _on_board(compiler, name, model, form):
    folder = compiler.folder(f"variables/{name}-arm-{form}")
    _compile(compiler, folder, model, f"--emit={form}", *(_ARM if form == "obj" else ()))
    (folder / "main.c").write_text(program(model.inputs, model.outputs, _steps(model, 12)))
    elf = folder / "program.elf"
    run(ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", *STRICT_C, "-O2", "-DBOARD", "-I", folder, "-I", BOARD,
        BOARD / "startup.c", folder / "main.c", folder / f"tvmgen_m.{'o' if form == 'obj' else 'c'}",
        "-nostartfiles", "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld", "-Wl,--fatal-warnings", "-lm", "-o", elf)
    printed = cortex_m4.emulate(elf)
    if printed.strip() != "same":
        raise Failure(printed)


# Two threads, each with its own state, or both with one.
_THREADS = """
#include <pthread.h>
#include <stdio.h>

#include "tvmgen_m.h"

static struct tvmgen_m_state states[2];

static void *work(void *argument) {
  int number = *(int *)argument;
#ifdef SHARED
  struct tvmgen_m_state *state = &states[0];
#else
  struct tvmgen_m_state *state = &states[number];
#endif
  int16_t x = (int16_t)number, y;
  int32_t n = 0, code = 0;
  bool was;
  float g[2];
  struct tvmgen_m_inputs inputs = {&x};
  struct tvmgen_m_outputs outputs = {&n, &y, &was, g};
  WORKSPACE
  for (int i = 0; i < 300; ++i)
    code |= tvmgen_m_run(&inputs, &outputs POOLS, state) | (n != i + 5);
  *(int *)argument = code;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; ++i)
    tvmgen_m_reset(&states[i]);
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  puts(numbers[0] == 0 && numbers[1] == 0 ? "same" : "different");
  return 0;
}
"""


def _threads(compiler, command):
    folder = compiler.folder(f"variables/threads-{command}")
    _compile(compiler, folder, _Filter(), "--workspace=external")
    (folder / "main.c").write_text(
        _THREADS.replace("  WORKSPACE\n", "  static _Thread_local int8_t pool[TVMGEN_M_WORKSPACE_SIZE]\n"
                                          "      __attribute__((aligned(16)));\n"
                                          "  struct tvmgen_m_workspace_pools pools = {pool};\n")
        .replace(" POOLS", ", &pools"))

    def link(name, *options):
        run(command, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g1", "-O1", "-fsanitize=thread", "-pthread", *options,
            "-I", folder, folder / "main.c", folder / "tvmgen_m.c", "-o", folder / name)
        return folder / name

    environment = {"TSAN_OPTIONS": "halt_on_error=1 exitcode=66"}
    printed = run(link("program"), env=environment)
    if printed != "same\n":
        raise Failure(printed)
    # ThreadSanitizer finds shared memory.
    try:
        run(link("racy", "-DSHARED"), env=environment)
    except Failure as failure:
        if "data race" in str(failure):
            return
    raise Failure("ThreadSanitizer finds no race where the threads share their state")


# The offset of a field in C, and in an object's code.
_LAYOUT = """
tosa.variable @a = dense<1> : tensor<3xi8>
tosa.variable @b = dense<2> : tensor<1xi16>
tosa.variable @c = dense<true> : tensor<5xi1>
tosa.variable @d = dense<4> : tensor<2xi32>
tosa.variable @e = dense<5.0> : tensor<1xf16>
tosa.variable @f = dense<6> : tensor<1xi8>
tosa.variable @g = dense<7.0> : tensor<2xf32>
func.func @main(%x: tensor<1xi8>) -> tensor<1xi8> {
  %f = tosa.variable_read @f : tensor<1xi8>
  tosa.variable_write @f, %x : tensor<1xi8>
  return %f : tensor<1xi8>
}
"""
_LAYOUT_MAIN = """
#include <stddef.h>
#include <string.h>

#include "tvmgen_m.h"

#ifdef BOARD
#include "semihosting.h"
#define SAY(text) semihosting_write(text)
#else
#include <stdio.h>
#define SAY(text) fputs(text, stdout)
#endif

static struct {
  struct tvmgen_m_state state;
  unsigned char behind[64];
} memory;

int main(void);
int main(void) {
  unsigned char untouched[64];
  memset(&memory, 0x5a, sizeof memory);
  memset(untouched, 0x5a, sizeof untouched);
  tvmgen_m_reset(&memory.state);
  struct tvmgen_m_state *s = &memory.state;
  int same = memcmp(memory.behind, untouched, sizeof untouched) == 0 && sizeof *s == TVMGEN_M_STATE_SIZE;
  same &= s->a[0] == 1 && s->a[2] == 1 && s->b[0] == 2 && s->c[0] && s->c[4] && s->d[0] == 4 && s->d[1] == 4;
  same &= s->e[0] == 0x4500 && s->f[0] == 6 && s->g[0] > 6.5f && s->g[1] > 6.5f;
  int8_t x = 9, y = 0;
  struct tvmgen_m_inputs inputs = {&x};
  struct tvmgen_m_outputs outputs = {&y};
  same &= tvmgen_m_run(&inputs, &outputs, s) == 0 && y == 6 && s->f[0] == 9 && s->a[2] == 1;
  /* Gaps stay as they are. */
  same &= ((unsigned char *)s)[3] == 0x5a;
  SAY(same ? "same\\n" : "different\\n");
  return 0;
}
"""


class _Layout:
    def text(self):
        return _LAYOUT


def _layout(compiler, form, on_board):
    folder = compiler.folder(f"variables/layout-{form}-{'arm' if on_board else 'host'}")
    _compile(compiler, folder, _Layout(), f"--emit={form}", *(_ARM if on_board and form == "obj" else ()))
    (folder / "main.c").write_text(_LAYOUT_MAIN)
    unit = folder / f"tvmgen_m.{'o' if form == 'obj' else 'c'}"
    if not on_board:
        _execute((GCC, *STRICT_C), folder, unit)
        return
    elf = folder / "program.elf"
    run(ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", *STRICT_C, "-O2", "-DBOARD", "-I", folder, "-I", BOARD,
        BOARD / "startup.c", folder / "main.c", unit, "-nostartfiles", "--specs=nano.specs", "-T",
        BOARD / "mps2-an386.ld", "-Wl,--fatal-warnings", "-lm", "-o", elf)
    printed = cortex_m4.emulate(elf)
    if printed.strip() != "same":
        raise Failure(printed)


# The errors of the packed function for a missing state.
_NULL = """
#include <stdio.h>

#include "tvmgen_m.h"

void TVMAPISetLastError(const char *text);
void TVMAPISetLastError(const char *text) { puts(text); }

int main(void) {
  int8_t x = 9, y = 5;
  int64_t shape[] = {1};
  DLTensor in = {&x, {kDLCPU, 0}, 1, {kDLInt, 8, 1}, shape, NULL, 0}, out = in;
  TVMValue args[3], result;
  int codes[3] = {kTVMDLTensorHandle, kTVMDLTensorHandle, kTVMNullptr}, code;
  out.data = &y;
  args[0].v_handle = &in;
  args[1].v_handle = &out;
  args[2].v_handle = NULL;
  printf("%d\\n", (int)tvmgen_m_run(args, codes, 3, &result, &code, NULL));
  codes[2] = kTVMDLTensorHandle;
  args[2].v_handle = &in;
  printf("%d\\n", (int)tvmgen_m_run(args, codes, 3, &result, &code, NULL));
  printf("%d %d\\n", (int)tvmgen_m_run(args, codes, 2, &result, &code, NULL), y);
  return 0;
}
"""
_NULL_SAYS = """tvmgen_m_run: argument 2 (state): expected the struct of the model's variables, but it is NULL
-1
tvmgen_m_run: argument 2 (state): expected a handle (3 or 4) in type_codes[2], but it is 7
-1
tvmgen_m_run: expected 3 arguments in num_args, but it is 2
-1 5
"""


def _null(compiler, form):
    folder = compiler.folder(f"variables/null-{form}")
    _compile(compiler, folder, _Layout(), f"--emit={form}", "--interface-api=packed")
    (folder / "main.c").write_text(_NULL)
    run(GCC, *STRICT_C, *SANITIZE, "-I", folder, "-I", REPO / "runtime/crt/include", folder / "main.c",
        folder / f"tvmgen_m.{'o' if form == 'obj' else 'c'}", "-o", folder / "program")
    printed = run(folder / "program")
    if printed != _NULL_SAYS:
        raise Failure(printed)


def _registry(compiler, form):
    """The packed function that a registry creates for a model with the C interface."""
    model, folder = _Filter(), compiler.folder(f"variables/registry-{form}")
    _compile(compiler, folder, model, f"--emit={form}")
    unit = folder / f"tvmgen_m.{'o' if form == 'obj' else 'c'}"
    run(compiler.tirc, "--link-registry", unit, "-o", folder / "registry.c")
    text = program(model.inputs, model.outputs, _steps(model, 12), packed=True).replace("tvmgen_m_run(", "tvmgen_m_run_packed(")
    (folder / "main.c").write_text(text.replace(
        "int main(void);\n", "#include <tvm/runtime/c_backend_api.h>\n"
        "int32_t tvmgen_m_run_packed(TVMValue *, int *, int, TVMValue *, int *, void *);\nint main(void);\n", 1))
    _writes_stub(folder)
    _execute((GCC, *STRICT_C), folder, unit, (folder / "registry.c", folder / "stub.c"))


class _Counter:
    def text(self):
        return """
tosa.variable @count = dense<5> : tensor<1xi32>
func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
  %old = tosa.variable_read @count : tensor<1xi32>
  %new = tosa.add %old, %x : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  tosa.variable_write @count, %new : tensor<1xi32>
  return %new : tensor<1xi32>
}
"""


def _by_tvm_ffi(compiler, interface):
    python = python_package.of(compiler).environment()
    folder = compiler.folder(f"variables/tvm-ffi-{interface}")
    _compile(compiler, folder, _Counter(), "--emit=shared", f"--interface-api={interface}")
    printed = run(python, HERE / "loaders" / "run_state.py", folder / "tvmgen_m.so")
    wanted = ("6 7 6 8\n"
              "tvmgen_m_run: argument 2 (state): expected the struct of the model's variables, but it is NULL\n")
    if printed != wanted:
        raise Failure(printed)


def _executor(compiler, interface):
    """TVM's executor does not support a state; the model reports that it is missing."""
    folder, crt = compiler.folder(f"variables/executor-{interface}"), REPO / "runtime/crt"
    _compile(compiler, folder, _Counter(), "--system-lib", f"--interface-api={interface}")
    (folder / "vectors.h").write_text("enum { inputs_count = 1 };\nstatic const unsigned char inputs[1][4] = {{1}};\n")
    (folder / "crt_config.h").write_text((crt / "templates/crt_config.h.template").read_text())
    sources = [source for part in ("common", "memory", "aot_executor") for source in sorted((crt / "src" / part).glob("*.c"))]
    run(GCC, *STRICT_C, *SANITIZE, "-I", folder, "-I", crt / "include", '-DMODEL_NAME="m"', '-DINPUT_NAME="input"',
        HERE / "firmware/executor.c", HERE / "firmware/platform.c", folder / "tvmgen_m.c", *sources, "-o",
        folder / "program")
    try:
        run(folder / "program")
    except Failure as failure:
        if "expected 3 arguments in num_args" in str(failure):
            return
        raise
    raise Failure("a run without a state succeeds")


def tests(compiler):
    for interface in ("c", "packed"):
        yield Test(f"variables/executor-{interface}", lambda i=interface: _executor(compiler, i))
    for form in ("c", "obj"):
        yield Test(f"variables/null-{form}", lambda f=form: _null(compiler, f), fast=True)
        yield Test(f"variables/registry-{form}", lambda f=form: _registry(compiler, f))
    for interface in ("c", "packed"):
        yield Test(f"variables/tvm-ffi-{interface}", lambda i=interface: _by_tvm_ffi(compiler, i))
    every = [(form, interface) for form in ("c", "obj") for interface in ("c", "packed")]
    yield Test("variables/filter", lambda: _on_host(compiler, "filter", _Filter(), [
        *every, ("c", "c", "--unpacked-api=false"), ("obj", "packed", "--unpacked-api=false"),
        ("c", "packed", "--kernel-calls=cpacked")]))
    for form in ("c", "obj"):
        yield Test(f"variables/filter-cortex-m4-{form}", lambda f=form: _on_board(compiler, "filter", _Filter(), f))
        for on_board in (False, True):
            yield Test(f"variables/layout-{'arm' if on_board else 'host'}-{form}",
                       lambda f=form, b=on_board: _layout(compiler, f, b))
    for command in (GCC, CLANG):
        yield Test(f"variables/threads-{command}", lambda c=command: _threads(compiler, c))
    for nested in (False, True):
        kind = "nested" if nested else "straight"
        for seed in range(_LONG):
            yield Test(f"variables/random-{kind}-{seed}",
                       lambda s=seed, n=nested, k=kind: _on_host(
                           compiler, f"random-{k}-{s}", Model(s, n), [("c", "c"), ("obj", "c")]),
                       long=seed >= _USUAL, fast=seed == 0)
