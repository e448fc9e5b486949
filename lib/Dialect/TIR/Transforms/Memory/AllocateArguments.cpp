//===- AllocateArguments.cpp - Inputs and outputs in the memory plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRALLOCATEARGUMENTSPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Reports an argument that no pool can contain, or a caller, which would have
/// to pass the arguments.
static LogicalResult verify(PrimFuncOp main, SymbolUserMap &users) {
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes()))
    if (isa<BaseMemRefType>(type) &&
        (!isWholeBuffer(type) || cast<MemRefType>(type).getMemorySpace()))
      return main.emitOpError("argument #")
             << index << " is " << type
             << ", but an input or output in a pool (--io=pool) is a buffer of "
                "static shape, the identity layout and the default memory "
                "space";
  for (Operation *user : users.getUsers(main)) {
    InFlightDiagnostic diag =
        user->emitOpError("refers to @")
        << main.getSymName()
        << ", whose inputs and outputs are to lie in a pool (--io=pool), where "
           "only the application writes and reads them; call another function "
           "that both share";
    diag.attachNote(main.getLoc()) << "the function is declared here";
    return diag;
  }
  return success();
}

static void allocateArguments(PrimFuncOp main) {
  OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
  llvm::BitVector replaced(main.getNumArguments());
  for (BlockArgument argument : main.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto type = dyn_cast<MemRefType>(argument.getType());
    PortParts known = getPort(main, index);
    // Variables live in the application's struct.
    if (!type || known.pool || known.variable)
      continue;
    auto alloc = memref::AllocOp::create(
        builder, argument.getLoc(), type,
        known.alignment == 0 ? IntegerAttr()
                             : builder.getI64IntegerAttr(known.alignment));
    PortParts port;
    port.argument = main.getArgAttrDict(index);
    if (!port.argument)
      port.argument = builder.getDictionaryAttr({});
    alloc->setAttr(kPortAttrName, port.get(main.getContext()));
    argument.replaceAllUsesWith(alloc);
    replaced.set(index);
  }
  (void)main.eraseArguments(replaced);
}

namespace {
struct AllocateArgumentsPass
    : public tir::impl::TIRAllocateArgumentsPassBase<AllocateArgumentsPass> {
  using TIRAllocateArgumentsPassBase::TIRAllocateArgumentsPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, getOperation());
    for (auto main : getOperation().getOps<PrimFuncOp>()) {
      if (main.isPrivate() || main.isExternal())
        continue;
      if (failed(verify(main, users)))
        return signalPassFailure();
      allocateArguments(main);
    }
  }
};
} // namespace
