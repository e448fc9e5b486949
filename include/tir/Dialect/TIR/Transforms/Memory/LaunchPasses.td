//===- LaunchPasses.td - Passes on kernels that run while others do
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_LAUNCHPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_LAUNCHPASSES_TD

include "mlir/Pass/PassBase.td"

def TIROverlapLaunchesPass : Pass<"tir-overlap-launches", "::mlir::ModuleOp"> {
  let summary = "Run other steps while an asynchronous device computes";
  let description = [{
    Gives each launch (a call of an external function with the context of a
    device that has the hook `sync`) its `tir.sync`. In a main function, that is
    before the first step that writes what the kernel reads, or accesses what it
    writes, or launches something on the same device; or at the end. Launches
    then come as early as they can, and steps that have to wait as late as they
    can, if `reorder` is true. A launch in a branch, a loop or another function
    is waited for at once.

    A private function that does nothing but launch becomes part of its caller.

    Launches keep no order among calls of other external functions: a kernel of
    an asynchronous device accesses its arguments and its device alone.

    Input: calls on memrefs. Output: the same, with a `tir.sync` for each launch.
    A function that has a `tir.sync` already stays as it is.

    Source: none in TVM.

    Example:

    ```mlir --tir-overlap-launches
    tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
    tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>},
                                    memref<4xi8> {tir.effect = #tir.effect<write>}, !tir.device_context<"npu">)
    tir.prim_func private @add(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                               %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi8> {tir.effect = #tir.effect<write>},
                        %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_tir @add(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
      tir.call_extern @npu_relu(%x, %z) context(%npu0)
          : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @npu_relu(%arg0, %arg2) context(%0) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.call_tir @add(%arg0, %arg1) : (memref<4xi8>, memref<4xi8>) -> ()
      tir.sync %0 : <"npu"> reads(%arg0 : memref<4xi8>) writes(%arg2 : memref<4xi8>)
      tir.return
    ```
  }];
  let options = [
    Option<"reorder", "reorder", "bool", "true",
           "Change the order of the steps, which may take more memory">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def TIRVerifyLaunchesPass : Pass<"tir-verify-launches", "::mlir::ModuleOp"> {
  let summary = "Check that nothing disturbs a kernel that was launched";
  let description = [{
    Reports, with the launch:

    - a launch without a `tir.sync` after it in its block;
    - a `tir.sync` without a launch before it;
    - a `tir.sync` that lacks a buffer of its launch, which may then be reused
      too early;
    - a second launch on a device in between;
    - an operation in between that writes what the kernel reads, or accesses what
      it writes, itself or by an address in a pool that overlaps it.

    The pass shares no code with `tir-overlap-launches`, and runs after
    `tir-plan-memory`.

    Input: main functions with or without planned memory. Output: the same.

    Example:

    ```mlir --tir-verify-launches
    tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
      tir.call_extern @npu_relu(%x, %y) context(%npu0)
          : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
      tir.sync %npu0 : !tir.device_context<"npu"> reads(%x : memref<4xi8>) writes(%y : memref<4xi8>)
      tir.return
    }
    ```

    There is nothing to report.
  }];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_LAUNCHPASSES_TD
