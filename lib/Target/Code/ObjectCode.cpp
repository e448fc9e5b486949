//===- ObjectCode.cpp - An object of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Code/Code.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tir::mlf;

namespace {
class ObjectCode : public Code {
public:
  bool definesFunction(StringRef name) const override {
    return functions.contains(name);
  }
  std::vector<std::string> getFunctions() const override {
    std::vector<std::string> names;
    for (const auto &function : functions)
      names.push_back(function.getKey().str());
    return names;
  }
  std::optional<uint64_t> getArrayBytes(StringRef name) const override {
    auto found = arrays.find(name);
    return found == arrays.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<uint64_t> getFunctionBytes(StringRef name) const override {
    auto found = functionBytes.find(name);
    return found == functionBytes.end() ? std::nullopt
                                        : std::optional(found->second);
  }
  std::optional<uint64_t> getTextBytes() const override {
    return isELF ? std::optional(textBytes) : std::nullopt;
  }
  std::optional<LinkedBytes> getLinkedBytes() const override {
    if (!isELF)
      return std::nullopt;
    uint64_t ram = data;
    for (const auto &section : zeros)
      ram += section.getValue();
    return LinkedBytes{ram, code + constants + data};
  }
  bool hasSizes() const override { return isELF; }

  template <typename ELFT>
  Error read(const object::ELFFile<ELFT> &file);
  /// Adds a section after the others of its kind.
  template <typename ELFT>
  void place(const object::ELFFile<ELFT> &file,
             const typename ELFT::Shdr &section);
  template <typename Symbol>
  void add(const Symbol &symbol, StringRef name);
  Error read(const object::ObjectFile &file);

  ObjectNeeds needs;

private:
  StringSet<> functions;
  StringMap<uint64_t> arrays, functionBytes;
  uint64_t textBytes = 0;
  /// The bytes of all sections of a kind, placed one after the other.
  uint64_t code = 0, constants = 0, data = 0;
  /// Of those that are 0 at first, by the section of the program.
  StringMap<uint64_t> zeros;
  bool isELF = false;
};
} // namespace

/// Returns whether a program needs no bytes of flash for the section: it has no
/// bytes, or only zeros because compilers give bytes to each section whose name
/// does not begin with `.bss`.
template <typename ELFT>
static bool isZeroAtFirst(const object::ELFFile<ELFT> &file,
                          const typename ELFT::Shdr &section) {
  if (section.sh_type == ELF::SHT_NOBITS)
    return true;
  auto contents = file.getSectionContents(section);
  if (!contents) {
    consumeError(contents.takeError());
    return false;
  }
  return all_of(*contents, [](uint8_t byte) { return byte == 0; });
}

/// Returns the section of a program into which linker scripts put the section:
/// one whose name does not begin with `.bss.` is the user's own.
template <typename ELFT>
static std::string getOutputSection(const object::ELFFile<ELFT> &file,
                                    const typename ELFT::Shdr &section) {
  auto name = file.getSectionName(section);
  if (!name) {
    consumeError(name.takeError());
    return "";
  }
  return name->starts_with(".bss.") ? ".bss" : name->str();
}

template <typename ELFT>
void ObjectCode::place(const object::ELFFile<ELFT> &file,
                       const typename ELFT::Shdr &section) {
  if (!(section.sh_flags & ELF::SHF_ALLOC) || section.sh_size == 0)
    return;
  bool isWritten = section.sh_flags & ELF::SHF_WRITE;
  uint64_t &end = section.sh_flags & ELF::SHF_EXECINSTR ? code
                  : !isWritten                          ? constants
                  : isZeroAtFirst(file, section)
                      ? zeros[getOutputSection(file, section)]
                      : data;
  end = alignTo(end, std::max<uint64_t>(section.sh_addralign, 1)) +
        section.sh_size;
}

template <typename Symbol>
void ObjectCode::add(const Symbol &symbol, StringRef name) {
  if (symbol.st_shndx == ELF::SHN_UNDEF) {
    if (!name.empty())
      needs.symbols.push_back(name.str());
    return;
  }
  if (symbol.getType() == ELF::STT_OBJECT)
    arrays[name] = symbol.st_size;
  if (symbol.getType() != ELF::STT_FUNC)
    return;
  functionBytes[name] = symbol.st_size;
  if (symbol.getBinding() != ELF::STB_LOCAL)
    functions.insert(name);
}

/// Reads the tables directly, as the iterators of ObjectFile end the program if
/// a table is damaged.
template <typename ELFT>
Error ObjectCode::read(const object::ELFFile<ELFT> &file) {
  isELF = true;
  auto sections = file.sections();
  if (!sections)
    return sections.takeError();
  for (const auto &section : *sections) {
    place(file, section);
    if ((section.sh_flags & ELF::SHF_ALLOC) &&
        (section.sh_flags & ELF::SHF_EXECINSTR))
      textBytes += section.sh_size;
    if (section.sh_type != ELF::SHT_SYMTAB)
      continue;
    auto names = file.getStringTableForSymtab(section, *sections);
    if (!names)
      return names.takeError();
    auto symbols = file.symbols(&section);
    if (!symbols)
      return symbols.takeError();
    for (const auto &symbol : *symbols) {
      Expected<StringRef> name = symbol.getName(*names);
      if (!name)
        return name.takeError();
      add(symbol, *name);
    }
  }
  return Error::success();
}

Error ObjectCode::read(const object::ObjectFile &file) {
  for (const object::SymbolRef &symbol : file.symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    // Mach-O has a '_' before each C name.
    if (file.isMachO())
      name->consume_front("_");
    if (*flags & object::SymbolRef::SF_Undefined)
      needs.symbols.push_back(name->str());
    else if (*flags & object::SymbolRef::SF_Global)
      functions.insert(*name);
  }
  return Error::success();
}

static Expected<std::unique_ptr<ObjectCode>> readObjectCode(StringRef bytes) {
  // A copy has the alignment that the tables need. An object is as large as its
  // constants, so it is copied only if it must be.
  bool isAligned = isAddrAligned(Align(alignof(uint64_t)), bytes.data());
  auto buffer = isAligned ? MemoryBuffer::getMemBuffer(
                                bytes, "", /*RequiresNullTerminator=*/false)
                          : MemoryBuffer::getMemBufferCopy(bytes);
  auto file = object::ObjectFile::createObjectFile(buffer->getMemBufferRef());
  if (!file)
    return file.takeError();
  auto code = std::make_unique<ObjectCode>();
  code->needs.machine = (*file)->getArch();
  auto readAny = [&]() -> Error {
    if (auto *elf = dyn_cast<object::ELF32LEObjectFile>(file->get()))
      return code->read(elf->getELFFile());
    if (auto *elf = dyn_cast<object::ELF64LEObjectFile>(file->get()))
      return code->read(elf->getELFFile());
    if (auto *elf = dyn_cast<object::ELF32BEObjectFile>(file->get()))
      return code->read(elf->getELFFile());
    if (auto *elf = dyn_cast<object::ELF64BEObjectFile>(file->get()))
      return code->read(elf->getELFFile());
    return code->read(**file);
  };
  if (Error problem = readAny())
    return std::move(problem);
  return std::move(code);
}

Expected<std::unique_ptr<Code>> tir::mlf::readObject(StringRef bytes) {
  return readObjectCode(bytes);
}

Expected<ObjectNeeds> tir::mlf::readObjectNeeds(StringRef bytes) {
  auto code = readObjectCode(bytes);
  if (!code)
    return code.takeError();
  ObjectNeeds needs = std::move((*code)->needs);
  llvm::sort(needs.symbols);
  needs.symbols.erase(llvm::unique(needs.symbols), needs.symbols.end());
  // Not a function: where the linker's table of addresses is.
  llvm::erase(needs.symbols, "_GLOBAL_OFFSET_TABLE_");
  return needs;
}
