//===- CollectBuffers.cpp - The buffers of a memory plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlanner.h"

#include "RingTail.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Erases an allocation that no step uses, with its views.
static void eraseUnused(memref::AllocOp alloc) {
  SmallVector<Operation *> dead = {alloc};
  for (size_t i = 0; i < dead.size(); ++i)
    for (Operation *user : dead[i]->getUsers())
      if (!llvm::is_contained(dead, user))
        dead.push_back(user);
  for (Operation *op : dead)
    op->dropAllUses();
  for (Operation *op : dead)
    op->erase();
}

LogicalResult MemoryPlanner::collect() {
  SmallVector<memref::AllocOp> allocs;
  SmallVector<memref::DeallocOp> deallocs;
  function.walk([&](memref::AllocOp op) { allocs.push_back(op); });
  function.walk([&](memref::DeallocOp op) { deallocs.push_back(op); });
  for (memref::AllocOp alloc : allocs)
    if (failed(addBuffer(alloc)))
      return failure();
  if (settings.overwriteInputs) {
    // Pools and inputs that serve as pools differ in their names.
    for (PoolOp pool : declared.getBufferPools())
      (void)names.makeUnique(pool.getSymName().str(), "_");
    addInputs();
  }
  // Buffers are named and reported in the order of their first use.
  llvm::stable_sort(buffers, [](const Buffer &a, const Buffer &b) {
    return a.plan.first < b.plan.first;
  });
  for (Buffer &buffer : buffers)
    buffer.name = nameBuffer(buffer);
  indexBuffers();
  if (settings.overlap == OverlapChoice::Auto) {
    findUsableDistances();
    findRingTails();
  }
  for (memref::DeallocOp dealloc : deallocs)
    dealloc.erase();
  for (memref::AllocOp alloc : allocs)
    if (!indexOf.contains(alloc))
      eraseUnused(alloc);
  return success();
}

void MemoryPlanner::indexBuffers() {
  indexOf.clear();
  for (auto [index, buffer] : llvm::enumerate(buffers))
    indexOf[buffer.memory] = index;
}

void MemoryPlanner::findUsableDistances() {
  distances = findDistances(lifetimes);
  for (const BufferDistance &distance : findLoopDistances(function, lifetimes))
    if (isPlanned(distance))
      distances.push_back(distance);
}

/// Lets buffers lie over the newest rows of rings, which contain nothing when
/// these buffers live.
void MemoryPlanner::findRingTails() {
  llvm::DenseMap<Value, RingTail> tails = tir::findRingTails(lifetimes);
  for (const Buffer &ring : buffers) {
    auto tail = tails.find(ring.memory);
    if (tail == tails.end())
      continue;
    auto [kept, steps] = tail->second;
    int64_t elements = ring.getAlloc().getType().getNumElements();
    for (const Buffer &other : buffers)
      if (&other != &ring && ring.plan.livesWith(other.plan) &&
          (other.plan.last < steps.first || other.plan.first > steps.last) &&
          other.getAlloc())
        distances.push_back({/*call=*/{}, ring.memory, other.memory,
                             int64_t(ring.plan.bytes) / elements * kept});
  }
}

LogicalResult MemoryPlanner::addBuffer(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  for (Operation *parent = alloc->getParentOp(); parent != function;
       parent = parent->getParentOp()) {
    if (isa<RegionBranchOpInterface>(parent))
      continue;
    InFlightDiagnostic diag = alloc.emitOpError(
        "stands in a region that is not control flow, where it may run many "
        "times or never; expected every allocation in the function's own block "
        "or under scf.if, scf.for or scf.while: move it there");
    diag.attachNote(parent->getLoc())
        << "in the region of this '" << parent->getName() << "'";
    return diag;
  }
  if (Value view = lifetimes.getViewOutside(alloc)) {
    InFlightDiagnostic diag = alloc.emitOpError(
        "is passed out of its region, so that the buffer behind it is known "
        "only when it runs; expected one buffer for every way through: "
        "allocate it before the region, and copy into it");
    diag.attachNote(view.getLoc()) << "it arrives here";
    return diag;
  }
  if (!type.hasStaticShape())
    return alloc.emitOpError("has type ")
           << type << ", expected a static shape, as the buffer's place is "
           << "decided now; give the dynamic dimensions sizes "
           << "(--input-shape)";
  if (!type.getLayout().isIdentity())
    return alloc.emitOpError("has type ")
           << type << ", expected the identity layout, in which elements lie "
           << "side by side; allocate that and take a view of it";
  if (type.getMemorySpace())
    return alloc.emitOpError("lies in memory space ")
           << type.getMemorySpace() << ", expected the default one, as there "
           << "is one workspace only";
  std::optional<uint64_t> bytes = bytesOf(type);
  if (!bytes)
    return alloc.emitOpError("has type ")
           << type << ", expected at most 2^63 - 1 bytes";
  if (Operation *escape = lifetimes.getEscape(alloc)) {
    InFlightDiagnostic diag = escape->emitOpError(
        "takes the address of a buffer to where its uses cannot be followed; "
        "expected only views (memref.subview, memref.expand_shape and the "
        "like), calls and "
        "copies, from which the end of its life is known");
    diag.attachNote(alloc.getLoc()) << "the buffer is allocated here";
    return diag;
  }
  std::optional<Lifetime> lifetime = lifetimes.getLifetime(alloc);
  if (!lifetime)
    return success();
  Buffer buffer;
  buffer.memory = alloc;
  buffer.plan = {*bytes,
                 std::max({settings.alignment, alloc.getAlignment().value_or(1),
                           layout.getTypeABIAlignment(type.getElementType())}),
                 lifetime->first, lifetime->last};
  buffers.push_back(std::move(buffer));
  return success();
}

/// Adds the largest inputs whose memory can serve for buffers later. With all
/// of them, a model of thousands of inputs would take the planner too long.
void MemoryPlanner::addInputs() {
  constexpr size_t kMaxInputs = 16;
  SmallVector<Buffer> inputs;
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    std::optional<Lifetime> lifetime = lifetimes.getLifetime(argument);
    unsigned index = argument.getArgNumber();
    if (!isWholeBuffer(argument.getType()) || type.getMemorySpace() ||
        !lifetime || function.getEffect(index) != Effect::Read ||
        getPort(function, index).pool ||
        getArgumentParts(function, index).isFed ||
        lifetimes.getEscape(argument))
      continue;
    Buffer &input = inputs.emplace_back();
    input.memory = argument;
    input.plan = {bytesOf(type).value_or(0),
                  layout.getTypeABIAlignment(type.getElementType()), 0,
                  lifetime->last};
    input.plan.fixedOffset = 0;
  }
  llvm::stable_sort(inputs, [](const Buffer &a, const Buffer &b) {
    return a.plan.bytes > b.plan.bytes;
  });
  inputs.truncate(std::min(inputs.size(), kMaxInputs));
  llvm::append_range(buffers, inputs);
}

std::optional<uint64_t> MemoryPlanner::bytesOf(MemRefType type) const {
  Type element = type.getElementType();
  uint64_t bytes = llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                                 layout.getTypeABIAlignment(element));
  bool overflow = false;
  for (int64_t size : type.getShape()) {
    bytes = llvm::SaturatingMultiply(bytes, uint64_t(size), &overflow);
    if (overflow)
      return std::nullopt;
  }
  if (bytes > uint64_t(INT64_MAX))
    return std::nullopt;
  return bytes;
}

/// Returns the name of the step that writes a buffer, and of the kernel's
/// argument if the kernel writes several.
static std::string nameAfterWriter(OpOperand &write) {
  Operation *op = write.getOwner();
  if (auto call = dyn_cast<CallTIROp>(op)) {
    std::string name = getStepName(call);
    PrimFuncOp callee = call.lookupCallee();
    auto isWritten = [&](unsigned i) {
      return isa<BaseMemRefType>(callee.getArgumentTypes()[i]) &&
             callee.getEffect(i) != Effect::Read;
    };
    if (!callee ||
        llvm::count_if(llvm::seq(callee.getNumArguments()), isWritten) < 2)
      return name;
    auto argument = callee.getArgAttrOfType<StringAttr>(
        write.getOperandNumber(), kNameAttrName);
    return argument ? name + "_" + argument.str() : name;
  }
  if (auto call = dyn_cast<BufferCallOpInterface>(op))
    return layerNameToIdentifier(call.getCalleeName());
  return isa<memref::CopyOp>(op) ? "copy" : "buffer";
}

/// Names an input or output as the model does, and another buffer after what
/// writes it first.
std::string MemoryPlanner::nameBuffer(const Buffer &buffer) {
  std::string name = "buffer";
  StringAttr given;
  if (memref::AllocOp alloc = buffer.getAlloc()) {
    given = alloc->getAttrOfType<StringAttr>(kNameAttrName);
    if (DictionaryAttr argument = getFormerArgument(alloc))
      given = argument.getAs<StringAttr>(kNameAttrName);
  } else {
    given = function.getArgAttrOfType<StringAttr>(
        cast<BlockArgument>(buffer.memory).getArgNumber(), kNameAttrName);
    name = "input";
  }
  if (given)
    name = layerNameToIdentifier(given);
  else if (OpOperand *write = lifetimes.getFirstWrite(buffer.memory))
    name = nameAfterWriter(*write);
  return names.makeUnique(name, "_");
}
