//===- TIRPortAttrs.td - What is known of arguments, calls and globals
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRPORTATTRS_TD
#define TIR_DIALECT_TIR_IR_TIRPORTATTRS_TD

include "tir/Dialect/TIR/IR/TIRAttrParameters.td"

def TIR_PortAttr : TIR_RecordAttr<"Port", "port"> {
  let summary = "what is known of an argument or a result, beside its effect";
  let description = [{
    An argument or a result of a function carries it as `tir.port`, and so does
    the `memref.alloc` that was an argument of the main function
    (`tir-allocate-arguments`).

    - What the application knows of an input or an output: its `encoding`, the
      `normalization` that the application applies (`tir-cut-normalization`),
      its elements in the model's file if it is a `weight` (`tir-expose-weights`),
      the kernel that it is the result of (`exposed`, `tir-expose-kernels`), the
      variable whose value it is at the start of a run (argument) or at its end
      (result) (`value_of`), and whether a run leaves other data in it
      (`overwritten`, `tir-plan-memory`).
    - Its memory: the application's `pool` that provides it and its `alignment`,
      or the `pools` that a kernel reaches; without that, it reaches all. With
      `noalias`, no other argument of a call shares its memory (C's `restrict`),
      which is the default in kernels. `distances` are pairs of the number of
      an argument that is read, and the fewest bytes by which it begins after
      this one if both share memory, negative if it may begin before.
    - How C declares it: by its `c_type`, where `int` is not `int32_t`, or as a
      pointer to the struct `c_struct`; and the `device` whose context it is.

    Invariants: at least one parameter is there; a result has only an `encoding`
    and `value_of`; `normalization` has the keys `bias`, `scale` and `shift`;
    only a buffer that is written has `distances`, which name buffers that are
    read; `value_of` names a `memref.global` that is a variable; only an
    allocation has an `argument`.

    Example:

    ```mlir
    tir.prim_func private @scale(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                 %y: memref<4xi8> {tir.effect = #tir.effect<write>,
                                   tir.port = #tir.port<distances = [0, 0]>}) {
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x",
                          tir.port = #tir.port<alignment = 16,
                            encoding = <scale = 5.000000e-01 : f64, zero_point = 3>>}) {
      tir.return
    }
    ```
  }];
  let parameters = (ins
    TIR_CountParameter<"the alignment of its memory">:$alignment,
    OptionalParameter<"::mlir::DictionaryAttr",
        "the attributes of the argument that an allocation was">:$argument,
    TIR_OptionalStringParameter<"the struct in C that it points to">:$c_struct,
    TIR_OptionalStringParameter<"its type in C">:$c_type,
    TIR_OptionalStringParameter<"the device whose context it is">:$device,
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
        "how close arguments that are read may be">:$distances,
    OptionalParameter<"::tir::EncodingAttr",
        "how its elements encode their values">:$encoding,
    OptionalParameter<"::tir::ExposedAttr",
        "the kernel whose result that output is">:$exposed,
    TIR_OptionalParameter<"bool", "whether no other argument shares its memory">:$noalias,
    OptionalParameter<"::mlir::DictionaryAttr",
        "how the application makes its elements">:$normalization,
    TIR_FlagParameter<"whether a run leaves other data in it">:$overwritten,
    TIR_OptionalStringParameter<
        "the pool of the application that provides its memory">:$pool,
    OptionalParameter<"::mlir::ArrayAttr", "the pools that a kernel reaches">:$pools,
    OptionalParameter<"::mlir::FlatSymbolRefAttr", "the variable whose value it is">
      :$value_of,
    OptionalParameter<"::mlir::ElementsAttr",
        "the numbers in the model's file of an input that is a weight">:$weight);
  let genVerifyDecl = 1;
}

def TIR_CallAttr : TIR_RecordAttr<"Call", "call"> {
  let summary = "what is known of a call, or of an operation that becomes one";
  let description = [{
    A call carries it as `tir.call`, and so does the operation on tensors that
    `tir-outline-kernels` makes a call of.

    - `channels`: which channels of the result are computed, and which have the
      same value for every input.
    - `device`: the devices whose contexts it passes, for messages.
    - `hook`: it calls a hook of a device or of a measurement, not a kernel.
    - `layer`: the operations of the model that it computes, if other layers
      share its kernel (`tir-merge-kernels`).
    - `reported`: the callee reports its own errors.
    - `stage`: `tir-extract-calls` moves the calls that share this name into a
      function.

    While one pass works on a module, it may leave a `note` for itself on any
    operation. No pass leaves one to the next.

    Invariants: at least one parameter is there.

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
    OptionalParameter<"::tir::FoldedChannelsAttr",
        "which channels of the result are computed">:$channels,
    TIR_OptionalStringParameter<"the devices whose contexts are passed">:$device,
    TIR_FlagParameter<"whether it calls a hook">:$hook,
    OptionalParameter<"::tir::LayerAttr",
        "the operations of the model that it computes">:$layer,
    OptionalParameter<"::mlir::Attribute", "what a pass remembers of it">:$note,
    TIR_FlagParameter<"whether the callee reports its own errors">:$reported,
    TIR_OptionalStringParameter<"the function that it is to be moved into">:$stage);
  let genVerifyDecl = 1;
}

def TIR_FunctionAttr : TIR_RecordAttr<"Function", "function"> {
  let summary = "what is known of a function";
  let description = [{
    A function carries it as `tir.function`; in modules of EmitC and LLVM, it is
    there as text.

    - `always_inline`: compilers always inline this private `func.func` into its
      callers.
    - `entry`: how callers outside of the module reach it.
    - `extracted`: `tir-extract-calls` created it.
    - `kernel`: what it computes, and what is known of its code.

    Invariants: at least one parameter is there.

    Example:

    ```mlir
    tir.prim_func private @npu_add(memref<4xi8>, memref<4xi8>)
        attributes {calling_convention = #tir.calling_convention<unpacked>,
                    tir.function = #tir.function<kernel = <macs = 4>>}
    ```
  }];
  let parameters = (ins
    TIR_FlagParameter<"whether compilers always inline it">:$always_inline,
    OptionalParameter<"::tir::EntryAttr",
        "how callers outside of the module reach it">:$entry,
    TIR_FlagParameter<"whether `tir-extract-calls` created it">:$extracted,
    OptionalParameter<"::tir::KernelAttr", "what it computes">:$kernel);
  let genVerifyDecl = 1;
}

def TIR_GlobalAttr : TIR_RecordAttr<"Global", "global"> {
  let summary = "what is known of a global";
  let description = [{
    A global carries it as `tir.global`: a `memref.global`, and the global of
    EmitC or LLVM that is made of it. In the latter, it is there as text.

    Invariants: at least one parameter is there.

    Example:

    ```mlir
    memref.global "private" @count : memref<1xi32> = dense<0> {tir.global = #tir.global<variable = true>}
    memref.global "private" constant @table : memref<4xi8> = dense<1> {tir.global = #tir.global<section = ".tcm">}
    ```
  }];
  let parameters = (ins
    TIR_CountParameter<"its alignment, where the operation itself has none">:$alignment,
    TIR_OptionalStringParameter<"the function whose handle it keeps">:$function,
    TIR_OptionalStringParameter<"the section of the linker script that contains it">
      :$section,
    TIR_FlagParameter<
        "whether it is the initial value of a variable, which keeps its value from run to run">
      :$variable);
  let genVerifyDecl = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRPORTATTRS_TD
