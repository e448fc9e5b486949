//===- StatedFiles.h - Files that statements describe
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_STATEDFILES_H
#define TIR_LIB_COMPILER_STATEDFILES_H

#include "tir/Compiler/Statements.h"
#include "llvm/Support/JSON.h"

namespace tir {

/// An output with its hashes.
struct StatedFile {
  std::string name, sha1, sha256;
  /// Whether it contains files of several licences.
  bool isArchive = false;
  /// What the file says of its licence, such as `LicenseRef-tirc-output`; empty
  /// for nothing.
  std::string licence;
};

/// A package of the system that tirc was linked to when it was built.
struct LinkedPackage {
  llvm::StringLiteral name, version, architecture;
  /// An expression of SPDX, or NOASSERTION.
  llvm::StringRef getLicence() const;
  /// A package URL.
  std::string getURL() const;
};

llvm::ArrayRef<LinkedPackage> getLinkedPackages();

/// Returns the version of LLVM and MLIR.
llvm::StringRef getLLVMVersion();

llvm::json::Object makeSPDX(const StatedBuild &build,
                            llvm::ArrayRef<StatedFile> files, uint64_t created);

llvm::json::Object makeProvenance(const StatedBuild &build,
                                  llvm::ArrayRef<StatedFile> files);

} // namespace tir

#endif // TIR_LIB_COMPILER_STATEDFILES_H
