//===- DLTensorToLLVM.cpp - Tensor descriptors in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/DLTensor.h"
#include "tir/Conversion/PatternFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tir;

/// Returns the type of a `DLTensor`. The data layout places the fields, as a C
/// compiler does: offsets differ between 64 bits, 32-bit Arm and i386.
static Type getDLTensorType(MLIRContext *context) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto integer = [&](unsigned bits) -> Type {
    return IntegerType::get(context, bits);
  };
  auto literal = [&](ArrayRef<Type> fields) -> Type {
    return LLVM::LLVMStructType::getLiteral(context, fields);
  };
  return literal({pointer, literal({integer(32), integer(32)}), integer(32),
                  literal({integer(8), integer(8), integer(16)}), pointer,
                  pointer, integer(64)});
}

static Value createFieldAddress(OpBuilder &builder, Location loc, Value tensor,
                                const DLTensorMember &member) {
  SmallVector<LLVM::GEPArg> path = {0, member.position};
  if (member.subposition >= 0)
    path.push_back(member.subposition);
  return LLVM::GEPOp::create(builder, loc, tensor.getType(),
                             getDLTensorType(builder.getContext()), tensor,
                             path, LLVM::GEPNoWrapFlags::inbounds);
}

static void createFieldStore(OpBuilder &builder, Location loc, Value tensor,
                             DLTensorField field, Value value) {
  const DLTensorMember &member =
      getDLTensorMember(stringifyDLTensorField(field));
  LLVM::StoreOp::create(builder, loc, value,
                        createFieldAddress(builder, loc, tensor, member));
}

/// Returns true if C's enumerations may have one byte, with the rest of a field
/// as padding. This is so on bare-metal Arm (AAPCS), where arm-none-eabi-gcc
/// gives them one byte and clang four. Without a triple the target may be that
/// one, unless it is big-endian: no big-endian target that we know shortens its
/// enumerations.
static bool mayHaveShortEnums(ModuleOp module) {
  if (auto text = module->getAttrOfType<StringAttr>(
          LLVM::LLVMDialect::getTargetTripleAttrName())) {
    llvm::Triple triple(text.getValue());
    return (triple.isARM() || triple.isThumb()) && triple.isLittleEndian() &&
           triple.getOS() == llvm::Triple::UnknownOS;
  }
  auto text = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getDataLayoutAttrName());
  if (!text)
    return true;
  llvm::Expected<llvm::DataLayout> layout =
      llvm::DataLayout::parse(text.getValue());
  if (layout)
    return !layout->isBigEndian();
  // The conversion of the module has already reported this error.
  llvm::consumeError(layout.takeError());
  return true;
}

/// Creates constant data, since tensors of the same shape can share it; NULL
/// if there are no extents.
static Value createExtents(ConversionPatternRewriter &rewriter, Operation *op,
                           ArrayRef<int64_t> extents) {
  if (extents.empty())
    return LLVM::ZeroOp::create(
        rewriter, op->getLoc(),
        LLVM::LLVMPointerType::get(rewriter.getContext()));
  auto type =
      RankedTensorType::get({int64_t(extents.size())}, rewriter.getI64Type());
  return createPrivateConstant(
      rewriter, op, getExtentsName(extents),
      LLVM::LLVMArrayType::get(rewriter.getI64Type(), extents.size()),
      DenseElementsAttr::get(type, extents));
}

static LogicalResult lowerMakeDLTensor(MakeDLTensorOp op,
                                       MakeDLTensorOp::Adaptor adaptor,
                                       const LLVMTypeConverter &,
                                       ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value tensor = createEntryAlloca(rewriter, op,
                                   getDLTensorType(rewriter.getContext()), 1);
  if (!tensor)
    return op.emitOpError("takes stack memory, so it must be in a "
                          "function");
  auto memref = cast<MemRefType>(op.getData().getType());
  std::optional<DLDataType> dtype = getDLDataType(memref.getElementType());
  auto set = [&](DLTensorField field, Value value) {
    createFieldStore(rewriter, loc, tensor, field, value);
  };
  auto setInteger = [&](DLTensorField field, int64_t value) {
    unsigned bits = getDLTensorMember(stringifyDLTensorField(field)).bits;
    set(field,
        LLVM::ConstantOp::create(
            rewriter, loc, rewriter.getIntegerType(bits),
            rewriter.getIntegerAttr(rewriter.getIntegerType(bits), value)));
  };
  set(DLTensorField::Data, getAddress(rewriter, loc, adaptor.getData()));
  setInteger(DLTensorField::DeviceType, int32_t(op.getDeviceType()));
  setInteger(DLTensorField::DeviceId, int32_t(op.getDeviceId()));
  setInteger(DLTensorField::NDim, op.getShape().size());
  setInteger(DLTensorField::DTypeCode, int64_t(dtype->code));
  setInteger(DLTensorField::DTypeBits, int8_t(dtype->bits));
  setInteger(DLTensorField::DTypeLanes, 1);
  set(DLTensorField::Shape, createExtents(rewriter, op, op.getShape()));
  set(DLTensorField::Strides,
      createExtents(rewriter, op,
                    op.getStrides().value_or(ArrayRef<int64_t>())));
  setInteger(DLTensorField::ByteOffset, op.getByteOffset());
  rewriter.replaceOp(op, tensor);
  return success();
}

static LogicalResult lowerDLTensorGet(DLTensorGetOp op,
                                      DLTensorGetOp::Adaptor adaptor,
                                      const LLVMTypeConverter &converter,
                                      ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  const DLTensorMember &member =
      getDLTensorMember(stringifyDLTensorField(op.getField()));
  Type type = member.isPointer()
                  ? Type(LLVM::LLVMPointerType::get(rewriter.getContext()))
                  : Type(rewriter.getIntegerType(member.bits));
  Value address =
      createFieldAddress(rewriter, loc, adaptor.getTensor(), member);
  // All codes of devices are below 128, so the lowest byte, which
  // enumerations of every width have, is enough. Writing four bytes is
  // harmless: the other three are padding.
  if (op.getField() == DLTensorField::DeviceType &&
      mayHaveShortEnums(op->getParentOfType<ModuleOp>())) {
    Value low =
        LLVM::LoadOp::create(rewriter, loc, rewriter.getI8Type(), address);
    rewriter.replaceOpWithNewOp<LLVM::ZExtOp>(op, type, low);
    return success();
  }
  Value value = LLVM::LoadOp::create(rewriter, loc, type, address);
  rewriter.replaceOp(op, fromAddress(rewriter, loc, converter,
                                     op.getResult().getType(), value));
  return success();
}

static LogicalResult lowerDLTensorSet(DLTensorSetOp op,
                                      DLTensorSetOp::Adaptor adaptor,
                                      const LLVMTypeConverter &,
                                      ConversionPatternRewriter &rewriter) {
  createFieldStore(rewriter, op.getLoc(), adaptor.getTensor(), op.getField(),
                   getAddress(rewriter, op.getLoc(), adaptor.getValue()));
  rewriter.eraseOp(op);
  return success();
}

void tir::populateDLTensorToLLVMPatterns(const LLVMTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerMakeDLTensor,
                 lowerDLTensorGet, lowerDLTensorSet);
}
