//===- SPDX.cpp - The bill of materials of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include <set>

using namespace llvm;
using namespace tir;

static constexpr StringLiteral kUnknown = "NOASSERTION";
static constexpr StringLiteral kTirc = "SPDXRef-tirc", kLLVM = "SPDXRef-LLVM",
                               kOutput = "SPDXRef-Output";
static constexpr StringLiteral kOutputLicence = "LicenseRef-tirc-output";
static constexpr StringLiteral kOwnLicence = "Apache-2.0 WITH LLVM-exception";

namespace {
/// Builds one document.
class Document {
public:
  Document(const StatedBuild &build, ArrayRef<StatedFile> stated)
      : build(build), stated(stated) {}

  json::Object make(uint64_t created);

private:
  void relate(StringRef from, StringRef relation, StringRef to);
  void addPackage(StringRef id, StringRef name, StringRef version,
                  StringRef licence, StringRef purpose, json::Object others);
  void addTools();
  void addLinked(StringRef id, StringRef name, StringRef version,
                 StringRef licence, std::string url);
  void addInputs();
  void addFiles();
  void addOutput();
  std::string getVerificationCode() const;
  std::string getNamespace() const;

  const StatedBuild &build;
  ArrayRef<StatedFile> stated;
  json::Array packages, files, relations;
  std::vector<std::string> models;
};
} // namespace

void Document::relate(StringRef from, StringRef relation, StringRef to) {
  relations.push_back(json::Object{{"spdxElementId", from.str()},
                                   {"relationshipType", relation.str()},
                                   {"relatedSpdxElement", to.str()}});
}

void Document::addPackage(StringRef id, StringRef name, StringRef version,
                          StringRef licence, StringRef purpose,
                          json::Object others) {
  others["SPDXID"] = id.str();
  others["name"] = json::fixUTF8(name);
  if (!version.empty())
    others["versionInfo"] = version.str();
  others["downloadLocation"] = kUnknown;
  others.try_emplace("filesAnalyzed", false);
  others["licenseConcluded"] = licence.str();
  others["licenseDeclared"] = licence.str();
  others["copyrightText"] = kUnknown;
  others["primaryPackagePurpose"] = purpose.str();
  packages.push_back(std::move(others));
}

/// Adds tirc and what it was linked to.
void Document::addTools() {
  addPackage(kTirc, "tirc", getVersion(), kOwnLicence, "APPLICATION", {});
  relate(kTirc, "BUILD_TOOL_OF", kOutput);
  addPackage(kLLVM, "LLVM and MLIR", getLLVMVersion(), kOwnLicence, "LIBRARY",
             {});
  relate(kTirc, "DEPENDS_ON", kLLVM);
  for (auto [index, package] : enumerate(getLinkedPackages())) {
    std::string id = formatv("SPDXRef-Package-{0}", index);
    addLinked(id, package.name, package.version, package.getLicence(),
              package.getURL());
  }
  for (auto [index, package] : enumerate(build.packages)) {
    std::string id = formatv("SPDXRef-Python-{0}", index);
    addLinked(id, package.name, package.version, package.licence,
              package.getURL());
  }
}

/// Adds a package that tirc needs.
void Document::addLinked(StringRef id, StringRef name, StringRef version,
                         StringRef licence, std::string url) {
  json::Object reference{{"referenceCategory", "PACKAGE-MANAGER"},
                         {"referenceType", "purl"},
                         {"referenceLocator", std::move(url)}};
  addPackage(id, name, version, licence, "LIBRARY",
             json::Object{{"externalRefs", json::Array{std::move(reference)}}});
  relate(kTirc, "DEPENDS_ON", id);
}

/// Adds the files that were read, each as a package that is a file: of the
/// file behind a converted model, only the SHA-256 is known.
void Document::addInputs() {
  for (auto [index, input] : enumerate(build.inputs)) {
    std::string id = formatv("SPDXRef-Input-{0}", index);
    addPackage(
        id, input.name, "", kUnknown, "FILE",
        json::Object{{"packageFileName", json::fixUTF8(input.name)},
                     {"checksums",
                      json::Array{json::Object{
                          {"algorithm", "SHA256"},
                          {"checksumValue", toHexadecimal(input.sha256)}}}}});
    if (input.isModel)
      models.push_back(id);
    relate(kOutput, input.isModel ? "GENERATED_FROM" : "DEPENDS_ON", id);
  }
}

static json::Array getTypes(StringRef name) {
  StringRef extension = sys::path::extension(name);
  if (extension == ".c" || extension == ".h" || extension == ".ld" ||
      extension == ".mlir" || extension == ".ll")
    return json::Array{"SOURCE"};
  if (extension == ".o" || extension == ".so" || extension == ".a")
    return json::Array{"BINARY"};
  if (extension == ".tar")
    return json::Array{"ARCHIVE"};
  return json::Array{
      extension == ".md" || extension == ".html" ? "DOCUMENTATION" : "TEXT"};
}

void Document::addFiles() {
  for (auto [index, file] : enumerate(stated)) {
    std::string id = formatv("SPDXRef-File-{0}", index);
    // What tirc generates without a comment is the user's as well.
    bool isRuntime = file.licence == kOwnLicence;
    std::string licence =
        file.licence.empty() ? kOutputLicence.str() : file.licence;
    json::Array found{file.licence.empty() ? "NONE" : file.licence};
    // With copies of the runtime.
    if (file.isArchive) {
      licence = (kOutputLicence + " AND " + kOwnLicence).str();
      found = json::Array{kOutputLicence, kOwnLicence};
    }
    files.push_back(json::Object{
        {"SPDXID", id},
        {"fileName", json::fixUTF8("./" + file.name)},
        {"fileTypes", getTypes(file.name)},
        {"checksums",
         json::Array{
             json::Object{{"algorithm", "SHA1"}, {"checksumValue", file.sha1}},
             json::Object{{"algorithm", "SHA256"},
                          {"checksumValue", file.sha256}}}},
        {"licenseConcluded", licence},
        {"licenseInfoInFiles", std::move(found)},
        {"copyrightText", kUnknown}});
    relate(kOutput, "CONTAINS", id);
    // Headers of the runtime are copies.
    if (!isRuntime)
      for (const std::string &model : models)
        relate(id, "GENERATED_FROM", model);
  }
}

/// Returns SPDX's digest of a package: a digest of its files' sorted digests.
std::string Document::getVerificationCode() const {
  std::vector<std::string> digests;
  for (const StatedFile &file : stated)
    digests.push_back(file.sha1);
  llvm::sort(digests);
  SHA1 hash;
  hash.update(join(digests, ""));
  return toHex(hash.final(), /*LowerCase=*/true);
}

/// A document has a name of its own, made from its contents.
std::string Document::getNamespace() const {
  std::string all = build.stem + getVersion().str();
  for (const StatedFile &file : stated)
    all += file.name + file.sha256;
  for (const StatedInput &input : build.inputs)
    all += input.name + toHexadecimal(input.sha256);
  for (const StatedPackage &package : build.packages)
    all += package.getURL();
  return "https://spdx.org/spdxdocs/" + build.stem + "-" +
         toHexadecimal(hashOf(all)).substr(0, 32);
}

void Document::addOutput() {
  std::set<std::string> licences;
  for (const StatedFile &file : stated)
    if (file.isArchive)
      licences.insert({kOutputLicence.str(), kOwnLicence.str()});
    else
      licences.insert(file.licence.empty() ? "NONE" : file.licence);
  json::Array found;
  for (const std::string &licence : licences)
    found.push_back(licence);
  json::Object others{
      {"filesAnalyzed", true},
      {"packageVerificationCode",
       json::Object{{"packageVerificationCodeValue", getVerificationCode()}}},
      {"licenseInfoFromFiles", std::move(found)}};
  // The weights in it are the model's, whose licence tirc does not know.
  addPackage(kOutput, build.stem, "", kUnknown, "SOURCE", std::move(others));
}

json::Object Document::make(uint64_t created) {
  addOutput();
  relate("SPDXRef-DOCUMENT", "DESCRIBES", kOutput);
  addTools();
  addInputs();
  addFiles();
  json::Object licence{
      {"licenseId", kOutputLicence},
      {"name", "Output of tirc"},
      {"extractedText",
       "tirc's authors claim no rights in this file. It is yours: use it under "
       "any terms you like. Weights and tables of the model are under the "
       "model's licence."}};
  return json::Object{
      {"spdxVersion", "SPDX-2.3"},
      {"dataLicense", "CC0-1.0"},
      {"SPDXID", "SPDXRef-DOCUMENT"},
      {"name", build.stem},
      {"documentNamespace", getNamespace()},
      {"creationInfo",
       json::Object{
           {"created", formatv("{0:%Y-%m-%dT%H:%M:%SZ}",
                               sys::toUtcTime(std::time_t(created)))
                           .str()},
           {"creators", json::Array{"Tool: tirc-" + getVersion().str()}}}},
      {"hasExtractedLicensingInfos", json::Array{std::move(licence)}},
      {"packages", std::move(packages)},
      {"files", std::move(files)},
      {"relationships", std::move(relations)}};
}

json::Object tir::makeSPDX(const StatedBuild &build, ArrayRef<StatedFile> files,
                           uint64_t created) {
  return Document(build, files).make(created);
}
