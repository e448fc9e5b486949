//===- Passes.td - Passes that run phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_PASSES_TD
#define TIR_COMPILER_PASSES_TD

include "mlir/Pass/PassBase.td"

def TIRChoosePlanPass : Pass<"tir-choose-plan", "::mlir::ModuleOp"> {
  let summary = "Run the phases schedule to plan, with the choices that need the least";
  let description = [{
    Runs the phases `schedule`, `buffers` and `plan`. Which schedules and which
    rows are best is known only after the plan. Therefore the pass runs the phases
    on copies of the module first:

    - Calls run by rows (`rows`) only if the plan then is smaller than without.
    - If there are limits of RAM (the option `ram` of the phase `plan`, or
      `pools`), it takes the fastest schedules and rows whose plan keeps them. The
      flags, handles and padding that the phase `abi` adds count as well.

    The pass takes the options of the phases as their pipelines take them. If no
    choice keeps the limits, the phase `plan` reports its error for the one that
    needs the least.

    Input: the output of the phase `kernels`. Output: what the phase that
    `to` names makes.

    Example:

    ```mlir --tir-choose-plan=plan=ram=64
    #map = affine_map<(i) -> (i)>
    tir.prim_func private @negate(%x: memref<64xi8> {tir.effect = #tir.effect<read>}, %y: memref<64xi8> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<64xi8> to tensor<64xi8>
      %e = tensor.empty() : tensor<64xi8>
      %zero = arith.constant 0 : i8
      %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%in : tensor<64xi8>) outs(%e : tensor<64xi8>) {
      ^bb0(%a: i8, %b: i8):
        %c = arith.subi %zero, %a : i8
        linalg.yield %c : i8
      } -> tensor<64xi8>
      bufferization.materialize_in_destination %out in restrict writable %y : (tensor<64xi8>, memref<64xi8>) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<64xi8> {tir.effect = #tir.effect<read>}, %y: memref<64xi8> {tir.effect = #tir.effect<write>}) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
      %in = bufferization.to_tensor %x restrict : memref<64xi8> to tensor<64xi8>
      %e = tensor.empty() : tensor<64xi8>
      %once = tir.call_tir @negate(%in) outs(%e) : (tensor<64xi8>, tensor<64xi8>) -> tensor<64xi8>
      %out = bufferization.to_tensor %y restrict writable : memref<64xi8> to tensor<64xi8>
      %twice = tir.call_tir @negate(%once) outs(%out) : (tensor<64xi8>, tensor<64xi8>) -> tensor<64xi8>
      bufferization.materialize_in_destination %twice in restrict writable %y : (tensor<64xi8>, memref<64xi8>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 16 : i64}
    …
    %view = memref.view %0[%c0][] : memref<64xi8> to memref<64xi8>
    tir.call_tir @negate(%arg0, %view) : (memref<64xi8>, memref<64xi8>) -> ()
    tir.call_tir @negate(%view, %arg1) : (memref<64xi8>, memref<64xi8>) -> ()
    ```
  }];
  let options = [
    Option<"scheduleText", "schedule", "std::string", "",
           "Options of the phase schedule, such as rows=min-ram">,
    Option<"planText", "plan", "std::string", "",
           "Options of the phase plan, such as ram=1500">,
    Option<"abiText", "abi", "std::string", "",
           "Options of the phase abi, with which flags and handles are counted">,
    Option<"pointerBits", "pointer-bits", "unsigned", "64", "Bits of a pointer">,
    ListOption<"passesBeforeTexts", "passes-before", "std::string",
               "PHASE:PIPELINE, passes that run before a phase">,
    Option<"to", "to", "std::string", "\"plan\"",
           "Name of the last phase: schedule, buffers or plan">
  ];
}

#endif // TIR_COMPILER_PASSES_TD
