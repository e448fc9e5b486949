//===- ScalarTypesTest.cpp - Tests of the table of numbers in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/ScalarTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

TEST(ScalarTypesTest, EachNumberHasOneTypeInC) {
  MLIRContext context;
  Builder b(&context);
  auto name = [](Type type) { return getCScalarName(getCScalar(type)); };
  EXPECT_EQ(name(b.getI1Type()), "bool");
  EXPECT_EQ(name(b.getI8Type()), "int8_t");
  EXPECT_EQ(name(b.getI64Type()), "int64_t");
  EXPECT_EQ(name(b.getIntegerType(16, /*isSigned=*/true)), "int16_t");
  EXPECT_EQ(name(b.getIntegerType(16, /*isSigned=*/false)), "uint16_t");
  EXPECT_EQ(name(b.getIntegerType(4)), "int8_t");
  EXPECT_EQ(name(b.getIntegerType(9)), "int16_t");
  EXPECT_EQ(name(b.getIntegerType(48)), "int64_t");
  EXPECT_EQ(name(b.getIndexType()), "int32_t");
  EXPECT_EQ(name(b.getF16Type()), "uint16_t");
  EXPECT_EQ(name(b.getBF16Type()), "uint16_t");
  EXPECT_EQ(name(b.getF32Type()), "float");
  EXPECT_EQ(name(b.getF64Type()), "double");
}

TEST(ScalarTypesTest, C99DoesNotHaveAll) {
  MLIRContext context;
  Builder b(&context);
  EXPECT_FALSE(getCScalar(b.getIntegerType(65)));
  EXPECT_FALSE(getCScalar(b.getIntegerType(128)));
  EXPECT_FALSE(getCScalar(b.getIntegerType(4, /*isSigned=*/false)));
  EXPECT_FALSE(getCScalar(Float80Type::get(&context)));
  EXPECT_FALSE(getCScalar(VectorType::get(4, b.getF32Type())));
  EXPECT_FALSE(isCScalar(b.getF16Type()));
  EXPECT_FALSE(isCScalar(b.getIndexType()));
}

TEST(ScalarTypesTest, NamesOfElementTypesReadBack) {
  MLIRContext context;
  Builder b(&context);
  for (Type type :
       {Type(b.getI1Type()), Type(b.getI8Type()), Type(b.getIntegerType(4)),
        Type(b.getF16Type()), Type(b.getBF16Type()), Type(b.getF64Type()),
        Type(b.getIntegerType(32, /*isSigned=*/false))})
    EXPECT_EQ(parseDTypeName(&context, getDTypeName(type)), type);
  EXPECT_EQ(parseDTypeName(&context, "int64"), b.getI64Type());
  for (const char *name : {"int0", "int65", "int", "uint8x", "8", ""})
    EXPECT_FALSE(parseDTypeName(&context, name)) << name;
  EXPECT_FALSE(parseDTypeName(&context, "float8"));
}
