//===- DialectVersion.cpp - The version of the dialect in bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/DialectVersion.h"

#include "DialectUpgrade.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

/// The last version in which steps and rows were part of this dialect.
static constexpr uint64_t kLastWithSuccessor = 3;

/// The last version in whose files the other dialect has older attributes. A
/// reader of bytecode does not ask a dialect for an upgrade of which a file has
/// attributes only, as their text or in lists of arguments.
static constexpr uint64_t kLastWithOldAttributes = 6;

namespace {
struct TIRBytecodeInterface : public BytecodeDialectInterface {
  explicit TIRBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    // A tool can ask for another version (BytecodeWriterConfig).
    FailureOr<const DialectVersion *> wanted =
        writer.getDialectVersion<TIRDialect>();
    writer.writeVarInt(succeeded(wanted)
                           ? static_cast<const TIRVersion *>(*wanted)->number
                           : TIRVersion::kCurrent);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number == 0 || number > TIRVersion::kCurrent) {
      reader.emitError() << "the file has version " << number
                         << " of the dialect 'tir'; expected a version from 1 "
                            "to "
                         << TIRVersion::kCurrent
                         << ": read it with the tirc that wrote it, or with a "
                            "newer one";
      return nullptr;
    }
    if (number <= kLastWithSuccessor)
      if (const SuccessorDialectInterface *successor =
              getSuccessor(reader.getContext()))
        successor->registerFormerOps();
    return std::make_unique<TIRVersion>(number);
  }

  LogicalResult
  upgradeFromVersion(Operation *root,
                     const DialectVersion &version) const override {
    uint64_t number = static_cast<const TIRVersion &>(version).number;
    if (number <= kLastWithOldAttributes)
      if (const SuccessorDialectInterface *successor =
              getSuccessor(root->getContext()))
        if (failed(successor->upgrade(root, number)))
          return failure();
    switch (number) {
    case 1:
      return upgradeFromVersion1(root);
    case 2:
      return upgradeFromVersion2(root);
    default:
      return number <= 5 ? upgradeFromVersion5(root) : success();
    }
  }
};
} // namespace

void tir::addBytecodeInterface(TIRDialect &dialect) {
  dialect.addInterface<TIRBytecodeInterface>();
}
