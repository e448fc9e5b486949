//===- TIRTaskOps.td - Parts of a kernel that threads compute
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRTASKOPS_TD
#define TIR_DIALECT_TIR_IR_TIRTASKOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_TaskAddressOp : TIR_LowLevelOp<"task_address", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the address of a function that threads run";
  let description = [{
    The first argument of `TVMBackendParallelLaunch`, TVM's function for the
    threads of an application: a function that gets the number of its task, the
    group of tasks that it belongs to, and what the launch passes to all of them.

    Invariant: the symbol is a `func.func` of the type
    `(i32, !tir.handle, !tir.handle) -> i32`.

    Source: TVM v0.14 `include/tvm/runtime/c_backend_api.h`
    (`FTVMParallelLambda`).

    Example:

    ```mlir
    func.func private @task(%id: i32, %env: !tir.handle, %data: !tir.handle) -> i32 {
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    func.func @launch(%data: !tir.handle) -> i32 {
      %all = arith.constant 0 : i32
      %task = tir.task_address @task : !tir.handle
      %code = func.call @TVMBackendParallelLaunch(%task, %data, %all) : (!tir.handle, !tir.handle, i32) -> i32
      return %code : i32
    }
    func.func private @TVMBackendParallelLaunch(!tir.handle, !tir.handle, i32) -> i32
    ```

    The C it becomes:

    ```c
    TVMBackendParallelLaunch((FTVMParallelLambda)task, data, 0)
    ```
  }];
  let arguments = (ins
    Arg<FlatSymbolRefAttr, "the function">:$task);
  let results = (outs Res<TIR_HandleType, "its address">:$address);
  let assemblyFormat = "$task attr-dict `:` type($address)";
}

def TIR_NumTasksOp : TIR_LowLevelOp<"num_tasks", [Pure]> {
  let summary = "how many tasks a group has";
  let description = [{
    The number of tasks that the application started for a launch, from the
    `TVMParallelGroupEnv` that each task gets. It does not change while a task
    runs.

    Source: TVM v0.14 `include/tvm/runtime/c_backend_api.h`
    (`TVMParallelGroupEnv`).

    Example:

    ```mlir
    func.func private @task(%id: i32, %env: !tir.handle, %data: !tir.handle) -> i32 {
      %count = tir.num_tasks %env : i32
      return %count : i32
    }
    ```

    The C it becomes:

    ```c
    ((TVMParallelGroupEnv *)env)->num_task
    ```
  }];
  let arguments = (ins
    Arg<TIR_HandleType, "the group">:$group);
  let results = (outs Res<I32, "the number of its tasks">:$count);
  let assemblyFormat = "$group attr-dict `:` type($count)";
}

#endif // TIR_DIALECT_TIR_IR_TIRTASKOPS_TD
