//===- KernelLaneAttrs.td - The schedule with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELLANEATTRS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELLANEATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_LanesScheduleAttr : AttrDef<Kernel_Dialect, "LanesSchedule"> {
  let mnemonic = "lanes";
  let summary = "computes float channels in the lanes of vectors";
  let description = [{
    A schedule for sums of f32 products on processors with vector instructions:
    convolutions, depthwise convolutions and products with constant matrices.
    Blocks of `pixels` pixels are multiplied with `lanes` output channels at a time
    (`kernel.dot_lanes`), which are the lanes of vectors. Each sum adds its products in
    the order of `#kernel.elementwise`, so that the bits are the same. A step also adds
    biases and a residual, and clamps; whatever else the kernel does with the sums is
    computed element by element, in loops over the channels. An element may have
    several sums, such as a convolution and the shortcut that is added to
    it; a block has the first sums of all elements, then the second ones.

    The weights of `lanes` channels lie together (`kernel.unpack_lanes`); the weights
    of a depthwise convolution stay as they are. The sums of a block lie in an
    argument with `scratch` (`tir-schedule-kernels`), unless one step does all that
    the kernel does with each block.

    Its cost estimate counts cycles of an x86-64.

    Example:

    ```mlir
    tir.prim_func private @pointwise(%x: memref<1x2x2x4xf32> {tir.effect = #tir.effect<read>},
                                     %w: memref<32xf32> {tir.effect = #tir.effect<read>},
                                     %sums: memref<32xf32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
                                     %y: memref<1x2x2x8xf32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.lanes<pixels = 4, lanes = 8>} {
      %in = bufferization.to_tensor %x restrict : memref<1x2x2x4xf32> to tensor<1x2x2x4xf32>
      %weights = kernel.unpack_lanes %w lanes 8 : memref<32xf32> to tensor<8x1x1x4xf32>
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<1x2x2x8xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
      %out = linalg.conv_2d_nhwc_fhwc
          ins(%in, %weights : tensor<1x2x2x4xf32>, tensor<8x1x1x4xf32>)
          outs(%init : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<1x2x2x8xf32>, memref<1x2x2x8xf32>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "the pixels of a block, 1 to 16">:$pixels,
    AttrParameter<"int64_t", "the channels of a block, 4 to 64">:$lanes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kernel_ByteLanesScheduleAttr : AttrDef<Kernel_Dialect, "ByteLanesSchedule"> {
  let mnemonic = "byte_lanes";
  let summary = "computes int8 channels in the lanes of vectors";
  let description = [{
    A schedule for sums of int8 products on an x86-64 with AVX2 or more: convolutions
    and depthwise convolutions whose rescale has a short form for lanes. Blocks of
    `pixels` pixels are multiplied with `lanes` output channels at a time
    (`kernel.dot_byte_lanes`, `kernel.dot_window_lanes`), and rescaled
    (`kernel.requantize_lanes`), in the lanes of vectors. An instruction adds `products`
    products to each lane: 4 where the processor has VPDPBUSD, which takes elements
    without a sign, and 2 with VPMADDWD. Both are exact, so that the sums are the same as
    with `#kernel.elementwise`.

    The weights of `lanes` channels lie together in groups of `products`
    (`kernel.unpack_byte_lanes`). The sums of a block lie in an argument with `scratch`
    (`tir-schedule-kernels`).

    Its cost estimate counts cycles of an x86-64.

    Example:

    ```mlir
    func.func private @pointwise() attributes {schedule = #kernel.byte_lanes<pixels = 6, lanes = 64, products = 4>}
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "the pixels of a block, 1 to 16">:$pixels,
    AttrParameter<"int64_t", "the channels of a block, 8 to 64">:$lanes,
    AttrParameter<"int64_t", "the products that an instruction adds to a lane, 2 or 4">:$products);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELLANEATTRS_TD
