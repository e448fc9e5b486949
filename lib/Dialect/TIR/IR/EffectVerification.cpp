//===- EffectVerification.cpp - Verification of declared effects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EffectVerification.h"

#include "CallVerification.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// What must not be written
//===----------------------------------------------------------------------===//

/// Returns an origin of `pointer` that must not be written, or null.
static Value findUnwritable(Value pointer, SymbolTableCollection &symbols) {
  for (Value origin : getOrigins(pointer))
    if (isReadArgument(origin) || isConstantOrigin(origin, &symbols))
      return origin;
  return {};
}

static void describeUnwritable(InFlightDiagnostic &diag, Value origin) {
  auto argument = dyn_cast<BlockArgument>(origin);
  if (!argument) {
    diag << "constant data";
    return;
  }
  auto function = cast<PrimFuncOp>(argument.getOwner()->getParentOp());
  diag << "argument #" << argument.getArgNumber() << " of @"
       << function.getSymName() << ", which is declared #tir.effect<read>";
}

static void attachOriginNote(InFlightDiagnostic &diag, Value origin) {
  if (isa<BlockArgument>(origin))
    diag.attachNote(origin.getParentBlock()->getParentOp()->getLoc())
        << "the function is declared here";
  else
    diag.attachNote(origin.getLoc()) << "the data comes from here";
}

static StringRef getRemedy(Value origin) {
  return isa<BlockArgument>(origin)
             ? "; declare it read_write, or write to a copy"
             : "; write to a copy";
}

LogicalResult tir::verifyWritable(BufferCallOpInterface call, PrimFuncOp callee,
                                  unsigned index,
                                  SymbolTableCollection &symbols) {
  Value origin = findUnwritable(call.getArgOperands()[index], symbols);
  if (!origin)
    return success();
  InFlightDiagnostic diag =
      emitCallError(call, callee, "argument #" + Twine(index) + " is ");
  describeUnwritable(diag, origin);
  diag << ", but the callee writes it" << getRemedy(origin);
  attachOriginNote(diag, origin);
  return diag;
}

/// Returns the memory that `op` writes or frees, with the verb for it.
static SmallVector<std::pair<Value, StringRef>> getWrites(Operation *op) {
  SmallVector<std::pair<Value, StringRef>> writes;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return writes;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (!effect.getValue())
      continue;
    if (isa<MemoryEffects::Free>(effect.getEffect()))
      writes.emplace_back(effect.getValue(), "frees");
    else if (isa<MemoryEffects::Write>(effect.getEffect()))
      writes.emplace_back(effect.getValue(), "writes");
  }
  return writes;
}

namespace {
/// Finds the effects of functions of other dialects on their arguments, since
/// such functions do not declare them.
class WriteFinder {
public:
  explicit WriteFinder(SymbolTableCollection &symbols) : symbols(symbols) {}

  /// Returns the operation that writes the memory behind `argument`, or null.
  Operation *find(BlockArgument argument) {
    if (!seen.insert(argument).second)
      return nullptr;
    Operation *found = nullptr;
    argument.getOwner()->getParent()->walk([&](Operation *op) {
      if (writes(op, argument))
        found = op;
      return found ? WalkResult::interrupt() : WalkResult::advance();
    });
    return found;
  }

  /// Returns the operation in the callee's body that writes operand `index` of
  /// `call`, or null. Only looks into callees that this module defines and that
  /// are not a `tir.prim_func`.
  Operation *findInCallee(CallOpInterface call, unsigned index) {
    auto callee = dyn_cast_if_present<FunctionOpInterface>(
        call.resolveCallableInTable(&symbols));
    if (!callee || isa<PrimFuncOp>(callee) || callee.isExternal() ||
        index >= callee.getNumArguments())
      return nullptr;
    return find(callee.getArgument(index));
  }

private:
  bool writes(Operation *op, BlockArgument argument) {
    auto isThere = [&](Value pointer) {
      return llvm::is_contained(getOrigins(pointer), argument);
    };
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      auto declared = dyn_cast<BufferCallOpInterface>(op);
      if (declared && !declared.lookupDeclaration())
        return false;
      for (auto [index, operand] : llvm::enumerate(call.getArgOperands()))
        if (isThere(operand) &&
            (declared ? declared.getArgEffect(index) != Effect::Read
                      : findInCallee(call, index) != nullptr))
          return true;
      return false;
    }
    return llvm::any_of(getWrites(op),
                        [&](auto write) { return isThere(write.first); });
  }

  SymbolTableCollection &symbols;
  llvm::SmallDenseSet<Value> seen;
};
} // namespace

/// Checks that `op`, which writes or frees the memory behind `pointer`, may.
static LogicalResult verifyWrite(Operation *op, Value pointer, StringRef verb,
                                 SymbolTableCollection &symbols) {
  Value origin = findUnwritable(pointer, symbols);
  if (!origin)
    return success();
  InFlightDiagnostic diag = op->emitOpError(verb) << ' ';
  describeUnwritable(diag, origin);
  diag << getRemedy(origin);
  attachOriginNote(diag, origin);
  return diag;
}

/// Checks that the callee of `call`, a function of another dialect, may write
/// what `call` passes as argument `index`.
static LogicalResult verifyPassed(CallOpInterface call, unsigned index,
                                  SymbolTableCollection &symbols) {
  Value origin = findUnwritable(call.getArgOperands()[index], symbols);
  Operation *write =
      origin ? WriteFinder(symbols).findInCallee(call, index) : nullptr;
  if (!write)
    return success();
  InFlightDiagnostic diag = call->emitOpError("passes ");
  describeUnwritable(diag, origin);
  diag << ", to a function that writes it" << getRemedy(origin);
  diag.attachNote(write->getLoc()) << "it is written here";
  attachOriginNote(diag, origin);
  return diag;
}

/// Checks that an operation, if it writes its operand's memory, may.
static LogicalResult verifyUse(OpOperand &use, SymbolTableCollection &symbols) {
  Operation *op = use.getOwner();
  // Its own verifier checks what such a call writes.
  if (isa<BufferCallOpInterface>(op))
    return success();
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    unsigned first = call.getArgOperands().getBeginOperandIndex();
    return use.getOperandNumber() < first
               ? success()
               : verifyPassed(call, use.getOperandNumber() - first, symbols);
  }
  for (auto [written, verb] : getWrites(op))
    if (written == use.get() && failed(verifyWrite(op, written, verb, symbols)))
      return failure();
  return success();
}

LogicalResult tir::verifyUnwritten(Value constant,
                                   SymbolTableCollection &symbols) {
  for (Value value : getDerived(constant))
    for (OpOperand &use : value.getUses())
      if (failed(verifyUse(use, symbols)))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {
/// Visits the operations of a body in the order in which they first run.
class EffectVerifier {
public:
  EffectVerifier(PrimFuncOp function, SymbolTableCollection &symbols)
      : function(function), symbols(symbols) {
    for (BlockArgument argument : function.getArguments())
      if (isa<BaseMemRefType>(argument.getType()) &&
          function.getEffect(argument.getArgNumber()) == Effect::Write)
        unwritten.insert(argument);
  }

  LogicalResult verify(Operation *op);

private:
  LogicalResult verifyCall(CallOpInterface call);
  LogicalResult verifyRead(Operation *op, Value pointer);
  bool mayBeUnwritten(Value pointer) {
    return !unwritten.empty() &&
           llvm::any_of(getOrigins(pointer), [&](Value origin) {
             return unwritten.contains(origin);
           });
  }
  /// Records that from now on `pointer` may point to data that the function
  /// wrote.
  void noteWritten(Value pointer) {
    if (!unwritten.empty())
      for (Value origin : getOrigins(pointer))
        unwritten.erase(origin);
  }
  /// Returns true if `op` runs whenever the function does, ignoring that loops
  /// may have no iterations.
  bool isUnconditional(Operation *op) {
    for (op = op->getParentOp(); op != function; op = op->getParentOp())
      if (!isa<LoopLikeOpInterface, TryOp>(op))
        return false;
    return true;
  }

  PrimFuncOp function;
  SymbolTableCollection &symbols;
  /// Arguments that are declared `write` and that nothing has written yet.
  llvm::SmallDenseSet<Value> unwritten;
};
} // namespace

LogicalResult EffectVerifier::verifyRead(Operation *op, Value pointer) {
  if (unwritten.empty() || !isUnconditional(op))
    return success();
  SmallVector<Value> origins = getOrigins(pointer);
  if (origins.size() != 1 || !unwritten.contains(origins.front()))
    return success();
  InFlightDiagnostic diag =
      op->emitOpError("reads argument #")
      << cast<BlockArgument>(origins.front()).getArgNumber() << " of @"
      << function.getSymName()
      << ", which is declared #tir.effect<write>, before it is written; "
         "declare it read_write";
  attachOriginNote(diag, origins.front());
  return diag;
}

LogicalResult EffectVerifier::verifyCall(CallOpInterface call) {
  auto declared = dyn_cast<BufferCallOpInterface>(*call);
  for (auto [index, operand] : llvm::enumerate(call.getArgOperands())) {
    if (isa<TensorType>(operand.getType()))
      continue;
    if (declared) {
      // Avoids a look-up of the callee unless its result matters.
      if (!mayBeUnwritten(operand))
        continue;
      if (declared.getArgEffect(index) != Effect::Read)
        noteWritten(operand);
      else if (failed(verifyRead(call, operand)))
        return failure();
      continue;
    }
    noteWritten(operand);
    if (failed(verifyPassed(call, index, symbols)))
      return failure();
  }
  return success();
}

LogicalResult EffectVerifier::verify(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    return verifyCall(call);
  if (auto toTensor = dyn_cast<bufferization::ToTensorOp>(op)) {
    noteWritten(toTensor.getBuffer());
    return toTensor.getWritable() ? verifyWrite(op, toTensor.getBuffer(),
                                                "makes writable", symbols)
                                  : success();
  }
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface) {
    if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      llvm::for_each(op->getOperands(),
                     [&](Value operand) { noteWritten(operand); });
    return success();
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects)
    if (effect.getValue() && isa<MemoryEffects::Read>(effect.getEffect()) &&
        failed(verifyRead(op, effect.getValue())))
      return failure();
  for (auto [written, verb] : getWrites(op)) {
    if (failed(verifyWrite(op, written, verb, symbols)))
      return failure();
    noteWritten(written);
  }
  // What can be read from there can be written by others.
  if (isa<MakeDLTensorOp, DLTensorSetOp, StructSetOp, PackedSetOp>(op))
    llvm::for_each(op->getOperands(),
                   [&](Value operand) { noteWritten(operand); });
  return success();
}

LogicalResult tir::verifyEffects(PrimFuncOp function,
                                 SymbolTableCollection &symbols) {
  EffectVerifier verifier(function, symbols);
  WalkResult result =
      function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
        return failed(verifier.verify(op)) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}
