//===- ConstantPools.cpp - The read-only pools that a module declares
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantPools.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

ConstantPools::ConstantPools(ModuleOp module) : module(module), layout(module) {
  for (auto pool : module.getOps<PoolOp>())
    if (pool.isPlanned() && pool.getReadOnly())
      pools.push_back({pool, pool.getSizeHint().value_or(INT64_MAX),
                       uint64_t(pool.getAlignment())});
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static uint64_t getElementBytes(MemRefType type, const DataLayout &layout) {
  return layout.getTypeSize(type.getElementType()).getFixedValue();
}

/// Returns true if the elements have the same bytes in each program for a
/// target.
static bool hasBytes(memref::GlobalOp global) {
  DenseElementsAttr values = unsealConstant(global.getConstantInitValue());
  Type element = global.getType().getElementType();
  return values && isWholeBuffer(global.getType()) &&
         !global.getType().getMemorySpace() && element.isIntOrFloat() &&
         llvm::is_contained({1, 8, 16, 32, 64},
                            element.getIntOrFloatBitWidth());
}

/// Returns the operations that take the address of a constant, if all of them
/// are in main functions: only these know the pools of the application.
static std::optional<SmallVector<memref::GetGlobalOp>>
findAddresses(memref::GlobalOp global, SymbolUserMap &users) {
  SmallVector<memref::GetGlobalOp> addresses;
  for (Operation *user : users.getUsers(global)) {
    auto address = dyn_cast<memref::GetGlobalOp>(user);
    auto function = user->getParentOfType<PrimFuncOp>();
    if (!address || !function || function.isPrivate() ||
        address.getType() != global.getType())
      return std::nullopt;
    addresses.push_back(address);
  }
  return addresses;
}

ConstantPools::Pool *ConstantPools::findPool(uint64_t bytes, uint64_t alignment,
                                             bool mayBeExternal) {
  for (Pool &pool : pools)
    if ((mayBeExternal || !pool.op.getExternal()) &&
        llvm::SaturatingAdd(llvm::alignTo(pool.end, alignment), bytes) <=
            pool.limit)
      return &pool;
  return nullptr;
}

LogicalResult ConstantPools::place(memref::GlobalOp global,
                                   SymbolUserMap &users) {
  MemRefType type = global.getType();
  uint64_t elementBytes = getElementBytes(type, layout);
  uint64_t bytes =
      llvm::SaturatingMultiply<uint64_t>(type.getNumElements(), elementBytes);
  // C compilers may align elements more than the data layout of MLIR does.
  uint64_t alignment = std::max(
      {global.getAlignment().value_or(1), llvm::bit_floor(elementBytes),
       layout.getTypeABIAlignment(type.getElementType())});
  std::optional<SmallVector<memref::GetGlobalOp>> addresses;
  if (hasBytes(global))
    addresses = findAddresses(global, users);
  if (Pool *pool = findPool(bytes, alignment, addresses.has_value())) {
    uint64_t offset = llvm::alignTo(pool->end, alignment);
    pool->end = offset + bytes;
    pool->alignment = std::max(pool->alignment, alignment);
    pool->constants.push_back(
        {global, offset,
         std::move(addresses).value_or(SmallVector<memref::GetGlobalOp>())});
    return success();
  }
  InFlightDiagnostic diag = global.emitOpError("has ")
                            << bytes
                            << " bytes, for which no read-only pool has room; "
                               "make a pool larger, or declare another one";
  for (const Pool &pool : pools)
    if (PoolOp op = pool.op; op.getExternal() && !addresses)
      diag.attachNote(op.getLoc())
          << "'" << op.getSymName()
          << "' is external, and contains only constants of integers and "
             "floats that main functions pass on";
    else
      diag.attachNote(op.getLoc())
          << "'" << op.getSymName() << "' has " << pool.limit - pool.end
          << " of " << pool.limit << " bytes left";
  return diag;
}

LogicalResult ConstantPools::place() {
  if (pools.empty())
    return success();
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, module);
  for (auto global : module.getOps<memref::GlobalOp>())
    if (global.getConstant() && !global.isExternal() &&
        failed(place(global, users)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

static void writeBytes(const APInt &bits, uint64_t bytes, bool isBigEndian,
                       char *place) {
  for (uint64_t i = 0; i < bytes; ++i) {
    uint64_t shift = 8 * (isBigEndian ? bytes - 1 - i : i);
    place[i] =
        shift < bits.getBitWidth()
            ? char(bits.extractBitsAsZExtValue(
                  std::min<unsigned>(8, bits.getBitWidth() - shift), shift))
            : 0;
  }
}

/// Writes the elements of a constant as they lie in the target's memory.
static void writeBytes(DenseElementsAttr values, uint64_t elementBytes,
                       bool isBigEndian, char *place) {
  auto write = [&](const APInt &bits) {
    writeBytes(bits, elementBytes, isBigEndian, place);
    place += elementBytes;
  };
  if (isa<FloatType>(values.getElementType()))
    for (const APFloat &value : values.getValues<APFloat>())
      write(value.bitcastToAPInt());
  else
    for (const APInt &value : values.getValues<APInt>())
      write(value);
}

/// Replaces the addresses of constants in an external pool by places in it.
void ConstantPools::replaceExternal(Pool &pool, SymbolTable &symbols) {
  auto endianness = dyn_cast_if_present<StringAttr>(layout.getEndianness());
  bool isBigEndian = endianness && endianness == "big";
  std::vector<char> contents(pool.end);
  for (Constant &constant : pool.constants)
    writeBytes(unsealConstant(constant.global.getConstantInitValue()),
               getElementBytes(constant.global.getType(), layout), isBigEndian,
               contents.data() + constant.offset);
  OpBuilder builder(pool.op);
  auto type = MemRefType::get(contents.size(), builder.getI8Type());
  pool.global = memref::GlobalOp::create(
      builder, pool.op.getLoc(), pool.op.getSymName(),
      builder.getStringAttr("private"), type,
      DenseElementsAttr::getFromRawBuffer(
          RankedTensorType::get(type.getShape(), type.getElementType()),
          contents),
      /*constant=*/true, builder.getI64IntegerAttr(pool.alignment));
  for (Constant &constant : pool.constants) {
    for (memref::GetGlobalOp address : constant.addresses) {
      builder.setInsertionPoint(address);
      Location location = address.getLoc();
      Value beginning = memref::GetGlobalOp::create(builder, location, type,
                                                    pool.op.getSymName());
      Value offset =
          arith::ConstantIndexOp::create(builder, location, constant.offset);
      address.replaceAllUsesWith(
          memref::ViewOp::create(builder, location, address.getType(),
                                 beginning, offset, /*sizes=*/ValueRange())
              .getResult());
      address.erase();
    }
    symbols.erase(constant.global);
  }
}

void ConstantPools::replace(SymbolTable &symbols) {
  for (Pool &pool : pools) {
    if (!pool.op.getExternal()) {
      if (StringAttr section = pool.op.getSectionAttr())
        for (Constant &constant : pool.constants)
          updateGlobal(constant.global,
                       [&](GlobalParts &parts) { parts.section = section; });
    } else if (!pool.constants.empty()) {
      replaceExternal(pool, symbols);
    }
    symbols.erase(pool.op);
    pool.op = nullptr;
    if (pool.global)
      symbols.insert(pool.global, pool.global->getIterator());
  }
  for (auto main : module.getOps<PrimFuncOp>())
    if (getPlan(main))
      describe(main);
}

/// Adds the external pools that a main function reads to its plan.
void ConstantPools::describe(PrimFuncOp main) {
  MLIRContext *context = module.getContext();
  SmallVector<PlannedPoolAttr> rows;
  for (const Pool &pool : pools) {
    memref::GlobalOp global = pool.global;
    if (!global || SymbolTable::symbolKnownUseEmpty(global, main))
      continue;
    std::optional<int64_t> limit;
    if (pool.limit != INT64_MAX)
      limit = pool.limit;
    rows.push_back(PlannedPoolAttr::get(
        context, pool.alignment, pool.end,
        cast<DenseElementsAttr>(global.getConstantInitValue()),
        /*external=*/false, /*gap=*/std::nullopt, /*input=*/std::nullopt, limit,
        /*lower_bound=*/std::nullopt, /*method=*/nullptr,
        global.getSymNameAttr(), /*optimal=*/std::nullopt,
        /*section=*/nullptr));
  }
  if (rows.empty())
    return;
  PlanParts plan(getPlan(main));
  plan.constantPools = std::move(rows);
  setPlan(main, plan);
}
