//===- SupportedTypes.cpp - The types that TOSA 1.0 has for an operator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TOSAToLinalg/TOSAToLinalg.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/IR/TosaProfileCompliance.h"

// Upstream's tables, generated from the specification. `tosa-validate`, which
// keeps them to itself, refuses valid models (pad of rank 4).
template <>
OperationProfileComplianceMap
TosaProfileCompliance::getProfileComplianceMap<tosa::Profile>();
template <>
OperationExtensionComplianceMap
TosaProfileCompliance::getProfileComplianceMap<tosa::Extension>();

using Row = SmallVector<TypeInfo>;
using Rows = llvm::StringMap<SmallVector<Row>>;

static bool isTaken(tosa::Profile) { return true; }

static bool isTaken(tosa::Extension extension) {
  switch (extension) {
  case tosa::Extension::int16:
  case tosa::Extension::int4:
  case tosa::Extension::bf16:
  case tosa::Extension::doubleround:
  case tosa::Extension::inexactround:
  case tosa::Extension::fft:
  case tosa::Extension::variable:
  case tosa::Extension::controlflow:
  case tosa::Extension::shape:
    return true;
  default:
    return false;
  }
}

/// Returns the rows of each operator; there are none if tirc does not support
/// its extension.
template <typename Mode>
static void collectRows(TosaProfileCompliance &tables, Rows &rows) {
  for (const auto &[name, entries] : tables.getProfileComplianceMap<Mode>()) {
    SmallVector<Row> &taken = rows[name];
    for (const OpComplianceInfo<Mode> &entry : entries)
      if (llvm::all_of(entry.mode, [](Mode mode) { return isTaken(mode); }))
        for (const VersionedTypeInfo &row : entry.operandTypeInfoSet)
          taken.push_back(row.first);
  }
}

static const Rows &getRows() {
  static const Rows rows = [] {
    TosaProfileCompliance tables;
    Rows rows;
    collectRows<tosa::Profile>(tables, rows);
    collectRows<tosa::Extension>(tables, rows);
    // TOSA 1.0 also gathers and scatters booleans; MLIR 22.1's table lacks
    // them.
    TypeInfo i1 = {IntegerType::getTypeID(), 1};
    TypeInfo i32 = {IntegerType::getTypeID(), 32};
    rows["tosa.gather"].push_back({i1, i32, i1});
    rows["tosa.scatter"].push_back({i1, i32, i1, i1});
    // A variable may have any type that an operator computes, such as a
    // counter.
    for (StringRef name :
         {"tosa.variable", "tosa.variable_read", "tosa.variable_write"})
      rows.erase(name);
    return rows;
  }();
  return rows;
}

static bool isSame(ArrayRef<TypeInfo> a, ArrayRef<TypeInfo> b) {
  return llvm::equal(a, b, [](const TypeInfo &x, const TypeInfo &y) {
    return x.typeID == y.typeID && x.bitWidth == y.bitWidth;
  });
}

static std::string getName(const TypeInfo &type) {
  if (type.typeID == IntegerType::getTypeID())
    return "i" + std::to_string(type.bitWidth);
  if (type.typeID == BFloat16Type::getTypeID())
    return "bf16";
  return "f" + std::to_string(type.bitWidth);
}

/// Returns a row without the types of zero points and constants, which follow
/// from the others: "i8 x i8 -> i32".
static std::string describe(Operation *op, ArrayRef<TypeInfo> row) {
  std::string text = getName(row.front());
  if (row.size() == 1)
    return text;
  bool isConvolution =
      isa<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
          tosa::TransposeConv2DOp>(op);
  if (isConvolution || isa<tosa::MatMulOp>(op))
    text += " x " + getName(row[1]);
  std::string result = getName(row.back());
  text += " -> " + result;
  if (isConvolution || isa<tosa::AvgPool2dOp>(op)) {
    std::string sum = getName(row[row.size() - 2]);
    if (sum != result)
      text += " with sums in " + sum;
  }
  return text;
}

/// Returns true if `type` is, or is made of, a type that an operator of TOSA
/// 1.0 has.
static bool isOfProfiles(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return true;
  Type element = shaped.getElementType();
  return isa<Float16Type, BFloat16Type, Float32Type>(element) ||
         (element.isSignlessInteger() &&
          llvm::is_contained({1u, 4u, 8u, 16u, 32u, 48u},
                             element.getIntOrFloatBitWidth()));
}

/// Returns true if `op` has one meaning on all types: a sum of bytes is a sum,
/// although TOSA has only sums of i32. What other operators compute depends on
/// the types of their operands, sums and results together.
static bool isEvident(Operation *op) {
  return !isa<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
              tosa::TransposeConv2DOp, tosa::MatMulOp, tosa::AvgPool2dOp,
              tosa::RescaleOp, tosa::TableOp, tosa::ResizeOp>(op) &&
         llvm::all_of(op->getOperandTypes(), isOfProfiles) &&
         llvm::all_of(op->getResultTypes(), isOfProfiles);
}

/// Returns true if `op` only moves numbers, whatever their type. Models of
/// other frameworks count in i64.
static bool isMove(Operation *op) {
  return isa<tosa::ConcatOp, tosa::ConstOp, tosa::GatherOp, tosa::IdentityOp,
             tosa::PadOp, tosa::ReshapeOp, tosa::ReverseOp, tosa::SelectOp,
             tosa::SliceOp, tosa::TileOp, tosa::TransposeOp>(op);
}

static bool isOfI64(Operation *op) {
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    return getElementTypeOrSelf(type).isSignlessInteger(64);
  });
}

LogicalResult tir::checkSupportedTypes(Operation *op) {
  auto rows = getRows().find(op->getName().getStringRef());
  if (rows == getRows().end() || (!rows->second.empty() && isEvident(op)) ||
      (isMove(op) && isOfI64(op)))
    return success();
  return checkTypesOfTOSA(op);
}

LogicalResult tir::checkTypesOfTOSA(Operation *op) {
  auto rows = getRows().find(op->getName().getStringRef());
  if (rows == getRows().end())
    return success();
  Row types = ProfileInfoDepot(op).getInfo();
  if (llvm::any_of(rows->second,
                   [&](const Row &row) { return isSame(row, types); }))
    return success();

  InFlightDiagnostic diag = op->emitError();
  diag << "operator '" << op->getName() << "' is not supported on "
       << FunctionType::get(op->getContext(), op->getOperandTypes(),
                            op->getResultTypes())
       << "; ";
  SmallVector<std::string> texts;
  for (const Row &row : rows->second) {
    std::string text = describe(op, row);
    if (!llvm::is_contained(texts, text))
      texts.push_back(std::move(text));
  }
  if (texts.empty())
    return diag << "it is of an extension that TOSA 1.0 does not have: express "
                   "it in other operators";
  return diag << "supported are " << llvm::join(texts, ", ")
              << ": cast to and from one of these in the model";
}
