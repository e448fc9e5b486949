//===- CHeader.cpp - The header of the model's C interface
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CExpr.h"
#include "CompilerMacros.h"
#include "tir/Target/C/CTypes.h"
#include "tir/Target/C/ModelInfo.h"

#include "tir/ABI/Names.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static void printTensorMacros(const TensorInfo &tensor, StringRef kind,
                              llvm::raw_ostream &os) {
  const std::string &stem = tensor.macroStem;
  os << "/* " << kind << " " << escapeForComment(tensor.name) << ": "
     << tensor.shapeText() << " " << tensor.typeText();
  if (!tensor.kernel.empty())
    os << ", computed by " << escapeForComment(tensor.kernel);
  if (!tensor.place.empty())
    os << " (" << escapeForComment(tensor.place) << ")";
  os << " */\n";
  os << "#define " << stem << "_SIZE " << tensor.bytes << "\n";
  os << "#define " << stem << "_ALIGN " << tensor.alignment << "\n";
  // With a scale s and a zero point z, the number q represents s * (q - z).
  if (tensor.scale)
    os << "#define " << stem << "_SCALE "
       << floatLiteral(llvm::APFloat(*tensor.scale)) << "\n";
  if (tensor.zeroPoint)
    os << "#define " << stem << "_ZERO_POINT "
       << (*tensor.zeroPoint < 0 ? "(" : "") << *tensor.zeroPoint
       << (*tensor.zeroPoint < 0 ? ")" : "") << "\n";
  os << "\n";
}

static void printStruct(const ModelInfo &info, StringRef suffix,
                        ArrayRef<TensorInfo> tensors, llvm::raw_ostream &os) {
  os << "struct " << info.prefix << "_" << suffix << " {\n";
  for (const TensorInfo &tensor : tensors)
    os << "  void *" << tensor.field << "; /* " << tensor.shapeText() << " "
       << tensor.typeText() << " */\n";
  // C has no empty structs.
  if (tensors.empty())
    os << "  void *unused;\n";
  os << "};\n\n";
}

/// Prints the bytes of the constants that the application puts in a pool.
static void printContents(const PoolInfo &pool, llvm::raw_ostream &os) {
  constexpr size_t kBytesInLine = 16;
  os << "/* The constants in the pool " << escapeForComment(pool.name)
     << ", as initial values of an array of uint8_t. */\n#define "
     << pool.macroStem << "_DATA";
  for (auto [i, byte] : llvm::enumerate(pool.contents.getValues<uint8_t>()))
    os << (i % kBytesInLine == 0 ? " \\\n  " : " ") << llvm::format_hex(byte, 4)
       << (i + 1 < size_t(pool.bytes) ? "," : "");
  os << "\n\n";
}

static void printPools(const ModelInfo &info, llvm::raw_ostream &os) {
  for (const PoolInfo &pool : info.externalPools)
    os << "/* Pool " << escapeForComment(pool.name) << " */\n#define "
       << pool.macroStem << "_SIZE " << pool.bytes << "\n#define "
       << pool.macroStem << "_ALIGN " << pool.alignment << "\n\n";
  for (const PoolInfo &pool : info.externalPools)
    if (pool.contents)
      printContents(pool, os);
  if (info.externalPools.empty() || info.isPacked())
    return;
  os << "struct " << info.prefix << "_workspace_pools {\n";
  for (const PoolInfo &pool : info.externalPools)
    os << (pool.contents ? "  const void *" : "  void *") << pool.field
       << "; /* " << pool.bytes << " bytes, aligned to " << pool.alignment
       << " */\n";
  os << "};\n\n";
}

/// Prints functions that return where inputs and outputs lie in the pools. They
/// are part of the header, since how a function returns a struct depends on the
/// platform.
static void printMaps(const ModelInfo &info, llvm::raw_ostream &os) {
  if (!info.mapsArguments())
    return;
  for (const PoolInfo &pool : info.pools)
    if (pool.hasArguments) {
      os << "/* The memory of inputs and outputs, besides other data. */\n";
      Memory memory;
      memory.symbol = pool.symbol;
      memory.bytes = pool.bytes;
      memory.extent = std::to_string(pool.bytes);
      memory.alignment = pool.alignment;
      memory.specifiers = "extern ";
      printMemory(memory, os);
      os << "\n";
    }
  std::string parameter =
      info.externalPools.empty()
          ? "void"
          : "struct " + info.prefix + "_workspace_pools *workspace_pools";
  for (auto [kind, tensors] :
       {std::pair<StringRef, ArrayRef<TensorInfo>>{"inputs", info.inputs},
        {"outputs", info.outputs}}) {
    std::string type = "struct " + info.prefix + "_" + kind.str();
    os << "/* Returns where the " << kind << " lie. "
       << (kind == "inputs" ? "Write all of them before each run, which "
                              "overwrites them."
                            : "They stay there until the next run, or until "
                              "the application writes inputs.")
       << " */\n"
       << wrap("static inline " + type + " " + info.prefix + "_map_" +
                   kind.str() + "(" + parameter + ") {",
               0)
       << "  " << type << " " << kind << ";\n";
    bool usesPools = false;
    for (const TensorInfo &tensor : tensors) {
      os << "  " << kind << "." << tensor.field << " = " << tensor.address
         << ";\n";
      usesPools |= StringRef(tensor.address).contains("workspace_pools");
    }
    if (tensors.empty())
      os << "  " << kind << ".unused = 0;\n";
    if (!usesPools && !info.externalPools.empty())
      os << "  (void)workspace_pools;\n";
    os << "  return " << kind << ";\n}\n\n";
  }
}

static void printDevices(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.devices.empty() || info.isPacked())
    return;
  os << "/* What the driver of each device needs. It is passed on unchanged. "
        "*/\n"
     << "struct " << info.prefix << "_devices {\n";
  for (const DeviceInfo &device : info.devices)
    os << "  void *" << device.field << "; /* of the kind "
       << escapeForComment(device.kind) << " */\n";
  os << "};\n\n";
}

static void printState(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.state.empty())
    return;
  os << "/* The variables of the model, which live from run to run. The "
        "application owns them: one struct for\n * each instance of the model. "
        "*/\nstruct "
     << info.prefix << "_state {\n";
  for (const TensorInfo &variable : info.state)
    os << "  " << variable.cType << " " << variable.field << "["
       << llvm::product_of(variable.shape) << "]; /* " << variable.shapeText()
       << " " << variable.dtype << " */\n";
  os << "};\n\n/* Bytes of the state, at most. */\n#define " << info.macros
     << "STATE_SIZE " << info.stateSize() << "\n\n";
}

/// Prints the functions that the application provides.
static void printPrototypes(const ModelInfo &info, llvm::raw_ostream &os) {
  if (!info.prototypes.empty()) {
    os << "/* Hooks of devices and kernels that the application provides. A "
          "code other than 0 is returned\n * to the application unchanged. "
          "*/\n";
    for (const std::string &prototype : info.prototypes)
      os << wrap(prototype + ";", 0);
    os << "\n";
  }
  if (info.hasErrorHook)
    os << "/* The application provides this function. It gets the code of the "
          "failure, the operator's name\n * in the model or a message, and "
          "the device that it ran on, or NULL. Copy the texts to keep them. "
          "*/\n"
       << wrap("void " + info.prefix +
                   "_on_error(int32_t code, const char *op, const char "
                   "*device);",
               0)
       << "\n";
}

/// Prints the hooks around kernels, and what the application needs for a table
/// of them. Only an application that uses the names has them in its memory.
static void printProfile(const ModelInfo &info, llvm::raw_ostream &os) {
  if (!info.hasProfileHooks)
    return;
  os << "/* The application provides these functions. Each run calls them "
        "before and after each kernel, also\n * after one that fails. They get "
        "the number of the kernel, which is its step in the report. */\n"
     << "void " << info.prefix << "_profile_begin(int32_t kernel);\n"
     << "void " << info.prefix << "_profile_end(int32_t kernel);\n\n"
     << "/* Every number of a kernel is less than this one. */\n#define "
     << info.macros << "PROFILE_KERNELS " << info.numSteps << "\n\n"
     << "/* X(number, name in the model) for each kernel, in order. */\n"
     << "#define " << info.macros << "FOR_EACH_KERNEL(X)";
  for (const ProfiledKernel &kernel : info.profiledKernels)
    os << " \\\n  X(" << kernel.step << ", " << makeCString(kernel.name) << ")";
  os << "\n\n";
}

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

/// Returns the structs that `_run` gets.
static SmallVector<StringRef> listStructs(const ModelInfo &info) {
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

/// Returns `(struct <model>_<name> *<name>, ...)`.
static std::string makeParameters(const ModelInfo &info,
                                  ArrayRef<StringRef> structs) {
  std::string parameters;
  for (StringRef name : structs)
    parameters += (parameters.empty() ? "" : ", ") + std::string("struct ") +
                  info.prefix + "_" + name.str() + " *" + name.str();
  return "(" + (parameters.empty() ? "void" : parameters) + ");";
}

static std::string runPrototype(const ModelInfo &info) {
  std::string head = "int32_t " + info.entry;
  return head + (info.isPacked() ? kPackedParameters
                                 : makeParameters(info, listStructs(info)));
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

static void printRun(const ModelInfo &info, llvm::raw_ostream &os) {
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
        "Returns 0, or the first code other\n * than 0 that a hook returned. "
        "*/\n";
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
  SmallVector<StringRef> structs = listStructs(info);
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

/// Prints the functions with which the application drives a run itself.
static void printDriven(const ModelInfo &info, llvm::raw_ostream &os) {
  if (!info.driven)
    return;
  const ModelInterface::Driven &driven = *info.driven;
  bool hasRows = bool(driven.input);
  const std::string &p = info.prefix;
  SmallVector<StringRef> all = {"progress"}, pools = {"progress"},
                         devices = {"progress"};
  for (StringRef name : listStructs(info)) {
    // An input that comes by rows does not exist as a whole.
    if (name != "inputs" || !hasRows || info.inputs.size() > 1)
      all.push_back(name);
    if (name == "workspace_pools")
      pools.push_back(name);
    if (name == "devices")
      devices.push_back(name);
  }
  os << "/*\n * A run that the application drives itself";
  os << (hasRows ? ", while the rows of an input arrive" : ", step by step")
     << ". Set all of it to 0\n * before the first run.\n *\n"
     << " * A function returns -1 or NULL, and changes nothing, if it is not "
        "its turn. An interrupt may call any\n * of them"
     << (info.staticBytes() > 0
             ? ". The workspace is static: no other run can begin before this "
               "one has ended"
             : ". Runs with separate memory are independent")
     << ".\n */\nstruct " << p << "_progress {\n  int32_t position[3];\n};\n\n"
     << "/* The code other than 0 with which a kernel or a hook ended a part "
        "of "
        "the run, or 0. */\n"
     << "static inline int32_t " << p << "_code(const struct " << p
     << "_progress *progress) {\n  return progress->position[2];\n}\n\n"
     << "/* What a part of a run returns. */\n#define " << info.macros
     << "ERROR (-1) /* not its turn, or it failed: then, the run can only be "
        "aborted */\n#define "
     << info.macros << "DONE 0 /* the outputs are there */\n#define "
     << info.macros << "MORE 1 /* go on */\n";
  if (hasRows && driven.hasStep)
    os << "#define " << info.macros
       << "NEEDS_ROW 2 /* go on when the next row is there */\n";
  os << "\n/* Steps of a run. */\n#define " << info.macros << "STEPS "
     << driven.steps << "\n\n";
  auto print = [&](StringRef comment, StringRef result, StringRef suffix,
                   ArrayRef<StringRef> structs) {
    os << "/* " << comment << " */\n"
       << wrap(result.str() + p + "_" + suffix.str() +
                   makeParameters(info, structs),
               0)
       << "\n";
  };
  print(driven.hasStep || !hasRows
            ? "Begins a run. Returns 0, or the first code other than 0 that a "
              "hook returned."
            : "Begins a run. Returns 0, or the first code other than 0 that a "
              "kernel or a hook returned.",
        "int32_t ", "begin", driven.hasStep ? ArrayRef(devices) : all);
  if (hasRows) {
    auto input = llvm::find_if(info.inputs, [&](const TensorInfo &tensor) {
      return tensor.field == driven.input.getValue();
    });
    os << "/* The rows of the input " << input->field
       << ", and the bytes of each. */\n#define " << info.macros << "ROWS "
       << driven.rows << "\n#define " << info.macros << "ROW_SIZE "
       << input->bytes / driven.rows << "\n\n";
    print("Returns where to write the next row, or NULL if it is not time for "
          "one.",
          "void *", "row", pools);
    print(driven.hasStep
              ? "Hands over the row that is there now."
              : "Hands over the row that is there now, and runs the model "
                "until it needs the next one.",
          "int32_t ", "feed",
          driven.hasStep ? ArrayRef<StringRef>("progress") : all);
  }
  if (driven.hasStep)
    print("Runs the next step.", "int32_t ", "step", all);
  print("Ends a run that is done.", "int32_t ", "end", devices);
  print(
      "Ends a run at any point, but not while a part of it runs, as in a "
      "hook or in an interrupt of it. Its\n * outputs contain nothing useful.",
      "int32_t ", "abort", devices);
}

static void printIncludes(const ModelInfo &info, llvm::raw_ostream &os) {
  bool usesBool = llvm::any_of(info.prototypes, [](StringRef prototype) {
    return prototype.contains("bool");
  });
  usesBool |= llvm::any_of(info.state, [](const TensorInfo &variable) {
    return variable.dtype == "bool";
  });
  auto isBool = [](const TensorInfo &tensor) { return tensor.cType == "bool"; };
  usesBool |= !info.isPacked() && (llvm::any_of(info.inputs, isBool) ||
                                   llvm::any_of(info.outputs, isBool));
  os << "\n"
     << (usesBool ? "#include <stdbool.h>\n" : "") << "#include <stdint.h>\n";
  if (info.isPacked())
    os << "\n#include \"tvm/runtime/c_runtime_api.h\"\n";
  if (llvm::any_of(info.pools,
                   [](const PoolInfo &pool) { return pool.hasArguments; }))
    printCompilerMacros(
        [](StringRef name) {
          return name == "TIR_ALIGN" || name == "TIR_ALIGNED" ||
                 name == "TIR_MAY_ALIAS";
        },
        /*mustAlign=*/false, os);
  os << "\n";
}

LogicalResult tir::emitCHeader(ModuleOp module, const CSourceOptions &options,
                               llvm::raw_ostream &os) {
  FailureOr<ModelInfo> info =
      readModelInfo(module, "a C header describes one model", options.model);
  if (failed(info))
    return failure();
  std::string guard = headerGuard(info->name);
  printFileHead(*info, options,
                "C interface of the model '" + info->name + "'.", os);
  os << "#ifndef " << guard << "\n#define " << guard << "\n";
  printIncludes(*info, os);
  os << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const TensorInfo &tensor : info->inputs)
    printTensorMacros(tensor, "Input", os);
  for (const TensorInfo &tensor : info->outputs)
    printTensorMacros(tensor, "Output", os);
  if (!info->isPacked()) {
    printStruct(*info, "inputs", info->inputs, os);
    printStruct(*info, "outputs", info->outputs, os);
  }
  printPools(*info, os);
  printMaps(*info, os);
  printDevices(*info, os);
  printState(*info, os);
  printPrototypes(*info, os);
  printProfile(*info, os);
  printRun(*info, os);
  printTypedRun(*info, os);
  printDriven(*info, os);
  printReset(*info, os);
  bool isStatic = info->workspace == "internal" && info->externalPools.empty();
  os << "/* Bytes of " << (isStatic ? "static " : "")
     << "memory that _run uses between kernels"
     << (info->workspace == "backend" || info->workspace == "allocated"
             ? ", from an array at any address, in blocks of 16"
         : info->workspace == "stack" ? ", on the stack of each call"
                                      : "")
     << ". */\n"
     << "#define " << info->macros << "WORKSPACE_SIZE " << info->workspaceSize()
     << "\n\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* "
     << guard << " */\n";
  return success();
}
