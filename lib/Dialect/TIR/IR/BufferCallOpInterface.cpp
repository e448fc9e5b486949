//===- BufferCallOpInterface.cpp - What all calls share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

using namespace mlir;
using namespace tir;

#include "tir/Dialect/TIR/IR/TIRInterfaces.cpp.inc"

bool tir::isCallArgument(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64;
  return isa<IndexType, FloatType, RankedTensorType, MemRefType, HandleType,
             StringType, DeviceContextType>(type);
}

bool tir::isCallValue(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64;
  return isa<FloatType, HandleType, StringType>(type);
}

unsigned tir::detail::getCalleeIndex(BufferCallOpInterface call,
                                     unsigned index) {
  auto types = call.getArgOperands().getTypes();
  unsigned numOuts = call.getNumOuts();
  unsigned firstOut = types.size() - numOuts;
  unsigned firstContext = firstOut;
  while (firstContext > 0 && isa<DeviceContextType>(types[firstContext - 1]))
    --firstContext;
  if (index < firstContext)
    return index;
  return index < firstOut ? index + numOuts : index - firstOut + firstContext;
}

/// Returns the effect on argument `index` of a call of `declaration`, which may
/// be null.
static Effect getDeclaredEffect(BufferCallOpInterface call,
                                PrimFuncOp declaration, unsigned index) {
  if (declaration && index < declaration.getNumArguments())
    return declaration.getEffect(call.getCalleeIndex(index));
  auto args = call.getArgOperands();
  bool onTensors = llvm::any_of(args.getTypes(), llvm::IsaPred<TensorType>);
  bool isInput = onTensors && index + call.getNumOuts() < args.size();
  bool isReadOnly =
      isInput || llvm::all_of(getOrigins(args[index]), [](Value origin) {
        return isReadArgument(origin) || isConstantOrigin(origin);
      });
  return isReadOnly ? Effect::Read : Effect::ReadWrite;
}

Effect tir::detail::getArgEffect(BufferCallOpInterface call, unsigned index) {
  return getDeclaredEffect(
      call, dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration()), index);
}

Operation *tir::detail::lookupPrimFunc(Operation *from,
                                       FlatSymbolRefAttr name) {
  return dyn_cast_if_present<PrimFuncOp>(
      lookupSymbolFrom(from, name.getAttr()));
}

LogicalResult tir::detail::verifyBufferCall(BufferCallOpInterface call) {
  auto args = call.getArgOperands();
  uint32_t numOuts = call.getNumOuts();
  if (numOuts > args.size())
    return call->emitOpError("has ")
           << numOuts << " outs, but only " << args.size() << " operands";
  bool hasTensor = llvm::any_of(args.getTypes(), llvm::IsaPred<TensorType>);
  bool hasMemRef = llvm::any_of(args.getTypes(), llvm::IsaPred<BaseMemRefType>);
  for (auto [index, arg] : llvm::enumerate(args))
    // Bufferization knows what happens to tensors, but nothing about other
    // memory.
    if (hasTensor && isa<BaseMemRefType>(arg.getType()) &&
        !isConstantBuffer(arg)) {
      InFlightDiagnostic diag =
          call->emitOpError("mixes tensors and memrefs; a call works on one of "
                            "them, so bufferize the whole call or none of it "
                            "(argument #")
          << index
          << " could stay if it were constant data: a tir.pool_view of a "
             "read_only pool, or a constant memref.global)";
      noteOrigin(diag, arg, "the memref");
      return diag;
    }
  auto outs = args.drop_front(args.size() - numOuts);
  if (hasMemRef && !hasTensor && numOuts) {
    InFlightDiagnostic diag =
        call->emitOpError("on memrefs takes plain operands; drop 'outs', the "
                          "callee's arguments say what is written");
    noteOrigin(diag, outs.front(), "the first of them");
    return diag;
  }
  for (Value out : outs)
    if (!isa<TensorType>(out.getType())) {
      InFlightDiagnostic diag = call->emitOpError("outs operand #")
                                << llvm::find(outs, out) - outs.begin()
                                << " is " << out.getType()
                                << ", expected a tensor";
      noteOrigin(diag, out, "the operand");
      return diag;
    }

  unsigned numValues = llvm::count_if(
      call->getResultTypes(), [](Type type) { return !isa<TensorType>(type); });
  if (numValues && hasTensor)
    return call->emitOpError("returns a value, but on tensors its results are "
                             "its outs; call it on memrefs, or have it write "
                             "the value into a tensor of one element");
  if (numValues > 1)
    return call->emitOpError("returns ")
           << numValues << " values; a C function returns one";
  if (call->getNumResults() - numValues != numOuts)
    return call->emitOpError("has ")
           << numOuts << " outs but " << call->getNumResults() - numValues
           << " results; each outs operand is tied to one result";
  for (auto [index, out, result] :
       llvm::enumerate(outs, call->getResults().take_front(numOuts))) {
    if (out.getType() == result.getType())
      continue;
    InFlightDiagnostic diag = call->emitOpError("result #")
                              << index << " is " << result.getType()
                              << ", but the outs operand it is tied to is "
                              << out.getType();
    noteOrigin(diag, out, "the operand");
    return diag;
  }
  return success();
}

void tir::detail::getBufferCallEffects(
    BufferCallOpInterface call,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  MutableOperandRange args = call.getArgOperandsMutable();
  auto declaration = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
  for (unsigned index = 0, size = args.size(); index < size; ++index) {
    if (!isa<BaseMemRefType>(args[index].get().getType()))
      continue;
    Effect effect = getDeclaredEffect(call, declaration, index);
    if (effect != Effect::Write)
      effects.emplace_back(MemoryEffects::Read::get(), &args[index]);
    if (effect != Effect::Read)
      effects.emplace_back(MemoryEffects::Write::get(), &args[index]);
  }
  if (!call.hasEffectsBeyondArguments())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
