//===- Passes.td - Passes on phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_PASSES_TD
#define TIR_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def TIRVerifyPhasePass : Pass<"tir-verify-phase", "::mlir::ModuleOp"> {
  let summary = "Check what must hold after a phase";
  let description = [{
    Checks the contract between a phase and the next one, and changes nothing.
    The pipeline of each phase ends with this pass.

    The contract is part of the phase's row in the table of the phases. It states
    which operations may be left, in kernels and in the function that calls them;
    where values may still be tensors; that shapes are static; what the
    public functions are; which attributes each model carries; and, for `emitc`
    and `llvm`, that attributes and types are of that dialect or builtin, so that
    the packaged `mlir-translate` accepts the module.

    An error names the operation, the place in the model that it came from, the
    phase, the likely cause, and what to do. If several operations have the same
    name, the pass reports the first one and counts the others.

    Example:

    ```mlir --tir-verify-phase=phase=import
    module {
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tir.model = #tir.model<name = "net">} {
        return %x : tensor<4xf32>
      }
    }
    ```
  }];
  let options = [
    Option<"phase", "phase", "std::string", "",
           "Name of the phase whose contract is checked, such as import">
  ];
}

def TIRSimplifyPass : Pass<"tir-simplify", "::mlir::ModuleOp"> {
  let summary = "Canonicalize, and merge equal operations, in linear time";
  let description = [{
    Runs upstream's `canonicalize` and `cse` on a module that may contain thousands
    of calls and branches. By themselves they take quadratic time on such a module:

    - They ask each call for its effects many times, and each answer looks up the
      callee. This pass finds callees by hashing.
    - `cse` keeps operations in a hash table, but the hash leaves out regions, so
      that `cse` compares each `scf.if` with all others of the same condition.
      While `cse` runs in this pass, each `scf.if` has an attribute that differs
      if the branches differ. Branches that become equal only in the course of
      `cse` are not merged.
    - For each `scf.if`, `canonicalize` visits all uses of its condition to find
      those within its branches, where the condition is a constant. Here one walk
      replaces them all, before `canonicalize` runs without that pattern.

    Input: any module. Output: the same program.

    Example:

    ```mlir
    func.func private @step()
    func.func @f(%on: i1, %a: i32, %b: i32) -> (i32, i32, i32) {
      %x = scf.if %on -> i32 {
        %sum = arith.addi %a, %b : i32
        scf.yield %sum : i32
      } else {
        scf.yield %a : i32
      }
      func.call @step() : () -> ()
      %y = scf.if %on -> i32 {
        %sum = arith.addi %a, %b : i32
        scf.yield %sum : i32
      } else {
        scf.yield %a : i32
      }
      func.call @step() : () -> ()
      %z = scf.if %on -> i32 {
        %sum = arith.addi %a, %a : i32
        scf.yield %sum : i32
      } else {
        scf.yield %a : i32
      }
      return %x, %y, %z : i32, i32, i32
    }
    ```

    becomes

    ```mlir
    %x = scf.if %on -> (i32) {
      %sum = arith.addi %a, %b : i32
      …
    call @step() : () -> ()
    call @step() : () -> ()
    %z = scf.if %on -> (i32) {
      %sum = arith.addi %a, %a : i32
      …
    return %x, %x, %z : i32, i32, i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tir::TIRDialect"];
  let options = [
    Option<"canonicalize", "canonicalize", "bool", "true",
           "Whether `canonicalize` runs">,
    Option<"cse", "cse", "bool", "true",
           "Whether `cse` runs, after `canonicalize`">
  ];
}

def TIRHideCodesPass : Pass<"tir-hide-codes", "::mlir::ModuleOp"> {
  let summary = "Hide the codes of functions that can fail from other analyses";
  let description = [{
    A function that can leave early, at a `tir.check_return`, a `tir.assert`, a
    `tir.try` or a call that can fail, returns other codes than the operand of
    its `func.return`. Upstream's `sccp`, `int-range-optimizations` and
    `remove-dead-values` do not know that. This pass puts a `tir.opaque_code`
    before each `func.return` of such a function. Another one after each call of
    it uses the code, so that the function keeps its result.

    `tirc`, `tir-opt` and the pass manager of the Python package do this around
    each pass of another dialect. In `mlir-opt` with tirc as a plugin, run this
    pass before such passes.

    Input: any module. Output: the same program.

    Example:

    ```mlir
    func.func private @kernel(%x: i32) -> i32 {
      tir.check_return %x
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    func.func @run(%x: i32) -> i32 {
      %code = func.call @kernel(%x) : (i32) -> i32
      return %code : i32
    }
    ```

    becomes

    ```mlir
    func.func private @kernel(%x: i32) -> i32 {
      tir.check_return %x
      %ok = arith.constant 0 : i32
      %code = tir.opaque_code %ok
      return %code : i32
    }
    func.func @run(%x: i32) -> i32 {
      %code = call @kernel(%x) : (i32) -> i32
      %used = tir.opaque_code %code
      return %code : i32
    }
    ```
  }];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRSequenceLoopsPass : Pass<"tir-sequence-loops"> {
  let summary = "Run the iterations of parallel loops one after another";
  let description = [{
    Replaces each `scf.parallel` and each `scf.forall` on buffers by a nest of
    `scf.for`, which returns the results of the reductions, computed in the
    order of the iterations. Upstream's passes refuse an `scf.parallel` with a reduction.

    Input: any module. Output: the same program without these operations. An
    `scf.forall` on tensors is an error: bufferize it first.

    Example:

    ```mlir
    func.func @sum(%x: memref<16xi32>) -> i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %zero = arith.constant 0 : i32
      %sum = scf.parallel (%i) = (%c0) to (%c16) step (%c1) init (%zero) -> i32 {
        %element = memref.load %x[%i] : memref<16xi32>
        scf.reduce(%element : i32) {
        ^bb0(%before: i32, %value: i32):
          %after = arith.addi %before, %value : i32
          scf.reduce.return %after : i32
        }
      }
      return %sum : i32
    }
    ```

    becomes

    ```mlir
    func.func @sum(%x: memref<16xi32>) -> i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %zero = arith.constant 0 : i32
      %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%before = %zero) -> (i32) {
        %element = memref.load %x[%i] : memref<16xi32>
        %after = arith.addi %before, %element : i32
        scf.yield %after : i32
      }
      return %sum : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // TIR_PIPELINES_PASSES_TD
