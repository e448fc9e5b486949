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
    list. On tensors, the last `getNumOuts()` operands are destinations, each
    tied to one result; on memrefs, there are no destinations. `tir.call_tir`,
    `tir.call_packed`, `tir.call_cpacked` and `tir.call_extern` implement it.

    Bufferization, memory effects and verification are written once, against
    this interface.
  }];
  let methods = [
    InterfaceMethod<
      "Returns how many of the arguments, counted from the end, are "
      "destinations.",
      "uint32_t", "getNumOuts">,
    InterfaceMethod<
      "Returns the callee's name in C: a symbol, or a name in the function "
      "registry.",
      "::llvm::StringRef", "getCalleeName">,
    InterfaceMethod<
      "Returns the `tir.prim_func` that declares the callee, or null if the "
      "module has none.",
      "::mlir::Operation *", "lookupDeclaration">,
    InterfaceMethod<
      "Returns true if the callee may do more than read and write its "
      "arguments.",
      "bool", "hasEffectsBeyondArguments",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return true; }]>,
    InterfaceMethod<
      "Returns the context that is passed, or null.",
      "::mlir::Value", "getDeviceContext",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return {}; }]>,
  ];
  let extraSharedClassDeclaration = [{
    /// Returns true if `operand` is a destination on tensors.
    bool isOut(::mlir::OpOperand &operand) {
      ::mlir::MutableOperandRange args = $_op.getArgOperandsMutable();
      unsigned size = args.size();
      for (unsigned i = size - $_op.getNumOuts(); i < size; ++i)
        if (&args[i] == &operand)
          return true;
      return false;
    }
    /// Returns the result that `operand`, a destination on tensors, is tied to.
    ::mlir::OpResult getTiedResult(::mlir::OpOperand &operand) {
      unsigned firstOut = $_op.getArgOperands().size() - $_op.getNumOuts();
      return $_op->getResult(operand.getOperandNumber() - firstOut);
    }
    /// Returns the destination on tensors that `result` is tied to.
    ::mlir::Value getTiedOut(::mlir::OpResult result) {
      unsigned firstOut = $_op.getArgOperands().size() - $_op.getNumOuts();
      return $_op.getArgOperands()[firstOut + result.getResultNumber()];
    }
    /// Returns the number of the callee's argument that receives argument
    /// `index`, for a callee of this module. On tensors destinations come last
    /// and contexts come before them, but a function has its contexts after all
    /// other arguments.
    unsigned getCalleeIndex(unsigned index) {
      return ::tir::detail::getCalleeIndex(
          ::llvm::cast<::tir::BufferCallOpInterface>($_op.getOperation()), index);
    }
    /// Returns what the callee does with argument `index`, as it declares. If
    /// there is no declaration, an input on tensors is read, and so is memory
    /// that the caller declares to be never written (a `read` argument,
    /// constant data); anything may happen to other arguments.
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
