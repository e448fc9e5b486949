//===- ArgumentChecks.cpp - What a packed function checks
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Calls/ArgumentChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/ABI/DLTensor.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

/// DLPack's bool since v0.8: one byte, whereas TVM uses an unsigned integer of
/// one bit.
static constexpr int64_t kDLBool = 6;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Value ArgumentChecks::getField(Value tensor, DLTensorField field, Type type) {
  return DLTensorGetOp::create(builder, loc, type, tensor, field);
}

Value ArgumentChecks::equals(Value value, int64_t expected) {
  Value constant = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(value.getType(), expected));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value,
                               constant);
}

Value ArgumentChecks::negate(Value condition) {
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  return arith::XOrIOp::create(builder, loc, condition, yes);
}

Value ArgumentChecks::isNotNull(Value pointer) {
  return negate(IsNullOp::create(builder, loc, builder.getI1Type(), pointer));
}

Value ArgumentChecks::load(Value array, int64_t index) {
  Value i = arith::ConstantIndexOp::create(builder, loc, index);
  return memref::LoadOp::create(builder, loc, array, i);
}

/// Fields of 8 and 16 bits are unsigned in DLPack, all others are signed.
static Value widen(OpBuilder &builder, Location loc, Value number) {
  unsigned width = number.getType().getIntOrFloatBitWidth();
  if (width == 64)
    return number;
  if (width < 32)
    return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), number);
  return arith::ExtSIOp::create(builder, loc, builder.getI64Type(), number);
}

void ArgumentChecks::require(Value condition, const Twine &text, Kind kind,
                             Came came) {
  StringAttr exception;
  if (onError == OnError::Raise)
    exception =
        builder.getStringAttr(kind == Kind::Type ? "TypeError" : "ValueError");
  std::string message = (function + ": " + text).str();
  Value number;
  if (came.number && onError != OnError::Code) {
    message += (", " + came.text).str();
    number = widen(builder, loc, came.number);
  }
  AssertOp::create(builder, loc, condition, builder.getStringAttr(message),
                   number, OnErrorAttr::get(builder.getContext(), onError),
                   exception);
}

void ArgumentChecks::require(Value condition, const Argument &argument,
                             const Twine &text, Kind kind, Came came) {
  require(condition,
          "argument " + Twine(argument.index) + " (" + argument.name +
              "): expected " + text,
          kind, came);
}

//===----------------------------------------------------------------------===//
// Arguments of any type
//===----------------------------------------------------------------------===//

static std::string countArguments(unsigned count) {
  return std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

void ArgumentChecks::checkCount(Value count, unsigned expected,
                                unsigned extra) {
  Value ok = equals(count, expected);
  if (extra == 0)
    return require(ok, "expected " + countArguments(expected) + " in num_args",
                   Kind::Type, {count});
  ok = arith::OrIOp::create(builder, loc, ok, equals(count, expected + extra));
  require(ok,
          "expected " + countArguments(expected) + ", or " +
              Twine(expected + extra) + " with the workspace, in num_args",
          Kind::Type, {count});
}

void ArgumentChecks::checkParameter(Value pointer, StringRef name) {
  require(isNotNull(pointer), "expected an array, but " + name + " is NULL",
          Kind::Type);
}

static StringRef describe(Type type) {
  if (isa<MemRefType, DLTensorType>(type))
    return "a tensor";
  if (isa<DeviceContextType>(type))
    return "the context of a device";
  if (isa<StringType>(type))
    return "a string";
  if (isa<FloatType>(type))
    return "a float";
  return type.isIntOrIndex() ? "an integer" : "a handle";
}

void ArgumentChecks::checkCode(const Argument &argument, Type type, Value code,
                               ArrayRef<int32_t> accepted, int32_t null,
                               StringRef array) {
  if (isa<MemRefType, DLTensorType>(type))
    require(negate(equals(code, null)), argument, "a tensor, but it is NULL",
            Kind::Type);
  Value ok;
  std::string codes;
  for (int32_t one : accepted) {
    Value same = equals(code, one);
    ok = ok ? arith::OrIOp::create(builder, loc, ok, same) : same;
    if (!codes.empty())
      codes += one == accepted.back() ? " or " : ", ";
    codes += std::to_string(one);
  }
  require(ok, argument,
          describe(type) + " (" + codes + ") in " + array + "[" +
              Twine(argument.index) + "]",
          Kind::Type, {code});
}

void ArgumentChecks::checkState(const Argument &argument, Value pointer) {
  require(isNotNull(pointer), argument,
          "the struct of the model's variables, but it is NULL", Kind::Value);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

void ArgumentChecks::checkDescription(Value tensor, const Argument &argument,
                                      function_ref<void()> check) {
  require(isNotNull(tensor), argument, "a tensor, but its DLTensor is NULL",
          Kind::Value);
  if (!trustsCaller)
    return check();
  Value ndim = getField(tensor, DLTensorField::NDim, builder.getI32Type());
  auto branch = scf::IfOp::create(builder, loc, negate(equals(ndim, 0)),
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  check();
}

void ArgumentChecks::checkRank(const Argument &argument, Value tensor,
                               int64_t rank) {
  Value ndim = getField(tensor, DLTensorField::NDim, builder.getI32Type());
  require(equals(ndim, rank), argument,
          "a tensor of rank " + Twine(rank) + " in ndim", Kind::Value, {ndim});
}

void ArgumentChecks::checkLanes(const Argument &argument, Value tensor) {
  Value lanes =
      getField(tensor, DLTensorField::DTypeLanes, builder.getIntegerType(16));
  require(equals(lanes, 1), argument, "1 in dtype.lanes", Kind::Type, {lanes});
}

void ArgumentChecks::checkBool(const Argument &argument, Value tensor) {
  Type i8 = builder.getI8Type();
  Value code = getField(tensor, DLTensorField::DTypeCode, i8);
  Value bits = getField(tensor, DLTensorField::DTypeBits, i8);
  Value isUInt = equals(code, int64_t(DLDataTypeCode::UInt));
  Value isBool = equals(code, kDLBool);
  auto both = [&](Value a, Value b) -> Value {
    return arith::AndIOp::create(builder, loc, a, b);
  };
  auto either = [&](Value a, Value b) -> Value {
    return arith::OrIOp::create(builder, loc, a, b);
  };
  require(either(isUInt, isBool), argument,
          "elements of bool (1, or 6 in DLPack 0.8) in dtype.code", Kind::Type,
          {code});
  require(either(both(isUInt, equals(bits, 1)), both(isBool, equals(bits, 8))),
          argument, "elements of bool (1 bit, or 8 with code 6) in dtype.bits",
          Kind::Type, {bits});
}

void ArgumentChecks::checkElementType(const Argument &argument, Value tensor,
                                      Type type) {
  if (type.isInteger(1)) {
    checkBool(argument, tensor);
    return checkLanes(argument, tensor);
  }
  DLDataType dtype = *getDLDataType(type);
  std::string name = getDTypeName(type);
  Value code = getField(tensor, DLTensorField::DTypeCode, builder.getI8Type());
  require(equals(code, int64_t(dtype.code)), argument,
          "elements of " + name + " (" + Twine(unsigned(dtype.code)) +
              ") in dtype.code",
          Kind::Type, {code});
  Value bits = getField(tensor, DLTensorField::DTypeBits, builder.getI8Type());
  require(equals(bits, dtype.bits), argument,
          "elements of " + name + " (" + Twine(unsigned(dtype.bits)) +
              ") in dtype.bits",
          Kind::Type, {bits});
  checkLanes(argument, tensor);
}

Value ArgumentChecks::checkShape(const Argument &argument, Value tensor,
                                 int64_t rank) {
  if (rank == 0)
    return {};
  Value shape = getField(tensor, DLTensorField::Shape,
                         MemRefType::get({rank}, builder.getI64Type()));
  require(isNotNull(shape), argument, "extents, but shape is NULL",
          Kind::Value);
  return shape;
}

void ArgumentChecks::checkExtents(const Argument &argument, Value tensor,
                                  MemRefType type) {
  Value shape = checkShape(argument, tensor, type.getRank());
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    Value came = load(shape, dim);
    require(equals(came, extent), argument,
            Twine(extent) + " in shape[" + Twine(dim) + "]", Kind::Value,
            {came});
  }
}

void ArgumentChecks::checkStrides(const Argument &argument, Value tensor,
                                  MemRefType type) {
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  // A dimension without a second element does not use its stride.
  SmallVector<int64_t> dims;
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (extent > 1)
      dims.push_back(dim);
  if (dims.empty() || type.getNumElements() == 0)
    return;
  Value array =
      getField(tensor, DLTensorField::Strides,
               MemRefType::get({type.getRank()}, builder.getI64Type()));
  auto checkEach = [&](StringRef otherwise) {
    for (int64_t dim : dims) {
      Value came = load(array, dim);
      require(equals(came, strides[dim]), argument,
              Twine(strides[dim]) + " in strides[" + Twine(dim) + "]" +
                  otherwise,
              Kind::Value, {came});
    }
  };
  if (!haveSameStrides(getRebasedType(type),
                       MemRefType::get(type.getShape(), type.getElementType(),
                                       MemRefLayoutAttrInterface(),
                                       type.getMemorySpace()))) {
    auto texts = llvm::map_range(dims, [&](int64_t dim) {
      return ("strides[" + Twine(dim) + "] = " + Twine(strides[dim])).str();
    });
    require(isNotNull(array), argument,
            llvm::join(texts, ", ") + ", but strides is NULL", Kind::Value);
    return checkEach("");
  }
  // NULL says that the elements are contiguous.
  auto branch = scf::IfOp::create(builder, loc, isNotNull(array),
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  checkEach(", or NULL in strides");
}

void ArgumentChecks::checkPlace(const Argument &argument, Value tensor,
                                bool hasElements, int64_t alignment) {
  Type i32 = builder.getI32Type();
  Value offset =
      getField(tensor, DLTensorField::ByteOffset, builder.getI64Type());
  require(equals(offset, 0), argument, "0 in byte_offset", Kind::Value,
          {offset});
  Value device = getField(tensor, DLTensorField::DeviceType, i32);
  require(equals(device, kDLCPU), argument, "1 (kDLCPU) in device.device_type",
          Kind::Value, {device});
  Value id = getField(tensor, DLTensorField::DeviceId, i32);
  if (firstTensor) {
    Value same = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       id, deviceId);
    require(same, argument,
            "what argument " + Twine(firstTensor->index) + " (" +
                firstTensor->name + ") has in device.device_id",
            Kind::Value, {id});
  } else {
    firstTensor = argument;
    deviceId = id;
  }
  if (!checksMemory)
    return;
  Value data = getField(tensor, DLTensorField::Data,
                        HandleType::get(builder.getContext()));
  if (hasElements)
    require(isNotNull(data), argument, "memory, but data is NULL", Kind::Value);
  if (alignment > 1) {
    Value remainder =
        MisalignmentOp::create(builder, loc, builder.getI64Type(), data,
                               builder.getI64IntegerAttr(alignment));
    require(equals(remainder, 0), argument,
            "an address divisible by " + Twine(alignment) + " in data",
            Kind::Value, {remainder, "but the remainder is "});
  }
}

void ArgumentChecks::checkTensor(const Argument &argument, MemRefType type,
                                 int64_t alignment, Value tensor) {
  checkDescription(tensor, argument, [&] {
    checkRank(argument, tensor, type.getRank());
    checkElementType(argument, tensor, type.getElementType());
    checkExtents(argument, tensor, type);
    checkStrides(argument, tensor, type);
  });
  checkPlace(argument, tensor, type.getNumElements() != 0,
             std::max<int64_t>(getDLDataType(type.getElementType())->getBytes(),
                               alignment));
}

/// Checks that the tensor has enough bytes.
void ArgumentChecks::checkBytes(const Argument &argument, MemRefType type,
                                Value tensor) {
  Value code = getField(tensor, DLTensorField::DTypeCode, builder.getI8Type());
  Value isByte = arith::OrIOp::create(
      builder, loc, equals(code, int64_t(DLDataTypeCode::Int)),
      equals(code, int64_t(DLDataTypeCode::UInt)));
  require(isByte, argument, "bytes (0 or 1) in dtype.code", Kind::Type, {code});
  Value bits = getField(tensor, DLTensorField::DTypeBits, builder.getI8Type());
  require(equals(bits, 8), argument, "bytes (8) in dtype.bits", Kind::Type,
          {bits});
  checkLanes(argument, tensor);
  Value extent = load(checkShape(argument, tensor, 1), 0);
  Value bytes =
      arith::ConstantIntOp::create(builder, loc, type.getNumElements(), 64);
  require(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, extent,
                                bytes),
          argument, "at least " + Twine(type.getNumElements()) + " in shape[0]",
          Kind::Value, {extent});
}

void ArgumentChecks::checkPool(const Argument &argument, MemRefType type,
                               int64_t alignment, Value tensor) {
  checkDescription(tensor, argument, [&] {
    checkRank(argument, tensor, 1);
    checkBytes(argument, type, tensor);
    checkStrides(argument, tensor, type);
  });
  checkPlace(argument, tensor, type.getNumElements() != 0, alignment);
}
