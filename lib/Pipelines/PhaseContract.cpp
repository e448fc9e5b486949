//===- PhaseContract.cpp - What must hold after a phase
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/PhaseContract.h"

#include "PhaseOperations.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// The causes that any phase may have.
static constexpr LeftoverCause kCommonCauses[] = {
    {isAllocation,
     "generated code never allocates, and memory was planned before this "
     "phase; allocate it in the main function, and pass it as an argument"},
    {isOfDialect<bufferization::BufferizationDialect, tensor::TensorDialect>,
     "a tensor could not be turned into loops over the function's buffers"},
    {isOfDialect<linalg::LinalgDialect>, "it was not turned into loops"},
    {[](Operation *op) { return isa<UnrealizedConversionCastOp>(op); },
     "two conversions disagree about the type of a value"}};

namespace {
/// Returns the model's name for the place that an operation came from, as the
/// end of a message, or "" if there is none.
std::string describePlace(Location location) {
  auto named = location->findInstanceOf<NameLoc>();
  return named ? (" (from '" + named.getName().getValue() + "')").str() : "";
}

StringRef describeCause(const PhaseContract &contract, Operation *op) {
  for (ArrayRef<LeftoverCause> causes :
       {contract.causes, ArrayRef<LeftoverCause>(kCommonCauses)})
    for (const LeftoverCause &cause : causes)
      if (!cause.explains || cause.explains(op))
        return cause.text;
  return contract.otherwise;
}

/// Returns whether tirc can compute with the size in bytes.
bool isCountable(ShapedType type) {
  Type element = type.getElementType();
  int64_t size = element.isIntOrFloat()
                     ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
                     : 8;
  if (type.hasStaticShape() && !llvm::is_contained(type.getShape(), 0))
    for (int64_t extent : type.getShape())
      if (llvm::MulOverflow(size, extent, size))
        return false;
  return true;
}

struct Checker {
  const PhaseContract &contract;
  StringRef phase;
  ModuleOp module;
  bool failed = false;
  /// For each operation name, the number of violations. Only the first is
  /// reported.
  llvm::MapVector<StringRef, unsigned> reported;

  InFlightDiagnostic fail(Operation *op, const Twine &message) {
    failed = true;
    return op->emitOpError(message) << describePlace(op->getLoc());
  }

  void checkOperation(Operation *op, bool inEntry) {
    bool admitted = inEntry && contract.admitsInEntry
                        ? contract.admitsInEntry(op)
                        : contract.admits(op);
    auto global = dyn_cast<memref::GlobalOp>(op);
    if (global && global.isExternal())
      fail(op, "has no value in this module")
          << ", but generated code has all of its data; give it an initial "
             "value, or make it an argument";
    if (admitted)
      return;
    if (reported[op->getName().getStringRef()]++)
      return;
    bool elsewhere = inEntry && contract.admits(op);
    fail(op, Twine("must not be left ") +
                 (elsewhere ? "in the main function " : "") +
                 "after the phase '" + phase + "'")
        << ": " << describeCause(contract, op);
  }

  void checkType(Operation *op, Type type, bool inKernel) {
    if (auto shaped = dyn_cast<ShapedType>(type)) {
      if (!shaped.hasStaticShape()) {
        fail(op, "has the type ")
            << type << " after the phase '" << phase
            << "', expected a static shape: give the extents of dynamic inputs "
               "with --input-shape, such as 0:1x49x10x1";
        return;
      }
      if (!isCountable(shaped)) {
        std::string text;
        llvm::raw_string_ostream(text) << type;
        fail(op, "has the type '" + text + "' after the phase '" + phase + "'")
            << ", expected at most 2^63 - 1 bytes: make it smaller";
        return;
      }
    }
    if (isa<TensorType>(type) &&
        (contract.tensors == Tensors::Nowhere ||
         (contract.tensors == Tensors::InKernels && !inKernel)))
      fail(op, "has the type ")
          << type << " after the phase '" << phase
          << "', expected a buffer (memref): " << describeCause(contract, op);
    if (!contract.attributeDialects.empty())
      checkDialect(op, type.getDialect(), "type", type);
  }

  template <typename T>
  void checkDialect(Operation *op, Dialect &dialect, StringRef kind, T value) {
    if (dialect.getNamespace() == "builtin" ||
        llvm::is_contained(contract.attributeDialects, dialect.getNamespace()))
      return;
    fail(op, "carries the " + kind + " ")
        << value << " of the dialect '" << dialect.getNamespace()
        << "' after the phase '" << phase
        << "', but the packaged mlir-translate does not know that dialect; "
           "drop it or use a builtin one";
  }

  /// Returns the name of the part if the model does not have it.
  static StringRef findLacking(FunctionOpInterface model, ModelPart part) {
    switch (part) {
    case ModelPart::Name:
      return getModelInfo(model) ? "" : "the attribute 'tir.model' with a name";
    case ModelPart::Plan:
      return getPlan(model) ? "" : "a plan in the attribute 'tir.model'";
    case ModelPart::Interface:
      return getInterface(model) ? "" : "the attribute 'tir.interface'";
    }
    llvm_unreachable("not a part of a model");
  }

  SmallVector<FunctionOpInterface> findModels() {
    if (contract.entry.empty())
      return getModels(module);
    return llvm::filter_to_vector(
        module.getOps<FunctionOpInterface>(),
        [](FunctionOpInterface function) { return !function.isPrivate(); });
  }

  void checkModels() {
    if (contract.modelParts.empty())
      return;
    SmallVector<FunctionOpInterface> models = findModels();
    if (models.empty())
      fail(module, "contains no model after the phase '" + phase + "'")
          << "; expected a public '"
          << (contract.entry.empty() ? StringRef("func.func")
                                     : StringRef(contract.entry))
          << "' with 'tir.model': start from an earlier phase, or give the "
             "file that one wrote with --dump-phases";
    for (FunctionOpInterface model : models) {
      if (!contract.entry.empty() &&
          model->getName().getStringRef() != contract.entry) {
        fail(model, "is public after the phase '" + phase + "'")
            << ", but expected each public function to be a '" << contract.entry
            << "'; name the model's function with --entry=FUNC";
        continue;
      }
      for (ModelPart part : contract.modelParts)
        if (StringRef lacking = findLacking(model, part); !lacking.empty())
          fail(model, "is public, but lacks " + lacking + " after the phase '" +
                          phase + "'")
              << "; make it private, start from an earlier phase, or give the "
                 "file that one wrote with --dump-phases";
    }
  }

  void check(Operation *op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      function = op->getParentOfType<FunctionOpInterface>();
    bool isPublic = function && !function.isPrivate();
    unsigned before = reported.lookup(op->getName().getStringRef());
    checkOperation(op, isPublic);
    // Report only one violation for each operation.
    if (reported.lookup(op->getName().getStringRef()) != before)
      return;
    bool inKernel = function && !isPublic;
    for (Type type : op->getResultTypes())
      checkType(op, type, inKernel);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          checkType(op, type, inKernel);
    checkAttributes(op);
  }

  LogicalResult run() {
    checkModels();
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != module)
        check(op);
    });
    checkAttributes(module);
    for (auto &[name, count] : reported)
      if (count > 1)
        module.emitRemark() << count - 1 << " more '" << name
                            << "' operations are left in the same way";
    return failure(failed ||
                   (contract.check && ::failed(contract.check(module))));
  }

  void checkAttributes(Operation *op) {
    if (contract.attributeDialects.empty())
      return;
    for (NamedAttribute attribute : op->getAttrs())
      attribute.getValue().walk([&](Attribute value) {
        checkDialect(op, value.getDialect(), "attribute", value);
      });
  }
};
} // namespace

LogicalResult tir::verifyPhaseContract(ModuleOp module, StringRef phase,
                                       const PhaseContract &contract) {
  return Checker{contract, phase, module, false, {}}.run();
}
