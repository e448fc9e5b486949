//===- Import.cpp - Phase import: any front end's tensors to linalg
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "PhaseOperations.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Transforms/Passes.h"
#include "tir/Conversion/Passes.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Pipelines/Passes.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

static void build(OpPassManager &pm, const PhaseOptions &phases) {
  const ImportOptions &options = phases.import;
  // This comes before any pass that can fold, move or copy an operation.
  pm.addPass(createTIRNameLocationsPass({options.source}));

  pm.addPass(createTIRSelectEntryPass({options.entry}));
  pm.addPass(createTIRRepairTFLitePass());
  // Inline without the canonicalizer, which would fold TOSA operators (see
  // tir-canonicalize-tosa).
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createTIRMakeSignlessPass());
  // Converters leave casts between types that are equal now.
  pm.addPass(createReconcileUnrealizedCastsPass());
  if (!options.offload.empty())
    pm.addPass(createTIROffloadPass({llvm::to_vector(options.offload),
                                     /*expose=*/false, /*reference=*/false}));
  pm.addPass(
      createTIRConvertCustomOpsPass({llvm::to_vector(options.customOp)}));
  pm.addPass(createTIRCheckSupportedPass());
  pm.addPass(
      createTIRExposeWeightsPass({llvm::to_vector(options.weightsAsInputs)}));
  pm.addPass(createTIRAnnotateModelPass({options.modelName, options.source,
                                         llvm::to_vector(options.ioQuant),
                                         llvm::to_vector(options.rename)}));

  pm.addPass(createTIRSpecializeInputsPass(
      {llvm::to_vector(options.inputShape), llvm::to_vector(options.rename)}));
  pm.addPass(createTIRBindInputsPass(
      {llvm::to_vector(options.inputValue), llvm::to_vector(options.rename)}));
  pm.addPass(createTIRInlineResourcesPass());
  pm.addPass(createTIRCutNormalizationPass(
      {llvm::to_vector(options.inputNormalization), options.cutNormalization,
       llvm::to_vector(options.rename)}));
  pm.addPass(createTIRCanonicalizeTOSAPass());
  pm.addPass(createTIRRefineResultsPass());
  if (!options.slide.empty()) {
    pm.addPass(createTIRSlideInputPass(
        {options.slide, options.slideState, llvm::to_vector(options.rename)}));
    pm.addPass(createTIRCanonicalizeTOSAPass());
  }

  pm.addPass(createTIRLowerTOSAPass());
  pm.addPass(createTIRPromoteVariablesPass());
  pm.addPass(createTIRDecomposeAggregatesPass());
  pm.addPass(createTIRWidenSumsPass());
  pm.addPass(createTIRWidenStoragePass({options.packedConstants}));
  // It leaves operands without uses to the next pass.
  pm.addPass(createTIRExpandPowersPass());
  pm.addPass(createTIRNormalizeGenericsPass());
  pm.addPass(createTIRSimplifyPass());
  pm.addPass(createTIRHoistLayoutChangesPass());
  if (options.sealWeights)
    pm.addPass(createTIRSealWeightsPass());
}

static bool isModelOperation(Operation *op) {
  return isComputation(op) || isOfDialect<func::FuncDialect>(op) ||
         isCallOrStructure(op);
}

static bool isModelOperationInEntry(Operation *op) {
  return isCall(op) || isRescale(op) || isa<KernelOpInterface>(op) ||
         (isOfDialect<func::FuncDialect, linalg::LinalgDialect,
                      tensor::TensorDialect, arith::ArithDialect,
                      math::MathDialect, scf::SCFDialect>(op) &&
          !isa<func::CallOp>(op));
}

static constexpr ModelPart kModelParts[] = {ModelPart::Name};
static constexpr LeftoverCause kCauses[] = {
    {isOfDialect<tosa::TosaDialect>,
     "no lowering from TOSA to linalg is known for this operator with these "
     "types and attributes; replace it in the model by operators that have "
     "one, or lower it to linalg yourself before giving the model to tirc"},
    {[](Operation *op) { return isa<func::CallOp>(op); },
     "a model is one function; inline its callees before giving it to tirc "
     "(mlir-opt --inline)"},
    {isOfDialect<cf::ControlFlowDialect>,
     "unstructured control flow has no static schedule; use scf or select"},
    {nullptr,
     "a model may contain tosa, linalg, tensor, arith, math and scf; lower "
     "other dialects to these before giving it to tirc, or implement "
     "tir::kernel::KernelOpInterface in a plugin"}};

LLVM_REQUIRE_CONSTANT_INITIALIZATION const Phase tir::importPhase = {
    "import",
    "TOSA or linalg of any front end to static linalg on tensors, with a place "
    "on each operation",
    /*after=*/"",
    build,
    registerPhase<&PhaseOptions::import>,
    {isModelOperation, isModelOperationInEntry, /*entry=*/"func.func",
     Tensors::Everywhere, /*attributeDialects=*/{}, kModelParts, kCauses}};
