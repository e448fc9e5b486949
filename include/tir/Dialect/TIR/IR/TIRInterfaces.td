//===- TIRInterfaces.td - Interfaces of the dialect's operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRINTERFACES_TD
#define TIR_DIALECT_TIR_IR_TIRINTERFACES_TD

include "mlir/Interfaces/CallInterfaces.td"

def TIR_BufferCallOpInterface
    : OpInterface<"BufferCallOpInterface", [CallOpInterface]> {
  let cppNamespace = "::tir";
  let description = [{
    A call whose arguments are buffers and scalars. It has one variadic operand
    list. On tensors the last `getNumOuts()` of it are destinations, each tied
    to one result; on memrefs there are none. Implemented by `tir.call_tir`,
    `tir.call_packed`, `tir.call_cpacked` and `tir.call_extern`.

    Bufferization, memory effects and verification are written against this
    interface, once for all of them.
  }];
  let methods = [
    InterfaceMethod<
      "How many of the arguments, counted from the end, are destinations.",
      "uint32_t", "getNumOuts">,
    InterfaceMethod<
      "The callee in C: a symbol, or a name in the function registry.",
      "::llvm::StringRef", "getCalleeName">,
    InterfaceMethod<
      "The `tir.prim_func` that declares what is called, or null where the "
      "module holds none.",
      "::mlir::Operation *", "lookupDeclaration">,
    InterfaceMethod<
      "Whether the callee may do more than read and write its arguments.",
      "bool", "hasEffectsBeyondArguments",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return true; }]>,
    InterfaceMethod<
      "The context that is passed, or null.",
      "::mlir::Value", "getDeviceContext",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return {}; }]>,
  ];
  let extraSharedClassDeclaration = [{
    /// Whether `operand` is a destination on tensors.
    bool isOut(::mlir::OpOperand &operand) {
      ::mlir::MutableOperandRange args = $_op.getArgOperandsMutable();
      unsigned size = args.size();
      for (unsigned i = size - $_op.getNumOuts(); i < size; ++i)
        if (&args[i] == &operand)
          return true;
      return false;
    }
    /// The result that `operand`, a destination on tensors, is tied to.
    ::mlir::OpResult getTiedResult(::mlir::OpOperand &operand) {
      unsigned firstOut = $_op.getArgOperands().size() - $_op.getNumOuts();
      return $_op->getResult(operand.getOperandNumber() - firstOut);
    }
    /// The destination on tensors that `result` is tied to.
    ::mlir::Value getTiedOut(::mlir::OpResult result) {
      unsigned firstOut = $_op.getArgOperands().size() - $_op.getNumOuts();
      return $_op.getArgOperands()[firstOut + result.getResultNumber()];
    }
    /// Which argument of a callee of this module the argument `index` is: on
    /// tensors destinations come last, so that the contexts stand before them,
    /// which a function has behind all its other arguments.
    unsigned getCalleeIndex(unsigned index) {
      return ::tir::detail::getCalleeIndex(
          ::llvm::cast<::tir::BufferCallOpInterface>($_op.getOperation()), index);
    }
    /// What the callee does with argument `index`: as declared; else an input
    /// on tensors is read, and so is what the caller declares that nobody
    /// writes (a `read` argument, constant data); anything may happen to the
    /// others.
    ::tir::Effect getArgEffect(unsigned index) {
      return ::tir::detail::getArgEffect(
          ::llvm::cast<::tir::BufferCallOpInterface>($_op.getOperation()), index);
    }
  }];
  let verify = [{
    return ::tir::detail::verifyBufferCall(
        ::llvm::cast<::tir::BufferCallOpInterface>($_op));
  }];
}

#endif // TIR_DIALECT_TIR_IR_TIRINTERFACES_TD
