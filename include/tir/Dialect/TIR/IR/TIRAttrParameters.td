//===- TIRAttrParameters.td - Parameters that attributes share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRATTRPARAMETERS_TD
#define TIR_DIALECT_TIR_IR_TIRATTRPARAMETERS_TD

include "mlir/IR/AttrTypeBase.td"
include "tir/Dialect/TIR/IR/TIRDialect.td"

/// A number that may be missing.
class TIR_OptionalParameter<string type, string desc>
    : OptionalParameter<"::std::optional<" # type # ">", desc> {
  let printer = "$_printer << *$_self";
}

/// A list of attributes in brackets, which is not printed if it is empty.
class TIR_ListParameter<string type, string desc>
    : OptionalArrayRefParameter<type, desc> {
  let parser = "::tir::parseList<" # type # ">($_parser)";
  let printer = "::tir::printList($_printer, $_self)";
}

/// A list of attributes in brackets, which must be there.
class TIR_RequiredListParameter<string type, string desc>
    : ArrayRefParameter<type, desc> {
  let parser = "::tir::parseList<" # type # ">($_parser)";
  let printer = "::tir::printList($_printer, $_self)";
}

class TIR_StringParameter<string desc>
    : AttrParameter<"::mlir::StringAttr", desc>;
class TIR_OptionalStringParameter<string desc>
    : OptionalParameter<"::mlir::StringAttr", desc>;
class TIR_IntParameter<string desc> : AttrParameter<"int64_t", desc>;
class TIR_FlagParameter<string desc>
    : DefaultValuedParameter<"bool", "false", desc>;
class TIR_CountParameter<string desc>
    : DefaultValuedParameter<"int64_t", "0", desc>;

/// An attribute whose parameters are written by name.
class TIR_RecordAttr<string name, string text> : AttrDef<TIR_Dialect, name> {
  let mnemonic = text;
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // TIR_DIALECT_TIR_IR_TIRATTRPARAMETERS_TD
