//===- DeclaredPools.cpp - The pools for buffers that a module declares
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeclaredPools.h"

#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

DeclaredPools::DeclaredPools(ModuleOp module) : module(module) {
  for (auto pool : module.getOps<PoolOp>())
    if (pool.isPlanned() && !pool.getReadOnly())
      bufferPools.push_back(pool);
}

uint64_t DeclaredPools::getLimit(PoolOp pool) {
  return pool.getSizeHint().value_or(INT64_MAX);
}

//===----------------------------------------------------------------------===//
// Which pools a buffer may be in
//===----------------------------------------------------------------------===//

/// Returns the pools that the kernel of a call reaches for its operand, or null
/// if it reaches all.
static ArrayAttr getReachedPools(BufferCallOpInterface call, unsigned operand) {
  auto callee = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
  return callee ? getPort(callee, call.getCalleeIndex(operand)).pools
                : ArrayAttr();
}

FailureOr<DenseMap<Value, DeclaredPools::Candidates>>
DeclaredPools::findCandidates(const BufferLifetimes &lifetimes) const {
  DenseMap<Value, Candidates> restricted;
  for (Operation *step : lifetimes.getSteps()) {
    auto call = dyn_cast<BufferCallOpInterface>(step);
    if (!call)
      continue;
    for (auto [index, operand] : llvm::enumerate(call.getArgOperands())) {
      ArrayAttr reached = getReachedPools(call, index);
      Value buffer = reached ? getViewedBuffer(operand) : Value();
      if (!buffer || !buffer.getDefiningOp<memref::AllocOp>())
        continue;
      Candidates &candidates =
          restricted.try_emplace(buffer, getAllCandidates()).first->second;
      llvm::erase_if(candidates, [&](unsigned pool) {
        return !llvm::is_contained(
            reached.getAsRange<FlatSymbolRefAttr>(),
            FlatSymbolRefAttr::get(PoolOp(bufferPools[pool]).getSymNameAttr()));
      });
      if (!candidates.empty())
        continue;
      InFlightDiagnostic diag = call->emitOpError("argument #")
                                << index << " may be in " << reached
                                << ", but no such pool is declared that the "
                                   "other kernels of this buffer reach; "
                                   "declare one (tir.pool, --pool), or copy "
                                   "the buffer between the kernels";
      diag.attachNote(buffer.getLoc()) << "the buffer is allocated here";
      return diag;
    }
  }
  return restricted;
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

void DeclaredPools::replace(SymbolTable &symbols, ArrayRef<uint64_t> bytes,
                            ArrayRef<uint64_t> alignments) {
  for (auto [i, declared] : llvm::enumerate(bufferPools)) {
    PoolOp pool = declared;
    StringAttr name = pool.getSymNameAttr(), section = pool.getSectionAttr();
    Location location = pool.getLoc();
    OpBuilder builder(pool);
    memref::GlobalOp global;
    if (bytes[i] != 0) {
      global = memref::GlobalOp::create(
          builder, location, name, builder.getStringAttr("private"),
          MemRefType::get(bytes[i], builder.getI8Type()), builder.getUnitAttr(),
          /*constant=*/false, builder.getI64IntegerAttr(alignments[i]));
      if (section)
        updateGlobal(global,
                     [&](GlobalParts &parts) { parts.section = section; });
    }
    symbols.erase(pool);
    if (global)
      symbols.insert(global, global->getIterator());
  }
  for (auto function : module.getOps<FunctionOpInterface>())
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      updatePort(function, i, [](PortParts &port) { port.pools = {}; });
}
