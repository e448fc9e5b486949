//===- MetadataToLLVM.cpp - A model's metadata in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/DLTensor.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

namespace {
/// Builds the constants of one `TVMMetadata`. The data layout determines the
/// offsets of their members.
class MetadataBuilder {
public:
  MetadataBuilder(MetadataOp op, ConversionPatternRewriter &rewriter)
      : op(op), loc(op.getLoc()), rewriter(rewriter),
        pointer(LLVM::LLVMPointerType::get(op.getContext())) {}

  void build() {
    LLVM::GlobalOp inputs = createTensors("input", op.getInputs());
    LLVM::GlobalOp outputs = createTensors("output", op.getOutputs());
    LLVM::GlobalOp pools =
        createTensors("workspace_pool", op.getWorkspacePools());
    Type i64 = rewriter.getI64Type();
    Type type = LLVM::LLVMStructType::getLiteral(
        op.getContext(),
        {i64, pointer, i64, pointer, i64, pointer, i64, pointer, i64, pointer});
    createConstant(rewriter, loc, op.getSymName(), type, [&] {
      SmallVector<Value> members = {number(i64, kMetadataVersion)};
      for (auto [global, tensors] : {std::pair(inputs, op.getInputs()),
                                     {outputs, op.getOutputs()},
                                     {pools, op.getWorkspacePools()}}) {
        members.push_back(address(global));
        members.push_back(number(i64, tensors.size()));
      }
      // Constants are part of the code.
      members.push_back(address(nullptr));
      members.push_back(number(i64, 0));
      members.push_back(createText(rewriter, op, op.getModName()));
      return createAggregate(rewriter, loc, type, members);
    });
  }

private:
  Value number(Type type, int64_t value) {
    return LLVM::ConstantOp::create(rewriter, loc, type,
                                    rewriter.getIntegerAttr(type, value));
  }

  /// Creates the address of `global`, or NULL if `global` is null.
  Value address(LLVM::GlobalOp global) {
    if (!global)
      return LLVM::ZeroOp::create(rewriter, loc, pointer);
    return LLVM::AddressOfOp::create(rewriter, loc, global);
  }

  LLVM::GlobalOp createTensors(StringRef kind, ArrayAttr tensors) {
    if (tensors.empty())
      return nullptr;
    std::string stem = (op.getSymName() + "_" + kind).str();
    SmallVector<LLVM::GlobalOp> shapes;
    for (auto [index, tensor] :
         llvm::enumerate(tensors.getAsRange<TensorInfoAttr>()))
      shapes.push_back(createShape(stem + std::to_string(index),
                                   tensor.getType().getShape()));
    Type i8 = rewriter.getI8Type(), i16 = rewriter.getI16Type();
    auto dtypeType =
        LLVM::LLVMStructType::getLiteral(op.getContext(), {i8, i8, i16});
    auto infoType = LLVM::LLVMStructType::getLiteral(
        op.getContext(), {pointer, pointer, rewriter.getI64Type(), dtypeType});
    auto type = LLVM::LLVMArrayType::get(infoType, tensors.size());
    return createConstant(rewriter, loc, stem + "s", type, [&] {
      SmallVector<Value> rows;
      for (auto [tensor, shape] :
           llvm::zip_equal(tensors.getAsRange<TensorInfoAttr>(), shapes)) {
        RankedTensorType tensorType = tensor.getType();
        DLDataType dtype = *getDLDataType(tensorType.getElementType());
        Value dtypeValue =
            createAggregate(rewriter, loc, dtypeType,
                            {number(i8, int64_t(dtype.code)),
                             number(i8, dtype.bits), number(i16, 1)});
        Value name = createText(rewriter, op, tensor.getName());
        rows.push_back(createAggregate(
            rewriter, loc, infoType,
            {name, address(shape),
             number(rewriter.getI64Type(), tensorType.getRank()), dtypeValue}));
      }
      return createAggregate(rewriter, loc, type, rows);
    });
  }

  LLVM::GlobalOp createShape(const Twine &name, ArrayRef<int64_t> shape) {
    if (shape.empty())
      return nullptr;
    return LLVM::GlobalOp::create(
        rewriter, loc,
        LLVM::LLVMArrayType::get(rewriter.getI64Type(), shape.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name.str(),
        rewriter.getI64TensorAttr(shape));
  }

  MetadataOp op;
  Location loc;
  ConversionPatternRewriter &rewriter;
  Type pointer;
};

LogicalResult lowerMetadata(MetadataOp op, MetadataOp::Adaptor,
                            const LLVMTypeConverter &,
                            ConversionPatternRewriter &rewriter) {
  MetadataBuilder(op, rewriter).build();
  rewriter.eraseOp(op);
  return success();
}
} // namespace

void tir::populateMetadataToLLVMPatterns(const LLVMTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerMetadata);
}
