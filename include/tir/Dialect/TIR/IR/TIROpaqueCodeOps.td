//===- TIROpaqueCodeOps.td - Codes that analyses know nothing about
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIROPAQUECODEOPS_TD
#define TIR_DIALECT_TIR_IR_TIROPAQUECODEOPS_TD

include "tir/Dialect/TIR/IR/TIRDialect.td"

def TIR_OpaqueCodeOp : TIR_LowLevelOp<"opaque_code"> {
  let summary = "a code that analyses know nothing about";
  let description = [{
    Returns `code`, in a way that no analysis sees through. A function can leave
    at a `tir.check_return`, a `tir.assert` or a failing call, but analyses of
    other dialects see only its `func.return`. To them, a function that ends in
    `return 0` always returns 0, and they would replace the code of its calls.
    `tir-hide-codes` adds this operation before such a `func.return`, and after
    calls, whose code it uses.

    Both back ends drop it.

    Source: none in TVM, whose checks are statements of the function that
    returns (TVM v0.14 `tvm_check_return`).

    Example:

    ```mlir
    func.func private @kernel(%x: i32) -> i32 {
      tir.check_return %x
      %ok = arith.constant 0 : i32
      %code = tir.opaque_code %ok
      return %code : i32
    }
    ```

    The C it becomes:

    ```c
    return 0;
    ```
  }];
  let arguments = (ins Arg<I32, "the code">:$code);
  let results = (outs Res<I32, "the same code">:$result);
  let assemblyFormat = "$code attr-dict";
}

#endif // TIR_DIALECT_TIR_IR_TIROPAQUECODEOPS_TD
