//===- AloneTest.cpp - The dialect without the one on top of it
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

namespace {
/// A context that knows `tir`, and no dialect on top of it.
class Alone : public testing::Test {
protected:
  Alone() {
    context.loadDialect<TIRDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
      for (const Diagnostic &note : diagnostic.getNotes())
        errors += note.str() + "\n";
      return success();
    });
  }

  bool knowsKernels() { return context.getOrLoadDialect("kernel"); }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, &context);
  }

  MLIRContext context;
  std::string errors;
};

constexpr StringLiteral kCalls = R"mlir(
  tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>]}
  tir.pool @sram {size = 4096 : i64}
  tir.prim_func private @negate(
      memref<4xi8> {tir.effect = #tir.effect<read>},
      memref<4xi8> {tir.effect = #tir.effect<write>},
      !tir.device_context<"npu">) attributes {devices = [@npu0]}
  tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>)
      attributes {tir.model = #tir.model<name = "net">} {
    %context = tir.get_device_context @npu0 : !tir.device_context<"npu">
    tir.call_cpacked @negate(%x, %y) context(%context)
        : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
    tir.return
  }
)mlir";

TEST_F(Alone, ReadsVerifiesAndWritesCalls) {
  OwningOpRef<ModuleOp> module = parse(kCalls);
  ASSERT_TRUE(module) << errors;
  EXPECT_TRUE(succeeded(verify(*module)));
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, stream)));
  EXPECT_TRUE(parse(bytes)) << errors;
  EXPECT_FALSE(knowsKernels());
}

TEST_F(Alone, RefusesASchedule) {
  EXPECT_FALSE(parse("tir.prim_func @f() attributes {schedule = "
                     "#tir.elementwise} { tir.return }"));
  EXPECT_NE(errors.find("unknown attribute `elementwise` in dialect `tir`"),
            std::string::npos)
      << errors;
}

TEST_F(Alone, SaysWhereScratchIsNow) {
  EXPECT_FALSE(parse("tir.prim_func private @f(memref<4xi8> {tir.scratch})"));
  EXPECT_NE(
      errors.find(
          "write it as kernel.argument = #kernel.argument<scratch = true>"),
      std::string::npos)
      << errors;
}

TEST_F(Alone, IsJoinedByTheOtherDialectOnDemand) {
  DialectRegistry registry;
  registry.insert<kernel::KernelDialect>();
  context.appendDialectRegistry(registry);
  EXPECT_TRUE(parse(kCalls)) << errors;
  EXPECT_FALSE(context.getLoadedDialect("kernel"));
  // The former name of an attribute loads it.
  OwningOpRef<ModuleOp> module =
      parse("tir.prim_func @f() attributes {schedule = #tir.elementwise} { "
            "tir.return }");
  ASSERT_TRUE(module) << errors;
  auto function = *module->getOps<PrimFuncOp>().begin();
  EXPECT_EQ(&function.getScheduleAttr().getDialect(),
            context.getLoadedDialect("kernel"));
}
} // namespace
