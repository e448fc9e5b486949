//===- TIROps.td - Operations of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIROPS_TD
#define TIR_DIALECT_TIR_IR_TIROPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRAttrs.td"
include "tir/Dialect/TIR/IR/TIRInterfaces.td"
include "tir/Dialect/TIR/IR/TIRScheduleInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def TIR_PrimFuncOp : TIR_Op<"prim_func", [
    AffineScope, AutomaticAllocationScope, FunctionOpInterface,
    IsolatedFromAbove, OpAsmOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a function over buffers";
  let description = [{
    TVM's `tir.PrimFunc`: a function whose arguments are buffers (always
    memrefs, even while its callers still work on tensors) and scalars. It
    returns nothing and writes its results into its arguments. Each buffer
    argument declares what the function does with it (`tir.effect`). The memory
    that other pointers refer to (`!tir.handle`, `!tir.values`, `!llvm.ptr`, …)
    is not declared, so a call of a function that accesses it has unknown
    effects.

    A function that is `registered` can be found in a function registry. Its
    name there comes from its `#tir.entry`, else it is its `exported_name`, else its
    symbol, with the prefix `tvmgen_<model>_` if the module defines the
    function. Such a function has unknown callers even if it is private: no pass
    may remove it or specialize its arguments.

    The body may work on tensors between the buffers: `bufferization.to_tensor`
    reads an argument, and `bufferization.materialize_in_destination` writes
    one. The phase `loops` lowers such a body by its `schedule`, without storing
    intermediate tensors in memory. A body without a schedule is lowered by
    `#kernel.elementwise`.

    Without a body, it declares an external kernel, which `tir.call_extern` or
    `tir.call_cpacked` calls. Device contexts, of type
    `!tir.device_context<"kind">`, are its last arguments; a kernel has at most
    one. With the packed convention, this context is passed as the resource
    handle, unless the function is `registered`: the registry sets the resource
    handle itself, so a registered function receives contexts as opaque handles
    after its other arguments.

    Invariants: the function has no results and no tensor arguments; only buffer
    arguments have a `tir.effect`, and the body complies with it; the body
    does not write constant data and has one block, which ends in `tir.return`;
    only an argument of integers that is only read has a range in `kernel.argument`. In C, the
    function is called by its `exported_name`, and a declaration without one by
    its symbol: with every character other than letters and digits replaced by
    `_`, these names must be C identifiers and differ from each other. Contexts
    come after all other arguments; a declaration has at most one. The devices
    exist and are all of one kind, and the context argument is of that kind. If
    there is a `schedule`, it can compute the body.

    Source: TVM v0.14 `include/tvm/tir/function.h`.

    Example:

    ```mlir
    tir.prim_func private @negate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      tir.return
    }
    ```

    The C it becomes:

    ```c
    static int32_t tvmgen_default_negate(const float *restrict x, float *restrict y);
    ```

    An external kernel:

    ```mlir
    tir.device @npu0 {kind = "npu"}
    tir.prim_func private @npu_add(memref<4xi8> {tir.effect = #tir.effect<read>},
                                   memref<4xi8> {tir.effect = #tir.effect<write>},
                                   !tir.device_context<"npu">)
        attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0]}
    ```

    In C:

    ```c
    int32_t npu_add(const int8_t *, int8_t *, void *);
    ```
  }];

  let arguments = (ins
    Arg<SymbolNameAttr, "name in the module">:$sym_name,
    Arg<TypeAttrOf<FunctionType>, "types of the arguments; no results">:$function_type,
    Arg<OptionalAttr<StrAttr>, "private, or public if it is not given">:$sym_visibility,
    Arg<OptionalAttr<DictArrayAttr>, "attributes of the arguments">:$arg_attrs,
    Arg<OptionalAttr<DictArrayAttr>, "none, since there are no results">:$res_attrs,
    Arg<OptionalAttr<StrAttr>, "name for the linker, and in the function registry">:$exported_name,
    Arg<OptionalAttr<TIR_CallingConventionAttr>,
        "how it is called; the pipeline decides if it is not given">:$calling_convention,
    Arg<UnitAttr, "whether it is entered into the function registry">:$registered,
    Arg<OptionalAttr<FlatSymbolRefArrayAttr>, "the devices that it runs on">:$devices,
    Arg<OptionalAttr<TIR_ScheduleAttrInterface>,
        "how a body on tensors becomes loops">:$schedule);
  let regions = (region AnyRegion:$body);

  let builders = [OpBuilder<(ins
    "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
    CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$attrs,
    CArg<"::llvm::ArrayRef<::mlir::DictionaryAttr>", "{}">:$argAttrs)>];

  let extraClassDeclaration = [{
    /// Returns the body, or null for a declaration.
    ::mlir::Region *getCallableRegion() {
      return isExternal() ? nullptr : &getBody();
    }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    /// Returns true if not all callers are known. That is also true of a
    /// private function that is in a registry, or that anything other than a
    /// `tir.call_tir` on memrefs refers to: a call on tensors passes tensors
    /// for the buffers of the body, and upstream's analyses would mix the two.
    /// Use `!isPrivate()` to query the visibility itself.
    bool isPublic();
    /// Callers that find a function in a registry are not uses of its symbol.
    bool canDiscardOnUseEmpty() {
      return getVisibility() != ::mlir::SymbolTable::Visibility::Public &&
             !isInRegistry();
    }
    /// Returns true if a function registry contains it under
    /// `getRegistryName()`: it is `registered`, and it is neither internal to a
    /// model's entry point nor only there for loaders of shared libraries.
    bool isInRegistry();
    /// Returns its name in the registry: the name in `#tir.entry`, else
    /// `exported_name`, else the symbol, with the prefix of the model that the
    /// function belongs to (ModelNames) if the module defines the function.
    std::string getRegistryName(::llvm::StringRef model);
    /// Returns what the function does with argument `index`; `read_write` if it
    /// is not declared.
    ::tir::Effect getEffect(unsigned index);
    void setEffect(unsigned index, ::tir::Effect effect);
    /// Returns the type of the context that is its last argument, or null.
    ::tir::DeviceContextType getContextType();
    /// Returns true if a packed call passes the last argument as the resource
    /// handle.
    bool hasResourceHandle() { return getContextType() && !getRegistered(); }
    /// Returns its name for the linker without the prefix of a model.
    std::string getCName();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TIR_ReturnOp : TIR_Op<"return", [
    Pure, HasParent<"PrimFuncOp">, ReturnLike, Terminator]> {
  let summary = "the end of a `tir.prim_func`";
  let description = [{
    Ends the body of a `tir.prim_func`. It has no operands, since such a
    function writes its results into its arguments.

    Source: TVM v0.14 `include/tvm/tir/function.h`: a `tir.PrimFunc` ends with
    its body.

    Example:

    ```mlir
    tir.prim_func @nothing() {
      tir.return
    }
    ```

    The C it becomes (unpacked):

    ```c
    return 0;
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Devices and pools
//===----------------------------------------------------------------------===//

def TIR_DeviceOp : TIR_Op<"device", [
    Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a device whose context the application passes in";
  let description = [{
    Declares one device. Hooks and kernels belong to a kind, and contexts to a
    device. Two identical accelerators that are configured with different
    programs are two devices of one kind, and a kernel runs on any device of its
    kind that runs its program.

    Invariants: the kind has a letter; the hook names of all kinds in a module
    are distinct (TVM's rule drops digits, so `u55` and `u65` would share
    `TVMDeviceUOpen`); the fields of all devices in the struct of devices are
    distinct; each hook is named once; an asynchronous device (`sync`) has no
    `open` or `close`, which its kernels and `sync` stand for, and only such a
    device has `abort`.

    Source: TVM v0.14 `src/relay/backend/aot_executor_codegen.cc`
    (`CollectDeviceVariables`, `GenerateDeviceHook`).

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu", program = "vision", hooks = [#tir.hook<open>, #tir.hook<close>]}
    tir.device @npu1 {kind = "npu", device_id = 1 : i32, program = "audio"}
    ```

    The C it becomes, in the header:

    ```c
    struct tvmgen_default_devices {
      void *npu0;
      void *npu1;
    };
    int32_t TVMDeviceNpuOpen(void *context);
    int32_t TVMDeviceNpuClose(void *context);
    ```
  }];
  let arguments = (ins
    Arg<SymbolNameAttr, "name of the device, a field of the struct of devices">:$sym_name,
    Arg<StrAttr, "kind of the device, which determines its hooks and kernels">:$kind,
    Arg<DefaultValuedAttr<ConfinedAttr<I32Attr, [IntPositive]>, "12">,
        "DLPack's code of the device type; 12 is kDLExtDev">:$device_type,
    Arg<DefaultValuedAttr<ConfinedAttr<I32Attr, [IntNonNegative]>, "0">,
        "DLPack's number of the device within its type">:$device_id,
    Arg<OptionalAttr<StrAttr>, "what the device is configured with">:$program,
    Arg<DefaultValuedAttr<TIR_HookArrayAttr, "{}">,
        "hooks that the driver of this kind provides">:$hooks);
  let assemblyFormat = "$sym_name attr-dict";
  let hasVerifier = 1;
}

def TIR_PoolOp : TIR_Op<"pool", [Symbol]> {
  let summary = "a memory pool";
  let description = [{
    Declares memory of the program, such as a fast SRAM, or constants.

    A pool with a `size` or with `contents` becomes an array. Each
    `tir.pool_view` gives a buffer in it, at an offset that the author of the
    view chooses.

    A pool with neither is for `tir-plan-memory`. It places the buffers of the
    main functions in the pools that are not `read_only`, and the constants in
    those that are, each in the first pool in the order of the module that has
    room. `size_hint` is the most that it may place there, and
    `pools` of `tir.port` on the argument of a kernel lists the pools that the kernel
    reaches. The pool then becomes a `memref.global`, or an argument of the main
    functions if it is `external`: the application passes its memory with each
    run, and fills a `read_only` one with the bytes in the header before the
    first run. Without such pools, there is one workspace, and constants are in
    the sections that the compiler chooses.

    Invariants: the alignment is a power of two; `size` is at most `size_hint`;
    only a `read_only` pool has `contents`, and they have its size; an
    `external` pool has no `size`, `contents` or `section`.

    Source: TVM v0.14 `include/tvm/ir/memory_pools.h` (`PoolInfo`).

    Example:

    ```mlir
    tir.pool @sram {size = 4096 : i64, size_hint = 65536 : i64, alignment = 32 : i64, section = ".sram"}
    tir.pool @commands {size = 4 : i64, read_only, contents = dense<[1, 2, 3, 4]> : tensor<4xi8>}
    tir.pool @dtcm {size_hint = 32768 : i64, section = ".dtcm"}
    tir.pool @dram {external}
    tir.pool @qspi {size_hint = 1048576 : i64, read_only, external}
    ```

    The C it becomes:

    ```c
    static int8_t sram[4096] __attribute__((aligned(32), section(".sram")));
    static const int8_t commands[4] __attribute__((aligned(16))) = {1, 2, 3, 4};
    ```
  }];
  let arguments = (ins
    Arg<SymbolNameAttr, "name of the pool">:$sym_name,
    Arg<OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>,
        "its size in bytes">:$size,
    Arg<OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>,
        "the most bytes that are available">:$size_hint,
    Arg<DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "16">,
        "alignment of its first byte, in bytes">:$alignment,
    Arg<OptionalAttr<StrAttr>, "section of the linker script that contains it">:$section,
    Arg<UnitAttr, "nothing writes to it">:$read_only,
    Arg<UnitAttr, "the application passes it with each run">:$external,
    Arg<OptionalAttr<ElementsAttr>, "its contents">:$contents);
  let assemblyFormat = "$sym_name attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns true if tir-plan-memory places buffers or constants in the pool.
    bool isPlanned() { return !getSize() && !getContents(); }
  }];
}

def TIR_GetDeviceContextOp : TIR_Op<"get_device_context", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the context of a device";
  let description = [{
    Represents the context that the application passes in for a device, until a
    pass makes it an explicit argument of every function that needs it, up to
    the entry point. It uses no global state.

    Invariants: the device exists and is of the kind that the result's type
    names.

    Source: TVM PR 9501 (which finds an argument by a special name).

    Example:

    ```mlir
    tir.device @npu0 {kind = "npu"}
    func.func @context() -> !tir.device_context<"npu"> {
      %context = tir.get_device_context @npu0 : !tir.device_context<"npu">
      return %context : !tir.device_context<"npu">
    }
    ```

    The C it becomes, in the entry point:

    ```c
    devices->npu0
    ```
  }];
  let arguments = (ins Arg<FlatSymbolRefAttr, "the `tir.device`">:$device);
  let results = (outs Res<TIR_DeviceContextType, "its context">:$result);
  let assemblyFormat = "$device attr-dict `:` qualified(type($result))";
}

// One generated file contains all operations.
include "tir/Dialect/TIR/IR/TIRCallOps.td"
include "tir/Dialect/TIR/IR/TIRErrorOps.td"
include "tir/Dialect/TIR/IR/TIRMemoryOps.td"
include "tir/Dialect/TIR/IR/TIRPackedOps.td"
include "tir/Dialect/TIR/IR/TIRPointerOps.td"
include "tir/Dialect/TIR/IR/TIRRegistryOps.td"
include "tir/Dialect/TIR/IR/TIRStructOps.td"
include "tir/Dialect/TIR/IR/TIRTensorDescriptorOps.td"

#endif // TIR_DIALECT_TIR_IR_TIROPS_TD
