//===- TaskPasses.td - Passes for the threads of an application
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_TASKPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_TASKPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRLaunchTasksPass : Pass<"tir-launch-tasks", "::mlir::ModuleOp"> {
  let summary = "Let threads of the application compute the loops of kernels";
  let description = [{
    Divides loops of kernels into tasks, which the application may run at the
    same time: the loop becomes a call of `TVMBackendParallelLaunch`, TVM's
    function for this, with the address of a function that computes the iterations of
    one task. Tasks get neighbouring iterations, and the same number of them, or one
    more. A code that the call returns is the code of the kernel.

    A loop is divided if its iterations do not depend on each other: no iteration accesses
    a byte that another one writes. The pass derives that from the positions of
    all accesses; reductions fail it, so that each sum is computed by one thread
    in one order, and results have the same bits for any number of tasks. Loops
    nested in it belong to it if it has too few iterations by itself. A small buffer
    of the kernel that all iterations use, such as the sums of a block, is on the
    stack of each task instead, if each iteration writes what it reads.

    A loop stays as it is if its kernel takes fewer than `min-cycles` for it, as
    the schedule estimates (`cycles` in `#tir.kernel`), or as the operations in it
    do without a schedule; or if arguments of the kernel may share memory
    (`noalias = false`), as `tir-plan-memory` arranges without `overlap=off`.

    Input: kernels with loops on buffers, as the phase `loops` leaves them. Output:
    for each loop, a function that computes some of its iterations (`_part`), one that
    is a task (`_task`), and a struct with what the kernel passes to it.

    Source: TVM v0.14 `src/target/llvm/codegen_cpu.cc` (`CreateParallelLaunch`),
    which divides the loops that a schedule names.

    Example:

    ```mlir --tir-launch-tasks=min-cycles=0
    tir.prim_func private @double(%x: memref<64xi32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                                  %y: memref<64xi32> {tir.effect = #tir.effect<write>, tir.name = "y"})
        attributes {tir.function = #tir.function<kernel = <place = "double#0">>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      scf.for %i = %c0 to %c64 step %c1 {
        %v = memref.load %x[%i] : memref<64xi32>
        %w = arith.addi %v, %v : i32
        memref.store %w, %y[%i] : memref<64xi32>
      }
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.struct @tvmgen_default_double_arguments ["p0", "p1"] definition
    func.func private @tvmgen_default_double_part(%arg0: memref<64xi32>…
      scf.for %arg4 = %arg2 to %arg3 step %c1 {…
    func.func private @tvmgen_default_double_task(…
      %2 = tir.num_tasks %arg1 : i32…
    tir.prim_func private @double(…
      %0 = tir.struct_stack @tvmgen_default_double_arguments : !tir.handle…
      %1 = tir.task_address @tvmgen_default_double_task : !tir.handle
      %c0_i32 = arith.constant 0 : i32
      tir.call_extern @TVMBackendParallelLaunch(%1, %0, %c0_i32) : (!tir.handle, !tir.handle, i32) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"threads", "threads", "unsigned", "4",
           "The most tasks that compute at the same time">,
    Option<"minCycles", "min-cycles", "uint64_t", "20000",
           "The fewest cycles of a loop that is divided">,
    Option<"maxPrivate", "max-private", "uint64_t", "16384",
           "The most bytes of a buffer that each task has on its stack">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_TASKPASSES_TD
