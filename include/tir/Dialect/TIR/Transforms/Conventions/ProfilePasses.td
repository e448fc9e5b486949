//===- ProfilePasses.td - Passes for measurements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PROFILEPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PROFILEPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRInsertProfileHooksPass
    : Pass<"tir-insert-profile-hooks", "::mlir::ModuleOp"> {
  let summary = "Call the application before and after each kernel";
  let description = [{
    Calls `tvmgen_<model>_profile_begin` before each kernel that a main function
    calls, and `tvmgen_<model>_profile_end` after it, so that the application
    can measure the kernel. Both get its number: the step of `#tir.plan`. Steps
    that are not calls, such as a `memref.copy`, have no hooks, and neither have
    kernels that another kernel calls.

    The second hook is also called if the kernel fails (`tir.try`). There is one
    exception: no value can leave a `tir.try`, so a call that can fail and
    returns a value is only followed by the second hook if it succeeds.

    Input: the main functions as `tir-plan-memory` leaves them. Their steps
    become loops later, and could no longer be counted. Output: in `#tir.plan`,
    `profile` has a row for each kernel, in order: its `step`, and its `name` in
    the model, or the function's name if it has none. The calls of the hooks
    carry `hook` of `tir.call`. A function whose plan has `profile` stays as it is.

    Source: none in TVM, whose AOT executor has no hooks around kernels.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.function = #tir.function<kernel = <place = "relu#0">>} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.model = #tir.model<name = "net", plan = <pools = [], steps = [<name = "relu">]>, source = "net.mlir">} {
      tir.call_tir @relu(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…profile = <[<name = "relu#0", step = 0>…
      %kernel = arith.constant 0 : i32
      tir.call_extern void @tvmgen_net_profile_begin(%kernel) {tir.call = #tir.call<hook = true>} : (i32) -> ()
      tir.try {
        tir.call_tir @relu(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      } finally {
        tir.call_extern void @tvmgen_net_profile_end(%kernel) {tir.call = #tir.call<hook = true>} : (i32) -> ()
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_PROFILEPASSES_TD
