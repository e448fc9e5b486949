//===- PrimFuncOp.cpp - tir.prim_func
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DevicePrograms.h"
#include "DialectUpgrade.h"
#include "EffectVerification.h"
#include "SymbolLookup.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "mlir/Interfaces/FunctionImplementation.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

void PrimFuncOp::build(OpBuilder &builder, OperationState &state,
                       StringRef name, FunctionType type,
                       ArrayRef<NamedAttribute> attrs,
                       ArrayRef<DictionaryAttr> argAttrs) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.attributes.append(attrs.begin(), attrs.end());
  state.addRegion();
  if (!argAttrs.empty())
    call_interface_impl::addArgAndResultAttrs(
        builder, state, argAttrs, /*resultAttrs=*/{},
        getArgAttrsAttrName(state.name), getResAttrsAttrName(state.name));
}

/// Reads the attributes of version 5 of the dialect, as which users may have
/// written them.
static void mergeFormerAttributes(OperationState &state, StringAttr name) {
  MLIRContext *context = state.getContext();
  mergeFormerFunction(state.attributes, context);
  auto arguments = dyn_cast_if_present<ArrayAttr>(state.attributes.get(name));
  if (!arguments)
    return;
  SmallVector<Attribute> merged;
  for (auto argument : arguments.getAsRange<DictionaryAttr>()) {
    NamedAttrList attributes(argument);
    mergeFormerPort(attributes, context);
    merged.push_back(attributes.getDictionary(context));
  }
  state.attributes.set(name, ArrayAttr::get(context, merged));
}

ParseResult PrimFuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildFuncType =
      [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
         function_interface_impl::VariadicFlag,
         std::string &) { return builder.getFunctionType(inputs, results); };
  SMLoc location = parser.getCurrentLocation();
  if (function_interface_impl::parseFunctionOp(
          parser, result, /*allowVariadic=*/false,
          getFunctionTypeAttrName(result.name), buildFuncType,
          getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name)))
    return failure();
  mergeFormerAttributes(result, getArgAttrsAttrName(result.name));
  // An attribute of a wrong type would otherwise be dropped silently.
  return verifyInherentAttrs(result.name, result.attributes, [&] {
    return parser.emitError(location) << "'" << result.name << "' op ";
  });
}

void PrimFuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

bool PrimFuncOp::isInRegistry() {
  if (!getRegistered() || getEntry(*this).forLoaders)
    return false;
  return getExportedName() || (!getSymName().starts_with(kMainName) &&
                               !getSymName().starts_with(kInitName));
}

std::string PrimFuncOp::getRegistryName(StringRef model) {
  if (StringAttr name = getEntry(*this).registryName)
    return name.str();
  if (std::optional<StringRef> name = getExportedName())
    return name->str();
  if (isExternal())
    return getSymName().str();
  return mangleSymbol(model, sanitizeName(getSymName()));
}

bool PrimFuncOp::isPublic() {
  if (!isPrivate() || isInRegistry())
    return true;
  // Upstream removes a dead argument together with the operand of each call,
  // which would separate an `outs` operand from the result that is tied to it.
  auto uses = SymbolTable::getSymbolUses(
      getSymNameAttr(),
      SymbolTable::getNearestSymbolTable((*this)->getParentOp()));
  return uses && llvm::any_of(*uses, [](SymbolTable::SymbolUse use) {
           auto call = dyn_cast<CallTIROp>(use.getUser());
           return !call || llvm::any_of(call.getOperandTypes(),
                                        llvm::IsaPred<TensorType>);
         });
}

Effect PrimFuncOp::getEffect(unsigned index) {
  auto effect = getArgAttrOfType<EffectAttr>(index, kEffectAttrName);
  return effect ? effect.getValue() : Effect::ReadWrite;
}

void PrimFuncOp::setEffect(unsigned index, Effect effect) {
  setArgAttr(index, kEffectAttrName, EffectAttr::get(getContext(), effect));
}

static LogicalResult verifyContexts(PrimFuncOp function) {
  ArrayRef<Type> types = function.getArgumentTypes();
  const Type *first = llvm::find_if(types, llvm::IsaPred<DeviceContextType>);
  // Only the state of the model may follow the contexts.
  for (const Type *type = first; type != types.end(); ++type)
    if (!isa<DeviceContextType>(*type) &&
        !getPort(function, type - types.begin()).structName) {
      InFlightDiagnostic diag = function.emitOpError("argument #")
                                << type - types.begin() << " is " << *type
                                << ", but comes after a context (argument #"
                                << first - types.begin()
                                << "); contexts are the last arguments";
      if (!function.isExternal())
        noteOrigin(diag, function.getArgument(first - types.begin()),
                   "the context");
      return diag;
    }
  if (function.isExternal() && types.end() - first > 1)
    return function.emitOpError("takes ")
           << types.end() - first
           << " contexts, but a kernel runs on one device; split it, or give "
              "it a body that calls one kernel for each device";
  return success();
}

LogicalResult PrimFuncOp::verify() {
  if (!getResultTypes().empty())
    return emitOpError("has results, but a prim_func writes what it computes "
                       "into its arguments; pass a buffer for each result");
  if (failed(verifyContexts(*this)))
    return failure();
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    if (isa<TensorType>(type))
      return emitOpError("argument #")
             << index << " is a tensor (" << type
             << "), but a prim_func works on buffers; make it a memref";
    // The dialect checks the types of their values.
    StringRef name = getArgAttr(index, kEffectAttrName)
                         ? StringRef(kEffectAttrName)
                     : getPort(*this, index).isNoAlias ? StringRef("noalias")
                                                       : StringRef();
    if (!name.empty() && !isa<BaseMemRefType>(type))
      return emitOpError("argument #")
             << index << " has '" << name << "', but is not a buffer (" << type
             << ")";
  }
  return verifyDistances(*this);
}

LogicalResult PrimFuncOp::verifyRegions() {
  ScheduleAttrInterface schedule = getScheduleAttr();
  if (isExternal())
    return schedule ? schedule.verifyKernel(*this) : success();
  Operation *end = getBody().front().getTerminator();
  if (!getBody().hasOneBlock()) {
    InFlightDiagnostic diag =
        emitOpError("has a body of ")
        << getBody().getBlocks().size()
        << " blocks, but it must have one; use scf for control flow";
    diag.attachNote(end->getLoc()) << "the first block ends here";
    return diag;
  }
  if (!isa<ReturnOp>(end)) {
    InFlightDiagnostic diag = emitOpError("must end in 'tir.return'");
    diag.attachNote(end->getLoc())
        << "it ends in this '" << end->getName() << "'";
    return diag;
  }
  // A schedule looks into operations of the body, which are verified by now.
  return schedule ? schedule.verifyKernel(*this) : success();
}

//===----------------------------------------------------------------------===//
// Names and devices
//===----------------------------------------------------------------------===//

DeviceContextType PrimFuncOp::getContextType() {
  ArrayRef<Type> types = getArgumentTypes();
  return types.empty() ? DeviceContextType()
                       : dyn_cast<DeviceContextType>(types.back());
}

std::string PrimFuncOp::getCName() {
  return sanitizeName(getExportedName().value_or(getSymName()));
}

/// Returns true if the function keeps its C name whatever the name of the model
/// is.
static bool hasFixedName(PrimFuncOp function) {
  return function.getExportedName() || function.isExternal();
}

static LogicalResult verifyCName(PrimFuncOp function) {
  std::string name = function.getCName();
  if (hasFixedName(function) && !isCFunctionName(name)) {
    StringRef why = whyReservedFunction(name);
    return function.emitOpError("is called '")
           << name << "' in C, which is "
           << (why.empty() ? "not an identifier" : why)
           << "; set exported_name to letters, digits and '_', with no leading "
              "digit, and to a name that C and C++ do not reserve";
  }
  if (function.isPrivate() && !hasFixedName(function))
    return success();
  // Each pair is checked once, by the later of the two.
  for (Operation *other = function->getPrevNode(); other;
       other = other->getPrevNode()) {
    auto previous = dyn_cast<PrimFuncOp>(other);
    if (!previous || hasFixedName(previous) != hasFixedName(function) ||
        (previous.isPrivate() && !hasFixedName(previous)) ||
        previous.getCName() != name)
      continue;
    InFlightDiagnostic diag = function.emitOpError("is called '")
                              << name
                              << "' in C, as is another function; give one of "
                                 "them another exported_name";
    diag.attachNote(previous.getLoc())
        << "the other is @" << previous.getSymName();
    return diag;
  }
  return success();
}

static LogicalResult verifyDevices(PrimFuncOp function,
                                   SymbolTableCollection &symbolTable) {
  ArrayAttr devices = function.getDevicesAttr();
  if (!devices)
    return success();
  DeviceOp first;
  for (auto name : devices.getAsRange<FlatSymbolRefAttr>()) {
    auto device =
        lookupDeclared<DeviceOp>(function, "runs on", name, symbolTable);
    if (!device)
      return failure();
    DeviceContextType context = function.getContextType();
    if (context && context.getKind() != device.getKind()) {
      InFlightDiagnostic diag = function.emitOpError("takes ")
                                << context << ", but runs on " << name
                                << " of the kind \"" << device.getKind()
                                << "\"; expected a context of that kind";
      diag.attachNote(device.getLoc()) << "device declared here";
      return diag;
    }
    if (!first)
      first = device;
    if (first.getKind() == device.getKind())
      continue;
    InFlightDiagnostic diag =
        function.emitOpError("runs on devices of the kinds \"")
        << first.getKind() << "\" and \"" << device.getKind()
        << "\"; a function runs on devices of one kind";
    diag.attachNote(first.getLoc()) << "one is declared here";
    diag.attachNote(device.getLoc()) << "the other is declared here";
    return diag;
  }
  return success();
}

LogicalResult PrimFuncOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return success(succeeded(verifyCName(*this)) &&
                 succeeded(verifyDevices(*this, symbolTable)) &&
                 succeeded(verifyContextPrograms(*this, symbolTable)) &&
                 succeeded(verifyEffects(*this, symbolTable)));
}
