//===- CHeader.cpp - The header of the model's C interface
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CExpr.h"
#include "CHeaderRuns.h"
#include "CIdentity.h"
#include "CompilerMacros.h"
#include "tir/Target/C/CTypes.h"
#include "tir/Target/C/ModelInfo.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/ABI/Guards.h"
#include "tir/ABI/Names.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static void printTensorMacros(const ModelInfo &info, const TensorInfo &tensor,
                              StringRef kind, llvm::raw_ostream &os) {
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
  if (info.guardOffset > 0 && !tensor.weight)
    os << "#define " << stem << "_GUARDED_SIZE "
       << info.guardOffset + tensor.bytes + kGuardBytes << "\n";
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

/// Prints a macro with bytes.
static void printData(StringRef stem, ArrayRef<uint8_t> bytes,
                      llvm::raw_ostream &os) {
  constexpr size_t kBytesInLine = 16;
  os << "#define " << stem << "_DATA";
  for (auto [i, byte] : llvm::enumerate(bytes))
    os << (i % kBytesInLine == 0 ? " \\\n  " : " ") << llvm::format_hex(byte, 4)
       << (i + 1 < bytes.size() ? "," : "");
  os << "\n\n";
}

/// Prints the bytes of the constants that the application puts in a pool.
static void printContents(const PoolInfo &pool, llvm::raw_ostream &os) {
  os << "/* The constants in the pool " << escapeForComment(pool.name)
     << ", as initial values of an array of uint8_t. */\n";
  printData(pool.macroStem, llvm::to_vector(pool.contents.getValues<uint8_t>()),
            os);
}

/// Prints the model's own elements of an input that was a constant.
static void printWeight(const TensorInfo &tensor, bool isBigEndian,
                        llvm::raw_ostream &os) {
  os << "/* The model's own " << escapeForComment(tensor.name)
     << ", as initial values of an array of uint8_t. */\n";
  printData(tensor.macroStem, tensor.getWeightBytes(isBigEndian), os);
}

/// Prints the function that sets the guards around an input or an output. It is
/// part of the header, so that an object needs no code for it.
static void printGuards(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.guardOffset == 0)
    return;
  os << "/*\n * Sets the guards around an input or an output: gets memory of "
        "its _GUARDED_SIZE bytes, at a\n * multiple of its _ALIGN, and "
        "returns the buffer in it. Call this once for each of them before\n"
        " * the first run. Runs compare the guards and do not set them.\n */\n"
     << "static inline void *" << info.prefix
     << "_guard_tensor(void *memory, uint32_t guarded_size) {\n"
     << "  uint8_t *bytes = (uint8_t *)memory;\n"
     << "  uint32_t i;\n"
     << "  for (i = 0; i < " << kGuardBytes << "u; ++i) {\n"
     << "    bytes[" << info.guardOffset - kGuardBytes << "u + i] = (uint8_t)("
     << kGuardFirst << "u + " << kGuardStep << "u * i);\n"
     << "    bytes[guarded_size - " << kGuardBytes << "u + i] = (uint8_t)("
     << kGuardFirst << "u + " << kGuardStep << "u * i);\n"
     << "  }\n"
     << "  return bytes + " << info.guardOffset << ";\n}\n\n";
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
      memory.bytes = pool.paddedBytes;
      memory.extent = std::to_string(pool.paddedBytes);
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

/// Prints what a driver of an asynchronous device must do.
static void printLaunchContract(const ModelInfo &info, llvm::raw_ostream &os) {
  SmallVector<StringRef> names;
  for (const DeviceInfo &device : info.devices)
    if (llvm::is_contained(info.prototypes, "int32_t " +
                                                hookName(device.kind, "sync") +
                                                "(void *context)"))
      names.push_back(device.field);
  if (names.empty())
    return;
  os << "/* Asynchronous devices: " << llvm::join(names, ", ") << R"(
 *
 * A kernel on such a device begins its work and returns 0, or returns another code and begins
 * nothing. It may read and write its buffers until Sync or Abort has returned; the model leaves
 * them alone until then, and calls no other kernel on that device. Anything else that the kernel
 * is passed, such as a DLTensor, is there during the call only.
 *
 * Sync waits until the work is over, and returns 0 or the code with which it failed. A driver may
 * learn of the end from an interrupt: its handler notes it in the context, and calls nothing of
 * the model. If Sync gives up after some time, it returns a code, and the work counts as running.
 *
 * Abort stops what still runs, and returns when the device accesses no memory of the model. It is
 * called before the end of each run and before Deactivate, whether the run has failed or not; if
 * nothing runs, it does nothing and returns 0. Sync takes its place for a device without Abort, and
 * then must not give up. After that, nothing of the run is left for the next one. */

)";
}

/// Prints the functions that the application provides.
static void printPrototypes(const ModelInfo &info, llvm::raw_ostream &os) {
  printLaunchContract(info, os);
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

/// Prints the function that takes the next rows of a window that slides, and
/// says whether the outputs belong to a whole window.
static void printPush(const ModelInfo &info, llvm::raw_ostream &os) {
  auto missing = llvm::find_if(info.state, [](const TensorInfo &variable) {
    return variable.name == "missing_calls";
  });
  if (info.isPacked() || missing == info.state.end())
    return;
  os << "/* Runs the model on the next rows of a window. Returns 1 if the "
        "outputs belong to a whole window, 0 if\n * rows are missing yet, "
        "or "
        "-1 if the run failed. */\n"
     << wrap("static inline int32_t " + info.prefix + "_push" +
                 makeRunParameters(info) + " {",
             0)
     << "  return " << info.entry << "("
     << llvm::join(listRunArguments(info), ", ") << ") != 0 ? -1 : state->"
     << missing->field << "[0] == 0;\n}\n\n";
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
  printIdentity(*info, options, os);
  for (const TensorInfo &tensor : info->inputs)
    printTensorMacros(*info, tensor, tensor.weight ? "Weights" : "Input", os);
  for (const TensorInfo &tensor : info->outputs)
    printTensorMacros(*info, tensor, "Output", os);
  if (!info->isPacked()) {
    printStruct(*info, "inputs", info->inputs, os);
    printStruct(*info, "outputs", info->outputs, os);
  }
  auto endianness =
      dyn_cast_if_present<StringAttr>(DataLayout(module).getEndianness());
  for (const TensorInfo &tensor : info->inputs)
    if (tensor.weight)
      printWeight(tensor, endianness && endianness == "big", os);
  printGuards(*info, os);
  printPools(*info, os);
  printMaps(*info, os);
  printDevices(*info, os);
  printState(*info, os);
  printPrototypes(*info, os);
  printProfile(*info, os);
  if (options.isForTI)
    printForTI(*info, os);
  printRunFunctions(*info, os);
  if (options.slides)
    printPush(*info, os);
  if (options.hasSelfTest)
    printSelfTest(*info, os);
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
