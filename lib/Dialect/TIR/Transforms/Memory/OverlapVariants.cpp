//===- OverlapVariants.cpp - Kernels whose arguments share memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapVariants.h"

#include "mlir/IR/Builders.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;
using namespace tir;

/// Pairs of a written and a read argument of a callee, in order.
using ArgPairs = SmallVector<std::pair<unsigned, unsigned>>;

namespace {
class VariantMaker {
public:
  VariantMaker(ModuleOp module, SymbolTable &symbols)
      : module(module), symbols(symbols) {}

  void makeFor(PrimFuncOp callee, ArrayRef<BufferCallOpInterface> calls,
               const llvm::MapVector<Operation *, ArgPairs> &pairsOf);

private:
  bool hasOtherUses(PrimFuncOp callee, size_t numCalls);
  PrimFuncOp cloneFunction(PrimFuncOp function);
  static void declareOverlaps(PrimFuncOp function, const ArgPairs &pairs);

  ModuleOp module;
  SymbolTable &symbols;
};
} // namespace

/// Returns true if there may be other calls of `callee` besides those
/// `numCalls`, including calls from outside the module.
bool VariantMaker::hasOtherUses(PrimFuncOp callee, size_t numCalls) {
  if (!callee.isPrivate() || callee.isInRegistry())
    return true;
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(callee, module);
  return !uses || size_t(llvm::range_size(*uses)) != numCalls;
}

PrimFuncOp VariantMaker::cloneFunction(PrimFuncOp function) {
  PrimFuncOp clone = function.clone();
  clone.setSymName((function.getSymName() + "_in_place").str());
  clone.setPrivate();
  clone.removeExportedNameAttr();
  clone.removeRegisteredAttr();
  symbols.insert(clone, std::next(function->getIterator()));
  return clone;
}

/// Neither argument of a pair may have C's `restrict`.
void VariantMaker::declareOverlaps(PrimFuncOp function, const ArgPairs &pairs) {
  for (auto [output, input] : pairs)
    for (unsigned index : {output, input})
      updatePort(function, index,
                 [](PortParts &port) { port.isNoAlias = false; });
}

void VariantMaker::makeFor(
    PrimFuncOp callee, ArrayRef<BufferCallOpInterface> calls,
    const llvm::MapVector<Operation *, ArgPairs> &pairsOf) {
  std::map<ArgPairs, SmallVector<BufferCallOpInterface>> variants;
  for (BufferCallOpInterface call : calls)
    variants[pairsOf.lookup(call)].push_back(call);
  // An external function stays as it is: its body is not in this module.
  bool canReuse = callee.isExternal() || !hasOtherUses(callee, calls.size());
  for (auto &[pairs, variantCalls] : variants) {
    PrimFuncOp variant = canReuse ? callee : cloneFunction(callee);
    canReuse = callee.isExternal();
    declareOverlaps(variant, pairs);
    if (variant != callee)
      for (BufferCallOpInterface call : variantCalls)
        cast<CallTIROp>(call.getOperation()).setCallee(variant.getSymName());
  }
}

static void dropUnusedDistances(PrimFuncOp function) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    SmallVector<ArgDistance> distances = getDistances(function, i);
    llvm::erase_if(distances, [&](const ArgDistance &distance) {
      return isAlone(function, i) || isAlone(function, distance.argument);
    });
    setDistances(function, i, distances);
  }
}

void tir::makeOverlapVariants(ModuleOp module, SymbolTable &symbols,
                              ArrayRef<Overlap> overlaps) {
  llvm::MapVector<Operation *, ArgPairs> pairsOf;
  for (Overlap overlap : overlaps)
    pairsOf[overlap.call].push_back(
        {overlap.call.getCalleeIndex(overlap.output),
         overlap.call.getCalleeIndex(overlap.input)});
  llvm::MapVector<Operation *, SmallVector<BufferCallOpInterface>> callsOf;
  for (auto &[op, pairs] : pairsOf) {
    llvm::sort(pairs);
    auto call = cast<BufferCallOpInterface>(op);
    callsOf[call.lookupDeclaration()].push_back(call);
  }
  VariantMaker maker(module, symbols);
  for (auto &[callee, calls] : callsOf)
    maker.makeFor(cast<PrimFuncOp>(callee), calls, pairsOf);
}

void tir::dropUnusedDistances(ModuleOp module) {
  for (auto function : module.getOps<PrimFuncOp>())
    if (!function.isExternal())
      ::dropUnusedDistances(function);
}
