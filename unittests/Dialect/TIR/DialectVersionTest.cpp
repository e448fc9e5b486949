//===- DialectVersionTest.cpp - Tests of the version in bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/DialectVersion.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

namespace {
class Version : public testing::Test {
protected:
  Version() {
    context.loadDialect<TIRDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      errors += diagnostic.str();
      return success();
    });
  }

  /// Writes a module with a function as `version` and reads it.
  OwningOpRef<ModuleOp> roundTrip(std::unique_ptr<DialectVersion> version) {
    auto module = parseSourceString<ModuleOp>(
        "tir.prim_func @f() { tir.return }", &context);
    BytecodeWriterConfig config;
    if (version)
      config.setDialectVersion<TIRDialect>(std::move(version));
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, stream, config)));
    return parseSourceString<ModuleOp>(bytes, &context);
  }

  MLIRContext context;
  std::string errors;
};

TEST_F(Version, IsReadWhereItIsCurrent) {
  EXPECT_TRUE(roundTrip(nullptr));
  EXPECT_EQ(errors, "");
}

TEST_F(Version, IsRefusedWhereItIsNewer) {
  EXPECT_FALSE(
      roundTrip(std::make_unique<TIRVersion>(TIRVersion::kCurrent + 1)));
  EXPECT_NE(errors.find("the file has version " +
                        std::to_string(TIRVersion::kCurrent + 1) +
                        " of the dialect 'tir'; expected a version from 1 to"),
            std::string::npos)
      << errors;
}

TEST_F(Version, BeginsWithOne) {
  EXPECT_FALSE(roundTrip(std::make_unique<TIRVersion>(0)));
  EXPECT_NE(errors.find("version 0"), std::string::npos) << errors;
}
} // namespace
