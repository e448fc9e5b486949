//===- KernelDescriptionTest.cpp - What a kernel computes, and with what
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/KernelDescription.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "tir/Dialect/TIR/Analysis/LoopNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

namespace {
class Descriptions : public testing::Test {
protected:
  Descriptions() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, tensor::TensorDialect,
                        tosa::TosaDialect>();
  }

  /// Parses a function @kernel and describes it.
  KernelDescription describe(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "the kernel does not parse";
      return KernelDescription(ArrayRef<Operation *>());
    }
    kernel = module->lookupSymbol<func::FuncOp>("kernel");
    return KernelDescription(kernel);
  }

  OperandRole roleOf(const KernelDescription &description, unsigned argument) {
    return description.getRole(kernel.getArgument(argument));
  }

  /// Returns the factors of the main operation.
  SmallVector<Factor, 2> factorsOf(const KernelDescription &description) {
    return describeStructuredOp(cast<linalg::LinalgOp>(description.getMainOp()))
        .factors;
  }

  std::string loopNames(const KernelDescription &description) {
    return llvm::join(
        getLoopNames(cast<linalg::LinalgOp>(description.getMainOp())), " ");
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp kernel;
};
} // namespace

TEST_F(Descriptions, Convolution) {
  KernelDescription description = describe(R"(
    #channel = affine_map<(n, h, w, c) -> (c)>
    #all = affine_map<(n, h, w, c) -> (n, h, w, c)>
    func.func @kernel(%x: tensor<1x9x8x2xi8>, %w: tensor<4x3x2x2xi8>,
                      %b: tensor<4xi32>, %m: tensor<4xi32>, %s: tensor<4xi8>)
        -> tensor<1x4x6x4xi8> {
      %pad = arith.constant -5 : i8
      %padded = tensor.pad %x low[0, 1, 0, 0] high[0, 2, 1, 0] {
      ^bb0(%i: index, %j: index, %k: index, %l: index):
        tensor.yield %pad : i8
      } : tensor<1x9x8x2xi8> to tensor<1x12x9x2xi8>
      %sums = tensor.empty() : tensor<1x4x6x4xi32>
      %init = linalg.generic {indexing_maps = [#channel, #all],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%b : tensor<4xi32>) outs(%sums : tensor<1x4x6x4xi32>) {
      ^bb0(%in: i32, %out: i32):
        linalg.yield %in : i32
      } -> tensor<1x4x6x4xi32>
      %xz = arith.constant -5 : i32
      %wz = arith.constant 3 : i32
      %y = linalg.conv_2d_nhwc_fhwc_q {strides = dense<[2, 1]> : tensor<2xi64>,
                                       dilations = dense<[2, 3]> : tensor<2xi64>}
          ins(%padded, %w, %xz, %wz
              : tensor<1x12x9x2xi8>, tensor<4x3x2x2xi8>, i32, i32)
          outs(%init : tensor<1x4x6x4xi32>) -> tensor<1x4x6x4xi32>
      %bytes = tensor.empty() : tensor<1x4x6x4xi8>
      %zero = arith.constant -128 : i32
      %most = arith.constant 100 : i32
      %z = linalg.generic {indexing_maps = [#all, #channel, #channel, #all],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%y, %m, %s : tensor<1x4x6x4xi32>, tensor<4xi32>, tensor<4xi8>)
          outs(%bytes : tensor<1x4x6x4xi8>) {
      ^bb0(%in: i32, %im: i32, %is: i8, %out: i8):
        %0 = tosa.apply_scale %in, %im, %is {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
        %1 = arith.addi %0, %zero : i32
        %2 = arith.maxsi %1, %zero : i32
        %3 = arith.minsi %2, %most : i32
        %4 = arith.trunci %3 : i32 to i8
        linalg.yield %4 : i8
      } -> tensor<1x4x6x4xi8>
      return %z : tensor<1x4x6x4xi8>
    })");
  EXPECT_EQ(description.getKind(), KernelKind::Convolution);
  ASSERT_EQ(description.getWindow().size(), 2u);
  const WindowDimension &height = description.getWindow()[0];
  const WindowDimension &width = description.getWindow()[1];
  EXPECT_EQ(height.size, 3);
  EXPECT_EQ(height.stride, 2);
  EXPECT_EQ(height.dilation, 2);
  EXPECT_EQ(height.padLow, 1);
  EXPECT_EQ(height.padHigh, 2);
  EXPECT_EQ(width.size, 2);
  EXPECT_EQ(width.stride, 1);
  EXPECT_EQ(width.dilation, 3);
  EXPECT_EQ(width.padLow, 0);
  EXPECT_EQ(width.padHigh, 1);
  ASSERT_EQ(factorsOf(description).size(), 2u);
  EXPECT_EQ(factorsOf(description)[0].zeroPoint, -5);
  EXPECT_EQ(factorsOf(description)[1].zeroPoint, 3);
  EXPECT_EQ(roleOf(description, 0), OperandRole::Input);
  EXPECT_EQ(roleOf(description, 1), OperandRole::Weights);
  EXPECT_EQ(roleOf(description, 2), OperandRole::Bias);
  EXPECT_EQ(roleOf(description, 3), OperandRole::Multiplier);
  EXPECT_EQ(roleOf(description, 4), OperandRole::Shift);
  EXPECT_EQ(description.getMultiplications(), 4 * 6 * 4 * 3 * 2 * 2);
  EXPECT_EQ(loopNames(description), "n h w c kh kw ic");
}

TEST_F(Descriptions, DepthwiseConvolutionWithABiasBehindIt) {
  KernelDescription description = describe(R"(
    #channel = affine_map<(n, h, w, c) -> (c)>
    #all = affine_map<(n, h, w, c) -> (n, h, w, c)>
    func.func @kernel(%x: tensor<1x5x5x8xf32>, %w: tensor<3x3x8x1xf32>,
                      %b: tensor<8xf32>, %r: tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32> {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<1x3x3x8x1xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x3x8x1xf32>) -> tensor<1x3x3x8x1xf32>
      %y = linalg.depthwise_conv_2d_nhwc_hwcm
          ins(%x, %w : tensor<1x5x5x8xf32>, tensor<3x3x8x1xf32>)
          outs(%init : tensor<1x3x3x8x1xf32>) -> tensor<1x3x3x8x1xf32>
      %flat = tensor.collapse_shape %y [[0], [1], [2], [3, 4]] : tensor<1x3x3x8x1xf32> into tensor<1x3x3x8xf32>
      %out = tensor.empty() : tensor<1x3x3x8xf32>
      %z = linalg.generic {indexing_maps = [#channel, #all, #all],
          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%b, %flat : tensor<8xf32>, tensor<1x3x3x8xf32>) outs(%out : tensor<1x3x3x8xf32>) {
      ^bb0(%in: f32, %sum: f32, %o: f32):
        %0 = arith.addf %in, %sum : f32
        linalg.yield %0 : f32
      } -> tensor<1x3x3x8xf32>
      %sum = linalg.add ins(%z, %r : tensor<1x3x3x8xf32>, tensor<1x3x3x8xf32>)
          outs(%out : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
      return %sum : tensor<1x3x3x8xf32>
    })");
  EXPECT_EQ(description.getKind(), KernelKind::DepthwiseConvolution);
  EXPECT_EQ(roleOf(description, 1), OperandRole::Weights);
  EXPECT_EQ(roleOf(description, 2), OperandRole::Bias);
  // What is added element by element is another input.
  EXPECT_EQ(roleOf(description, 3), OperandRole::Input);
  EXPECT_EQ(description.getMultiplications(), 3 * 3 * 8 * 3 * 3);
  EXPECT_EQ(loopNames(description), "n h w c m kh kw");
  EXPECT_EQ(llvm::join(getDimensionNames(
                           kernel.front().getTerminator()->getOperand(0)),
                       " "),
            "n h w c");
}

TEST_F(Descriptions, FullyConnected) {
  KernelDescription description = describe(R"(
    func.func @kernel(%x: tensor<1x2x8xi8>, %w: tensor<1x8x3xi8>, %b: tensor<1x2x3xi32>) -> tensor<1x2x3xi32> {
      %xz = arith.constant 7 : i32
      %wz = arith.constant 0 : i32
      %y = linalg.quantized_batch_matmul
          ins(%x, %w, %xz, %wz : tensor<1x2x8xi8>, tensor<1x8x3xi8>, i32, i32)
          outs(%b : tensor<1x2x3xi32>) -> tensor<1x2x3xi32>
      return %y : tensor<1x2x3xi32>
    })");
  EXPECT_EQ(description.getKind(), KernelKind::Matmul);
  ASSERT_EQ(factorsOf(description).size(), 2u);
  EXPECT_EQ(factorsOf(description)[0].zeroPoint, 7);
  EXPECT_EQ(factorsOf(description)[1].zeroPoint, 0);
  EXPECT_EQ(roleOf(description, 1), OperandRole::Weights);
  EXPECT_EQ(roleOf(description, 2), OperandRole::Bias);
  EXPECT_EQ(description.getMultiplications(), 2 * 3 * 8);
  EXPECT_EQ(loopNames(description), "b i j k");
  EXPECT_TRUE(description.getWindow().empty());
}

TEST_F(Descriptions, Pooling) {
  KernelDescription description = describe(R"(
    func.func @kernel(%x: tensor<1x4x6x2xi8>) -> tensor<1x2x3x2xi8> {
      %least = arith.constant -128 : i8
      %empty = tensor.empty() : tensor<1x2x3x2xi8>
      %init = linalg.fill ins(%least : i8) outs(%empty : tensor<1x2x3x2xi8>) -> tensor<1x2x3x2xi8>
      %window = tensor.empty() : tensor<2x2xi8>
      %y = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
          ins(%x, %window : tensor<1x4x6x2xi8>, tensor<2x2xi8>)
          outs(%init : tensor<1x2x3x2xi8>) -> tensor<1x2x3x2xi8>
      return %y : tensor<1x2x3x2xi8>
    })");
  EXPECT_EQ(description.getKind(), KernelKind::Pooling);
  ASSERT_EQ(description.getWindow().size(), 2u);
  EXPECT_EQ(description.getWindow()[0].size, 2);
  EXPECT_EQ(description.getWindow()[0].stride, 2);
  EXPECT_EQ(description.getMultiplications(), 0);
  // The window has a shape and no elements.
  EXPECT_EQ(description.getOperands().size(), 1u);
  EXPECT_EQ(loopNames(description), "n h w c kh kw");
}

TEST_F(Descriptions, AnOperandWithTwoRoles) {
  KernelDescription description = describe(R"(
    #all = affine_map<(i) -> (i)>
    func.func @kernel(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
      %zx = arith.constant 11 : i32
      %m = arith.constant 1073741824 : i32
      %s = arith.constant 20 : i8
      %c5 = arith.constant 5 : i32
      %least = arith.constant -128 : i32
      %most = arith.constant 127 : i32
      %empty = tensor.empty() : tensor<4xi8>
      %z = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]}
          ins(%x, %y : tensor<4xi8>, tensor<4xi8>) outs(%empty : tensor<4xi8>) {
      ^bb0(%a: i8, %b: i8, %out: i8):
        %wide = arith.extsi %a : i8 to i32
        %less = arith.subi %wide, %zx : i32
        %0 = tosa.apply_scale %less, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
        %wb = arith.extsi %b : i8 to i32
        %mb = arith.muli %wb, %wb : i32
        %1 = tosa.apply_scale %mb, %wb, %b {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
        %sum = arith.addi %0, %1 : i32
        %2 = arith.addi %sum, %c5 : i32
        %3 = arith.maxsi %2, %least : i32
        %4 = arith.minsi %3, %most : i32
        %5 = arith.trunci %4 : i32 to i8
        linalg.yield %5 : i8
      } -> tensor<4xi8>
      %floor = arith.constant 3 : i8
      %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel"]}
          ins(%z : tensor<4xi8>) outs(%empty : tensor<4xi8>) {
      ^bb0(%a: i8, %out: i8):
        %0 = arith.maxsi %a, %floor : i8
        linalg.yield %0 : i8
      } -> tensor<4xi8>
      return %r : tensor<4xi8>
    })");
  EXPECT_EQ(description.getKind(), KernelKind::Elementwise);
  // The operand is not a multiplier of its own: it has two roles.
  EXPECT_EQ(roleOf(description, 1), OperandRole::Input);
}

/// The maps belong to a convolution, the body does not.
TEST_F(Descriptions, GuessesNothing) {
  KernelDescription description = describe(R"(
    func.func @kernel(%x: tensor<8xf32>, %w: tensor<3xf32>, %init: tensor<6xf32>) -> tensor<6xf32> {
      %y = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%x, %w : tensor<8xf32>, tensor<3xf32>) outs(%init : tensor<6xf32>) {
      ^bb0(%a: f32, %b: f32, %out: f32):
        %0 = arith.divf %a, %b : f32
        %1 = arith.addf %out, %0 : f32
        linalg.yield %1 : f32
      } -> tensor<6xf32>
      return %y : tensor<6xf32>
    })");
  EXPECT_EQ(description.getKind(), KernelKind::Reduction);
  EXPECT_EQ(roleOf(description, 1), OperandRole::Input);
  EXPECT_TRUE(description.getWindow().empty());
  EXPECT_TRUE(factorsOf(description).empty());
  EXPECT_EQ(description.getMultiplications(), 0);
  EXPECT_EQ(loopNames(description), "i r");
}

TEST_F(Descriptions, TwoProductsInOneIteration) {
  KernelDescription description = describe(R"(
    #in = affine_map<(i, k) -> (k)>
    #out = affine_map<(i, k) -> (i)>
    func.func @kernel(%x: tensor<8xf32>, %y: tensor<8xf32>, %init: tensor<6xf32>) -> tensor<6xf32> {
      %z = linalg.generic {indexing_maps = [#in, #in, #out], iterator_types = ["parallel", "reduction"]}
          ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%init : tensor<6xf32>) {
      ^bb0(%a: f32, %b: f32, %out: f32):
        %0 = arith.mulf %a, %a : f32
        %1 = arith.mulf %b, %b : f32
        %2 = arith.subf %0, %1 : f32
        %3 = arith.addf %out, %2 : f32
        linalg.yield %3 : f32
      } -> tensor<6xf32>
      return %z : tensor<6xf32>
    })");
  EXPECT_EQ(description.getKind(), KernelKind::Reduction);
  EXPECT_EQ(description.getMultiplications(), 2 * 6 * 8);
}

TEST_F(Descriptions, ElementsFromOtherPlaces) {
  StringRef text = R"(
    #all = affine_map<(i) -> (i)>
    func.func @kernel(%x: tensor<4xi32>, %table: tensor<9xi8>) -> tensor<4xi8> {{
      %empty = tensor.empty() : tensor<4xi8>
      %z = linalg.generic {{indexing_maps = [#all, #all], iterator_types = ["parallel"]}
          ins(%x : tensor<4xi32>) outs(%empty : tensor<4xi8>) {{
      ^bb0(%a: i32, %out: i8):
        %at = {0}
        %0 = tensor.extract %table[%at] : tensor<9xi8>
        linalg.yield %0 : i8
      } -> tensor<4xi8>
      return %z : tensor<4xi8>
    })";
  KernelDescription lookup = describe(
      llvm::formatv(text.data(), "arith.index_cast %a : i32 to index").str());
  EXPECT_EQ(lookup.getKind(), KernelKind::Lookup);
  EXPECT_EQ(roleOf(lookup, 1), OperandRole::Table);
  KernelDescription movement =
      describe(llvm::formatv(text.data(), "linalg.index 0 : index").str());
  EXPECT_EQ(movement.getKind(), KernelKind::DataMovement);
  EXPECT_EQ(roleOf(movement, 1), OperandRole::Input);
}

TEST_F(Descriptions, UnsignedZeroPoint) {
  KernelDescription description = describe(R"(
    #in = affine_map<(k) -> (k)>
    #scalar = affine_map<(k) -> ()>
    func.func @kernel(%x: tensor<8xi8>, %w: tensor<8xi8>, %init: tensor<i32>) -> tensor<i32> {
      %zp = arith.constant dense<-56> : tensor<i8>
      %y = linalg.generic {indexing_maps = [#in, #in, #scalar, #scalar], iterator_types = ["reduction"]}
          ins(%x, %w, %zp : tensor<8xi8>, tensor<8xi8>, tensor<i8>) outs(%init : tensor<i32>) {
      ^bb0(%a: i8, %b: i8, %z: i8, %out: i32):
        %0 = arith.extui %a : i8 to i32
        %1 = arith.extui %z : i8 to i32
        %2 = arith.subi %0, %1 : i32
        %3 = arith.extsi %b : i8 to i32
        %4 = arith.muli %2, %3 : i32
        %5 = arith.addi %out, %4 : i32
        linalg.yield %5 : i32
      } -> tensor<i32>
      return %y : tensor<i32>
    })");
  ASSERT_EQ(factorsOf(description).size(), 2u);
  EXPECT_EQ(factorsOf(description)[0].zeroPoint, 200);
}

TEST_F(Descriptions, NothingOnTensors) {
  KernelDescription description = describe("func.func @kernel() { return }");
  EXPECT_EQ(description.getKind(), KernelKind::Unknown);
  EXPECT_FALSE(description.getMainOp());
  EXPECT_TRUE(description.getOperands().empty());
}
