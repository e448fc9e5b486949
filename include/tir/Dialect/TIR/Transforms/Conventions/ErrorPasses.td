//===- ErrorPasses.td - Passes on errors of functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ERRORPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ERRORPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRDropErrorCodesPass : Pass<"tir-drop-error-codes", "::mlir::ModuleOp"> {
  let summary = "Let functions that cannot fail return nothing";
  let description = [{
    Drops the code of each function that always returns 0 and that only this
    module calls: nothing in it leaves with a code (`tir.check_return`,
    `tir.assert`), and each of its returns gives the constant 0. Its callers
    lose what they do with the code (`tir.check_return`, `tir.report_error`),
    and may then be such functions themselves. A `tir.try` in a function that
    loses its code becomes its steps, since nothing can leave it.

    A function keeps its code if others can call it or get its address: if it is
    public, is used other than by `func.call`, or has the packed signature. An
    external function keeps its code, too. If the run of a model cannot fail, its
    `tir.interface` gets `always_succeeds`, so that the header says so.

    Upstream's `sccp` with `remove-dead-values` is not a substitute. `sccp`
    would take the constant at the end of a function for its result, although a
    `tir.check_return` may leave with another code. `remove-dead-values` also
    removes arguments, and breaks functions that are called by their address.

    Input: functions that return codes, as `tir-make-unpacked-api` creates them.
    Output: the same functions; those that cannot fail have no result.

    Source: none in TVM, whose functions all return a code.

    Example:

    ```mlir
    func.func private @npu_add(%x: memref<4xi8>) -> i32
    func.func private @clear(%x: memref<4xi8>) -> i32 {
      %i = arith.constant 0 : index
      %zero = arith.constant 0 : i8
      memref.store %zero, %x[%i] : memref<4xi8>
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    func.func @run(%x: memref<4xi8>) -> i32 {
      %cleared = call @clear(%x) : (memref<4xi8>) -> i32
      tir.check_return %cleared
      %code = call @npu_add(%x) : (memref<4xi8>) -> i32
      return %code : i32
    }
    ```

    becomes

    ```mlir
    func.func private @npu_add(memref<4xi8>) -> i32
    func.func private @clear(%x: memref<4xi8>) {
      %i = arith.constant 0 : index
      %zero = arith.constant 0 : i8
      memref.store %zero, %x[%i] : memref<4xi8>
      return
    }
    func.func @run(%x: memref<4xi8>) -> i32 {
      call @clear(%x) : (memref<4xi8>) -> ()
      %code = call @npu_add(%x) : (memref<4xi8>) -> i32
      return %code : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRLowerTryPass : Pass<"tir-lower-try"> {
  let summary = "Lower clean-ups to structured control flow";
  let description = [{
    Replaces each `tir.try` by `scf.if`. Each step of its body runs while the
    code of the steps before it is 0. Then all of `finally` runs. Then the first
    code that is not 0 leaves the function by `tir.check_return`, with codes of
    the body before codes of `finally`. Operations that are harmless even if an
    earlier step failed are moved out of the conditions: they have no effects,
    cannot trap like a division by 0, and neither they nor their regions use a
    value of an operation that stays. If later steps need a value that a step
    computes, they are in the same condition as that step.

    Memory on the stack moves before the outermost `tir.try`, so that it belongs
    to the function's frame.

    A `tir.report_error` stays with its step. In `finally`, it only reports the
    code that is returned.

    Input: functions that return codes, as `tir-make-unpacked-api` creates them.
    Inside a `tir.try`, an error may leave `scf.if`, `scf.for` and the second
    region of `scf.while` if these carry no values, and no other region.

    Source: none in TVM, which has no clean-ups.

    Example:

    ```mlir
    func.func private @open() -> i32
    func.func private @kernel() -> i32
    func.func private @close() -> i32
    func.func @run() -> i32 {
      tir.try {
        %opened = func.call @open() : () -> i32
        tir.check_return %opened
        %done = func.call @kernel() : () -> i32
        tir.check_return %done
      } finally {
        %closed = func.call @close() : () -> i32
        tir.check_return %closed
      }
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```

    becomes

    ```mlir
    func.func @run() -> i32 {
      %opened = call @open() : () -> i32
      %zero = arith.constant 0 : i32
      %isOK = arith.cmpi eq, %opened, %zero : i32
      %code = scf.if %isOK -> (i32) {
        %done = func.call @kernel() : () -> i32
        scf.yield %done : i32
      } else {
        scf.yield %opened : i32
      }
      %closed = call @close() : () -> i32
      %zero_1 = arith.constant 0 : i32
      %isStillOK = arith.cmpi eq, %code, %zero_1 : i32
      %first = scf.if %isStillOK -> (i32) {
        scf.yield %closed : i32
      } else {
        scf.yield %code : i32
      }
      return %first : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ERRORPASSES_TD
