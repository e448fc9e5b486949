//===- KernelOutput.cpp - What a kernel does with the sums of a convolution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelOutput.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;

Value tir::flattenBuffer(OpBuilder &builder, Location location, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 1)
    return buffer;
  // Upstream would fold a collapsed shape into loads and stores, which then
  // divide the position into one for each dimension.
  auto flat = MemRefType::get({type.getNumElements()}, type.getElementType());
  return memref::ReinterpretCastOp::create(
      builder, location, flat, buffer, /*offset=*/int64_t(0),
      ArrayRef<int64_t>(type.getNumElements()), ArrayRef<int64_t>(1));
}

Value tir::getInit(const BlockedKernel &kernel) {
  linalg::LinalgOp conv = kernel.conv;
  Value init = conv.getDpsInitOperand(0)->get();
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (fill && matchPattern(fill.getInputs().front(), m_Zero()))
    return {};
  return init;
}

Value tir::emitOutputElement(const BlockedKernel &kernel,
                             ElementEmitter &emitter,
                             ArrayRef<AffineExpr> position, Value sum,
                             SmallVectorImpl<AffineExpr> &indices) {
  linalg::LinalgOp conv = kernel.conv;
  emitter.setElement(conv->getResult(0), position, sum);
  // The same position in a tensor with more or fewer dimensions of extent 1.
  SmallVector<AffineExpr> kept;
  auto convType = cast<RankedTensorType>(conv->getResult(0).getType());
  for (auto [extent, index] : llvm::zip_equal(convType.getShape(), position))
    if (extent != 1)
      kept.push_back(index);
  bufferization::MaterializeInDestinationOp store = kernel.store;
  Value result = store.getSource();
  const auto *next = kept.begin();
  for (int64_t extent : cast<RankedTensorType>(result.getType()).getShape())
    indices.push_back(extent == 1 ? emitter.constant(0) : *next++);
  return emitter.emitElement(result, indices);
}
