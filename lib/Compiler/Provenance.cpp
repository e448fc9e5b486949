//===- Provenance.cpp - Who made files of what, and how
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedFiles.h"

#include "tir/Support/Identity.h"

using namespace llvm;
using namespace tir;

static json::Object makeDigest(StringRef sha256) {
  return json::Object{{"sha256", sha256.str()}};
}

json::Object tir::makeProvenance(const StatedBuild &build,
                                 ArrayRef<StatedFile> files) {
  json::Array subject, models, options, dependencies;
  for (const StatedFile &file : files)
    subject.push_back(json::Object{{"name", json::fixUTF8(file.name)},
                                   {"digest", makeDigest(file.sha256)}});
  for (const StatedInput &input : build.inputs) {
    if (input.isModel)
      models.push_back(json::fixUTF8(input.name));
    dependencies.push_back(
        json::Object{{"name", json::fixUTF8(input.name)},
                     {"digest", makeDigest(toHexadecimal(input.sha256))}});
  }
  for (const std::string &option : build.options)
    options.push_back(json::fixUTF8(option));
  for (const LinkedPackage &package : getLinkedPackages())
    dependencies.push_back(json::Object{{"uri", package.getURL()}});
  for (const StatedPackage &package : build.packages)
    dependencies.push_back(json::Object{{"uri", package.getURL()}});
  std::string version = getVersion().str();
  return json::Object{
      {"_type", "https://in-toto.io/Statement/v1"},
      {"subject", std::move(subject)},
      {"predicateType", "https://slsa.dev/provenance/v1"},
      {"predicate",
       json::Object{
           {"buildDefinition",
            json::Object{// What docs/Provenance.md describes.
                         {"buildType", "urn:tirc:compilation:1"},
                         {"externalParameters",
                          json::Object{{"models", std::move(models)},
                                       {"options", std::move(options)}}},
                         {"resolvedDependencies", std::move(dependencies)}}},
           {"runDetails",
            json::Object{
                {"builder",
                 json::Object{{"id", "urn:tirc:" + version},
                              {"version",
                               json::Object{{"tirc", version},
                                            {"llvm", getLLVMVersion()}}}}}}}}}};
}
