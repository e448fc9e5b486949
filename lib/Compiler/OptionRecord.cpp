//===- OptionRecord.cpp - The options that control what is generated
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionRecord.h"

#include "CheckVariable.h"
#include "tir/Compiler/OptionParser.h"
#include "tir/Compiler/OptionTable.h"
#include "tir/Compiler/Statements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace tir;
using llvm::StringRef;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::OptTable;

/// Returns whether the option only controls what is shown while tirc runs, or
/// is in the identity by other means.
static bool isLeftOut(unsigned id, bool isFull) {
  bool isBesideCode = id == OPT_check || id == OPT_check_compiler ||
                      id == OPT_trace || id == OPT_sbom || id == OPT_self_test;
  return (isBesideCode && !isFull) || id == OPT_dump_phases ||
         id == OPT_weights_version || id == OPT_model_name;
}

/// Returns the value without the folders of the files that it names.
static std::string withoutFolders(unsigned id, StringRef value) {
  if (id == OPT_offload || id == OPT_load_dialect_plugin ||
      id == OPT_load_pass_plugin || id == OPT_trace || id == OPT_self_test ||
      id == OPT_check_compiler)
    return llvm::sys::path::filename(value).str();
  if (id != OPT_npu)
    return value.str();
  // `vela:ethos-u55-128:config=/home/me/vela.ini`
  auto parts = llvm::map_to_vector(llvm::split(value, ':'), [](StringRef part) {
    auto [name, path] = part.split('=');
    return path.empty() ? name.str()
                        : (name + "=" + llvm::sys::path::filename(path)).str();
  });
  return llvm::join(parts, ":");
}

/// Adds what was given for one option.
static void record(unsigned id, const InputArgList &args,
                   std::vector<std::string> &to) {
  std::vector<std::string> values;
  for (const Arg *arg : args.filtered(id))
    values.push_back(llvm::join(arg->getValues(), ","));
  if (values.empty())
    return;
  const llvm::opt::Option option = getOptionTable().getOption(id);
  std::string name = spellOption(id);
  if (option.getKind() == llvm::opt::Option::FlagClass) {
    to.push_back(name);
    return;
  }
  if (option.getKind() == llvm::opt::Option::CommaJoinedClass)
    values = {llvm::join(values, ",")};
  else if (!isRepeated(id))
    values = {values.back()};
  for (StringRef value : values)
    to.push_back(name + withoutFolders(id, value));
}

std::vector<std::string> tir::recordOptions(const InputArgList &args,
                                            bool isFull) {
  const OptTable &table = getOptionTable();
  std::vector<std::string> options;
  bool isConverted = args.hasArg(OPT_origin);
  for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
    const llvm::opt::Option option = table.getOption(id);
    if (option.getKind() == llvm::opt::Option::GroupClass ||
        option.getAlias().isValid() || !option.matches(OPT_compile_Group) ||
        isLeftOut(id, isFull) || (isConverted && isOfFrontEnd(id)))
      continue;
    record(id, args, options);
    // The variable is as good as the option.
    std::string check = id == OPT_check ? getCheckVariable() : "";
    if (!check.empty() && !args.hasArg(id))
      options.push_back(spellOption(id) + check);
  }
  // A front end hands on what it was given itself.
  if (isConverted) {
    std::vector<std::string> given;
    for (const std::string &text : args.getAllArgValues(OPT_origin)) {
      auto [name, value] = StringRef(text).split('=');
      if (name == "--npu")
        given.push_back("--npu=" + withoutFolders(OPT_npu, value));
      else if (name.starts_with("--"))
        given.push_back(text);
    }
    options.insert(options.begin(), given.begin(), given.end());
  }
  return options;
}

/// Replaces options that mean this machine by what they mean.
static void nameMachine(const CompilationOptions &options,
                        std::vector<std::string> &record) {
  const TargetOptions &target = options.target;
  bool isNative = llvm::is_contained(record, "--target-cpu=native");
  if (target.name != kHostTarget && !isNative)
    return;
  llvm::erase_if(record, [](StringRef option) {
    return option.starts_with("--target=") ||
           option.starts_with("--target-triple=") ||
           option.starts_with("--target-cpu=") ||
           option.starts_with("--target-features=");
  });
  record.push_back("--target-triple=" + getTargetTriple(target));
  if (!target.cpu.empty())
    record.push_back("--target-cpu=" + target.cpu);
  if (!target.features.empty())
    record.push_back("--target-features=" + target.features);
}

std::vector<std::string> tir::nameOptions(const CompilationOptions &options,
                                          llvm::ArrayRef<std::string> record) {
  std::vector<std::string> named = record.vec();
  // There are several spellings.
  for (std::string &option : named)
    if (StringRef(option).starts_with("--target="))
      option = "--target=" + options.target.name;
  nameMachine(options, named);
  return named;
}

Identity tir::makeIdentity(const CompilationOptions &options,
                           const Identity::Hash &model) {
  Identity identity;
  identity.model = model;
  for (StringRef origin : options.origin)
    if (origin.consume_front("sha256:"))
      readHash(origin, identity.model);
    else if (origin.consume_front(kMetadataOrigin))
      identity.metadata.push_back(origin.str());
  identity.name = options.modelName;
  identity.version = getVersion().str();
  identity.options = nameOptions(options, options.record);
  return identity;
}
