//===- Statements.h - What the files of a compilation were made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_STATEMENTS_H
#define TIR_COMPILER_STATEMENTS_H

#include "tir/Compiler/CompilationOptions.h"
#include "tir/Compiler/OutputFiles.h"
#include "tir/Support/Identity.h"
#include "llvm/Support/Error.h"

namespace tir {

/// A file that a compilation read.
struct StatedInput {
  /// Without folders.
  std::string name;
  Identity::Hash sha256;
  /// Whether it is a model; others are plans, tables, plugins and traces.
  bool isModel;
};

/// What begins an `--origin` that names a package.
inline constexpr llvm::StringLiteral kPackageOrigin = "package:";

/// What begins an `--origin` that is a statement of the model's file.
inline constexpr llvm::StringLiteral kMetadataOrigin = "metadata:";

/// Returns what is wrong with a value of `--origin`, and what was expected, or
/// an empty text.
llvm::StringRef findExpectedOrigin(llvm::StringRef origin);

/// A package of Python by which a front end converted a model.
struct StatedPackage {
  std::string name, version;
  /// An expression of SPDX, or NOASSERTION.
  std::string licence;

  /// Reads `NAME==VERSION:LICENCE`, what `--origin=package:` is followed by.
  static std::optional<StatedPackage> read(llvm::StringRef text);
  /// A package URL.
  std::string getURL() const;
};

/// What `--sbom` says of a compilation besides its outputs.
struct StatedBuild {
  /// What the names of its files begin with, such as `tvmgen_kws`.
  std::string stem;
  std::vector<StatedInput> inputs;
  std::vector<StatedPackage> packages = {};
  /// The options that make the same files of the same inputs.
  std::vector<std::string> options;
};

/// Returns the model that was read from a file with this name and hash, or the
/// file that it was converted from, if the options name that (`--origin`).
StatedInput getStatedModel(const CompilationOptions &options,
                           llvm::StringRef file, const Identity::Hash &hash);

/// Adds an input unless it is there.
void addStatedInput(StatedInput input, std::vector<StatedInput> &inputs);

/// Adds the packages that the options name, unless they are there.
void addStatedPackages(const CompilationOptions &options,
                       std::vector<StatedPackage> &packages);

/// Returns the options of `--sbom`'s statements, without the model's name.
std::vector<std::string> getStatedOptions(const CompilationOptions &options);

/// Adds the hashes of the files that options name: tables of --offload,
/// plugins, and a trace.
llvm::Error addStatedFiles(const CompilationOptions &options,
                           std::vector<StatedInput> &inputs);

/// Adds what `--sbom` asks for: `STEM.spdx.json` and `STEM.provenance.json`,
/// which describe all other files. The same files give the same bytes. Fails if
/// SOURCE_DATE_EPOCH is wrong.
llvm::Error addStatements(const CompilationOptions &options,
                          const StatedBuild &build, OutputFiles &files);

} // namespace tir

#endif // TIR_COMPILER_STATEMENTS_H
