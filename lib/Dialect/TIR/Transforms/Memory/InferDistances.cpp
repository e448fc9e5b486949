//===- InferDistances.cpp - How close to their inputs kernels may write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferDistances.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRINFERDISTANCESPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct InferDistancesPass
    : public tir::impl::TIRInferDistancesPassBase<InferDistancesPass> {
  using TIRInferDistancesPassBase::TIRInferDistancesPassBase;

  void runOnOperation() override { inferDistances(getOperation(), pieces); }
};
} // namespace
