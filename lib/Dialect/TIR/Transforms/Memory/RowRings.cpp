//===- RowRings.cpp - The rings of a loop of calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLoopBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns the part of a buffer from an element on.
Value RowLoopBuilder::getPart(Value buffer, Value offset, MemRefType type) {
  auto whole = cast<MemRefType>(buffer.getType());
  if (whole == type)
    return buffer;
  return RebaseOp::create(builder, loc, type, buffer, offset);
}

/// Returns whether rows of a ring remain in memory from one iteration to the
/// next.
bool RowLoopBuilder::isKept(unsigned tensor) const {
  const RowRing &ring = group.pipeline.rings[tensor];
  return ring.rows > 1 || !ring.isReadOnArrival || ring.hasPadding ||
         isFed(tensor);
}

void RowLoopBuilder::allocate(unsigned tensor) {
  const RowRing &ring = group.pipeline.rings[tensor];
  auto alloc =
      memref::AllocOp::create(builder, loc, getFlatType(tensor, ring.rows));
  int64_t kept =
      ring.hasTail ? (ring.rows - 1) * group.tensors[tensor].rowElements : -1;
  alloc->setAttr(kRowsAttrName, RingAttr::get(builder.getContext(), ring.rows,
                                              countRows(tensor), kept));
  // What is written first, such as padding, says less than the input.
  auto input = dyn_cast<BlockArgument>(group.tensors[tensor].value);
  auto owner =
      input ? dyn_cast<FunctionOpInterface>(input.getOwner()->getParentOp())
            : FunctionOpInterface();
  auto name = owner ? owner.getArgAttrOfType<StringAttr>(input.getArgNumber(),
                                                         kNameAttrName)
                    : StringAttr();
  if (name)
    alloc->setAttr(kNameAttrName,
                   builder.getStringAttr(name.getValue() + "_rows"));
  memory[tensor] = alloc;
}

/// Returns the first iteration that uses a ring.
int64_t RowLoopBuilder::getFirstUse(unsigned tensor) const {
  // The rows of a ring that the application fills can move an iteration early.
  int64_t first = isFed(tensor) ? 0 : group.pipeline.rings[tensor].times.first;
  for (auto [kernel, times] :
       llvm::zip_equal(group.problem.kernels, group.pipeline.kernels))
    for (const RowWindow &window : kernel.windows)
      if (window.tensor == tensor)
        first = std::min(first, times.first);
  return first;
}

/// Fills a ring with padding before its first row.
void RowLoopBuilder::fillAtFirst(unsigned tensor) {
  const RowRing &ring = group.pipeline.rings[tensor];
  int64_t rows = ring.rows - ring.hasTail;
  fills.add(builder, loc,
            getPart(memory[tensor], constant(0), getFlatType(tensor, rows)),
            group.tensors[tensor].padding);
}

/// Returns the place of the row in the ring whose turn it is.
Value RowLoopBuilder::getSlot(unsigned tensor, const RowTimes &times,
                              MemRefType type) {
  const RowRing &ring = group.pipeline.rings[tensor];
  int64_t elements = group.tensors[tensor].rowElements;
  if (ring.shift == 1)
    return getPart(memory[tensor], constant(ring.getSlot(0) * elements), type);
  // Rows in front of the first one do not arrive.
  int64_t ahead = llvm::mod(-ring.phase, ring.shift);
  Value row = getRow(times);
  if (ahead != 0)
    row = arith::AddIOp::create(builder, loc, row, constant(ahead));
  Value slot = arith::RemUIOp::create(builder, loc, row, constant(ring.shift));
  if (ring.rows != ring.shift)
    slot = arith::AddIOp::create(builder, loc, slot,
                                 constant(ring.rows - ring.shift));
  Value offset = arith::MulIOp::create(builder, loc, slot, constant(elements));
  return getPart(memory[tensor], offset, type);
}

/// Moves all rows of a ring down by `shift` rows: as many rows at a time, whose
/// old and new places do not overlap.
void RowLoopBuilder::moveRows(unsigned tensor) {
  const RowRing &ring = group.pipeline.rings[tensor];
  auto copy = [&](Value to, int64_t rows) {
    MemRefType type = getFlatType(tensor, rows);
    Value from = arith::AddIOp::create(
        builder, loc, to,
        constant(ring.shift * group.tensors[tensor].rowElements));
    memref::CopyOp::create(builder, loc, getPart(memory[tensor], from, type),
                           getPart(memory[tensor], to, type));
  };
  int64_t count = ring.rows - ring.shift;
  int64_t rest = count % ring.shift;
  int64_t step = ring.shift * group.tensors[tensor].rowElements;
  Value end = constant((count - rest) * group.tensors[tensor].rowElements);
  constexpr int64_t kMostCopies = 2;
  if (count / ring.shift <= kMostCopies) {
    for (int64_t i = 0; i < count / ring.shift; ++i)
      copy(constant(i * step), ring.shift);
  } else {
    auto loop =
        scf::ForOp::create(builder, loc, constant(0), end, constant(step));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(loop.getBody()->getTerminator());
    copy(loop.getInductionVar(), ring.shift);
  }
  if (rest != 0)
    copy(end, rest);
}

/// Moves the rows of a ring down when that is due: in front of a row, or, with
/// `isReadOnArrival`, after the last reader. `stepsAhead` iterations earlier,
/// if somebody wants to write the row that soon.
void RowLoopBuilder::moveDown(unsigned tensor, int64_t stepsAhead) {
  const RowRing &ring = group.pipeline.rings[tensor];
  if (ring.rows == ring.shift)
    return;
  // The rows in front of which or after which they move.
  int64_t due =
      llvm::mod(ring.phase - (ring.isReadOnArrival ? 1 : 0), ring.shift);
  // The kernel that moves the rows does so until no kernel needs them.
  std::optional<RowReader> mover = findMover(group, tensor);
  RowWindowAttr window =
      mover ? getArgumentParts(mover->getRowKernel(), mover->argument).window
            : RowWindowAttr();
  bool isMoved = window && window.getMoves() != 0;
  int64_t last =
      isMoved ? ring.movesBefore - 1 : (ring.last - due) / ring.shift;
  if (due > ring.last || last < 0)
    return;
  RowTimes times = {ring.times.first + due * ring.times.period - stepsAhead,
                    ring.times.period * ring.shift};
  buildIf(isBetween(times, 0, last), [&] { moveRows(tensor); });
}

/// Gives a ring the rows that no kernel writes to it: copies of a whole tensor,
/// and padding.
void RowLoopBuilder::pushRows(unsigned tensor, bool copies) {
  const RowRing &ring = group.pipeline.rings[tensor];
  int64_t numRows = countRows(tensor);
  MemRefType rowType = getFlatType(tensor, 1);
  if (copies)
    buildIf(isBetween(ring.times, 0, std::min(ring.last, numRows - 1)), [&] {
      Value from = getPart(
          group.tensors[tensor].value,
          arith::MulIOp::create(builder, loc, getRow(ring.times),
                                constant(group.tensors[tensor].rowElements)),
          rowType);
      Value slot = getSlot(tensor, ring.times, rowType);
      if (isFed(tensor))
        fills.feed(builder, loc, from, slot, ring.times, numRows);
      else
        memref::CopyOp::create(builder, loc, from, slot);
    });
  // Rows that no kernel reads only move others down.
  if (ring.last >= numRows && ring.hasPadding)
    buildIf(isBetween(ring.times, numRows, ring.last), [&] {
      CallTIROp fill =
          fills.add(builder, loc, getSlot(tensor, ring.times, rowType),
                    group.tensors[tensor].padding);
      fill->setDiscardableAttr(
          kRowsAttrName,
          TurnsAttr::get(builder.getContext(),
                         ring.times.first + numRows * ring.times.period,
                         ring.times.period, ring.last - numRows + 1,
                         /*fed=*/false));
    });
}
