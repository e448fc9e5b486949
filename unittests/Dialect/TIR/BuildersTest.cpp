//===- BuildersTest.cpp - Tests of the dialect's C++ builders
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

namespace {
class Builders : public testing::Test {
protected:
  Builders() : builder(&context) {
    context.loadDialect<TIRDialect, func::FuncDialect, memref::MemRefDialect,
                        tensor::TensorDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
  }

  /// Creates a kernel with one input and one output that does nothing.
  PrimFuncOp makeKernel(StringRef name, Effect first = Effect::Read) {
    OpBuilder::InsertionGuard guard(builder);
    auto type = builder.getFunctionType({memref, memref}, {});
    auto kernel =
        PrimFuncOp::create(builder, builder.getUnknownLoc(), name, type);
    kernel.setPrivate();
    kernel.setEffect(0, first);
    kernel.setEffect(1, Effect::Write);
    builder.setInsertionPointToStart(kernel.addEntryBlock());
    tir::ReturnOp::create(builder, builder.getUnknownLoc());
    return kernel;
  }

  /// Creates a function with arguments of these types, to build calls in.
  Block *makeCaller(TypeRange arguments, TypeRange results = {}) {
    auto caller =
        func::FuncOp::create(builder, builder.getUnknownLoc(), "caller",
                             builder.getFunctionType(arguments, results));
    Block *block = caller.addEntryBlock();
    builder.setInsertionPointToEnd(block);
    return block;
  }

  /// Returns the verifier's message, or an empty string.
  std::string verifyModule() {
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (message.empty())
        message = diagnostic.str();
      return success();
    });
    if (succeeded(verify(*module)))
      return "";
    return message.empty() ? "failed without a message" : message;
  }

  FlatSymbolRefAttr symbol(StringRef name) {
    return FlatSymbolRefAttr::get(&context, name);
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  MemRefType memref = MemRefType::get({4}, Float32Type::get(&context));
  RankedTensorType tensor =
      RankedTensorType::get({4}, Float32Type::get(&context));
};
} // namespace

TEST_F(Builders, PrimFunc) {
  PrimFuncOp kernel = makeKernel("kernel");
  EXPECT_EQ(verifyModule(), "");
  EXPECT_EQ(kernel.getName(), "kernel");
  EXPECT_TRUE(kernel.isPrivate());
  EXPECT_EQ(kernel.getNumArguments(), 2u);
  EXPECT_EQ(kernel.getEffect(0), Effect::Read);
  EXPECT_EQ(kernel.getEffect(1), Effect::Write);
  EXPECT_NE(kernel.getCallableRegion(), nullptr);
}

TEST_F(Builders, EffectIsReadWriteWhereNothingIsSaid) {
  auto kernel = PrimFuncOp::create(builder, builder.getUnknownLoc(), "declared",
                                   builder.getFunctionType({memref}, {}));
  kernel.setPrivate();
  EXPECT_EQ(verifyModule(), "");
  EXPECT_EQ(kernel.getEffect(0), Effect::ReadWrite);
  EXPECT_TRUE(kernel.isExternal());
  EXPECT_EQ(kernel.getCallableRegion(), nullptr);
}

TEST_F(Builders, PrimFuncWithAttributesOfItsArguments) {
  auto named = builder.getDictionaryAttr(
      builder.getNamedAttr("tir.name", builder.getStringAttr("input")));
  KernelParts kernelParts;
  kernelParts.place = builder.getStringAttr("conv2d#0");
  FunctionParts parts;
  parts.kernel = kernelParts.get(builder.getContext());
  NamedAttribute place =
      builder.getNamedAttr("tir.function", parts.get(builder.getContext()));
  auto kernel = PrimFuncOp::create(
      builder, builder.getUnknownLoc(), "kernel",
      builder.getFunctionType({memref, builder.getI32Type()}, {}),
      ArrayRef<NamedAttribute>(place),
      ArrayRef<DictionaryAttr>{named, builder.getDictionaryAttr({})});
  kernel.setPrivate();
  EXPECT_EQ(verifyModule(), "");
  EXPECT_EQ(kernel.getArgAttrOfType<StringAttr>(0, "tir.name"), "input");
  EXPECT_TRUE(isKernel(kernel));
  EXPECT_EQ(getKernelAttr(kernel).getPlace(), "conv2d#0");
}

TEST_F(Builders, PrimFuncWithAResultDoesNotVerify) {
  PrimFuncOp::create(builder, builder.getUnknownLoc(), "kernel",
                     builder.getFunctionType({}, {builder.getI32Type()}))
      .setPrivate();
  EXPECT_NE(verifyModule().find("has results"), std::string::npos);
}

TEST_F(Builders, CallOnTensors) {
  PrimFuncOp kernel = makeKernel("kernel");
  Block *block = makeCaller({tensor, tensor}, {tensor});
  auto call =
      CallTIROp::create(builder, builder.getUnknownLoc(), symbol("kernel"),
                        block->getArgument(0), block->getArgument(1));
  func::ReturnOp::create(builder, builder.getUnknownLoc(), call.getResults());
  EXPECT_EQ(verifyModule(), "");
  EXPECT_EQ(call.getNumOuts(), 1u);
  EXPECT_EQ(call.getResultTypes(), TypeRange(tensor));
  EXPECT_EQ(call.lookupCallee(), kernel);
  EXPECT_EQ(call.getNumDpsInputs(), 1);
  EXPECT_EQ(call.getTiedOpResult(call.getDpsInitOperand(0)), call.getResult(0));
  // The callee is on memrefs, the call on tensors: no analysis may mix them.
  EXPECT_EQ(call.resolveCallable(), nullptr);
  EXPECT_TRUE(isMemoryEffectFree(call));
}

TEST_F(Builders, CallOnMemRefs) {
  PrimFuncOp kernel = makeKernel("kernel");
  Block *block = makeCaller({memref, memref});
  auto call = CallTIROp::create(builder, builder.getUnknownLoc(),
                                symbol("kernel"), block->getArguments());
  func::ReturnOp::create(builder, builder.getUnknownLoc());
  EXPECT_EQ(verifyModule(), "");
  EXPECT_EQ(call.getNumOuts(), 0u);
  EXPECT_EQ(call.getNumResults(), 0u);
  EXPECT_EQ(call.resolveCallable(), kernel.getOperation());

  EXPECT_TRUE(
      hasEffect<MemoryEffects::Read>(call, Value(block->getArgument(0))));
  EXPECT_FALSE(
      hasEffect<MemoryEffects::Write>(call, Value(block->getArgument(0))));
  EXPECT_FALSE(
      hasEffect<MemoryEffects::Read>(call, Value(block->getArgument(1))));
  EXPECT_TRUE(
      hasEffect<MemoryEffects::Write>(call, Value(block->getArgument(1))));

  kernel.setEffect(0, Effect::ReadWrite);
  EXPECT_TRUE(
      hasEffect<MemoryEffects::Read>(call, Value(block->getArgument(0))));
  EXPECT_TRUE(
      hasEffect<MemoryEffects::Write>(call, Value(block->getArgument(0))));
}

TEST_F(Builders, CallOfAWrittenArgumentThatIsNoOutsDoesNotVerify) {
  makeKernel("kernel", Effect::Write);
  Block *block = makeCaller({tensor, tensor});
  CallTIROp::create(builder, builder.getUnknownLoc(), symbol("kernel"),
                    block->getArgument(0), block->getArgument(1));
  func::ReturnOp::create(builder, builder.getUnknownLoc());
  EXPECT_EQ(verifyModule(),
            "'tir.call_tir' op argument #0 is written by the callee, so on "
            "tensors it must be among 'outs'");
}

TEST_F(Builders, ValuesReturnedOnTensorsAreEmptyTensorsThatTheCallFills) {
  PrimFuncOp kernel = makeKernel("f");
  Block *block = makeCaller({tensor});
  auto values = CallTIROp::createReturningValues(
      builder, builder.getUnknownLoc(), kernel, {block->getArgument(0)});
  ASSERT_TRUE(succeeded(values));
  func::ReturnOp::create(builder, builder.getUnknownLoc());
  EXPECT_EQ(verifyModule(), "");
  ASSERT_EQ(values->size(), 1u);
  auto call = values->front().getDefiningOp<CallTIROp>();
  ASSERT_TRUE(call);
  EXPECT_TRUE(call.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>());
}

TEST_F(Builders, ValuesReturnedOnMemRefsAreAllocations) {
  PrimFuncOp kernel = makeKernel("f");
  Block *block = makeCaller({memref});
  auto values = CallTIROp::createReturningValues(
      builder, builder.getUnknownLoc(), kernel, {block->getArgument(0)});
  ASSERT_TRUE(succeeded(values));
  func::ReturnOp::create(builder, builder.getUnknownLoc());
  EXPECT_EQ(verifyModule(), "");
  ASSERT_EQ(values->size(), 1u);
  EXPECT_TRUE(values->front().getDefiningOp<memref::AllocOp>());
  auto call = cast<CallTIROp>(*std::next(block->begin()));
  EXPECT_EQ(call.getArgs()[1], values->front());
  EXPECT_EQ(call->getNumResults(), 0u);
}

TEST_F(Builders, ReturningValuesWantsEachArgumentThatIsRead) {
  PrimFuncOp kernel = makeKernel("f");
  Block *block = makeCaller({memref});
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(CallTIROp::createReturningValues(
      builder, builder.getUnknownLoc(), kernel, {})));
  EXPECT_EQ(message,
            "no value is passed to @f for its argument #0; pass one for "
            "each argument that it does not only write");
  Value argument = block->getArgument(0);
  EXPECT_TRUE(failed(CallTIROp::createReturningValues(
      builder, builder.getUnknownLoc(), kernel, {argument, argument})));
  EXPECT_EQ(message,
            "1 values are passed to @f beyond its arguments; pass none "
            "for the arguments that it only writes");
}

TEST_F(Builders, CalleeCanBeReplaced) {
  makeKernel("one");
  PrimFuncOp two = makeKernel("two");
  Block *block = makeCaller({memref, memref});
  auto call = CallTIROp::create(builder, builder.getUnknownLoc(), symbol("one"),
                                block->getArguments());
  func::ReturnOp::create(builder, builder.getUnknownLoc());
  call.setCalleeFromCallable(SymbolRefAttr(symbol("two")));
  EXPECT_EQ(verifyModule(), "");
  EXPECT_EQ(call.lookupCallee(), two);
  EXPECT_EQ(call.getArgOperands().size(), 2u);
}

TEST_F(Builders, StructFieldAndReturnCode) {
  StructOp::create(builder, builder.getUnknownLoc(), "inputs",
                   builder.getStrArrayAttr({"x", "y"}));
  auto handle = HandleType::get(&context);
  Block *block =
      makeCaller({handle, builder.getI32Type()}, {builder.getI32Type()});
  auto get = StructGetOp::create(builder, builder.getUnknownLoc(), memref,
                                 block->getArgument(0), symbol("inputs"),
                                 builder.getStringAttr("y"));
  CheckReturnOp::create(builder, builder.getUnknownLoc(),
                        block->getArgument(1));
  func::ReturnOp::create(builder, builder.getUnknownLoc(),
                         block->getArgument(1));
  EXPECT_EQ(verifyModule(), "");
  EXPECT_EQ(get.getField(), "y");
  EXPECT_TRUE(hasEffect<MemoryEffects::Read>(get));
  get.setField("z");
  EXPECT_EQ(verifyModule(), "'tir.struct_get' op names field \"z\", which "
                            "@inputs does not have");
}
