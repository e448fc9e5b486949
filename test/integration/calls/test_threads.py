"""Two stages that tir-extract-calls made of one function run in two threads, pipelined, under ThreadSanitizer.

The results equal the results of one thread, and the same sums in Python. Without the waiting in between ThreadSanitizer
must find the race: it looks at the generated code, too.
"""

import subprocess

from runner import Failure, Test
from test_golden import instrumented
from toolchain import CLANG, GCC, STRICT_C, run

_LLVM = "/usr/lib/llvm-22/bin/"
_SIZE, _FRAMES = 64, 50

_MODULE = f"""
!vec = memref<{_SIZE}xi32>
memref.global "private" constant @weights : !vec = dense<[{", ".join(str(i % 7 - 3) for i in range(_SIZE))}]>
tir.prim_func private @multiply(%x: !vec {{tir.effect = #tir.effect<read>, tir.name = "x"}},
                                %y: !vec {{tir.effect = #tir.effect<read>, tir.name = "y"}},
                                %z: !vec {{tir.effect = #tir.effect<write>, tir.name = "z"}})
    attributes {{tir.function = #tir.function<kernel = <place = "multiply">>}} {{
  linalg.mul ins(%x, %y : !vec, !vec) outs(%z : !vec)
  tir.return
}}
tir.prim_func private @sums(%x: !vec {{tir.effect = #tir.effect<read>, tir.name = "x"}},
                            %y: !vec {{tir.effect = #tir.effect<write>, tir.name = "y"}})
    attributes {{tir.function = #tir.function<kernel = <place = "sums">>}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {_SIZE} : index
  %zero = arith.constant 0 : i32
  %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (i32) {{
    %v = memref.load %x[%i] : !vec
    %next = arith.addi %sum, %v : i32
    memref.store %next, %y[%i] : !vec
    scf.yield %next : i32
  }}
  tir.return
}}
tir.prim_func private @main(%x: !vec {{tir.effect = #tir.effect<read>, tir.name = "in"}},
                            %y: !vec {{tir.effect = #tir.effect<write>, tir.name = "out"}}) {{
  %w = memref.get_global @weights : !vec
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  %c = memref.alloc() : !vec
  tir.call_tir @multiply(%x, %w, %a) {{tir.call = #tir.call<stage = "front">}} : (!vec, !vec, !vec) -> ()
  tir.call_tir @sums(%a, %b) {{tir.call = #tir.call<stage = "front">}} : (!vec, !vec) -> ()
  tir.call_tir @multiply(%b, %w, %c) {{tir.call = #tir.call<stage = "back">}} : (!vec, !vec, !vec) -> ()
  tir.call_tir @sums(%c, %y) {{tir.call = #tir.call<stage = "back">}} : (!vec, !vec) -> ()
  tir.return
}}
"""

# A buffer that only one stage uses belongs to its thread; one that passes from one to the other exists twice.
_HARNESS = """
#include <inttypes.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int32_t tvmgen_default_front(const int32_t *in, int32_t *own, int32_t *middle);
int32_t tvmgen_default_back(const int32_t *middle, int32_t *own, int32_t *out);

static int32_t in[FRAMES][SIZE], out[FRAMES][SIZE], serial[FRAMES][SIZE];
static int32_t own_front[SIZE], own_back[SIZE], middle[2][SIZE];
static sem_t is_free, is_full;

static void wait_for(sem_t *what) {
#ifndef NO_WAITING
  while (sem_wait(what) != 0) {}
#else
  (void)what;
#endif
}

static void *front(void *status) {
  for (int i = 0; i < FRAMES; ++i) {
    wait_for(&is_free);
    *(int32_t *)status |= tvmgen_default_front(in[i], own_front, middle[i % 2]);
    sem_post(&is_full);
  }
  return NULL;
}

static void *back(void *status) {
  for (int i = 0; i < FRAMES; ++i) {
    wait_for(&is_full);
    *(int32_t *)status |= tvmgen_default_back(middle[i % 2], own_back, out[i]);
    sem_post(&is_free);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int32_t codes[2] = {0, 0}, code = 0;
  for (int i = 0; i < FRAMES; ++i)
    for (int k = 0; k < SIZE; ++k)
      in[i][k] = i * k % 11 - 5;
  for (int i = 0; i < FRAMES; ++i) {
    code |= tvmgen_default_front(in[i], own_front, middle[0]);
    code |= tvmgen_default_back(middle[0], own_back, serial[i]);
  }
  sem_init(&is_free, 0, 2);
  sem_init(&is_full, 0, 0);
  pthread_create(&threads[0], NULL, front, &codes[0]);
  pthread_create(&threads[1], NULL, back, &codes[1]);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  if (code | codes[0] | codes[1])
    return 2;
  if (memcmp(out, serial, sizeof out) != 0) {
    puts("two threads give another result than one");
    return 3;
  }
  for (int i = 0; i < FRAMES; ++i)
    for (int k = 0; k < SIZE; ++k)
      printf("%" PRId32 "\\n", out[i][k]);
  return 0;
}
"""


def _expected():
    def wrap(value):
        return (value + 2**31) % 2**32 - 2**31

    def stage(values):
        total, sums = 0, []
        for k, value in enumerate(values):
            total = wrap(total + wrap(value * (k % 7 - 3)))
            sums.append(total)
        return sums

    # C's remainder is never negative here, since both factors are not.
    return [v for i in range(_FRAMES) for v in stage(stage([i * k % 11 - 5 for k in range(_SIZE)]))]


def _extract(compiler, folder, *phase):
    """Returns the stages in the dialect of a phase; the function from which they were extracted is private, and is
    erased."""
    source = folder / "module.mlir"
    source.write_text(_MODULE)
    passes = ("tir-extract-calls{public}", "symbol-dce", "convert-linalg-to-loops", "tir-make-unpacked-api", *phase)
    output = folder / "lowered.mlir"
    run(compiler.tirc.parent / "tir-opt", source, f"--pass-pipeline=builtin.module({','.join(passes)})", "-o", output)
    return output


def _generated_c(compiler, folder, command):
    emitc, source = _extract(compiler, folder, "tir-phase-emitc"), folder / "stages.c"
    run(compiler.tirc.parent / "tir-translate", "--tir-to-c", emitc, "-o", source)
    run(*command, *STRICT_C, "-g1", "-O1", "-fsanitize=thread", "-c", source, "-o", folder / "stages.o")


def _llvm_object(compiler, folder, command):
    llvm, ir = _extract(compiler, folder, "tir-phase-llvm"), folder / "stages.ll"
    run(_LLVM + "mlir-translate", "--mlir-to-llvmir", llvm, "-o", ir)
    ir.write_text(instrumented(ir.read_text(), "sanitize_thread"))
    run(*command, "-O1", "-fsanitize=thread", "-c", ir, "-o", folder / "stages.o")


def _two_threads(compiler, name, make_object, command):
    folder = compiler.folder(f"threads/{name}")
    make_object(compiler, folder, command)
    if "__tsan_read4" not in run("nm", "-u", folder / "stages.o"):
        raise Failure("the object holds no check of ThreadSanitizer")
    (folder / "main.c").write_text(_HARNESS)

    def link(program, *options):
        run(*command, "-std=gnu99", "-Wall", "-Wextra", "-Werror", "-g1", "-O1", "-fsanitize=thread", "-pthread",
            f"-DSIZE={_SIZE}", f"-DFRAMES={_FRAMES}", *options, folder / "main.c", folder / "stages.o", "-o", program)
        return program

    environment = {"TSAN_OPTIONS": "halt_on_error=1 exitcode=66"}
    printed = run(link(folder / "program"), env=environment)
    if [int(line) for line in printed.split()] != _expected():
        raise Failure("the results are not those computed in Python")
    racy = link(folder / "racy", "-DNO_WAITING")
    for _ in range(20):
        done = subprocess.run([racy], env=environment, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode == 66 and "data race" in done.stderr:
            if "tvmgen_default" not in done.stderr and "sums" not in done.stderr and "multiply" not in done.stderr:
                raise Failure(f"the race that was found is not in the generated code:\n{done.stderr}")
            return
    raise Failure("ThreadSanitizer finds no race where the threads do not wait for each other")


def tests(compiler):
    for name, make_object, command in (
        ("c-gcc", _generated_c, (GCC,)),
        ("c-clang", _generated_c, (CLANG,)),
        ("llvm", _llvm_object, (CLANG,)),
    ):
        yield Test(f"threads/{name}", lambda a=(name, make_object, command): _two_threads(compiler, *a))
