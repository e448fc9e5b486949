//===- RegistryOps.cpp - Registries, metadata and their addresses
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EffectVerification.h"
#include "SymbolLookup.h"
#include "TextVerifier.h"

#include "tir/ABI/DLTensor.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// tir.func_registry
//===----------------------------------------------------------------------===//

LogicalResult FuncRegistryOp::verify() {
  if (getNames().size() != getFunctions().size())
    return emitOpError("has ")
           << getNames().size() << " names, but " << getFunctions().size()
           << " functions; each function has one name";
  if (getNames().empty() || getNames().size() > UINT16_MAX)
    return emitOpError("has ")
           << getNames().size() << " functions; expected 1 to " << UINT16_MAX;
  llvm::StringSet<> seen;
  for (auto name : getNames().getAsValueRange<StringAttr>()) {
    if (name.empty())
      return emitOpError("has a function with an empty name, which would end "
                         "the list");
    if (failed(verifyText(*this, name)))
      return failure();
    if (!seen.insert(name).second)
      return emitOpError("has two functions called \"")
             << name << "\", of which only the first would be found";
  }
  return success();
}

/// Returns true if a runtime can call the function.
static bool isPackedFunction(FunctionOpInterface function) {
  if (auto primFunc = dyn_cast<PrimFuncOp>(*function))
    return primFunc.getCallingConvention() == CallingConvention::Packed &&
           !primFunc.hasResourceHandle();
  ArrayRef<Type> types = function.getArgumentTypes();
  return types.size() == 6 && isa<ValuesType>(types[0]) &&
         isa<TypeCodesType>(types[1]) && types[2].isInteger(32) &&
         isa<ValuesType>(types[3]) && isa<TypeCodesType>(types[4]) &&
         isa<HandleType>(types[5]) && function.getNumResults() == 1 &&
         function.getResultTypes().front().isInteger(32);
}

LogicalResult
FuncRegistryOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  for (auto name : getFunctions().getAsRange<FlatSymbolRefAttr>()) {
    Operation *symbol = symbolTable.lookupNearestSymbolFrom(*this, name);
    auto function = dyn_cast_if_present<FunctionOpInterface>(symbol);
    if (function && isPackedFunction(function))
      continue;
    InFlightDiagnostic diag = emitOpError("lists ") << name;
    if (!function) {
      diag << ", which is not a function of this module; declare it";
      if (symbol)
        diag.attachNote(symbol->getLoc())
            << "it is a '" << symbol->getName() << "'";
      return diag;
    }
    diag << ", which a runtime cannot call; expected the packed signature "
            "without a device context as resource handle";
    diag.attachNote(symbol->getLoc()) << "declared here";
    return diag;
  }
  // Each pair is checked once, by the later of the two.
  for (Operation *op = (*this)->getPrevNode(); getSystemLib() && op;
       op = op->getPrevNode()) {
    auto other = dyn_cast<FuncRegistryOp>(op);
    if (!other || !other.getSystemLib())
      continue;
    InFlightDiagnostic diag =
        emitOpError("is the program's system library, as is @")
        << other.getSymName()
        << "; a program has one, so drop 'system_lib' here or list all "
           "functions in one registry";
    diag.attachNote(other.getLoc()) << "the other is declared here";
    return diag;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// tir.metadata
//===----------------------------------------------------------------------===//

LogicalResult
TensorInfoAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       StringAttr name, RankedTensorType type) {
  if (!type.hasStaticShape())
    return emitError() << "tensor " << name << " is " << type
                       << ", but an executor needs each extent; expected a "
                          "static shape";
  if (!getDLDataType(type.getElementType()))
    return emitError() << "tensor " << name << " is " << type
                       << ", whose elements have no dtype in DLPack";
  if (name.getValue().contains('\0'))
    return emitError() << "tensor name " << name
                       << " contains a NUL, which ends a string in C";
  return success();
}

LogicalResult MetadataOp::verify() { return verifyText(*this, getModName()); }

//===----------------------------------------------------------------------===//
// tir.address_of
//===----------------------------------------------------------------------===//

LogicalResult
AddressOfOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol =
      symbolTable.lookupNearestSymbolFrom(*this, getSymbolAttr());
  if (isa_and_present<FuncRegistryOp, MetadataOp>(symbol))
    return (*this)->getParentOfType<PrimFuncOp>()
               ? success()
               : verifyUnwritten(getAddress(), symbolTable);
  InFlightDiagnostic diag =
      emitOpError("points to ")
      << getSymbolAttr()
      << ", which is not a tir.func_registry or tir.metadata of this module";
  if (symbol)
    diag.attachNote(symbol->getLoc())
        << "it is a '" << symbol->getName() << "'";
  return diag;
}
