//===- AccessHooks.cpp - Calls that show which memory code accesses
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/LLVM/AccessHooks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tir;

//===----------------------------------------------------------------------===//
// Ranges of positions
//===----------------------------------------------------------------------===//

namespace {
/// Finds the numbers that a position can be, from the types and operations that
/// it was computed with.
class RangeFinder {
public:
  ConstantRange find(Value *value) {
    ConstantRange range = findByOperation(value);
    for (const auto &[known, numbers] : conditions)
      if (known == value)
        range = range.intersectWith(numbers);
    return range;
  }

private:
  ConstantRange findByOperation(Value *value);
  ConstantRange findSelected(SelectInst &select);

  /// What the conditions of the selections around an operand say.
  SmallVector<std::pair<Value *, ConstantRange>> conditions;
  unsigned depth = 0;
};
} // namespace

/// An operand counts only where the condition selects it: a number below 2 may
/// be a position as it is, and a larger one by its logarithm.
ConstantRange RangeFinder::findSelected(SelectInst &select) {
  Value *compared = nullptr;
  const APInt *number = nullptr;
  CmpPredicate predicate;
  bool isKnown = match(select.getCondition(),
                       m_ICmp(predicate, m_Value(compared), m_APInt(number)));
  auto findOperand = [&](Value *operand, bool isTrue) {
    if (!isKnown)
      return find(operand);
    CmpInst::Predicate holds = predicate;
    if (!isTrue)
      holds = CmpInst::getInversePredicate(holds);
    conditions.emplace_back(compared,
                            ConstantRange::makeExactICmpRegion(holds, *number));
    ConstantRange range = find(operand);
    conditions.pop_back();
    return range;
  };
  return findOperand(select.getTrueValue(), true)
      .unionWith(findOperand(select.getFalseValue(), false));
}

ConstantRange RangeFinder::findByOperation(Value *value) {
  unsigned bits = value->getType()->getIntegerBitWidth();
  ConstantRange all = ConstantRange::getFull(bits);
  if (auto *number = dyn_cast<ConstantInt>(value))
    return ConstantRange(number->getValue());
  auto *op = dyn_cast<Operator>(value);
  constexpr unsigned kMostDepth = 8;
  if (!op || depth == kMostDepth || isa<PHINode>(op))
    return all;
  SaveAndRestore deeper(depth, depth + 1);
  auto range = [&](unsigned i) { return find(op->getOperand(i)); };
  switch (op->getOpcode()) {
  case Instruction::SExt:
    return range(0).signExtend(bits);
  case Instruction::ZExt:
    return range(0).zeroExtend(bits);
  case Instruction::Trunc:
    return range(0).truncate(bits);
  case Instruction::Add:
    return range(0).add(range(1));
  case Instruction::Sub:
    return range(0).sub(range(1));
  case Instruction::Mul:
    return range(0).multiply(range(1));
  case Instruction::And:
    return range(0).binaryAnd(range(1));
  case Instruction::Xor:
    return range(0).binaryXor(range(1));
  case Instruction::Or:
    return range(0).binaryOr(range(1));
  case Instruction::Shl:
    return range(0).shl(range(1));
  case Instruction::LShr:
    return range(0).lshr(range(1));
  case Instruction::AShr:
    return range(0).ashr(range(1));
  case Instruction::Select:
    return findSelected(cast<SelectInst>(*op));
  default:
    break;
  }
  auto *call = dyn_cast<IntrinsicInst>(value);
  if (call && ConstantRange::isIntrinsicSupported(call->getIntrinsicID())) {
    SmallVector<ConstantRange> operands;
    for (Value *operand : call->args())
      operands.push_back(find(operand));
    return ConstantRange::intrinsic(call->getIntrinsicID(), operands);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

namespace {
/// An access of a number of bytes, which may be known at run time only.
struct Access {
  Instruction *op;
  Value *address, *bytes;
  bool isWrite;
};

class FunctionHooks {
public:
  explicit FunctionHooks(Function &function)
      : function(function), layout(function.getDataLayout()),
        builder(function.getContext()) {}

  /// Adds the hooks, and returns what addresses depend on, or "".
  std::string add();

private:
  void add(Instruction &op, Value *address, uint64_t bytes, bool isWrite) {
    accesses.push_back({&op, address, builder.getInt64(bytes), isWrite});
  }
  void collect(Instruction &op);
  void collect(IntrinsicInst &op);

  void findDependent();
  bool isDependent(Value *value) const { return dependent.contains(value); }
  void addHooks(const Access &access);
  std::optional<uint64_t> getObjectBytes(Value *object) const;
  void callHook(const Access &access, Value *address);
  void callRangeHook(const Access &access, GetElementPtrInst &element,
                     const ConstantRange &range);

  Function &function;
  const DataLayout &layout;
  IRBuilder<> builder;
  SmallVector<Access> accesses;
  /// What was computed from loaded numbers.
  SmallPtrSet<Value *, 32> dependent;
  std::string why;
};
} // namespace

void FunctionHooks::collect(IntrinsicInst &op) {
  if (auto *copy = dyn_cast<MemTransferInst>(&op)) {
    accesses.push_back({&op, copy->getSource(), copy->getLength(), false});
    accesses.push_back({&op, copy->getDest(), copy->getLength(), true});
  } else if (auto *set = dyn_cast<MemSetInst>(&op)) {
    accesses.push_back({&op, set->getDest(), set->getLength(), true});
  } else if (op.mayReadOrWriteMemory() && !op.isAssumeLikeIntrinsic()) {
    why = "it reads or writes some lanes of vectors only";
  }
}

void FunctionHooks::collect(Instruction &op) {
  if (auto *load = dyn_cast<LoadInst>(&op))
    add(op, load->getPointerOperand(), layout.getTypeStoreSize(load->getType()),
        /*isWrite=*/false);
  else if (auto *store = dyn_cast<StoreInst>(&op))
    add(op, store->getPointerOperand(),
        layout.getTypeStoreSize(store->getValueOperand()->getType()),
        /*isWrite=*/true);
  else if (auto *call = dyn_cast<IntrinsicInst>(&op))
    collect(*call);
}

/// Finds what is computed from loaded numbers. Operations in a loop may use
/// what comes after them.
void FunctionHooks::findDependent() {
  auto isFound = [&](Instruction &op) {
    auto *call = dyn_cast<CallBase>(&op);
    return isa<LoadInst>(op) || (call && !isa<IntrinsicInst>(op)) ||
           any_of(op.operands(), [&](Use &use) { return isDependent(use); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Instruction &op : instructions(function))
      if (!op.getType()->isVoidTy() && !isDependent(&op) && isFound(op)) {
        dependent.insert(&op);
        changed = true;
      }
  }
  for (BasicBlock &block : function) {
    Instruction *last = block.getTerminator();
    if (last->getNumSuccessors() > 1 && isDependent(last->getOperand(0)))
      why = "what it does depends on elements";
  }
}

/// Returns the size of a variable of the function or of a global.
std::optional<uint64_t> FunctionHooks::getObjectBytes(Value *object) const {
  if (auto *global = dyn_cast<GlobalVariable>(object))
    return layout.getTypeAllocSize(global->getValueType());
  if (auto *local = dyn_cast<AllocaInst>(object))
    if (std::optional<TypeSize> size = local->getAllocationSize(layout))
      return size->getFixedValue();
  return std::nullopt;
}

void FunctionHooks::callHook(const Access &access, Value *address) {
  Module &module = *function.getParent();
  Type *number = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  Value *object = getUnderlyingObject(address, /*MaxLookup=*/0);
  if (std::optional<uint64_t> bytes = getObjectBytes(object)) {
    FunctionCallee hook =
        module.getOrInsertFunction(kObjectAccessHookName, builder.getVoidTy(),
                                   pointer, number, pointer, number);
    builder.CreateCall(
        hook, {address, access.bytes, object, builder.getInt64(*bytes)});
    return;
  }
  FunctionCallee hook =
      module.getOrInsertFunction(kAccessHookName, builder.getVoidTy(), pointer,
                                 number, builder.getInt32Ty());
  builder.CreateCall(hook,
                     {address, access.bytes, builder.getInt32(access.isWrite)});
}

void FunctionHooks::callRangeHook(const Access &access,
                                  GetElementPtrInst &element,
                                  const ConstantRange &range) {
  Value *memory = element.getPointerOperand();
  Type *type = element.getSourceElementType();
  Value *first = builder.CreateGEP(type, memory,
                                   builder.getInt(range.getSignedMin())),
        *last = builder.CreateGEP(type, memory,
                                  builder.getInt(range.getSignedMax()));
  if (getObjectBytes(getUnderlyingObject(memory, /*MaxLookup=*/0))) {
    callHook(access, first);
    callHook(access, last);
    return;
  }
  Type *pointer = builder.getPtrTy(), *flag = builder.getInt32Ty();
  FunctionCallee hook = function.getParent()->getOrInsertFunction(
      kRangeAccessHookName, builder.getVoidTy(), pointer, pointer,
      builder.getInt64Ty(), flag, pointer);
  builder.CreateCall(hook, {first, last, access.bytes,
                            builder.getInt32(access.isWrite), memory});
}

void FunctionHooks::addHooks(const Access &access) {
  builder.SetInsertPoint(access.op);
  callHook(access, access.address);
  if (isDependent(access.bytes))
    why = "how much it copies depends on elements";
  if (!isDependent(access.address))
    return;
  auto *element = dyn_cast<GetElementPtrInst>(access.address);
  bool isPlain = element && element->getNumIndices() == 1 &&
                 !isDependent(element->getPointerOperand()) &&
                 element->getOperand(1)->getType()->isIntegerTy();
  ConstantRange range = isPlain ? RangeFinder().find(element->getOperand(1))
                                : ConstantRange::getFull(1);
  // The range may wrap around.
  constexpr unsigned kMostBits = 32;
  if (range.isFullSet() || range.isSignWrappedSet() ||
      range.getSignedMax().getSignificantBits() > kMostBits ||
      range.getSignedMin().getSignificantBits() > kMostBits) {
    why = "where it reads depends on elements";
    return;
  }
  callRangeHook(access, *element, range);
}

std::string FunctionHooks::add() {
  for (Instruction &op : instructions(function))
    collect(op);
  findDependent();
  for (const Access &access : accesses)
    addHooks(access);
  return why;
}

//===----------------------------------------------------------------------===//
// Both forms of a function
//===----------------------------------------------------------------------===//

/// Returns the functions with these names, and all that they use.
static SetVector<Function *> collectUsed(Module &module,
                                         const StringSet<> &names) {
  SetVector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration() && names.contains(function.getName()))
      functions.insert(&function);
  for (size_t i = 0; i != functions.size(); ++i)
    for (Instruction &op : instructions(functions[i]))
      for (Value *operand : op.operands())
        if (auto *used = dyn_cast<Function>(operand->stripPointerCasts());
            used && !used->isDeclaration())
          functions.insert(used);
  return functions;
}

/// Returns whether a function calls another one, or computes with addresses as
/// with numbers.
static bool isIrregular(Function &function) {
  return any_of(instructions(function), [](Instruction &op) {
    bool comparesAddresses =
        isa<ICmpInst>(op) && op.getOperand(0)->getType()->isPointerTy();
    return isa<PtrToIntInst>(op) || comparesAddresses ||
           (isa<CallBase>(op) && !isa<IntrinsicInst>(op));
  });
}

/// Replaces a function by one that calls it, or `hooked` while it is watched.
static void makeChoice(Function &plain, Function &hooked) {
  Module &module = *plain.getParent();
  auto *choice = Function::Create(plain.getFunctionType(), plain.getLinkage(),
                                  plain.getAddressSpace(), "", &module);
  choice->copyAttributesFrom(&plain);
  choice->takeName(&plain);
  plain.replaceAllUsesWith(choice);
  plain.setLinkage(GlobalValue::InternalLinkage);
  auto makeBlock = [&](Function *callee, bool callsEnd) {
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", choice));
    SmallVector<Value *> arguments(make_pointer_range(choice->args()));
    CallInst *call = builder.CreateCall(callee, arguments);
    call->setCallingConv(plain.getCallingConv());
    call->setAttributes(plain.getAttributes());
    if (callsEnd)
      builder.CreateCall(
          module.getOrInsertFunction(kEndHookName, builder.getVoidTy()));
    if (call->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
    return builder.GetInsertBlock();
  };
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", choice));
  Value *isWatched = builder.CreateCall(
      module.getOrInsertFunction(kIsWatchedHookName, builder.getInt32Ty()));
  builder.CreateCondBr(builder.CreateIsNotNull(isWatched),
                       makeBlock(&hooked, /*callsEnd=*/true),
                       makeBlock(&plain, /*callsEnd=*/false));
}

void tir::addAccessHooks(Module &module, WatchedFunctions &watched) {
  SetVector<Function *> functions = collectUsed(module, watched.names);
  // Copies use copies.
  ValueToValueMapTy copies;
  for (Function *function : functions)
    copies[function] = Function::Create(
        function->getFunctionType(), GlobalValue::InternalLinkage, "", &module);
  for (Function *function : functions) {
    auto *copy = cast<Function>(copies[function]);
    for (auto [old, now] : zip_equal(function->args(), copy->args()))
      copies[&old] = &now;
    if (isIrregular(*function))
      watched.irregular.insert(function->getName());
    SmallVector<ReturnInst *> returns;
    CloneFunctionInto(copy, function, copies,
                      CloneFunctionChangeType::GlobalChanges, returns);
    if (std::string why = FunctionHooks(*copy).add(); !why.empty())
      watched.dependent[function->getName()] = why;
  }
  for (Function *function : functions)
    if (watched.names.contains(function->getName()))
      makeChoice(*function, *cast<Function>(copies[function]));
}
