//===- DiscardableAttrs.cpp - The dialect's discardable attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static constexpr KnownAttribute kArgAttributes[] = {
    {kKernelArgumentAttrName, isOneOf<ArgumentAttr>,
     "a #kernel.argument attribute"}};

/// What were attributes of their own in version 1 of the dialect.
static constexpr StringLiteral kFormerArgAttributes[] = {
    "kernel.fed", "kernel.range", "kernel.scratch", "kernel.window"};

/// Returns what is wrong with the range of argument `index`, as the end of a
/// sentence, or an empty string if it is valid.
static StringRef findRangeFault(PrimFuncOp function, unsigned index,
                                DenseI64ArrayAttr range) {
  if (!range)
    return "";
  auto memref = dyn_cast<MemRefType>(function.getArgumentTypes()[index]);
  auto element =
      memref ? dyn_cast<IntegerType>(memref.getElementType()) : IntegerType();
  if (!element || element.getWidth() > 64)
    return "applies to a buffer of integers of up to 64 bits";
  if (!llvm::isIntN(element.getWidth(), range[0]) ||
      !llvm::isIntN(element.getWidth(), range[1]))
    return "consists of the smallest and the largest element of the buffer";
  if (function.getEffect(index) != Effect::Read)
    return "applies to constant data, which is declared #tir.effect<read>";
  return "";
}

/// Reports an error if the function is to move rows that it must not change.
static LogicalResult verifyMoves(PrimFuncOp function, unsigned index,
                                 RowWindowAttr window) {
  if (!window || window.getMoves() == 0 ||
      function.getEffect(index) == Effect::ReadWrite)
    return success();
  return function.emitOpError("argument #")
         << index << ": the window in '" << kKernelArgumentAttrName
         << "' moves " << window.getMoves()
         << " rows; expected an argument that is declared "
            "#tir.effect<read_write>";
}

/// Reports an error if the window counts rows of a dimension that the argument
/// does not have.
static LogicalResult verifyWindow(PrimFuncOp function, unsigned index,
                                  RowWindowAttr window) {
  if (!window)
    return success();
  Type type = function.getArgumentTypes()[index];
  auto memref = dyn_cast<MemRefType>(type);
  if (memref && window.getDim() < memref.getRank())
    return success();
  return function.emitOpError("argument #")
         << index << ": the window in '" << kKernelArgumentAttrName
         << "' counts rows of dimension " << window.getDim()
         << ", but the argument is " << type
         << "; expected a memref that has this dimension";
}

/// Checks what the attributes say of an argument of a kernel.
static LogicalResult verifyArgument(PrimFuncOp function, unsigned index) {
  ArgumentParts parts = getArgumentParts(function, index);
  StringRef fault = findRangeFault(function, index, parts.range);
  if (!fault.empty())
    return function.emitOpError("argument #")
           << index << ": the range in '" << kKernelArgumentAttrName << "' "
           << fault << ", but here it is " << parts.range << " on "
           << function.getArgumentTypes()[index];
  return success(succeeded(verifyWindow(function, index, parts.window)) &&
                 succeeded(verifyMoves(function, index, parts.window)));
}

LogicalResult
KernelDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                        NamedAttribute attribute) {
  std::string port = ("argument #" + Twine(index)).str();
  StringRef name = attribute.getName();
  const KnownAttribute *known = findKnown(ArrayRef(kArgAttributes), name);
  if (!known) {
    InFlightDiagnostic diag = reportUnknown(op, port, name, kArgAttributes);
    if (llvm::is_contained(kFormerArgAttributes, name))
      diag.attachNote() << "write it as " << kKernelArgumentAttrName
                        << " = #kernel.argument<" << name.split('.').second
                        << " = …>";
    else if (!noteNearest(diag, kArgAttributes, name))
      diag.attachNote() << "the description of the dialect lists the "
                           "attributes and what carries them";
    return diag;
  }
  if (failed(verifyKnown(op, port, attribute, *known)))
    return failure();
  auto function = dyn_cast<PrimFuncOp>(op);
  return function ? verifyArgument(function, index) : success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isByRows(Operation *op) {
  return isa<CallOpInterface, memref::AllocOp>(op);
}

/// Returns true if the buffer has that many rows and elements.
static bool isRing(Operation *op, Attribute value) {
  auto ring = dyn_cast<RingAttr>(value);
  auto alloc = dyn_cast<memref::AllocOp>(op);
  MemRefType type = alloc ? alloc.getType() : MemRefType();
  return ring && type && type.hasStaticShape() &&
         type.getNumElements() % ring.getRows() == 0 &&
         ring.getKept() <= type.getNumElements();
}

/// Returns true if the value says why a call does not run by rows.
static bool isObstacle(Operation *op, Attribute value) {
  auto reason = dyn_cast<StringAttr>(value);
  return reason && !reason.empty() && isa<CallOpInterface>(op);
}

static bool isRows(Operation *op, Attribute value) {
  return isObstacle(op, value) || isRing(op, value) ||
         (isa<TurnsAttr>(value) && isa<CallOpInterface>(op));
}

static constexpr KnownOpAttribute kOpAttributes[] = {
    {kRowsAttrName, isByRows, "a call or a 'memref.alloc'", isRows,
     "a text on a call, a #kernel.turns on a call in a loop, or on a "
     "'memref.alloc' a #kernel.ring whose rows divide the buffer, and that "
     "keeps at most as many elements as the buffer has"}};

LogicalResult
KernelDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (const KnownOpAttribute *known = findKnown(ArrayRef(kOpAttributes), name))
    return verifyKnown(op, attribute, *known);
  InFlightDiagnostic diag = op->emitOpError("carries '")
                            << name << "', which has no meaning there; "
                            << "expected one of ";
  llvm::interleaveComma(
      kOpAttributes, diag,
      [&](const KnownOpAttribute &known) { diag << known.name; });
  return diag;
}
