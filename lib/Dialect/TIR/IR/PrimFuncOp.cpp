//===- PrimFuncOp.cpp - tir.prim_func
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kEffectAttrName = "tir.effect";

void PrimFuncOp::build(OpBuilder &builder, OperationState &state,
                       StringRef name, FunctionType type,
                       ArrayRef<NamedAttribute> attrs,
                       ArrayRef<DictionaryAttr> argAttrs) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.attributes.append(attrs.begin(), attrs.end());
  state.addRegion();
  if (!argAttrs.empty())
    call_interface_impl::addArgAndResultAttrs(
        builder, state, argAttrs, /*resultAttrs=*/{},
        getArgAttrsAttrName(state.name), getResAttrsAttrName(state.name));
}

ParseResult PrimFuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildFuncType = [](Builder &builder, ArrayRef<Type> inputs,
                          ArrayRef<Type> results,
                          function_interface_impl::VariadicFlag,
                          std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildFuncType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void PrimFuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

bool PrimFuncOp::isPublic() {
  if (!isPrivate())
    return true;
  // Upstream removes a dead argument with the operand of each call, which
  // tears an `outs` operand from the result that is tied to it.
  auto uses = SymbolTable::getSymbolUses(
      getSymNameAttr(), SymbolTable::getNearestSymbolTable((*this)->getParentOp()));
  return uses && llvm::any_of(*uses, [](SymbolTable::SymbolUse use) {
           auto call = dyn_cast<CallTIROp>(use.getUser());
           return call && llvm::any_of(call.getOperandTypes(),
                                       llvm::IsaPred<TensorType>);
         });
}

Effect PrimFuncOp::getEffect(unsigned index) {
  auto effect = getArgAttrOfType<EffectAttr>(index, kEffectAttrName);
  return effect ? effect.getValue() : Effect::ReadWrite;
}

void PrimFuncOp::setEffect(unsigned index, Effect effect) {
  setArgAttr(index, kEffectAttrName, EffectAttr::get(getContext(), effect));
}

LogicalResult PrimFuncOp::verify() {
  if (!getResultTypes().empty())
    return emitOpError("has results, but a prim_func writes what it computes "
                       "into its arguments; pass a buffer for each result");
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    if (isa<TensorType>(type))
      return emitOpError("argument #")
             << index << " is a tensor (" << type
             << "), but a prim_func works on buffers; make it a memref";
    Attribute effect = getArgAttr(index, kEffectAttrName);
    if (!effect)
      continue;
    if (!isa<EffectAttr>(effect))
      return emitOpError("argument #")
             << index << ": '" << kEffectAttrName
             << "' must be a #tir.effect attribute, but is " << effect;
    if (!isa<BaseMemRefType>(type))
      return emitOpError("argument #")
             << index << " has '" << kEffectAttrName
             << "', but is no buffer (" << type << ")";
  }
  return success();
}

LogicalResult PrimFuncOp::verifyRegions() {
  if (isExternal())
    return success();
  if (!getBody().hasOneBlock())
    return emitOpError("has a body of ")
           << getBody().getBlocks().size()
           << " blocks, but it must have one; use scf for control flow";
  if (!isa<ReturnOp>(getBody().front().getTerminator()))
    return emitOpError("must end in 'tir.return'");
  return success();
}
