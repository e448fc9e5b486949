//===- FuncRegistryToEmitC.cpp - The function registry in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/RuntimeFunctions.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Support/Escape.h"

using namespace mlir;
using namespace tir;

/// Prints the list of names. It begins with their number in the byte order of
/// the target, and may be longer than a string literal of C99 can be. A struct
/// of a uint16_t and of char arrays has no padding, and leaves both to the C
/// compiler.
static void printNames(FuncRegistryOp op, llvm::raw_ostream &os) {
  os << "static const struct {\n  uint16_t count;\n";
  for (auto [index, name] :
       llvm::enumerate(op.getNames().getAsValueRange<StringAttr>()))
    os << "  char name" << index << "[" << name.size() + 1 << "];\n";
  os << "  char end[1];\n} " << op.getSymName() << "_names = {\n  "
     << op.getNames().size() << ",\n";
  for (auto name : op.getNames().getAsValueRange<StringAttr>())
    os << "  " << makeCString(name) << ",\n";
  os << "  \"\",\n};\n";
}

static void createEntryPoint(FuncRegistryOp op,
                             ConversionPatternRewriter &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  Type type = getPointerTo(rewriter.getContext(), "const TVMModule");
  auto function =
      emitc::FuncOp::create(rewriter, op.getLoc(), kSystemLibEntryPoint,
                            rewriter.getFunctionType({}, type));
  rewriter.createBlock(&function.getBody());
  EmitCBuilder c(rewriter, op.getLoc());
  Value module = emitc::LiteralOp::create(
      c.builder(), type, ("&" + op.getSymName() + "_module").str());
  emitc::ReturnOp::create(c.builder(), module);
}

static LogicalResult convertFuncRegistry(FuncRegistryOp op,
                                         FuncRegistryOp::Adaptor,
                                         const TypeConverter &,
                                         ConversionPatternRewriter &rewriter) {
  StringRef name = op.getSymName();
  std::string text;
  llvm::raw_string_ostream os(text);
  printNames(op, os);
  // int32_t need not be the same type as C's int.
  os << "static const TVMBackendPackedCFunc " << name << "_functions[] = {\n";
  for (auto function : op.getFunctions().getAsRange<FlatSymbolRefAttr>())
    os << "  (TVMBackendPackedCFunc)" << function.getValue() << ",\n";
  os << "};\nstatic const TVMFuncRegistry " << name << " = {\n  (const char *)&"
     << name << "_names,\n  " << name << "_functions,\n};";
  if (op.getSystemLib())
    os << "\nstatic const TVMModule " << name << "_module = {&" << name << "};";
  for (auto function : op.getFunctions().getAsRange<FlatSymbolRefAttr>())
    emitc::DeclareFuncOp::create(rewriter, op.getLoc(), function);
  emitc::VerbatimOp::create(rewriter, op.getLoc(), text);
  if (op.getSystemLib())
    createEntryPoint(op, rewriter);
  rewriter.eraseOp(op);
  return success();
}

static LogicalResult convertAddressOf(AddressOfOp op, AddressOfOp::Adaptor,
                                      const TypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  rewriter.replaceOp(op, createConstantAddress(c, op.getSymbol()));
  return success();
}

void tir::populateFuncRegistryToEmitCPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertFuncRegistry,
                 convertAddressOf);
}
