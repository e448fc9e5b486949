//===- DevicePasses.td - Passes on devices and their contexts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DEVICEPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DEVICEPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRInsertDeviceHooksPass
    : Pass<"tir-insert-device-hooks", "::mlir::ModuleOp"> {
  let summary = "Call the devices' hooks";
  let description = [{
    Calls the hooks that each `tir.device` lists:

    | hook | is called |
    |---|---|
    | `open`, `close` | around each call of a function from outside the module that gets a context |
    | `activate`, `deactivate` | around the body of each public function that no other one calls (the model's main function), for each device that it or what it calls uses, in the order of the devices and back |
    | `init` | by `tvmgen_<model>_init`, which is made where a device lists it |

    What was opened is closed, and what was activated is deactivated, also where
    something fails in between (`tir.try`). For a context that is an argument
    only the kind is known: its hooks are those that any device of the kind
    lists.

    The calls carry `tir.hook`. Where such calls are already, by this pass or by
    hand, none are added.

    Functions may be of either kind, `tir.prim_func` or `func.func`. A
    `func.func` that uses a device with hooks returns one i32, since the hooks
    return codes that must go up; the code that it returns itself goes up by
    `tir.check_return` once its body stands in a `tir.try`.

    Input: calls on buffers. A value that a kernel returns is used before its
    device is closed; one that leaves its block is an error. So is a public
    function of several blocks whose devices are activated.

    Source: TVM v0.14 `src/relay/backend/aot_executor_codegen.cc`
    (`GenerateDeviceHook`, `GenerateAllDeviceHook`); `init` is ours.

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>]}
    tir.prim_func @main(%x: memref<4xi8>) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @npu_relu(%x) context(%npu0)
          : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%x: memref<4xi8>) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @TVMDeviceNpuOpen() context(%npu0) {tir.hook} : (!tir.device_context<"npu">) -> ()
      tir.try {
        tir.call_extern @npu_relu(%x) context(%npu0) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      } finally {
        tir.call_extern @TVMDeviceNpuClose() context(%npu0) {tir.hook} : (!tir.device_context<"npu">) -> ()
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRThreadDeviceContextsPass
    : Pass<"tir-thread-device-contexts", "::mlir::ModuleOp"> {
  let summary = "Make the contexts of devices explicit arguments";
  let description = [{
    Replaces each `tir.get_device_context` by an argument of its function, and
    gives that argument to each function that calls it, up to those that no
    function of the module calls. New arguments stand behind all others, in the
    order of the `tir.device` operations; each says its device (`tir.device`).
    Contexts that a function has as arguments already, it keeps. What is not
    used goes.

    A call passes the contexts that its callee wants among its arguments, on
    tensors in front of the destinations; `call_extern` and `call_cpacked` of a
    function that is not `registered` pass the last one as `context(...)`. Each
    call that passes a context on carries the name of its device (`tir.device`),
    for reports of errors.

    A `func.func` on tensors keeps `tir.get_device_context`: its arguments are
    not its last ones. Run the pass again when it has become a `tir.prim_func`.

    Source: TVM PR 9501.

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu"}
    tir.prim_func private @kernel(%x: memref<4xi8>) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @npu_relu(%x) context(%npu0)
          : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8>) {
      tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @kernel(%x: memref<4xi8>, %npu0: !tir.device_context<"npu"> {tir.device = "npu0", tir.name = "npu0"}) {
      tir.call_extern @npu_relu(%x) context(%npu0) {tir.device = "npu0"} : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8>, %npu0: !tir.device_context<"npu"> {tir.device = "npu0", tir.name = "npu0"}) {
      tir.call_tir @kernel(%x, %npu0) {tir.device = "npu0"} : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    ```
  }];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DEVICEPASSES_TD
