//===- FirmwareArena.cpp - Models in the memory of their program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirmwareMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"
#include "tir/Dialect/TIR/Transforms/Memory/PoolAddresses.h"

using namespace mlir;
using namespace tir;

/// Returns the global of an arena, which is created if the module has none.
static memref::GlobalOp getArenaGlobal(ModuleOp module,
                                       const FirmwareArena &arena) {
  auto global = module.lookupSymbol<memref::GlobalOp>(arena.name);
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = MemRefType::get(int64_t(arena.plan.bytes), builder.getI8Type());
  if (!global)
    global = memref::GlobalOp::create(builder, module.getLoc(), arena.name,
                                      builder.getStringAttr("private"), type,
                                      builder.getUnitAttr(), /*constant=*/false,
                                      /*alignment=*/IntegerAttr());
  global.setType(type);
  global.setAlignment(arena.alignment);
  if (!arena.section.empty())
    updateGlobal(global, [&](GlobalParts &parts) {
      parts.section = builder.getStringAttr(arena.section);
    });
  return global;
}

void FirmwareMemory::moveBuffers(unsigned model) {
  ModuleOp module = *parts[model].module;
  for (const FirmwareArena &arena : arenas)
    for (const FirmwareBlock &block : arena.blocks) {
      if (block.kind != FirmwareBlock::Kind::Buffers || block.model != model)
        continue;
      SmallVector<memref::GetGlobalOp> addresses;
      module.walk([&](memref::GetGlobalOp op) {
        if (op.getName() == arena.name)
          addresses.push_back(op);
      });
      memref::GlobalOp global = getArenaGlobal(module, arena);
      for (memref::GetGlobalOp address : addresses)
        movePoolAddress(address, global, block.offset);
    }
}

void FirmwareMemory::movePassed(unsigned model) {
  ModuleOp module = *parts[model].module;
  PrimFuncOp main = getMain(module);
  llvm::BitVector replaced(main.getNumArguments());
  OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
  for (const PassedArgument &end : passed) {
    if (end.model != model)
      continue;
    for (const FirmwareArena &arena : arenas)
      for (const FirmwareBlock &block : arena.blocks) {
        if (block.kind != FirmwareBlock::Kind::Passed ||
            block.name != end.block)
          continue;
        BlockArgument argument = main.getArgument(end.argument);
        argument.replaceAllUsesWith(createPoolView(
            builder, argument.getLoc(), getArenaGlobal(module, arena),
            cast<MemRefType>(argument.getType()), block.offset));
        replaced.set(end.argument);
      }
  }
  (void)main.eraseArguments(replaced);
}

/// Lets a model set its guard words before each step if another one may run
/// between its steps: that one shares the memory behind what lives on, and so
/// the guard behind all buffers.
void FirmwareMemory::renewGuards(unsigned model) {
  bool isInterrupted = false;
  for (unsigned other = 0; other < parts.size(); ++other)
    isInterrupted |= other != model && rules.get(other, model) ==
                                           Relation::InterruptsBetweenSteps;
  if (!isInterrupted)
    return;
  for (auto function : parts[model].module->getOps<PrimFuncOp>())
    if (Attribute mark = function->removeAttr(kBeforeStepsAttrName))
      function->setAttr(kBeforeEachStepAttrName, mark);
}

void FirmwareMemory::apply() {
  for (unsigned model = 0; model < parts.size(); ++model) {
    renewGuards(model);
    moveBuffers(model);
    movePassed(model);
  }
}
