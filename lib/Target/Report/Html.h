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

/// Returns `<data value="12345">12,345</data>`.
std::string number(int64_t value);

/// Returns a length for an SVG or a style, with at most three decimals: `12.5`.
std::string length(double value);

/// Returns a field of a row of the report, or 0 or an empty text if the row
/// does not have it.
int64_t getNumber(const llvm::json::Object &row, llvm::StringRef key);

/// Returns the multiply-accumulates of a kernel in a run of the model.
int64_t countMACs(const llvm::json::Object &kernel);
std::string getText(const llvm::json::Object &row, llvm::StringRef key);

/// Returns the rows of a table of the report, or none if the report has no such
/// table.
llvm::SmallVector<const llvm::json::Object *>
getRows(const llvm::json::Object &report, llvm::StringRef key);

/// Returns one cell of a table.
std::string cell(const llvm::Twine &content);
std::string numberCell(int64_t value);
/// Returns a cell with a bar whose length is the ratio of `value` to `most`.
std::string barCell(int64_t value, int64_t most);
/// Returns a cell for a number that is not known.
std::string unknownCell();

/// Returns a cell with the share of `value` in `all`, in percent with one
/// decimal.
std::string shareCell(int64_t value, int64_t all);

/// Returns a table that scrolls if it is wider than the page. `columns` are the
/// headings; the headings of columns with numbers begin with `#`.
std::string table(llvm::StringRef id, llvm::StringRef caption,
                  llvm::ArrayRef<llvm::StringRef> columns,
                  const llvm::Twine &rows);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_HTML_H
