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
    | `open`, `close` | around each call of an external function that takes a context |
    | `activate`, `deactivate` | around the body of each public function that no other function calls (the model's main function), for each device that it or its callees use; in the order of the devices, and in reverse order |
    | `init` | by `tvmgen_<model>_init`, which is created if a device lists this hook |
    | `sync` | in place of each `tir.sync` |
    | `abort`, or else `sync` | at the end of the innermost block that contains all launches on the device and the waits for them, for an asynchronous device |

    Opened devices are closed, asynchronous ones are aborted, and activated ones
    are deactivated even if something fails in between (`tir.try`). For a context that is an argument,
    only the kind is known: its hooks are those that any device of that kind
    lists.

    The calls carry `hook` of `tir.call`. If there already are such calls, from this pass
    or written by hand, the pass adds none.

    Functions may be of either kind, `tir.prim_func` or `func.func`. A
    `func.func` that uses a device with hooks must return one i32, since the
    hooks return codes that it must return. When its body is moved into a
    `tir.try`, the code that it returns itself is returned by
    `tir.check_return`.

    Input: calls on buffers. A value that a kernel returns must be used before
    its device is closed; one that is used outside its block is an error. So is
    a public function with several blocks whose devices are activated.

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
      tir.call_extern @TVMDeviceNpuOpen() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
      tir.try {
        tir.call_extern @npu_relu(%x) context(%npu0) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      } finally {
        tir.call_extern @TVMDeviceNpuClose() context(%npu0) {tir.call = #tir.call<hook = true>} : (!tir.device_context<"npu">) -> ()
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
    adds that argument to each function that calls it, up to those that no
    function of the module calls. New arguments come after all others, in the
    order of the `tir.device` operations; each names its device (`tir.device`).
    A function keeps contexts that it already has as arguments. Contexts that
    are not used are removed.

    A call passes the contexts that its callee takes among its arguments; on
    tensors, they come before the destinations. `call_extern` and `call_cpacked`
    of a function that is not `registered` pass the last one as `context(...)`.
    Each call that passes a context carries the name of its device
    (`tir.device`), for error reports.

    A `func.func` on tensors keeps its `tir.get_device_context`, because its
    arguments will still change. Run the pass again when it has become a
    `tir.prim_func`.

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
    tir.prim_func private @kernel(%x: memref<4xi8>, %npu0: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}) {
      tir.call_extern @npu_relu(%x) context(%npu0) {tir.call = #tir.call<device = "npu0">} : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8>, %npu0: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}) {
      tir.call_tir @kernel(%x, %npu0) {tir.call = #tir.call<device = "npu0">} : (memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    ```
  }];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_DEVICEPASSES_TD
