//===- TIRModelAttrs.td - Attributes that describe a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRMODELATTRS_TD
#define TIR_DIALECT_TIR_IR_TIRMODELATTRS_TD

include "tir/Dialect/TIR/IR/TIRAttrParameters.td"

def TIR_ModelAttr : TIR_RecordAttr<"Model", "model"> {
  let summary = "name, origin and memory plan of a model";
  let description = [{
    The public function of a model carries it as `tir.model`, with its `name`,
    its `source` and, from `tir-plan-memory` on, its `plan`. A module carries it
    with what is true of all of its models: `packed_constants`
    (`tir-widen-storage`), or the interfaces of the models in the `registry` that
    is to be made of it.

    Invariants: at least one parameter is there; `name` consists of letters,
    digits and `_`, since names in C begin with it; `registry` and
    `packed_constants` belong to a module, and the others to a function.

    Example:

    ```mlir
    tir.prim_func @main(%x: memref<4xi8>)
        attributes {tir.model = #tir.model<name = "net", source = "net.tflite">} {
      tir.return
    }
    ```
  }];
  let parameters = (ins
    TIR_OptionalStringParameter<"the model's name">:$name,
    TIR_FlagParameter<
        "whether constants of at most 4 bits are stored with several in a byte">
      :$packed_constants,
    OptionalParameter<"::tir::PlanAttr", "its memory plan">:$plan,
    OptionalParameter<"::mlir::ArrayAttr",
        "the `tir.interface` of each model in the registry to be made">:$registry,
    TIR_OptionalStringParameter<"the file that it came from">:$source);
  let genVerifyDecl = 1;
}

def TIR_EncodingAttr : TIR_RecordAttr<"Encoding", "encoding"> {
  let summary = "how the elements of an input or output encode their values";
  let description = [{
    An argument or a result of the main function has it as the `encoding` of `tir.port`.
    The value of a quantised element is `scale` * (element - `zero_point`). If
    the elements in memory are wider than their type or have no sign, `type` is
    that type: `i4`, `i48`, `ui8`.

    Invariants: at least one parameter is there, and `zero_point` belongs to a
    `scale`.

    Example:

    ```mlir
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>,
        tir.port = #tir.port<encoding = <scale = 5.000000e-01 : f64, type = ui8, zero_point = 128>>}) {
      tir.return
    }
    ```
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::FloatAttr", "the difference of two neighbouring values">
      :$scale,
    OptionalParameter<"::mlir::Type", "the type that the elements have in the model">:$type,
    TIR_OptionalParameter<"int64_t", "the element of the value 0">:$zero_point);
  let extraClassDeclaration = [{
    /// Return what `encoding` says, which may be null, and a type or a
    /// quantisation beside it.
    static EncodingAttr withType(EncodingAttr encoding, ::mlir::Type type);
    static EncodingAttr withQuantization(EncodingAttr encoding,
                                         ::mlir::FloatAttr scale,
                                         int64_t zeroPoint);
  }];
  let genVerifyDecl = 1;
}

def TIR_EntryAttr : TIR_RecordAttr<"Entry", "entry"> {
  let summary = "how callers outside of the module reach a function";
  let description = [{
    A function that the application, a registry of functions or a loader of
    shared libraries calls has it as the `entry` of `tir.function`.

    Invariants: at least one parameter is there, `extra_args` is at least 0, and
    `registry_name` is not empty.

    Example:

    ```mlir
    tir.prim_func private @run_packed(%x: memref<4xi8>)
        attributes {calling_convention = #tir.calling_convention<packed>, registered,
                    tir.function = #tir.function<entry = <extra_args = 1, registry_name = "net_run">>} {
      tir.return
    }
    ```
  }];
  let parameters = (ins
    TIR_CountParameter<
        "how many additional arguments may follow in a packed call; they are ignored">
      :$extra_args,
    TIR_FlagParameter<"whether it exists only for loaders of shared libraries">
      :$for_loaders,
    TIR_FlagParameter<"whether it is the packed function that loaders call">
      :$is_loaded,
    TIR_OptionalStringParameter<"its name in a registry of functions">
      :$registry_name,
    TIR_FlagParameter<
        "whether it checks neither the number nor the type codes of its arguments">
      :$trusts_caller);
  let genVerifyDecl = 1;
}

def TIR_FoldedChannelsAttr : TIR_RecordAttr<"FoldedChannels", "channels"> {
  let summary = "which channels of a result are computed";
  let description = [{
    Says which channels of the result the buffer has, and which of them have the
    same value for every input. An operation on tensors and a call of a kernel
    have it as the `channels` of `tir.call`, and `#tir.kernel` lists the channels of all
    kernels that share the function.

    Invariants: the lists are sorted and name channels from 0 to `count` - 1;
    `constant`, `high`, `low` and `values` have the same length.

    Example:

    ```mlir
    tir.prim_func private @f(%x: memref<1x3xi8>) {
      tir.return
    }
    tir.prim_func @main(%x: memref<1x3xi8>) {
      tir.call_tir @f(%x) {tir.call = #tir.call<channels = <
          computed = [0, 1, 3], constant = [2], count = 4,
          high = [9], low = [-5], values = [0]>>}
        : (memref<1x3xi8>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
        "the channels that the buffer has; without it, all">:$computed,
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
        "the channels with one value for every input">:$constant,
    TIR_IntParameter<"the channels in the model">:$count,
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
        "the largest value of what each constant channel is computed from">:$high,
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
        "the smallest value of what each constant channel is computed from">:$low,
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
        "the value of each constant channel">:$values);
  let genVerifyDecl = 1;
}

def TIR_PlannedArgumentAttr
    : TIR_RecordAttr<"PlannedArgument", "planned_argument"> {
  let summary = "an input or output of a model that lies in a pool";
  let description = [{
    A row of `arguments` in `#tir.plan`, with `--io=pool`.

    Invariants: `kind` is "input" or "output"; `type` has a static shape and the
    identity layout; `offset` is at least 0.

    Example:

    ```mlir
    #argument = #tir.planned_argument<attributes = {tir.name = "x"}, kind = "input",
                                    offset = 0, pool = "workspace", type = memref<4xi8>>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::mlir::DictionaryAttr",
        "the attributes that the argument had">:$attributes,
    TIR_StringParameter<"whether it is an input or an output">:$kind,
    TIR_IntParameter<"the bytes in front of it">:$offset,
    TIR_StringParameter<"the pool that contains it">:$pool,
    TypeParameter<"::mlir::MemRefType", "its type in memory">:$type);
  let extraClassDeclaration = [{
    bool isInput() const { return getKind().getValue() == "input"; }
  }];
  let genVerifyDecl = 1;
}

def TIR_PlannedBufferAttr : TIR_RecordAttr<"PlannedBuffer", "planned_buffer"> {
  let summary = "the place and the lifetime of a buffer";
  let description = [{
    A row of `buffers` in `#tir.plan`.

    Example:

    ```mlir
    #buffer = #tir.planned_buffer<alignment = 16, bytes = 64, first = 0, last = 2, name = "step",
                                offset = 0, pool = "workspace">
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "1", "its alignment in bytes">:$alignment,
    TIR_IntParameter<"its size">:$bytes,
    TIR_IntParameter<"the first step at which it lives">:$first,
    TIR_IntParameter<"the last step at which it lives">:$last,
    TIR_StringParameter<"the name of the buffer">:$name,
    TIR_IntParameter<"the bytes in front of it">:$offset,
    OptionalParameter<"::mlir::ArrayAttr",
        "the names of the buffers that it overwrites while they are read">:$over,
    TIR_StringParameter<"the pool that contains it">:$pool,
    TIR_OptionalParameter<"int64_t",
        "the rows of a tensor that it contains at a time">:$rows,
    TIR_OptionalParameter<"int64_t", "the rows that this tensor has">:$tensor_rows);
}

def TIR_PlannedLoopAttr : TIR_RecordAttr<"PlannedLoop", "planned_loop"> {
  let summary = "the steps of a loop in the main function";
  let description = [{
    A row of `loops` in `#tir.plan`.

    Example:

    ```mlir
    #loop = #tir.planned_loop<first = 0, last = 4, turns = 9>
    ```
  }];
  let parameters = (ins
    TIR_IntParameter<"the first step in the loop">:$first,
    TIR_IntParameter<"the last step in the loop">:$last,
    TIR_OptionalParameter<"int64_t", "the turns of a loop by rows">:$turns);
}

def TIR_PlannedPoolAttr : TIR_RecordAttr<"PlannedPool", "planned_pool"> {
  let summary = "a pool of memory";
  let description = [{
    A row of `pools` or `constant_pools` in `#tir.plan`. The module declares the
    pool as a `memref.global` of its name until `tir-place-workspace` passes or
    allocates its memory.

    Invariants: `bytes` is at least 0, and `alignment` at least 1; `contents`
    are that many elements of 8 bits.

    Example:

    ```mlir
    #pool = #tir.planned_pool<alignment = 16, bytes = 64, name = "workspace">
    ```
  }];
  let parameters = (ins
    TIR_IntParameter<"its alignment in bytes">:$alignment,
    TIR_IntParameter<"its size">:$bytes,
    OptionalParameter<"::mlir::DenseElementsAttr",
        "the bytes that the application puts there, before any call">:$contents,
    TIR_FlagParameter<"whether the application provides the memory">:$external,
    TIR_OptionalParameter<"int64_t",
        "the bytes between its size and the lower bound">:$gap,
    TIR_OptionalParameter<"int64_t", "the argument whose memory it is">:$input,
    TIR_OptionalParameter<"int64_t", "the most bytes that it may have">:$limit,
    TIR_OptionalParameter<"int64_t", "what no plan can go below">:$lower_bound,
    TIR_OptionalStringParameter<"how the plan was found">:$method,
    TIR_StringParameter<"the name of the pool">:$name,
    TIR_OptionalParameter<"bool", "whether no smaller plan exists">:$optimal,
    TIR_OptionalStringParameter<"the section that contains it">:$section);
  let extraClassDeclaration = [{
    /// Returns whether the application provides the pool.
    bool isOfApplication() const { return getContents() || getExternal(); }
    /// Returns the same pool in another section.
    PlannedPoolAttr withSection(::mlir::StringAttr section) const;
  }];
  let genVerifyDecl = 1;
}

def TIR_PlannedStepAttr : TIR_RecordAttr<"PlannedStep", "planned_step"> {
  let summary = "a step of the main function";
  let description = [{
    A row of `steps` in `#tir.plan`: a call of a kernel, or an operation such as
    `memref.copy`. Each byte that it accesses counts once.

    Example:

    ```mlir
    #step = #tir.planned_step<constants = 144, name = "conv2d_0", reads = 64, writes = 1024>
    ```
  }];
  let parameters = (ins
    TIR_OptionalParameter<"int64_t", "how often a run makes it">:$calls,
    OptionalParameter<"::tir::FoldedChannelsAttr",
        "the channels of its result">:$channels,
    TIR_CountParameter<"the bytes of constants that it reads">:$constants,
    TIR_OptionalStringParameter<"the device that runs it">:$device,
    TIR_OptionalStringParameter<
        "the place in the model of a call of an external function">:$external,
    TIR_OptionalParameter<"int64_t", "the turn of its first row">:$first_turn,
    OptionalParameter<"::mlir::ArrayAttr",
        "the places of all operations in it, if it shares its kernel">:$fused,
    TIR_StringParameter<"the name of the kernel or operation">:$name,
    TIR_OptionalStringParameter<
        "its place in the model, if it shares its kernel">:$place,
    TIR_CountParameter<"the bytes of buffers that it reads">:$reads,
    TIR_OptionalParameter<"int64_t", "the turns between two of its rows">:$turn_period,
    TIR_CountParameter<"the bytes of buffers that it writes">:$writes);
  let extraClassDeclaration = [{
    /// Returns the same step as a call of another kernel. It keeps its place if
    /// it has one.
    PlannedStepAttr withKernel(::mlir::StringAttr name, ::mlir::StringAttr place,
                               ::mlir::ArrayAttr fused) const;
  }];
}

def TIR_ProfiledKernelAttr
    : TIR_RecordAttr<"ProfiledKernel", "profiled_kernel"> {
  let summary = "a kernel around which the model calls the application";
  let description = [{
    A row of `#tir.profile`.

    Example:

    ```mlir
    #kernel = #tir.profiled_kernel<name = "conv2d#0", step = 0>
    ```
  }];
  let parameters = (ins
    TIR_StringParameter<"its place in the model">:$name,
    TIR_IntParameter<"its step, by which the hooks name it">:$step);
}

def TIR_ProfileAttr : AttrDef<TIR_Dialect, "Profile"> {
  let mnemonic = "profile";
  let summary = "the kernels with hooks around them";
  let description = [{
    `profile` in `#tir.plan`, made by `tir-insert-profile-hooks`.

    Example:

    ```mlir
    #profile = #tir.profile<[<name = "conv2d#0", step = 0>]>
    ```
  }];
  let parameters = (ins
    TIR_RequiredListParameter<"::tir::ProfiledKernelAttr", "the kernels">:$kernels);
  let assemblyFormat = "`<` $kernels `>`";
}

def TIR_PlanAttr : TIR_RecordAttr<"Plan", "plan"> {
  let summary = "the memory plan of a model";
  let description = [{
    `plan` in `#tir.model`, from `tir-plan-memory` on.

    Example:

    ```mlir
    memref.global "private" @workspace : memref<64xi8> = uninitialized
    tir.prim_func @main(%x: memref<4xi8>)
        attributes {tir.model = #tir.model<name = "net", plan = <
            pools = [<alignment = 16, bytes = 64, name = "workspace">],
            strategy = "packed">>} {
      tir.return
    }
    ```
  }];
  let parameters = (ins
    TIR_ListParameter<"::tir::PlannedArgumentAttr",
        "the inputs and outputs in pools">:$arguments,
    TIR_ListParameter<"::tir::PlannedBufferAttr", "the buffers">:$buffers,
    TIR_ListParameter<"::tir::PlannedPoolAttr",
        "the pools of constants that the application fills">:$constant_pools,
    TIR_OptionalParameter<"int64_t",
        "the bytes that a pool would need if it also contained the inputs and outputs">
      :$inputs_outputs_live_bytes,
    TIR_ListParameter<"::tir::PlannedLoopAttr", "the loops of the main function">:$loops,
    TIR_OptionalParameter<"int64_t", "what no plan of all pools can go below">:$lower_bound,
    TIR_RequiredListParameter<"::tir::PlannedPoolAttr", "the pools for buffers">:$pools,
    OptionalParameter<"::tir::ProfileAttr", "the kernels with hooks around them">:$profile,
    TIR_ListParameter<"::tir::PlannedStepAttr", "the steps of the main function">:$steps,
    TIR_OptionalStringParameter<"packed, or separate">:$strategy,
    TIR_OptionalStringParameter<
        "where the pools of each call are: stack, or allocated">:$workspace);
}

#endif // TIR_DIALECT_TIR_IR_TIRMODELATTRS_TD
