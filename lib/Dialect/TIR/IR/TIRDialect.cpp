//===- TIRDialect.cpp - Registration of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeLists.h"
#include "OpAttributes.h"

#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"
#include "tir/Dialect/TIR/IR/DialectVersion.h"
#include "tir/Dialect/TIR/IR/InlinerInterface.h"
#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "tir/Dialect/TIR/IR/LaunchOps.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/IR/TaskOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tir/Dialect/TIR/IR/TIRDialect.cpp.inc"
#include "tir/Dialect/TIR/IR/TIREnums.cpp.inc"

#include "tir/Dialect/TIR/IR/TIRScheduleInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRTypes.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIROps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIROpaqueCodeOps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIRLaunchOps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIRTaskOps.cpp.inc"

std::optional<bool> tir::getNoAlias(mlir::Attribute attribute) {
  if (!attribute)
    return std::nullopt;
  auto value = llvm::dyn_cast<mlir::BoolAttr>(attribute);
  return !value || value.getValue();
}

using tir::isOneOf;

static bool isPort(mlir::Attribute attribute) {
  return llvm::isa_and_present<tir::PortAttr>(
      tir::readAttributeText(attribute));
}

/// The part of the table in the dialect's description that concerns arguments.
static constexpr tir::KnownAttribute kArgAttributes[] = {
    {tir::kEffectAttrName, isOneOf<tir::EffectAttr>, "a #tir.effect attribute"},
    {tir::kNameAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kPortAttrName, isPort, "a #tir.port attribute"}};

/// Those that results of functions may carry, too.
static constexpr tir::KnownAttribute kResultAttributes[] = {
    {tir::kNameAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kPortAttrName, isPort, "a #tir.port attribute"}};

/// Returns the global of that name, or another symbol of that name, or null.
static mlir::Operation *lookupVariable(mlir::Operation *function,
                                       mlir::FlatSymbolRefAttr name) {
  mlir::Operation *table =
      mlir::SymbolTable::getNearestSymbolTable(function->getParentOp());
  return table ? mlir::SymbolTable::lookupSymbolIn(table, name) : nullptr;
}

/// Reports a value of a variable that does not exist.
static llvm::LogicalResult verifyVariable(mlir::Operation *op,
                                          const llvm::Twine &port,
                                          mlir::FlatSymbolRefAttr name) {
  if (!name)
    return llvm::success();
  mlir::Operation *symbol = lookupVariable(op, name);
  if (llvm::isa_and_present<mlir::memref::GlobalOp>(symbol) &&
      tir::getGlobalParts(symbol).isVariable)
    return llvm::success();
  mlir::InFlightDiagnostic diag =
      op->emitOpError(port)
      << " is the variable " << name
      << ", but there is no memref.global of that name with "
         "#tir.global<variable = true>; declare it";
  if (symbol)
    diag.attachNote(symbol->getLoc())
        << "it is this '" << symbol->getName() << "'";
  return diag;
}

/// Checks what is known of an argument or a result.
static llvm::LogicalResult verifyParts(mlir::Operation *op,
                                       const llvm::Twine &port, bool isResult,
                                       const tir::PortParts &parts) {
  if (parts.argument)
    return op->emitOpError(port)
           << ": 'argument' in '" << tir::kPortAttrName
           << "' belongs to an allocation that was an argument; drop it";
  tir::PortParts others = parts;
  others.encoding = {};
  others.variable = {};
  if (isResult && others.get(op->getContext()))
    return op->emitOpError(port)
           << ": '" << tir::kPortAttrName << "' is "
           << others.get(op->getContext())
           << ", but a result only has an encoding and the variable that it is "
              "the value of; an argument has the rest";
  return verifyVariable(op, port, parts.variable);
}

/// What was an attribute in an older version of the dialect, and what stands
/// for it now.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    kFormerAttributes[] = {
        {"tir.fed", "kernel.argument = #kernel.argument<fed = true>"},
        {"tir.kernel", "tir.port = #tir.port<exposed = <kernel = …>>"},
        {"tir.place", "tir.port = #tir.port<exposed = <place = …>>"},
        {"tir.reads", "tir.port = #tir.port<exposed = <reads = …>>"},
        {"tir.range", "kernel.argument = #kernel.argument<range = …>"},
        {"tir.scratch", "kernel.argument = #kernel.argument<scratch = true>"},
        {"tir.window", "kernel.argument = #kernel.argument<window = …>"},
        {"tir.scale", "tir.port = #tir.port<encoding = <scale = …>>"},
        {"tir.value_type", "tir.port = #tir.port<encoding = <type = …>>"},
        {"tir.variable", "tir.port = #tir.port<value_of = @…>"},
        {"tir.struct", "tir.port = #tir.port<c_struct = …>"},
        {"tir.overwritten", "tir.port = #tir.port<overwritten = true>"},
        {"tir.zero_point",
         "tir.port = #tir.port<encoding = <zero_point = …>>"}};

/// The other attributes of version 5 that are parameters of `#tir.port` now.
static constexpr llvm::StringLiteral kFormerParameters[] = {
    "tir.alignment", "tir.c_type",  "tir.device",   "tir.distances",
    "tir.encoding",  "tir.exposed", "tir.noalias",  "tir.normalization",
    "tir.pool",      "tir.pools",   "tir.value_of", "tir.weight"};

/// Notes the attribute that was probably meant, or where this one belongs.
static void explainUnknown(mlir::InFlightDiagnostic &diag, llvm::StringRef name,
                           llvm::ArrayRef<tir::KnownAttribute> known) {
  for (const auto &[former, form] : kFormerAttributes)
    if (former == name) {
      diag.attachNote() << "write it as " << form;
      return;
    }
  if (llvm::is_contained(kFormerParameters, name)) {
    diag.attachNote() << "write it as tir.port = #tir.port<"
                      << name.split('.').second << " = …>";
    return;
  }
  if (tir::findKnown(llvm::ArrayRef(kArgAttributes), name))
    diag.attachNote() << "an argument may carry '" << name
                      << "', but a result may not";
  else if (!tir::noteNearest(diag, known, name))
    diag.attachNote() << "the description of the dialect lists the attributes "
                         "and what carries them";
}

/// Reports unknown names and values of a wrong type, which would otherwise
/// silently change the meaning of the argument or the result.
static llvm::LogicalResult verifyPort(mlir::Operation *op, bool isResult,
                                      unsigned index,
                                      mlir::NamedAttribute attribute) {
  std::string port =
      ((isResult ? "result #" : "argument #") + llvm::Twine(index)).str();
  llvm::StringRef name = attribute.getName();
  llvm::ArrayRef<tir::KnownAttribute> known = kArgAttributes;
  if (isResult)
    known = kResultAttributes;
  if (const tir::KnownAttribute *found = tir::findKnown(known, name)) {
    if (failed(tir::verifyKnown(op, port, attribute, *found)))
      return llvm::failure();
    auto parts = llvm::dyn_cast_if_present<tir::PortAttr>(
        tir::readAttributeText(attribute.getValue()));
    return parts ? verifyParts(op, port, isResult, tir::PortParts(parts))
                 : llvm::success();
  }
  mlir::InFlightDiagnostic diag = tir::reportUnknown(op, port, name, known);
  explainUnknown(diag, name, known);
  return diag;
}

llvm::LogicalResult
tir::TIRDialect::verifyRegionArgAttribute(mlir::Operation *op, unsigned,
                                          unsigned index,
                                          mlir::NamedAttribute attribute) {
  return verifyPort(op, /*isResult=*/false, index, attribute);
}

llvm::LogicalResult
tir::TIRDialect::verifyRegionResultAttribute(mlir::Operation *op, unsigned,
                                             unsigned index,
                                             mlir::NamedAttribute attribute) {
  return verifyPort(op, /*isResult=*/true, index, attribute);
}

llvm::LogicalResult
tir::TIRDialect::verifyOperationAttribute(mlir::Operation *op,
                                          mlir::NamedAttribute attribute) {
  if (failed(verifyOpAttribute(op, attribute)))
    return llvm::failure();
  return verifyModelAttribute(op, attribute);
}

void tir::TIRDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tir/Dialect/TIR/IR/TIRAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tir/Dialect/TIR/IR/TIRTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/TIR/IR/TIROps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/TIR/IR/TIROpaqueCodeOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/TIR/IR/TIRLaunchOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/TIR/IR/TIRTaskOps.cpp.inc"
      >();
  addBytecodeInterface(*this);
  addInlinerInterface(*this);
  attachInterfaces(*this);
}

mlir::Attribute tir::TIRDialect::parseAttribute(mlir::DialectAsmParser &parser,
                                                mlir::Type type) const {
  llvm::SMLoc location = parser.getCurrentLocation();
  llvm::StringRef mnemonic;
  mlir::Attribute attribute;
  if (generatedAttributeParser(parser, &mnemonic, type, attribute).has_value())
    return attribute;
  if (const SuccessorDialectInterface *successor = getSuccessor(getContext()))
    if (auto former = successor->parseFormerAttribute(mnemonic, parser, type))
      return *former;
  parser.emitError(location) << "unknown attribute `" << mnemonic
                             << "` in dialect `" << getNamespace() << "`";
  return {};
}

void tir::TIRDialect::printAttribute(mlir::Attribute attribute,
                                     mlir::DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}
