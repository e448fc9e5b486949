//===- TIRTypes.td - Types of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRTYPES_TD
#define TIR_DIALECT_TIR_IR_TIRTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tir/Dialect/TIR/IR/TIRDialect.td"

def TIR_HandleType : TypeDef<TIR_Dialect, "Handle"> {
  let mnemonic = "handle";
  let summary = "an opaque `void *`";
  let description = [{
    A pointer that the program passes on without looking behind it
    (TVM: `void *`, argument type code `kTVMOpaqueHandle`).

    | back end | becomes |
    |---|---|
    | EmitC | `!emitc.ptr<!emitc.opaque<"void">>`, in C `void *` |
    | LLVM | `!llvm.ptr` |
  }];
}

#endif // TIR_DIALECT_TIR_IR_TIRTYPES_TD
