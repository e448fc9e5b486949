//===- Passes.td - Passes that check a run, and what it reads
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_SAFETY_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_SAFETY_PASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRAddCanariesPass : Pass<"tir-add-canaries", "::mlir::ModuleOp"> {
  let summary = "Guard the memory of a model by words that must not change";
  let description = [{
    Each pool of a plan gets four guard words before its first buffer and four
    behind its last one. The main function sets them when it begins, and leaves
    with the code -5 if one of them has another value at its end
    (`tir-set-error-codes`). A model that runs in steps (`tir-make-steps`)
    checks them after each step.

    The bytes, the lower bound and the alignment of pools in the plan are then
    those with the guards, and the offsets of buffers count from the new
    beginning. Pools of constants and the memory of inputs stay as they are.

    Input: the output of `tir-plan-memory`.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-add-canaries
    memref.global "private" @workspace : memref<16xi8> = uninitialized {alignment = 16 : i64}
    tir.prim_func private @kernel(%x: memref<4xi32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xi32> to memref<4xi32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi32> {tir.effect = #tir.effect<write>})
        attributes {tir.model = #tir.model<name = "net", plan = <
            buffers = [<alignment = 16, bytes = 16, first = 0, last = 1, name = "a", offset = 0, pool = "workspace">],
            pools = [<alignment = 16, bytes = 16, name = "workspace">]>>} {
      %zero = arith.constant 0 : index
      %pool = memref.get_global @workspace : memref<16xi8>
      %a = memref.view %pool[%zero][] : memref<16xi8> to memref<4xi32>
      tir.call_tir @kernel(%x, %a) : (memref<4xi32>, memref<4xi32>) -> ()
      tir.call_tir @kernel(%a, %y) : (memref<4xi32>, memref<4xi32>) -> ()
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRCheckConstantsPass : Pass<"tir-check-constants", "::mlir::ModuleOp"> {
  let summary = "Compare a CRC of the constants with the model's";
  let description = [{
    Adds functions that compute the CRC-32 of constants, and calls of them: in
    the first run only (`when=first-run`), at the beginning of each run
    (`each-run`), or before each step of the main function for the constants
    that the step reads (`each-step`). A run whose constants have another CRC
    leaves with the code -2 (`tir-set-error-codes`).

    The CRC is the one of zlib: polynomial 0xEDB88320, reflected, all bits set
    at the beginning. The comparison is before the last inversion. Elements are
    bytes in little-endian order, whatever the processor. A table of 16 numbers,
    which is a constant itself, advances it by four bits.

    Invariant: each constant is known, and has elements of 1, 8, 16, 32 or 64
    bits. The main function is a `tir.prim_func`.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-check-constants=when=each-run
    memref.global "private" constant @weights : memref<4xi8> = dense<[1, 2, 3, 4]>
    tir.prim_func private @kernel(%w: memref<4xi8> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      memref.copy %w, %y : memref<4xi8> to memref<4xi8>
      tir.return
    }
    tir.prim_func @main(%y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.model = #tir.model<name = "net">} {
      %w = memref.get_global @weights : memref<4xi8>
      tir.call_tir @kernel(%w, %y) : (memref<4xi8>, memref<4xi8>) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"when", "when", "::tir::ConstantsCheck", "::tir::ConstantsCheck::EachRun",
           "When the CRC is computed",
           [{::llvm::cl::values(
               clEnumValN(::tir::ConstantsCheck::FirstRun, "first-run",
                          "in the first run"),
               clEnumValN(::tir::ConstantsCheck::EachRun, "each-run",
                          "at the beginning of each run"),
               clEnumValN(::tir::ConstantsCheck::EachStep, "each-step",
                          "before each step, of what it reads"))}]>,
    Option<"weightBlob", "weight-blob", "bool", "false",
           "Whether the application chooses the weights, which another check "
           "covers (tir-use-weights)">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRCheckArgumentsPass : Pass<"tir-check-arguments", "::mlir::ModuleOp"> {
  let summary = "Check the pointers that entry points get";
  let description = [{
    Adds checks to the functions of the C interface: no struct and no buffer is
    `NULL`, each buffer is aligned as its elements and its plan need, and no
    output overlaps another buffer of the call. A function whose arguments fail
    leaves with the code -4 before anything is written
    (`tir-set-error-codes`).

    Functions that get the arguments of a run in parts (`_step`) check what
    they get, each time.

    Input: the output of `tir-make-c-interface` or `tir-make-steps`. Packed
    functions check their arguments already (`tir-make-packed-api`).

    Source: TVM v0.14 `src/tir/transforms/arg_binder.cc`, for packed functions.

    Example:

    ```mlir --tir-check-arguments
    tir.struct @tvmgen_net_outputs ["y"]
    tir.prim_func private @__tvm_main__(%y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    func.func @tvmgen_net_run(%outputs: !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32 {
      %y = tir.struct_get %outputs[@tvmgen_net_outputs, "y"] : memref<4xi32>
      tir.call_tir @__tvm_main__(%y) : (memref<4xi32>) -> ()
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRCheckGuardedIOPass : Pass<"tir-check-guarded-io", "::mlir::ModuleOp"> {
  let summary = "Compare the guards around inputs and outputs";
  let description = [{
    The application gives each input and output of the main function 16 bytes
    before its first element and 16 bytes behind its last one, and sets them
    (`tvmgen_<model>_guard_tensor` of the header). At its end, the main function
    leaves with the code -6 if one of them has another value
    (`tir-set-error-codes`). A model that runs in steps (`tir-make-steps`)
    compares them after each step.

    Variables, pools and weights that the application passes have no guards, nor
    have inputs and outputs in a pool (`tir-allocate-arguments`).

    Input: the output of `tir-set-calling-conventions`.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-check-guarded-io
    tir.prim_func private @kernel(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.model = #tir.model<name = "net">} {
      tir.call_tir @kernel(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRMaskDataPass : Pass<"tir-mask-data", "::mlir::ModuleOp"> {
  let summary = "Keep shifts, positions and divisors in range whatever memory contains";
  let description = [{
    An amount of a shift, a position in a buffer or a divisor that depends on
    memory is in range for every model that tirc accepts, but not if a bit of
    the memory flips. This pass keeps these values in range, where an analysis
    of ranges does not prove that they are:

    | value | becomes |
    |---|---|
    | amount of a shift of n bits | `amount & (n - 1)` |
    | position in a dimension of n elements | the position, or n - 1 if it is not below n, as an unsigned number |
    | divisor | 1 if it is 0, or if the quotient does not fit |

    Sums, differences and products that depend on memory lose their promise not
    to overflow (`overflow<nsw>`), so that C computes them without a sign.

    Input: loops after the calling conventions. Positions of `kernel` operations
    depend on loops only.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-mask-data
    func.func @shift(%x: memref<4xi32>, %shifts: memref<4xi8>, %i: index) -> i32 {
      %value = memref.load %x[%i] : memref<4xi32>
      %byte = memref.load %shifts[%i] : memref<4xi8>
      %amount = arith.extui %byte : i8 to i32
      %result = arith.shrsi %value, %amount : i32
      return %result : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRSetErrorCodesPass : Pass<"tir-set-error-codes", "::mlir::ModuleOp"> {
  let summary = "Let failed checks return codes of their own";
  let description = [{
    A `tir.assert` returns -1. Those with `safety_code` become a code that is 0
    if the condition holds, its report and its `tir.check_return`, so that the
    application knows which check failed. The interface of each model gets the
    entry `safety`, with the names of the checks.

    Input: the output of `tir-make-unpacked-api`: asserts with a code are in
    functions that return one.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-set-error-codes
    func.func @check(%ok: i1) -> i32 {
      tir.assert %ok, "net: a constant has changed" {safety_code = -2 : i32}
      %code = arith.constant 0 : i32
      return %code : i32
    }
    ```
  }];
  let options = [
    TIR_OnErrorOption,
    ListOption<"safety", "safety", "std::string", "The names of the checks">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_SAFETY_PASSES_TD
