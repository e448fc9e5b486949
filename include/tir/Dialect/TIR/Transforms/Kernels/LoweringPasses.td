//===- LoweringPasses.td - Passes that lower and simplify the bodies of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERINGPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERINGPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRLowerKernelsPass : Pass<"tir-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Lower kernels' bodies from tensors to loops";
  let description = [{
    Replaces each `bufferization.materialize_in_destination` into a buffer by
    loops that compute that buffer's elements from those read by
    `bufferization.to_tensor`, as the function's `schedule` says. With
    `#kernel.elementwise`, which also lowers functions without a schedule, no
    intermediate tensor is stored in memory: a reduction's accumulator is a
    loop-carried value, its consumers are computed at its end, padding becomes
    narrower loop bounds if that gives the same result and a branch elsewhere,
    and slices and reshapes become index arithmetic.

    The function gets a line of text about what it computes (`summary` of
    `#tir.kernel`), for the comment in the C, since loops no longer tell.

    After bufferization, upstream's `convert-linalg-to-loops` stores padded
    inputs, accumulators and broadcasts in memory.

    Input: functions whose bodies are structured linalg and tensor operations
    between buffers. Output: scf, memref, arith, math.

    Example:

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                               %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.exp ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %in = memref.load %x[%i] : memref<4xf32>
      %out = math.exp %in : f32
      memref.store %out, %y[%i] : memref<4xf32>
    } {tir.name = "i"}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
}

def TIRSimplifyRescalesPass : Pass<"tir-simplify-rescales"> {
  let summary = "Lower rescales by powers of two without a 64-bit product";
  let description = [{
    Replaces each `tosa.apply_scale` of an `i32` whose multiplier is a constant
    power of two, 2^k, and whose shift is a constant up to 31. Its result is
    floor(value * 2^(k - shift) + 1/2), and the rewritten form computes the same
    for every value:

    | shift | becomes |
    |---|---|
    | k | the value |
    | less than k | `arith.muli` by 2^(k - shift), which wraps where the rescale does |
    | greater than k | `arith.shrsi` by n = shift - k, plus the last bit that it drops |

    TOSA's second rounding (`DOUBLE_ROUND`) only happens with a shift above 31.
    Importers write such rescales for operands that already have the scale of
    the result.

    This is not a canonicalization: schedules find the shortest form of several
    rescales together, so the pass runs after they have lowered theirs.

    Input: any module. Invariant: the result of each operation stays the same.

    Source: TOSA 1.0, `apply_scale_32`.

    Example:

    ```mlir
    func.func @unchanged(%x: i32) -> i32 {
      %multiplier = arith.constant 1073741824 : i32
      %shift = arith.constant 30 : i8
      %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = DOUBLE_ROUND}
          : (i32, i32, i8) -> i32
      return %y : i32
    }
    func.func @halved(%x: i32) -> i32 {
      %multiplier = arith.constant 1073741824 : i32
      %shift = arith.constant 31 : i8
      %y = tosa.apply_scale %x, %multiplier, %shift {rounding_mode = SINGLE_ROUND}
          : (i32, i32, i8) -> i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    func.func @unchanged(%x: i32) -> i32 {…
      return %x : i32
    }
    func.func @halved(%x: i32) -> i32 {…
      %c1 = arith.constant 1 : i32
      %floor = arith.shrsi %x, %c1 : i32
      %c1_again = arith.constant 1 : i32
      %half = arith.andi %x, %c1_again : i32
      %y = arith.addi %floor, %half : i32
      return %y : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRLowerCopiesPass : Pass<"tir-lower-copies"> {
  let summary = "Lower copies of regions to loops";
  let description = [{
    Replaces a `memref.copy` whose elements are not contiguous on both sides by
    a nest of loops. Each remaining copy is one `memcpy`. (Upstream's
    `convert-memref-to-llvm` calls a run-time library for such a copy, and
    `convert-memref-to-emitc` rejects it.)

    Input: copies of any static or dynamic shape. Output: copies of memrefs with
    the identity layout and static shapes only.

    Example:

    ```mlir
    func.func @column(%x: memref<4xi8, strided<[8]>>, %y: memref<4xi8>) {
      memref.copy %x, %y : memref<4xi8, strided<[8]>> to memref<4xi8>
      return
    }
    ```

    becomes

    ```mlir
    func.func @column(%x: memref<4xi8, strided<[8]>>, %y: memref<4xi8>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %element = memref.load %x[%i] : memref<4xi8, strided<[8]>>
        memref.store %element, %y[%i] : memref<4xi8>
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRHoistLoopInvariantsPass : Pass<"tir-hoist-loop-invariants"> {
  let summary = "Move loop-invariant operations before the loop";
  let description = [{
    Moves each operation whose operands come from outside a loop to before that
    loop, if it does no harm there: the loop may have no iterations. An
    operation that is moved loses `nsw` and `nuw`, since the loop may not have
    reached it with operands that would overflow; `tir-optimize-integer-ranges`
    sets `nsw` again if the ranges prove it.

    Upstream's `loop-invariant-code-motion` also moves `arith.remsi`,
    `arith.remui`, `arith.floordivsi` and `math.ipowi`, which trap if they
    divide by 0, because MLIR 22.1 declares them `Pure`. This pass leaves them
    in the loop unless their divisor is known, as both passes do with
    `arith.divsi`.

    Input: any loops. Output: the same program.

    Example:

    ```mlir
    func.func @f(%y: memref<?xi32>, %n: index, %a: i32, %b: i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %sum = arith.addi %a, %b overflow<nsw> : i32
        %rest = arith.remsi %sum, %b : i32
        memref.store %rest, %y[%i] : memref<?xi32>
      }
      return
    }
    ```

    becomes

    ```mlir
    %sum = arith.addi %a, %b : i32
    scf.for %i = %c0 to %n step %c1 {
      %rest = arith.remsi %sum, %b : i32
      memref.store %rest, %y[%i] : memref<?xi32>
    }
    ```
  }];
}

def TIRDefineArithmeticPass : Pass<"tir-define-arithmetic"> {
  let summary = "Give arithmetic a result for every operand";
  let description = [{
    Some operations of `arith` have no result for some operands; in C they are
    undefined, and an object may trap. This pass defines one, the same for both
    back ends:

    | operation | operand | result |
    |---|---|---|
    | division, signed or not, rounded in any direction | divisor 0 | 0 |
    | | smallest integer by -1 | the smallest integer |
    | remainder | divisor 0 | the dividend |
    | | smallest integer by -1 | 0 |
    | shift | amount of at least the width, or negative | that for the amount modulo the width |
    | float to integer | out of range | the nearest integer of the type |
    | | NaN | 0; the smallest integer if the type has 32 bits or more |

    Divisors and amounts that are constants of the usual kind cost nothing.
    `tir-optimize-integer-ranges`, which runs later, removes the operations that
    the ranges of the operands make unnecessary.

    Input: operations on scalars; others do not change. Output: the same without
    operands for which an operation is undefined.

    Example:

    ```mlir
    func.func @f(%x: i32, %amount: i32) -> i32 {
      %y = arith.shli %x, %amount : i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    %c31 = arith.constant 31 : i32
    %modulo = arith.andi %amount, %c31 : i32
    %y = arith.shli %x, %modulo : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIROptimizeIntegerRangesPass : Pass<"tir-optimize-integer-ranges"> {
  let summary = "Simplify arithmetic by the ranges of integers";
  let description = [{
    Sets `nsw` on each addition, subtraction, multiplication and left shift
    whose result fits its type according to the ranges of its operands.
    Arithmetic without that flag wraps, for which C needs unsigned types.
    Comparisons that the ranges decide become constants. An operation that does
    not change a number (a mask of all the bits that it may have, a remainder of
    a number less than the divisor) is replaced by that number.

    Ranges come from upstream's `InferIntRangeInterface`, from `range` in `kernel.argument` on
    arguments, and from loops: a value to which each iteration adds stays within
    the sum that all iterations together can add. (Upstream's integer range
    analysis gives such a value its type's full range.)

    Example:

    ```mlir
    func.func @f(%x: i8) -> i32 {
      %wide = arith.extsi %x : i8 to i32
      %c128 = arith.constant 128 : i32
      %y = arith.addi %wide, %c128 : i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    %y = arith.addi %wide, %c128 overflow<nsw> : i32
    ```
  }];
  let dependentDialects = ["::tir::kernel::KernelDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_LOWERINGPASSES_TD
