//===- DeviceOps.cpp - tir.device, tir.pool, tir.get_device_context
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DevicePrograms.h"
#include "SymbolLookup.h"

#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "tir/ABI/Sections.h"
#include "tir/Dialect/TIR/IR/LaunchOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

static bool hasLetter(StringRef kind) {
  return llvm::any_of(kind, [](char c) { return llvm::isAlpha(c); });
}

LogicalResult
DeviceContextType::verify(function_ref<InFlightDiagnostic()> emitError,
                          StringRef kind) {
  if (hasLetter(kind))
    return success();
  return emitError() << "'!tir.device_context' of the kind \"" << kind
                     << "\" has no letter, but the names of a device's hooks "
                        "consist of the letters of its kind; add a letter";
}

//===----------------------------------------------------------------------===//
// DeviceOp
//===----------------------------------------------------------------------===//

LogicalResult DeviceOp::verify() {
  if (!hasLetter(getKind()))
    return emitOpError("has the kind \"")
           << getKind()
           << "\", which has no letter, but the names of its hooks consist of "
              "the letters of its kind; add a letter";
  std::string field = fieldName(getSymName());
  if (StringRef why = whyReserved(field); !why.empty())
    return emitOpError("becomes the field '")
           << field << "' of the struct of devices, which is " << why
           << "; rename it";
  if (!isCIdentifier(field))
    return emitOpError("becomes the field '")
           << field
           << "' of the struct of devices, which is not a C identifier; rename "
              "it";
  SmallVector<Hook> seen;
  for (auto attribute : getHooks().getAsRange<HookAttr>()) {
    if (llvm::is_contained(seen, attribute.getValue()))
      return emitOpError("names the hook '")
             << stringifyHook(attribute.getValue()) << "' twice";
    seen.push_back(attribute.getValue());
  }
  if (!listsHook(*this, Hook::Sync)) {
    if (listsHook(*this, Hook::Abort))
      return emitOpError("has the hook 'abort' but not 'sync', so that nothing "
                         "of it runs when the run ends; add 'sync' if its "
                         "kernels only launch their work, or drop 'abort'");
    return success();
  }
  for (Hook hook : {Hook::Open, Hook::Close})
    if (listsHook(*this, hook))
      return emitOpError("is asynchronous (it has the hook 'sync'), so that "
                         "there is no time for its hook '")
             << stringifyHook(hook)
             << "'; let its kernels open it, and 'sync' and 'abort' close it";
  return success();
}

LogicalResult DeviceOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // Each pair is checked once, by the later of the two.
  for (Operation *op = (*this)->getPrevNode(); op; op = op->getPrevNode()) {
    auto other = dyn_cast<DeviceOp>(op);
    if (!other)
      continue;
    std::string hook = hookName(getKind(), "open");
    if (getKind() != other.getKind() &&
        hook == hookName(other.getKind(), "open")) {
      InFlightDiagnostic diag =
          emitOpError("is of the kind \"")
          << getKind() << "\", whose hooks have the names of hooks of \""
          << other.getKind() << "\" (" << hook
          << ", since digits are dropped); rename one of the kinds by letters";
      diag.attachNote(other.getLoc()) << "the other device is declared here";
      return diag;
    }
    std::string field = fieldName(getSymName());
    if (field == fieldName(other.getSymName())) {
      InFlightDiagnostic diag =
          emitOpError("becomes the field '")
          << field << "' of the struct of devices, as does another device; "
          << "rename one of them";
      diag.attachNote(other.getLoc()) << "the other is @" << other.getSymName();
      return diag;
    }
  }
  for (Operation &op : *(*this)->getBlock())
    if (auto function = dyn_cast<FunctionOpInterface>(op);
        function &&
        failed(verifyArgumentPrograms(function, *this, symbolTable)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// PoolOp
//===----------------------------------------------------------------------===//

LogicalResult PoolOp::verify() {
  if (StringRef why = whyReservedFunction(getSymName()); !why.empty())
    return emitOpError("becomes the array '")
           << getSymName() << "' in C, which is " << why << "; rename it";
  if (!isCFunctionName(getSymName()))
    return emitOpError("becomes the array '")
           << getSymName()
           << "' in C, which is not an identifier; expected letters, digits "
              "and "
              "'_', with no leading digit: rename it";
  if (!llvm::isPowerOf2_64(getAlignment()))
    return emitOpError("has alignment ")
           << getAlignment() << ", expected a power of two";
  if (getSection() && getSection()->empty())
    return emitOpError("has an empty section name; drop it, or name the "
                       "section that the linker script places");
  if (getSection() && !isSectionName(*getSection()))
    return emitOpError("has the section ")
           << getSectionAttr() << "; " << kSectionNameRule;
  if (getSize() && getSizeHint() && *getSize() > *getSizeHint())
    return emitOpError("has ")
           << *getSize() << " bytes, but at most " << *getSizeHint()
           << " are available (size_hint); increase size_hint, or move buffers "
              "to another pool";
  if (getExternal() && (!isPlanned() || getSection()))
    return emitOpError("is external, memory that the application passes with "
                       "each run, but has a size, contents or a section; drop "
                       "'external' or these");
  std::optional<ElementsAttr> contents = getContents();
  if (!contents)
    return success();
  if (!getReadOnly())
    return emitOpError("has contents, but is not read_only; memory that the "
                       "program writes has no initial contents");
  Type element = contents->getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8)
    return emitOpError("has contents of ")
           << element << ", expected integers or floats of whole bytes";
  uint64_t bytes =
      contents->getNumElements() * (element.getIntOrFloatBitWidth() / 8);
  if (getSize() && *getSize() != bytes)
    return emitOpError("has contents of ")
           << bytes << " bytes, but a size of " << *getSize();
  return success();
}

//===----------------------------------------------------------------------===//
// GetDeviceContextOp
//===----------------------------------------------------------------------===//

LogicalResult
GetDeviceContextOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto device =
      lookupDeclared<DeviceOp>(*this, "names", getDeviceAttr(), symbolTable);
  if (!device)
    return failure();
  StringRef kind = cast<DeviceContextType>(getType()).getKind();
  if (kind == device.getKind())
    return verifyPrograms(getResult(), device, symbolTable);
  InFlightDiagnostic diag = emitOpError("gives a context of the kind \"")
                            << kind << "\", but " << getDeviceAttr()
                            << " is of the kind \"" << device.getKind() << "\"";
  diag.attachNote(device.getLoc()) << "device declared here";
  return diag;
}
