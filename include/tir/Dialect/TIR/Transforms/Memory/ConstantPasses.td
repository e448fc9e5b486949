//===- ConstantPasses.td - Passes on the constants of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_CONSTANTPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_CONSTANTPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRPackConstantsPass : Pass<"tir-pack-constants", "::mlir::ModuleOp"> {
  let summary = "Store several numbers of 4 or 2 bits in a byte";
  let description = [{
    In a module with `packed_constants` of `tir.model`, a private constant of int8 whose
    numbers all have 4 or 2 bits, with a sign or without, becomes an array of
    bytes with two or four of them; the first one is in the low bits. Kernels
    take the bytes, and take a number out of them where they read it, so that no
    memory ever has the numbers.

    A constant stays as it is if it has fewer than 32 numbers, if anything but a
    kernel's `memref.load` reads it, such as an inner step that wants words, or
    if a call passes a part of it. Of a kernel whose calls pass constants in
    different forms, there is a copy for each.

    The place of a number in its byte is known when a model is compiled if loops
    show it, such as one whose step is a multiple of two. Short innermost loops
    are unrolled so that it is.

    Input: kernels on memrefs, in loops. Output: the same, without the attribute.

    Source: none in TVM.

    Example:

    ```mlir --tir-pack-constants
    module attributes {tir.model = #tir.model<packed_constants = true>} {
      memref.global "private" constant @w : memref<16x2xi8> = dense<[
        [1, -1], [2, -2], [3, -3], [4, -4], [5, -5], [6, -6], [7, -7], [0, -8], [1, -1], [2, -2], [3, -3],
        [4, -4], [5, -5], [6, -6], [7, -7], [0, -8]]>
      tir.prim_func private @second(%w: memref<16x2xi8> {tir.effect = #tir.effect<read>},
                                    %y: memref<1xi32> {tir.effect = #tir.effect<write>}) {
        %zero = arith.constant 0 : index
        %one = arith.constant 1 : index
        %number = memref.load %w[%zero, %one] : memref<16x2xi8>
        %wide = arith.extsi %number : i8 to i32
        memref.store %wide, %y[%zero] : memref<1xi32>
        tir.return
      }
      tir.prim_func @main(%y: memref<1xi32> {tir.effect = #tir.effect<write>}) {
        %w = memref.get_global @w : memref<16x2xi8>
        tir.call_tir @second(%w, %y) : (memref<16x2xi8>, memref<1xi32>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    memref.global "private" constant @w : memref<16xi8> = dense<[-15, -30, …
    tir.prim_func private @second(%arg0: memref<16xi8> …
      %0 = memref.load %arg0[%c0] : memref<16xi8>
      %1 = arith.extsi %0 : i8 to i32
      …
      %2 = arith.shrsi %1, %c4_i32 : i32
      memref.store %2, %arg1[%c0] : memref<1xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_CONSTANTPASSES_TD
