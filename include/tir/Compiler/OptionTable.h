//===- OptionTable.h - The options of tirc, as TableGen generates them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_OPTIONTABLE_H
#define TIR_COMPILER_OPTIONTABLE_H

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace tir {

enum OptionID : unsigned {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "tir/Compiler/Options.inc"
#undef OPTION
};

/// Visibilities in addition to LLVM's own, which is the lowest bit.
enum OptionVisibility : unsigned { ShortHelp = 1 << 1 };

/// Returns the table of options, which is shared by the process.
const llvm::opt::OptTable &getOptionTable();

/// Returns the values that an option takes, separated by commas. The string is
/// empty if the option takes any text.
llvm::StringRef getOptionValues(llvm::opt::OptSpecifier id);

/// Returns whether all values of an option are used that is given several
/// times.
bool isRepeated(llvm::opt::OptSpecifier id);

/// Returns whether front ends read an option, too, and change it.
bool isOfFrontEnd(llvm::opt::OptSpecifier id);

/// An option that controls how a model is compiled, as Options.td defines it.
/// Options about files (`-o`) and about other things that the command does
/// (`--describe`) are not included.
struct OptionInfo {
  enum class Kind {
    Flag,     ///< `--tvm-compat`
    Bool,     ///< `--unpacked-api=true`
    Value,    ///< `--model-name=NAME`
    List,     ///< `--io-quant=...`, several times
    CommaList ///< `--emit=c,obj`
  };

  /// The name without dashes.
  llvm::StringRef name;
  Kind kind;
  /// The placeholder for the value in the help, such as `NAME`.
  llvm::StringRef valueName;
  llvm::StringRef help;
  /// The values that the option takes, separated by commas; empty if it takes
  /// any text.
  llvm::StringRef values;
};

/// Returns all options, ordered by name.
llvm::ArrayRef<OptionInfo> getCompilationOptions();

} // namespace tir

#endif // TIR_COMPILER_OPTIONTABLE_H
