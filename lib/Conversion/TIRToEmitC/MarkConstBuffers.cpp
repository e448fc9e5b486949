//===- MarkConstBuffers.cpp - Pointers to const for buffers that are only read
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Conversion/MemRefToEmitC/MemRefToEmitC.h"
#include "tir/Conversion/TIRToEmitC/TIRToEmitC.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

namespace {
MemRefType withConst(MemRefType type, bool isConst) {
  Attribute space =
      isConst ? getConstMemorySpace(type.getContext()) : Attribute();
  return MemRefType::get(type.getShape(), type.getElementType(),
                         type.getLayout(), space);
}

bool isConst(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.getMemorySpace() &&
         memref.getMemorySpace() == getConstMemorySpace(type.getContext());
}

bool isReadOnly(func::FuncOp function, unsigned index) {
  auto effect = function.getArgAttrOfType<EffectAttr>(index, kEffectAttrName);
  return effect && effect.getValue() == Effect::Read &&
         isa<MemRefType>(function.getArgumentTypes()[index]);
}

struct ConstMarker {
  ModuleOp module;
  SymbolTable symbols;
  SmallVector<Value> worklist;

  explicit ConstMarker(ModuleOp module) : module(module), symbols(module) {}

  void mark(Value value) {
    value.setType(withConst(cast<MemRefType>(value.getType()), true));
    worklist.push_back(value);
  }

  void markArguments(func::FuncOp function) {
    SmallVector<Type> inputs(function.getArgumentTypes());
    for (unsigned index = 0; index < inputs.size(); ++index) {
      if (!isReadOnly(function, index))
        continue;
      inputs[index] = withConst(cast<MemRefType>(inputs[index]), true);
      if (!function.isExternal())
        mark(function.getArgument(index));
    }
    function.setFunctionType(FunctionType::get(module.getContext(), inputs,
                                               function.getResultTypes()));
  }

  LogicalResult run() {
    for (auto function : module.getOps<func::FuncOp>())
      markArguments(function);
    for (auto global : module.getOps<memref::GlobalOp>())
      if (global.getConstant())
        global.setType(withConst(global.getType(), true));
    module.walk([&](memref::GetGlobalOp op) {
      auto global = symbols.lookup<memref::GlobalOp>(op.getName());
      if (global && global.getConstant())
        mark(op.getResult());
    });
    module.walk([&](PoolViewOp op) {
      auto pool = symbols.lookup<PoolOp>(op.getPool());
      if (pool && pool.getReadOnly())
        mark(op.getResult());
    });
    // A value derived from a pointer is a pointer of its own, and const if it
    // is only read.
    module.walk([&](Operation *op) {
      if (isa<StructGetOp, DLTensorGetOp, PointerCastOp>(op) &&
          isa<MemRefType>(op->getResult(0).getType()) &&
          isOnlyRead(op->getResult(0)))
        mark(op->getResult(0));
    });
    while (!worklist.empty())
      if (failed(visitUses(worklist.pop_back_val())))
        return failure();
    module.walk([&](func::CallOp call) { castArguments(call); });
    return success();
  }

  bool isOnlyRead(Value value) {
    return llvm::all_of(value.getUses(), [&](OpOperand &use) {
      if (isa<memref::LoadOp, IsNullOp, MisalignmentOp>(use.getOwner()))
        return true;
      auto call = dyn_cast<func::CallOp>(use.getOwner());
      auto callee = call ? symbols.lookup<func::FuncOp>(call.getCallee())
                         : func::FuncOp();
      return callee && isReadOnly(callee, use.getOperandNumber());
    });
  }

  LogicalResult visitUses(Value value) {
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
      Operation *user = use.getOwner();
      // A cast makes a pointer of another kind, and drops const as well.
      bool reads = hasEffect<MemoryEffects::Read>(user, value),
           writes = hasEffect<MemoryEffects::Write>(user, value);
      if (isa<func::CallOp, IsNullOp, MisalignmentOp, PointerCastOp>(user) ||
          (reads && !writes))
        continue;
      if (isa<memref::ViewOp, RebaseOp>(user)) {
        mark(user->getResult(0));
        continue;
      }
      if (writes) {
        InFlightDiagnostic diag =
            user->emitOpError("writes a buffer that is only read");
        diag.attachNote(value.getLoc())
            << "it is an argument with #tir.effect<read> or a constant; "
               "declare it read_write, or write elsewhere";
        return diag;
      }
      OpBuilder builder(user);
      use.set(memref::MemorySpaceCastOp::create(
          builder, user->getLoc(),
          withConst(cast<MemRefType>(value.getType()), false), value));
    }
    return success();
  }

  void castArguments(func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee)
      return;
    OpBuilder builder(call);
    for (auto [operand, wanted] :
         llvm::zip_equal(call->getOpOperands(), callee.getArgumentTypes())) {
      if (operand.get().getType() == wanted || !isa<MemRefType>(wanted) ||
          isConst(operand.get().getType()) == isConst(wanted))
        continue;
      operand.set(memref::MemorySpaceCastOp::create(builder, call.getLoc(),
                                                    wanted, operand.get()));
    }
  }
};
} // namespace

LogicalResult tir::markConstBuffers(ModuleOp module) {
  return ConstMarker(module).run();
}
