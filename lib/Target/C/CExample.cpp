//===- CExample.cpp - A program that runs the model once
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/C/ModelInfo.h"

#include "tir/Support/Seal.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static bool isFloat(const TensorInfo &tensor) {
  return tensor.cType == "float" || tensor.cType == "double";
}

static void printArray(const ModelInfo &info, const TensorInfo &tensor,
                       StringRef suffix, llvm::raw_ostream &os) {
  os << "EXAMPLE_ALIGN(" << tensor.macroStem << "_ALIGN)\nstatic ";
  if (tensor.weight) {
    os << "const uint8_t " << tensor.field << suffix << "[] = {"
       << tensor.macroStem << "_DATA};\n";
    return;
  }
  bool isGuarded = info.guardOffset > 0;
  os << tensor.cType << " " << tensor.field << suffix
     << (isGuarded ? "_memory[" : "[") << tensor.macroStem
     << (isGuarded ? "_GUARDED_SIZE" : "_SIZE") << " / sizeof(" << tensor.cType
     << ")];\n";
}

/// Prints the head of a loop over the elements of a tensor.
static void printLoop(const TensorInfo &tensor, llvm::raw_ostream &os) {
  os << "  for (size_t i = 0; i < " << tensor.macroStem << "_SIZE / sizeof("
     << tensor.cType << "); ++i)\n";
}

static void printFill(const TensorInfo &tensor, llvm::raw_ostream &os) {
  printLoop(tensor, os);
  os << "    " << tensor.field << "_in[i] = ";
  // Use small values that every type can represent.
  if (isFloat(tensor))
    os << "(" << tensor.cType << ")(i % 17) / 16";
  else if (tensor.cType == "bool")
    os << "i % 2 != 0";
  else
    os << "(" << tensor.cType << ")(i * 7 % 101)";
  os << ";\n";
}

static void printPrint(const TensorInfo &tensor, llvm::raw_ostream &os) {
  std::string array = tensor.field + "_out";
  os << "  printf(\"" << tensor.field << ":\");\n";
  printLoop(tensor, os);
  if (isFloat(tensor))
    os << "    printf(\" %.9g\", (double)" << array << "[i]);\n";
  else if (StringRef(tensor.cType).starts_with("uint"))
    os << "    printf(\" %lu\", (unsigned long)" << array << "[i]);\n";
  else
    os << "    printf(\" %ld\", (long)" << array << "[i]);\n";
  os << "  printf(\"\\n\");\n";
}

/// Prints the memory for inputs, outputs and pools.
static void printMemory(const ModelInfo &info, llvm::raw_ostream &os) {
  if (!info.mapsArguments()) {
    for (const TensorInfo &tensor : info.inputs)
      printArray(info, tensor, "_in", os);
    for (const TensorInfo &tensor : info.outputs)
      printArray(info, tensor, "_out", os);
  }
  for (const PoolInfo &pool : info.externalPools) {
    os << "EXAMPLE_ALIGN(" << pool.macroStem << "_ALIGN)\nstatic "
       << (pool.contents ? "const uint8_t " : "int8_t ") << pool.field
       << "_pool[" << pool.macroStem << "_SIZE]";
    if (pool.contents)
      os << " = {" << pool.macroStem << "_DATA}";
    os << ";\n";
  }
  if (!info.state.empty())
    os << "static struct " << info.prefix << "_state state;\n";
}

static void printStruct(const ModelInfo &info, StringRef kind,
                        ArrayRef<std::string> values, llvm::raw_ostream &os) {
  os << "  struct " << info.prefix << "_" << kind << " " << kind << " = {"
     << (values.empty() ? "NULL" : llvm::join(values, ", ")) << "};\n";
}

static SmallVector<std::string> withSuffix(ArrayRef<TensorInfo> tensors,
                                           StringRef suffix) {
  return llvm::map_to_vector(tensors, [&](const TensorInfo &tensor) {
    return (tensor.weight ? "(void *)" : "") + tensor.field + suffix.str();
  });
}

/// Prints pointers to the inputs and outputs in pools.
static void printMaps(const ModelInfo &info, llvm::raw_ostream &os) {
  StringRef argument = info.externalPools.empty() ? "" : "&workspace_pools";
  auto print = [&](StringRef kind, ArrayRef<TensorInfo> tensors,
                   StringRef suffix) {
    if (tensors.empty())
      return;
    os << "  const struct " << info.prefix << "_" << kind << " " << kind
       << " = " << info.prefix << "_map_" << kind << "(" << argument << ");\n";
    for (const TensorInfo &tensor : tensors)
      os << "  " << tensor.cType << " *" << tensor.field << suffix << " = ("
         << tensor.cType << " *)" << kind << "." << tensor.field << ";\n";
  };
  print("inputs", info.inputs, "_in");
  print("outputs", info.outputs, "_out");
}

/// Prints pointers to the inputs and outputs between guards.
static void printGuarded(const ModelInfo &info, llvm::raw_ostream &os) {
  auto print = [&](ArrayRef<TensorInfo> tensors, StringRef suffix) {
    for (const TensorInfo &tensor : tensors) {
      std::string name = tensor.field + suffix.str();
      if (!tensor.weight)
        os << "  " << tensor.cType << " *" << name << " = (" << tensor.cType
           << " *)" << info.prefix << "_guard_tensor(" << name
           << "_memory, sizeof " << name << "_memory);\n";
    }
  };
  print(info.inputs, "_in");
  print(info.outputs, "_out");
}

static void printStructs(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.guardOffset > 0)
    printGuarded(info, os);
  if (!info.mapsArguments()) {
    printStruct(info, "inputs", withSuffix(info.inputs, "_in"), os);
    printStruct(info, "outputs", withSuffix(info.outputs, "_out"), os);
  }
  if (!info.externalPools.empty())
    printStruct(info, "workspace_pools",
                llvm::map_to_vector(
                    info.externalPools,
                    [](const PoolInfo &pool) { return pool.field + "_pool"; }),
                os);
  if (!info.devices.empty()) {
    os << "  /* Set these to what the drivers of the devices need. */\n";
    printStruct(info, "devices",
                SmallVector<std::string>(info.devices.size(), "NULL"), os);
  }
  if (info.mapsArguments())
    printMaps(info, os);
}

static std::string dtypeText(const TensorInfo &tensor) {
  StringRef dtype = tensor.dtype;
  if (dtype == "bool")
    return "{kDLUInt, 1, 1}";
  StringRef bits = dtype.drop_until([](char c) { return llvm::isDigit(c); });
  StringRef code = dtype.starts_with("uint")     ? "kDLUInt"
                   : dtype.starts_with("int")    ? "kDLInt"
                   : dtype.starts_with("bfloat") ? "kDLBfloat"
                                                 : "kDLFloat";
  return ("{" + code + ", " + bits + ", 1}").str();
}

static void printDescriptor(StringRef name, StringRef data,
                            ArrayRef<int64_t> shape, StringRef dtype,
                            llvm::raw_ostream &os) {
  std::string extents = "NULL";
  if (!shape.empty()) {
    extents = (name + "_shape").str();
    os << "  int64_t " << extents << "[] = {";
    llvm::interleaveComma(shape, os);
    os << "};\n";
  }
  os << "  DLTensor " << name << " = {" << data << ", {kDLCPU, 0}, "
     << shape.size() << ", " << dtype << ", " << extents << ", NULL, 0};\n";
}

/// Prints the arguments of a packed call, in order.
static void printPackedArguments(const ModelInfo &info, llvm::raw_ostream &os) {
  SmallVector<std::string> tensors;
  auto describe = [&](ArrayRef<TensorInfo> list, StringRef suffix) {
    for (const TensorInfo &tensor : list) {
      std::string data = tensor.field + suffix.str();
      tensors.push_back(data + "_tensor");
      printDescriptor(tensors.back(), (tensor.weight ? "(void *)" : "") + data,
                      tensor.shape, dtypeText(tensor), os);
    }
  };
  describe(info.inputs, "_in");
  describe(info.outputs, "_out");
  for (const PoolInfo &pool : info.externalPools) {
    tensors.push_back(pool.field + "_pool_tensor");
    printDescriptor(tensors.back(), pool.field + "_pool", {pool.bytes},
                    "{kDLInt, 8, 1}", os);
  }
  size_t count = tensors.size() + info.devices.size();
  bool hasState = !info.state.empty();
  size_t slots = std::max<size_t>(count + hasState, 1);
  os << "  TVMValue args[" << slots << "];\n  int type_codes[" << slots
     << "];\n  TVMValue result;\n  int result_type = kTVMNullptr;\n";
  for (auto [index, tensor] : llvm::enumerate(tensors))
    os << "  args[" << index << "].v_handle = &" << tensor << ";\n"
       << "  type_codes[" << index << "] = kTVMDLTensorHandle;\n";
  if (!info.devices.empty())
    os << "  /* Set these to what the drivers of the devices need, as a "
          "kTVMOpaqueHandle. */\n";
  for (size_t index = tensors.size(); index < count; ++index)
    os << "  args[" << index << "].v_handle = NULL;\n"
       << "  type_codes[" << index << "] = kTVMNullptr;\n";
  if (hasState)
    os << "  args[" << count << "].v_handle = &state;\n"
       << "  type_codes[" << count << "] = kTVMOpaqueHandle;\n";
}

static void printCall(StringRef function, StringRef arguments, bool isFirst,
                      llvm::raw_ostream &os) {
  os << (isFirst ? "  int32_t code = " : "  code = ") << function << "("
     << arguments << ");\n"
     << "  if (code != 0) {\n"
     << "    fprintf(stderr, \"" << function
     << " returned %ld\\n\", (long)code);\n    return (int)code;\n  }\n";
}

static void printErrorHook(const ModelInfo &info, llvm::raw_ostream &os) {
  if (info.hasErrorHook)
    os << "\nvoid " << info.prefix
       << "_on_error(int32_t code, const char *op, const char *device) {\n"
          "  fprintf(stderr, \"%s%s%s: code %ld\\n\", op, device ? \" on \" : "
          "\"\", device ? device : \"\",\n          (long)code);\n}\n";
}

/// Prints hooks that add up the time of each kernel.
static void printProfileHooks(const ModelInfo &info, llvm::raw_ostream &os) {
  if (!info.hasProfileHooks)
    return;
  std::string kernels = info.macros + "PROFILE_KERNELS";
  os << "\n/* The time of each kernel. Replace `now` and the unit by what your "
        "processor counts, such as the\n * register DWT->CYCCNT and \"cycles\" "
        "on a Cortex-M. */\n"
     << "static const char *const unit = \"ticks\";\n"
     << "static uint32_t now(void) { return (uint32_t)clock(); }\n\n"
     << "static uint32_t begun;\n"
     << "static uint32_t calls[" << kernels << " + 1];\n"
     << "static uint32_t totals[" << kernels << " + 1];\n\n"
     << "void " << info.prefix << "_profile_begin(int32_t kernel) {\n"
     << "  (void)kernel;\n  begun = now();\n}\n\n"
     << "void " << info.prefix << "_profile_end(int32_t kernel) {\n"
     << "  totals[kernel] += now() - begun;\n  ++calls[kernel];\n}\n\n"
     << "/* Prints a file for tirc --trace=FILE. */\n"
     << "static void print_trace(FILE *file) {\n"
     << "  static const int32_t kernels[] = {\n"
     << "#define KERNEL(number, name) number,\n"
     << "      " << info.macros << "FOR_EACH_KERNEL(KERNEL) -1};\n"
     << "#undef KERNEL\n"
     << "  fprintf(file, \"{\\\"model\\\": \\\"" << info.name
     << "\\\", \\\"unit\\\": \\\"%s\\\", \\\"kernels\\\": [\", unit);\n"
     << "  for (size_t i = 0; kernels[i] >= 0; ++i)\n"
     << "    fprintf(file, \"%s\\n  {\\\"kernel\\\": %ld, \\\"calls\\\": %lu, "
        "\\\"total\\\": %lu}\", i > 0 ? \",\" : \"\",\n"
     << "            (long)kernels[i], (unsigned long)calls[kernels[i]],\n"
     << "            (unsigned long)totals[kernels[i]]);\n"
     << "  fprintf(file, \"\\n]}\\n\");\n}\n";
}

static constexpr llvm::StringLiteral kLaunch = "TVMBackendParallelLaunch";

/// Returns whether kernels of the module, which is C or LLVM, are divided into
/// tasks.
static bool launchesTasks(ModuleOp module) {
  if (module.lookupSymbol(kLaunch))
    return true;
  WalkResult found = module.walk([](Operation *op) {
    auto callee = op->getAttrOfType<StringAttr>("callee");
    return callee && callee == kLaunch ? WalkResult::interrupt()
                                       : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Prints the function for the threads of the program, which has one.
static void printLaunch(llvm::raw_ostream &os) {
  os << "\n/* Runs the tasks of a kernel, here as one in this thread. Put a "
        "function over the threads of your\n * program in its place "
        "(docs/Threads.md of tirc, examples/threads). */\n"
     << "int " << kLaunch
     << "(FTVMParallelLambda flambda, void *cdata, int num_task) {\n"
     << "  TVMParallelGroupEnv group = {NULL, 1};\n  (void)num_task;\n"
     << "  return flambda(0, &group, cdata);\n}\n";
}

static void printIncludes(const ModelInfo &info, bool hasTasks,
                          llvm::raw_ostream &os) {
  os << "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
     << "#include <stdio.h>\n"
     << (info.hasProfileHooks ? "#include <time.h>\n" : "") << "\n#include \""
     << info.prefix << ".h\"\n"
     << (hasTasks ? "#include \"tvm/runtime/c_backend_api.h\"\n\n" : "\n")
     << "#if defined(__GNUC__)\n"
     << "#define EXAMPLE_ALIGN(n) __attribute__((aligned(n)))\n"
     << "#else\n#define EXAMPLE_ALIGN(n)\n#endif\n\n";
}

LogicalResult tir::emitExampleMain(ModuleOp module,
                                   const CSourceOptions &options,
                                   llvm::raw_ostream &stream) {
  FailureOr<ModelInfo> info =
      readModelInfo(module, "an example runs one model", options.model);
  if (failed(info))
    return failure();
  bool hasTasks = launchesTasks(module);
  std::string text;
  llvm::raw_string_ostream os(text);
  printFileHead(*info, options,
                "Runs the model '" + info->name +
                    "' once on a fixed pattern and prints its outputs.",
                os,
                ("Change it as you\n * like: tirc does not replace it after "
                 "that " +
                 kUnsealed + ".")
                    .str());
  printIncludes(*info, hasTasks, os);
  printMemory(*info, os);
  printErrorHook(*info, os);
  printProfileHooks(*info, os);
  if (hasTasks)
    printLaunch(os);
  os << "\nint main(void) {\n";
  if (info->isPacked())
    printPackedArguments(*info, os);
  else
    printStructs(*info, os);
  for (const TensorInfo &tensor : info->inputs)
    if (!tensor.weight)
      printFill(tensor, os);
  os << "\n";
  SmallVector<StringRef> arguments;
  if (!info->mapsArguments())
    arguments = {"&inputs", "&outputs"};
  if (!info->externalPools.empty())
    arguments.push_back("&workspace_pools");
  if (!info->devices.empty())
    arguments.push_back("&devices");
  bool hasState = !info->state.empty();
  if (hasState) {
    arguments.push_back("&state");
    os << "  " << info->prefix << "_reset(&state);\n";
  }
  auto packed = [](size_t first, size_t count) {
    std::string offset = first ? " + " + std::to_string(first) : "";
    return "args" + offset + ", type_codes" + offset + ", " +
           std::to_string(count) + ", &result, &result_type, NULL";
  };
  size_t numTensors =
      info->inputs.size() + info->outputs.size() + info->externalPools.size();
  size_t numDevices = info->devices.size();
  if (!info->init.empty())
    printCall(info->init,
              info->isPacked() ? packed(numTensors, numDevices) : "&devices",
              /*isFirst=*/true, os);
  printCall(info->entry,
            info->isPacked() ? packed(0, numTensors + numDevices + hasState)
                             : llvm::join(arguments, ", "),
            /*isFirst=*/info->init.empty(), os);
  for (const TensorInfo &tensor : info->outputs)
    printPrint(tensor, os);
  if (info->hasProfileHooks)
    os << "  print_trace(stderr);\n";
  os << "  return (int)code;\n}\n";
  stream << seal(std::move(text));
  return success();
}
