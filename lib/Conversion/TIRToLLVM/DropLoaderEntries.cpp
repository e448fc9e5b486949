//===- DropLoaderEntries.cpp - Drop functions that only loaders look for
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIRDROPLOADERENTRIESPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {

struct DropLoaderEntriesPass
    : public tir::impl::TIRDropLoaderEntriesPassBase<DropLoaderEntriesPass> {
  void runOnOperation() override {
    for (Operation &op : llvm::make_early_inc_range(*getOperation().getBody()))
      if (getEntry(&op).forLoaders)
        op.erase();
  }
};

} // namespace
