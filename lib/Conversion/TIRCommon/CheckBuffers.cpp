//===- CheckBuffers.cpp - What no back end may do with buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/CheckBuffers.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"

using namespace mlir;
using namespace tir;

/// An unpacked function gets the address of the first element. MLIR's offset
/// counts from where the pointer is.
static LogicalResult verifyArguments(func::FuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto buffer = dyn_cast<MemRefType>(type);
    SmallVector<int64_t> strides;
    int64_t offset;
    if (!buffer || failed(buffer.getStridesAndOffset(strides, offset)) ||
        offset == 0 || ShapedType::isDynamic(offset))
      continue;
    return function.emitOpError("argument #")
           << index << " is " << type << ", whose first element is " << offset
           << " elements behind what the argument points to, but a function "
              "gets the address of the first element; make the offset 0, and "
              "pass the region's address";
  }
  return success();
}

namespace {
/// Finds writes of constant data.
class WriteChecker {
public:
  explicit WriteChecker(SymbolTableCollection &symbols) : symbols(symbols) {}

  /// Returns the operation that writes the memory behind a value, or null.
  Operation *findWrite(Value memory) {
    for (Value derived : getDerived(memory))
      for (OpOperand &use : derived.getUses())
        if (writes(use))
          return use.getOwner();
    return nullptr;
  }

private:
  bool writes(OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto call = dyn_cast<func::CallOp>(user)) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      if (!callee || callee.isExternal())
        return false;
      BlockArgument argument = callee.getArgument(use.getOperandNumber());
      auto [known, isNew] = written.try_emplace(argument, false);
      if (isNew) {
        // A recursive call adds nothing.
        bool isWritten = findWrite(argument) != nullptr;
        written[argument] = isWritten;
        return isWritten;
      }
      return known->second;
    }
    return hasEffect<MemoryEffects::Write>(user, use.get());
  }

  SymbolTableCollection &symbols;
  DenseMap<BlockArgument, bool> written;
};
} // namespace

static LogicalResult verifyConstants(ModuleOp module) {
  SymbolTableCollection symbols;
  WriteChecker checker(symbols);
  WalkResult result = module.walk([&](memref::GetGlobalOp op) {
    if (!isConstantGlobal(op, &symbols))
      return WalkResult::advance();
    Operation *write = checker.findWrite(op);
    if (!write)
      return WalkResult::advance();
    InFlightDiagnostic diag = write->emitOpError("writes the constant @")
                              << op.getName()
                              << "; write to a copy, or declare the "
                                 "memref.global without 'constant'";
    diag.attachNote(op.getLoc()) << "the data comes from here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult tir::verifyBuffers(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(verifyArguments(function)))
      return failure();
  return verifyConstants(module);
}
