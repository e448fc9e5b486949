//===- BareMetalObject.cpp - Removes unneeded sections from objects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BareMetalObject.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/Binary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using llvm::Error;
using llvm::StringRef;

Error tir::makeBareMetal(std::string &object) {
  llvm::objcopy::ConfigManager config;
  for (StringRef sections :
       {".note.GNU-stack", ".ARM.exidx*", ".rel.ARM.exidx*"})
    if (Error error = config.Common.ToRemove.addMatcher(
            llvm::objcopy::NameOrPattern::create(
                sections, llvm::objcopy::MatchStyle::Wildcard,
                [](Error error) { return error; })))
      return error;

  auto binary =
      llvm::object::createBinary(llvm::MemoryBufferRef(object, "object"));
  if (!binary)
    return binary.takeError();
  std::string stripped;
  llvm::raw_string_ostream os(stripped);
  if (Error error = llvm::objcopy::executeObjcopyOnBinary(config, **binary, os))
    return error;
  object = std::move(stripped);
  return Error::success();
}
