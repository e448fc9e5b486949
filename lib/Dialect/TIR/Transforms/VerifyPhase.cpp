//===- VerifyPhase.cpp - What holds between two phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tir {
#define GEN_PASS_DEF_TIRVERIFYPHASEPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Where values of tensor type may stand.
enum class Tensors { Everywhere, InKernels, Nowhere };

/// One phase's row of the table.
struct PhaseContract {
  StringLiteral name;
  /// Space-separated. A dialect (`arith`) admits its operations, a full name
  /// (`tir.struct`) admits that one.
  StringLiteral operations;
  /// The same for the public functions that only call kernels; empty where
  /// they may hold what the others hold.
  StringLiteral entryOperations;
  /// Exceptions from `operations`.
  StringLiteral forbidden;
  /// What the one public function is; empty where there may be several.
  StringLiteral entry;
  Tensors tensors;
  bool staticShapes;
  /// Dialects that attributes and types may come from, besides builtin; empty
  /// for no restriction.
  StringLiteral attributes;
  /// Attributes of the module.
  StringLiteral moduleAttributes;
};

#define TIR_TENSOR_BODY                                                        \
  "linalg tensor arith math scf affine bufferization memref"
#define TIR_LOW_LEVEL                                                          \
  "tir.struct tir.struct_stack tir.struct_get tir.struct_set "                 \
  "tir.func_registry tir.metadata tir.address_of tir.check_return tir.assert " \
  "tir.packed_stack tir.packed_set tir.packed_get tir.type_code_get "          \
  "tir.make_dltensor tir.dltensor_get tir.dltensor_set tir.is_null "           \
  "tir.get_function tir.call_function tir.string_constant tir.null "           \
  "tir.is_aligned tir.pointer_cast tir.report_error tir.pool_view tir.rebase"
#define TIR_CALLS                                                              \
  " tir.call_tir tir.call_packed tir.call_cpacked tir.call_extern "            \
  "tir.get_device_context tir.pool_view tir.string_constant "
#define TIR_STRUCTURE TIR_CALLS "tir.prim_func tir.return tir.device tir.pool "

constexpr PhaseContract kContracts[] = {
    {"import", TIR_TENSOR_BODY " func" TIR_STRUCTURE,
     "func linalg tensor arith math scf" TIR_CALLS, "func.call", "func.func",
     Tensors::Everywhere, true, "", "tir.model"},
    {"kernels", TIR_TENSOR_BODY TIR_STRUCTURE,
     "tensor bufferization memref arith scf" TIR_STRUCTURE, "", "tir.prim_func",
     Tensors::Everywhere, true, "", "tir.model"},
    {"buffers", TIR_TENSOR_BODY TIR_STRUCTURE, "memref arith scf" TIR_STRUCTURE,
     "", "tir.prim_func", Tensors::InKernels, true, "", "tir.model"},
    {"plan", TIR_TENSOR_BODY TIR_STRUCTURE, "memref arith scf" TIR_STRUCTURE,
     "memref.alloc memref.dealloc", "tir.prim_func", Tensors::InKernels, true,
     "", "tir.model tir.plan"},
    {"abi", TIR_TENSOR_BODY " func tir.device tir.pool " TIR_LOW_LEVEL, "",
     "memref.alloc memref.dealloc", "", Tensors::InKernels, true, "",
     "tir.model tir.plan tir.interface"},
    {"loops", "func scf memref arith math tir.device tir.pool " TIR_LOW_LEVEL,
     "", "memref.alloc memref.dealloc scf.forall scf.parallel", "",
     Tensors::Nowhere, true, "", "tir.model tir.plan tir.interface"},
    {"emitc", "emitc", "", "", "", Tensors::Nowhere, true, "emitc", ""},
    {"llvm", "llvm", "", "", "", Tensors::Nowhere, true, "llvm dlti", ""},
};

/// Why something is still there after a phase, and what to do. The first row
/// that fits is told; an empty phase fits every phase.
struct Cause {
  StringLiteral phase, operation, text;
};
constexpr Cause kCauses[] = {
    {"import", "tosa",
     "no lowering from TOSA to linalg is known for this operator with these "
     "types and attributes; replace it in the model by operators that have "
     "one, or lower it to linalg yourself before giving the model to tirc"},
    {"import", "func.call",
     "a model is one function; inline its callees before giving it to tirc "
     "(mlir-opt --inline)"},
    {"import", "cf",
     "unstructured control flow has no static schedule; use scf or select"},
    {"import", "",
     "a model may hold tosa, linalg, tensor, arith, math and scf; lower other "
     "dialects to these before giving it to tirc"},
    {"kernels", "linalg",
     "it was left outside every kernel, so tir-outline-kernels does not know "
     "how to outline it; express it by operations on tensors that bufferize"},
    {"buffers", "tensor",
     "the main function may only reshape and call, and its tensors become "
     "buffers; express this in the model by an operator that becomes a kernel"},
    {"plan", "memref.alloc",
     "no offset was planned for it; only static allocations of the main "
     "function get one, so allocate it there, and pass it as an argument"},
    {"abi", "tir.get_device_context",
     "it stands in a function on tensors, which no context was passed to, "
     "since its arguments are not its last ones; bufferize that function "
     "first"},
    {"", "memref.alloc",
     "generated code never allocates, and memory was planned before this "
     "phase; allocate it in the main function, and pass it as an argument"},
    {"", "bufferization",
     "a tensor could not be turned into loops over the function's buffers"},
    {"", "tensor",
     "a tensor could not be turned into loops over the function's buffers"},
    {"", "linalg", "no loops were made of it"},
    {"", "builtin.unrealized_conversion_cast",
     "two conversions disagree about the type of a value"},
    {"emitc", "", "it has no conversion to EmitC in tir-convert-to-emitc"},
    {"llvm", "", "it has no conversion to the LLVM dialect"},
};

bool contains(StringRef words, StringRef word) {
  return llvm::is_contained(llvm::split(words, ' '), word);
}

bool admits(StringRef words, Operation *op) {
  return contains(words, op->getName().getStringRef()) ||
         contains(words, op->getName().getDialectNamespace());
}

/// The model's name for the place an operation came from, or nothing.
std::string describePlace(Location location) {
  auto named = location->findInstanceOf<NameLoc>();
  return named ? (" (from '" + named.getName().getValue() + "')").str() : "";
}

std::string describeCause(StringRef phase, Operation *op) {
  StringRef name = op->getName().getStringRef();
  for (const Cause &cause : kCauses)
    if ((cause.phase.empty() || cause.phase == phase) &&
        (cause.operation.empty() || cause.operation == name ||
         cause.operation == op->getName().getDialectNamespace()))
      return cause.text.str();
  return "a pass of the phase left it; run tirc with --dump-phases=DIR and "
         "look at the file of the phase before";
}

/// Whether the size in bytes is a number that tirc computes with.
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
  ModuleOp module;
  bool failed = false;
  /// What else went wrong with operations of a name that was told already.
  llvm::MapVector<StringRef, unsigned> told;

  InFlightDiagnostic fail(Operation *op, const Twine &message) {
    failed = true;
    return op->emitOpError(message) << describePlace(op->getLoc());
  }

  void checkOperation(Operation *op, bool inEntry) {
    bool forbidden = contains(contract.forbidden, op->getName().getStringRef());
    StringRef words = inEntry && !contract.entryOperations.empty()
                          ? contract.entryOperations
                          : contract.operations;
    auto global = dyn_cast<memref::GlobalOp>(op);
    if (global && global.isExternal())
      fail(op, "has no value in this module")
          << ", but generated code has all of its data; give it an initial "
             "value, or make it an argument";
    if (admits(words, op) && !forbidden)
      return;
    if (told[op->getName().getStringRef()]++)
      return;
    bool elsewhere = inEntry && !forbidden && admits(contract.operations, op);
    fail(op, Twine("must not be left ") +
                 (elsewhere ? "in the main function " : "") +
                 "after the phase '" + contract.name + "'")
        << ": " << describeCause(contract.name, op);
  }

  void checkType(Operation *op, Type type, bool inKernel) {
    if (auto shaped = dyn_cast<ShapedType>(type)) {
      if (contract.staticShapes && !shaped.hasStaticShape()) {
        fail(op, "has the type ")
            << type << " after the phase '" << contract.name
            << "', expected a static shape: give the extents of dynamic inputs "
               "with --input-shape, such as 0:1x49x10x1";
        return;
      }
      if (!isCountable(shaped)) {
        std::string text;
        llvm::raw_string_ostream(text) << type;
        fail(op, "has the type '" + text + "' after the phase '" +
                     contract.name + "'")
            << ", expected at most 2^63 - 1 bytes: make it smaller";
        return;
      }
    }
    if (isa<TensorType>(type) &&
        (contract.tensors == Tensors::Nowhere ||
         (contract.tensors == Tensors::InKernels && !inKernel)))
      fail(op, "has the type ") << type << " after the phase '" << contract.name
                                << "', expected a buffer (memref): "
                                << describeCause(contract.name, op);
    if (!contract.attributes.empty())
      checkDialect(op, type.getDialect(), "type", type);
  }

  template <typename T>
  void checkDialect(Operation *op, Dialect &dialect, StringRef kind, T value) {
    if (dialect.getNamespace() == "builtin" ||
        contains(contract.attributes, dialect.getNamespace()))
      return;
    fail(op, "carries the " + kind + " ")
        << value << " of the dialect '" << dialect.getNamespace()
        << "' after the phase '" << contract.name
        << "', but the packaged mlir-translate does not know that dialect; "
           "drop it or use a builtin one";
  }

  void checkPublic() {
    if (contract.entry.empty())
      return;
    SmallVector<Operation *> functions;
    for (auto function : module.getOps<FunctionOpInterface>())
      if (!function.isPrivate())
        functions.push_back(function);
    if (functions.size() == 1 &&
        functions.front()->getName().getStringRef() == contract.entry)
      return;
    InFlightDiagnostic diag =
        fail(module, "must hold exactly one public '")
        << contract.entry << "' after the phase '" << contract.name
        << "', but holds " << functions.size()
        << (functions.size() == 1 ? " of another kind" : " public functions")
        << "; name the model's function with --entry=FUNC";
    for (Operation *function : functions)
      diag.attachNote(function->getLoc())
          << "this is a public '" << function->getName() << "'";
  }

  LogicalResult run() {
    for (StringRef name : llvm::split(contract.moduleAttributes, ' '))
      if (!name.empty() && !module->hasAttr(name))
        fail(module, "lacks the attribute '")
            << name << "' after the phase '" << contract.name
            << "'; start from an earlier phase, or give the file that one "
               "wrote with --dump-phases";
    checkPublic();
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == module)
        return;
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (!function)
        function = op->getParentOfType<FunctionOpInterface>();
      bool isPublic = function && !function.isPrivate();
      unsigned before = told.lookup(op->getName().getStringRef());
      checkOperation(op, isPublic);
      // One finding about an operation is enough.
      if (told.lookup(op->getName().getStringRef()) != before)
        return;
      bool inKernel = function && !isPublic;
      for (Type type : op->getResultTypes())
        checkType(op, type, inKernel);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            checkType(op, type, inKernel);
      checkAttributes(op);
    });
    checkAttributes(module);
    for (auto &[name, count] : told)
      if (count > 1)
        module.emitRemark() << count - 1 << " more '" << name
                            << "' operations are left like that";
    return failure(failed);
  }

  void checkAttributes(Operation *op) {
    if (contract.attributes.empty())
      return;
    for (NamedAttribute attribute : op->getAttrs())
      attribute.getValue().walk([&](Attribute value) {
        checkDialect(op, value.getDialect(), "attribute", value);
      });
  }
};

struct VerifyPhasePass
    : public tir::impl::TIRVerifyPhasePassBase<VerifyPhasePass> {
  using TIRVerifyPhasePassBase::TIRVerifyPhasePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    markAllAnalysesPreserved();
    for (const PhaseContract &contract : kContracts) {
      if (contract.name != phase)
        continue;
      if (::failed(Checker{contract, module, false, {}}.run()))
        signalPassFailure();
      return;
    }
    InFlightDiagnostic diag = module.emitError("there is no phase '")
                              << phase << "'; the phases are ";
    llvm::interleaveComma(kContracts, diag, [&](const PhaseContract &contract) {
      diag << contract.name;
    });
    signalPassFailure();
  }
};
} // namespace
