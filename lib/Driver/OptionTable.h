//===- OptionTable.h - The options of tirc, as TableGen generates them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_OPTIONTABLE_H
#define TIR_LIB_DRIVER_OPTIONTABLE_H

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace tir {

enum OptionID : unsigned {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

/// Visibilities in addition to LLVM's own, which is the lowest bit.
enum OptionVisibility : unsigned { ShortHelp = 1 << 1 };

/// Returns the table of options, which is shared by the process.
const llvm::opt::OptTable &getOptionTable();

/// Returns the values that an option takes, separated by commas. The string is
/// empty if the option takes any text.
llvm::StringRef getOptionValues(llvm::opt::OptSpecifier id);

} // namespace tir

#endif // TIR_LIB_DRIVER_OPTIONTABLE_H
