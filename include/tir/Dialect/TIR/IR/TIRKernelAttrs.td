//===- TIRKernelAttrs.td - Attributes that describe kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRKERNELATTRS_TD
#define TIR_DIALECT_TIR_IR_TIRKERNELATTRS_TD

include "tir/Dialect/TIR/IR/TIRAttrParameters.td"

def TIR_KernelAttr : TIR_RecordAttr<"Kernel", "kernel"> {
  let summary = "what a kernel computes, and what is known of its code";
  let description = [{
    A function has it as the `kernel` of `tir.function`. A function with a
    `place` computes a layer of the model, and buffers that it gets do not
    overlap unless `noalias` in `tir.port` says so. Other functions have only figures: a declaration says
    how many `macs` a call takes, for the report.

    Passes add what they know: `tir-outline-kernels` the place and the
    operations, `tir-merge-kernels` the kernels that share the function,
    `tir-schedule-kernels` the cycles, `tir-lower-kernels` the summary and the
    blocks, both of which become a comment in C.

    Invariants: at least one parameter is there; `fused`, `kind` and `shared_by`
    belong to a `place`; `fused` and `shared_by` are strings, and at least two
    kernels share a function; `macs` and `cycles` are at least 0.

    Example:

    ```mlir
    tir.prim_func private @conv_3(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.function = #tir.function<kernel = <
            fused = ["conv2d#3", "clamp#1"], kind = "convolution", macs = 144,
            place = "conv2d#3">>} {
      memref.copy %x, %y : memref<4xi8> to memref<4xi8>
      tir.return
    }
    ```
  }];
  let parameters = (ins
    TIR_OptionalStringParameter<
        "how many outputs its schedule computes together, and in which order it reads the weights">
      :$blocks,
    TIR_ListParameter<"::tir::FoldedChannelsAttr",
        "the channels of the result of each kernel that shares the function">:$channels,
    TIR_CountParameter<
        "the cycles that one call takes, as its schedule estimates them">:$cycles,
    OptionalParameter<"::mlir::ArrayAttr",
        "the places of all operations in it, or in all kernels that share it">:$fused,
    TIR_OptionalStringParameter<
        "what its main operation is, such as convolution">:$kind,
    TIR_CountParameter<"the multiply-accumulates of one call">:$macs,
    TIR_OptionalStringParameter<
        "the operation of the source model, such as conv2d#3">:$place,
    OptionalParameter<"::mlir::FlatSymbolRefAttr",
        "the function that computes one row of its output (`tir-make-row-kernels`)">
      :$row_kernel,
    OptionalParameter<"::mlir::ArrayAttr",
        "the places of all kernels that were merged into it">:$shared_by,
    OptionalParameter<"::mlir::FlatSymbolRefAttr",
        "the kernel of which it is the second part (`tir-split-sums`)">:$split_from,
    TIR_OptionalStringParameter<
        "what it computes, from what, with which window">:$summary);
  let genVerifyDecl = 1;
}

def TIR_LayerAttr : TIR_RecordAttr<"Layer", "layer"> {
  let summary = "the operations of the model that a call computes";
  let description = [{
    A call of a kernel that other layers share has it as the `layer` of
    `tir.call` (`tir-merge-kernels`). Without it, the call computes what `#tir.kernel` says
    of the kernel.

    Invariants: `fused` are strings.

    Example:

    ```mlir
    tir.prim_func private @scale(%x: memref<4xi8>) {
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8>) {
      tir.call_tir @scale(%x) {tir.call = #tir.call<layer = <fused = ["mul#1"], place = "mul#1">>}
        : (memref<4xi8>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::ArrayAttr", "the places of all operations in it">:$fused,
    TIR_StringParameter<"the operation of the source model">:$place);
  let genVerifyDecl = 1;
}

def TIR_ExposedAttr : TIR_RecordAttr<"Exposed", "exposed"> {
  let summary = "the kernel whose result an output of the model is";
  let description = [{
    An argument that `tir-expose-kernels` adds to the main function has it as
    `exposed` in `tir.port`, so that two programs can be compared kernel by kernel.

    Invariants: `reads` are strings.

    Example:

    ```mlir
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
        %relu: memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "relu",
          tir.port = #tir.port<exposed = <kernel = "relu", place = "clamp#0", reads = []>>}) {
      memref.copy %x, %relu : memref<4xi8> to memref<4xi8>
      tir.return
    }
    ```
  }];
  let parameters = (ins
    TIR_StringParameter<"the name of the kernel, or of the operation around its calls">
      :$kernel,
    TIR_StringParameter<"its place in the model">:$place,
    AttrParameter<"::mlir::ArrayAttr",
        "the names of the outputs whose values it reads">:$reads);
  let genVerifyDecl = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRKERNELATTRS_TD
