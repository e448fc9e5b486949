//===- Code.h - The code of a model, in C or an object
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_CODE_CODE_H
#define TIR_TARGET_CODE_CODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tir::mlf {

/// The bytes that a linker places for a file, with the padding between its
/// sections in their order.
struct LinkedBytes {
  uint64_t ram = 0, flash = 0;
};

/// A file of code, with what can be compared with an archive's metadata.
class Code {
public:
  virtual ~Code() = default;

  /// Returns whether a function with this name is defined that other files can
  /// call.
  virtual bool definesFunction(llvm::StringRef name) const = 0;

  /// Returns the names of all such functions, in any order.
  virtual std::vector<std::string> getFunctions() const = 0;

  /// Returns the parameters of such a function as written in the code, or
  /// std::nullopt if the code does not contain them.
  virtual std::optional<llvm::StringRef>
  getParameters(llvm::StringRef name) const {
    return std::nullopt;
  }

  /// Returns the bytes of the array with this name, or std::nullopt if there is
  /// none.
  virtual std::optional<uint64_t> getArrayBytes(llvm::StringRef name) const = 0;

  /// Returns the bytes of the instructions of the function with this name,
  /// which other files need not be able to call. Returns std::nullopt if the
  /// code does not contain sizes.
  virtual std::optional<uint64_t> getFunctionBytes(llvm::StringRef name) const {
    return std::nullopt;
  }

  /// Returns the bytes of all instructions, or std::nullopt if the code does
  /// not contain sizes.
  virtual std::optional<uint64_t> getTextBytes() const { return std::nullopt; }

  /// Returns the bytes that the linker places for the code, or std::nullopt if
  /// the code does not contain sizes.
  virtual std::optional<LinkedBytes> getLinkedBytes() const {
    return std::nullopt;
  }

  /// Returns whether this form of code contains the sizes of arrays at all.
  virtual bool hasSizes() const { return true; }
};

/// Reads C or C++ as tirc and TVM write it. Definitions are found by their
/// names; the text around them is not parsed. The elements of an array have a
/// type of stdint.h, `bool`, `float` or `double`.
std::unique_ptr<Code> readC(llvm::StringRef text);

/// Reads an object file of any format that LLVM reads. Sizes come from ELF's
/// symbols.
llvm::Expected<std::unique_ptr<Code>> readObject(llvm::StringRef bytes);

/// What an object file needs around it.
struct ObjectNeeds {
  llvm::Triple::ArchType machine;
  /// The names of the symbols that other files must define, each once and in
  /// order.
  std::vector<std::string> symbols;
};

/// Reads an object file of any format that LLVM reads.
llvm::Expected<ObjectNeeds> readObjectNeeds(llvm::StringRef bytes);

/// Returns the bytes of the pools that a C file or an object needs from the
/// application, according to its interface description
/// (EmbeddedInterface.h). Returns std::nullopt if it has no description.
std::optional<int64_t> getDescribedPoolBytes(llvm::StringRef contents);

/// Returns the number that `#define name` defines in a header, or std::nullopt.
std::optional<uint64_t> findMacro(llvm::StringRef header, llvm::StringRef name);

} // namespace tir::mlf

#endif // TIR_TARGET_CODE_CODE_H
