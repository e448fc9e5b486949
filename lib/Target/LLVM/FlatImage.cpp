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

/// What belongs to the image. A section that is not listed is an error of the
/// linker.
static constexpr StringLiteral kScript = R"(SECTIONS {
  . = @BASE@;
  .image : {
    *(.text .text.*)
    *(.rodata .rodata.*)
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

/// Checks that the object needs nothing but itself, and no memory of its own.
static LogicalResult checkWhole(const ELF32LEObjectFile &file,
                                EmitError emitError) {
  SmallVector<std::string> missing, variables;
  for (const llvm::object::SymbolRef &symbol : file.symbols()) {
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
    else if (*section != file.section_end() && !name.empty() &&
             (llvm::object::ELFSectionRef(**section).getFlags() &
              llvm::ELF::SHF_WRITE))
      variables.push_back(name);
  }
  if (!missing.empty())
    return emitError() << "--emit=relocatable: the model calls "
                       << llvm::join(missing, ", ")
                       << ", which an image by itself does not have; expected "
                          "a model of integers, and a processor that has "
                          "instructions for its arithmetic, such as "
                          "--target=cortex-m4; otherwise --emit=obj";
  if (!variables.empty())
    return emitError() << "--emit=relocatable: the model has variables ("
                       << llvm::join(variables, ", ")
                       << "), and an image in flash has no memory; expected "
                          "options that do not need them";
  return success();
}

/// Links for one place.
static FailureOr<FlatImage> linkAt(uint32_t base, const std::string &lld,
                                   StringRef object, StringRef entry,
                                   EmitError emitError) {
  llvm::SmallString<128> script;
  int file;
  if (llvm::sys::fs::createTemporaryFile("tirc", "ld", file, script))
    return emitError() << "cannot create a temporary file for the linker";
  llvm::FileRemover removeScript(script);
  auto [before, after] = kScript.split("@BASE@");
  llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
  os << before << base << after;
  os.close();
  if (os.has_error()) {
    os.clear_error();
    return emitError() << "cannot write the temporary file " << script.str();
  }
  FailureOr<std::string> linked = runLinker(
      {lld, "-T", script.str().str(), "-e", entry.str(), "--build-id=none",
       "--orphan-handling=error", "-z", "noexecstack"},
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
  for (const llvm::object::SymbolRef &symbol : elf->symbols()) {
    llvm::Expected<uint64_t> address = symbol.getAddress();
    if (!address)
      llvm::consumeError(address.takeError());
    else if (nameOf(symbol) == entry)
      image.entry = *address - base;
  }
  return image;
}

FailureOr<FlatImage> tir::linkFlatImage(StringRef object, StringRef entry,
                                        EmitError emitError) {
  FailureOr<ELF32LEObjectFile> file = read(object, emitError);
  if (failed(file) || failed(checkWhole(*file, emitError)))
    return failure();
  std::string lld = findLLD();
  if (lld.empty())
    return emitError() << "--emit=relocatable needs LLVM's linker, and neither "
                          "ld.lld-22 nor ld.lld is in PATH; install it: "
                          "apt-get install lld-22";
  // Two places that differ in all bytes of an address but the last one.
  FailureOr<FlatImage> image = linkAt(0, lld, object, entry, emitError);
  if (failed(image))
    return failure();
  FailureOr<FlatImage> other =
      linkAt(0x12345600, lld, object, entry, emitError);
  if (failed(other))
    return failure();
  if (image->bytes != other->bytes || image->entry != other->entry)
    return emitError() << "--emit=relocatable: the code of the model has "
                          "addresses in it; expected a model whose tables have "
                          "none, or --emit=obj";
  return image;
}
