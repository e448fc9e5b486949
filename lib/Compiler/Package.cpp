//===- Package.cpp - A compiled model as a package of a firmware ecosystem
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Package.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

namespace {
/// A file of lib/Compiler/Packages. Its first folder is the ecosystem's name in
/// `--emit=`.
struct Template {
  StringRef name, text;
};

/// Where an ecosystem looks for files.
struct Layout {
  EmitKind kind;
  StringLiteral headers, report;
};
} // namespace

static const Template kTemplates[] = {
#include "Packages.inc"
};

static constexpr Layout kLayouts[] = {
    // Arduino compiles a library's src with this folder as its only one.
    {EmitKind::Arduino, "src/", "extras/"},
    {EmitKind::CMSISPack, "include/", ""},
    {EmitKind::ESPIDF, "include/", ""},
    {EmitKind::PlatformIO, "include/", ""},
    {EmitKind::Zephyr, "include/", ""}};

static const Layout *lookupLayout(EmitKind kind) {
  return llvm::find_if(
      kLayouts, [&](const Layout &layout) { return layout.kind == kind; });
}

static bool isPackage(EmitKind kind) {
  return lookupLayout(kind) != std::end(kLayouts);
}

std::optional<EmitKind> tir::getPackageKind(const CompilationOptions &options) {
  for (EmitKind kind : options.emit)
    if (isPackage(kind))
      return kind;
  return std::nullopt;
}

LogicalResult tir::checkPackage(const CompilationOptions &options,
                                EmitErrorFn emitError) {
  std::optional<EmitKind> package = getPackageKind(options);
  if (!package)
    return success();
  std::string given = ("--emit=" + stringifyEmitKind(*package)).str();
  for (EmitKind kind : options.emit)
    if (kind != EmitKind::C && kind != *package)
      return emitError() << given << "," << stringifyEmitKind(kind)
                         << ": a package has its own folder, with C alone; "
                            "expected "
                         << given << ": run tirc once more for "
                         << stringifyEmitKind(kind);
  const ConventionOptions &conventions = options.conventions;
  if (conventions.interfaceAPI == InterfaceAPI::Packed ||
      conventions.systemLib || !conventions.unpackedAPI ||
      conventions.workspace == Workspace::Backend ||
      conventions.workspace == Workspace::Call ||
      conventions.kernelCalls == KernelCalls::Packed ||
      conventions.kernelCalls == KernelCalls::CPacked ||
      conventions.getOnError() == OnError::LastError)
    return emitError() << given
                       << ": a package contains no C runtime, which these "
                          "calling conventions need; expected "
                          "--interface-api=c without --system-lib, "
                          "--unpacked-api=false, --kernel-calls=packed, "
                          "--workspace=backend or call, and "
                          "--on-error=last-error";
  // The Arduino IDE refuses longer names of libraries, and others might.
  constexpr size_t kLongestName = 63 - StringRef("tvmgen_").size();
  if (options.modelName.size() > kLongestName)
    return emitError() << "--model-name=" << options.modelName << ": has "
                       << options.modelName.size()
                       << " characters, but the name of a package has at most "
                       << kLongestName << "; expected a shorter one";
  return success();
}

/// Replaces each `@key@`.
static std::string fillIn(StringRef text,
                          ArrayRef<std::pair<StringRef, std::string>> values) {
  std::string result;
  while (!text.empty()) {
    auto [before, rest] = text.split('@');
    result += before;
    text = rest;
    for (const auto &[key, value] : values)
      if (text.consume_front((key + "@").str()))
        result += value;
  }
  return result;
}

OutputFiles tir::makePackage(const CompilationOptions &options, StringRef stem,
                             const OutputFiles &products) {
  const Layout &layout = *lookupLayout(*getPackageKind(options));
  OutputFiles package;
  for (const OutputFiles::File &file : products.getFiles()) {
    StringRef name = file.name;
    StringRef folder = name.ends_with(".c")   ? "src/"
                       : name.ends_with(".h") ? layout.headers
                                              : layout.report;
    package.add((folder + name).str(), file.contents);
  }
  std::pair<StringRef, std::string> values[] = {
      {"model", options.modelName},
      {"stem", stem.str()},
      {"STEM", stem.upper()},
      {"version", options.packageVersion},
      {"tirc", getVersion().str()}};
  std::string prefix = (stringifyEmitKind(layout.kind) + "/").str();
  for (const Template &file : kTemplates) {
    StringRef name = file.name;
    // Those without a folder are in each package.
    if (name.contains('/') && !name.consume_front(prefix))
      continue;
    package.add(fillIn(name, values), fillIn(file.text, values));
  }
  return package;
}
