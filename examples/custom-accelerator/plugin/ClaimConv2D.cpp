//===- ClaimConv2D.cpp - Convolutions for the accelerator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "npu.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;

/// The two devices. They are of one kind, so that they share hooks and driver.
/// Each has its own program, so that a kernel runs on only one of them.
struct Device {
  StringRef name, program, kernel;
};
static constexpr Device kDevices[] = {{"npu0", "conv", "npu_conv2d"},
                                      {"npu1", "pointwise", "npu_pointwise"}};
static constexpr llvm::StringLiteral kKind = "npu";
static constexpr llvm::StringLiteral kCommandPool = "npu_commands";

//===----------------------------------------------------------------------===//
// Operators that the accelerator supports
//===----------------------------------------------------------------------===//

using Commands = std::array<int32_t, NPU_NUM_COMMANDS>;

static bool isOf(RankedTensorType type, int64_t rank, unsigned bits) {
  return type && type.hasStaticShape() && type.getRank() == rank &&
         type.getElementType().isInteger(bits);
}

/// Returns the job of a convolution, or std::nullopt if the processor must
/// compute it.
static std::optional<Commands> getCommands(tosa::Conv2DOp op) {
  auto typeOf = [](Value value) { return dyn_cast<RankedTensorType>(value.getType()); };
  RankedTensorType input = typeOf(op.getInput()), weight = typeOf(op.getWeight()),
                   bias = typeOf(op.getBias()), output = typeOf(op.getOutput());
  FailureOr<int64_t> inputZero = op.getInputZeroPoint();
  FailureOr<int64_t> weightZero = op.getWeightZeroPoint();
  if (!isOf(input, 4, 8) || !isOf(weight, 4, 8) || !isOf(bias, 1, 32) || !isOf(output, 4, 32) ||
      input.getDimSize(0) != 1 || bias.getDimSize(0) != output.getDimSize(3) || failed(inputZero) ||
      failed(weightZero))
    return std::nullopt;
  Commands commands = {};
  auto set = [&](std::initializer_list<npu_command> words, ArrayRef<int64_t> values) {
    for (auto [word, value] : llvm::zip(words, values))
      commands[word] = static_cast<int32_t>(value);
  };
  set({NPU_MAGIC}, {NPU_STREAM});
  set({NPU_IN_H, NPU_IN_W, NPU_IN_C}, input.getShape().drop_front());
  set({NPU_OUT_H, NPU_OUT_W, NPU_OUT_C}, output.getShape().drop_front());
  set({NPU_KERNEL_H, NPU_KERNEL_W}, weight.getShape().slice(1, 2));
  set({NPU_PAD_TOP, NPU_PAD_LEFT}, {op.getPad()[0], op.getPad()[2]});
  set({NPU_STRIDE_H, NPU_STRIDE_W}, op.getStride());
  set({NPU_DILATION_H, NPU_DILATION_W}, op.getDilation());
  set({NPU_INPUT_ZERO_POINT, NPU_WEIGHT_ZERO_POINT}, {*inputZero, *weightZero});
  return commands;
}

/// Returns the device whose program fits the job.
static const Device &chooseDevice(const Commands &commands) {
  bool isPointwise = commands[NPU_KERNEL_H] == 1 && commands[NPU_KERNEL_W] == 1 &&
                     commands[NPU_IN_H] == commands[NPU_OUT_H] &&
                     commands[NPU_IN_W] == commands[NPU_OUT_W] && commands[NPU_PAD_TOP] == 0 &&
                     commands[NPU_PAD_LEFT] == 0;
  return kDevices[isPointwise ? 1 : 0];
}

//===----------------------------------------------------------------------===//
// Declarations and calls for tirc
//===----------------------------------------------------------------------===//

/// Declares the device and its kernel, with the arguments of the C function,
/// whose extents may be any.
static void declare(OpBuilder &builder, Location loc, const Device &device) {
  MLIRContext *context = builder.getContext();
  SmallVector<Attribute> hooks;
  for (tir::Hook hook : {tir::Hook::Init, tir::Hook::Activate, tir::Hook::Open, tir::Hook::Close,
                         tir::Hook::Deactivate})
    hooks.push_back(tir::HookAttr::get(context, hook));
  tir::DeviceOp::create(
      builder, loc, builder.getStringAttr(device.name), builder.getStringAttr(kKind),
      /*device_type=*/builder.getI32IntegerAttr(12), builder.getI32IntegerAttr(&device - kDevices),
      builder.getStringAttr(device.program), builder.getArrayAttr(hooks));

  constexpr int64_t any = ShapedType::kDynamic;
  Type i8 = builder.getI8Type(), i32 = builder.getI32Type();
  Type types[] = {MemRefType::get({1, any, any, any}, i8),
                  MemRefType::get({any, any, any, any}, i8),
                  MemRefType::get({any}, i32),
                  MemRefType::get({NPU_NUM_COMMANDS}, i32),
                  MemRefType::get({1, any, any, any}, i32),
                  tir::DeviceContextType::get(context, kKind)};
  auto kernel =
      tir::PrimFuncOp::create(builder, loc, device.kernel, builder.getFunctionType(types, {}));
  kernel.setPrivate();
  kernel.setCallingConvention(tir::CallingConvention::Unpacked);
  kernel.setDevicesAttr(builder.getArrayAttr(FlatSymbolRefAttr::get(context, device.name)));
  StringRef names[] = {"input", "weights", "bias", "commands", "output", "context"};
  for (auto [index, name] : llvm::enumerate(names)) {
    kernel.setArgAttr(index, "tir.name", builder.getStringAttr(name));
    if (name != "context")
      kernel.setEffect(index, name == "output" ? tir::Effect::Write : tir::Effect::Read);
  }
}

/// Replaces the operator by a call of the kernel, on tensors; the commands are
/// bytes of the pool.
static void replaceByCall(tosa::Conv2DOp op, const Device &device, size_t commandOffset) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  MLIRContext *context = builder.getContext();
  auto type = cast<RankedTensorType>(op.getType());
  Value job = tir::PoolViewOp::create(builder, loc,
                                      MemRefType::get({NPU_NUM_COMMANDS}, builder.getI32Type()),
                                      kCommandPool, commandOffset);
  Value npu = tir::GetDeviceContextOp::create(
      builder, loc, tir::DeviceContextType::get(context, kKind), device.name);
  Value output = tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType());
  Value args[] = {op.getInput(), op.getWeight(), op.getBias(), job, output};
  auto call =
      tir::CallExternOp::create(builder, loc, TypeRange(type), device.kernel, args, npu,
                                /*returns_void=*/false, /*num_outs=*/1, /*arg_attrs=*/ArrayAttr(),
                                /*res_attrs=*/ArrayAttr());
  op->replaceAllUsesWith(call);
  op.erase();
}

//===----------------------------------------------------------------------===//
// The pass and the plugin
//===----------------------------------------------------------------------===//

namespace {
struct ClaimConv2DPass : public PassWrapper<ClaimConv2DPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ClaimConv2DPass)

  StringRef getArgument() const final { return "npu-claim-conv2d"; }
  StringRef getDescription() const final {
    return "Convolutions of int8 become calls of the accelerator's kernels";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<tensor::TensorDialect, tir::TIRDialect>();
  }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    SmallVector<int32_t> pool;
    module.walk([&](tosa::Conv2DOp op) {
      std::optional<Commands> commands = getCommands(op);
      if (!commands)
        return;
      size_t offset = pool.size() * sizeof(int32_t);
      pool.append(commands->begin(), commands->end());
      replaceByCall(op, chooseDevice(*commands), offset);
    });
    if (pool.empty())
      return;
    OpBuilder builder(module.getBodyRegion());
    for (const Device &device : kDevices)
      declare(builder, module.getLoc(), device);
    auto contents = DenseElementsAttr::get(
        RankedTensorType::get(int64_t(pool.size()), builder.getI32Type()), ArrayRef(pool));
    tir::PoolOp::create(builder, module.getLoc(), builder.getStringAttr(kCommandPool),
                        /*size=*/IntegerAttr(), /*size_hint=*/IntegerAttr(),
                        builder.getI64IntegerAttr(16), /*section=*/StringAttr(),
                        /*read_only=*/builder.getUnitAttr(), /*external=*/UnitAttr(), contents);
  }
};
} // namespace

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "NPU", "1", [] { PassRegistration<ClaimConv2DPass>(); }};
}
