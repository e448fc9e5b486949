//===- KernelInterfaces.td - Interfaces of what kernels are made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELINTERFACES_TD
#define TIR_DIALECT_KERNEL_IR_KERNELINTERFACES_TD

include "mlir/IR/Interfaces.td"

def Kernel_KernelOpInterface : OpInterface<"KernelOpInterface"> {
  let cppNamespace = "::tir::kernel";
  let description = [{
    An operation on static tensors that can be part of a kernel.
    `tir-outline-kernels` asks it what may be fused, and the phase `loops` asks
    it for single elements. Upstream's tensor operations and the structured
    operations of linalg implement it by external models. An operation of a
    plugin implements it itself, and can then be in a model beside TOSA and
    linalg:

    ```tablegen
    include "tir/Dialect/Kernel/IR/KernelInterfaces.td"

    def RollOp : Op<My_Dialect, "roll", [
        Pure, SameOperandsAndResultType,
        DeclareOpInterfaceMethods<Kernel_KernelOpInterface,
                                  ["isCheapToRecompute", "readsElementsOnce"]>,
        DeclareOpInterfaceMethods<Kernel_StorageOpInterface>]> {
      let arguments = (ins AnyStaticShapeTensor:$input, I64Attr:$shift);
      let results = (outs AnyStaticShapeTensor:$result);
    }
    ```

    ```c++
    /// Moves each element `shift` places on in the last dimension.
    Value RollOp::computeElement(tir::ElementEmitter &emitter, unsigned result,
                                 ArrayRef<AffineExpr> indices) {
      SmallVector<AffineExpr> source(indices);
      source.back() = (source.back() - getShift()) % getType().getShape().back();
      return emitter.emitElement(getInput(), source);
    }
    ```

    The operation must have no effects on memory, so that it can be moved,
    computed again, and erased. A reshape does not need the interface: let it
    canonicalize to `tensor.expand_shape` or `tensor.collapse_shape`, which are
    free between kernels.
  }];
  let methods = [
    InterfaceMethod<
      "Whether the operation belongs inside kernels or outside.",
      "::tir::kernel::KernelRole", "getKernelRole",
      (ins), /*methodBody=*/[{}],
      /*defaultImplementation=*/[{ return ::tir::kernel::KernelRole::Computed; }]>,
    InterfaceMethod<
      "Whether single elements can be computed for the operands and attributes "
      "that the operation has. All shapes are known to be static.",
      "bool", "canComputeElements",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return true; }]>,
    InterfaceMethod<
      "Whether an element is as cheap to compute again as to read from memory. "
      "Such an operation is part of each kernel that uses it.",
      "bool", "isCheapToRecompute",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return false; }]>,
    InterfaceMethod<[{
        The map from the indices of an element of result `result` to the indices
        of the only element of `operand` that is needed to compute it; null if
        more elements are needed.
      }],
      "::mlir::AffineMap", "getAccessMap",
      (ins "::mlir::OpOperand &":$operand, "unsigned":$result),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{ return {}; }]>,
    InterfaceMethod<[{
        Whether each element of `operand` is read at most once while each
        element of a result is computed once. Only then is the computation of
        the operand fused, unless that is cheap.
      }],
      "bool", "readsElementsOnce", (ins "::mlir::OpOperand &":$operand),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{
        return ::tir::kernel::detail::readsElementsOnce($_op.getOperation(), operand);
      }]>,
    InterfaceMethod<[{
        Whether an element of `operand` is only read for the element of result
        `result` at the same position, both counted from front to back. The
        result may then be written over the operand.
      }],
      "bool", "readsSamePosition",
      (ins "::mlir::OpOperand &":$operand, "unsigned":$result),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{
        return ::tir::kernel::detail::readsSamePosition($_op.getOperation(), operand, result);
      }]>,
    InterfaceMethod<[{
        The parts that make up the only result, for an operation that puts
        tensors side by side. Each part is stored by separate loops, later
        parts over earlier ones. None if the result is computed in one loop nest.
      }],
      "::llvm::SmallVector<::tir::kernel::TensorPiece>", "getPieces",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return {}; }]>,
    InterfaceMethod<[{
        Emits code that computes the element at `indices` of result `result`
        from elements of the operands (`ElementEmitter::emitElement`). `indices`
        is empty for a result that is a scalar. Returns null after it has
        reported an error.
      }],
      "::mlir::Value", "computeElement",
      (ins "::tir::ElementEmitter &":$emitter, "unsigned":$result,
           "::llvm::ArrayRef<::mlir::AffineExpr>":$indices)>,
  ];
  let verify = [{ return ::tir::kernel::detail::verifyKernelOp($_op); }];
}

def Kernel_StorageOpInterface : OpInterface<"StorageOpInterface"> {
  let cppNamespace = "::tir::kernel";
  let description = [{
    An operation on tensors or buffers whose elements may become wider:
    `tir-widen-storage` stores i4 as i8 and i48 as i64, sign extended. An
    operation that only moves elements, or that computes the same numbers from
    wider ones, implements the interface and needs no method:

    ```tablegen
    DeclareOpInterfaceMethods<Kernel_StorageOpInterface>
    ```

    An operation of a kernel (`KernelOpInterface`) without this interface cannot
    have elements of such a type.
  }];
  let methods = [
    InterfaceMethod<[{
        Inserts casts where the operation takes or returns elements as scalars.
        Tensors and buffers already have the types of memory; scalars still have
        the narrow types
        (`tir/Dialect/TIR/Transforms/Kernels/StorageTypes.h`).
      }],
      "void", "castAtMemory",
      (ins), /*methodBody=*/[{}], /*defaultImplementation=*/[{ return; }]>,
  ];
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELINTERFACES_TD
