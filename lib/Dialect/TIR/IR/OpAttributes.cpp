//===- OpAttributes.cpp - The discardable attributes of operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "tir/Dialect/TIR/IR/PackedAttr.h"

using namespace mlir;
using namespace tir;

static bool isFunction(Operation *op) { return isa<FunctionOpInterface>(op); }
static bool isInFunction(Operation *op) { return !isFunction(op); }
static bool isCall(Operation *op) { return isa<CallOpInterface>(op); }
static bool isGlobal(Operation *op) {
  return isa<SymbolOpInterface>(op) && !isFunction(op);
}
static bool isModule(Operation *op) { return isa<ModuleOp>(op); }

/// The pass that reads the attribute checks it.
static bool isAnything(Operation *, Attribute) { return true; }

template <typename AttrT>
static bool isA(Operation *, Attribute value) {
  return isa<AttrT>(value);
}

/// Returns true for the attribute or its text.
template <typename AttrT>
static bool isAttrOrText(Operation *, Attribute value) {
  return isa_and_present<AttrT>(readAttributeText(value));
}

static constexpr KnownOpAttribute kTypedAttributes[] = {
    {kChannelsAttrName, isInFunction, "an operation in a function",
     isA<FoldedChannelsAttr>, "a #tir.channels attribute"},
    {kEntryAttrName, isFunction, "a function", isAttrOrText<EntryAttr>,
     "a #tir.entry attribute"},
    {kExtractedAttrName, isFunction, "a function", isA<UnitAttr>, "nothing"},
    {kKernelAttrName, isFunction, "a function", isAttrOrText<KernelAttr>,
     "a #tir.kernel attribute"},
    {kLayerAttrName, isCall, "a call", isA<LayerAttr>,
     "a #tir.layer attribute"},
    {kPackedConstantsAttrName, isModule, "a module", isA<UnitAttr>, "nothing"},
    {kStageAttrName, isInFunction, "an operation in a function", isAnything,
     "a string"},
    {kVariableAttrName, isGlobal, "a global", isA<UnitAttr>, "nothing"}};

/// The other attributes that operations may carry.
static constexpr StringLiteral kOpAttributes[] = {
    kAlignmentAttrName, kAlwaysInlineAttrName, kArgumentAttrName,
    kDeviceAttrName,    kFunctionAttrName,     kHookAttrName,
    kInterfaceAttrName, kModelAttrName,        kModelsAttrName,
    kNameAttrName,      kNoteAttrName,         kPlanAttrName,
    kReportedAttrName,  kSectionAttrName};

/// What is part of the dialect `kernel` since version 4.
static constexpr StringLiteral kKernelAttributes[] = {"rows", "ring", "turns"};

/// Marks of entries in version 2 of the dialect, and what stands for them now.
static constexpr std::pair<StringLiteral, StringLiteral> kFormerMarks[] = {
    {"extra_args", "extra_args = …"},
    {"loader", "for_loaders = true"},
    {"loader_entry", "is_loaded = true"},
    {"registry_name", "registry_name = …"},
    {"trust_caller", "trusts_caller = true"}};

/// The parameters of `#tir.kernel` that were attributes in version 2 of the
/// dialect.
static constexpr StringLiteral kKernelParameters[] = {
    "blocks", "cycles",     "fused",     "kind",   "macs",
    "place",  "row_kernel", "shared_by", "summary"};

static const KnownOpAttribute *findTyped(StringRef name) {
  return findKnown(ArrayRef(kTypedAttributes), name);
}

bool tir::isOpAttribute(StringRef name) {
  return findTyped(name) || llvm::is_contained(kOpAttributes, name);
}

/// Returns what a module says now instead of an attribute of version 2, or an
/// empty string.
static std::string getCurrentForm(Operation *op, StringRef name) {
  name.consume_front("tir.");
  for (const auto &[former, form] : kFormerMarks)
    if (former == name)
      return ("tir.entry = #tir.entry<" + form + ">").str();
  if (llvm::is_contained(kKernelAttributes, name))
    return ("kernel." + name + " = …").str();
  if (!llvm::is_contained(kKernelParameters, name))
    return "";
  bool isOfCall = !isFunction(op) && (name == "fused" || name == "place");
  StringRef attribute = isOfCall ? "layer" : "kernel";
  return ("tir." + attribute + " = #tir." + attribute + "<" + name + " = …>")
      .str();
}

static LogicalResult reportUnknownName(Operation *op, StringRef name) {
  InFlightDiagnostic diag = op->emitOpError("carries '")
                            << name << "', which has no meaning there; ";
  if (std::string form = getCurrentForm(op, name); !form.empty())
    return diag << "write it as " << form;
  diag << "expected one of ";
  for (const KnownOpAttribute &known : kTypedAttributes)
    diag << known.name << ", ";
  llvm::interleaveComma(kOpAttributes, diag);
  return diag;
}

LogicalResult tir::verifyOpAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (const KnownOpAttribute *known = findTyped(name))
    return verifyKnown(op, attribute, *known);
  return isOpAttribute(name) ? success() : reportUnknownName(op, name);
}
