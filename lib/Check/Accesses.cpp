//===- Accesses.cpp - Where kernels read and write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "ChildProcess.h"
#include "Inputs.h"
#include "ResultHooks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/LoopDistances.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include <cstring>
#include <map>

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// The hooks of calls
//===----------------------------------------------------------------------===//

static std::string getArgumentHookName(unsigned number) {
  return ("tirc_check_arguments_" + Twine(number)).str();
}

/// The most addresses that one hook gets.
static constexpr unsigned kMostAddresses = 8;

/// Returns what the kernel may access by an argument, or nothing if that is not
/// one piece of memory.
static std::optional<CallArgument> describeArgument(PrimFuncOp kernel,
                                                    unsigned index) {
  auto type = dyn_cast<MemRefType>(kernel.getArgumentTypes()[index]);
  if (!type || !type.hasStaticShape() || !isWholeBuffer(type))
    return std::nullopt;
  auto effect = kernel.getArgAttrOfType<EffectAttr>(index, kEffectAttrName);
  auto name = kernel.getArgAttrOfType<StringAttr>(index, kNameAttrName);
  size_t bytes = getByteCount(type);
  int64_t rows = 1;
  for (int64_t extent : type.getShape().drop_back(type.getRank() == 0 ? 0 : 1))
    rows *= extent;
  return CallArgument{name ? name.getValue().str()
                           : ("argument " + Twine(index)).str(),
                      bytes, int64_t(bytes) / std::max<int64_t>(rows, 1),
                      !effect || effect.getValue() != Effect::Read};
}

/// Returns whether a schedule found short forms of the kernel's rescales, which
/// it proves.
static bool hasRescales(PrimFuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        return isa<kernel::RequantizeOp, kernel::RequantizeApproximateOp,
                   kernel::RequantizeDoubleOp, kernel::RequantizeLanesOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Proves the distances that the kernel declares, by its loops.
static DistanceProof proveDistances(PrimFuncOp kernel) {
  // A long kernel takes some milliseconds then.
  constexpr uint64_t kMostSteps = 1 << 17;
  DistanceProof proof = DistanceProof::NotNeeded;
  for (unsigned output = 0, e = kernel.getNumArguments(); output != e; ++output)
    for (ArgDistance declared : getDistances(kernel, output)) {
      std::optional<int64_t> least =
          findDistanceInLoops(kernel, output, declared.argument, kMostSteps);
      if (!least || *least > declared.bytes)
        return DistanceProof::Missing;
      proof = DistanceProof::Found;
    }
  return proof;
}

static KernelCall describeKernel(PrimFuncOp kernel) {
  KernelCall made = {
      kernel.getLoc(),
      kernel.getSymName(),
      "",
      {},
      {},
      !llvm::all_of(kernel.getArgumentTypes(), llvm::IsaPred<BaseMemRefType>),
      hasRescales(kernel),
      proveDistances(kernel),
      ""};
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (!isa<BaseMemRefType>(type))
      continue;
    if (std::optional<CallArgument> argument = describeArgument(kernel, index))
      made.arguments.push_back(*argument);
    else
      made.whyNot = "one of its arguments is a part of a buffer";
  }
  if (kernel.walk([](CallTIROp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    made.whyNot = "it calls other kernels";
  return made;
}

SmallVector<KernelCall> tir::insertCallHooks(ModuleOp compiled) {
  SmallVector<KernelCall> calls;
  DenseMap<Operation *, KernelCall> described;
  std::map<std::vector<const void *>, unsigned> hooks;
  forEachKernelCall(compiled, [&](CallTIROp call, PrimFuncOp kernel,
                                  StringRef place) {
    auto known = described.find(kernel);
    if (known == described.end())
      known = described.insert({kernel, describeKernel(kernel)}).first;
    unsigned number = calls.size();
    KernelCall &made = calls.emplace_back(known->second);
    made.loc = call.getLoc();
    made.place = place.str();
    if (!made.whyNot.empty())
      return;
    OpBuilder builder(call);
    SmallVector<Value> buffers;
    for (Value operand : call.getArgs())
      if (isa<BaseMemRefType>(operand.getType()))
        buffers.push_back(operand);
    for (unsigned first = 0; first < buffers.size(); first += kMostAddresses) {
      auto some =
          ArrayRef(buffers).drop_front(first).take_front(kMostAddresses);
      std::vector<const void *> types;
      for (Value buffer : some)
        types.push_back(buffer.getType().getAsOpaquePointer());
      unsigned hook = hooks.try_emplace(types, hooks.size()).first->second;
      made.hooks.push_back({hook, some.size()});
      callHook(builder, call.getLoc(), getArgumentHookName(hook),
               number << 16 | first, some);
    }
  });
  return calls;
}

//===----------------------------------------------------------------------===//
// What the hooks do
//===----------------------------------------------------------------------===//

namespace {
/// An access to other memory.
struct Fault {
  bool isFound, isWrite;
  /// The argument whose memory is nearest, or -1 for a variable.
  int32_t argument;
  /// Where it begins in that memory.
  int64_t position, bytes, available;
};

/// What a run found out about one call.
struct CallOutcome {
  bool ran;
  /// Whether a position may be more numbers, as far as its computation shows,
  /// than its memory has elements.
  bool hasWideRange;
  Fault fault;
};

/// Follows the accesses of a run.
class AccessRun {
public:
  /// `isRepeated` says for each call that it accesses the same memory as those
  /// of its kernel before it, relative to its arguments.
  AccessRun(ArrayRef<KernelCall> calls, ArrayRef<bool> isRepeated,
            MutableArrayRef<CallOutcome> outcomes)
      : calls(calls), isRepeated(isRepeated), outcomes(outcomes) {}

  /// Notes the addresses of arguments of the next call, from number `first` on.
  void begin(unsigned call, unsigned first,
             ArrayRef<const void *> someAddresses) {
    if (first == 0)
      addresses.clear();
    outcomes[call].ran = true;
    auto known = seen.find(calls[call].callee);
    active = isRepeated[call] && known != seen.end() ? -1 : call;
    if (active < 0)
      outcomes[call].hasWideRange = outcomes[known->second].hasWideRange;
    for (const void *address : someAddresses)
      addresses.push_back(static_cast<const char *>(address));
  }
  void end() {
    seen.try_emplace(calls[active].callee, active);
    active = -1;
  }
  bool isActive() const { return active >= 0; }
  void access(const char *address, int64_t bytes, bool isWrite);
  void accessObject(const char *address, int64_t bytes, const char *object,
                    int64_t objectBytes);
  void accessRange(const char *first, const char *last, int64_t bytes,
                   bool isWrite, const char *memory);

  static thread_local AccessRun *current;

private:
  void note(const Fault &fault) {
    if (!outcomes[active].fault.isFound)
      outcomes[active].fault = fault;
  }

  ArrayRef<KernelCall> calls;
  ArrayRef<bool> isRepeated;
  MutableArrayRef<CallOutcome> outcomes;
  /// The kernels that have run, with their first calls.
  llvm::StringMap<unsigned> seen;
  /// The call whose accesses are checked, or -1.
  int active = -1;
  SmallVector<const char *> addresses;
};
} // namespace

thread_local AccessRun *AccessRun::current = nullptr;

/// Returns whether the address belongs to a local variable of a function that
/// called another one with a pointer to it.
static bool isOnStack(const char *address) {
  constexpr ptrdiff_t kMostFrames = 1 << 20;
  const char *here = static_cast<const char *>(__builtin_frame_address(0));
  return address >= here && address - here < kMostFrames;
}

void AccessRun::access(const char *address, int64_t bytes, bool isWrite) {
  if (active < 0 || bytes == 0)
    return;
  Fault fault = {true, isWrite, 0, 0, bytes, 0};
  int64_t nearest = INT64_MAX;
  for (auto [index, argument] : llvm::enumerate(calls[active].arguments)) {
    int64_t size = argument.bytes, first = address - addresses[index];
    bool isInside = first >= 0 && first + bytes <= size;
    if (isInside && (argument.isWritten || !isWrite))
      return;
    int64_t outside = std::max<int64_t>({-first, first + bytes - size, 0});
    if (outside >= nearest)
      continue;
    nearest = outside;
    fault.argument = index;
    fault.position = first;
    fault.available = size;
  }
  if (!isOnStack(address))
    note(fault);
}

void AccessRun::accessObject(const char *address, int64_t bytes,
                             const char *object, int64_t objectBytes) {
  if (active < 0 || bytes == 0)
    return;
  int64_t first = address - object;
  if (first < 0 || first + bytes > objectBytes)
    note({true, false, -1, first, bytes, objectBytes});
}

/// A table with an element for each position that its type has must be read
/// within it. One with fewer elements in a row is for what the positions really
/// are, such as the leaves of a tree, which no type says.
void AccessRun::accessRange(const char *first, const char *last, int64_t bytes,
                            bool isWrite, const char *memory) {
  if (active < 0)
    return;
  for (auto [index, argument] : llvm::enumerate(calls[active].arguments)) {
    int64_t offset = memory - addresses[index];
    bool isWithin = first >= addresses[index] &&
                    last + bytes <= addresses[index] + argument.bytes;
    if (offset >= 0 && offset < int64_t(argument.bytes) && !isWithin &&
        last - first + bytes > argument.rowBytes) {
      outcomes[active].hasWideRange = true;
      return;
    }
  }
  access(first, bytes, isWrite);
  access(last, bytes, isWrite);
}

/// A kernel without arguments has no hook.
template <typename... Address>
static void beginCall(int32_t number, Address... addresses) {
  if (AccessRun *run = AccessRun::current)
    run->begin(unsigned(number) >> 16, number & 0xffff, {addresses...});
}

/// Returns the instance of `beginCall` that gets `count` addresses.
template <typename... Address>
static void *getBeginCall(unsigned count) {
  if constexpr (sizeof...(Address) < kMostAddresses)
    if (sizeof...(Address) != count)
      return getBeginCall<Address..., const void *>(count);
  return reinterpret_cast<void *>(&beginCall<Address...>);
}

static void endCall() {
  if (AccessRun *run = AccessRun::current)
    run->end();
}

static int32_t isWatched() {
  return AccessRun::current && AccessRun::current->isActive();
}

static void accessArgument(const void *address, int64_t bytes,
                           int32_t isWrite) {
  if (AccessRun *run = AccessRun::current)
    run->access(static_cast<const char *>(address), bytes, isWrite != 0);
}

static void accessObject(const void *address, int64_t bytes, const void *object,
                         int64_t objectBytes) {
  if (AccessRun *run = AccessRun::current)
    run->accessObject(static_cast<const char *>(address), bytes,
                      static_cast<const char *>(object), objectBytes);
}

static void accessRange(const void *first, const void *last, int64_t bytes,
                        int32_t isWrite, const void *memory) {
  if (AccessRun *run = AccessRun::current)
    run->accessRange(static_cast<const char *>(first),
                     static_cast<const char *>(last), bytes, isWrite != 0,
                     static_cast<const char *>(memory));
}

FailureOr<WatchedFunctions> tir::watchKernels(ModuleOp lowered,
                                              ArrayRef<KernelCall> calls) {
  FailureOr<std::vector<ModelInterface>> models = readModels(lowered);
  if (failed(models))
    return failure();
  WatchedFunctions watched;
  for (const KernelCall &call : calls)
    watched.names.insert(models->front().mangle(call.callee));
  return watched;
}

SmallVector<Program::Function> tir::getCallHooks(ArrayRef<KernelCall> calls) {
  SmallVector<Program::Function> hooks = {
      {kEndHookName.str(), reinterpret_cast<void *>(&endCall)},
      {kAccessHookName.str(), reinterpret_cast<void *>(&accessArgument)},
      {kObjectAccessHookName.str(), reinterpret_cast<void *>(&accessObject)},
      {kIsWatchedHookName.str(), reinterpret_cast<void *>(&isWatched)},
      {kRangeAccessHookName.str(), reinterpret_cast<void *>(&accessRange)}};
  llvm::DenseSet<unsigned> known;
  for (const KernelCall &call : calls)
    for (auto [number, count] : call.hooks)
      if (known.insert(number).second)
        hooks.emplace_back(getArgumentHookName(number),
                           getBeginCall<const void *>(count));
  return hooks;
}

//===----------------------------------------------------------------------===//
// A run
//===----------------------------------------------------------------------===//

static LogicalResult reportFaults(ArrayRef<KernelCall> calls,
                                  ArrayRef<CallOutcome> outcomes) {
  LogicalResult result = success();
  for (auto [call, outcome] : llvm::zip_equal(calls, outcomes)) {
    const Fault &fault = outcome.fault;
    if (!fault.isFound)
      continue;
    std::string memory = fault.argument < 0
                             ? "a variable"
                             : "'" + call.arguments[fault.argument].name + "'";
    bool isInside =
        fault.position >= 0 && fault.position + fault.bytes <= fault.available;
    result = mlir::emitError(call.loc)
             << "the kernel '" << call.callee << "' ('" << call.place << "') "
             << (fault.isWrite ? "writes " : "reads ") << fault.bytes
             << " bytes at byte " << fault.position << " of " << memory << ", "
             << (isInside ? "which it declares only to read"
                          : "which has " + std::to_string(fault.available) +
                                " bytes")
             << kCheckRemedy;
  }
  return result;
}

static void runOnce(CheckedProgram &program, AccessRun &run,
                    PositionInputs positions) {
  std::vector<Bytes> inputs = allocate(program.getInputs()),
                     outputs = allocate(program.getOutputs());
  for (auto [input, bytes] : llvm::zip_equal(program.getInputs(), inputs))
    fillInput(input, /*run=*/0, positions, bytes);
  AccessRun::current = &run;
  program.run(inputs, outputs);
  AccessRun::current = nullptr;
}

FailureOr<SmallVector<CallAccesses>>
tir::checkAccesses(ModuleOp compiled, ArrayRef<KernelCall> calls,
                   CheckedProgram &program, const WatchedFunctions &watched,
                   PositionInputs positions) {
  SmallVector<bool> isRepeated;
  for (const KernelCall &call : calls) {
    std::string function = program.getFunctionName(call.callee);
    isRepeated.push_back(!call.getsNumbers &&
                         !watched.dependent.contains(function) &&
                         !watched.irregular.contains(function));
  }
  llvm::Expected<ChildProcess> process = ChildProcess::run(
      std::max<size_t>(calls.size(), 1) * sizeof(CallOutcome),
      [&](void *memory) {
        AccessRun run(calls, isRepeated,
                      {static_cast<CallOutcome *>(memory), calls.size()});
        runOnce(program, run, positions);
      });
  if (!process)
    return compiled.emitError("its kernels cannot be checked: ")
           << llvm::toString(process.takeError());
  ArrayRef<CallOutcome> outcomes(
      static_cast<const CallOutcome *>(process->getMemory()), calls.size());
  // What crashes the program may be such an access. If it is not, the
  // comparison of results crashes, too.
  if (failed(reportFaults(calls, outcomes)))
    return failure();
  SmallVector<CallAccesses> accesses;
  for (auto [call, outcome] : llvm::zip_equal(calls, outcomes)) {
    auto found = watched.dependent.find(program.getFunctionName(call.callee));
    std::string whyNot = call.whyNot;
    if (whyNot.empty() && found != watched.dependent.end())
      whyNot = found->second;
    if (whyNot.empty() && outcome.hasWideRange)
      whyNot = "where it reads depends on elements";
    accesses.push_back({outcome.ran || !call.whyNot.empty(), whyNot});
  }
  return accesses;
}
