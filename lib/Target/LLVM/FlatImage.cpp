//===- FlatImage.cpp - Code and constants that run at any address
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/LLVM/FlatImage.h"

#include "RunLinker.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tir;
using llvm::StringRef;
using llvm::object::ELF32LEObjectFile;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// What belongs to the image, with code by its numbers. A section that is not
/// listed is an error of the linker.
static constexpr StringLiteral kScript = R"(SECTIONS {
  . = @BASE@;
  .image : {
    *(.text .text.*)
@ENTRIES@    *(.rodata .rodata.*)
    KEEP(*(.tirc_model_info))
    . = ALIGN(4);
  }
  .symtab 0 : { *(.symtab) }
  .strtab 0 : { *(.strtab) }
  .shstrtab 0 : { *(.shstrtab) }
  /DISCARD/ : { *(.ARM.attributes) *(.tirc.interface) *(.comment) *(.debug_*) }
}
)";

static FailureOr<ELF32LEObjectFile> read(StringRef bytes, EmitError emitError) {
  llvm::Expected<ELF32LEObjectFile> file =
      ELF32LEObjectFile::create(llvm::MemoryBufferRef(bytes, "object"));
  if (!file)
    return emitError() << "the object cannot be read: "
                       << llvm::toString(file.takeError());
  return std::move(*file);
}

static std::string nameOf(const llvm::object::SymbolRef &symbol) {
  llvm::Expected<StringRef> name = symbol.getName();
  if (name)
    return name->str();
  llvm::consumeError(name.takeError());
  return "";
}

FailureOr<std::vector<std::string>>
tir::findMissingFunctions(StringRef object, EmitError emitError) {
  FailureOr<ELF32LEObjectFile> file = read(object, emitError);
  if (failed(file))
    return failure();
  std::vector<std::string> missing;
  SmallVector<std::string> variables;
  for (const llvm::object::SymbolRef &symbol : file->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<llvm::object::section_iterator> section =
        symbol.getSection();
    if (!flags || !section) {
      llvm::consumeError(flags.takeError());
      llvm::consumeError(section.takeError());
      continue;
    }
    std::string name = nameOf(symbol);
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) && !name.empty())
      missing.push_back(name);
    else if (*section != file->section_end() && !name.empty() &&
             (llvm::object::ELFSectionRef(**section).getFlags() &
              llvm::ELF::SHF_WRITE))
      variables.push_back(name);
  }
  if (!variables.empty())
    return emitError() << "--emit=relocatable: the model has variables ("
                       << llvm::join(variables, ", ")
                       << "), and an image in flash has no memory; expected "
                          "options that do not need them";
  llvm::sort(missing);
  return missing;
}

namespace {
/// Writes code into the script of the linker.
class ScriptCode {
public:
  explicit ScriptCode(const FlatInterface &interface) : interface(interface) {}

  std::string make();

private:
  void add(ArrayRef<uint16_t> halves) {
    for (uint16_t half : halves)
      text += "    SHORT(" + std::to_string(half) + ")\n";
  }
  void addEntry(size_t number, const FlatEntry &entry);
  void addFunction(size_t number, StringRef name);

  const FlatInterface &interface;
  std::string text;
};
} // namespace

static std::string nameOfEntry(size_t number) {
  return "tirc_entry_" + std::to_string(number);
}

/// Adds a function that calls another one with the address of the table in r9,
/// and then restores it.
void ScriptCode::addEntry(size_t number, const FlatEntry &entry) {
  std::string name = nameOfEntry(number), call = name + "_call";
  text += "    . = ALIGN(4);\n    " + name + " = .;\n";
  add({0xB570,   // push {r4, r5, r6, lr}
       0x464C,   // mov r4, r9
       0x6855,   // ldr r5, [r2, #4]
       0x46A9}); // mov r9, r5
  if (entry.takesFourth)
    add({0x461A}); // mov r2, r3
  std::string distance =
      "((" + entry.name + " & 0xfffffffe) - " + call + " - 4)";
  text += "    " + call + " = .;\n    SHORT(0xf000 | ((" + distance +
          " >> 12) & 0x7ff))\n    SHORT(0xf800 | ((" + distance +
          " >> 1) & 0x7ff))\n"; // bl
  add({0x46A1,                  // mov r9, r4
       0xBD70});                // pop {r4, r5, r6, pc}
}

/// Adds a function that jumps to the one in the table. It changes no register
/// but the one that linkers may change in such code.
void ScriptCode::addFunction(size_t number, StringRef name) {
  text += ("    . = ALIGN(4);\n    " + name + " = .;\n").str();
  if (interface.hasThumb2)
    add({0xF8D9, uint16_t(0xC000 | number << 2), // ldr.w r12, [r9, #4 * number]
         0x4760});                               // bx r12
  else
    add({0xB403,                         // push {r0, r1}
         0x4648,                         // mov r0, r9
         uint16_t(0x6800 | number << 6), // ldr r0, [r0, #4 * number]
         0x9001,                         // str r0, [sp, #4]
         0xBD01});                       // pop {r0, pc}
}

std::string ScriptCode::make() {
  if (!interface.setsTable)
    return "";
  for (auto [number, entry] : llvm::enumerate(interface.entries))
    addEntry(number, entry);
  for (auto [number, name] : llvm::enumerate(interface.functions))
    addFunction(number, name);
  return text;
}

/// Links for one place.
static FailureOr<FlatImage> linkAt(uint32_t base, const std::string &lld,
                                   StringRef object,
                                   const FlatInterface &interface,
                                   EmitError emitError) {
  llvm::SmallString<128> script;
  int file;
  if (llvm::sys::fs::createTemporaryFile("tirc", "ld", file, script))
    return emitError() << "cannot create a temporary file for the linker";
  llvm::FileRemover removeScript(script);
  auto [before, after] = kScript.split("@BASE@");
  auto [code, data] = after.split("@ENTRIES@");
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << before << base << code << ScriptCode(interface).make() << data;
  os.close();
  if (os.has_error()) {
    os.clear_error();
    return emitError() << "cannot write the temporary file " << script.str();
  }
  FailureOr<std::string> linked = runLinker(
      {lld, "-T", script.str().str(), "-e", interface.entries.front().name,
       "--build-id=none", "--orphan-handling=error", "-z", "noexecstack"},
      object, "the relocatable image", emitError);
  if (failed(linked))
    return failure();
  FailureOr<ELF32LEObjectFile> elf = read(*linked, emitError);
  if (failed(elf))
    return failure();
  FlatImage image;
  for (const llvm::object::SectionRef &section : elf->sections()) {
    llvm::Expected<StringRef> name = section.getName();
    llvm::Expected<StringRef> contents = section.getContents();
    if (!name || !contents) {
      llvm::consumeError(name.takeError());
      llvm::consumeError(contents.takeError());
    } else if (*name == ".image") {
      image.bytes = contents->str();
      image.alignment = section.getAlignment().value();
    }
  }
  image.entries.resize(interface.entries.size());
  for (const llvm::object::SymbolRef &symbol : elf->symbols()) {
    llvm::Expected<uint64_t> address = symbol.getAddress();
    if (!address) {
      llvm::consumeError(address.takeError());
      continue;
    }
    std::string name = nameOf(symbol);
    for (auto [number, entry] : llvm::enumerate(interface.entries))
      if (name == (interface.setsTable ? nameOfEntry(number) : entry.name))
        image.entries[number] = *address - base;
  }
  return image;
}

FailureOr<FlatImage> tir::linkFlatImage(StringRef object,
                                        const FlatInterface &interface,
                                        EmitError emitError) {
  std::string lld = findLLD();
  if (lld.empty())
    return emitError() << "--emit=relocatable needs LLVM's linker, and neither "
                          "ld.lld-22 nor ld.lld is in PATH; install it: "
                          "apt-get install lld-22";
  // Two places that differ in all bytes of an address but the last one.
  FailureOr<FlatImage> image = linkAt(0, lld, object, interface, emitError);
  if (failed(image))
    return failure();
  FailureOr<FlatImage> other =
      linkAt(0x12345600, lld, object, interface, emitError);
  if (failed(other))
    return failure();
  if (image->bytes != other->bytes || image->entries != other->entries)
    return emitError() << "--emit=relocatable: the code of the model has "
                          "addresses in it; expected a model whose tables have "
                          "none, or --emit=obj";
  return image;
}
