//===- tir-opt.cpp - mlir-opt with our dialect, passes and phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tir/Compiler/Registration.h"
#include "tir/Pipelines/HiddenCodesInstrumentation.h"
#include "tir/Support/LinkedLLVM.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using llvm::StringRef;
namespace cl = llvm::cl;

/// mlir-opt's own code would load a plugin in any case, and goes on after a
/// failure.
static bool refusePlugins(int argc, char **argv) {
  StringRef reason = tir::whyNoPlugins();
  if (reason.empty())
    return false;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> arguments(argv, argv + argc);
  cl::ExpandResponseFiles(saver, cl::TokenizeGNUCommandLine, arguments);
  for (StringRef argument : llvm::drop_begin(arguments)) {
    StringRef option = argument.split('=').first;
    if (option.consume_front("-"))
      option.consume_front("-");
    if (option != "load-dialect-plugin" && option != "load-pass-plugin")
      continue;
    llvm::errs() << "tir-opt: error: --" << option << ": " << reason << '\n';
    return true;
  }
  return false;
}

/// Prints the help of a tool that has only the passes of tirc: upstream's would
/// be most of it.
static int printOwnHelp(const char *tool) {
  tir::registerAllPassesAndPipelines();
  mlir::PassPipelineCLParser passes("", "Passes and pipelines of tirc");
  for (auto [name, option] : cl::getRegisteredOptions())
    if (!name.starts_with("tir-"))
      option->setHiddenFlag(cl::ReallyHidden);
  cl::ParseCommandLineOptions(1, &tool, "tirc modular optimizer driver\n");
  cl::PrintHelpMessage();
  return 0;
}

/// Does what mlir-opt does, but hides the codes of functions that can fail from
/// upstream's passes.
static llvm::LogicalResult run(int argc, char **argv,
                               mlir::DialectRegistry &registry) {
  auto [inputName, outputName] = mlir::registerAndParseCLIOptions(
      argc, argv, "tirc modular optimizer driver\n", registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::MlirOptMain(argc, argv, inputName, outputName, registry);
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input =
      mlir::openInputFile(inputName, &error);
  std::unique_ptr<llvm::ToolOutputFile> output =
      input ? mlir::openOutputFile(outputName, &error) : nullptr;
  if (!output) {
    llvm::errs() << error << '\n';
    return llvm::failure();
  }
  mlir::MlirOptMainConfig whole = config;
  whole.setPassPipelineSetupFn([&config](mlir::PassManager &pm) {
    pm.addInstrumentation(std::make_unique<tir::HiddenCodesInstrumentation>());
    return config.setupPassPipeline(pm);
  });
  if (failed(
          mlir::MlirOptMain(output->os(), std::move(input), registry, whole)))
    return llvm::failure();
  output->keep();
  return llvm::success();
}

extern "C" int tir_opt_main(int argc, char **argv) {
  if (refusePlugins(argc, argv))
    return EXIT_FAILURE;
  cl::opt<bool> tirHelp(
      "tir-help", cl::desc("Display the passes and pipelines of tirc alone"));
  for (StringRef argument : llvm::ArrayRef(argv, argc))
    if (argument == "--tir-help" || argument == "-tir-help")
      return printOwnHelp(*argv);
  mlir::registerAllPasses();
  tir::registerAllPassesAndPipelines();
  mlir::DialectRegistry registry;
  tir::registerAllDialects(registry);
  return mlir::asMainReturnCode(run(argc, argv, registry));
}
