//===- KernelChannelInterfaces.td - What operations do with channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELCHANNELINTERFACES_TD
#define TIR_DIALECT_KERNEL_IR_KERNELCHANNELINTERFACES_TD

include "mlir/IR/Interfaces.td"

def Kernel_ChannelOpInterface : OpInterface<"ChannelOpInterface"> {
  let cppNamespace = "::tir::kernel";
  let description = [{
    An operation on tensors that knows what it does with single channels (the
    last dimension). `tir-fold-constant-channels` asks it which channels are
    constant and which ones are needed, and lets it leave out the others. The
    channels of the operands and results of an operation without this interface
    stay as they are, and nothing is known about its results.

    The pass calls the methods in the order below, each one for all operations
    of a block (`tir/Dialect/TIR/Analysis/ChannelFlow.h`).
  }];
  let methods = [
    InterfaceMethod<[{
        Sets the ranges of the elements of each channel of the results.
        The ranges of the operands are known. Results without ranges have the
        full range of their type.
      }],
      "void", "inferChannelRanges",
      (ins "::tir::ChannelFlow &":$flow),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{ return; }]>,
    InterfaceMethod<[{
        Ties each channel of a result to the channels of operands that must be
        left out together with it, since both are indexed by the same loop.
        Keeps all channels of operands that are neither tied nor kept by the
        next method.
      }],
      "void", "tieChannels", (ins "::tir::ChannelFlow &":$flow)>,
    InterfaceMethod<[{
        Keeps the channels of operands that are needed to compute `channels` of
        a result, besides the tied ones. Each channel that is kept is in
        `channels` in one call; most often, that are all channels of a result.
      }],
      "void", "keepOperandChannels",
      (ins "::tir::ChannelFlow &":$flow, "unsigned":$result,
           "::llvm::ArrayRef<int64_t>":$channels),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{ return; }]>,
    InterfaceMethod<[{
        Changes the operation in place, so that it reads and computes the kept
        channels only: attributes, constants and other operands that each user
        has a copy of (`ChannelFlow::select`). Called if an operand or a result
        has channels that are left out. The types of operands and results change
        after the last call.
      }],
      "void", "selectChannels",
      (ins "::tir::ChannelFlow &":$flow)>,
  ];
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELCHANNELINTERFACES_TD
