//===- CHeaderRuns.cpp - The functions that run a model, in its header
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CHeaderRuns.h"

#include "CExpr.h"
#include "tir/Target/C/CTypes.h"

#include "tir/ABI/Names.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

/// What a self-test returns for wrong outputs.
static constexpr int kSelfTestCode = -3;

/// Prints a paragraph of a comment, in lines of at most 100 columns.
static void printParagraph(const std::string &text, llvm::raw_ostream &os) {
  SmallVector<StringRef> words;
  StringRef(text).split(words, ' ');
  os << " *\n";
  std::string line = " *";
  for (StringRef word : words) {
    if (line.size() + 1 + word.size() > 100) {
      os << line << "\n";
      line = " *";
    }
    line += " " + word.str();
  }
  os << line << "\n";
}

static void printTensorList(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.mapsArguments() && info.externalPools.empty() &&
      info.devices.empty() && info.state.empty())
    return;
  os << " *\n";
  unsigned number = 0;
  auto name = [&](StringRef structure, StringRef field) {
    if (info.isPacked())
      os << " *   args[" << number++ << "]: " << field << ", ";
    else
      os << " *   " << structure << "->" << field << ": ";
  };
  auto list = [&](ArrayRef<TensorInfo> tensors, StringRef structure) {
    for (const TensorInfo &tensor : tensors) {
      name(structure, tensor.field);
      os << tensor.shapeText() << " " << tensor.typeText() << ", "
         << tensor.bytes << " bytes";
      if (tensor.alignment > 1)
        os << ", aligned to " << tensor.alignment;
      os << "\n";
    }
  };
  if (!info.mapsArguments()) {
    list(info.inputs, "inputs");
    list(info.outputs, "outputs");
  }
  for (const PoolInfo &pool : info.externalPools) {
    name("workspace_pools", pool.field);
    os << pool.bytes << " bytes, aligned to " << pool.alignment;
    if (pool.contents)
      os << ", with " << pool.macroStem << "_DATA";
    os << "\n";
  }
  for (const DeviceInfo &device : info.devices) {
    name("devices", device.field);
    os << "the context of a device of the kind "
       << escapeForComment(device.kind)
       << (info.isPacked() ? ", an opaque handle" : "") << "\n";
  }
  if (info.state.empty())
    return;
  if (info.isPacked())
    os << " *   args[" << number << "]: state, a struct " << info.prefix
       << "_state as an opaque handle\n";
  else
    os << " *   state: the variables\n";
}

static constexpr const char *kPackedParameters =
    "(TVMValue *args, int *type_codes, int num_args, TVMValue *out_ret_value, "
    "int *out_ret_tcode, void *resource_handle);";

SmallVector<StringRef> tir::c::listRunArguments(const ModelInfo &info) {
  SmallVector<StringRef> structs;
  if (!info.mapsArguments())
    structs = {"inputs", "outputs"};
  if (!info.externalPools.empty())
    structs.push_back("workspace_pools");
  if (!info.devices.empty())
    structs.push_back("devices");
  if (!info.state.empty())
    structs.push_back("state");
  return structs;
}

std::string tir::c::makeParameters(const ModelInfo &info,
                                   ArrayRef<StringRef> structs) {
  std::string parameters;
  for (StringRef name : structs)
    parameters += (parameters.empty() ? "" : ", ") + std::string("struct ") +
                  info.prefix + "_" + name.str() + " *" + name.str();
  return "(" + (parameters.empty() ? "void" : parameters) + ");";
}

static std::string runPrototype(const ModelInfo &info) {
  std::string head = "int32_t " + info.entry;
  return head + (info.isPacked()
                     ? kPackedParameters
                     : makeParameters(info, listRunArguments(info)));
}

std::string tir::c::makeRunParameters(const ModelInfo &info) {
  std::string parameters = makeParameters(info, listRunArguments(info));
  return StringRef(parameters).drop_back().str();
}

std::string tir::c::makeSelfTestPrototype(const ModelInfo &info) {
  return "int32_t " + info.prefix + "_self_test" + makeRunParameters(info);
}

void tir::c::printSelfTest(const ModelInfo &info, llvm::raw_ostream &os) {
  os << "/* What _self_test returns if the outputs are others than expected. "
        "*/\n#define "
     << info.macros << "ERROR_SELF_TEST (" << kSelfTestCode << ")\n\n"
     << "/*\n * Runs the model on an input of its own, and compares the "
        "outputs with those that the model's plain\n * loops have for it: it "
        "is in "
     << info.prefix << "_self_test.c.\n";
  printParagraph(
      std::string("Takes what _run takes, and writes ") +
          (info.mapsArguments() ? "inputs and outputs in the pools"
                                : "inputs and outputs, which it leaves so") +
          (info.state.empty()
               ? ". "
               : "; it sets the variables to their initial values. ") +
          "Returns 0, the code of a run that failed, or " + info.macros +
          "ERROR_SELF_TEST.",
      os);
  os << " */\n" << wrap(makeSelfTestPrototype(info) + ";", 0) << "\n";
}

/// Prints who owns inputs and outputs, and what a run does with them.
static void printOwnership(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.mapsArguments()) {
    printParagraph("Inputs and outputs lie in the pools, where " + info.prefix +
                       "_map_inputs and " + info.prefix +
                       "_map_outputs say. Write all inputs before each run, "
                       "since it overwrites them.",
                   os);
    return;
  }
  SmallVector<StringRef> overwritten;
  for (const TensorInfo &input : info.inputs)
    if (input.isOverwritten)
      overwritten.push_back(input.field);
  if (overwritten.empty()) {
    os << " *\n"
       << " * The caller owns all of these buffers; they must not overlap, and "
          "none is kept. Inputs are\n"
       << " * read only, outputs are written whole.\n";
    return;
  }
  printParagraph("The caller owns all of these buffers; they must not overlap, "
                 "and none is kept. A run overwrites the input" +
                     std::string(overwritten.size() > 1 ? "s " : " ") +
                     llvm::join(overwritten, ", ") +
                     "; other inputs are read only. Outputs are written whole.",
                 os);
}

/// Prints which calls may run at the same time, and whose memory they use.
static void printReentrancy(const ModelInfo &info, StringRef workspace,
                            llvm::raw_ostream &os) {
  if (info.workspaceBytes == 0)
    return;
  std::string bytes = std::to_string(info.workspaceBytes) + " bytes";
  std::string besides = info.mapsArguments() ? " but inputs and outputs" : "";
  StringRef states = info.state.empty() ? "" : " with separate states";
  if (workspace == "backend")
    printParagraph("Takes its workspace (" + bytes +
                       ") from TVMBackendAllocWorkspace and frees it. Calls "
                       "may run at the same time if that function allows it.",
                   os);
  else if (workspace == "stack")
    printParagraph("Re-entrant: calls" + states.str() +
                       " may run at the same time. Each has its own workspace "
                       "(" +
                       bytes + "), which it takes from its stack.",
                   os);
  else if (workspace == "allocated")
    printParagraph(
        "Re-entrant: calls" + states.str() +
            " may run at the same time. Each takes its own workspace (" +
            bytes +
            ") from TVMBackendAllocWorkspace, or in a shared library without "
            "a runtime from malloc, and frees it. If there is no memory, it "
            "returns -1.",
        os);
  else if (workspace == "external")
    printParagraph("Re-entrant: calls with separate pools (" + bytes + ")" +
                       (info.state.empty() ? "" : ", states") +
                       (info.mapsArguments() ? "" : " and outputs") +
                       " may run at the same time. Pools contain nothing" +
                       besides + " between calls.",
                   os);
  else if (info.staticBytes() > 0)
    printParagraph("Not re-entrant: the workspace (" +
                       std::to_string(info.staticBytes()) +
                       " bytes) is static, so at most one call may run at a "
                       "time" +
                       (info.isGuarded ? "; a second one returns -1 and does "
                                         "nothing else. It"
                                       : ". It") +
                       " contains nothing" + besides + " between calls.",
                   os);
}

/// Returns whether one of the checks of a run begins with `name`.
static bool hasCheck(const ModelInfo &info, StringRef name) {
  return llvm::any_of(info.safety,
                      [&](StringRef check) { return check.starts_with(name); });
}

/// What the codes of the checks are called, and when they are returned.
static constexpr std::tuple<StringLiteral, StringLiteral, int32_t,
                            StringLiteral>
    kSafetyCodes[] = {
        {"constants", "CONSTANTS", -2,
         "if a constant is not what it was in the model"},
        {"arguments", "ARGUMENTS", -4,
         "if a pointer is NULL, not aligned, or to memory of another buffer"},
        {"canaries", "CANARIES", -5,
         "if a guard word beside the memory of the model has changed"},
        {"guarded-io", "GUARDED_IO", -6,
         "if a guard beside an input or an output is not what _guard_tensor "
         "set"}};

static void printSafety(const ModelInfo &info, llvm::raw_ostream &os) {
  std::string text;
  for (const auto &[check, name, code, when] : kSafetyCodes)
    if (hasCheck(info, check))
      text += (text.empty() ? "Checks itself: it returns " : ", ") +
              info.macros + "ERROR_" + name.str() + " (" +
              std::to_string(code) + ") " + when.str();
  if (!text.empty())
    printParagraph(text + ".", os);
}

static void printSafetyCodes(const ModelInfo &info, llvm::raw_ostream &os) {
  bool any = false;
  for (const auto &[check, name, code, when] : kSafetyCodes) {
    if (!hasCheck(info, check))
      continue;
    if (!any)
      os << "/* What failed checks return. _step returns -1, and has the code "
            "in the progress. */\n";
    any = true;
    os << "#define " << info.macros << "ERROR_" << name << " (" << code
       << ")\n";
  }
  os << (any ? "\n" : "");
}

static void printRun(const ModelInfo &info, llvm::raw_ostream &os) {
  printSafetyCodes(info, os);
  os << "/*\n * Runs the model once"
     << (info.isPacked() ? ", by the packed convention of TVM.\n" : ".\n");
  printTensorList(info, os);
  printOwnership(info, os);
  os << " *\n";
  if (info.alwaysSucceeds)
    os << " * Returns 0: nothing in this model can fail.\n";
  else
    os << " * Returns 0, or the first code other than 0 that a kernel"
       << (info.devices.empty() ? "" : " or a hook")
       << " returned; the outputs "
       << (info.devices.empty() ? "then contain\n * nothing useful.\n"
                                : "then\n * contain nothing useful.\n");
  printSafety(info, os);
  if (!info.state.empty())
    printParagraph(
        "Reads the variables as the previous run, or " + info.prefix +
            "_reset, left them, and changes them at its end. " +
            (info.alwaysSucceeds ? ""
                                 : "If a kernel fails, they stay unchanged. ") +
            "Runs on different states are independent; at most one run at a "
            "time may use a state" +
            (info.isGuarded && info.workspace != "internal"
                 ? "; a second one returns -1 and changes nothing."
                 : "."),
        os);
  printReentrancy(info, info.workspace, os);
  if (!info.libraryWorkspace.empty()) {
    printParagraph("In the shared library, a call is different:", os);
    printReentrancy(info, info.libraryWorkspace, os);
  }
  os << " */\n" << wrap(runPrototype(info), 0) << "\n";
  if (info.init.empty())
    return;
  os << "/* Initialises the devices. Call it once before the first run. "
        "Returns 0, or the first code other\n * than 0 that a hook returned."
     << (info.isPacked() ? " Its arguments are the contexts of all devices, in "
                           "the order of _run.\n */\n"
                         : " */\n");
  if (info.isPacked())
    os << wrap("int32_t " + info.init + kPackedParameters, 0);
  else
    os << wrap("int32_t " + info.init + "(struct " + info.prefix +
                   "_devices *devices);",
               0);
  os << "\n";
}

namespace {
/// A parameter of the typed function, and the field that it becomes.
struct TypedParameter {
  std::string name, declaration, field;
  bool isConst = false;
};
} // namespace

/// Returns the parameters for tensors, with names that are not taken yet.
static SmallVector<TypedParameter>
makeTypedParameters(ArrayRef<TensorInfo> tensors, bool areInputs,
                    llvm::StringSet<> &taken) {
  SmallVector<TypedParameter> parameters;
  for (const TensorInfo &tensor : tensors) {
    TypedParameter parameter;
    parameter.field = tensor.field;
    parameter.isConst = areInputs && !tensor.isOverwritten;
    parameter.name = tensor.field;
    while (!taken.insert(parameter.name).second)
      parameter.name += areInputs ? "_in" : "_out";
    parameter.declaration = (parameter.isConst ? "const " : "") + tensor.cType +
                            " *" + parameter.name;
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

/// Prints the function that takes typed pointers, so that compilers check them.
static void printTypedRun(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.isPacked() || info.mapsArguments())
    return;
  llvm::StringSet<> taken;
  SmallVector<StringRef> structs = listRunArguments(info);
  for (StringRef name : structs)
    taken.insert(name);
  taken.insert(info.entry);
  std::string parameters, arguments = "&inputs, &outputs", body;
  auto add = [&](StringRef kind, ArrayRef<TypedParameter> list) {
    body +=
        "  struct " + info.prefix + "_" + kind.str() + " " + kind.str() + ";\n";
    for (const TypedParameter &parameter : list) {
      parameters += (parameters.empty() ? "" : ", ") + parameter.declaration;
      body += "  " + kind.str() + "." + parameter.field + " = " +
              (parameter.isConst ? "(void *)(uintptr_t)" : "") +
              parameter.name + ";\n";
    }
    if (list.empty())
      body += "  " + kind.str() + ".unused = 0;\n";
  };
  add("inputs", makeTypedParameters(info.inputs, /*areInputs=*/true, taken));
  add("outputs", makeTypedParameters(info.outputs, /*areInputs=*/false, taken));
  for (StringRef name : llvm::drop_begin(structs, 2)) {
    parameters += (parameters.empty() ? "struct " : ", struct ") + info.prefix +
                  "_" + name.str() + " *" + name.str();
    arguments += ", " + name.str();
  }
  os << "/* The same for typed pointers. */\n"
     << wrap("static inline int32_t " + info.entry + "_typed(" +
                 (parameters.empty() ? "void" : parameters) + ") {",
             0)
     << body << "  return " << info.entry << "(" << arguments << ");\n}\n\n";
}

static void printReset(const ModelInfo &info, llvm::raw_ostream &os) {
  if (!info.state.empty())
    os << "/* Sets each variable to its initial value. Call it before the "
          "first run. */\n"
       << wrap("void " + info.prefix + "_reset(struct " + info.prefix +
                   "_state *state);",
               0)
       << "\n";
}

void tir::c::printRunFunctions(const ModelInfo &info, llvm::raw_ostream &os) {
  printRun(info, os);
  printTypedRun(info, os);
  if (info.driven)
    printDriven(info, os);
  printReset(info, os);
}
