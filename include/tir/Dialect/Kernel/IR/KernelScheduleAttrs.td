//===- KernelScheduleAttrs.td - Schedules of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELSCHEDULEATTRS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELSCHEDULEATTRS_TD

include "tir/Dialect/Kernel/IR/KernelDialect.td"
include "tir/Dialect/TIR/IR/TIRScheduleInterfaces.td"

def Kernel_ElementwiseScheduleAttr
    : AttrDef<Kernel_Dialect, "ElementwiseSchedule"> {
  let mnemonic = "elementwise";
  let summary = "computes each element of a kernel's outputs separately";
  let description = [{
    A schedule that works for every kernel, and the reference for all others.
    Each output gets a loop nest with one loop for each dimension. Inside, an
    element is computed from the elements that it needs, with a loop for each
    dimension that is reduced. Values between the kernel's inputs and outputs
    are never stored in memory.

    Its cost estimate is one cycle for each scalar operation, load and store, on
    any CPU.

    Example:

    ```mlir
    tir.prim_func private @negate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.elementwise} {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.negf ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```
  }];
}

def Kernel_JammedScheduleAttr : AttrDef<Kernel_Dialect, "JammedSchedule"> {
  let mnemonic = "jammed";
  let summary = "computes neighbouring elements of a row in the same loops";
  let description = [{
    A schedule for kernels of any type on processors without vector
    instructions: sums of products, minima and maxima of windows, and
    arithmetic on each element. The loops are the same as with
    `#kernel.elementwise`, but the innermost one over an output is unrolled and
    jammed into the loops that it contains. Elements of an output that are next
    to each other, such as the channels of a pixel, then share the loops, and
    what they read at the same place. Each element is computed by the same
    operations in the same order.

    If a kernel reduces nothing and reads elements where it writes them, it has
    one loop over all elements. A shift that is followed by a clamp to a signed
    number of 8 or 16 bits becomes `kernel.requantize`. What copies rows as they
    are is not unrolled: compilers call `memcpy` for it.

    With `words`, the processor has Arm's DSP instructions: the maxima and the sums
    of windows of int8 elements are steps for four neighbouring elements, which a
    word has (`dsp_max_window`, `dsp_max_border`, `dsp_sum_window`). Where windows at the
    border of an input are cut, the others have a loop of their own.

    Elements that are left at the end of a row are computed one by one.

    Its cost estimate is two thirds of the estimate of `#kernel.elementwise`, or a
    third with `words`.

    Source: upstream's `loopUnrollJamByFactor` does the work.

    Example:

    ```mlir
    tir.prim_func private @product(%x: memref<3x8xf32> {tir.effect = #tir.effect<read>},
                                   %w: memref<8x4xf32> {tir.effect = #tir.effect<read>},
                                   %y: memref<3x4xf32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.jammed<elements = 4>} {
      %in = bufferization.to_tensor %x restrict : memref<3x8xf32> to tensor<3x8xf32>
      %weights = bufferization.to_tensor %w restrict : memref<8x4xf32> to tensor<8x4xf32>
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<3x4xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x4xf32>) -> tensor<3x4xf32>
      %out = linalg.matmul ins(%in, %weights : tensor<3x8xf32>, tensor<8x4xf32>)
          outs(%init : tensor<3x4xf32>) -> tensor<3x4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<3x4xf32>, memref<3x4xf32>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "the elements computed together, 2 to 16">:$elements,
    DefaultValuedParameter<"bool", "false",
        "whether four int8 elements are maxima or sums in a word">:$words);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kernel_RowwiseScheduleAttr : AttrDef<Kernel_Dialect, "RowwiseSchedule"> {
  let mnemonic = "rowwise";
  let summary = "computes one row after the other, in steps";
  let description = [{
    A schedule for kernels with `kernel.keep`, such as a softmax. The outer loops
    are those over the dimensions `rows` of the output. Inside, each kept tensor
    and then the output are computed for this row, by the loops of
    `#kernel.elementwise`. The elements of a kept tensor are in scratch memory of
    the size of one row, or in a scalar if it has one element for each row.
    Without `rows`, the whole output is one row.

    Each element of a kept tensor must be read only for the row that it belongs
    to. The provider finds the dimensions of the output for which this holds.

    `tir-schedule-kernels` declares in `distances` of `tir.port` that the output may be
    written over an input of which each row is read before the same row of the
    output is stored.

    Its cost estimate is the same as for `#kernel.elementwise`, with each element
    of a kept tensor computed once.

    Example:

    ```mlir
    tir.prim_func private @normalize(%x: memref<4x8xf32> {tir.effect = #tir.effect<read>},
                                     %y: memref<4x8xf32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.rowwise<rows = [0]>} {
      %in = bufferization.to_tensor %x restrict : memref<4x8xf32> to tensor<4x8xf32>
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<4xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      %sum = linalg.reduce {arith.addf} ins(%in : tensor<4x8xf32>) outs(%init : tensor<4xf32>)
          dimensions = [1]
      %kept = kernel.keep %sum : tensor<4xf32>
      %all = tensor.empty() : tensor<4x8xf32>
      %sums = linalg.broadcast ins(%kept : tensor<4xf32>) outs(%all : tensor<4x8xf32>)
          dimensions = [1]
      %out = linalg.div ins(%in, %sums : tensor<4x8xf32>, tensor<4x8xf32>)
          outs(%all : tensor<4x8xf32>) -> tensor<4x8xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4x8xf32>, memref<4x8xf32>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t", "the dimensions of the output that number the rows">:$rows);
  let assemblyFormat = "(`<` `rows` `=` `[` $rows^ `]` `>`)?";
}

def Kernel_BlockedScheduleAttr : AttrDef<Kernel_Dialect, "BlockedSchedule"> {
  let mnemonic = "blocked";
  let summary = "computes a block of pixels and output channels in registers";
  let description = [{
    A schedule for convolutions of int8 tensors with constant weights on
    processors with Arm's DSP instructions. The pixels of a block are widened to
    16 bits once (`kernel.widen_bytes`) and multiplied with pair after pair of
    output channels (`kernel.dot_pairs`). A block of one pixel whose elements follow
    each other, as in a fully connected layer, is read as it is
    (`kernel.dot_pixel`). Whatever the kernel does with the sums is computed
    element by element, as by `#kernel.elementwise`.

    A depthwise convolution with a window of 3 x 3 is computed row by row, or two
    rows at a time if they are neighbours in the input: the rows of the windows
    are widened for four channels at a time (`kernel.widen_rows`), and a block of
    pixels is computed for each of these channels (`kernel.dot_columns`), whose
    weights are loaded once (`kernel.load_taps`). A block of one row is the whole
    row or an even number of pixels if they are an odd number of columns apart. More
    than six pixels are computed and stored one or two at a time
    (`kernel.dot_next_columns`).
    With another window, four channels and one or two pixels are computed at a
    time (`kernel.dot_taps`).

    All but those that use `kernel.dot_taps` have their weights in the layout of
    `kernel.dot_pairs` or `kernel.load_taps`, subtract no zero points, and have an
    argument with `scratch` for the widened words, if there are any
    (`tir-schedule-kernels`).

    Its cost estimate counts the cycles of a Cortex-M4 without wait states.

    Example:

    ```mlir
    tir.prim_func private @pointwise(%x: memref<1x2x3x4xi8> {tir.effect = #tir.effect<read>},
                                     %w: memref<2xi32> {tir.effect = #tir.effect<read>},
                                     %scratch: memref<6xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
                                     %y: memref<1x2x3x2xi32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.blocked<pixels = 3>} {
      %in = bufferization.to_tensor %x restrict : memref<1x2x3x4xi8> to tensor<1x2x3x4xi8>
      %weights = kernel.unpack_pairs %w segment 4 : memref<2xi32> to tensor<2x1x1x4xi8>
      %zero = arith.constant 0 : i32
      %empty = tensor.empty() : tensor<1x2x3x2xi32>
      %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
      %out = linalg.conv_2d_nhwc_fhwc_q
          ins(%in, %weights, %zero, %zero : tensor<1x2x3x4xi8>, tensor<2x1x1x4xi8>, i32, i32)
          outs(%init : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<1x2x3x2xi32>, memref<1x2x3x2xi32>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "the pixels of a block, 1 to 12">:$pixels);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kernel_ScalarScheduleAttr : AttrDef<Kernel_Dialect, "ScalarSchedule"> {
  let mnemonic = "scalar";
  let summary = "computes blocks in registers by multiplications of single elements";
  let description = [{
    A schedule for convolutions of int8 tensors with constant weights on
    processors that multiply one element at a time, such as a Cortex-M3 or a
    RISC-V without vectors. Blocks of one or two pixels are multiplied with four
    output channels at a time, or one pixel with 8 or 16 `channels`
    (`kernel.dot_block`); the weights of these channels lie together
    (`kernel.unpack_channels`). A depthwise convolution is computed channel by channel,
    in blocks of up to four pixels (`kernel.dot_strip`). Elements are read where they
    are, so that the schedule needs no memory. Whatever the kernel does with the
    sums is computed element by element, as by `#kernel.elementwise`.

    Blocks at the left and right border of an input with padding have one pixel.
    With `excess`, 128 was added to the weights of all but depthwise convolutions.
    With `raised`, too, and the window of a pixel is written to a buffer first with
    128 added to each element (`kernel.raise_elements`), so that loads need no sign,
    and the sum of a pixel's elements is computed once (`kernel.dot_raised`). With `pairs` as well, a
    multiplication gives the products of two channels.

    It subtracts no zero points: the biases contain them
    (`tir-schedule-kernels`). With `raised`, the zero point is -128.

    Its cost estimate counts instructions of a Cortex-M3.

    Example:

    ```mlir
    tir.prim_func private @pointwise(%x: memref<1x2x3x4xi8> {tir.effect = #tir.effect<read>},
                                     %w: memref<16xi8> {tir.effect = #tir.effect<read>},
                                     %y: memref<1x2x3x2xi32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.scalar<pixels = 2>} {
      %in = bufferization.to_tensor %x restrict : memref<1x2x3x4xi8> to tensor<1x2x3x4xi8>
      %weights = kernel.unpack_channels %w group 4 : memref<16xi8> to tensor<2x1x1x4xi8>
      %zero = arith.constant 0 : i32
      %empty = tensor.empty() : tensor<1x2x3x2xi32>
      %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
      %out = linalg.conv_2d_nhwc_fhwc_q
          ins(%in, %weights, %zero, %zero : tensor<1x2x3x4xi8>, tensor<2x1x1x4xi8>, i32, i32)
          outs(%init : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<1x2x3x2xi32>, memref<1x2x3x2xi32>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "the pixels of a block, 1 to 4">:$pixels,
    DefaultValuedParameter<"bool", "false",
        "whether 128 was added to the weights">:$excess,
    DefaultValuedParameter<"int64_t", "4",
        "the output channels of a block">:$channels,
    DefaultValuedParameter<"bool", "false",
        "whether 128 is added to the elements, too">:$raised,
    DefaultValuedParameter<"bool", "false",
        "whether weights have 16 bits, so that words are two channels">:$pairs);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kernel_PortableScheduleAttr : AttrDef<Kernel_Dialect, "PortableSchedule"> {
  let mnemonic = "portable";
  let summary = "computes blocks of pixels by loops that compilers vectorise";
  let description = [{
    A schedule for convolutions of int8 tensors with constant weights on
    processors with vector instructions, such as x86-64, AArch64 and Cortex-M55,
    or on processors that are not known. The pixels of a block are widened to 16 bits
    once (`kernel.widen_elements`) and multiplied with 16 output channels at a time
    (`kernel.dot_rows`). A depthwise convolution is computed up to 64 channels at a
    time (`kernel.dot_window`). Whatever the kernel does with the sums is computed
    element by element, in loops over the channels. With `integers`, this has no
    doubles, which vectors of an Armv8.1-M do not have.

    A kernel with this schedule has its weights as `memref<RxSxi8>`: R output
    channels of S products, or R positions of a depthwise window with S channels.
    The products of an output channel end with zeros, so that S is a multiple of
    16. It subtracts no zero points. It has arguments with `scratch` for the sums
    of a block, its pixels (unless it is depthwise), and the padding of a
    depthwise window, in this order (`tir-schedule-kernels`).

    Its cost estimate counts instructions of an x86-64 with SSE2, or of a
    Cortex-M55.

    Example:

    ```mlir
    tir.prim_func private @pointwise(%x: memref<1x2x2x4xi8> {tir.effect = #tir.effect<read>},
                                     %w: memref<2x16xi8> {tir.effect = #tir.effect<read>},
                                     %sums: memref<8xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
                                     %pixels: memref<64xi16> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
                                     %y: memref<1x2x2x2xi32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.portable<pixels = 4>} {
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
    AttrParameter<"int64_t", "the pixels of a block, 1 to 8">:$pixels,
    DefaultValuedParameter<"bool", "false",
        "whether sums are rescaled by integers only">:$integers);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELSCHEDULEATTRS_TD
