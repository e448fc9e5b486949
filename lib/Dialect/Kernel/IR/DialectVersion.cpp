//===- DialectVersion.cpp - The version of the dialect in bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/DialectVersion.h"

#include "FormerNames.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace tir::kernel;

namespace {
struct KernelBytecodeInterface : public BytecodeDialectInterface {
  explicit KernelBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    // A tool can ask for another version (BytecodeWriterConfig).
    FailureOr<const DialectVersion *> wanted =
        writer.getDialectVersion<KernelDialect>();
    writer.writeVarInt(succeeded(wanted)
                           ? static_cast<const KernelVersion *>(*wanted)->number
                           : KernelVersion::kCurrent);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number == 0 || number > KernelVersion::kCurrent) {
      reader.emitError() << "the file has version " << number
                         << " of the dialect 'kernel'; expected a version from "
                            "1 to "
                         << KernelVersion::kCurrent
                         << ": read it with the tirc that wrote it, or with a "
                            "newer one";
      return nullptr;
    }
    return std::make_unique<KernelVersion>(number);
  }

  LogicalResult
  upgradeFromVersion(Operation *root,
                     const DialectVersion &version) const override {
    switch (static_cast<const KernelVersion &>(version).number) {
    case 1:
      return upgradeFromVersion1(root);
    case 2:
      return upgradeFromVersion2(root);
    case 3:
      return upgradeFromVersion3(root);
    default:
      return success();
    }
  }
};
} // namespace

void tir::kernel::addBytecodeInterface(KernelDialect &dialect) {
  dialect.addInterface<KernelBytecodeInterface>();
}
