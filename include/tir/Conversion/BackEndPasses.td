//===- BackEndPasses.td - Passes of both back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_BACKENDPASSES_TD
#define TIR_CONVERSION_BACKENDPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRCheckSizesPass : Pass<"tir-check-sizes", "::mlir::ModuleOp"> {
  let summary = "Refuse buffers and indices that the target cannot count";
  let description = [{
    Fails if generated code would compute a place in memory in fewer bits than
    it takes:

    - a buffer of more bytes than an object of the target may have, half of what
      its pointers address;
    - a buffer of more elements, a constant index, an offset, or the end of a
      loop that is more than an index counts to;
    - an index that goes to C or to memory and does not fit an `int32_t`, its
      type there on every target.

    The error names the operation, the buffer, its size and the limit. Sizes
    that are known only at run time are not checked.

    It also fails where C and objects would differ: if a function writes a
    constant `memref.global`, or has an argument whose layout has an offset that
    is not 0, although its pointer is the address of the first element.

    Input: any module on memrefs, with its loops. Output: the same.

    Example:

    ```mlir --tir-check-sizes="index-bits=32"
    func.func @f(%x: memref<2000000000xf32>) {
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<2000000000xf32>) {
    ```
  }];
  let options = [
    Option<"pointerBits", "pointer-bits", "unsigned", "0",
           "Bits of a pointer (default: from llvm.data_layout, else 64)">,
    Option<"indexBits", "index-bits", "unsigned", "0",
           "Bits of an index (default: from llvm.data_layout, else 64); "
           "generated C has 32">
  ];
}

#endif // TIR_CONVERSION_BACKENDPASSES_TD
