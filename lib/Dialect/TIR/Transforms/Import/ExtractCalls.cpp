//===- ExtractCalls.cpp - Calls into functions for other threads
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlinedFunction.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/Analysis/BufferDependences.h"
#include "tir/Dialect/TIR/Analysis/Speculation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace tir {
#define GEN_PASS_DEF_TIREXTRACTCALLSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// What a stage must not share
//===----------------------------------------------------------------------===//

/// Returns an operation by which `function` or one of its callees accesses a
/// global that is not constant, or null if there is none.
static memref::GetGlobalOp findState(PrimFuncOp function,
                                     llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (function.isExternal() || !seen.insert(function).second)
    return {};
  memref::GetGlobalOp state;
  function.walk([&](Operation *op) {
    if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      if (!isConstantGlobal(get))
        state = get;
    } else if (auto call = dyn_cast<BufferCallOpInterface>(op)) {
      if (auto callee = dyn_cast_or_null<PrimFuncOp>(call.lookupDeclaration()))
        state = findState(callee, seen);
    }
    return state ? WalkResult::interrupt() : WalkResult::advance();
  });
  return state;
}

//===----------------------------------------------------------------------===//
// One stage
//===----------------------------------------------------------------------===//

namespace {
class Stage {
public:
  Stage(StringRef name, ArrayRef<Operation *> calls)
      : name(name), calls(calls) {}

  /// Checks the calls and makes them contiguous, so that one call can replace
  /// them.
  LogicalResult prepare();

  /// Creates the function and replaces the calls.
  void extract(SymbolTable &symbols, bool isPublic);

private:
  LogicalResult checkCalls();
  InFlightDiagnostic reportStuck(Operation *op, Operation *call);
  LogicalResult verifyMoves(ArrayRef<Operation *> after);
  LogicalResult makeContiguous();
  bool isTakenInside(Operation *op);
  void cloneLate(OpBuilder &builder, Value value, IRMapping &mapping);
  void noteAccesses();
  DictionaryAttr describe(Value argument, llvm::StringSet<> &names);

  std::string name;
  SmallVector<Operation *> calls;
  /// Cheap operations between the calls.
  DenseSet<Operation *> between;
  /// The operations in `between` that must not run before preceding calls.
  DenseSet<Operation *> late;
  /// The arguments of the function, and the operations that move into it to
  /// compute values from them, in order.
  OutlinedValues values;
  DenseMap<Value, Effect> effects;
};
} // namespace

LogicalResult Stage::checkCalls() {
  Operation *first = calls.front();
  for (Operation *call : calls) {
    if (call->getBlock() != first->getBlock()) {
      InFlightDiagnostic diag =
          call->emitOpError("belongs to the stage '")
          << name << "', but is in another region than the first call of the "
          << "stage; one function cannot contain both: give it another stage";
      diag.attachNote(first->getLoc()) << "first call of the stage";
      return diag;
    }
    if (llvm::any_of(call->getOperandTypes(), llvm::IsaPred<TensorType>))
      return call->emitOpError("is on tensors, but a stage works on buffers; "
                               "bufferize first (phase 'buffers')");
    for (Value result : call->getResults())
      for (Operation *user : result.getUsers())
        if (!llvm::is_contained(calls, user)) {
          InFlightDiagnostic diag =
              call->emitOpError("returns a value that is used outside the "
                                "stage '")
              << name << "', but a tir.prim_func returns nothing; let the "
              << "callee write it into a buffer, or extend the stage";
          diag.attachNote(user->getLoc()) << "used here";
          return diag;
        }
    llvm::SmallPtrSet<Operation *, 4> seen;
    auto callee = dyn_cast_or_null<PrimFuncOp>(
        cast<BufferCallOpInterface>(call).lookupDeclaration());
    if (memref::GetGlobalOp state =
            callee ? findState(callee, seen) : memref::GetGlobalOp()) {
      InFlightDiagnostic diag =
          call->emitOpError("cannot be extracted: its callee accesses the "
                            "global @")
          << state.getName() << ", which is not constant, and stages in "
          << "different threads would share it; pass it as an argument";
      diag.attachNote(state.getLoc()) << "the global is accessed here";
      return diag;
    }
  }
  return success();
}

/// Reports an operation that must stay between two calls, the second of which
/// is `call`.
InFlightDiagnostic Stage::reportStuck(Operation *op, Operation *call) {
  InFlightDiagnostic diag =
      op->emitOpError("is between the calls of the stage '")
      << name << "' and cannot move before or after all of them; move it "
      << "into a kernel that belongs to the stage, or use two stages";
  for (Operation *earlier : calls)
    if (earlier->isBeforeInBlock(op) && mustStayInOrder(earlier, op)) {
      diag.attachNote(earlier->getLoc())
          << "this call of the stage must come before it";
      break;
    }
  diag.attachNote(call->getLoc())
      << "this call of the stage must come after it";
  return diag;
}

/// Checks that the operations can move after all calls.
LogicalResult Stage::verifyMoves(ArrayRef<Operation *> after) {
  for (Operation *op : after)
    for (Operation *call : calls)
      if (!late.contains(op) && op->isBeforeInBlock(call) &&
          mustStayInOrder(op, call))
        return reportStuck(op, call);
  return success();
}

/// Moves the operations between the calls before or after all of them.
LogicalResult Stage::makeContiguous() {
  SmallVector<Operation *> before, after;
  Operation *last = calls.back();
  for (Operation *op = calls.front(); op != last; op = op->getNextNode()) {
    if (llvm::is_contained(calls, op))
      continue;
    auto mustFollow = [&](Operation *earlier) {
      return earlier->isBeforeInBlock(op) && mustStayInOrder(earlier, op);
    };
    // If an earlier call fails, an operation that would trap must not run.
    bool follows = llvm::any_of(calls, mustFollow) ||
                   llvm::any_of(after, mustFollow) ||
                   (isMemoryEffectFree(op) && !canSpeculate(op));
    (follows ? after : before).push_back(op);
    if (!isMemoryEffectFree(op) || op->getNumRegions() != 0)
      continue;
    between.insert(op);
    bool needsOthers = llvm::any_of(op->getOperands(), [&](Value operand) {
      Operation *producer = operand.getDefiningOp();
      return llvm::is_contained(after, producer) && !late.contains(producer);
    });
    if (follows && !needsOthers)
      late.insert(op);
  }
  if (failed(verifyMoves(after)))
    return failure();
  for (Operation *op : before)
    op->moveBefore(calls.front());
  for (Operation *op : llvm::reverse(after))
    op->moveAfter(last);
  return success();
}

/// Returns true if `op` moves into the function: constants, operations between
/// the calls, and views of buffers. Whole buffers are passed, so that no two
/// arguments share memory and none has a layout that a pointer cannot
/// represent.
bool Stage::isTakenInside(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || between.contains(op))
    return true;
  return isConstantGlobal(op) || (isa<ViewLikeOpInterface>(op) && isPure(op));
}

/// Clones those operations that `value` needs and that must not come earlier.
void Stage::cloneLate(OpBuilder &builder, Value value, IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (!op || !late.contains(op) || mapping.contains(value))
    return;
  for (Value operand : op->getOperands())
    cloneLate(builder, operand, mapping);
  builder.clone(*op, mapping);
}

/// Collects what the calls do to each buffer, one after the other. If a call
/// writes all of a buffer before any call reads it, the stage does not use its
/// previous contents.
void Stage::noteAccesses() {
  for (Operation *op : calls) {
    auto call = cast<BufferCallOpInterface>(op);
    for (auto [index, operand] : llvm::enumerate(call.getArgOperands())) {
      if (!isa<BaseMemRefType>(operand.getType()))
        continue;
      Effect effect = call.getArgEffect(index);
      if (effect == Effect::Write && !showsWholeBuffer(operand))
        effect = Effect::ReadWrite;
      auto [it, isFirst] =
          effects.try_emplace(getViewedBuffer(operand), effect);
      if (!isFirst && it->second == Effect::Read && effect != Effect::Read)
        it->second = Effect::ReadWrite;
    }
  }
}

/// Returns the attributes of an argument: its name if the caller or the first
/// callee has one, its effect, and whether it may share memory with another
/// argument.
DictionaryAttr Stage::describe(Value argument, llvm::StringSet<> &names) {
  Builder builder(argument.getContext());
  NamedAttrList attrs;
  StringAttr attr;
  if (auto own = dyn_cast<BlockArgument>(argument))
    if (auto function =
            dyn_cast<FunctionOpInterface>(own.getOwner()->getParentOp()))
      attr = function.getArgAttrOfType<StringAttr>(own.getArgNumber(),
                                                   kNameAttrName);
  for (Operation *op : calls) {
    auto call = cast<BufferCallOpInterface>(op);
    auto callee =
        dyn_cast_or_null<FunctionOpInterface>(call.lookupDeclaration());
    for (auto [index, operand] : llvm::enumerate(call.getArgOperands()))
      if (!attr && callee && operand == argument &&
          index < callee.getNumArguments())
        attr = callee.getArgAttrOfType<StringAttr>(index, kNameAttrName);
  }
  if (attr) {
    std::string unique = attr.str();
    for (unsigned i = 1; !names.insert(unique).second; ++i)
      unique = (attr.getValue() + Twine(i)).str();
    attrs.set(kNameAttrName, builder.getStringAttr(unique));
  }
  auto effect = effects.find(argument);
  if (effect != effects.end()) {
    attrs.set(kEffectAttrName,
              EffectAttr::get(argument.getContext(), effect->second));
    bool shares = llvm::any_of(values.arguments, [&](Value other) {
      return other != argument && effects.contains(other) &&
             mayShareMemory(argument, other);
    });
    if (shares)
      updatePort(attrs, argument.getContext(),
                 [](PortParts &port) { port.isNoAlias = false; });
  }
  return attrs.getDictionary(argument.getContext());
}

LogicalResult Stage::prepare() {
  return failure(failed(checkCalls()) || failed(makeContiguous()));
}

void Stage::extract(SymbolTable &symbols, bool isPublic) {
  values = collectOutlinedValues(
      calls, [&](Operation *op) { return isTakenInside(op); });
  noteAccesses();

  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  llvm::StringSet<> names;
  // A context comes last, as in every function that takes one.
  SmallVector<Value> operands, contexts;
  for (Value argument : values.arguments)
    (isa<DeviceContextType>(argument.getType()) ? contexts : operands)
        .push_back(argument);
  llvm::append_range(operands, contexts);
  for (Value argument : operands) {
    types.push_back(argument.getType());
    attrs.push_back(describe(argument, names));
  }

  SmallVector<Location> locations;
  for (Operation *call : calls)
    locations.push_back(call->getLoc());
  MLIRContext *context = calls.front()->getContext();
  Location loc = FusedLoc::get(context, locations);
  auto caller = calls.front()->getParentOfType<FunctionOpInterface>();
  OpBuilder builder(caller);
  auto function =
      PrimFuncOp::create(builder, loc, name, builder.getFunctionType(types, {}),
                         ArrayRef<NamedAttribute>(), attrs);
  updateFunction(function,
                 [](FunctionParts &parts) { parts.isExtracted = true; });
  function.setVisibility(isPublic ? SymbolTable::Visibility::Public
                                  : SymbolTable::Visibility::Private);
  symbols.insert(function, Block::iterator(caller));

  IRMapping mapping;
  Block *body = function.addEntryBlock();
  mapping.map(operands, body->getArguments());
  builder.setInsertionPointToStart(body);
  for (Operation *op : values.inside)
    if (!late.contains(op))
      builder.clone(*op, mapping);
  for (Operation *call : calls) {
    for (Value operand : call->getOperands())
      cloneLate(builder, operand, mapping);
    updateCall(builder.clone(*call, mapping),
               [](CallParts &parts) { parts.stage = {}; });
  }
  ReturnOp::create(builder, loc);

  replaceByCall(calls, values, function, operands);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ExtractCallsPass
    : public tir::impl::TIRExtractCallsPassBase<ExtractCallsPass> {
  using TIRExtractCallsPassBase::TIRExtractCallsPassBase;

  void runOnOperation() override {
    symbols.emplace(getOperation());
    auto functions =
        llvm::to_vector(getOperation().getOps<FunctionOpInterface>());
    for (FunctionOpInterface function : functions)
      if (failed(collect(function)))
        return signalPassFailure();
    // Stages are extracted one after the other, because making the calls of one
    // contiguous may separate the calls of another.
    for (auto &[name, calls] : groups) {
      Stage stage(name, calls);
      if (failed(stage.prepare()))
        return signalPassFailure();
      stage.extract(*symbols, isPublic);
    }
    groups.clear();
    symbols.reset();
  }

private:
  LogicalResult collect(FunctionOpInterface function) {
    WalkResult result = function.walk([&](Operation *op) {
      StringAttr name = getCallParts(op).stage;
      if (op == function || (!name && !isExtractedAlone(op)))
        return WalkResult::advance();
      return failed(name ? addMarked(op, name) : addAlone(op))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  bool isExtractedAlone(Operation *op) {
    auto call = dyn_cast<CallTIROp>(op);
    // Calls in and of existing stages do not change, so running the pass again
    // changes nothing.
    if (!each || !call || call.getNumOuts() != 0 ||
        getFunctionParts(op->getParentOfType<FunctionOpInterface>())
            .isExtracted)
      return false;
    PrimFuncOp callee = call.lookupCallee();
    return callee && !getFunctionParts(callee).isExtracted;
  }

  LogicalResult addAlone(Operation *op) {
    std::string base = (cast<CallTIROp>(op).getCallee() + "_stage").str();
    std::string name = base;
    auto isTaken = [&] {
      return symbols->lookup(name) ||
             groups.contains(StringAttr::get(&getContext(), name));
    };
    for (unsigned i = 1; isTaken(); ++i)
      name = base + std::to_string(i);
    groups[StringAttr::get(&getContext(), name)].push_back(op);
    return success();
  }

  LogicalResult addMarked(Operation *op, StringAttr name) {
    if (!isCIdentifier(name.getValue()))
      return op->emitOpError("is to be moved into the stage ")
             << name
             << ", but a function gets that name; expected a C identifier";
    if (!isa<BufferCallOpInterface>(op))
      return op->emitOpError("is to be moved into the stage ")
             << name
             << ", expected a tir call, such as tir.call_tir; move "
                "other operations into kernels first (tir-outline-kernels)";
    if (Operation *taken = symbols->lookup(name.getValue())) {
      InFlightDiagnostic diag = op->emitOpError("belongs to the stage ")
                                << name << ", but that name is already taken, "
                                << "and its function would get it; rename the "
                                << "stage";
      diag.attachNote(taken->getLoc()) << "the name is taken here";
      return diag;
    }
    auto &group = groups[name];
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!group.empty() &&
        group.front()->getParentOfType<FunctionOpInterface>() != function) {
      InFlightDiagnostic diag =
          op->emitOpError("belongs to the stage ")
          << name << ", but another function also has calls of that stage; "
          << "a stage is a part of one function: give it another name";
      diag.attachNote(group.front()->getLoc()) << "its first call is here";
      return diag;
    }
    group.push_back(op);
    return success();
  }

  std::optional<SymbolTable> symbols;
  llvm::MapVector<StringAttr, SmallVector<Operation *>> groups;
};
} // namespace
