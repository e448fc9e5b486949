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
/// Parses the operand of `context(...)`, if there is one.
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

/// Returns the name of the attribute that names the callee.
template <typename CallOp>
StringAttr getCalleeKey(OperationName name) {
  if constexpr (std::is_same_v<CallOp, CallPackedOp>)
    return CallOp::getNameAttrName(name);
  else
    return CallOp::getCalleeAttrName(name);
}

template <typename CallOp>
ParseResult parseCall(OpAsmParser &parser, OperationState &result) {
  if constexpr (std::is_same_v<CallOp, CallExternOp>)
    if (succeeded(parser.parseOptionalKeyword("void")))
      result.addAttribute(CallOp::getReturnsVoidAttrName(result.name),
                          parser.getBuilder().getUnitAttr());
  std::conditional_t<std::is_same_v<CallOp, CallPackedOp>, StringAttr,
                     FlatSymbolRefAttr>
      callee;
  if (parser.parseAttribute(callee, getCalleeKey<CallOp>(result.name),
                            result.attributes))
    return failure();
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
                   : "pass the context to a prim_func of this module among the "
                     "arguments");

  FunctionType type;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      // An attribute of a wrong type would otherwise be dropped silently.
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
void printCall(OpAsmPrinter &printer, CallOp op) {
  StringAttr calleeKey = getCalleeKey<CallOp>(op->getName());
  SmallVector<StringRef> elided{calleeKey, op.getNumOutsAttrName(),
                                "operandSegmentSizes"};
  printer << ' ';
  if constexpr (std::is_same_v<CallOp, CallExternOp>) {
    printer << (op.getReturnsVoid() ? "void " : "");
    elided.push_back(op.getReturnsVoidAttrName());
  }
  OperandRange args = op.getArgs();
  printer << op->getAttr(calleeKey) << '(' << args.drop_back(op.getNumOuts())
          << ')';
  if (op.getNumOuts())
    printer << " outs(" << args.take_back(op.getNumOuts()) << ')';
  if (Value context = cast<BufferCallOpInterface>(*op).getDeviceContext())
    printer << " context(" << context << ')';
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printer << " : "
          << FunctionType::get(op.getContext(), op->getOperandTypes(),
                               op->getResultTypes());
}
} // namespace

ParseResult CallTIROp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCall<CallTIROp>(parser, result);
}
void CallTIROp::print(OpAsmPrinter &printer) { printCall(printer, *this); }

ParseResult CallPackedOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCall<CallPackedOp>(parser, result);
}
void CallPackedOp::print(OpAsmPrinter &printer) { printCall(printer, *this); }

ParseResult CallCPackedOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCall<CallCPackedOp>(parser, result);
}
void CallCPackedOp::print(OpAsmPrinter &printer) { printCall(printer, *this); }

ParseResult CallExternOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCall<CallExternOp>(parser, result);
}
void CallExternOp::print(OpAsmPrinter &printer) { printCall(printer, *this); }
