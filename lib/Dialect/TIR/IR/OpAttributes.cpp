//===- OpAttributes.cpp - The discardable attributes of operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"

using namespace mlir;
using namespace tir;

/// The attributes that only say what a kernel computes.
static constexpr StringLiteral kDescriptions[] = {
    kPlaceAttrName,  kFusedAttrName,   kSharedByAttrName,
    kKindAttrName,   kMACsAttrName,    kChannelsAttrName,
    kCyclesAttrName, kSummaryAttrName, kBlocksAttrName};

/// The other attributes that operations may carry.
static constexpr StringLiteral kOpAttributes[] = {
    kAlignmentAttrName,   kAlwaysInlineAttrName, kArgumentAttrName,
    kDeviceAttrName,      kErrorHookAttrName,    kExtraArgsAttrName,
    kFingerprintAttrName, kFunctionAttrName,     kHookAttrName,
    kInterfaceAttrName,   kKernelAttrName,       kLoaderAttrName,
    kLoaderEntryAttrName, kModelAttrName,        kModelsAttrName,
    kNameAttrName,        kNoInlineAttrName,     kPlanAttrName,
    kPureAttrName,        kRegistryNameAttrName, kReportedAttrName,
    kRingAttrName,        kRowKernelAttrName,    kRowsAttrName,
    kSectionAttrName,     kStageAttrName,        kTemporaryAttrName,
    kTrustCallerAttrName, kTurnsAttrName,        kVariableAttrName};

bool tir::isDescription(StringRef name) {
  return llvm::is_contained(kDescriptions, name);
}

bool tir::isOpAttribute(StringRef name) {
  return isDescription(name) || llvm::is_contained(kOpAttributes, name);
}

/// Returns true if `value` are the channels of a call, or of each kernel that
/// shares a function.
static bool areChannels(Attribute value) {
  auto list = dyn_cast_if_present<ArrayAttr>(value);
  return list ? llvm::all_of(list, llvm::IsaPred<FoldedChannelsAttr>)
              : isa_and_present<FoldedChannelsAttr>(value);
}

LogicalResult tir::verifyOpAttributeName(Operation *op,
                                         NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (!isOpAttribute(name)) {
    InFlightDiagnostic diag = op->emitOpError("carries '")
                              << name
                              << "', which has no meaning there; expected one "
                                 "of ";
    llvm::interleaveComma(kDescriptions, diag);
    diag << ", ";
    llvm::interleaveComma(kOpAttributes, diag);
    return diag;
  }
  if (name != kChannelsAttrName ||
      areChannels(readAttributeText(attribute.getValue())))
    return success();
  return op->emitOpError("'")
         << name << "' is " << attribute.getValue()
         << ", expected a #tir.channels attribute, or an array of them";
}
