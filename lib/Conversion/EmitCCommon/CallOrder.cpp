//===- CallOrder.cpp - The order in which C functions are defined
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/EmitCCommon/CallOrder.h"

using namespace mlir;
using namespace tir;

namespace {
/// Follows the calls from each function.
class CallWalk {
public:
  explicit CallWalk(ModuleOp module) : symbols(module) {
    for (auto declaration : module.getOps<emitc::DeclareFuncOp>())
      declarations.try_emplace(declaration.getSymNameAttr().getAttr(),
                               declaration);
  }

  void place(emitc::FuncOp function) {
    if (!seen.insert(function).second)
      return;
    open.insert(function);
    function.walk([&](emitc::CallOp call) {
      auto callee = symbols.lookup<emitc::FuncOp>(call.getCallee());
      if (!callee || callee == function || isDeclared(callee, function))
        return;
      if (open.contains(callee)) {
        order.calledBefore.insert(callee);
        return;
      }
      order.callees[function].push_back(callee);
      place(callee);
    });
    open.erase(function);
    order.functions.push_back(function);
  }

  CallOrder order;

private:
  bool isDeclared(emitc::FuncOp callee, emitc::FuncOp caller) {
    Operation *declaration = declarations.lookup(callee.getSymNameAttr());
    return declaration && declaration->isBeforeInBlock(caller);
  }

  SymbolTable symbols;
  llvm::DenseMap<StringAttr, Operation *> declarations;
  llvm::DenseSet<Operation *> seen;
  /// The functions whose calls are being followed.
  llvm::DenseSet<Operation *> open;
};
} // namespace

CallOrder tir::getCallOrder(ModuleOp module) {
  CallWalk walk(module);
  for (auto function : module.getOps<emitc::FuncOp>())
    walk.place(function);
  return std::move(walk.order);
}

void tir::declareFunctions(ModuleOp module, const CallOrder &order) {
  for (Operation *op : order.calledBefore) {
    auto function = cast<emitc::FuncOp>(op);
    OpBuilder builder(*module.getOps<emitc::FuncOp>().begin());
    emitc::DeclareFuncOp::create(builder, function.getLoc(),
                                 FlatSymbolRefAttr::get(function));
  }
}
