//===- CallTIROp.cpp - tir.call_tir
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/CalleeEffects.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tir;

void CallTIROp::build(OpBuilder &builder, OperationState &state,
                      FlatSymbolRefAttr callee, ValueRange ins,
                      ValueRange outs) {
  SmallVector<Value> args(ins);
  llvm::append_range(args, outs);
  build(builder, state, TypeRange(outs), callee, args,
        builder.getI32IntegerAttr(outs.size()), /*arg_attrs=*/nullptr,
        /*res_attrs=*/nullptr);
}

void CallTIROp::build(OpBuilder &builder, OperationState &state,
                      FlatSymbolRefAttr callee, ValueRange args) {
  build(builder, state, TypeRange(), callee, args, builder.getI32IntegerAttr(0),
        /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
}

//===----------------------------------------------------------------------===//
// Assembly: @callee(ins) [outs(outs)] attr-dict : (operands) -> results
//===----------------------------------------------------------------------===//

ParseResult CallTIROp::parse(OpAsmParser &parser, OperationState &result) {
  FlatSymbolRefAttr callee;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parser.parseAttribute(callee, getCalleeAttrName(result.name),
                            result.attributes) ||
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  size_t numIns = operands.size();
  if (succeeded(parser.parseOptionalKeyword("outs")) &&
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  if (operands.size() != numIns)
    result.addAttribute(
        getNumOutsAttrName(result.name),
        parser.getBuilder().getI32IntegerAttr(operands.size() - numIns));
  FunctionType type;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseType(type))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), location,
                                result.operands);
}

void CallTIROp::print(OpAsmPrinter &printer) {
  OperandRange operands = getArgs();
  printer << ' ' << getCalleeAttr() << '('
          << operands.drop_back(getNumOuts()) << ')';
  if (getNumOuts())
    printer << " outs(" << operands.take_back(getNumOuts()) << ')';
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getCalleeAttrName(), getNumOutsAttrName()});
  printer << " : " << FunctionType::get(getContext(), getOperandTypes(),
                                        getResultTypes());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult CallTIROp::verify() {
  if (getNumOuts() > getArgs().size())
    return emitOpError("has ") << getNumOuts() << " outs, but only "
                               << getArgs().size() << " operands";
  bool hasTensor = llvm::any_of(getOperandTypes(), llvm::IsaPred<TensorType>);
  bool hasMemRef =
      llvm::any_of(getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
  if (hasTensor && hasMemRef)
    return emitOpError("mixes tensors and memrefs; a call works on one of "
                       "them, so bufferize the whole call or none of it");
  if (hasMemRef && getNumOuts())
    return emitOpError("on memrefs takes plain operands; drop 'outs', the "
                       "callee's arguments say what is written");
  if (getResults().size() != getNumOuts())
    return emitOpError("has ")
           << getNumOuts() << " outs but " << getResults().size()
           << " results; each outs operand is tied to one result";
  for (auto [index, out, result] :
       llvm::enumerate(getDpsInits(), getResultTypes()))
    if (out.getType() != result)
      return emitOpError("result #")
             << index << " is " << result << ", but the outs operand it is "
             << "tied to is " << out.getType();
  return success();
}

/// Compares the buffer that is passed with the one the callee declares.
/// Returns what differs in words, or nothing where they fit. Whatever the
/// callee leaves dynamic fits.
static std::string describeMismatch(ShapedType passed, MemRefType declared) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (passed.getElementType() != declared.getElementType()) {
    os << "has element type " << passed.getElementType() << ", expected "
       << declared.getElementType();
    return text;
  }
  if (!passed.hasRank() || passed.getRank() != declared.getRank()) {
    os << "has rank ";
    if (passed.hasRank())
      os << passed.getRank();
    else
      os << "unknown";
    os << ", expected " << declared.getRank();
    return text;
  }
  for (auto [dim, got, want] :
       llvm::enumerate(passed.getShape(), declared.getShape())) {
    if (ShapedType::isDynamic(want) || got == want)
      continue;
    os << "has extent ";
    if (ShapedType::isDynamic(got))
      os << "?";
    else
      os << got;
    os << " in dimension " << dim << ", expected " << want;
    return text;
  }
  auto memref = dyn_cast<MemRefType>(passed);
  if (!memref)
    return text;
  if (memref.getMemorySpace() != declared.getMemorySpace()) {
    os << "lies in another memory space than the callee's buffer";
    return text;
  }
  SmallVector<int64_t> gotStrides, wantStrides;
  int64_t gotOffset, wantOffset;
  if (failed(memref.getStridesAndOffset(gotStrides, gotOffset)) ||
      failed(declared.getStridesAndOffset(wantStrides, wantOffset))) {
    if (memref.getLayout() != declared.getLayout())
      os << "has layout " << memref.getLayout() << ", expected "
         << declared.getLayout();
    return text;
  }
  auto fits = [](int64_t got, int64_t want) {
    return ShapedType::isDynamic(want) || got == want;
  };
  if (!fits(gotOffset, wantOffset)) {
    os << "has layout " << memref.getLayout()
       << ", whose offset does not fit the callee's";
    return text;
  }
  for (auto [dim, extent] : llvm::enumerate(declared.getShape()))
    if (extent != 1 && !fits(gotStrides[dim], wantStrides[dim])) {
      os << "has stride ";
      if (ShapedType::isDynamic(gotStrides[dim]))
        os << "?";
      else
        os << gotStrides[dim];
      os << " in dimension " << dim << ", expected " << wantStrides[dim];
      return text;
    }
  return text;
}

LogicalResult CallTIROp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol =
      symbolTable.lookupNearestSymbolFrom(*this, getCalleeAttr());
  if (!symbol)
    return emitOpError("calls ")
           << getCalleeAttr() << ", which this module does not define; "
           << "call_tir has no fallback to external linkage";
  auto callee = dyn_cast<PrimFuncOp>(symbol);
  if (!callee) {
    InFlightDiagnostic diag = emitOpError("calls ")
                              << getCalleeAttr()
                              << ", which is no tir.prim_func";
    diag.attachNote(symbol->getLoc()) << "it is a '" << symbol->getName() << "'";
    return diag;
  }
  auto fail = [&](const Twine &message) {
    InFlightDiagnostic diag = emitOpError(message);
    diag.attachNote(callee.getLoc()) << "callee declared here";
    return diag;
  };
  if (callee.isExternal())
    return fail("calls a declaration; a kernel from outside the module is "
                "called by call_extern or call_cpacked");
  ArrayRef<Type> declared = callee.getArgumentTypes();
  if (declared.size() != getArgs().size())
    return fail("passes " + Twine(getArgs().size()) + " arguments, but " +
                "the callee takes " + Twine(declared.size()));
  unsigned numIns = getArgs().size() - getNumOuts();
  for (auto [index, passed, want] :
       llvm::enumerate(getOperandTypes(), declared)) {
    auto shaped = dyn_cast<ShapedType>(passed);
    auto memref = dyn_cast<MemRefType>(want);
    if (!shaped || !memref) {
      if (passed == want)
        continue;
      std::string text;
      llvm::raw_string_ostream(text)
          << "argument #" << index << " is " << passed << ", expected " << want;
      return fail(text);
    }
    std::string mismatch = describeMismatch(shaped, memref);
    if (!mismatch.empty())
      return fail("argument #" + Twine(index) + " " + mismatch);
    if (!isa<TensorType>(passed))
      continue;
    Effect effect = callee.getEffect(index);
    if (index >= numIns && effect == Effect::Read)
      return fail("argument #" + Twine(index) +
                  " is among 'outs', but the callee only reads it");
    if (index < numIns && effect != Effect::Read)
      return fail("argument #" + Twine(index) +
                  " is written by the callee, so on tensors it must be "
                  "among 'outs'");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

PrimFuncOp CallTIROp::lookupCallee() {
  return SymbolTable::lookupNearestSymbolFrom<PrimFuncOp>(*this,
                                                          getCalleeAttr());
}

Operation *
CallTIROp::resolveCallableInTable(SymbolTableCollection *symbolTable) {
  if (llvm::any_of(getOperandTypes(), llvm::IsaPred<TensorType>))
    return nullptr;
  return call_interface_impl::resolveCallable(*this, symbolTable);
}

void CallTIROp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  PrimFuncOp callee = lookupCallee();
  for (OpOperand &operand : getArgsMutable()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    unsigned index = operand.getOperandNumber();
    Effect effect = callee && index < callee.getNumArguments()
                        ? callee.getEffect(index)
                        : Effect::ReadWrite;
    if (effect != Effect::Write)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (effect != Effect::Read)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
  // Also of a call on tensors, which then neither vanishes nor is merged.
  if (!callee || hasEffectsBeyondArguments(callee)) {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
}
