//===- RowwiseSchedule.cpp - One row after the other, in steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowwiseSchedule.h"

#include "CycleEstimate.h"
#include "KernelArguments.h"
#include "KernelRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/LoopNames.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::ToTensorOp;

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

/// Returns a tensor, after `keep`, of which each row has the elements of the
/// only row in `scratch`.
static Value createReadOfScratch(KeepOp keep) {
  OpBuilder builder(keep->getContext());
  builder.setInsertionPointAfter(keep);
  Location loc = keep.getLoc();
  auto type = cast<RankedTensorType>(keep.getType());
  auto scratch = cast<MemRefType>(keep.getScratch().getType());
  auto stored =
      RankedTensorType::get(scratch.getShape(), scratch.getElementType());
  Value row = ToTensorOp::create(builder, loc, stored, keep.getScratch(),
                                 /*restrict=*/true);
  SmallVector<AffineExpr> indices;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    indices.push_back(scratch.getDimSize(dim) == 1
                          ? builder.getAffineConstantExpr(0)
                          : builder.getAffineDimExpr(dim));
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::GenericOp::create(
             builder, loc, TypeRange(type), ValueRange(row), ValueRange(empty),
             {AffineMap::get(type.getRank(), 0, indices, keep.getContext()),
              all},
             SmallVector<utils::IteratorType>(type.getRank(),
                                              utils::IteratorType::parallel),
             [](OpBuilder &body, Location bodyLoc, ValueRange elements) {
               linalg::YieldOp::create(body, bodyLoc, elements.front());
             })
      .getResult(0);
}

namespace {
/// Emits the loops of one kernel.
class RowEmitter {
public:
  explicit RowEmitter(const KernelRows &rows)
      : rows(rows), builder(rows.getStore()), emitter(builder) {}

  LogicalResult emit();

private:
  scf::ForOp createLoop(Value tensor, int64_t dim);
  ElementEmitter::Indices createLoops(Value tensor,
                                      const DenseMap<int64_t, AffineExpr> &row);
  LogicalResult emitKept(KeepOp keep);
  LogicalResult emitOutput();

  const KernelRows &rows;
  OpBuilder builder;
  ElementEmitter emitter;
  /// The index of the row for each dimension of the output that numbers rows.
  DenseMap<int64_t, AffineExpr> row;
};
} // namespace

/// Creates a loop over a dimension, and continues inside.
scf::ForOp RowEmitter::createLoop(Value tensor, int64_t dim) {
  int64_t extent = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  emitter.setLocation(tensor.getLoc());
  auto getConstant = [&](int64_t number) {
    return emitter.materialize(emitter.constant(number));
  };
  auto loop = scf::ForOp::create(builder, tensor.getLoc(), getConstant(0),
                                 getConstant(extent), getConstant(1));
  loop->setAttr(kNameAttrName,
                builder.getStringAttr(getDimensionNames(tensor)[dim]));
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// Creates loops over the dimensions without an index in `given`, and returns
/// all indices.
ElementEmitter::Indices
RowEmitter::createLoops(Value tensor,
                        const DenseMap<int64_t, AffineExpr> &given) {
  ElementEmitter::Indices indices;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(tensor.getType()).getShape();
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (AffineExpr index = given.lookup(dim))
      indices.push_back(index);
    else if (extent == 1)
      indices.push_back(emitter.constant(0));
    else
      indices.push_back(emitter.createLoopIndex(
          createLoop(tensor, dim).getInductionVar(), extent));
  }
  return indices;
}

/// Computes the row of a kept tensor, so that later steps read it.
LogicalResult RowEmitter::emitKept(KeepOp keep) {
  OpBuilder::InsertionGuard guard(builder);
  DenseMap<int64_t, AffineExpr> ownRow;
  for (int64_t dim : rows.getDims())
    ownRow[rows.getKeptDim(keep, dim)] = row[dim];
  ElementEmitter::Indices indices = createLoops(keep.getTensor(), ownRow);
  emitter.setLocation(keep.getLoc());
  Value element = emitter.emitElement(keep.getTensor(), indices);
  if (!element)
    return failure();
  if (!keep.getScratch()) {
    emitter.setElement(keep.getResult(), indices, element);
    return success();
  }
  auto type = cast<MemRefType>(keep.getScratch().getType());
  for (auto [index, extent] : llvm::zip_equal(indices, type.getShape()))
    if (extent == 1)
      index = emitter.constant(0);
  memref::StoreOp::create(builder, keep.getLoc(), element, keep.getScratch(),
                          emitter.materialize(indices));
  keep.getResult().replaceAllUsesWith(createReadOfScratch(keep));
  return success();
}

LogicalResult RowEmitter::emitOutput() {
  OpBuilder::InsertionGuard guard(builder);
  bufferization::MaterializeInDestinationOp store = rows.getStore();
  ElementEmitter::Indices indices = createLoops(store.getSource(), row);
  emitter.setLocation(store.getSource().getLoc());
  Value element = emitter.emitElement(store.getSource(), indices);
  if (!element)
    return failure();
  memref::StoreOp::create(builder, store.getLoc(), element, store.getDest(),
                          emitter.materialize(indices));
  return success();
}

LogicalResult RowEmitter::emit() {
  OpBuilder::InsertionGuard guard(builder);
  bufferization::MaterializeInDestinationOp store = rows.getStore();
  for (int64_t dim : rows.getDims()) {
    scf::ForOp loop = createLoop(store.getSource(), dim);
    row[dim] = emitter.createLoopIndex(
        loop.getInductionVar(),
        cast<RankedTensorType>(store.getSource().getType()).getDimSize(dim));
  }
  for (KeepOp keep : rows.getKept())
    if (failed(emitKept(keep)))
      return failure();
  return emitOutput();
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

/// Returns the rows of a kernel by the schedule `attr`, or std::nullopt if the
/// kernel has no such rows.
static std::optional<KernelRows> getRows(RowwiseScheduleAttr attr,
                                         FunctionOpInterface kernel) {
  std::optional<KernelRows> rows = KernelRows::get(kernel);
  if (!rows)
    return std::nullopt;
  auto type = cast<ShapedType>(rows->getStore().getSource().getType());
  for (auto [i, dim] : llvm::enumerate(attr.getRows()))
    if (dim < 0 || dim >= type.getRank() ||
        llvm::is_contained(attr.getRows().take_front(i), dim) ||
        failed(rows->addDim(dim)))
      return std::nullopt;
  return rows;
}

/// Returns how many rows there are, and of how many elements.
static std::string describeRows(const KernelRows &rows) {
  auto type = cast<ShapedType>(rows.getStore().getSource().getType());
  int64_t number = 1;
  for (int64_t dim : rows.getDims())
    number *= type.getDimSize(dim);
  return std::to_string(number) + " rows of " +
         std::to_string(rows.getRowElements()) + ", one after the other";
}

/// Declares how close to the output an input may lie: its rows are read before
/// they are overwritten.
static void declareDistances(PrimFuncOp kernel, const KernelRows &rows,
                             ArrayRef<ToTensorOp> reads) {
  DataLayout layout = DataLayout::closest(kernel);
  auto outputType = cast<MemRefType>(rows.getStore().getDest().getType());
  auto isPlain = [](MemRefType type) {
    return type.getLayout().isIdentity() && !type.getMemorySpace();
  };
  if (!isPlain(outputType))
    return;
  Type output = outputType.getElementType();
  int64_t outputBytes = layout.getTypeSize(output).getFixedValue();
  std::map<unsigned, int64_t> distances;
  for (ToTensorOp read : reads) {
    auto inputType = cast<MemRefType>(read.getBuffer().getType());
    Type input = inputType.getElementType();
    // C accesses the same memory by one type, or by bytes.
    if (!isPlain(inputType) ||
        !(input == output || input.isInteger(8) || output.isInteger(8)))
      continue;
    int64_t inputBytes = layout.getTypeSize(input).getFixedValue();
    int64_t elements = outputType.getNumElements(), row = rows.getRowElements();
    // After row r, the output occupies (r + 1) * row elements, and of the input
    // as many are not needed any longer. After the last row, none is.
    int64_t perElement = outputBytes - inputBytes;
    int64_t distance = row == elements
                           ? -inputBytes * inputType.getNumElements()
                       : perElement > 0 ? perElement * (elements - row)
                                        : perElement * row;
    distances[cast<BlockArgument>(read.getBuffer()).getArgNumber()] = distance;
  }
  SmallVector<ArgDistance> list;
  for (auto [argument, bytes] : distances)
    list.push_back({argument, bytes});
  setDistances(kernel,
               cast<BlockArgument>(rows.getStore().getDest()).getArgNumber(),
               list);
}

namespace {
struct RowwiseScheduleModel
    : public ScheduleAttrInterface::ExternalModel<RowwiseScheduleModel,
                                                  RowwiseScheduleAttr> {
  LogicalResult verifyKernel(Attribute attr, FunctionOpInterface kernel) const {
    if (kernel.isExternal())
      return success();
    std::optional<KernelRows> rows =
        getRows(cast<RowwiseScheduleAttr>(attr), kernel);
    if (!rows)
      return kernel->emitOpError("is not a kernel for ")
             << attr
             << ", expected one output, and tensors of kernel.keep whose "
                "elements "
                "are only read for the row that they belong to; run "
                "tir-schedule-kernels, which finds the rows";
    for (KeepOp keep : rows->getKept()) {
      MemRefType needed = rows->getScratchType(keep);
      Value scratch = keep.getScratch();
      if (needed && (!scratch || scratch.getType() != needed ||
                     !isScratch(kernel, scratch)))
        return keep->emitOpError("has no argument ")
               << needed
               << " with #kernel.argument<scratch = true>, in which "
                  "#kernel.rowwise stores a "
                  "row; "
                  "run tir-schedule-kernels, which adds it";
    }
    return success();
  }

  uint64_t estimateCycles(Attribute attr, FunctionOpInterface kernel,
                          const TargetOptions &) const {
    std::optional<KernelRows> rows =
        getRows(cast<RowwiseScheduleAttr>(attr), kernel);
    if (!rows)
      return UINT64_MAX;
    CycleEstimate estimate;
    uint64_t cycles = 0;
    for (KeepOp keep : rows->getKept()) {
      cycles = llvm::SaturatingAdd(cycles, estimate.ofStores(keep.getTensor()));
      estimate.setLoaded(keep.getResult());
    }
    return llvm::SaturatingAdd(cycles,
                               estimate.ofStores(rows->getStore().getSource()));
  }

  ScheduleMemory estimateMemory(Attribute attr, FunctionOpInterface kernel,
                                uint64_t) const {
    ScheduleMemory memory;
    std::optional<KernelRows> rows =
        getRows(cast<RowwiseScheduleAttr>(attr), kernel);
    if (!rows)
      return memory;
    DataLayout layout = DataLayout::closest(kernel);
    for (KeepOp keep : rows->getKept())
      if (MemRefType type = rows->getScratchType(keep))
        memory.scratch +=
            type.getNumElements() *
            layout.getTypeSize(type.getElementType()).getFixedValue();
    return memory;
  }

  LogicalResult layOut(Attribute attr, FunctionOpInterface kernel,
                       ArrayRef<Operation *> calls,
                       SymbolTable &symbols) const {
    std::optional<KernelRows> rows =
        getRows(cast<RowwiseScheduleAttr>(attr), kernel);
    std::optional<SmallVector<CallTIROp>> found =
        KernelArguments::getCalls(kernel, calls);
    if (!rows || !found)
      return failure();
    KernelArguments arguments(cast<PrimFuncOp>(*kernel), *found, symbols,
                              /*model=*/0);
    std::vector<std::string> names;
    names.reserve(rows->getKept().size());
    for (KeepOp keep : rows->getKept()) {
      MemRefType type = rows->getScratchType(keep);
      if (!type)
        continue;
      std::string number = names.empty() ? "" : std::to_string(names.size());
      names.push_back("row" + number);
      arguments.addScratch(names.back(), type);
      keep.getScratchMutable().assign(kernel.getArguments().back());
    }
    SmallVector<ToTensorOp> reads = rows->findReadsBeforeRow();
    arguments.rewrite();
    declareDistances(cast<PrimFuncOp>(*kernel), *rows, reads);
    kernel->setAttr("schedule", attr);
    return success();
  }

  LogicalResult lowerToLoops(Attribute attr, FunctionOpInterface kernel) const {
    if (failed(verifyKernel(attr, kernel)))
      return failure();
    std::optional<KernelRows> rows =
        getRows(cast<RowwiseScheduleAttr>(attr), kernel);
    if (failed(RowEmitter(*rows).emit()))
      return failure();
    if (!rows->getDims().empty())
      describeBlocks(kernel, describeRows(*rows));
    rows->getStore().erase();
    return success();
  }

private:
  static bool isScratch(FunctionOpInterface kernel, Value scratch) {
    return llvm::is_contained(KernelArguments::findScratches(kernel), scratch);
  }
};

/// Proposes the schedule for kernels that keep tensors, with as many rows as
/// possible.
struct RowwiseProvider : public ScheduleProvider {
  void
  propose(PrimFuncOp kernel, const TargetOptions &,
          SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    std::optional<KernelRows> rows =
        KernelRows::get(cast<FunctionOpInterface>(kernel.getOperation()));
    if (!rows)
      return;
    auto type = cast<ShapedType>(rows->getStore().getSource().getType());
    for (auto [dim, extent] : llvm::enumerate(type.getShape()))
      if (extent != 1)
        (void)rows->addDim(dim);
    schedules.push_back(cast<ScheduleAttrInterface>(Attribute(
        RowwiseScheduleAttr::get(kernel.getContext(), rows->getDims()))));
  }
};
} // namespace

void tir::registerRowwiseSchedule(KernelDialect &dialect) {
  RowwiseScheduleAttr::attachInterface<RowwiseScheduleModel>(
      *dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<RowwiseProvider>());
}
