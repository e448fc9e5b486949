"""Contexts of devices as arguments: two threads at a time, registers on Arm, a Cortex-M4 in QEMU."""

import re

import cortex_m4
import device_module
from device_module import SIZE, expect
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, STRICT_C, run

_TRIPLE = "thumbv7em-none-eabi"

# Each thread has its own pools, outputs and devices; a device counts its calls.
_THREADS = """
#include <pthread.h>
#include <stdio.h>
#include "tvmgen_faults.h"

struct device { int factor, opened, active, calls; };
static int32_t x[SIZE];

int32_t TVMDeviceNpuInit(void *context) { ((struct device *)context)->calls = 0; return 0; }
int32_t TVMDeviceNpuActivate(void *context) { ((struct device *)context)->active += 1; return 0; }
int32_t TVMDeviceNpuOpen(void *context) { ((struct device *)context)->opened += 1; return 0; }
int32_t TVMDeviceNpuClose(void *context) { ((struct device *)context)->opened -= 1; return 0; }
int32_t TVMDeviceNpuDeactivate(void *context) { ((struct device *)context)->active -= 1; return 0; }

int32_t npu_scale(const int32_t *in, int32_t *out, void *context) {
  struct device *device = context;
  for (int i = 0; i < SIZE; ++i)
    out[i] = in[i] * device->factor;
  device->calls += 1;
  return device->active == 1 && device->opened == 1 ? 0 : 7;
}

int32_t cpu_add(const int32_t *a, const int32_t *b, int32_t *out) {
  for (int i = 0; i < SIZE; ++i)
    out[i] = a[i] + b[i];
  return 0;
}

static void *work(void *result) {
  static struct device shared[2] = {{3, 0, 0, 0}, {-2, 0, 0, 0}};
  struct device own[2] = {{3, 0, 0, 0}, {-2, 0, 0, 0}};
#ifdef SHARED
  struct device *npus = shared;
#else
  struct device *npus = own;
#endif
  (void)shared, (void)own;
  int32_t pools[3][SIZE], y[SIZE];
  struct tvmgen_faults_inputs inputs = {x};
  struct tvmgen_faults_outputs outputs = {y};
  struct tvmgen_faults_workspace_pools workspace = {pools[0], pools[1], pools[2]};
  struct tvmgen_faults_devices devices = {&npus[0], &npus[1]};
  int32_t code = 0;
  for (int k = 0; k < 200; ++k) {
    code |= tvmgen_faults_run(&inputs, &outputs, &workspace, &devices);
    for (int i = 0; i < SIZE; ++i)
      code |= y[i] != x[i] * 3 * -2 * 3 + x[i];
  }
  *(int32_t *)result = code | (npus[0].calls != 400) | (npus[1].calls != 200);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int32_t codes[2] = {1, 1};
  for (int i = 0; i < SIZE; ++i)
    x[i] = i - 5;
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, work, &codes[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  puts(codes[0] == 0 && codes[1] == 0 ? "same" : "different");
  return 0;
}
"""


def _threads(compiler, name, make_object, command, more):
    folder = compiler.folder(f"device-contexts/threads-{name}")
    make_object(compiler, folder, command, ("-g1", "-O1", "-fsanitize=thread"), workspace="external", on_error="code",
                **more)
    if "__tsan_" not in run("nm", "-u", folder / "model.o"):
        raise Failure("the object holds no check of ThreadSanitizer")
    (folder / "main.c").write_text(_THREADS)

    def link(program, *options):
        run(*command, "-std=gnu99", "-Wall", "-Wextra", "-Werror", "-g1", "-O1", "-fsanitize=thread", "-pthread",
            f"-DSIZE={SIZE}", *options, "-I", folder, folder / "main.c", folder / "model.o", "-o", program)
        return program

    environment = {"TSAN_OPTIONS": "halt_on_error=1 exitcode=66"}
    expect("two threads", run(link(folder / "program"), env=environment), "same\n")
    # ThreadSanitizer finds shared memory.
    try:
        run(link(folder / "racy", "-DSHARED"), env=environment)
    except Failure as failure:
        if "data race" in str(failure):
            return
    raise Failure("ThreadSanitizer finds no race where the threads share their devices")


def _arm_object(compiler, way):
    folder = compiler.folder(f"device-contexts/arm-{way}")
    if way == "c":
        device_module.generated_c(compiler, folder, (ARM_GCC,), (*CORTEX_M4, "-O2"), workspace="external",
                                  on_error="code")
    else:
        device_module.llvm_object(compiler, folder, (CLANG,), ("--target=" + _TRIPLE, "-mcpu=cortex-m4", "-O2"),
                                  triple=_TRIPLE, cpu="cortex-m4", workspace="external", on_error="code")
    return folder, folder / "model.o"


# A kernel of three buffers, called with its context.
_THREE_BUFFERS = """
!vec = memref<16xi32>
module {
tir.device @npu0 {kind = "npu"}
tir.prim_func private @npu_add(!vec {tir.effect = #tir.effect<read>}, !vec {tir.effect = #tir.effect<read>},
                               !vec {tir.effect = #tir.effect<write>}, !tir.device_context<"npu">)
// It calls twice, so that it keeps its own arguments.
tir.prim_func private @kernel(%a: !vec {tir.effect = #tir.effect<read>}, %b: !vec {tir.effect = #tir.effect<read>},
                              %c: !vec {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "kernel">>} {
  %npu = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_add(%a, %b, %c) context(%npu) : (!vec, !vec, !vec, !tir.device_context<"npu">) -> ()
  tir.return
}
tir.prim_func @main(%a: !vec {tir.effect = #tir.effect<read>}, %b: !vec {tir.effect = #tir.effect<read>},
                    %c: !vec {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "faults", source = "three.mlir">} {
  tir.call_tir @kernel(%a, %b, %c) : (!vec, !vec, !vec) -> ()
  tir.return
}
}
"""


def _functions(listing):
    """Returns the instructions of each function."""
    found = {}
    for line in listing.splitlines():
        head = re.match(r"^[0-9a-f]+ <([\w.$]+)>:", line)
        if head:
            found[head.group(1)] = instructions = []
        elif "\t" in line and found:
            instructions.append(line.split("\t", 2)[-1].replace("\t", " "))
    return found


def _registers(compiler, way):
    """The fourth argument is in r3, and comes there from r3 or from the struct, never from a global."""
    folder = compiler.folder(f"device-contexts/registers-{way}")
    options = {"workspace": "internal", "on_error": "code", "module": _THREE_BUFFERS}
    if way == "c":
        device_module.generated_c(compiler, folder, (ARM_GCC,), (*CORTEX_M4, "-O2"), **options)
    else:
        device_module.llvm_object(compiler, folder, (CLANG,), (f"--target={_TRIPLE}", "-mcpu=cortex-m4", "-O2"),
                                  triple=_TRIPLE, cpu="cortex-m4", **options)
    listing = run("arm-none-eabi-objdump", "-dr", folder / "model.o")
    functions = _functions(listing)
    kernel = [body for name, body in functions.items() if name.endswith("_kernel")]
    body = kernel[0] if kernel else functions["tvmgen_faults_run"]
    text = "\n".join(body)
    if "npu_add" not in text:
        raise Failure(f"no call of the kernel from outside:\n{listing}")
    if kernel:
        # It passes on r0 to r3 unchanged.
        if re.search(r"\br3\b", text.split("npu_add")[0]):
            raise Failure(f"the context does not stay in r3:\n{listing}")
    elif not re.search(r"ldr(d|\.w)? +(r\d, )?r3, \[r\d|ldm\w* +r\d,.*r3|mov +r3, ", text):
        raise Failure(f"the context does not come into r3:\n{listing}")
    for kind in ("R_ARM_ABS32", "R_ARM_MOVW", "R_ARM_THM_MOVW", "R_ARM_GOT"):
        if kind in listing:
            raise Failure(f"a function takes the address of a global:\n{listing}")
    sections = run("arm-none-eabi-size", "-A", folder / "model.o")
    for section in (".data", ".bss"):
        for size in re.findall(rf"^\{section}\S*\s+(\d+)", sections, re.M):
            expect(f"bytes of {section}", size, "0")


# The application's part on the emulated board: the devices are structs that their kernels read.
_BOARD = """
#include <string.h>
#include "tvmgen_faults.h"

struct device { int32_t factor, opened, active, calls; };
static struct device npu0 = {3, 0, 0, 0}, npu1 = {-2, 0, 0, 0};
static int32_t workspace[3][SIZE];

int32_t TVMDeviceNpuInit(void *context) { ((struct device *)context)->calls = 0; return 0; }
int32_t TVMDeviceNpuActivate(void *context) { ((struct device *)context)->active += 1; return 0; }
int32_t TVMDeviceNpuOpen(void *context) { ((struct device *)context)->opened += 1; return 0; }
int32_t TVMDeviceNpuClose(void *context) { ((struct device *)context)->opened -= 1; return 0; }
int32_t TVMDeviceNpuDeactivate(void *context) { ((struct device *)context)->active -= 1; return 0; }

int32_t npu_scale(const int32_t *x, int32_t *y, void *context) {
  struct device *device = context;
  for (int i = 0; i < SIZE; ++i)
    y[i] = x[i] * device->factor;
  device->calls += 1;
  return device->active == 1 && device->opened == 1 ? 0 : 7;
}

int32_t cpu_add(const int32_t *a, const int32_t *b, int32_t *out) {
  for (int i = 0; i < SIZE; ++i)
    out[i] = a[i] + b[i];
  return npu0.opened | npu1.opened;
}

int32_t board_run(struct tvmgen_faults_inputs *inputs, struct tvmgen_faults_outputs *outputs);
int32_t board_run(struct tvmgen_faults_inputs *inputs, struct tvmgen_faults_outputs *outputs) {
  struct tvmgen_faults_workspace_pools pools = {workspace[0], workspace[1], workspace[2]};
  struct tvmgen_faults_devices devices = {&npu0, &npu1};
  int32_t code = tvmgen_faults_init(&devices);
  if (code == 0)
    code = tvmgen_faults_run(inputs, outputs, &pools, &devices);
  return code != 0 ? code : npu0.active | npu1.active | (npu0.calls != 2) | (npu1.calls != 1);
}
"""

_BINDING = """
#include "tvmgen_faults.h"
int32_t board_run(struct tvmgen_faults_inputs *inputs, struct tvmgen_faults_outputs *outputs);
#define MODEL_INPUTS struct tvmgen_faults_inputs
#define MODEL_OUTPUTS struct tvmgen_faults_outputs
#define MODEL_RUN board_run
#define FOR_EACH_INPUT(X) X(x, TVMGEN_FAULTS_X_SIZE, TVMGEN_FAULTS_X_ALIGN)
#define FOR_EACH_OUTPUT(X) X(y, TVMGEN_FAULTS_Y_SIZE, TVMGEN_FAULTS_Y_ALIGN)
"""


def _cortex_m4(compiler, way):
    folder, model = _arm_object(compiler, way)
    (folder / "binding.h").write_text(_BINDING)
    (folder / "board.c").write_text(_BOARD)
    board, both = folder / "board.o", folder / "both.o"
    run(ARM_GCC, *CORTEX_M4, *STRICT_C, "-O2", f"-DSIZE={SIZE}", "-I", folder, "-c", folder / "board.c", "-o", board)
    # As tirc does with its objects for bare metal: the C library's objects do not have this note.
    run("arm-none-eabi-objcopy", "--remove-section=.note.GNU-stack", model)
    run("arm-none-eabi-ld", "-r", board, model, "-o", both)
    cases = [[(3 * i + case) % 100 for i in range(SIZE)] for case in range(4)]
    as_bytes = [b"".join(v.to_bytes(4, "little", signed=True) for v in values) for values in cases]
    program = cortex_m4.build(folder, folder, both, as_bytes)
    outputs, _ = cortex_m4.execute(program, len(cases))
    wanted = b"".join((v * 3 * -2 * 3 + v).to_bytes(4, "little", signed=True) for values in cases for v in values)
    if outputs != wanted:
        raise Failure("other outputs than those computed in Python")


def tests(compiler):
    for name, make_object, command, more in (
        ("c-gcc", device_module.generated_c, (GCC,), {}),
        ("c-clang", device_module.generated_c, (CLANG,), {}),
        ("llvm", device_module.llvm_object, (CLANG,), {"sanitizer": "sanitize_thread"}),
    ):
        yield Test(f"device-contexts/threads-{name}",
                   lambda a=(name, make_object, command, more): _threads(compiler, *a))
    for way in ("c", "llvm"):
        yield Test(f"device-contexts/registers-{way}", lambda w=way: _registers(compiler, w))
        yield Test(f"device-contexts/cortex-m4-{way}", lambda w=way: _cortex_m4(compiler, w))
