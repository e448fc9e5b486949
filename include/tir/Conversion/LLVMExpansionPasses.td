//===- LLVMExpansionPasses.td - What is expanded before the conversion to LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_LLVMEXPANSIONPASSES_TD
#define TIR_CONVERSION_LLVMEXPANSIONPASSES_TD

include "mlir/Pass/PassBase.td"
include "tir/TargetInfo/MachineOptions.td"

def TIRExpandStepsPass : Pass<"tir-expand-steps", "::mlir::ModuleOp"> {
  let summary = "Expand the inner steps of kernels to instructions";
  let description = [{
    The object's form of `kernel.widen_bytes`, `kernel.dot_pairs`, `kernel.dot_pixel`,
    `kernel.dot_taps` and `kernel.requantize`: loops that are unrolled up to eight times, with SXTB16,
    SMLAD and others if the target has Arm's DSP instructions, and the same
    results by plain arithmetic if it has not. In C, the steps are functions.

    Input: any module. Output: the same without these operations.

    Example:

    ```mlir --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4"
    func.func @dot(%x: memref<1xi32>, %w: memref<1xi32>) -> i32 {
      %zero = arith.constant 0 : index
      %acc:2 = kernel.dot_pairs %x, %w[%zero] size 1 pixels 1 pairs 1 : memref<1xi32>, memref<1xi32>
      return %acc#1 : i32
    }
    ```

    becomes

    ```mlir
    %both = llvm.inline_asm has_side_effects "smlad $0, $1, $2, $3", "=r,r,r,0" %pixel, %weights, %none : (i32, i32, i32) -> i32
    %low = llvm.inline_asm has_side_effects "sxtb16 $0, $1", "=r,r" %weights : (i32) -> i32
    %second = llvm.inline_asm has_side_effects "smlad $0, $1, $2, $3", "=r,r,r,0" %pixel, %low, %none : (i32, i32, i32) -> i32
    ```
  }];
  let options = machineOptions;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRExpandAtomicsPass : Pass<"tir-expand-atomics", "::mlir::ModuleOp"> {
  let summary = "Load and store where the CPU cannot exchange a word";
  let description = [{
    Replaces each `memref.atomic_rmw assign` by a load and a store if the CPU
    has no instructions for it, such as a Cortex-M0: LLVM would call a function
    that nobody links there. An interrupt between the two is then possible.

    Input: any module. Output: the same, without `memref.atomic_rmw` if the CPU
    has no instructions for it.

    Example:

    ```mlir --tir-expand-atomics="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0"
    func.func @take(%flag: memref<1xi32>) -> i32 {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %before = memref.atomic_rmw assign %one, %flag[%zero] : (i32, memref<1xi32>) -> i32
      return %before : i32
    }
    ```

    becomes

    ```mlir
    func.func @take(%flag: memref<1xi32>) -> i32 {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %before = memref.load %flag[%zero] : memref<1xi32>
      memref.store %one, %flag[%zero] : memref<1xi32>
      return %before : i32
    }
    ```
  }];
  let options = machineOptions;
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def TIRExpandFunctionsPass : Pass<"tir-expand-functions"> {
  let summary = "Expand functions that need not be the library's";
  let description = [{
    Expands `math.exp`, `math.tanh` and `math.erf` of f32 with the flag `afn`
    (`tir-approximate-functions`) to products, sums and operations on bits. None is
    a branch or a call, so that LLVM makes vectors of loops. Generated C has the
    same in the same order (`tir_exp` and so on), so that both give the same bits.

    Input: any module. Output: no such operation.

    Example:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %y = math.exp %x fastmath<afn> : f32
      return %y : f32
    }
    ```

    becomes products, sums and conversions, the last of which are

    ```mlir
    func.func @f(%p: f32, %low: i32, %high: i32) -> f32 {
      %first = arith.bitcast %low : i32 to f32
      %one = arith.mulf %p, %first : f32
      %second = arith.bitcast %high : i32 to f32
      %y = arith.mulf %one, %second : f32
      return %y : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRExpandMinMaxPass : Pass<"tir-expand-min-max"> {
  let summary = "Expand minima and maxima of floats to comparisons";
  let description = [{
    Runs before `arith-expand`, whose expansion ignores that -0 is less than +0,
    and before `convert-arith-to-llvm`, which converts `arith.maxnumf` to LLVM's
    `maxnum`. That intrinsic may return either zero, and is a call of `fmaxf` on
    targets without an instruction for it. Generated C makes the same
    comparisons, so that both give the same bits.

    For x86-64 and AArch64 (`llvm.target_triple`), `arith.maximumf` and `minimumf` of
    f32 and f64 become LLVM's intrinsics `maximum` and `minimum` unless an operand is
    a constant: they mean the same, and LLVM computes the maximum of many numbers in
    the lanes of vectors.

    Input: any module; only operations on scalars change. Output:
    `arith.maximumf`, `minimumf`, `maxnumf` and `minnumf` as comparisons and
    selections, or as intrinsics.

    Example:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %zero = arith.constant 0.0 : f32
      %y = arith.maximumf %x, %zero : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    %above = arith.cmpf ugt, %x, %zero : f32
    %y = arith.select %above, %x, %zero : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"];
}

def TIRMathToC99Pass : Pass<"tir-math-to-c99", "::mlir::ModuleOp"> {
  let summary = "Use functions of C99's math library where LLVM would not";
  let description = [{
    Runs before `convert-math-to-llvm`, for the operations that it lowers less
    well than C does. `math.expm1` and `math.log1p` become calls of the math
    library: upstream's `exp(x) - 1` and `log(1 + x)` lose their digits near 0.
    `math.roundeven` becomes LLVM's `rint`, which is a call of `rintf` on
    targets without an instruction for it: `roundevenf` came with C23, and
    newlib does not have it.

    Input: scalars only. Output: the same without these operations.

    Example:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %y = math.expm1 %x : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func private @expm1f(f32) -> f32 attributes {llvm.readnone}
    func.func @f(%x: f32) -> f32 {
      %y = call @expm1f(%x) : (f32) -> f32
      return %y : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

#endif // TIR_CONVERSION_LLVMEXPANSIONPASSES_TD
