//===- AdoptBuffers.cpp - Functions on buffers that another tool made
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryFunctions.h"
#include "OutlineBufferOps.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/InliningUtils.h"
#include "tir/Dialect/TIR/Analysis/BufferDependences.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"

namespace tir {
#define GEN_PASS_DEF_TIRADOPTBUFFERSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Checks of the input
//===----------------------------------------------------------------------===//

static LogicalResult checkSignature(FunctionOpInterface entry) {
  if (!entry.getResultTypes().empty())
    return entry.emitOpError("is the entry and returns ")
           << entry.getResultTypes()
           << ", but a model writes its results into its arguments; pass a "
              "buffer for each result "
              "(mlir-opt --buffer-results-to-out-params)";
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (!isWholeBuffer(type))
      return entry.emitOpError("is the entry, and its argument #")
             << index << " is " << type
             << ", expected a memref of static shape and identity layout: the "
                "C interface passes a pointer for each";
  return success();
}

static LogicalResult checkDialects(ModuleOp module) {
  static constexpr StringLiteral kDialects[] = {
      "affine", "arith", "builtin", "func", "kernel", "linalg", "math",
      "memref", "scf", "tir",
      // Bodies of kernels may still be on tensors.
      "bufferization", "tensor"};
  WalkResult result = module.walk([&](Operation *op) {
    if (llvm::is_contained(kDialects, op->getName().getDialectNamespace()))
      return WalkResult::advance();
    op->emitOpError(
        "is of a dialect that no phase after 'buffers' supports; "
        "expected func, memref, linalg, scf, affine, arith, math and "
        "tir: lower it to these before giving the file to tirc");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Converts a func.func without results to a tir.prim_func.
static void convertFunction(func::FuncOp function) {
  OpBuilder builder(function);
  auto converted =
      PrimFuncOp::create(builder, function.getLoc(), function.getSymName(),
                         function.getFunctionType());
  converted.setVisibility(function.getVisibility());
  converted->setDiscardableAttrs(function->getDiscardableAttrDictionary());
  if (ArrayAttr attrs = function.getArgAttrsAttr())
    converted.setArgAttrsAttr(attrs);
  converted.getBody().takeBody(function.getBody());
  Operation *end = converted.getBody().front().getTerminator();
  builder.setInsertionPoint(end);
  ReturnOp::create(builder, end->getLoc());
  end->erase();
  function.erase();
}

static LogicalResult convertFunctions(ModuleOp module) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (!function.isExternal() && function.getNumResults())
      return function.emitOpError(
          "returns values, but the functions of a model "
          "on buffers write into their arguments; "
          "inline it (mlir-opt --inline)");
  SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee || callee.isExternal()) {
      InFlightDiagnostic diag =
          call.emitOpError("calls @")
          << call.getCallee() << ", which has no body; declare it as a "
          << "tir.prim_func and call it by tir.call_extern";
      if (callee)
        diag.attachNote(callee.getLoc()) << "declared here";
      return diag;
    }
    OpBuilder builder(call);
    CallTIROp::create(builder, call.getLoc(),
                      FlatSymbolRefAttr::get(call.getCalleeAttr().getAttr()),
                      call.getOperands());
    call.erase();
  }
  for (func::FuncOp function : functions)
    if (!function.isExternal())
      convertFunction(function);
    else if (SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of buffers
//===----------------------------------------------------------------------===//

/// Inlines calls that pass a part of a buffer: the callee's body moves into the
/// kernel that accesses the part, since a pointer alone does not describe it.
static LogicalResult inlineCallsOnParts(ModuleOp module) {
  InlinerInterface interface(module.getContext());
  auto clone = [](OpBuilder &, Region *source, Block *block, Block *next,
                  IRMapping &mapping, bool) {
    source->cloneInto(block->getParent(), next->getIterator(), mapping);
  };
  auto passesPart = [](CallTIROp call) {
    return llvm::any_of(call.getOperandTypes(), [](Type type) {
      return isa<BaseMemRefType>(type) && !isWholeBuffer(type);
    });
  };
  // The inlined body may contain such calls again.
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<CallTIROp> calls;
    module.walk([&](PrimFuncOp function) {
      // The callees themselves are removed at the end.
      if (llvm::all_of(function.getArgumentTypes(), [](Type type) {
            return !isa<BaseMemRefType>(type) || isWholeBuffer(type);
          }))
        function.walk([&](CallTIROp call) {
          if (passesPart(call))
            calls.push_back(call);
        });
    });
    for (CallTIROp call : calls) {
      PrimFuncOp callee = call.lookupCallee();
      if (failed(inlineCall(interface, clone, call, callee,
                            callee.getCallableRegion()))) {
        InFlightDiagnostic diag = call.emitOpError(
            "passes a part of a buffer, which a pointer alone does not "
            "describe, and its callee cannot be inlined; copy the part into a "
            "separate buffer");
        diag.attachNote(callee.getLoc()) << "callee declared here";
        return diag;
      }
      call.erase();
      changed = true;
    }
  }
  for (auto function : llvm::to_vector(module.getOps<PrimFuncOp>()))
    if (SymbolTable::getSymbolVisibility(function) ==
            SymbolTable::Visibility::Private &&
        SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
  return success();
}

/// Replaces copies of parts by linalg.copy, which becomes loops like any other
/// operation on parts: later phases only copy contiguous bytes.
static void expandCopiesOfParts(ModuleOp module) {
  module.walk([](memref::CopyOp copy) {
    if (staysInMain(copy))
      return;
    OpBuilder builder(copy);
    linalg::CopyOp::create(builder, copy.getLoc(), copy.getSource(),
                           copy.getTarget());
    copy.erase();
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct AdoptBuffersPass
    : public tir::impl::TIRAdoptBuffersPassBase<AdoptBuffersPass> {
  using TIRAdoptBuffersPassBase::TIRAdoptBuffersPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<FunctionOpInterface> entries = findEntries();
    if (entries.empty() ||
        llvm::any_of(entries,
                     [](FunctionOpInterface entry) {
                       return failed(checkSignature(entry));
                     }) ||
        failed(checkDialects(module)))
      return signalPassFailure();
    // The conversion replaces the functions.
    auto names = llvm::map_to_vector(
        entries, [](FunctionOpInterface entry) { return entry.getNameAttr(); });
    makeEntries<FunctionOpInterface>(module, entries);
    if (failed(convertFunctions(module)))
      return signalPassFailure();
    for (StringAttr name : names)
      if (failed(adoptMain(module.lookupSymbol<PrimFuncOp>(name))))
        return signalPassFailure();
    if (failed(inlineCallsOnParts(module)))
      return signalPassFailure();
    expandCopiesOfParts(module);
    inferEffects(module);
  }

private:
  static LogicalResult adoptMain(PrimFuncOp main) {
    // The main function runs once, so all its buffers can be planned.
    for (auto onStack : llvm::to_vector(main.getOps<memref::AllocaOp>())) {
      OpBuilder builder(onStack);
      Value planned = memref::AllocOp::create(
          builder, onStack.getLoc(), onStack.getType(),
          onStack.getDynamicSizes(), onStack.getSymbolOperands(),
          onStack.getAlignmentAttr());
      onStack.replaceAllUsesWith(planned);
      onStack.erase();
    }
    return outlineBufferOps(main);
  }

  /// Returns the entry points of the models. Several functions may stay public
  /// if each of them is a model. Reports an error and returns none otherwise.
  SmallVector<FunctionOpInterface> findEntries() {
    SmallVector<FunctionOpInterface> candidates;
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal() &&
          (entry.empty() ? !function.isPrivate()
                         : function.getName() == StringRef(entry)))
        candidates.push_back(function);
    if (canBeEntries<FunctionOpInterface>(candidates))
      return candidates;
    InFlightDiagnostic diag = getOperation().emitError();
    if (!entry.empty())
      diag << "no function @" << entry << " with a body to be the entry point";
    else
      diag << "expected one public function on buffers as the model's entry, "
              "found "
           << candidates.size()
           << (candidates.empty()
                   ? "; make it public"
                   : "; choose one with --entry=NAME, or make each a model by "
                     "'tir.model'");
    for (FunctionOpInterface function : candidates)
      diag.attachNote(function.getLoc())
          << "@" << function.getName() << " is public";
    return {};
  }
};
} // namespace
