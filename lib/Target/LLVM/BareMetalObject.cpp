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
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using llvm::Error;
using llvm::StringRef;

/// Keeps linkers from merging constants, so that a program contains all bytes
/// of the object and not fewer. LLVM has merged equal constants of the object.
template <typename ELFT>
static Error forbidMerging(std::string &object,
                           const llvm::object::ELFFile<ELFT> &file) {
  auto sections = file.sections();
  if (!sections)
    return sections.takeError();
  for (const typename ELFT::Shdr &section : *sections) {
    if (!(section.sh_flags & llvm::ELF::SHF_ALLOC))
      continue;
    typename ELFT::Shdr changed = section;
    changed.sh_flags =
        changed.sh_flags & ~(llvm::ELF::SHF_MERGE | llvm::ELF::SHF_STRINGS);
    changed.sh_entsize = 0;
    size_t place = reinterpret_cast<const char *>(&section) -
                   reinterpret_cast<const char *>(file.base());
    std::memcpy(object.data() + place, &changed, sizeof(changed));
  }
  return Error::success();
}

static Error forbidMerging(std::string &object) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(object, "object"));
  if (!file)
    return file.takeError();
  if (auto *elf = llvm::dyn_cast<llvm::object::ELF32LEObjectFile>(file->get()))
    return forbidMerging(object, elf->getELFFile());
  if (auto *elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(file->get()))
    return forbidMerging(object, elf->getELFFile());
  if (auto *elf = llvm::dyn_cast<llvm::object::ELF32BEObjectFile>(file->get()))
    return forbidMerging(object, elf->getELFFile());
  return forbidMerging(
      object,
      llvm::cast<llvm::object::ELF64BEObjectFile>(file->get())->getELFFile());
}

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
  return forbidMerging(object);
}
