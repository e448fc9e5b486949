//===- NamesTest.cpp - Tests of how names become C names
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/Names.h"
#include "gtest/gtest.h"

using namespace tir;

TEST(NamesTest, SanitizesByTVMsRule) {
  EXPECT_EQ(sanitizeName("serving_default_x:0"), "serving_default_x_0");
  EXPECT_EQ(sanitizeName("a b/c"), "a_b_c");
  // Each byte of a non-ASCII character is replaced.
  EXPECT_EQ(sanitizeName("\xc3\xa9"), "__");
}

TEST(NamesTest, DropsPunctuationThatWouldReserveAName) {
  EXPECT_EQ(fieldName("serving_default_x:0"), "serving_default_x_0");
  EXPECT_EQ(fieldName("/Relu:0"), "Relu_0");
  EXPECT_EQ(fieldName("//relu"), "_relu");
  EXPECT_EQ(fieldName("/relu"), "_relu");
  EXPECT_EQ(fieldName("/1"), "_1");
  // An underscore in the model's name stays.
  EXPECT_EQ(fieldName("_Relu"), "_Relu");
  EXPECT_EQ(fieldName("__x"), "__x");
  // Three bytes of a character.
  EXPECT_EQ(fieldName("\xE5\xB1\xA4"), "_");
}

TEST(NamesTest, NamesAModelAfterItsFile) {
  EXPECT_EQ(modelNameOfFile("some/where/My-Net.v2.mlirbc"), "My_Net_v2");
  EXPECT_EQ(modelNameOfFile("net"), "net");
  EXPECT_EQ(modelNameOfFile("-"), "default");
  EXPECT_EQ(modelNameOfFile("\xE5\xB1\xA4.mlir"), "default");
  EXPECT_EQ(modelNameOfFile("_x_.mlir"), "x");
}

TEST(NamesTest, KnowsIdentifiers) {
  EXPECT_TRUE(isCIdentifier("input_1"));
  EXPECT_TRUE(isCIdentifier("_x"));
  EXPECT_FALSE(isCIdentifier(""));
  EXPECT_FALSE(isCIdentifier("1st"));
  EXPECT_FALSE(isCIdentifier("a-b"));
  EXPECT_FALSE(isCIdentifier("for"));
  // A field may have the name of a library function; a function may not.
  EXPECT_TRUE(isCIdentifier("index"));
  EXPECT_FALSE(isCFunctionName("index"));
  EXPECT_TRUE(isCFunctionName("__tvm_ffi_main"));
  EXPECT_FALSE(isCIdentifier("__tvm_ffi_main"));
}

TEST(NamesTest, ManglesInLowerCase) {
  EXPECT_EQ(mangleModelName("KeyWord"), "tvmgen_keyword");
  EXPECT_EQ(mangleSymbol("Net", "run"), "tvmgen_net_run");
  EXPECT_EQ(fileStem("Net"), "tvmgen_net");
  EXPECT_EQ(headerGuard("net"), "TVMGEN_NET_H_");
  EXPECT_EQ(macroPrefix("net"), "TVMGEN_NET_");
  EXPECT_EQ(macroName("x:0"), "X_0");
}

TEST(NamesTest, NamesHooksByLetters) {
  EXPECT_EQ(hookName("npu", "open"), "TVMDeviceNpuOpen");
  EXPECT_EQ(hookName("ethos-u", "activate"), "TVMDeviceEthosUActivate");
  EXPECT_EQ(hookName("ETHOS_u", "close"), "TVMDeviceEthosUClose");
  EXPECT_EQ(hookName("u55", "deactivate"), hookName("u65", "deactivate"));
}
