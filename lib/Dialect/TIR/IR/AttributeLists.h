//===- AttributeLists.h - Lists of attributes in attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_ATTRIBUTELISTS_H
#define TIR_LIB_DIALECT_TIR_IR_ATTRIBUTELISTS_H

#include "mlir/IR/DialectImplementation.h"

namespace tir {

/// Parses a list in brackets.
template <typename AttrT>
mlir::FailureOr<llvm::SmallVector<AttrT>> parseList(mlir::AsmParser &parser) {
  llvm::SmallVector<AttrT> list;
  mlir::ParseResult result =
      parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, [&] {
        mlir::FailureOr<AttrT> element =
            mlir::FieldParser<AttrT>::parse(parser);
        if (succeeded(element))
          list.push_back(*element);
        return mlir::ParseResult(element);
      });
  if (failed(result))
    return mlir::failure();
  return list;
}

template <typename AttrT>
void printList(mlir::AsmPrinter &printer, llvm::ArrayRef<AttrT> list) {
  printer << '[';
  printer.printStrippedAttrOrType(list);
  printer << ']';
}

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_ATTRIBUTELISTS_H
