//===- OrderedJSON.h - JSON whose keys keep their order
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_ORDEREDJSON_H
#define TIR_LIB_TARGET_REPORT_ORDEREDJSON_H

#include "llvm/Support/JSON.h"
#include <string>
#include <utility>
#include <vector>

namespace tir::report {

/// A JSON value that is printed as it was read, apart from blanks: objects keep
/// the order of their keys, which `json::Object` does not, and numbers and
/// texts their form. A report with other figures in one place has the same text
/// everywhere else.
class OrderedJSON {
public:
  /// Reads text that `json::parse` accepts.
  static OrderedJSON read(llvm::StringRef text);
  static OrderedJSON make(const llvm::json::Value &value);

  /// Returns the value of a key, or null.
  OrderedJSON *find(llvm::StringRef key);

  /// Sets the value of a key. A new one gets its place before `before`, or else
  /// at the end.
  void set(llvm::StringRef key, OrderedJSON value, llvm::StringRef before = "");
  void erase(llvm::StringRef key);

  /// The elements of an array, or the values of an object.
  std::vector<std::pair<std::string, OrderedJSON>> &getMembers() {
    return members;
  }

  /// Returns the text as `json::OStream` writes it with two blanks of
  /// indentation.
  std::string print(unsigned indentation = 0) const;

private:
  /// `{` or `[`, or 0 for all others.
  char opening = 0;
  /// The text of a value that is neither an object nor an array.
  std::string scalar;
  /// With the keys as they stand in the text; empty keys for an array.
  std::vector<std::pair<std::string, OrderedJSON>> members;

  static OrderedJSON readValue(llvm::StringRef &text);
};

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_ORDEREDJSON_H
