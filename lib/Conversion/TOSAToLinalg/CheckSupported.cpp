//===- CheckSupported.cpp - The operators that have a lowering
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Conversion/TOSAToLinalg/TOSAToLinalg.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Support/FrontEnds.h"
#include "llvm/ADT/StringSwitch.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHECKSUPPORTEDPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

static constexpr StringLiteral kSupported =
    "supported are TOSA 1.0 without tosa.custom, and linalg, tensor, arith, "
    "math and scf on tensors";

static bool isSupported(Operation *op) {
  if (isa<tosa::CustomOp>(op))
    return false;
  if (isa<ModuleOp>(op))
    return !op->getParentOp();
  // A plugin's operator may be of any dialect.
  if (isa<KernelOpInterface>(op))
    return true;
  return llvm::StringSwitch<bool>(op->getName().getDialectNamespace())
      .Cases({"tosa", "linalg", "tensor", "arith", "math"}, true)
      .Cases({"scf", "func", "index", "complex", "tir", "kernel"}, true)
      .Default(false);
}

static InFlightDiagnostic refuseCustom(tosa::CustomOp op) {
  StringRef domain = op.getDomainName();
  return op.emitError("'")
         << op.getOperatorName() << "' is a custom operator"
         << (domain.empty() ? Twine() : " of the domain '" + domain + "'")
         << ", of which only its vendor knows what it computes; name the "
            "function of your application that computes it, and a device if it "
            "needs one (--custom-op="
         << op.getOperatorName()
         << ":FUNCTION[:DEVICE]), or take it out of the model";
}

static LogicalResult check(Operation *op) {
  if (isSupported(op))
    return success(succeeded(checkSupportedTypes(op)) &&
                   succeeded(checkRulesOfTOSA(op)));
  if (auto custom = dyn_cast<tosa::CustomOp>(op))
    return refuseCustom(custom);
  InFlightDiagnostic diag = op->emitError("operator '")
                            << op->getName() << "' ";
  diag << "cannot be lowered; " << kSupported;
  StringRef remedy = remedyForDialect(op->getName().getDialectNamespace());
  if (!remedy.empty())
    return diag << "; " << remedy;
  if (op->isRegistered() && !isa<tosa::TosaDialect>(op->getDialect()))
    return diag
           << "; implement tir::kernel::KernelOpInterface for it in the plugin "
              "that defines its dialect '"
           << op->getName().getDialectNamespace()
           << "', or lower it in a pass that runs first "
              "(--passes-before=import:PASS)";
  return diag << "; express it in those, or take it out of the model";
}

/// Returns whether elements of this type have a name in C.
static bool isNamedInC(Type element) {
  return isa<Float32Type, Float64Type, Float16Type, BFloat16Type>(element) ||
         (element.isSignlessInteger() &&
          llvm::is_contained({1u, 4u, 8u, 16u, 32u, 48u, 64u},
                             element.getIntOrFloatBitWidth()));
}

/// Checks the inputs and outputs, which become C arrays, so that their element
/// type must have a name in C: the entry takes ranked tensors of signless
/// integers and floats.
static LogicalResult checkSignature(func::FuncOp entry) {
  auto checkType = [&](Type type, StringRef kind,
                       unsigned index) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && llvm::is_contained(tensor.getShape(), 0))
      return entry.emitError()
             << kind << " " << index << " of the entry function @"
             << entry.getName() << " is of type " << type
             << ", which has no elements; expected at least one, as C has no "
                "empty arrays: leave it out of the model";
    if (tensor && isNamedInC(tensor.getElementType()))
      return success();
    return entry.emitError()
           << kind << " " << index << " of the entry function @"
           << entry.getName() << " is of type " << type
           << "; expected a ranked tensor of i1, i4, i8, i16, i32, i48, i64, "
              "f16, bf16, f32 or f64";
  };
  if (entry.getNumResults() == 0)
    return entry.emitError()
           << "the entry function @" << entry.getName()
           << " has no output; expected at least one tensor: return what the "
              "model computes, or choose another function with --entry";
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (failed(checkType(type, "input", index)))
      return failure();
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes()))
    if (failed(checkType(type, "output", index)))
      return failure();
  return success();
}

/// The depth to which branches and loops may be nested. C99 guarantees 127
/// nested blocks, and a loop needs two of these; and upstream's bufferization
/// compares each use of a value that passes through them with every other use.
static constexpr unsigned kMaxDepth = 60;

static LogicalResult checkDepth(Operation *op) {
  if (!isa<RegionBranchOpInterface, tosa::IfOp, tosa::WhileOp>(op))
    return success();
  unsigned depth = 0;
  for (Operation *outer = op; outer; outer = outer->getParentOp())
    depth += isa<RegionBranchOpInterface, tosa::IfOp, tosa::WhileOp>(outer);
  if (depth <= kMaxDepth)
    return success();
  InFlightDiagnostic diag =
      op->emitError("'")
      << op->getName() << "' is nested in " << depth - 1
      << " other branches and loops; expected at most " << kMaxDepth - 1
      << ": combine their conditions (tosa.logical_and), so that fewer of "
         "them are nested";
  diag.attachNote(op->getParentOp()->getLoc()) << "the next one around it";
  return diag;
}

namespace {
struct CheckSupportedPass
    : public tir::impl::TIRCheckSupportedPassBase<CheckSupportedPass> {
  void runOnOperation() override {
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (failed(check(op)) || failed(checkDepth(op)))
            return WalkResult::interrupt();
          // A kernel that came with the model works on buffers already.
          return isa<PrimFuncOp>(op) ? WalkResult::skip()
                                     : WalkResult::advance();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && failed(checkSignature(function)))
        return signalPassFailure();
  }
};
} // namespace
