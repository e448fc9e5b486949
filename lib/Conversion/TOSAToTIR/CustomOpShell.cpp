//===- CustomOpShell.cpp - The function that calls for an operator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CustomOpShell.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

/// Returns the device's declaration, with the hooks of this call, too.
static DeviceOp declareDevice(const CustomOpCall &call, Location loc,
                              SymbolTable &symbols) {
  OpBuilder builder(loc.getContext());
  SmallVector<Attribute> hooks;
  for (Hook hook : call.hooks)
    hooks.push_back(HookAttr::get(loc.getContext(), hook));
  if (auto device = symbols.lookup<DeviceOp>(call.device)) {
    llvm::SetVector<Attribute> all(device.getHooks().begin(),
                                   device.getHooks().end());
    all.insert(hooks.begin(), hooks.end());
    device.setHooksAttr(builder.getArrayAttr(all.getArrayRef()));
    return device;
  }
  auto device = DeviceOp::create(
      builder, loc, builder.getStringAttr(call.device),
      builder.getStringAttr(call.kind), builder.getI32IntegerAttr(12),
      builder.getI32IntegerAttr(0),
      call.program.empty() ? StringAttr() : builder.getStringAttr(call.program),
      builder.getArrayAttr(hooks));
  symbols.insert(device);
  return device;
}

/// Returns the buffer as elements in a row, of any number, as C passes it.
static MemRefType flatType(MemRefType type, int64_t size) {
  return MemRefType::get({size}, type.getElementType());
}

static Value flatten(ImplicitLocOpBuilder &builder, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 1)
    return buffer;
  MemRefType flat = flatType(type, type.getNumElements());
  if (type.getRank() == 0)
    return memref::ExpandShapeOp::create(builder, flat, buffer,
                                         SmallVector<ReassociationIndices>());
  auto all = llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank()));
  return memref::CollapseShapeOp::create(
      builder, flat, buffer, SmallVector<ReassociationIndices>{all});
}

static Type getArgumentType(const CustomOpArgument &argument) {
  if (!argument.constant)
    return flatType(argument.type, ShapedType::kDynamic);
  if (isa<StringAttr>(argument.constant))
    return StringType::get(argument.constant.getContext());
  return argument.constant.getType();
}

/// Declares the C function for buffers of any size.
static LogicalResult declareFunction(const CustomOpShell &shell,
                                     DeviceOp device) {
  SmallVector<Type> types =
      llvm::map_to_vector(shell.arguments, getArgumentType);
  MLIRContext *context = shell.loc.getContext();
  if (device)
    types.push_back(DeviceContextType::get(context, device.getKind()));
  OpBuilder builder(context);
  FunctionType type = builder.getFunctionType(types, {});
  Operation *known = shell.symbols.lookup(shell.call.function);
  auto function = dyn_cast_or_null<PrimFuncOp>(known);
  if (known && (!function || !function.isExternal() ||
                function.getFunctionType() != type)) {
    InFlightDiagnostic diag =
        emitError(shell.loc, "operator '")
        << shell.call.op << "' is a call of @" << shell.call.function
        << " with the arguments " << type.getInputs()
        << ", but the module has something else of that "
           "name; expected the same types in each call, "
           "as C has one prototype for a function: name "
           "another function, or pass packed arguments "
           "(--custom-op="
        << shell.call.op << ":" << shell.call.function << ":cpacked)";
    diag.attachNote(known->getLoc()) << "the other one is here";
    return diag;
  }
  if (!function) {
    function =
        PrimFuncOp::create(builder, shell.loc, shell.call.function, type);
    function.setPrivate();
    function.setCallingConvention(CallingConvention::Unpacked);
    for (auto [index, argument] : llvm::enumerate(shell.arguments)) {
      function.setArgAttr(index, kNameAttrName,
                          builder.getStringAttr(argument.name));
      if (!argument.constant)
        function.setEffect(index, argument.effect);
    }
    shell.symbols.insert(function);
  }
  if (!device)
    return success();
  llvm::SetVector<Attribute> devices;
  if (ArrayAttr given = function.getDevicesAttr())
    devices.insert(given.begin(), given.end());
  devices.insert(FlatSymbolRefAttr::get(device.getSymNameAttr()));
  function.setDevicesAttr(builder.getArrayAttr(devices.getArrayRef()));
  return success();
}

/// Returns the operands of the call in the shell.
static SmallVector<Value> createOperands(const CustomOpShell &shell,
                                         PrimFuncOp function,
                                         ImplicitLocOpBuilder &builder) {
  bool isExtern = shell.call.form == CustomOpCall::Form::Extern;
  return llvm::map_to_vector(
      shell.arguments, [&](const CustomOpArgument &argument) -> Value {
        if (auto text = dyn_cast_or_null<StringAttr>(argument.constant))
          return StringConstantOp::create(
              builder, StringType::get(builder.getContext()), text);
        if (argument.constant)
          return arith::ConstantOp::create(builder, argument.constant);
        Value buffer = function.getArgument(argument.buffer);
        return isExtern ? flatten(builder, buffer) : buffer;
      });
}

static void createCall(const CustomOpShell &shell, ValueRange operands,
                       Value context, ImplicitLocOpBuilder &builder) {
  StringRef function = shell.call.function;
  switch (shell.call.form) {
  case CustomOpCall::Form::Extern:
    CallExternOp::create(builder, TypeRange(), function, operands, context,
                         /*returns_void=*/false, /*num_outs=*/0, ArrayAttr(),
                         ArrayAttr());
    return;
  case CustomOpCall::Form::CPacked:
    CallCPackedOp::create(builder, TypeRange(), function, operands, context,
                          /*num_outs=*/0, ArrayAttr(), ArrayAttr());
    return;
  case CustomOpCall::Form::Packed: {
    SmallVector<Value> all(operands);
    // The registry sets the resource handle itself.
    if (context)
      all.push_back(context);
    CallPackedOp::create(builder, TypeRange(), function, all, /*num_outs=*/0,
                         ArrayAttr(), ArrayAttr());
    return;
  }
  }
}

/// Lets the plan put the result where the operand is.
static LogicalResult allowInPlace(const CustomOpShell &shell,
                                  PrimFuncOp function) {
  auto find = [&](const Twine &name) -> const CustomOpArgument * {
    const auto *found =
        llvm::find_if(shell.arguments, [&](const CustomOpArgument &argument) {
          return !argument.constant && argument.name == name.str();
        });
    return found == shell.arguments.end() ? nullptr : found;
  };
  const CustomOpArgument *input = find("input" + Twine(*shell.call.inPlace));
  const CustomOpArgument *output = find("output0");
  if (!input || !output || input->type != output->type ||
      input->effect != Effect::Read)
    return emitError(shell.loc, "operator '")
           << shell.call.op << "': in-place=" << *shell.call.inPlace
           << ", but this operand does not have the type of the result; "
              "expected one that is only read, and has its shape and type";
  // A constant is in memory that nothing writes.
  if (input->buffer != output->buffer)
    updatePort(function, output->buffer, [&](PortParts &port) {
      port.distances =
          DenseI64ArrayAttr::get(shell.loc.getContext(), {input->buffer, 0});
    });
  return success();
}

FailureOr<PrimFuncOp> CustomOpShell::build() {
  DeviceOp device;
  if (!call.device.empty())
    device = declareDevice(call, loc, symbols);
  if (call.form == CustomOpCall::Form::Extern &&
      failed(declareFunction(*this, device)))
    return failure();
  OpBuilder atModule(loc.getContext());
  SmallVector<Type> types(llvm::make_first_range(buffers));
  auto function = PrimFuncOp::create(
      atModule, loc, sanitizeName((call.function + "_call").str()),
      atModule.getFunctionType(types, {}));
  function.setPrivate();
  for (auto [index, buffer] : llvm::enumerate(buffers))
    function.setEffect(index, buffer.second);
  for (const CustomOpArgument &argument : llvm::reverse(arguments))
    if (!argument.constant)
      function.setArgAttr(argument.buffer, kNameAttrName,
                          atModule.getStringAttr(argument.name));
  if (call.inPlace && failed(allowInPlace(*this, function)))
    return failure();
  symbols.insert(function);

  SmallVector<Location> locs(types.size(), loc);
  auto builder = ImplicitLocOpBuilder::atBlockEnd(
      loc, atModule.createBlock(&function.getBody(), {}, types, locs));
  Value context;
  if (device)
    context = GetDeviceContextOp::create(
        builder, DeviceContextType::get(loc.getContext(), device.getKind()),
        call.device);
  createCall(*this, createOperands(*this, function, builder), context, builder);
  ReturnOp::create(builder);
  return function;
}
