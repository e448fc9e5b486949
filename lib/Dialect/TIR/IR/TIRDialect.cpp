//===- TIRDialect.cpp - Registration of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeLists.h"
#include "OpAttributes.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"
#include "tir/Dialect/TIR/IR/DialectVersion.h"
#include "tir/Dialect/TIR/IR/InlinerInterface.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "tir/Dialect/TIR/IR/LaunchOps.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/NormalizationAttr.h"
#include "tir/Dialect/TIR/IR/OpaqueCode.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/IR/TaskOps.h"
#include "tir/Dialect/TIR/IR/WeightAttr.h"

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

using tir::isArrayOf;
using tir::isOneOf;

/// The part of the table in the dialect's description that concerns arguments.
static constexpr tir::KnownAttribute kArgAttributes[] = {
    {tir::kAlignmentAttrName, isOneOf<mlir::IntegerAttr>, "an integer"},
    {tir::kCTypeAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kDeviceAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kDistancesAttrName, isOneOf<mlir::DenseI64ArrayAttr>,
     "an array of i64"},
    {tir::kEffectAttrName, isOneOf<tir::EffectAttr>, "a #tir.effect attribute"},
    {tir::kEncodingAttrName, isOneOf<tir::EncodingAttr>,
     "a #tir.encoding attribute"},
    {tir::kExposedAttrName, isOneOf<tir::ExposedAttr>,
     "a #tir.exposed attribute"},
    {tir::kNameAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kNormalizationAttrName, isOneOf<mlir::DictionaryAttr>,
     "a dictionary"},
    {tir::kNoAliasAttrName, isOneOf<mlir::UnitAttr, mlir::BoolAttr>,
     "nothing, true or false"},
    {tir::kOverwrittenAttrName, isOneOf<mlir::UnitAttr>, "nothing"},
    {tir::kPoolAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kPoolsAttrName, isArrayOf<mlir::FlatSymbolRefAttr>,
     "an array of symbols"},
    {tir::kStructAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kValueOfAttrName, isOneOf<mlir::FlatSymbolRefAttr>, "a symbol"},
    {tir::kWeightAttrName, isOneOf<mlir::ElementsAttr>, "elements"}};

/// Those that results of functions may carry, too.
static constexpr tir::KnownAttribute kResultAttributes[] = {
    {tir::kEncodingAttrName, isOneOf<tir::EncodingAttr>,
     "a #tir.encoding attribute"},
    {tir::kNameAttrName, isOneOf<mlir::StringAttr>, "a string"},
    {tir::kValueOfAttrName, isOneOf<mlir::FlatSymbolRefAttr>, "a symbol"}};

/// Returns the global of that name, or another symbol of that name, or null.
static mlir::Operation *lookupVariable(mlir::Operation *function,
                                       mlir::FlatSymbolRefAttr name) {
  mlir::Operation *table =
      mlir::SymbolTable::getNearestSymbolTable(function->getParentOp());
  return table ? mlir::SymbolTable::lookupSymbolIn(table, name) : nullptr;
}

/// Reports a `tir.value_of` that names no variable.
static llvm::LogicalResult verifyVariable(mlir::Operation *op,
                                          const llvm::Twine &port,
                                          mlir::NamedAttribute attribute) {
  if (attribute.getName() != tir::kValueOfAttrName)
    return llvm::success();
  auto name = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(attribute.getValue());
  mlir::Operation *symbol = name ? lookupVariable(op, name) : nullptr;
  if (llvm::isa_and_present<mlir::memref::GlobalOp>(symbol) &&
      symbol->hasAttr(tir::kVariableAttrName))
    return llvm::success();
  mlir::InFlightDiagnostic diag =
      op->emitOpError(port)
      << " is the variable " << attribute.getValue()
      << ", but there is no memref.global of that name with tir.variable; "
         "declare it";
  if (symbol)
    diag.attachNote(symbol->getLoc())
        << "it is this '" << symbol->getName() << "'";
  return diag;
}

/// What was an attribute in an older version of the dialect, and what stands
/// for it now.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    kFormerAttributes[] = {
        {"tir.fed", "kernel.argument = #kernel.argument<fed = true>"},
        {"tir.kernel", "tir.exposed = #tir.exposed<kernel = …>"},
        {"tir.place", "tir.exposed = #tir.exposed<place = …>"},
        {"tir.reads", "tir.exposed = #tir.exposed<reads = …>"},
        {"tir.range", "kernel.argument = #kernel.argument<range = …>"},
        {"tir.scratch", "kernel.argument = #kernel.argument<scratch = true>"},
        {"tir.window", "kernel.argument = #kernel.argument<window = …>"},
        {"tir.scale", "tir.encoding = #tir.encoding<scale = …>"},
        {"tir.value_type", "tir.encoding = #tir.encoding<type = …>"},
        {"tir.variable", "tir.value_of = @…"},
        {"tir.zero_point", "tir.encoding = #tir.encoding<zero_point = …>"}};

/// Notes the attribute that was probably meant, or where this one belongs.
static void explainUnknown(mlir::InFlightDiagnostic &diag, llvm::StringRef name,
                           llvm::ArrayRef<tir::KnownAttribute> known) {
  for (const auto &[former, form] : kFormerAttributes)
    if (former == name) {
      diag.attachNote() << "write it as " << form;
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
    return verifyVariable(op, port, attribute);
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
