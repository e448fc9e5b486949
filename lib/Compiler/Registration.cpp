//===- Registration.cpp - What the tools register
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Registration.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "tir/Compiler/Passes.h"
#include "tir/Conversion/Passes.h"
#include "tir/Conversion/TIRToEmitC/TIRToEmitC.h"
#include "tir/Conversion/TIRToLLVM/TIRToLLVM.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"
#include "tir/Pipelines/Passes.h"
#include "tir/Pipelines/Phase.h"
#include "tir/Schedules/Passes.h"
#include "tir/Schedules/ScheduleProvider.h"

void tir::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<TIRDialect, kernel::KernelDialect>();
}

void tir::attachInterfaces(TIRDialect &dialect) {
  mlir::DialectRegistry registry;
  registerBufferizableOpInterfaceExternalModels(registry);
  registerConvertTIRToEmitCInterface(registry);
  registerConvertTIRToLLVMInterface(registry);
  registry.applyExtensions(&dialect);
}

void tir::kernel::attachInterfaces(KernelDialect &dialect) {
  mlir::DialectRegistry registry;
  registerBufferizableOpInterfaceExternalModels(registry);
  registerChannelOpInterfaceExternalModels(registry);
  registerKernelOpInterfaceExternalModels(registry);
  registerStorageOpInterfaceExternalModels(registry);
  registerConvertKernelToEmitCInterface(registry);
  registerSchedules(registry);
  registry.applyExtensions(&dialect);
}

llvm::StringRef tir::dropAnchor(llvm::StringRef pipeline,
                                llvm::StringRef anchor) {
  pipeline = pipeline.trim();
  llvm::StringRef inner = pipeline;
  if (!inner.consume_front(anchor) || !inner.consume_front("("))
    return pipeline;
  int depth = 1;
  size_t end = inner.find_if([&](char c) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    return depth == 0;
  });
  return end + 1 == inner.size() ? inner.drop_back() : pipeline;
}

void tir::registerPassesOfProcess() {
  // The process has one registry of passes, which has no lock and does not
  // accept a second registration.
  static const bool registered = [] {
    if (!mlir::PassInfo::lookup("canonicalize"))
      mlir::registerAllPasses();
    registerAllPassesAndPipelines();
    return true;
  }();
  (void)registered;
}

void tir::registerAllPassesAndPipelines() {
  // A plugin of a tool that has these passes is another library with the same
  // registry, and that takes a pipeline only once.
  if (mlir::PassPipelineInfo::lookup("tir-phase-import"))
    return;
  registerTIRImportPasses();
  registerTIRKernelsPasses();
  registerTIRMemoryPasses();
  registerTIRConventionsPasses();
  registerTIRSafetyPasses();
  registerTIRConversionPasses();
  registerTIRPipelinesPasses();
  registerTIRCompilerPasses();
  registerTIRSchedulesPasses();
  for (const Phase *phase : getPhases())
    phase->registerPipeline(*phase);
  registerCompilePipeline();
  mlir::PassPipelineRegistration<>(
      "tir-registry-pipeline",
      "One function registry for models that "
      "were compiled before (registry in tir.model)",
      buildRegistryPipeline);
  mlir::PassPipelineRegistration<AdoptBuffersOptions>(
      "tir-adopt-buffers-pipeline",
      "Replaces the phases up to buffers for a function on memrefs that "
      "another tool made",
      buildAdoptBuffersPipeline);
}
