//===- TypeCodesTest.cpp - Tests of the ABI's numbers and names
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/TypeCodes.h"
#include "tir/ABI/DLTensor.h"
#include "tir/Dialect/TIR/IR/PackedValues.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

TEST(TypeCodesTest, NamesWhatTheRuntimesHeaderNames) {
  EXPECT_EQ(getEnumerator(ArgTypeCode::Int), "kTVMArgInt");
  EXPECT_EQ(getEnumerator(ArgTypeCode::Float), "kTVMArgFloat");
  EXPECT_EQ(getEnumerator(ArgTypeCode::DLTensorHandle), "kTVMDLTensorHandle");
  EXPECT_EQ(getEnumerator(ArgTypeCode::Str), "kTVMStr");
  // The only enumerator with another prefix.
  EXPECT_EQ(getEnumerator(ArgTypeCode::Device), "kDLDevice");
  EXPECT_EQ(getValueMember(ArgTypeCode::Int), "v_int64");
  EXPECT_EQ(getValueMember(ArgTypeCode::Float), "v_float64");
  EXPECT_EQ(getValueMember(ArgTypeCode::Str), "v_str");
  EXPECT_EQ(getValueMember(ArgTypeCode::NDArrayHandle), "v_handle");
}

TEST(TypeCodesTest, CodesFollowTheType) {
  MLIRContext context;
  context.loadDialect<TIRDialect>();
  Builder b(&context);
  EXPECT_EQ(getArgTypeCode(b.getI1Type()), ArgTypeCode::Int);
  EXPECT_EQ(getArgTypeCode(b.getIndexType()), ArgTypeCode::Int);
  EXPECT_EQ(getArgTypeCode(b.getF32Type()), ArgTypeCode::Float);
  EXPECT_EQ(getArgTypeCode(HandleType::get(&context)),
            ArgTypeCode::OpaqueHandle);
  EXPECT_EQ(getArgTypeCode(DeviceContextType::get(&context, "npu")),
            ArgTypeCode::OpaqueHandle);
  EXPECT_EQ(getArgTypeCode(DLTensorType::get(&context)),
            ArgTypeCode::DLTensorHandle);
  EXPECT_EQ(getArgTypeCode(StringType::get(&context)), ArgTypeCode::Str);
}

TEST(DLTensorTest, EachFieldOfTheOperationsHasAPlace) {
  // In the order of the struct, whose positions go up one by one.
  int position = -1, subposition = -1;
  for (uint32_t i = 0; i <= getMaxEnumValForDLTensorField(); ++i) {
    StringRef name = stringifyDLTensorField(DLTensorField(i));
    const DLTensorMember &member = getDLTensorMember(name);
    EXPECT_EQ(member.name, name);
    bool isNext = member.position == position + 1 && member.subposition <= 0;
    bool isInSame =
        member.position == position && member.subposition == subposition + 1;
    EXPECT_TRUE(isNext || isInSame) << name.str();
    EXPECT_EQ(member.submember.empty(), member.subposition < 0) << name.str();
    position = member.position;
    subposition = member.subposition;
  }
  EXPECT_EQ(position, 6);
  EXPECT_EQ(getDLTensorMember("dtype_lanes").bits, 16u);
  EXPECT_TRUE(getDLTensorMember("strides").isPointer());
}

TEST(DLTensorTest, KnowsTheDTypesOfDLPack) {
  MLIRContext context;
  Builder b(&context);
  auto expect = [](Type type, DLDataTypeCode code, unsigned bits,
                   unsigned bytes) {
    std::optional<DLDataType> dtype = getDLDataType(type);
    ASSERT_TRUE(dtype);
    EXPECT_EQ(dtype->code, code);
    EXPECT_EQ(dtype->bits, bits);
    EXPECT_EQ(dtype->getBytes(), bytes);
  };
  // TVM's bool is an unsigned integer of one bit, in a byte of its own.
  expect(b.getI1Type(), DLDataTypeCode::UInt, 1, 1);
  expect(b.getI8Type(), DLDataTypeCode::Int, 8, 1);
  expect(b.getIntegerType(16, /*isSigned=*/true), DLDataTypeCode::Int, 16, 2);
  expect(b.getIntegerType(64, /*isSigned=*/false), DLDataTypeCode::UInt, 64, 8);
  expect(b.getF16Type(), DLDataTypeCode::Float, 16, 2);
  expect(b.getBF16Type(), DLDataTypeCode::Bfloat, 16, 2);
  EXPECT_FALSE(getDLDataType(b.getIndexType()));
  EXPECT_FALSE(getDLDataType(b.getIntegerType(4)));
  EXPECT_FALSE(getDLDataType(b.getIntegerType(300)));
  EXPECT_FALSE(getDLDataType(Float8E4M3FNType::get(&context)));
}

TEST(DLTensorTest, NamesExtents) {
  EXPECT_EQ(getExtentsName({4, 8}), "tir_extents_4_8");
  EXPECT_EQ(getExtentsName({-1, 0}), "tir_extents_m1_0");
  EXPECT_EQ(getExtentsName({INT64_MIN}), "tir_extents_m9223372036854775808");
}
