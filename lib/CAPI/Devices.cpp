//===- Devices.cpp - Devices and pools in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "tir-c/Ops.h"

using namespace mlir;
using namespace tir;
using namespace tir::capi;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

MlirOperation tirDeviceCreate(MlirLocation location, MlirStringRef name,
                              MlirStringRef kind, int32_t deviceType,
                              int32_t deviceId) {
  OpBuilder builder = builderFor(location);
  if (!isName(location, name, "a tir.device") ||
      !isName(location, kind, "the kind of a tir.device"))
    return MlirOperation{nullptr};
  auto device = DeviceOp::create(builder, unwrap(location),
                                 builder.getStringAttr(unwrap(name)),
                                 builder.getStringAttr(unwrap(kind)),
                                 builder.getI32IntegerAttr(deviceType),
                                 builder.getI32IntegerAttr(deviceId),
                                 /*program=*/nullptr, builder.getArrayAttr({}));
  return wrap(device.getOperation());
}

bool tirOperationIsADevice(MlirOperation operation) {
  return bool(as<DeviceOp>(operation));
}

MlirStringRef tirDeviceGetName(MlirOperation operation) {
  auto device = as<DeviceOp>(operation);
  return device ? wrap(device.getSymName()) : null();
}

MlirStringRef tirDeviceGetKind(MlirOperation operation) {
  auto device = as<DeviceOp>(operation);
  return device ? wrap(device.getKind()) : null();
}

int32_t tirDeviceGetDeviceType(MlirOperation operation) {
  auto device = as<DeviceOp>(operation);
  return device ? device.getDeviceType() : 0;
}

int32_t tirDeviceGetDeviceId(MlirOperation operation) {
  auto device = as<DeviceOp>(operation);
  return device ? device.getDeviceId() : 0;
}

MlirStringRef tirDeviceGetProgram(MlirOperation operation) {
  auto device = as<DeviceOp>(operation);
  return device ? wrapOptional(device.getProgram()) : null();
}

MlirLogicalResult tirDeviceSetProgram(MlirOperation operation,
                                      MlirStringRef program) {
  auto device = as<DeviceOp>(operation);
  if (!device)
    return refuse(operation, "is not a tir.device");
  device.setProgramAttr(optionalText(device, program));
  return wrap(success());
}

static bool hasHook(DeviceOp device, Hook hook) {
  return llvm::is_contained(device.getHooks(),
                            HookAttr::get(device.getContext(), hook));
}

bool tirDeviceHasHook(MlirOperation operation, TirHook hook) {
  auto device = as<DeviceOp>(operation);
  std::optional<Hook> value = symbolizeHook(hook);
  return device && value && hasHook(device, *value);
}

MlirLogicalResult tirDeviceAddHook(MlirOperation operation, TirHook hook) {
  auto device = as<DeviceOp>(operation);
  if (!device)
    return refuse(operation, "is not a tir.device");
  std::optional<Hook> value = symbolizeHook(hook);
  if (!value)
    return refuse(operation, Twine(hook) + " is not a case of #tir.hook");
  if (hasHook(device, *value))
    return wrap(success());
  SmallVector<Attribute> hooks(device.getHooks().getValue());
  hooks.push_back(HookAttr::get(device.getContext(), *value));
  device.setHooksAttr(ArrayAttr::get(device.getContext(), hooks));
  return wrap(success());
}

MlirOperation tirGetDeviceContextCreate(MlirLocation location,
                                        MlirStringRef device,
                                        MlirStringRef kind) {
  OpBuilder builder = builderFor(location);
  if (!isName(location, device, "a tir.device"))
    return MlirOperation{nullptr};
  Location unwrapped = unwrap(location);
  auto type = DeviceContextType::getChecked(
      [&] { return emitError(unwrapped); }, builder.getContext(), unwrap(kind));
  if (!type)
    return MlirOperation{nullptr};
  auto get = GetDeviceContextOp::create(
      builder, unwrapped, type,
      FlatSymbolRefAttr::get(builder.getContext(), unwrap(device)));
  return wrap(get.getOperation());
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

MlirOperation tirPoolCreate(MlirLocation location, MlirStringRef name,
                            int64_t size, int64_t sizeHint, int64_t alignment) {
  OpBuilder builder = builderFor(location);
  if (!isName(location, name, "a tir.pool"))
    return MlirOperation{nullptr};
  auto bytes = [&](int64_t count) {
    return count < 0 ? IntegerAttr() : builder.getI64IntegerAttr(count);
  };
  auto pool = PoolOp::create(
      builder, unwrap(location), builder.getStringAttr(unwrap(name)),
      bytes(size), bytes(sizeHint), builder.getI64IntegerAttr(alignment),
      /*section=*/nullptr, /*read_only=*/nullptr, /*external=*/nullptr,
      /*contents=*/nullptr);
  return wrap(pool.getOperation());
}

bool tirOperationIsAPool(MlirOperation operation) {
  return bool(as<PoolOp>(operation));
}

MlirStringRef tirPoolGetName(MlirOperation operation) {
  auto pool = as<PoolOp>(operation);
  return pool ? wrap(pool.getSymName()) : null();
}

int64_t tirPoolGetSize(MlirOperation operation) {
  auto pool = as<PoolOp>(operation);
  IntegerAttr size = pool ? pool.getSizeAttr() : IntegerAttr();
  return size ? size.getInt() : -1;
}

int64_t tirPoolGetSizeHint(MlirOperation operation) {
  auto pool = as<PoolOp>(operation);
  IntegerAttr size = pool ? pool.getSizeHintAttr() : IntegerAttr();
  return size ? size.getInt() : -1;
}

int64_t tirPoolGetAlignment(MlirOperation operation) {
  auto pool = as<PoolOp>(operation);
  return pool ? pool.getAlignment() : 0;
}

MlirStringRef tirPoolGetSection(MlirOperation operation) {
  auto pool = as<PoolOp>(operation);
  return pool ? wrapOptional(pool.getSection()) : null();
}

MlirLogicalResult tirPoolSetSection(MlirOperation operation,
                                    MlirStringRef section) {
  auto pool = as<PoolOp>(operation);
  if (!pool)
    return refuse(operation, "is not a tir.pool");
  pool.setSectionAttr(optionalText(pool, section));
  return wrap(success());
}
