//===- LinkRegistry.cpp - One registry for several compiled models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/LinkRegistry.h"

#include "Session.h"
#include "mlir/Pass/PassManager.h"
#include "tir/Compiler/MakePhaseOptions.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Driver/OutputFolder.h"
#include "tir/Pipelines/Phase.h"
#include "tir/Support/Tar.h"
#include "tir/Target/C/CSource.h"
#include "tir/Target/EmbeddedInterface.h"
#include "tir/Target/LLVM/Object.h"
#include "tir/Target/ModelLibraryFormat/ModelLibraryFormat.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;

namespace {
class RegistryLink : private Session {
public:
  RegistryLink(const LinkRegistryOptions &options, llvm::raw_ostream &errors)
      : Session(errors), options(options) {}

  Outcome run() {
    bool isWrongUsage = failed(checkOptions());
    if (succeeded(finish(failure(isWrongUsage || failed(runAll())))))
      return Outcome::Success;
    return isWrongUsage ? Outcome::WrongUsage : Outcome::Failure;
  }

private:
  bool isObject() const {
    return llvm::sys::path::extension(options.output) == ".o";
  }

  LogicalResult runAll();
  LogicalResult checkOptions();
  LogicalResult readModel(StringRef name, StringRef contents,
                          SmallVectorImpl<Attribute> &models);
  LogicalResult readArchive(StringRef name, StringRef contents,
                            SmallVectorImpl<Attribute> &models);
  LogicalResult readModels(SmallVectorImpl<Attribute> &models);
  LogicalResult emit(ModuleOp module, std::string &contents);

  const LinkRegistryOptions &options;
};
} // namespace

LogicalResult RegistryLink::checkOptions() {
  if (options.models.empty())
    return error()
           << "--link-registry: no models; expected the .c and .o files "
              "of compiled models, as in tirc --link-registry a.c b.o "
              "-o registry.c";
  StringRef extension = llvm::sys::path::extension(options.output);
  if (extension != ".c" && extension != ".o")
    return error()
           << "--link-registry: -o '" << options.output
           << "' is not the name of a C file or an object; expected one that "
              "ends with .c or .o";
  for (const std::string &model : options.models)
    if (llvm::sys::fs::equivalent(model, options.output))
      return error()
             << "--link-registry: -o '" << options.output
             << "' is one of the models, which would be overwritten; write "
                "the registry to another file";
  return validateTarget(options.target, [&] { return error(); });
}

LogicalResult RegistryLink::readModel(StringRef name, StringRef contents,
                                      SmallVectorImpl<Attribute> &models) {
  FailureOr<DescribedInterface> model =
      readInterfaceDescription(&context, name, contents);
  if (failed(model))
    return failure();
  // Arm and Thumb code run on the same machine.
  auto machine = [](llvm::Triple::ArchType arch) {
    return arch == llvm::Triple::thumb     ? llvm::Triple::arm
           : arch == llvm::Triple::thumbeb ? llvm::Triple::armeb
                                           : arch;
  };
  llvm::Triple::ArchType wanted =
      llvm::Triple(getTargetTriple(options.target)).getArch();
  if (isObject() && model->architecture &&
      machine(*model->architecture) != machine(wanted))
    return error() << "'" << name << "' is an object for "
                   << llvm::Triple::getArchTypeName(*model->architecture)
                   << ", but the registry is for "
                   << llvm::Triple::getArchTypeName(wanted)
                   << "; expected the same --target-triple as for the model";
  llvm::append_range(models, model->interfaces);
  return success();
}

/// Reads all code in a Model Library Format archive.
LogicalResult RegistryLink::readArchive(StringRef name, StringRef contents,
                                        SmallVectorImpl<Attribute> &models) {
  llvm::Expected<std::vector<TarMember>> members = readTar(contents);
  if (!members)
    return error() << "'" << name << "' cannot be read: "
                   << llvm::toString(members.takeError())
                   << "; expected an archive that tirc --emit=mlf wrote";
  size_t before = models.size();
  for (const TarMember &member : *members) {
    StringRef path = StringRef(member.name).ltrim("./");
    bool isCode = path.starts_with("codegen/host/") &&
                  !isSourceWithoutCode(path, member.contents) &&
                  (path.ends_with(".c") || path.ends_with(".o"));
    if (isCode &&
        failed(readModel((name + ":" + path).str(), member.contents, models)))
      return failure();
  }
  if (models.size() == before)
    return error() << "'" << name
                   << "' contains no code; expected an archive that tirc "
                      "--emit=mlf wrote, with a .c or .o in codegen/host";
  return success();
}

LogicalResult RegistryLink::readModels(SmallVectorImpl<Attribute> &models) {
  for (const std::string &path : options.models) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return error() << "cannot read '" << path
                     << "': " << buffer.getError().message();
    StringRef contents = (*buffer)->getBuffer();
    bool isArchive = llvm::sys::path::extension(path) == ".tar";
    if (failed(isArchive ? readArchive(path, contents, models)
                         : readModel(path, contents, models)))
      return failure();
  }
  return success();
}

LogicalResult RegistryLink::emit(ModuleOp module, std::string &contents) {
  PassManager pm(&context);
  buildRegistryPipeline(pm);
  PhaseOptions phases;
  setTarget(phases.llvm, options.target);
  addPhase(pm, *lookupPhase(isObject() ? "llvm" : "emitc"), phases);
  if (failed(pm.run(module)))
    return failure();
  llvm::raw_string_ostream os(contents);
  if (isObject()) {
    ObjectOptions object;
    object.target = options.target;
    return emitObject(module, object, os);
  }
  CSourceOptions c;
  c.version = getVersion().str();
  c.compilerFlags = compilerFlags(options.target);
  return emitCSource(module, c, os);
}

LogicalResult RegistryLink::runAll() {
  SmallVector<Attribute> models;
  if (failed(readModels(models)))
    return failure();
  context.loadDialect<TIRDialect>();
  Builder builder(&context);
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(&context, "tirc", 0, 0));
  updateModel(*module, [&](ModelParts &parts) {
    parts.registry = builder.getArrayAttr(models);
  });
  std::string contents;
  if (failed(emit(*module, contents)))
    return failure();
  StringRef directory = llvm::sys::path::parent_path(options.output);
  OutputFiles files;
  files.add(llvm::sys::path::filename(options.output), std::move(contents));
  if (!isObject())
    addRuntimeHeaders(files);
  OutputFolder folder(directory.empty() ? "." : directory, options.force);
  if (llvm::Error problem = folder.write(files))
    return error() << llvm::toString(std::move(problem));
  return success();
}

Outcome tir::linkRegistry(const LinkRegistryOptions &options,
                          llvm::raw_ostream &errors) {
  return RegistryLink(options, errors).run();
}
