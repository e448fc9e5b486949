//===- BytecodeStructureTest.cpp - Tests of the structure of bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/BytecodeStructure.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

namespace {
/// A module with nested and isolated regions, several blocks, arguments,
/// successors, results, use lists, properties, discardable attributes and
/// resources.
constexpr StringLiteral kModule = R"(
func.func @loop(%n: index, %x: i32) -> i32 attributes {mine = [1, "two"]} {
  %zero = arith.constant 0 : index
  cf.br ^head(%zero, %x : index, i32)
^head(%i: index, %sum: i32):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %one = arith.constant 1 : index
  %next = arith.addi %i, %one : index
  %twice = arith.addi %sum, %sum : i32
  cf.br ^head(%next, %twice : index, i32)
^end:
  return %sum : i32
}
"foreign.op"() ({
  %0:2 = "foreign.two"() : () -> (tensor<4xf32>, i8)
  "foreign.use"(%0#1, %0#0, %0#1) : (i8, tensor<4xf32>, i8) -> ()
}) {data = dense_resource<blob> : tensor<4xi8>} : () -> ()

{-# dialect_resources: { builtin: { blob: "0x0800000001020304" } } #-}
)";

std::string write(StringRef text, int64_t version) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                      func::FuncDialect>();
  context.allowUnregisteredDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  BytecodeWriterConfig config("test");
  config.setDesiredBytecodeVersion(version);
  EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, stream, config)));
  return bytes;
}

/// Returns the fault that the reader finds, or "".
std::string faultOf(StringRef bytes) {
  llvm::Expected<BytecodeStructure> structure = readBytecodeStructure(bytes);
  return structure ? "" : llvm::toString(structure.takeError());
}

/// Returns the first error of MLIR's own reader, or "".
std::string errorOf(StringRef bytes, std::optional<uint64_t> mostEntries = {}) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                      func::FuncDialect>();
  context.allowUnregisteredDialects();
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (error.empty())
      error = diagnostic.str();
  });
  ParserConfig config(&context);
  if (mostEntries)
    limitEntriesRead(config, *mostEntries);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(bytes, config);
  EXPECT_EQ(bool(module), error.empty());
  return error;
}

/// Returns the fault that our reader finds in a file that MLIR refuses as well:
/// no test has a file on which MLIR does worse.
std::string refusal(StringRef bytes) {
  EXPECT_NE(errorOf(bytes), "");
  return faultOf(bytes);
}

/// A file of version 6 consists of these sections: each has an ID and contents.
using Sections = std::vector<std::pair<int, std::string>>;
std::string make(const Sections &sections) {
  std::string bytes = std::string("ML\xefR\x0d", 5) + std::string("p\0", 2);
  for (const auto &[id, contents] : sections) {
    bytes += char(id);
    bytes += char(contents.size() << 1 | 1);
    bytes += contents;
  }
  return bytes;
}

std::string bytes(std::initializer_list<int> numbers) {
  std::string text;
  for (int number : numbers)
    text += char(number);
  return text;
}

/// A file of valid structure with one dialect `d`, one attribute and one type
/// of two bytes each, and an operation `d.d`. The two bytes mean nothing.
Sections valid() {
  return {{0, bytes({3, 5, 'd', 0})}, {1, bytes({3, 1, 3, 1, 3, 1})},
          {2, bytes({1, 2, 3, 4})},   {3, bytes({3, 3, 1, 3, 9, 1, 3, 9})},
          {4, bytes({5, 1, 0, 1})},   {8, bytes({1})}};
}

/// Returns the fault of this file with other contents of one section.
std::string with(int id, std::initializer_list<int> contents) {
  Sections sections = valid();
  for (auto &[section, data] : sections)
    if (section == id)
      data = bytes(contents);
  return refusal(make(sections));
}
} // namespace

TEST(BytecodeStructure, TakesEveryVersionThatMLIRWrites) {
  for (int64_t version = 0; version <= 6; ++version) {
    std::string written = write(kModule, version);
    llvm::Expected<BytecodeStructure> structure =
        readBytecodeStructure(written);
    ASSERT_TRUE(bool(structure)) << version << ": " << faultOf(written);
    EXPECT_EQ(structure->version, uint64_t(version));
    EXPECT_GT(structure->numAttributes, 5u);
    EXPECT_GT(structure->numTypes, 4u);
    EXPECT_GT(structure->maxReferences, 20u);
  }
}

TEST(BytecodeStructure, FindsThatAFileIsCutOff) {
  std::string written = write(kModule, 6);
  for (size_t size = 0; size < written.size(); ++size)
    EXPECT_NE(faultOf(StringRef(written).take_front(size)), "") << size;
}

/// Whatever the value of a byte, the reader gives an answer without an access
/// out of bounds, which the sanitizers would detect.
TEST(BytecodeStructure, AnswersToEveryByte) {
  std::string written = write(kModule, 6);
  unsigned faults = 0;
  for (size_t at = 0; at < written.size(); ++at)
    for (int value : {0, 1, 3, 0x7f, 0x80, 0xfe, 0xff}) {
      std::string damaged = written;
      damaged[at] = char(value);
      faults += !faultOf(damaged).empty();
    }
  EXPECT_GT(faults, written.size());
}

TEST(BytecodeStructure, ChecksTheHeader) {
  EXPECT_EQ(faultOf(make(valid())), "");
  EXPECT_EQ(refusal("MLIR"),
            "it does not begin with the magic number of bytecode");
  EXPECT_EQ(refusal(StringRef("ML\xefR\x0fp\0", 7)),
            "it has version 7 of the format; MLIR 22 reads those up to 6");
  EXPECT_EQ(refusal(StringRef("ML\xefR\x0dpp", 7)),
            "the name of its producer has no end");
}

TEST(BytecodeStructure, ChecksTheSections) {
  Sections sections = valid();
  sections.erase(sections.begin() + 2);
  EXPECT_EQ(refusal(make(sections)), "section 2 is missing");
  sections = valid();
  sections.push_back(sections.front());
  EXPECT_EQ(refusal(make(sections)), "section 0 appears twice");
  sections = valid();
  sections.push_back({9, ""});
  EXPECT_EQ(refusal(make(sections)), "there is no section 9");
  sections = valid();
  sections.push_back({5, ""});
  EXPECT_EQ(refusal(make(sections)),
            "one of the two sections for resources is missing");
  EXPECT_EQ(refusal(make(valid()) + bytes({5, 0x15, 0})),
            "expected 10 bytes, but only 1 are left");
}

TEST(BytecodeStructure, ChecksTheTables) {
  EXPECT_EQ(with(0, {0xff, 5, 'd', 0}),
            "there are 127 strings, but only 3 bytes for them");
  EXPECT_EQ(with(0, {3, 1, 'd', 0}), "a string has the size 0");
  EXPECT_EQ(with(0, {3, 7, 'd', 0}),
            "the sizes of the strings are 3, but they take 2 bytes");
  EXPECT_EQ(with(0, {3, 5, 'd', 'd'}), "a string does not end in NUL");
  EXPECT_EQ(with(1, {3, 5, 3, 1, 3, 1}),
            "string index 1 is out of range; there are 1");
  EXPECT_EQ(with(1, {3, 1, 3, 3, 3, 1}),
            "dialect index 1 is out of range; there are 1");
  EXPECT_EQ(with(3, {3, 3, 1, 7, 9, 9, 9, 1, 3, 9}),
            "a dialect has 3 attributes or types, but only 1 are left");
  EXPECT_EQ(with(3, {3, 3, 1, 3, 9, 1, 3, 13}),
            "an attribute or type has 3 bytes, but only 2 are left");
  EXPECT_EQ(with(3, {3, 3, 1, 3, 9, 1, 3, 9, 1}),
            "there are bytes after the sizes of attributes and types");
  EXPECT_EQ(with(8, {5, 3, 0}), "expected 1 bytes, but only 0 are left");
  EXPECT_EQ(with(8, {1, 1}), "there are bytes after the properties");
}

TEST(BytecodeStructure, ChecksTheOperations) {
  EXPECT_EQ(with(4, {5, 3, 0, 1}),
            "operation name index 1 is out of range; there are 1");
  EXPECT_EQ(with(4, {5, 1, 0, 3}),
            "attribute index 1 is out of range; there are 1");
  EXPECT_EQ(with(4, {0xfd, 1, 0, 1}),
            "there are 63 operations, but only 3 bytes for them");
  EXPECT_EQ(with(4, {5, 1, 2, 1, 3, 3}),
            "type index 1 is out of range; there are 1");
  EXPECT_EQ(with(4, {5, 1, 4, 1, 0xff}),
            "there are 127 operands, but only 0 bytes for them");
  EXPECT_EQ(with(4, {5, 1, 8, 1, 3, 3}),
            "block index 1 is out of range; there are 1");
  EXPECT_EQ(with(4, {5, 1, 64, 1, 1}),
            "properties index 0 is out of range; there are 0");
  EXPECT_EQ(with(4, {5, 1, 16, 1, 0xfd}),
            "there are 63 regions, but only 0 bytes for them");
  // A use list of pairs needs an even number.
  EXPECT_EQ(with(4, {5, 1, 34, 1, 3, 1, 7, 1}), "a use list has 1 entries");
}

TEST(BytecodeStructure, BoundsTheDepth) {
  std::string text;
  for (int i = 0; i < 1200; ++i)
    text += "\"d.d\"() ({\n";
  for (int i = 0; i < 1200; ++i)
    text += "}) : () -> ()\n";
  EXPECT_EQ(faultOf(write(text, 6)), "regions are nested deeper than 1000");
}

TEST(BytecodeStructure, LimitsHowOftenEntriesAreRead) {
  std::string written = write(kModule, 6);
  llvm::Expected<BytecodeStructure> structure = readBytecodeStructure(written);
  ASSERT_TRUE(bool(structure));
  EXPECT_EQ(errorOf(written, structure->maxEntriesRead()), "");
  EXPECT_EQ(errorOf(written, 2), "attributes or types contain each other");
}
