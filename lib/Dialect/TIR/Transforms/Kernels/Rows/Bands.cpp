//===- Bands.cpp - Calls that run in bands of columns
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Rows/Bands.h"

#include "ColumnSlicer.h"
#include "SplitKernels.h"

#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Rows/RowKernels.h"

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

//===----------------------------------------------------------------------===//
// What a band needs
//===----------------------------------------------------------------------===//

SmallVector<Columns> BandBuilder::divide(int64_t columns, unsigned numBands) {
  SmallVector<Columns> bands;
  int64_t rest = columns % numBands, first = 0;
  // One more column for the first and the last band, then for those beside
  // them.
  for (unsigned band = 0; band < numBands; ++band) {
    bool isLarger =
        band < llvm::divideCeil(rest, 2) || band >= numBands - rest / 2;
    int64_t count = columns / numBands + (isLarger ? 1 : 0);
    bands.push_back({first, count});
    first += count;
  }
  return bands;
}

std::nullopt_t BandBuilder::refuse(CallTIROp call, StringRef why) {
  obstacle = call;
  reason = why.str();
  return std::nullopt;
}

const std::optional<ColumnNeeds> &BandBuilder::getNeeds(PrimFuncOp kernel,
                                                        Columns columns) {
  auto [known, isNew] =
      knownNeeds.try_emplace({kernel, {columns.first, columns.count}});
  if (isNew) {
    ColumnSlicer slicer(kernel, columns);
    known->second = slicer.analyze();
    if (!known->second)
      reasons[kernel] = slicer.getReason().str();
  }
  return known->second;
}

std::optional<Band> BandBuilder::findBand(ArrayRef<CallTIROp> calls,
                                          Columns columns) {
  Band band;
  band.results.resize(calls.size());
  band.needs.resize(calls.size());
  llvm::SmallDenseMap<Value, Columns> needed;
  llvm::SmallDenseSet<Operation *> inside(calls.begin(), calls.end());
  needed[calls.back()->getResult(0)] = columns;
  for (size_t i = calls.size(); i-- > 0;) {
    CallTIROp call = calls[i];
    auto kernel = symbols.lookup<PrimFuncOp>(call.getCalleeAttr().getAttr());
    if (call.getNumOuts() != 1 || !kernel)
      return refuse(call, "calls no kernel with one result");
    auto found = needed.find(call->getResult(0));
    if (found == needed.end() ||
        (i + 1 < calls.size() &&
         llvm::any_of(call->getUsers(),
                      [&](Operation *user) { return !inside.contains(user); })))
      return refuse(call, "has a result that other layers read, too");
    band.results[i] = found->second;
    const std::optional<ColumnNeeds> &needs = getNeeds(kernel, found->second);
    if (!needs)
      return refuse(call, reasons[kernel]);
    band.needs[i] = *needs;
    for (auto [value, need] : llvm::zip_equal(call.getArgs(), *needs)) {
      if (!inside.contains(value.getDefiningOp()))
        continue;
      if (!need)
        return refuse(call, "needs all columns of a tensor");
      Columns &joined = needed.try_emplace(value, *need).first->second;
      joined = joined.join(*need);
    }
  }
  return band;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void addRowKernel(SymbolTable &symbols, PrimFuncOp kernel,
                         PrimFuncOp row) {
  if (!row)
    return;
  row.setSymName((kernel.getSymName() + "_row").str());
  symbols.insert(row, std::next(kernel->getIterator()));
  updateKernel(kernel, [&](KernelParts &parts) {
    parts.rowKernel = FlatSymbolRefAttr::get(row);
  });
}

/// Returns the kernel for some columns, which bands of equal shape share.
PrimFuncOp BandBuilder::getKernel(PrimFuncOp kernel, Columns columns) {
  ColumnSlicer slicer(kernel, columns);
  (void)slicer.analyze();
  SmallVector<int64_t> shape = slicer.getShape();
  PrimFuncOp &made = kernels[{kernel, {shape.begin(), shape.end()}}];
  if (made)
    return made;
  made = slicer.build();
  updateKernel(made, [](KernelParts &parts) { parts.rowKernel = {}; });
  made.setSymName((kernel.getSymName() + "_band").str());
  symbols.insert(made, kernel->getIterator());
  addRowKernel(symbols, made, makeRowKernel(made));
  return made;
}

static RankedTensorType narrow(RankedTensorType type, Columns columns) {
  SmallVector<int64_t> shape(type.getShape());
  shape[*findColumnDim(type)] = columns.count;
  return type.clone(shape);
}

static MemRefType getMemory(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Lets a kernel that is made from another one only copy elements.
static void describeCopy(KernelParts &parts) {
  parts.rowKernel = {};
  // What it copies is the result of another layer.
  parts.fused = {};
  if (parts.kind)
    parts.kind = StringAttr::get(parts.kind.getContext(), "elementwise");
}

/// Returns the kernel that copies some columns of a tensor.
PrimFuncOp BandBuilder::getCrop(PrimFuncOp reader, RankedTensorType type,
                                Columns columns) {
  PrimFuncOp &made =
      crops[{type.getAsOpaquePointer(), columns.first, columns.count}];
  if (made)
    return made;
  OpBuilder builder(reader);
  RankedTensorType part = narrow(type, columns);
  made = createPart(
      builder, reader, "_columns", {getMemory(type), getMemory(part)},
      {makeArgAttrs(builder.getContext(), Effect::Read, "input"),
       makeArgAttrs(builder.getContext(), Effect::Write, "output")});
  setPlace(made, "columns");
  updateKernel(made, describeCopy);
  Location loc = reader.getLoc();
  builder.setInsertionPointToStart(&made.getBody().front());
  Value read = ToTensorOp::create(builder, loc, type, made.getArgument(0),
                                  /*restrict=*/true);
  SmallVector<int64_t> offsets(type.getRank(), 0), ones(type.getRank(), 1);
  offsets[*findColumnDim(type)] = columns.first;
  Value copied = tensor::ExtractSliceOp::create(
      builder, loc, part, read,
      getAsIndexOpFoldResult(builder.getContext(), offsets),
      getAsIndexOpFoldResult(builder.getContext(), part.getShape()),
      getAsIndexOpFoldResult(builder.getContext(), ones));
  endPart(builder, loc, reader, made, copied);
  symbols.insert(made, reader->getIterator());
  addRowKernel(symbols, made, makeRowKernel(made));
  return made;
}

/// Builds the body of a kernel that copies columns into a tensor.
static void buildInsert(OpBuilder &builder, PrimFuncOp insert,
                        RankedTensorType part, unsigned dim, int64_t first) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&insert.getBody().front());
  Location loc = insert.getLoc();
  Value read = ToTensorOp::create(builder, loc, part, insert.getArgument(0),
                                  /*restrict=*/true);
  SmallVector<int64_t> offsets(part.getRank(), 0), ones(part.getRank(), 1);
  offsets[dim] = first;
  Value place = memref::SubViewOp::create(
      builder, loc, insert.getArgument(1),
      getAsIndexOpFoldResult(builder.getContext(), offsets),
      getAsIndexOpFoldResult(builder.getContext(), part.getShape()),
      getAsIndexOpFoldResult(builder.getContext(), ones));
  MaterializeInDestinationOp::create(builder, loc, TypeRange(), read, place,
                                     /*restrict=*/true, /*writable=*/true);
  ReturnOp::create(builder, loc);
}

/// Makes the kernel that copies what a band computed into the whole tensor, and
/// the one for a row of it.
PrimFuncOp BandBuilder::makeInsert(PrimFuncOp kernel, RankedTensorType type,
                                   Columns columns) {
  OpBuilder builder(kernel);
  unsigned dim = *findColumnDim(type);
  RankedTensorType part = narrow(type, columns);
  auto makeRow = [&](RankedTensorType whole) {
    SmallVector<int64_t> shape(whole.getShape());
    shape[dim - 1] = 1;
    return whole.clone(shape);
  };
  auto make = [&](RankedTensorType from, RankedTensorType to) {
    PrimFuncOp made = createPart(
        builder, kernel, "_insert", {getMemory(from), getMemory(to)},
        {makeArgAttrs(builder.getContext(), Effect::Read, "input"),
         makeArgAttrs(builder.getContext(), Effect::ReadWrite, "output")});
    setPlace(made, "insert");
    updateKernel(made, describeCopy);
    buildInsert(builder, made, from, dim, columns.first);
    return made;
  };
  PrimFuncOp insert = make(part, type),
             row = make(makeRow(part), makeRow(type));
  symbols.insert(insert, kernel->getIterator());
  RowSlice slice;
  slice.dim = dim - 1;
  setWindow(row, 0, slice, row.getArgumentTypes()[0]);
  setWindow(row, 1, slice, row.getArgumentTypes()[1]);
  row->remove();
  addRowKernel(symbols, insert, row);
  return insert;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Adds the calls of one band. Returns `result` with its columns.
Value BandBuilder::buildBand(ArrayRef<CallTIROp> calls, const Band &band,
                             Value result) {
  CallTIROp last = calls.back();
  OpBuilder builder(last);
  llvm::SmallDenseMap<Value, std::pair<Value, Columns>> made;
  auto call = [&](CallTIROp from, PrimFuncOp kernel, ArrayRef<Value> ins,
                  Value out) {
    if (!out) {
      auto type = cast<ShapedType>(kernel.getArgumentTypes().back());
      out = tensor::EmptyOp::create(builder, from.getLoc(), type.getShape(),
                                    type.getElementType());
    }
    return CallTIROp::create(builder, from.getLoc(),
                             FlatSymbolRefAttr::get(kernel), ins, out);
  };
  /// The columns of a tensor of which `has` is there.
  auto crop = [&](CallTIROp reader, Value from, Columns has,
                  Columns need) -> Value {
    if (has == need)
      return from;
    PrimFuncOp kernel =
        getCrop(reader.lookupCallee(), cast<RankedTensorType>(from.getType()),
                {need.first - has.first, need.count});
    return call(reader, kernel, from, {})->getResult(0);
  };
  for (auto [i, needs] : llvm::enumerate(band.needs)) {
    CallTIROp from = calls[i];
    Columns columns = band.results[i];
    SmallVector<Value> args(from.getArgs().drop_back());
    for (auto [arg, need] : llvm::zip(args, needs)) {
      if (!need)
        continue;
      auto type = cast<RankedTensorType>(arg.getType());
      auto found = made.find(arg);
      arg = found != made.end()
                ? crop(from, found->second.first, found->second.second, *need)
                : crop(from, arg, {0, type.getDimSize(*findColumnDim(type))},
                       *need);
    }
    CallTIROp built =
        call(from, getKernel(from.lookupCallee(), columns), args, {});
    built->setDiscardableAttrs(from->getDiscardableAttrDictionary());
    made[from->getResult(0)] = {built->getResult(0), columns};
  }
  auto type = cast<RankedTensorType>(last->getResult(0).getType());
  PrimFuncOp insert =
      makeInsert(last.lookupCallee(), type, band.results.back());
  return call(last, insert, made[last->getResult(0)].first, result)
      ->getResult(0);
}

LogicalResult BandBuilder::build(const BandedCalls &banded) {
  ArrayRef<CallTIROp> calls = banded.calls;
  CallTIROp last = calls.back();
  auto type = cast<RankedTensorType>(last->getResult(0).getType());
  std::optional<unsigned> dim = findColumnDim(type);
  if (!dim) {
    refuse(last, "has a result without columns");
    return failure();
  }
  if (type.getDimSize(*dim) < banded.numBands) {
    refuse(last, "has a result of fewer columns than there are bands");
    return failure();
  }
  SmallVector<Band> bands;
  for (Columns columns : divide(type.getDimSize(*dim), banded.numBands)) {
    std::optional<Band> band = findBand(calls, columns);
    if (!band)
      return failure();
    bands.push_back(std::move(*band));
  }
  Value result = last.getArgs().back();
  for (const Band &band : bands)
    result = buildBand(calls, band, result);
  last->getResult(0).replaceAllUsesWith(result);
  for (CallTIROp call : llvm::reverse(calls))
    call->erase();
  return success();
}
