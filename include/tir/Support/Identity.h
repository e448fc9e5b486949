//===- Identity.h - What a compiled model says of itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_IDENTITY_H
#define TIR_SUPPORT_IDENTITY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tir {

/// The section in which each model says what it is.
inline constexpr llvm::StringLiteral kIdentitySection = ".tirc_model_info";

/// The version of what the generated code offers to its caller: the functions,
/// structs and macros of the header.
inline constexpr unsigned kGeneratedAPIVersion = 1;

/// The form in which code was generated, and that its digest is of.
enum class CodeForm : uint8_t { None, C, Object, Library, IR };

/// What a compiled model says of itself: which model it was made of, with which
/// options, and by which tirc. It has no dates, paths or names of persons.
struct Identity {
  using Hash = std::array<uint8_t, 32>;
  /// The first half of a SHA-256.
  using Digest = std::array<uint8_t, 16>;

  /// The SHA-256 of the file of the model.
  Hash model = {};
  /// Of the code without its identity; zeros if it is not known.
  Digest code = {};
  CodeForm form = CodeForm::None;
  unsigned api = kGeneratedAPIVersion;
  /// The name of the model in the code.
  std::string name;
  /// The version of tirc.
  std::string version;
  /// The options that control the code, in the order of tirc's table; with them
  /// and --model-name, the same version makes the same code.
  std::vector<std::string> options;
  /// What the file of the model says of inputs, outputs and itself. It is not
  /// in the program.
  std::vector<std::string> metadata;

  /// Returns the bytes in a program. Their number does not depend on the
  /// hashes. docs/Identity.md describes them.
  std::string encode() const;

  /// Returns the options in the form of a response file.
  std::string makeResponseFile() const;
};

/// The most bytes that `Identity::encode` may return.
inline constexpr size_t kMostIdentity = 0xffff;

/// Returns the hash as hexadecimal digits.
std::string toHexadecimal(llvm::ArrayRef<uint8_t> bytes);

/// Reads hexadecimal digits. Returns false if they are not a hash.
bool readHash(llvm::StringRef text, Identity::Hash &hash);

Identity::Hash hashOf(llvm::StringRef bytes);

/// Writes the digest of `code` into each identity in it. The digest is of the
/// code with zeros in these places.
void sealIdentities(std::string &code);

/// An identity in a file.
struct FoundIdentity {
  Identity identity;
  /// The bytes, as they stand in the file.
  llvm::StringRef bytes;
};

/// Returns the identities in the bytes of a program: an ELF file, or a copy of
/// a flash. `problems` gets a sentence for each that is damaged, or of a newer
/// form.
std::vector<FoundIdentity> findIdentities(llvm::StringRef image,
                                          std::vector<std::string> &problems);

} // namespace tir

#endif // TIR_SUPPORT_IDENTITY_H
