//===- Metadata.cpp - metadata.json of an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"

#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Target/Report/ReportModel.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TargetParser/Triple.h"
#include <ctime>

using namespace mlir;
using namespace tir;
using namespace tir::mlf;
namespace json = llvm::json;

/// DLPack's code of the device type.
static constexpr int64_t kCPU = 1;

/// Formats the time in UTC. TVM writes the local time with the same letter.
static std::string formatTime(uint64_t seconds) {
  std::time_t time = seconds;
  std::tm parts;
  gmtime_r(&time, &parts);
  char text[32];
  return std::string(
      text, std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%SZ", &parts));
}

/// Writes the target as TVM does: the kind, the keys, then the attributes that
/// TVM has for this kind, by their names.
static std::string makeTarget(const TargetOptions &target, bool isObject) {
  llvm::Triple triple(getTargetTriple(target));
  bool isArm = triple.isARM() || triple.isThumb() || triple.isAArch64();
  std::string text = isObject ? "llvm" : "c";
  // C is for any machine, unless the options name one.
  text += isArm && (isObject || !target.triple.empty() || !target.cpu.empty())
              ? " -keys=arm_cpu,cpu"
              : " -keys=cpu";
  if (isObject && !target.features.empty())
    text += " -mattr=" + target.features;
  if (!target.cpu.empty())
    text += " -mcpu=" + target.cpu;
  // TVM knows two ABIs. softfp passes floats as soft does.
  if (std::string abi = getFloatABI(target); isObject && !abi.empty())
    text += std::string(" -mfloat-abi=") + (abi == "hard" ? "hard" : "soft");
  if (isObject)
    text += " -mtriple=" + triple.str();
  return text;
}

static json::Object describeTensors(ArrayRef<c::TensorInfo> tensors,
                                    int64_t &total) {
  json::Object result;
  for (const c::TensorInfo &tensor : tensors) {
    result[json::fixUTF8(tensor.name)] =
        json::Object{{"dtype", tensor.dtype}, {"size", tensor.bytes}};
    total += tensor.bytes;
  }
  return result;
}

/// Returns the bytes of an array. In an object, its symbol counts, since the
/// compiler may have folded the array into code.
static int64_t countBytes(StringRef symbol, int64_t planned,
                          const Code *object) {
  return object && object->hasSizes()
             ? object->getArrayBytes(symbol).value_or(0)
             : planned;
}

static int64_t countConstants(ModuleOp module, const Code *object) {
  int64_t bytes = 0;
  for (const report::ConstantRow &row : report::collectConstants(module))
    bytes += countBytes(row.name, row.bytes, object);
  return bytes;
}

static int64_t countWorkspace(const c::ModelInfo &info, const Code *object) {
  // The memory comes from elsewhere and is not in the object.
  if (info.workspace != "internal")
    return info.workspaceSize();
  int64_t bytes = 0;
  for (const c::PoolInfo &pool : info.pools)
    bytes += pool.isExternal ? pool.bytes
                             : countBytes(info.prefix + "_" + pool.name,
                                          pool.bytes, object);
  return bytes;
}

/// Describes the memory of the main function. The CPU has all memory, inputs
/// and outputs. A device has the memory that its driver keeps, which is not
/// known here.
static json::Array describeMain(ModuleOp module, const c::ModelInfo &info,
                                const Code *object) {
  int64_t io = 0;
  json::Object inputs = describeTensors(info.inputs, io);
  json::Object outputs = describeTensors(info.outputs, io);
  json::Array main;
  main.push_back(
      json::Object{{"device", kCPU},
                   {"workspace_size_bytes", countWorkspace(info, object)},
                   {"constants_size_bytes", countConstants(module, object)},
                   {"io_size_bytes", io},
                   {"inputs", std::move(inputs)},
                   {"outputs", std::move(outputs)}});
  for (auto device : module.getOps<DeviceOp>())
    main.push_back(json::Object{{"device", device.getDeviceType()},
                                {"workspace_size_bytes", 0},
                                {"constants_size_bytes", 0},
                                {"io_size_bytes", 0}});
  return main;
}

/// Describes the kernels. All memory between kernels belongs to the main
/// function; they have none of their own.
static json::Array describeKernels(ModuleOp module, const c::ModelInfo &info) {
  std::string prefix = info.prefix + "_";
  SmallVector<report::StepRow> steps = report::collectSteps(info.plan);
  json::Array functions;
  llvm::StringSet<> known;
  for (const report::KernelRow &row :
       report::collectKernels(module, steps, prefix))
    if (!row.isExternal && known.insert(row.function).second)
      functions.push_back(json::Object{
          {"function_name", row.function},
          {"workspace", json::Array{json::Object{
                            {"device", kCPU}, {"workspace_size_bytes", 0}}}}});
  return functions;
}

json::Object mlf::makeMetadata(ModuleOp module, const c::ModelInfo &info,
                               const ModelLibraryOptions &options,
                               const Code *object) {
  json::Array targets{makeTarget(options.target, object)};
  llvm::StringSet<> kinds;
  for (auto device : module.getOps<DeviceOp>())
    if (kinds.insert(device.getKind()).second)
      targets.push_back(json::fixUTF8(device.getKind()));
  json::Object runtime{{"short_name", "tvm_standalone_crt"},
                       {"url", "./runtime"},
                       {"url_type", "mlf_path"},
                       // The version of TVM that defines its interfaces.
                       {"version_spec", "0.14.0"}};
  json::Object functions{{"main", describeMain(module, info, object)},
                         {"operator_functions", describeKernels(module, info)}};
  json::Object model{
      {"model_name", info.name},
      {"export_datetime", formatTime(options.exportTime)},
      {"target", std::move(targets)},
      {"executors", json::Array{"aot"}},
      {"style", "full-model"},
      {"external_dependencies", json::Array{std::move(runtime)}},
      {"memory", json::Object{{"functions", std::move(functions)}}}};
  // Not a key of TVM's, whose readers pass over it.
  if (!options.modelSHA256.empty())
    model["model_sha256"] = options.modelSHA256;
  return json::Object{{"version", 7},
                      {"modules", json::Object{{info.name, std::move(model)}}}};
}
