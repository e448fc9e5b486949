//===- KernelCallStepOp.td - Calls of steps that are written as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELCALLSTEPOP_TD
#define TIR_DIALECT_KERNEL_IR_KERNELCALLSTEPOP_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_CallStepOp : Kernel_LowLevelOp<"call_step", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "calls an inner step that is written as C";
  let description = [{
    Runs a step of `lib/Steps` by its name, such as `mve_dot_rows`. The step's
    description says what it computes with its parameters: pointers to element
    `offsets` of each of `buffers`, `numbers` that may be known at run time only,
    and constant `sizes`, in this order.

    In C, the function of the step is part of the file. In an object, it is part
    of the kernel: its bitcode is linked and inlined.

    Alignment: as the step's description says. A base address is aligned as an
    element is; constant offsets are verified.

    Invariants: there is a step with this name; buffers, numbers and sizes are as
    many as it has parameters; elements have the width that it says; each size is
    in its range; the elements that it accesses are within their buffers if the
    sizes are known; the processor has the features that the step needs (which is
    verified when it is linked).

    Source: none in TVM, whose `call_extern` knows nothing of what it calls.

    Example:

    ```mlir
    func.func @dot(%x: memref<48xi8>, %w: memref<64xi8>, %sums: memref<12xi32>, %row: index) {
      %0 = arith.constant 0 : index
      kernel.call_step "mve_dot_rows"(%x, %w, %sums) at(%0, %row, %0) numbers() sizes [16, 16, 16, 3, 4]
          : memref<48xi8>, memref<64xi8>, memref<12xi32>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_mve_dot_rows(x, w + row, sums, 16, 16, 16, 3, 4);
    ```
  }];
  let arguments = (ins
    Arg<StrAttr, "the name of the step">:$step,
    Arg<Variadic<MemRefRankOf<[I8, I16, I32], [1]>>, "the buffers">:$buffers,
    Arg<Variadic<Index>, "the position of the first element in each">:$offsets,
    Arg<Variadic<Index>, "numbers">:$numbers,
    Arg<DenseI64ArrayAttr, "constant numbers">:$sizes);
  let assemblyFormat = [{
    $step `(` $buffers `)` `at` `(` $offsets `)` `numbers` `(` $numbers `)`
    `sizes` $sizes attr-dict `:` type($buffers)
  }];
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELCALLSTEPOP_TD
