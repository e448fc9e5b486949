//===- OutlineBufferOps.cpp - Kernels of operations on buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlineBufferOps.h"
#include "OutlinedFunction.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

bool tir::staysInMain(Operation *op) {
  if (isa<memref::AllocOp, memref::DeallocOp, memref::GetGlobalOp, ReturnOp>(
          op) ||
      op->hasTrait<OpTrait::ConstantLike>() ||
      (isa<ViewLikeOpInterface>(op) && isPure(op)))
    return true;
  // A pointer cannot represent a region with strides.
  return isa<CallTIROp, memref::CopyOp>(op) &&
         llvm::all_of(op->getOperandTypes(), [](Type type) {
           return !isa<BaseMemRefType>(type) || isWholeBuffer(type);
         });
}

namespace {
class KernelOutliner {
public:
  explicit KernelOutliner(PrimFuncOp main)
      : main(main), symbols(main->getParentOfType<ModuleOp>()) {}

  LogicalResult run();

private:
  void outline(ArrayRef<Operation *> ops);

  PrimFuncOp main;
  SymbolTable symbols;
};
} // namespace

/// Checks an operation that stays in the main function. `needed`, if not null,
/// uses a scalar of the kernel before it.
static LogicalResult verifyInMain(Operation &op, Operation *needed) {
  if (auto alloc = dyn_cast<memref::AllocOp>(op);
      alloc && !alloc.getType().hasStaticShape())
    return alloc.emitOpError("has type ")
           << alloc.getType()
           << ", expected a static shape: generated code has no allocator, so "
              "the place of each buffer is planned";
  if (!needed || !isa<CallTIROp, memref::CopyOp, ReturnOp>(op))
    return success();
  InFlightDiagnostic diag = op.emitOpError(
      "is between the computation of a scalar and its use, but only buffers "
      "can be passed from one kernel to the next; store the scalar in a "
      "buffer");
  diag.attachNote(needed->getLoc()) << "the scalar is used here";
  return diag;
}

LogicalResult KernelOutliner::run() {
  Block &block = main.getBody().front();
  SmallVector<SmallVector<Operation *>> kernels;
  // The scalars that kernels compute. A view with such an index belongs to the
  // kernel.
  DenseSet<Value> computed;
  // The last operation that uses a scalar of the current kernel.
  Operation *needed = nullptr;
  for (Operation &op : block) {
    bool isView = isa<ViewLikeOpInterface>(op) &&
                  llvm::any_of(op.getOperands(), [&](Value operand) {
                    return computed.contains(operand);
                  });
    if (staysInMain(&op) && !isView) {
      if (failed(verifyInMain(op, needed)))
        return failure();
      continue;
    }
    if (!needed)
      kernels.emplace_back();
    kernels.back().push_back(&op);
    computed.insert_range(op.getResults());
    if (needed == &op)
      needed = nullptr;
    for (Operation *user : op.getUsers()) {
      Operation *top = block.findAncestorOpInBlock(*user);
      if (!needed || needed->isBeforeInBlock(top))
        needed = top;
    }
  }
  for (ArrayRef<Operation *> ops : kernels)
    outline(ops);
  return success();
}

/// Returns true if `op` moves into the kernel. Whole buffers are passed, so
/// that no two arguments share memory.
static bool goesInside(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         (isa<ViewLikeOpInterface>(op) && isPure(op));
}

void KernelOutliner::outline(ArrayRef<Operation *> ops) {
  OutlinedValues values = collectOutlinedValues(ops, goesInside);
  // The last operation names the kernel.
  Operation *last = ops.back();
  std::string place = getLayerName(last->getLoc());
  if (place.empty())
    place = last->getName().stripDialect().str();
  OpBuilder builder(main);
  SmallVector<Type> types;
  for (Value argument : values.arguments)
    types.push_back(argument.getType());
  KernelParts parts;
  parts.place = builder.getStringAttr(place);
  parts.fused = builder.getStrArrayAttr({place});
  auto function =
      PrimFuncOp::create(builder, last->getLoc(), layerNameToIdentifier(place),
                         builder.getFunctionType(types, {}),
                         getKernelAttribute(parts.get(builder.getContext())));
  function.setPrivate();
  symbols.insert(function, Block::iterator(main));

  IRMapping mapping;
  Block *body = function.addEntryBlock();
  mapping.map(values.arguments.getArrayRef(), body->getArguments());
  builder.setInsertionPointToStart(body);
  for (Operation *op : values.inside)
    builder.clone(*op, mapping);
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  ReturnOp::create(builder, last->getLoc());

  replaceByCall(ops, values, function, values.arguments.getArrayRef());
}

LogicalResult tir::outlineBufferOps(PrimFuncOp main) {
  return KernelOutliner(main).run();
}
