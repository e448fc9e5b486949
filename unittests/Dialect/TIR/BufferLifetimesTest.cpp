//===- BufferLifetimesTest.cpp - Tests of the lifetimes of buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferViewFlowOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tir;

namespace {
class Lifetimes : public testing::Test {
protected:
  Lifetimes() {
    // Without this interface, a select is not a view of its operands.
    DialectRegistry registry;
    arith::registerBufferViewFlowOpInterfaceExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<TIRDialect, memref::MemRefDialect, scf::SCFDialect,
                        arith::ArithDialect>();
  }

  /// Parses a function @main and finds its allocations.
  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    main = module->lookupSymbol<PrimFuncOp>("main");
    main.walk([&](memref::AllocOp op) { allocs.push_back(op); });
    lifetimes.emplace(main);
  }

  /// Returns `first-last`, or `never`.
  std::string life(Value buffer) {
    std::optional<Lifetime> found = lifetimes->getLifetime(buffer);
    return found ? std::to_string(found->first) + "-" +
                       std::to_string(found->last)
                 : "never";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  PrimFuncOp main;
  SmallVector<memref::AllocOp> allocs;
  std::optional<BufferLifetimes> lifetimes;
};
} // namespace

TEST_F(Lifetimes, CountsStepsAndNothingElse) {
  parse(R"(
    tir.prim_func private @f(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                             %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi8> {tir.effect = #tir.effect<write>},
                        %z: memref<4xi8>) {
      %a = memref.alloc() : memref<4xi8>
      %b = memref.alloc() : memref<4xi8>
      %unused = memref.alloc() : memref<4xi8>
      tir.call_tir @f(%x, %a) : (memref<4xi8>, memref<4xi8>) -> ()
      %c = arith.constant 0 : index
      tir.call_tir @f(%a, %b) : (memref<4xi8>, memref<4xi8>) -> ()
      memref.dealloc %a : memref<4xi8>
      memref.copy %b, %y : memref<4xi8> to memref<4xi8>
      memref.dealloc %b : memref<4xi8>
      tir.return
    })");
  EXPECT_EQ(lifetimes->getSteps().size(), 3u);
  EXPECT_EQ(life(allocs[0]), "0-1");
  EXPECT_EQ(life(allocs[1]), "1-2");
  EXPECT_EQ(life(allocs[2]), "never");
  EXPECT_EQ(life(main.getArgument(0)), "0-0");
  // The application reads an output after the last step, and keeps state.
  EXPECT_EQ(life(main.getArgument(1)), "2-3");
  EXPECT_EQ(life(main.getArgument(2)), "0-3");
  OpOperand *write = lifetimes->getFirstWrite(allocs[0]);
  ASSERT_NE(write, nullptr);
  EXPECT_EQ(write->getOwner(), lifetimes->getSteps()[0]);
  EXPECT_EQ(write->getOperandNumber(), 1u);
  EXPECT_EQ(lifetimes->getFirstWrite(allocs[2]), nullptr);
}

TEST_F(Lifetimes, FollowsViewsOfEachKind) {
  parse(R"(
    tir.prim_func private @use(%x: memref<?xi8, strided<[?], offset: ?>>) {
      tir.return
    }
    tir.prim_func @main() {
      %zero = arith.constant 0 : index
      %flag = arith.constant true
      %a = memref.alloc() : memref<16xi8>
      %b = memref.alloc() : memref<16xi8>
      %view = memref.view %a[%zero][] : memref<16xi8> to memref<2x8xi8>
      %flat = memref.collapse_shape %view [[0, 1]] : memref<2x8xi8> into memref<16xi8>
      %part = memref.subview %flat[2] [4] [1] : memref<16xi8> to memref<4xi8, strided<[1], offset: 2>>
      %cast = memref.cast %part : memref<4xi8, strided<[1], offset: 2>> to memref<?xi8, strided<[?], offset: ?>>
      memref.copy %b, %b : memref<16xi8> to memref<16xi8>
      tir.call_tir @use(%cast) : (memref<?xi8, strided<[?], offset: ?>>) -> ()
      %either = arith.select %flag, %flat, %b : memref<16xi8>
      memref.copy %either, %either : memref<16xi8> to memref<16xi8>
      tir.return
    })");
  EXPECT_EQ(life(allocs[0]), "1-2");
  EXPECT_EQ(life(allocs[1]), "0-2");
}

TEST_F(Lifetimes, TellsWhereAnAddressEscapes) {
  parse(R"(
    tir.prim_func @main() {
      %a = memref.alloc() : memref<16xi8>
      %b = memref.alloc() : memref<16xi8>
      %view = memref.expand_shape %a [[0, 1]] output_shape [2, 8] : memref<16xi8> into memref<2x8xi8>
      %pointer = memref.extract_aligned_pointer_as_index %view : memref<2x8xi8> -> index
      memref.copy %b, %b : memref<16xi8> to memref<16xi8>
      tir.return
    })");
  Operation *escape = lifetimes->getEscape(allocs[0]);
  ASSERT_NE(escape, nullptr);
  EXPECT_TRUE(isa<memref::ExtractAlignedPointerAsIndexOp>(escape));
  EXPECT_EQ(lifetimes->getEscape(allocs[1]), nullptr);
}

TEST_F(Lifetimes, ALoopKeepsAliveWhatIsOlder) {
  parse(R"(
    tir.prim_func @main(%n: index, %y: memref<4xi8>) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %a = memref.alloc() : memref<4xi8>
      memref.copy %y, %y : memref<4xi8> to memref<4xi8>
      scf.for %i = %zero to %n step %one {
        %b = memref.alloc() : memref<4xi8>
        scf.for %j = %zero to %n step %one {
          memref.copy %y, %b : memref<4xi8> to memref<4xi8>
          memref.copy %y, %y : memref<4xi8> to memref<4xi8>
        }
        memref.copy %b, %a : memref<4xi8> to memref<4xi8>
        %c = memref.alloc() : memref<4xi8>
        memref.copy %a, %c : memref<4xi8> to memref<4xi8>
      }
      memref.copy %y, %y : memref<4xi8> to memref<4xi8>
      tir.return
    })");
  EXPECT_EQ(lifetimes->getSteps().size(), 6u);
  EXPECT_EQ(life(allocs[0]), "1-4");
  EXPECT_EQ(life(allocs[1]), "1-3");
  EXPECT_EQ(life(allocs[2]), "4-4");
  EXPECT_EQ(life(main.getArgument(1)), "0-6");
}

TEST_F(Lifetimes, BranchesShareNothingButTheirResult) {
  parse(R"(
    tir.prim_func @main(%c: i1, %y: memref<4xi8>) {
      %a = memref.alloc() : memref<4xi8>
      scf.if %c {
        %b = memref.alloc() : memref<4xi8>
        memref.copy %y, %b : memref<4xi8> to memref<4xi8>
        memref.copy %b, %a : memref<4xi8> to memref<4xi8>
      } else {
        %d = memref.alloc() : memref<4xi8>
        memref.copy %y, %d : memref<4xi8> to memref<4xi8>
        memref.copy %d, %a : memref<4xi8> to memref<4xi8>
      }
      memref.copy %a, %y : memref<4xi8> to memref<4xi8>
      tir.return
    })");
  EXPECT_EQ(lifetimes->getSteps().size(), 5u);
  EXPECT_EQ(life(allocs[0]), "1-4");
  EXPECT_EQ(life(allocs[1]), "0-1");
  EXPECT_EQ(life(allocs[2]), "2-3");
  EXPECT_EQ(lifetimes->getViewOutside(allocs[1]), Value());
}

TEST_F(Lifetimes, ABufferPassedOutOfItsRegionIsFound) {
  parse(R"(
    tir.prim_func @main(%c: i1, %y: memref<4xi8>) {
      %a = scf.if %c -> memref<4xi8> {
        %b = memref.alloc() : memref<4xi8>
        scf.yield %b : memref<4xi8>
      } else {
        scf.yield %y : memref<4xi8>
      }
      memref.copy %a, %y : memref<4xi8> to memref<4xi8>
      tir.return
    })");
  EXPECT_NE(lifetimes->getViewOutside(allocs[0]), Value());
}
