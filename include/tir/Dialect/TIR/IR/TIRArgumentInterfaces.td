//===- TIRArgumentInterfaces.td - Attributes of arguments that change what calls pass
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRARGUMENTINTERFACES_TD
#define TIR_DIALECT_TIR_IR_TIRARGUMENTINTERFACES_TD

include "mlir/IR/Interfaces.td"

def TIR_PassedTypeAttrInterface : AttrInterface<"PassedTypeAttrInterface"> {
  let cppNamespace = "::tir";
  let description = [{
    A discardable attribute of an argument of a `tir.prim_func` with which some
    calls pass a buffer of another type, such as the whole tensor of which each
    run of the function gets a part. The verifier of calls then compares what a
    call passes with that type.
  }];
  let methods = [
    InterfaceMethod<[{
        Returns the type that `call`, which passes `passed`, must pass for an
        argument that is declared as `declared`. Returns null if the attribute
        does not change what this call passes.
      }],
      "::mlir::Type", "getPassedType",
      (ins "::mlir::Operation *":$call, "::mlir::Type":$declared,
           "::mlir::Type":$passed)>,
  ];
}

#endif // TIR_DIALECT_TIR_IR_TIRARGUMENTINTERFACES_TD
