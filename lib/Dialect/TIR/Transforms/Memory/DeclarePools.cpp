//===- DeclarePools.cpp - Pools from an option
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Support/ByteCount.h"
#include "llvm/Support/MathExtras.h"

namespace tir {
#define GEN_PASS_DEF_TIRDECLAREPOOLSPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct DeclarePoolsPass
    : public tir::impl::TIRDeclarePoolsPassBase<DeclarePoolsPass> {
  using TIRDeclarePoolsPassBase::TIRDeclarePoolsPassBase;

  void runOnOperation() override {
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    for (const std::string &text : pools)
      if (failed(declare(builder, text)))
        return signalPassFailure();
  }

private:
  /// Declares the pool that `text` describes, at the position of `builder`.
  LogicalResult declare(OpBuilder &builder, StringRef text) {
    ModuleOp module = getOperation();
    auto fail = [&](const Twine &reason) {
      return module.emitError("--pool=") << text << ": " << reason;
    };
    SmallVector<StringRef> fields;
    text.split(fields, ':');
    std::optional<uint64_t> size;
    if (fields.size() > 1)
      size = readByteCount(fields[1]);
    if (!size)
      return fail("expected NAME:SIZE, with a number of bytes, such as "
                  "sram:65536, sram:0x10000 or sram:64k");
    StringRef name = fields[0];
    if (!isCFunctionName(name))
      return fail(
          "'" + name +
          "' is not a name for a pool; expected an identifier of C that "
          "is not reserved");
    if (Operation *other = SymbolTable::lookupSymbolIn(module, name)) {
      InFlightDiagnostic diag =
          fail("'" + name + "' is taken; choose another name");
      diag.attachNote(other->getLoc()) << "it is the name of this";
      return diag;
    }
    uint64_t alignment = 16;
    StringAttr section;
    bool isReadOnly = false, isExternal = false;
    for (StringRef field : llvm::drop_begin(fields, 2)) {
      if (field == "ro")
        isReadOnly = true;
      else if (field == "external")
        isExternal = true;
      else if (std::optional<uint64_t> bytes = readByteCount(field)) {
        alignment = *bytes;
        if (!llvm::isPowerOf2_64(alignment) || alignment > INT32_MAX)
          return fail("the alignment " + field + " is not a power of two");
      } else if (!field.empty())
        section = builder.getStringAttr(field);
    }
    if (isExternal && section)
      return fail("the application passes the memory of an external pool with "
                  "each run, so that it has no section; drop one of them");
    auto unit = [&](bool isSet) {
      return isSet ? builder.getUnitAttr() : UnitAttr();
    };
    // The operation's verifier checks the section.
    PoolOp::create(builder, module.getLoc(), builder.getStringAttr(name),
                   /*size=*/IntegerAttr(), builder.getI64IntegerAttr(*size),
                   builder.getI64IntegerAttr(alignment), section,
                   unit(isReadOnly), unit(isExternal),
                   /*contents=*/ElementsAttr());
    return success();
  }
};
} // namespace
