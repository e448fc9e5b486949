//===- Statements.cpp - What the files of a compilation were made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Statements.h"

#include "OptionRecord.h"
#include "StatedFiles.h"
#include "tir/Compiler/ExportTime.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace tir;

static constexpr LinkedPackage kPackages[] = {
#include "LinkedPackages.inc"
    {"", "", ""}};

ArrayRef<LinkedPackage> tir::getLinkedPackages() {
  return ArrayRef(kPackages).drop_back();
}

StringRef tir::getLLVMVersion() { return LLVM_VERSION_STRING; }

StringRef LinkedPackage::getLicence() const {
  StringRef package = name;
  if (package.contains("llvm") || package.contains("mlir"))
    return "Apache-2.0 WITH LLVM-exception";
  if (package.starts_with("libstdc++") || package.starts_with("libgcc"))
    return "GPL-3.0-or-later WITH GCC-exception-3.1";
  if (package.starts_with("libc6"))
    return "LGPL-2.1-or-later";
  if (package.starts_with("libtomlplusplus"))
    return "MIT";
  return "NOASSERTION";
}

/// Encodes what has a meaning in a package URL.
static std::string encodeForURL(StringRef text) {
  std::string encoded;
  for (char c : text)
    if (isAlnum(c) || StringRef(".-_~").contains(c))
      encoded += c;
    else
      encoded += formatv("%{0:X-2}", static_cast<uint8_t>(c));
  return encoded;
}

std::string LinkedPackage::getURL() const {
  return "pkg:deb/debian/" + encodeForURL(name) + "@" + encodeForURL(version) +
         "?arch=" + encodeForURL(architecture);
}

namespace {
/// Computes the hashes of what is printed.
class HashStream : public raw_ostream {
public:
  HashStream() { SetUnbuffered(); }

  StatedFile finish(StringRef name) {
    StatedFile file;
    file.name = name.str();
    file.sha1 = toHex(sha1.final(), /*LowerCase=*/true);
    file.sha256 = toHex(sha256.final(), /*LowerCase=*/true);
    file.isArchive = name.ends_with(".tar");
    if (!file.isArchive)
      file.licence = findLicence();
    return file;
  }

private:
  void write_impl(const char *bytes, size_t size) override {
    sha1.update(StringRef(bytes, size));
    sha256.update(StringRef(bytes, size));
    if (head.size() < kHead)
      head.append(bytes, std::min(size, kHead - head.size()));
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  /// Returns what the head of the file says by SPDX's tag.
  std::string findLicence() const {
    StringRef text = head;
    size_t at = text.find("SPDX-License-Identifier:");
    if (at == StringRef::npos)
      return "";
    StringRef line = text.drop_front(text.find(':', at) + 1).split('\n').first;
    line = line.trim();
    line.consume_back("*/");
    line.consume_back("-->");
    return line.trim().str();
  }

  static constexpr size_t kHead = 2000;
  SHA1 sha1;
  SHA256 sha256;
  std::string head;
  uint64_t position = 0;
};
} // namespace

static StatedFile hashFile(const OutputFiles::File &file) {
  HashStream stream;
  if (file.print)
    file.print(stream);
  else
    stream << file.contents;
  return stream.finish(file.name);
}

StatedInput tir::getStatedModel(const CompilationOptions &options,
                                StringRef file, const Identity::Hash &hash) {
  return {sys::path::filename(file).str(), makeIdentity(options, hash).model,
          /*isModel=*/true};
}

std::vector<std::string>
tir::getStatedOptions(const CompilationOptions &options) {
  return nameOptions(options, options.fullRecord);
}

Error tir::addStatedFiles(const CompilationOptions &options,
                          std::vector<StatedInput> &inputs) {
  std::vector<std::string> paths = options.offload;
  append_range(paths, options.dialectPlugins);
  append_range(paths, options.passPlugins);
  if (!options.trace.empty())
    paths.push_back(options.trace);
  for (StringRef path : paths) {
    auto buffer = MemoryBuffer::getFile(path);
    if (!buffer)
      return createStringError("--sbom: '" + path + "' cannot be read: " +
                               buffer.getError().message() +
                               "; expected the file that an option names");
    StatedInput input{sys::path::filename(path).str(),
                      hashOf((*buffer)->getBuffer()), /*isModel=*/false};
    // Models of a program have options in common.
    addStatedInput(std::move(input), inputs);
  }
  return Error::success();
}

StringRef tir::findExpectedOrigin(StringRef origin) {
  if (origin.starts_with("--") || origin.starts_with(kMetadataOrigin))
    return "";
  if (origin.consume_front(kPackageOrigin))
    return StatedPackage::read(origin)
               ? ""
               : "no package; expected package:NAME==VERSION:LICENCE";
  Identity::Hash hash;
  return origin.consume_front("sha256:") && readHash(origin, hash)
             ? ""
             : "no hash; expected sha256: and 64 hexadecimal digits, such as "
               "sha256sum prints";
}

std::optional<StatedPackage> StatedPackage::read(StringRef text) {
  auto [package, licence] = text.split(':');
  auto [name, version] = package.split("==");
  if (name.empty() || version.empty() || licence.empty())
    return std::nullopt;
  return StatedPackage{name.str(), version.str(), licence.str()};
}

std::string StatedPackage::getURL() const {
  // The names of PyPI have one spelling in URLs.
  std::string normal = StringRef(name).lower();
  std::replace(normal.begin(), normal.end(), '_', '-');
  return "pkg:pypi/" + encodeForURL(normal) + "@" + encodeForURL(version);
}

void tir::addStatedPackages(const CompilationOptions &options,
                            std::vector<StatedPackage> &packages) {
  for (StringRef origin : options.origin) {
    std::optional<StatedPackage> package = origin.consume_front(kPackageOrigin)
                                               ? StatedPackage::read(origin)
                                               : std::nullopt;
    // Models of a program have packages in common.
    if (package && none_of(packages, [&](const StatedPackage &each) {
          return each.getURL() == package->getURL();
        }))
      packages.push_back(std::move(*package));
  }
}

void tir::addStatedInput(StatedInput input, std::vector<StatedInput> &inputs) {
  if (none_of(inputs, [&](const StatedInput &each) {
        return each.name == input.name && each.sha256 == input.sha256;
      }))
    inputs.push_back(std::move(input));
}

static void addJSON(const Twine &name, json::Object object,
                    OutputFiles &files) {
  files.add(name.str(), formatv("{0:2}\n", json::Value(std::move(object))));
}

Error tir::addStatements(const CompilationOptions &options,
                         const StatedBuild &build, OutputFiles &files) {
  Expected<uint64_t> created = getExportTime();
  if (!created)
    return created.takeError();
  std::vector<StatedFile> stated;
  for (const OutputFiles::File &file : files.getFiles())
    stated.push_back(hashFile(file));
  // The order in which files are made does not matter.
  llvm::sort(stated, [](const StatedFile &a, const StatedFile &b) {
    return a.name < b.name;
  });
  if (options.sbom.spdx) {
    addJSON(build.stem + ".spdx.json", makeSPDX(build, stated, *created),
            files);
    stated.push_back(hashFile(files.getFiles().back()));
  }
  if (options.sbom.provenance)
    addJSON(build.stem + ".provenance.json", makeProvenance(build, stated),
            files);
  return Error::success();
}
