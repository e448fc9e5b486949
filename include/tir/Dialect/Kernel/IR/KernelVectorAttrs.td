//===- KernelVectorAttrs.td - The schedule of steps that are written as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELVECTORATTRS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELVECTORATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_VectorScheduleAttr : AttrDef<Kernel_Dialect, "VectorSchedule"> {
  let mnemonic = "vector";
  let summary = "computes blocks of pixels by steps that are written as C";
  let description = [{
    A schedule for convolutions of int8 tensors with constant weights on
    processors for which `lib/Steps` has a folder, such as `mve` for a
    Cortex-M55. Blocks of up to three pixels are multiplied with up to 64 output
    channels at a time (`F_dot_rows`, where F is `family`). The windows of a
    convolution are read where they are if their rows are whole vectors
    (`F_dot_segments`). Others are copied into rows first (`F_copy_row`), unless
    their elements follow each other in the input. A depthwise convolution whose
    windows have up to four rows and columns is computed for up to six pixels and
    32 channels at a time (`F_interleave_rows`, `F_dot_columns`), and any other
    pixel by pixel (`F_dot_window`). If all that the kernel does with the sums is a
    rescale to int8, several channels are rescaled at a time: as TOSA does
    (`F_rescale`), or in a shorter form with a shift for each channel
    (`F_requantize`). A sum of two products with another tensor may follow
    (`F_add_elements`). Anything else is computed element by element.

    A kernel with this schedule has its weights as `memref<RxSxi8>`: R output
    channels of S products, R positions of a depthwise window with S channels, or
    R channels with the four rows of each of up to four columns of a depthwise
    window. The products of an output channel end with zeros, so that S is a
    multiple of 16. It subtracts no zero points. It has arguments with `scratch` for
    the sums of a block, the words of columns, the copied rows, the padding of a
    depthwise window, and the rescaled elements, in this order, as far as it needs
    them (`tir-schedule-kernels`).

    Its cost estimate counts the instructions of the steps.

    Example:

    ```mlir
    tir.prim_func private @pointwise(%x: memref<1x2x2x4xi8> {tir.effect = #tir.effect<read>},
                                     %w: memref<2x16xi8> {tir.effect = #tir.effect<read>},
                                     %sums: memref<6xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
                                     %y: memref<1x2x2x2xi32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.vector<family = "mve", pixels = 3>} {
      %in = bufferization.to_tensor %x restrict : memref<1x2x2x4xi8> to tensor<1x2x2x4xi8>
      %rows = bufferization.to_tensor %w restrict : memref<2x16xi8> to tensor<2x16xi8>
      %row = tensor.extract_slice %rows[0, 0] [2, 4] [1, 1] : tensor<2x16xi8> to tensor<2x4xi8>
      %weights = tensor.expand_shape %row [[0], [1, 2, 3]] output_shape [2, 1, 1, 4]
          : tensor<2x4xi8> into tensor<2x1x1x4xi8>
      %zero = arith.constant 0 : i32
      %empty = tensor.empty() : tensor<1x2x2x2xi32>
      %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
      %out = linalg.conv_2d_nhwc_fhwc_q
          ins(%in, %weights, %zero, %zero : tensor<1x2x2x4xi8>, tensor<2x1x1x4xi8>, i32, i32)
          outs(%init : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<1x2x2x2xi32>, memref<1x2x2x2xi32>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    StringRefParameter<"the folder of the steps">:$family,
    AttrParameter<"int64_t", "the pixels of a block, 1 to 6">:$pixels);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELVECTORATTRS_TD
