//===- CallAssembly.cpp - How calls are written
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// [void] callee(ins) [outs(outs)] [context(context)] attr-dict
//     : (ins, outs, context) -> results
//===----------------------------------------------------------------------===//

namespace {
/// The operand of `context(...)`, if there is one.
ParseResult parseContext(OpAsmParser &parser,
                         SmallVectorImpl<OpAsmParser::UnresolvedOperand> &all,
                         bool &isGiven) {
  isGiven = succeeded(parser.parseOptionalKeyword("context"));
  if (!isGiven)
    return success();
  if (parser.parseLParen() || parser.parseOperand(all.emplace_back()) ||
      parser.parseRParen())
    return failure();
  return success();
}

/// Parses what follows the callee.
template <typename CallOp>
ParseResult parseCall(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  size_t numIns = operands.size();
  if (succeeded(parser.parseOptionalKeyword("outs")) &&
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  int32_t numArgs = operands.size();
  auto &properties = result.getOrAddProperties<typename CallOp::Properties>();
  properties.num_outs = parser.getBuilder().getI32IntegerAttr(numArgs - numIns);

  SMLoc contextLocation = parser.getCurrentLocation();
  bool hasContext;
  if (parseContext(parser, operands, hasContext))
    return failure();
  if constexpr (CallOp::template hasTrait<OpTrait::AttrSizedOperandSegments>())
    properties.operandSegmentSizes = {numArgs, hasContext};
  else if (hasContext)
    return parser.emitError(contextLocation, "'")
           << result.name << "' takes no 'context(...)': "
           << (std::is_same_v<CallOp, CallPackedOp>
                   ? "the registry fills the resource handle itself; call the "
                     "symbol with tir.call_cpacked, or pass the context among "
                     "the arguments, as an opaque handle"
                   : "a prim_func of this module gets it among its arguments");

  FunctionType type;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      // An attribute of another type would be dropped without a word.
      CallOp::verifyInherentAttrs(result.name, result.attributes,
                                  [&] {
                                    return parser.emitError(location)
                                           << "'" << result.name << "' op ";
                                  })
          .failed() ||
      parser.parseColon() || parser.parseType(type))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), location,
                                result.operands);
}

template <typename CallOp>
void printCall(OpAsmPrinter &printer, CallOp op, ArrayRef<StringRef> elided) {
  OperandRange args = op.getArgs();
  printer << '(' << args.drop_back(op.getNumOuts()) << ')';
  if (op.getNumOuts())
    printer << " outs(" << args.take_back(op.getNumOuts()) << ')';
  if (Value context = cast<BufferCallOpInterface>(*op).getDeviceContext())
    printer << " context(" << context << ')';
  SmallVector<StringRef> names{op.getNumOutsAttrName(), "operandSegmentSizes"};
  llvm::append_range(names, elided);
  printer.printOptionalAttrDict(op->getAttrs(), names);
  printer << " : "
          << FunctionType::get(op.getContext(), op->getOperandTypes(),
                               op->getResultTypes());
}
} // namespace

ParseResult CallTIROp::parse(OpAsmParser &parser, OperationState &result) {
  FlatSymbolRefAttr callee;
  if (parser.parseAttribute(callee, getCalleeAttrName(result.name),
                            result.attributes))
    return failure();
  return parseCall<CallTIROp>(parser, result);
}

void CallTIROp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCalleeAttr();
  printCall(printer, *this, {getCalleeAttrName()});
}

ParseResult CallPackedOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseAttribute(name, getNameAttrName(result.name),
                            result.attributes))
    return failure();
  return parseCall<CallPackedOp>(parser, result);
}

void CallPackedOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getNameAttr();
  printCall(printer, *this, {getNameAttrName()});
}

ParseResult CallCPackedOp::parse(OpAsmParser &parser, OperationState &result) {
  FlatSymbolRefAttr callee;
  if (parser.parseAttribute(callee, getCalleeAttrName(result.name),
                            result.attributes))
    return failure();
  return parseCall<CallCPackedOp>(parser, result);
}

void CallCPackedOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCalleeAttr();
  printCall(printer, *this, {getCalleeAttrName()});
}

ParseResult CallExternOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalKeyword("void")))
    result.addAttribute(getReturnsVoidAttrName(result.name),
                        parser.getBuilder().getUnitAttr());
  FlatSymbolRefAttr callee;
  if (parser.parseAttribute(callee, getCalleeAttrName(result.name),
                            result.attributes))
    return failure();
  return parseCall<CallExternOp>(parser, result);
}

void CallExternOp::print(OpAsmPrinter &printer) {
  printer << ' ' << (getReturnsVoid() ? "void " : "") << getCalleeAttr();
  printCall(printer, *this, {getCalleeAttrName(), getReturnsVoidAttrName()});
}
