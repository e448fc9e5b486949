//===- OpAttributes.cpp - The discardable attributes of operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

static bool isFunction(Operation *op) { return isa<FunctionOpInterface>(op); }
static bool isInFunction(Operation *op) { return !isFunction(op); }
static bool isAlloc(Operation *op) { return isa<memref::AllocOp>(op); }
static bool isGlobal(Operation *op) {
  return isa<SymbolOpInterface>(op) && !isFunction(op) && !isa<ModuleOp>(op);
}

template <typename AttrT>
static bool isA(Operation *, Attribute value) {
  return isa<AttrT>(value);
}

/// Returns true for the attribute or its text.
template <typename AttrT>
static bool isAttrOrText(Operation *, Attribute value) {
  return isa_and_present<AttrT>(readAttributeText(value));
}

static bool isFormerArgument(Operation *, Attribute value) {
  auto port = dyn_cast<PortAttr>(value);
  return port && port.getArgument();
}

static constexpr KnownOpAttribute kTypedAttributes[] = {
    {kCallAttrName, isInFunction, "an operation in a function", isA<CallAttr>,
     "a #tir.call attribute"},
    {kFunctionAttrName, isFunction, "a function", isAttrOrText<FunctionAttr>,
     "a #tir.function attribute"},
    {kGlobalAttrName, isGlobal, "a global", isAttrOrText<GlobalAttr>,
     "a #tir.global attribute"},
    {kPortAttrName, isAlloc, "an argument, a result or a 'memref.alloc'",
     isFormerArgument, "a #tir.port with the 'argument' that it was"}};

/// The other attributes that operations may carry.
static constexpr StringLiteral kOpAttributes[] = {
    kInterfaceAttrName, kModelAttrName, kNameAttrName};

/// What is part of the dialect `kernel` since version 4.
static constexpr std::pair<StringLiteral, StringLiteral> kKernelAttributes[] = {
    {"rows", "a 'kernel.by_rows' around the calls"},
    {"ring", "kernel.rows = #kernel.ring<…>"},
    {"turns", "kernel.rows = #kernel.turns<…>"}};

/// What were attributes of their own in version 5 of the dialect, and what
/// stands for them now. Some name a parameter of several attributes.
static constexpr std::pair<StringLiteral, StringLiteral> kFormerAttributes[] = {
    {"alignment", "tir.global = #tir.global<alignment = …>"},
    {"always_inline", "tir.function = #tir.function<always_inline = true>"},
    {"argument", "tir.port = #tir.port<argument = …>"},
    {"channels", "tir.call = #tir.call<channels = …>"},
    {"device", "tir.call = #tir.call<device = …>"},
    {"entry", "tir.function = #tir.function<entry = …>"},
    {"extracted", "tir.function = #tir.function<extracted = true>"},
    {"hook", "tir.call = #tir.call<hook = true>"},
    {"kernel", "tir.function = #tir.function<kernel = …>"},
    {"layer", "tir.call = #tir.call<layer = …>"},
    {"models", "tir.model = #tir.model<registry = …>"},
    {"packed_constants", "tir.model = #tir.model<packed_constants = true>"},
    {"plan", "tir.model = #tir.model<plan = …>"},
    {"reported", "tir.call = #tir.call<reported = true>"},
    {"section", "tir.global = #tir.global<section = …>"},
    {"stage", "tir.call = #tir.call<stage = …>"},
    {"variable", "tir.global = #tir.global<variable = true>"}};

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

/// Returns what a module says now instead of an attribute of an older version,
/// or an empty string.
static std::string getCurrentForm(Operation *op, StringRef name) {
  name.consume_front("tir.");
  for (const auto &[former, form] : kFormerMarks)
    if (former == name)
      return ("tir.function = #tir.function<entry = <" + form + ">>").str();
  for (const auto &[former, form] : kKernelAttributes)
    if (former == name)
      return form.str();
  for (const auto &[former, form] : kFormerAttributes)
    if (former == name)
      return form.str();
  if (!llvm::is_contained(kKernelParameters, name))
    return "";
  bool isOfCall = !isFunction(op) && (name == "fused" || name == "place");
  return ((isOfCall ? "tir.call = #tir.call<layer = <"
                    : "tir.function = #tir.function<kernel = <") +
          name + " = …>>")
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
