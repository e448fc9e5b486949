//===- StackFrames.cpp - The stack of each function of an object
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackFrames.h"

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace tir;

/// Returns the most bytes between the stack pointer before the call of the
/// function and its lowest value.
static uint64_t getFrameBytes(const MachineFunction &function) {
  const TargetSubtargetInfo &target = function.getSubtarget();
  const TargetFrameLowering &lowering = *target.getFrameLowering();
  const MachineFrameInfo &frame = function.getFrameInfo();
  uint64_t bytes = frame.getStackSize();
  // The call instruction of some processors pushes the return address.
  bytes += std::max(0, -lowering.getOffsetOfLocalArea());
  // The stack size contains the arguments of calls only if they have a place
  // of their own in the frame.
  if (frame.adjustsStack() && !lowering.hasReservedCallFrame(function))
    bytes += frame.getMaxCallFrameSize();
  if (target.getRegisterInfo()->hasStackRealignment(function))
    bytes += frame.getMaxAlign().value();
  // A function that calls no other one may also use memory below the stack
  // pointer.
  int64_t lowest = 0;
  for (int i = frame.getObjectIndexBegin(); i < frame.getObjectIndexEnd(); ++i)
    if (!frame.isDeadObjectIndex(i))
      lowest = std::min(lowest, frame.getObjectOffset(i));
  return std::max(bytes, uint64_t(-lowest));
}

/// Returns the name of the function that the instruction calls.
static std::string getCallee(const MachineInstr &call) {
  for (const MachineOperand &operand : call.operands()) {
    if (operand.isSymbol())
      return operand.getSymbolName();
    if (operand.isGlobal())
      if (auto *callee = dyn_cast<Function>(
              operand.getGlobal()->stripPointerCastsAndAliases()))
        return callee->getName().str();
  }
  return kPointerCallee.str();
}

namespace {
class StackFrames : public MachineFunctionPass {
public:
  explicit StackFrames(StackGraph &graph)
      : MachineFunctionPass(ID), graph(graph) {}

  StringRef getPassName() const override { return "Stack of each function"; }

  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction &function) override;

private:
  static char ID;
  StackGraph &graph;
};
} // namespace

char StackFrames::ID = 0;

bool StackFrames::runOnMachineFunction(MachineFunction &function) {
  StackFunction row;
  row.name = function.getName().str();
  row.isEntry = !function.getFunction().hasLocalLinkage();
  if (function.getFrameInfo().hasVarSizedObjects())
    row.problem = "takes an amount of stack that depends on its arguments";
  else
    row.bytes = getFrameBytes(function);
  for (const MachineBasicBlock &block : function)
    for (const MachineInstr &instruction : block)
      if (instruction.isCall())
        row.calls.push_back(
            {getCallee(instruction), /*isTail=*/instruction.isReturn()});
  graph.add(std::move(row));
  return false;
}

MachineFunctionPass *tir::createStackFramesPass(StackGraph &graph) {
  return new StackFrames(graph);
}
