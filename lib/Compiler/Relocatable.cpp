//===- Relocatable.cpp - A model as an image for any address in flash
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Relocatable.h"

#include "Products.h"
#include "tir/Target/C/ModelInfo.h"
#include "tir/Target/LLVM/FlatImage.h"
#include "tir/TargetInfo/ResolvedTarget.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/TargetParser/ARMTargetParser.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static bool isRelocatable(const CompilationOptions &options) {
  return llvm::is_contained(options.emit, EmitKind::Relocatable);
}

LogicalResult tir::checkRelocatable(const CompilationOptions &options,
                                    EmitErrorFn emitError) {
  if (!isRelocatable(options))
    return success();
  ResolvedTarget target = resolveTarget(options.target);
  if (!target.isArm32() || !target.isBareMetal() ||
      llvm::ARM::parseArchProfile(target.triple.getArchName()) !=
          llvm::ARM::ProfileKind::M)
    return emitError() << "--emit=relocatable: is for Cortex-M, and not for "
                       << target.triple.str()
                       << "; expected a processor such as --target=cortex-m4, "
                          "or --emit=obj";
  return success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// Where the numbers of the table are; docs/Relocatable.md describes them.
enum Place : size_t {
  kFormAt = 8,
  kBytesAt = 12,
  kCodeAt = 16,
  kAlignmentAt = 20,
  kProcessorAt = 24,
  kStackAt = 28,
  kWorkspaceAt = 32,
  kWorkspaceAlignmentAt = 36,
  kEntryAt = 40,
  kInputsAt = 44,
  kOutputsAt = 48,
  kTensorsAt = 52,
  kNameAt = 56,
  kAPIAt = 60,
  kModelAt = 64,
  kFunctionsAt = 96,
  kNamesAt = 100,
  kStateAt = 104,
  kStateAlignmentAt = 108,
  kResetAt = 112,
  kTableBytes = 128
};

class TableWriter {
public:
  TableWriter() : bytes("\xf4TIRCRM\n") { bytes.resize(kTableBytes, '\0'); }

  void set(size_t at, uint64_t number) {
    llvm::support::endian::write32le(bytes.data() + at,
                                     static_cast<uint32_t>(number));
  }
  void append(uint64_t number) {
    bytes.resize(bytes.size() + 4);
    set(bytes.size() - 4, number);
  }
  /// Adds a text with a zero, and returns where it is.
  size_t appendText(StringRef text) {
    size_t at = bytes.size();
    bytes += text;
    bytes += '\0';
    return at;
  }

  std::string bytes;
};
} // namespace

/// Returns what the code needs of a processor: the number of the architecture,
/// and bits for its extensions.
static uint32_t describeProcessor(const ResolvedTarget &target) {
  uint32_t processor = llvm::ARM::parseArchVersion(target.triple.getArchName());
  constexpr std::pair<StringLiteral, unsigned> kBits[] = {
      {"thumb2", 8},  {"dsp", 9},     {"mve", 10},
      {"mve.fp", 11}, {"vfp2sp", 12}, {"fp64", 13}};
  for (auto [feature, bit] : kBits)
    if (target.hasFeature(feature))
      processor |= uint32_t(1) << bit;
  return processor;
}

/// Returns why the model is none for an image, or "".
static StringRef whyNot(const ModelInfo &info) {
  return !info.devices.empty()           ? "runs on devices"
         : info.externalPools.size() > 1 ? "has several pools"
                                         : "";
}

/// Adds the records of the tensors, and then their texts.
static void addTensors(TableWriter &table, const ModelInfo &info) {
  SmallVector<const TensorInfo *> tensors;
  for (const TensorInfo &tensor : info.inputs)
    tensors.push_back(&tensor);
  for (const TensorInfo &tensor : info.outputs)
    tensors.push_back(&tensor);
  table.set(kInputsAt, info.inputs.size());
  table.set(kOutputsAt, info.outputs.size());
  table.set(kTensorsAt, table.bytes.size());
  constexpr size_t kRecordBytes = 24;
  size_t at = table.bytes.size();
  table.bytes.resize(at + kRecordBytes * tensors.size(), '\0');
  for (const TensorInfo *tensor : tensors) {
    table.set(at, tensor->bytes);
    table.set(at + 4, tensor->alignment);
    table.set(at + 8, table.appendText(tensor->name));
    table.set(at + 12, table.appendText(
                           (tensor->shapeText() + " " + tensor->typeText())));
    table.set(at + 16, llvm::bit_cast<uint32_t>(
                           static_cast<float>(tensor->scale.value_or(0))));
    table.set(at + 20, static_cast<uint32_t>(tensor->zeroPoint.value_or(0)));
    at += kRecordBytes;
  }
}

/// Adds the names of the functions that the firmware has, and what the
/// variables need.
static void addParts(TableWriter &table, const ModelInfo &info,
                     ArrayRef<std::string> functions) {
  SmallVector<size_t> names;
  for (StringRef function : functions)
    names.push_back(table.appendText(function));
  table.bytes.resize(llvm::alignTo(table.bytes.size(), 4), '\0');
  table.set(kFunctionsAt, functions.size());
  table.set(kNamesAt, table.bytes.size());
  for (size_t name : names)
    table.append(name);
  if (info.state.empty())
    return;
  int64_t alignment = 1;
  for (const TensorInfo &variable : info.state)
    alignment = std::max(alignment, variable.alignment);
  table.set(kStateAt, info.stateSize());
  table.set(kStateAlignmentAt, alignment);
}

/// Says how the image is called.
static FailureOr<FlatInterface> makeInterface(const ModelInfo &info,
                                              const CompilationOptions &options,
                                              const MadeCode &made,
                                              EmitErrorFn emitError) {
  FlatInterface interface;
  interface.functions = made.relocatableFunctions;
  interface.hasThumb2 = resolveTarget(options.target).hasFeature("thumb2");
  interface.setsTable = !info.state.empty() || !interface.functions.empty();
  interface.entries.push_back({info.entry, info.externalPools.empty()});
  if (!info.state.empty())
    interface.entries.push_back({info.prefix + "_reset"});
  size_t most =
      interface.hasThumb2 ? kMostThumb2Functions : kMostThumb1Functions;
  if (interface.functions.size() > most)
    return emitError() << "--emit=relocatable: the model calls "
                       << interface.functions.size()
                       << " functions of the firmware, but such code can call "
                       << most << "; expected --emit=obj";
  return interface;
}

LogicalResult tir::addRelocatableProducts(ModuleOp module,
                                          const CompilationOptions &options,
                                          StringRef stem, const MadeCode &made,
                                          OutputFiles &files) {
  if (!isRelocatable(options))
    return success();
  FailureOr<ModelInfo> info =
      readModelInfo(module, "a relocatable image has one model");
  if (failed(info))
    return failure();
  auto emitError = [&] { return module.emitError(); };
  if (StringRef why = whyNot(*info); !why.empty())
    return emitError() << "--emit=relocatable: the model '" << info->name
                       << "' " << why
                       << ", but an image has one function, and no memory but "
                          "what its caller passes; expected --emit=obj";
  FailureOr<FlatInterface> interface =
      makeInterface(*info, options, made, emitError);
  if (failed(interface))
    return failure();
  FailureOr<FlatImage> image =
      linkFlatImage(made.relocatable, *interface, emitError);
  if (failed(image))
    return failure();

  TableWriter table;
  addTensors(table, *info);
  if (interface->setsTable)
    addParts(table, *info, interface->functions);
  table.set(kNameAt, table.appendText(info->name));
  uint64_t alignment = std::max<uint64_t>(image->alignment, 16);
  table.bytes.resize(llvm::alignTo(table.bytes.size(), alignment), '\0');
  size_t code = table.bytes.size();
  table.bytes += image->bytes;
  table.bytes.resize(llvm::alignTo(table.bytes.size(), 4), '\0');
  table.set(kFormAt,
            interface->setsTable ? kRelocatableFormOfParts : kRelocatableForm);
  table.set(kBytesAt, table.bytes.size() + 4);
  table.set(kCodeAt, code);
  table.set(kAlignmentAt, alignment);
  table.set(kProcessorAt, describeProcessor(resolveTarget(options.target)));
  StackBound stack = made.relocatableStack.computeBound(info->entry);
  bool isKnown = stack.problems.empty() && stack.unknown.empty();
  uint64_t stackOfEntry = interface->setsTable ? kFlatEntryStack : 0;
  table.set(kStackAt, isKnown ? stack.bytes + stackOfEntry : 0);
  for (const PoolInfo &pool : info->externalPools) {
    table.set(kWorkspaceAt, pool.bytes);
    table.set(kWorkspaceAlignmentAt, pool.alignment);
  }
  // The lowest bit says that the code is Thumb.
  table.set(kEntryAt, (code + image->entries.front()) | 1);
  if (!info->state.empty())
    table.set(kResetAt, (code + image->entries.back()) | 1);
  table.set(kAPIAt, made.identity.api);
  llvm::copy(made.identity.model, table.bytes.begin() + kModelAt);
  table.append(llvm::crc32(llvm::arrayRefFromStringRef(table.bytes)));
  files.add((stem + ".relocatable.bin").str(), std::move(table.bytes));
  files.add("tirc_relocatable.h", makeRelocatableLoader());
  return success();
}
