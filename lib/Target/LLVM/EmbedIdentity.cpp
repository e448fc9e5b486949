//===- EmbedIdentity.cpp - What an object says of its model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmbedIdentity.h"

#include "tir/Support/Identity.h"
#include "llvm/IR/Constants.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

void tir::embedIdentity(Module &module, StringRef name, StringRef bytes) {
  auto *data = ConstantDataArray::getString(module.getContext(), bytes,
                                            /*AddNull=*/false);
  auto *variable =
      new GlobalVariable(module, data->getType(), /*isConstant=*/true,
                         GlobalValue::ExternalLinkage, data, name);
  variable->setAlignment(Align(1));
  const Triple &triple = module.getTargetTriple();
  if (triple.isOSBinFormatMachO())
    variable->setSection("__TEXT,__tirc_model");
  else if (triple.getArch() == Triple::avr)
    variable->setSection(".progmem.tirc_model_info");
  else
    variable->setSection(kIdentitySection);
  // On ELF, LLVM also gives the section the flag by which linkers keep it.
  appendToUsed(module, {variable});
}
