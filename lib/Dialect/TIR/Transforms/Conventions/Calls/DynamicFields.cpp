//===- DynamicFields.cpp - Extents and strides that are not constant
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DynamicFields.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

namespace {
/// An extent or a stride of an argument.
struct Field {
  unsigned argument;
  bool isStride;
  unsigned dimension;

  bool operator<(const Field &other) const {
    return std::tie(argument, isStride, dimension) <
           std::tie(other.argument, other.isStride, other.dimension);
  }
  std::string getName() const {
    return (isStride ? "strides_" : "shape_") + std::to_string(dimension);
  }
};

/// A function with buffers that have fields that are not constant.
struct Function {
  PrimFuncOp op;
  /// The types of the arguments; null for an argument whose type stays.
  SmallVector<MemRefType> types;
  /// The fields that its body needs, with the first operation that needs each.
  std::map<Field, Operation *> needed;
  std::map<Field, Value> passed;
};

class Lowering {
public:
  Lowering(ModuleOp module, bool mayPass) : module(module), mayPass(mayPass) {}
  LogicalResult run();

private:
  void dropCasts(Function &function);
  LogicalResult analyze(Function &function, bool &isChanged);
  LogicalResult analyzeUse(Function &function, OpOperand &use, unsigned index);
  void addArguments(Function &function);
  void rewriteBody(Function &function);
  void rewriteCall(CallTIROp call, Function &callee);
  Value getField(OpBuilder &builder, Location loc, Function &function,
                 Field field);
  Value getStride(OpBuilder &builder, Location loc, Function &function,
                  unsigned argument, unsigned dimension);
  Value getElement(OpBuilder &builder, Operation *access, Function &function,
                   unsigned argument, ValueRange indices);

  ModuleOp module;
  bool mayPass;
  llvm::MapVector<Operation *, Function> functions;
};
} // namespace

static MemRefType getFirstElementType(MemRefType type) {
  return MemRefType::get({1}, type.getElementType(),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

/// Returns the fields that an access to an element needs.
static SmallVector<Field> getAddressFields(MemRefType type, unsigned argument) {
  SmallVector<Field> fields;
  auto [strides, offset] = type.getStridesAndOffset();
  for (unsigned i = 0, rank = type.getRank(); i < rank; ++i) {
    if (type.getLayout().isIdentity()) {
      if (i > 0 && type.isDynamicDim(i))
        fields.push_back({argument, false, i});
    } else if (ShapedType::isDynamic(strides[i]) && type.getDimSize(i) != 1) {
      fields.push_back({argument, true, i});
    }
  }
  return fields;
}

//===----------------------------------------------------------------------===//
// The fields that are needed
//===----------------------------------------------------------------------===//

/// Returns the operand of casts that make its type less specific.
static Value skipCasts(Value buffer) {
  auto cast = buffer.getDefiningOp<memref::CastOp>();
  while (cast && memref::CastOp::canFoldIntoConsumerOp(cast)) {
    buffer = cast.getSource();
    cast = buffer.getDefiningOp<memref::CastOp>();
  }
  return buffer;
}

/// Lets accesses and calls use an argument itself rather than a cast of it.
void Lowering::dropCasts(Function &function) {
  SmallVector<memref::CastOp> casts;
  function.op.walk([&](memref::CastOp cast) { casts.push_back(cast); });
  for (memref::CastOp cast : casts)
    if (auto argument = dyn_cast<BlockArgument>(skipCasts(cast));
        argument && argument.getOwner()->getParentOp() == function.op)
      cast.getResult().replaceUsesWithIf(argument, [](OpOperand &use) {
        return isa<memref::DimOp, memref::LoadOp, memref::StoreOp, CallTIROp,
                   CallExternOp>(use.getOwner());
      });
  for (memref::CastOp cast : llvm::reverse(casts))
    if (cast->use_empty())
      cast.erase();
}

LogicalResult Lowering::analyzeUse(Function &function, OpOperand &use,
                                   unsigned index) {
  Operation *user = use.getOwner();
  MemRefType type = function.types[index];
  auto need = [&](Field field) { function.needed.try_emplace(field, user); };
  if (auto dim = dyn_cast<memref::DimOp>(user)) {
    std::optional<int64_t> dimension = dim.getConstantIndex();
    if (dimension && *dimension >= 0 && *dimension < type.getRank()) {
      if (type.isDynamicDim(*dimension))
        need({index, false, unsigned(*dimension)});
      return success();
    }
  }
  bool isStored = isa<memref::StoreOp>(user) && use.getOperandNumber() == 1;
  if (isa<memref::LoadOp>(user) || isStored) {
    llvm::for_each(getAddressFields(type, index), need);
    return success();
  }
  if (auto call = dyn_cast<CallTIROp>(user)) {
    auto *callee = functions.find(call.lookupCallee());
    if (callee != functions.end())
      for (auto &[field, first] : callee->second.needed) {
        Field own = {index, field.isStride, field.dimension};
        if (field.argument == use.getOperandNumber() &&
            (field.isStride || type.isDynamicDim(field.dimension)))
          need(own);
      }
    return success();
  }
  // An external function receives the pointer.
  if (isa<CallExternOp>(user))
    return success();
  InFlightDiagnostic diag =
      user->emitOpError("needs the shape of argument #")
      << index << " (" << type
      << "), which is not constant, for more than loads and stores; lower it "
         "to these first (fold-memref-alias-ops, convert-linalg-to-loops)";
  diag.attachNote(function.op.getLoc()) << "of this function";
  return diag;
}

LogicalResult Lowering::analyze(Function &function, bool &isChanged) {
  size_t before = function.needed.size();
  for (auto [index, type] : llvm::enumerate(function.types)) {
    if (!type)
      continue;
    for (OpOperand &use : function.op.getArgument(index).getUses())
      if (failed(analyzeUse(function, use, index)))
        return failure();
  }
  isChanged |= before != function.needed.size();
  if (mayPass || function.needed.empty())
    return success();
  auto &[field, user] = *function.needed.begin();
  InFlightDiagnostic diag =
      user->emitOpError("needs ")
      << (field.isStride ? "stride " : "extent ") << field.dimension
      << " of argument #" << field.argument << " ("
      << function.types[field.argument]
      << "), which an unpacked function cannot receive: it only gets a data "
         "pointer; make it constant, or pass such fields as arguments "
         "(pass-dynamic-fields)";
  diag.attachNote(function.op.getLoc()) << "of this function";
  return diag;
}

//===----------------------------------------------------------------------===//
// Bodies and calls
//===----------------------------------------------------------------------===//

void Lowering::addArguments(Function &function) {
  PrimFuncOp op = function.op;
  Builder builder(op.getContext());
  ArrayRef<Type> types = op.getArgumentTypes();
  // Contexts stay the last arguments.
  unsigned position =
      llvm::find_if(types, llvm::IsaPred<DeviceContextType>) - types.begin();
  for (auto &[field, user] : function.needed) {
    auto name = op.getArgAttrOfType<StringAttr>(field.argument, kNameAttrName);
    std::string text =
        name ? name.str() : "arg" + std::to_string(field.argument);
    NamedAttribute attr = builder.getNamedAttr(
        kNameAttrName, builder.getStringAttr(text + "_" + field.getName()));
    (void)op.insertArgument(position, builder.getI64Type(),
                            builder.getDictionaryAttr(attr), op.getLoc());
    function.passed[field] = op.getArgument(position++);
  }
}

Value Lowering::getField(OpBuilder &builder, Location loc, Function &function,
                         Field field) {
  MemRefType type = function.types[field.argument];
  int64_t known = field.isStride
                      ? type.getStridesAndOffset().first[field.dimension]
                      : type.getDimSize(field.dimension);
  if (!ShapedType::isDynamic(known))
    return arith::ConstantIndexOp::create(builder, loc, known);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    function.passed.at(field));
}

Value Lowering::getStride(OpBuilder &builder, Location loc, Function &function,
                          unsigned argument, unsigned dimension) {
  MemRefType type = function.types[argument];
  if (!type.getLayout().isIdentity())
    return getField(builder, loc, function, {argument, true, dimension});
  Value stride = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned i = dimension + 1; i < type.getRank(); ++i)
    stride = arith::MulIOp::create(
        builder, loc, stride,
        getField(builder, loc, function, {argument, false, i}));
  return stride;
}

/// Returns a buffer with one element: the one at `indices`.
Value Lowering::getElement(OpBuilder &builder, Operation *access,
                           Function &function, unsigned argument,
                           ValueRange indices) {
  Location loc = access->getLoc();
  MemRefType type = function.types[argument];
  Value offset = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [dimension, index] : llvm::enumerate(indices)) {
    if (type.getDimSize(dimension) == 1)
      continue;
    Value stride = getStride(builder, loc, function, argument, dimension);
    offset = arith::AddIOp::create(
        builder, loc, offset,
        arith::MulIOp::create(builder, loc, index, stride));
  }
  return RebaseOp::create(builder, loc, getFirstElementType(type),
                          function.op.getArgument(argument), offset);
}

void Lowering::rewriteBody(Function &function) {
  for (auto [index, type] : llvm::enumerate(function.types)) {
    if (!type)
      continue;
    BlockArgument argument = function.op.getArgument(index);
    argument.setType(getFirstElementType(type));
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
      OpBuilder builder(user);
      Location loc = user->getLoc();
      auto getZero = [&] {
        return arith::ConstantIndexOp::create(builder, loc, 0).getResult();
      };
      if (auto dim = dyn_cast<memref::DimOp>(user)) {
        dim.replaceAllUsesWith(getField(
            builder, loc, function,
            {unsigned(index), false, unsigned(*dim.getConstantIndex())}));
        dim.erase();
      } else if (auto load = dyn_cast<memref::LoadOp>(user)) {
        Value element =
            getElement(builder, load, function, index, load.getIndices());
        load.replaceAllUsesWith(
            memref::LoadOp::create(builder, loc, element, getZero())
                .getResult());
        load.erase();
      } else if (auto store = dyn_cast<memref::StoreOp>(user)) {
        Value element =
            getElement(builder, store, function, index, store.getIndices());
        memref::StoreOp::create(builder, loc, store.getValue(), element,
                                getZero());
        store.erase();
      }
    }
  }
  PrimFuncOp op = function.op;
  op.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(
      op.getContext(), TypeRange(ValueRange(op.getArguments())), {})));
}

/// Returns a field of a buffer that is not an argument with fields passed
/// separately.
static Value createField(OpBuilder &builder, Location loc, Value buffer,
                         const Field &field) {
  buffer = skipCasts(buffer);
  auto type = cast<MemRefType>(buffer.getType());
  if (!field.isStride)
    return builder.createOrFold<memref::DimOp>(loc, buffer, field.dimension);
  int64_t stride = type.getStridesAndOffset().first[field.dimension];
  if (!ShapedType::isDynamic(stride))
    return arith::ConstantIndexOp::create(builder, loc, stride);
  return memref::ExtractStridedMetadataOp::create(builder, loc, buffer)
      .getStrides()[field.dimension];
}

/// Replaces a part of a buffer by that buffer, and returns the offset of the
/// part in it: a buffer whose extents are not constant has no form in C.
static Value skipParts(OpBuilder &builder, Location loc, Value &buffer) {
  Value offset = arith::ConstantIndexOp::create(builder, loc, 0);
  buffer = skipCasts(buffer);
  auto part = buffer.getDefiningOp<memref::SubViewOp>();
  while (part && getSpan(part.getSourceType()) && !getSpan(part.getType())) {
    auto strides = part.getSourceType().getStridesAndOffset().first;
    for (auto [index, stride, extent] :
         llvm::zip_equal(part.getMixedOffsets(), strides,
                         part.getSourceType().getShape())) {
      if (extent == 1)
        continue;
      Value distance = arith::MulIOp::create(
          builder, loc, getValueOrCreateConstantIndexOp(builder, loc, index),
          arith::ConstantIndexOp::create(builder, loc, stride));
      offset = arith::AddIOp::create(builder, loc, offset, distance);
    }
    buffer = skipCasts(part.getSource());
    part = buffer.getDefiningOp<memref::SubViewOp>();
  }
  return offset;
}

/// Erases the casts and parts that define `buffers` if nothing uses them any
/// more.
static void eraseUnusedViews(ValueRange buffers) {
  llvm::SmallSetVector<Operation *, 4> views;
  for (Value buffer : buffers)
    views.insert(buffer.getDefiningOp());
  for (size_t i = 0; i < views.size(); ++i)
    if (isa_and_present<memref::CastOp, memref::SubViewOp>(views[i]))
      views.insert(views[i]->getOperand(0).getDefiningOp());
  for (bool changed = true; changed;)
    changed = views.remove_if([](Operation *view) {
      bool isUnused =
          isa_and_present<memref::CastOp, memref::SubViewOp>(view) &&
          view->use_empty();
      if (isUnused)
        view->erase();
      return isUnused;
    });
}

void Lowering::rewriteCall(CallTIROp call, Function &callee) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  auto callerOp = call->getParentOfType<PrimFuncOp>();
  auto *caller = functions.find(callerOp);
  SmallVector<Value> operands(call.getArgs()), fields;
  for (auto &[field, user] : callee.needed) {
    Value operand = operands[field.argument];
    auto argument = dyn_cast<BlockArgument>(operand);
    bool isOwn = caller != functions.end() && argument &&
                 argument.getOwner()->getParentOp() == callerOp &&
                 argument.getArgNumber() < caller->second.types.size() &&
                 caller->second.types[argument.getArgNumber()];
    Value value;
    if (!isOwn)
      value = createField(builder, loc, operand, field);
    else if (field.isStride)
      value = getStride(builder, loc, caller->second, argument.getArgNumber(),
                        field.dimension);
    else
      value = getField(builder, loc, caller->second,
                       {argument.getArgNumber(), false, field.dimension});
    fields.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value));
  }
  SmallVector<Value> passed(call.getArgs());
  for (auto [index, type] : llvm::enumerate(callee.types)) {
    if (!type || operands[index].getType() == getFirstElementType(type))
      continue;
    Value &operand = operands[index];
    Value offset = skipParts(builder, loc, operand);
    operand = RebaseOp::create(builder, loc, getFirstElementType(type), operand,
                               offset);
  }
  auto *context = llvm::find_if(operands, [](Value operand) {
    return isa<DeviceContextType>(operand.getType());
  });
  operands.insert(context, fields.begin(), fields.end());
  call.getArgsMutable().assign(operands);
  eraseUnusedViews(passed);
}

/// Returns `type` if it is a buffer with fields that are not constant, or null.
static MemRefType getDynamicType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  SmallVector<int64_t> strides;
  int64_t offset;
  bool isDynamic = memref && !getSpan(memref) &&
                   succeeded(memref.getStridesAndOffset(strides, offset));
  return isDynamic ? memref : MemRefType();
}

LogicalResult Lowering::run() {
  for (auto op : module.getOps<PrimFuncOp>()) {
    if (op.isExternal())
      continue;
    Function function{
        op, llvm::map_to_vector(op.getArgumentTypes(), getDynamicType), {}, {}};
    if (llvm::none_of(function.types, [](MemRefType type) { return !!type; }))
      continue;
    dropCasts(function);
    functions.insert({op, std::move(function)});
  }
  // Callers need the fields that their callees need, too.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (auto &[op, function] : functions)
      if (failed(analyze(function, isChanged)))
        return failure();
  }
  SmallVector<CallTIROp> calls;
  module.walk([&](CallTIROp call) {
    if (functions.count(call.lookupCallee()))
      calls.push_back(call);
  });
  for (auto &[op, function] : functions)
    addArguments(function);
  for (auto &[op, function] : functions)
    rewriteBody(function);
  for (CallTIROp call : calls)
    rewriteCall(call, functions[call.lookupCallee()]);
  return success();
}

LogicalResult tir::lowerDynamicFields(ModuleOp module, bool mayPass) {
  SymbolLookupScope scope(module);
  return Lowering(module, mayPass).run();
}
