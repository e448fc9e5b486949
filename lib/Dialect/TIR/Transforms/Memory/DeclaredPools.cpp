//===- DeclaredPools.cpp - The pools that a module declares
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeclaredPools.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

DeclaredPools::DeclaredPools(ModuleOp module) : module(module) {
  for (auto pool : module.getOps<PoolOp>())
    if (pool.isPlanned())
      (pool.getReadOnly() ? constantPools : bufferPools).push_back(pool);
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
  return callee ? callee.getArgAttrOfType<ArrayAttr>(
                      call.getCalleeIndex(operand), kPoolsAttrName)
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
// Constants
//===----------------------------------------------------------------------===//

LogicalResult DeclaredPools::placeConstants() {
  if (constantPools.empty())
    return success();
  DataLayout layout(module);
  SmallVector<uint64_t> used(constantPools.size(), 0);
  for (auto global : module.getOps<memref::GlobalOp>()) {
    if (!global.getConstant() || global.isExternal())
      continue;
    MemRefType type = global.getType();
    uint64_t bytes = llvm::SaturatingMultiply<uint64_t>(
        type.getNumElements(),
        layout.getTypeSize(type.getElementType()).getFixedValue());
    uint64_t alignment =
        std::max<uint64_t>(global.getAlignment().value_or(1),
                           layout.getTypeABIAlignment(type.getElementType()));
    PoolOp place;
    for (auto [pool, end] : llvm::zip_equal(constantPools, used)) {
      uint64_t next = llvm::SaturatingAdd(llvm::alignTo(end, alignment), bytes);
      if (next > getLimit(pool))
        continue;
      place = pool;
      end = next;
      break;
    }
    if (!place) {
      InFlightDiagnostic diag = global.emitOpError("has ")
                                << bytes
                                << " bytes, for which no read-only pool has "
                                   "room; make a pool larger, or declare "
                                   "another one";
      for (auto [pool, end] : llvm::zip_equal(constantPools, used))
        diag.attachNote(PoolOp(pool).getLoc())
            << "'" << PoolOp(pool).getSymName() << "' has "
            << getLimit(pool) - end << " of " << getLimit(pool)
            << " bytes left";
      return diag;
    }
    if (StringAttr section = place.getSectionAttr())
      global->setAttr(kSectionAttrName, section);
  }
  return success();
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
        global->setAttr(kSectionAttrName, section);
    }
    symbols.erase(pool);
    if (global)
      symbols.insert(global, global->getIterator());
  }
  for (PoolOp pool : constantPools)
    symbols.erase(pool);
  for (auto function : module.getOps<FunctionOpInterface>())
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, kPoolsAttrName);
}
