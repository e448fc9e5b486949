"""Each hook, each kernel and each allocation in turn fails with its own code.

The code must arrive unchanged, and be reported once, with the operator's name and its device. Opened devices must be
closed, activated ones deactivated, and allocations freed, in order; a second failure does not change this. The same
holds for a run in steps: where `_begin` fails, there is no run, and after a step that fails, `_abort` ends it.
"""

import itertools

import device_module
from device_module import SIZE, expect
from models import REPO
from runner import Test
from toolchain import CLANG, GCC, SANITIZE, run

_HEADERS = REPO / "runtime" / "crt" / "include"

# The calls are counted; those with the given numbers fail.
_HARNESS = """
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tvmgen_faults.h"

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr);
void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes, int dtype_code_hint,
                               int dtype_bits_hint);
void TVMAPISetLastError(const char *msg);

static int failing[2], misaligned, calls, npu0, npu1, reported, allocated, quiet;
static int32_t x[SIZE], y[SIZE];

static const char *name_of(const void *context) {
  return context == &npu0 ? " npu0" : context == &npu1 ? " npu1" : " ?";
}

static int32_t step(const char *function, const char *device) {
  printf("%s%s\\n", function, device);
  ++calls;
  const int32_t codes[] = {1, 2, -1, 100 + calls};
  return calls == failing[0] || calls == failing[1] ? codes[calls % 4] : 0;
}

#define HOOK(name) \\
  int32_t name(void *context) { return step(#name, name_of(context)); }
HOOK(TVMDeviceNpuInit)
HOOK(TVMDeviceNpuActivate)
HOOK(TVMDeviceNpuOpen)
HOOK(TVMDeviceNpuClose)
HOOK(TVMDeviceNpuDeactivate)

int32_t npu_scale(const int32_t *in, int32_t *out, void *context) {
  for (int i = 0; i < SIZE; ++i)
    out[i] = in[i] * (context == &npu0 ? 3 : -2);
  return step("npu_scale", name_of(context));
}

int32_t cpu_add(const int32_t *a, const int32_t *b, int32_t *out) {
  for (int i = 0; i < SIZE; ++i)
    out[i] = a[i] + b[i];
  return step("cpu_add", "");
}

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes, int dtype_code_hint,
                               int dtype_bits_hint) {
  if (device_type != 1 || device_id != 0 || nbytes != SIZE * 4 || dtype_code_hint != 0 || dtype_bits_hint != 32)
    exit(90);
  if (step("alloc", ""))
    return NULL;
  char *memory = aligned_alloc(16, nbytes + 16);
  ++allocated;
  return calls == misaligned ? memory + 4 : memory;
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr) {
  if (device_type != 1 || device_id != 0)
    exit(91);
  --allocated;
  free((char *)ptr - (uintptr_t)ptr % 16);
  return (int)step("free", "");
}

void TVMAPISetLastError(const char *msg) {
  if (quiet)
    return;
  ++reported;
  printf("reported %s\\n", msg);
}

void tvmgen_faults_on_error(int32_t code, const char *op, const char *device);
void tvmgen_faults_on_error(int32_t code, const char *op, const char *device) {
  if (quiet)
    return;
  ++reported;
  printf("reported %" PRId32 " %s on %s\\n", code, op, device ? device : "-");
}

#ifdef STEPS
#ifdef POOLS
#define STEP_POOLS , &workspace_pools
#else
#define STEP_POOLS
#endif
/* Another run can begin and end where the first one left nothing behind. */
static void begin_again(struct tvmgen_faults_progress *progress, struct tvmgen_faults_devices *devices) {
  /* The code of the last run stays until the next one begins. */
  if (progress->position[0] != 0)
    exit(94);
  puts("again");
  if (tvmgen_faults_begin(progress, devices) != 0 || tvmgen_faults_code(progress) != 0 ||
      tvmgen_faults_abort(progress, devices) != 0)
    exit(95);
}
#endif

int main(int argc, char **argv) {
  struct tvmgen_faults_inputs inputs = {x};
  struct tvmgen_faults_outputs outputs = {y};
  struct tvmgen_faults_devices devices = {&npu0, &npu1};
#ifdef POOLS
  static int32_t pools[3][SIZE];
  struct tvmgen_faults_workspace_pools workspace_pools = {pools[0], pools[1], pools[2]};
#endif
  if (argc > 1 && strcmp(argv[1], "init") == 0) {
    failing[0] = atoi(argv[2]);
    printf("code %" PRId32 "\\n", tvmgen_faults_init(&devices));
    return 0;
  }
  if (argc > 4)
    return 1;
  failing[0] = argc > 1 ? atoi(argv[1]) : 0;
  failing[1] = argc > 2 ? atoi(argv[2]) : 0;
  misaligned = argc > 3 ? atoi(argv[3]) : 0;
  for (int i = 0; i < SIZE; ++i)
    x[i] = i - 5;
#ifdef STEPS
  struct tvmgen_faults_progress progress = {{0}};
  int32_t code = tvmgen_faults_begin(&progress, &devices), last = 0;
  if (code == 0) {
    do
      code = tvmgen_faults_step(&progress, &inputs, &outputs STEP_POOLS, &devices);
    while (code == TVMGEN_FAULTS_MORE);
    /* Nothing but _abort works after an error, and the code stays. */
    quiet = 1;
    if (code == TVMGEN_FAULTS_ERROR &&
        (tvmgen_faults_step(&progress, &inputs, &outputs STEP_POOLS, &devices) != TVMGEN_FAULTS_ERROR ||
         tvmgen_faults_end(&progress, &devices) != -1 || tvmgen_faults_begin(&progress, &devices) != -1))
      exit(96);
    quiet = 0;
    int32_t status = code;
    code = tvmgen_faults_code(&progress);
    if (status != (code ? TVMGEN_FAULTS_ERROR : TVMGEN_FAULTS_DONE))
      exit(97);
    last = status == TVMGEN_FAULTS_DONE ? tvmgen_faults_end(&progress, &devices)
                                        : tvmgen_faults_abort(&progress, &devices);
    code = code ? code : last;
  }
  /* Each of the application's calls may report one error. */
  reported -= last != 0;
#elif defined(POOLS)
  int32_t code = tvmgen_faults_run(&inputs, &outputs, &workspace_pools, &devices);
#else
  int32_t code = tvmgen_faults_run(&inputs, &outputs, &devices);
#endif
  printf("code %" PRId32 "\\n", code);
  if (reported > 1 || allocated != 0)
    return 92;
#ifdef STEPS
  failing[0] = failing[1] = 0;
  begin_again(&progress, &devices);
#endif
  for (int i = 0; code == 0 && i < SIZE; ++i)
    if (y[i] != x[i] * 3 * -2 * 3 + x[i])
      return 93;
  return 0;
}
"""


def _reported(on_error, error):
    if not error or on_error == "code":
        return []
    code, name, device = error
    if on_error == "hook":
        return [f"reported {code} {name} on {device or '-'}"]
    if name.startswith("TVMBackendAllocWorkspace"):
        return [f"reported {name}"]
    return [f"reported {name}{f' on {device}' if device else ''} failed"]


def _split(printed):
    lines = printed.splitlines()
    reported = [line for line in lines if line.startswith("reported ")]
    return [line for line in lines if line not in reported], reported


def _check(program, failing, pools, on_error):
    calls, error = device_module.trace(failing, pools)
    came, reported = _split(run(program, *(failing or (0,)), env={"ASAN_OPTIONS": "detect_leaks=1"}))
    what = f"calls that fail: {failing}"
    expect(what, came, [*calls, f"code {error[0] if error else 0}"])
    expect(what, reported, _reported(on_error, error))
    return len(calls)


def _check_misaligned(program, pools, calls, on_error):
    number = calls.index("alloc") + 2
    came, reported = _split(run(program, 0, 0, number))
    wanted = [*calls[:number], "free", "free", "TVMDeviceNpuDeactivate npu1", "TVMDeviceNpuDeactivate npu0", "code -1"]
    expect("memory that is not aligned", came, wanted)
    text = (f"TVMBackendAllocWorkspace was asked for memory of the pool '{pools[1]}' at an address divisible by 16, "
            "but the remainder is 4")
    expect("memory that is not aligned", reported, _reported(on_error, (-1, text, None)))


def _inject(compiler, name, make_object, command, workspace, on_error):
    folder = compiler.folder(f"fault-injection/{name}")
    make_object(compiler, folder, command, (*SANITIZE, "-I", _HEADERS),
                workspace=workspace, on_error=on_error)
    (folder / "main.c").write_text(_HARNESS)
    program = folder / "program"
    run(*command, "-std=gnu11", "-Wall", "-Wextra", "-Wconversion", "-Werror", *SANITIZE, f"-DSIZE={SIZE}",
        *(["-DPOOLS"] if workspace == "external" else []), "-I", folder, folder / "main.c", folder / "model.o", "-o",
        program)
    pools = _pools(folder) if workspace == "backend" else []
    count = _check(program, (), pools, on_error)
    for number in range(1, count + 1):
        _check(program, (number,), pools, on_error)
    # Cleaning up fails, too.
    for first, second in itertools.combinations(range(1, count + 1), 2):
        if first < 6 or second == first + 1:
            _check(program, (first, second), pools, on_error)
    if pools:
        _check_misaligned(program, pools, device_module.trace((), pools)[0], on_error)
    _check_init(program, on_error)


def _check_steps(program, failing, on_error):
    calls, errors = device_module.trace_steps(failing)
    came, reported = _split(run(program, *(failing or (0,)), env={"ASAN_OPTIONS": "detect_leaks=1"}))
    what = f"calls in steps that fail: {failing}"
    hooks = [f"TVMDeviceNpu{name} {device}" for name, devices in (("Activate", ("npu0", "npu1")),
                                                                    ("Deactivate", ("npu1", "npu0")))
             for device in devices]
    expect(what, came, [*calls, f"code {errors[0][0] if errors else 0}", "again", *hooks])
    expect(what, reported, [line for error in errors for line in _reported(on_error, error)])
    return len(calls)


def _inject_in_steps(compiler, name, make_object, command, workspace, on_error):
    folder = compiler.folder(f"fault-injection/steps-{name}")
    make_object(compiler, folder, command, (*SANITIZE, "-I", _HEADERS), workspace=workspace, on_error=on_error,
                steps=True)
    (folder / "main.c").write_text(_HARNESS)
    program = folder / "program"
    run(*command, "-std=gnu11", "-Wall", "-Wextra", "-Wconversion", "-Werror", *SANITIZE, f"-DSIZE={SIZE}", "-DSTEPS",
        *(["-DPOOLS"] if workspace == "external" else []), "-I", folder, folder / "main.c", folder / "model.o", "-o",
        program)
    count = _check_steps(program, (), on_error)
    for number in range(1, count + 1):
        _check_steps(program, (number,), on_error)
    for pair in itertools.combinations(range(1, count + 1), 2):
        _check_steps(program, pair, on_error)


def _pools(folder):
    """The pools of the plan in order."""
    text = (folder / "abi.mlir").read_text()
    plan = text[text.index("plan = <") :]
    plan = plan[plan.index("pools = [") :].split("]")[0]
    return [part.split('"')[1] for part in plan.split("name = ")[1:]]


def _check_init(program, on_error):
    for failing, device in ((0, None), (1, "npu0"), (2, "npu1")):
        came, reported = _split(run(program, "init", failing))
        calls = ["TVMDeviceNpuInit npu0", "TVMDeviceNpuInit npu1"][: failing or 2]
        code = device_module.code_of(failing) if failing else 0
        expect("init", came, [*calls, f"code {code}"])
        expect("init", reported, _reported(on_error, (code, "TVMDeviceNpuInit", device) if failing else None))


def tests(compiler):
    ways = (
        ("c-gcc", device_module.generated_c, (GCC,)),
        ("c-clang", device_module.generated_c, (CLANG,)),
        ("llvm", device_module.llvm_object, (CLANG,)),
    )
    modes = (("internal", "hook"), ("backend", "hook"), ("backend", "last-error"), ("external", "code"))
    for (way, make_object, command), (workspace, on_error) in itertools.product(ways, modes):
        name = f"{way}-{workspace}-{on_error}"
        yield Test(
            f"fault-injection/{name}",
            lambda a=(name, make_object, command, workspace, on_error): _inject(compiler, *a),
            # Another compiler changes none of the calls that are made to fail.
            long=way == "c-clang",
        )
        # Memory of the backend exists only during a call.
        if workspace != "backend":
            yield Test(
                f"fault-injection/steps-{name}",
                lambda a=(name, make_object, command, workspace, on_error): _inject_in_steps(compiler, *a),
                long=way == "c-clang",
            )
