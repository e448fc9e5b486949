//===- Html.h - Writing HTML
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_HTML_H
#define TIR_LIB_TARGET_REPORT_HTML_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace tir::report {

/// `12,345`.
std::string digits(int64_t value);

/// `<data value="12345">12,345</data>`.
std::string number(int64_t value);

/// A length in an SVG or a style, with three decimals at most: `12.5`.
std::string length(double value);

/// A field of a row of the report; 0, nothing or an empty text where the row
/// has none.
int64_t getNumber(const llvm::json::Object &row, llvm::StringRef key);
std::string getText(const llvm::json::Object &row, llvm::StringRef key);

/// The rows of a table of the report; none where it has no such table.
llvm::SmallVector<const llvm::json::Object *>
getRows(const llvm::json::Object &report, llvm::StringRef key);

/// One cell of a table.
std::string cell(const llvm::Twine &content);
std::string numberCell(int64_t value);
/// With a bar that is as long as `value` is large beside `most`; `title` is
/// shown over it.
std::string barCell(int64_t value, int64_t most, const llvm::Twine &title);
/// Where a number is not known.
std::string unknownCell();

/// A table that scrolls where it is wider than the page. The head is made of
/// `columns`, those that hold numbers with a `#` in front.
std::string table(llvm::StringRef id, llvm::StringRef caption,
                  llvm::ArrayRef<llvm::StringRef> columns,
                  const llvm::Twine &rows);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_HTML_H
