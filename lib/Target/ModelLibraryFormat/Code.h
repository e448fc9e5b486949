//===- Code.h - What a C file or an object says of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_MODELLIBRARYFORMAT_CODE_H
#define TIR_LIB_TARGET_MODELLIBRARYFORMAT_CODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace tir::mlf {

/// A file of code, as far as an archive's metadata can be compared with it.
class Code {
public:
  virtual ~Code() = default;

  /// Whether a function of that name is defined for other files to call.
  virtual bool definesFunction(llvm::StringRef name) const = 0;

  /// The parameters of such a function, as they stand there; nothing where the
  /// code does not tell.
  virtual std::optional<llvm::StringRef>
  getParameters(llvm::StringRef name) const {
    return std::nullopt;
  }

  /// Bytes of the array of that name, nothing if there is none.
  virtual std::optional<uint64_t> getArrayBytes(llvm::StringRef name) const = 0;

  /// Bytes of the instructions of the function of that name, also of one that
  /// other files cannot call; nothing where the code does not tell.
  virtual std::optional<uint64_t> getFunctionBytes(llvm::StringRef name) const {
    return std::nullopt;
  }

  /// Bytes of all instructions; nothing where the code does not tell.
  virtual std::optional<uint64_t> getTextBytes() const { return std::nullopt; }

  /// Whether this form of code has the sizes of arrays at all.
  virtual bool hasSizes() const { return true; }
};

/// C or C++ as tirc and TVM write it: a definition is found by its name, what
/// stands around it is not parsed. An array's elements are of a type of
/// stdint.h, `bool`, `float` or `double`.
std::unique_ptr<Code> readC(llvm::StringRef text);

/// An object file of any format that LLVM reads; sizes are those of ELF's
/// symbols.
llvm::Expected<std::unique_ptr<Code>> readObject(llvm::StringRef bytes);

/// Bytes of the pools that a C file or an object wants from the application, as
/// it tells itself (InterfaceDescription.h); nothing where it does not tell.
std::optional<int64_t> getDescribedPoolBytes(llvm::StringRef contents);

/// The number that `#define name` stands for in a header.
std::optional<uint64_t> findMacro(llvm::StringRef header, llvm::StringRef name);

} // namespace tir::mlf

#endif // TIR_LIB_TARGET_MODELLIBRARYFORMAT_CODE_H
