//===- WordCopies.cpp - Copies of an object, word by word
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordCopies.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {
/// LLVM copies fewer bytes with a few loads and stores.
constexpr uint64_t kLeastBytes = 32;
/// The loads of a turn of the loop stand together, which Arm's cores pipeline.
constexpr unsigned kWordsAtOnce = 4;
/// Vectors of bytes have no alignment.
constexpr uint64_t kVectorBytes = 16;

/// Writes the function that copies.
class CopyFunction {
public:
  CopyFunction(Module &module, const Function &like, bool hasVectors,
               bool loadsAnywhere);
  Function *get() const { return function; }

private:
  void emitLoop(Type *unit, unsigned unitsAtOnce, Value *end,
                bool isAnywhere = false);
  Value *emitWordsEnd(unsigned wordsAtOnce, Value *otherwise);

  IRBuilder<> builder;
  Function *function;
  /// An integer that is as large as a pointer.
  IntegerType *word;
  unsigned wordBytes;
  Value *isAligned = nullptr;
  /// How many bytes are copied.
  Value *done;
};
} // namespace

CopyFunction::CopyFunction(Module &module, const Function &like,
                           bool hasVectors, bool loadsAnywhere)
    : builder(module.getContext()),
      word(module.getDataLayout().getIntPtrType(module.getContext())),
      wordBytes(word->getBitWidth() / 8), done(ConstantInt::get(word, 0)) {
  Type *pointer = builder.getPtrTy();
  function = Function::Create(
      FunctionType::get(builder.getVoidTy(), {pointer, pointer, word}, false),
      GlobalValue::InternalLinkage, "tir_copy_words", module);
  function->setDSOLocal(true);
  for (StringRef name : {"target-cpu", "target-features"})
    if (like.hasFnAttribute(name))
      function->addFnAttr(like.getFnAttribute(name));
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::NoInline})
    function->addFnAttr(kind);

  builder.SetInsertPoint(
      BasicBlock::Create(module.getContext(), "entry", function));
  Value *addresses =
      builder.CreateOr(builder.CreatePtrToInt(function->getArg(0), word),
                       builder.CreatePtrToInt(function->getArg(1), word));
  isAligned = builder.CreateIsNull(builder.CreateAnd(addresses, wordBytes - 1));
  Value *none = ConstantInt::get(word, 0);
  if (hasVectors)
    emitLoop(FixedVectorType::get(builder.getInt8Ty(), kVectorBytes), 1,
             builder.CreateAnd(function->getArg(2), ~(kVectorBytes - 1)));
  else
    emitLoop(word, kWordsAtOnce, emitWordsEnd(kWordsAtOnce, none));
  emitLoop(word, 1, emitWordsEnd(1, hasVectors ? done : none));
  // Such a load takes one or two cycles more, and four bytes take six loads and
  // stores more.
  if (loadsAnywhere && !hasVectors) {
    Value *whole = builder.CreateAnd(function->getArg(2),
                                     ~uint64_t(wordBytes * kWordsAtOnce - 1));
    emitLoop(word, kWordsAtOnce, builder.CreateSelect(isAligned, done, whole),
             /*isAnywhere=*/true);
  }
  emitLoop(builder.getInt8Ty(), 1, function->getArg(2));
  builder.CreateRetVoid();
}

/// Returns the end of the words, in bytes; `otherwise` if an address is not
/// aligned for words.
Value *CopyFunction::emitWordsEnd(unsigned wordsAtOnce, Value *otherwise) {
  Value *whole = builder.CreateAnd(function->getArg(2),
                                   ~uint64_t(wordBytes * wordsAtOnce - 1));
  return builder.CreateSelect(isAligned, whole, otherwise);
}

/// Copies from `done` to `end`, which becomes `done`.
void CopyFunction::emitLoop(Type *unit, unsigned unitsAtOnce, Value *end,
                            bool isAnywhere) {
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  auto *body = BasicBlock::Create(context, "copy", function);
  auto *after = BasicBlock::Create(context, "rest", function);
  builder.CreateCondBr(builder.CreateICmpEQ(done, end), after, body);

  builder.SetInsertPoint(body);
  PHINode *at = builder.CreatePHI(word, 2, "at");
  at->addIncoming(done, before);
  unsigned bytes = unit->getPrimitiveSizeInBits().getFixedValue() / 8;
  Align alignment(unit->isVectorTy() || isAnywhere ? 1 : bytes);
  auto place = [&](unsigned argument, unsigned index) {
    Value *offset =
        builder.CreateAdd(at, ConstantInt::get(word, index * bytes));
    return builder.CreatePtrAdd(function->getArg(argument), offset);
  };
  SmallVector<Value *, kWordsAtOnce> units;
  for (unsigned i = 0; i < unitsAtOnce; ++i)
    units.push_back(builder.CreateAlignedLoad(unit, place(1, i), alignment));
  for (auto [i, value] : enumerate(units))
    builder.CreateAlignedStore(value, place(0, i), alignment);
  Value *next =
      builder.CreateAdd(at, ConstantInt::get(word, bytes * unitsAtOnce));
  at->addIncoming(next, body);
  builder.CreateCondBr(builder.CreateICmpEQ(next, end), after, body);

  builder.SetInsertPoint(after);
  PHINode *copied = builder.CreatePHI(word, 2, "copied");
  copied->addIncoming(done, before);
  copied->addIncoming(next, body);
  done = copied;
}

static bool isLongCopy(const MemCpyInst &copy) {
  auto *bytes = dyn_cast<ConstantInt>(copy.getLength());
  return !copy.isVolatile() && copy.getIntrinsicID() == Intrinsic::memcpy &&
         copy.getDestAddressSpace() == 0 && copy.getSourceAddressSpace() == 0 &&
         (!bytes || bytes->getZExtValue() >= kLeastBytes);
}

void tir::copyByWords(Module &module, bool hasVectors, bool loadsAnywhere) {
  SmallVector<MemCpyInst *> copies;
  for (Function &function : module)
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (auto *copy = dyn_cast<MemCpyInst>(&instruction);
            copy && isLongCopy(*copy))
          copies.push_back(copy);
  if (copies.empty())
    return;
  CopyFunction copyWords(module, *copies.front()->getFunction(), hasVectors,
                         loadsAnywhere);
  for (MemCpyInst *copy : copies) {
    IRBuilder<> builder(copy);
    Type *size = copyWords.get()->getArg(2)->getType();
    builder.CreateCall(copyWords.get(),
                       {copy->getRawDest(), copy->getRawSource(),
                        builder.CreateZExtOrTrunc(copy->getLength(), size)});
    copy->eraseFromParent();
  }
}
