//===- TIRRegistryOps.td - Registries and metadata of a module
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRREGISTRYOPS_TD
#define TIR_DIALECT_TIR_IR_TIRREGISTRYOPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRAttrs.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_FuncRegistryOp : TIR_LowLevelOp<"func_registry", [
    Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a table of packed functions and their names";
  let description = [{
    The functions that a runtime finds in this module, each under a name. In
    memory it is a `TVMFuncRegistry`: the number of names in 16 bits, each name
    followed by a NUL, one more NUL, and an array of the functions in the same
    order. All of this is constant data, which needs no code that runs before
    main.

    With `system_lib`, the registry belongs to the program's system library: the
    function `TVMSystemLibEntryPoint`, which the runtime calls, returns a
    `TVMModule` for it. A program has at most one.

    Invariants: there are as many functions as names, between 1 and 65535; names
    are not empty, contain no NUL and are distinct; each function has the packed
    signature and takes no device context as its resource handle, since a
    runtime passes the registry there.

    Source: TVM v0.14 `include/tvm/runtime/crt/func_registry.h`,
    `src/target/func_registry_generator.cc`.

    Example:

    ```mlir
    func.func private @relu(!tir.values, !tir.type_codes, i32, !tir.values,
                            !tir.type_codes, !tir.handle) -> i32
    tir.func_registry @registry ["tvm.relu"] = [@relu] system_lib
    ```

    The C it becomes:

    ```c
    static const struct {
      uint16_t count;
      char name0[9];
      char end[1];
    } registry_names = {1, "tvm.relu", ""};
    static const TVMBackendPackedCFunc registry_functions[] = {
      (TVMBackendPackedCFunc)relu,
    };
    static const TVMFuncRegistry registry = {(const char *)&registry_names, registry_functions};
    static const TVMModule registry_module = {&registry};
    const TVMModule *TVMSystemLibEntryPoint(void) { return &registry_module; }
    ```
  }];
  let arguments = (ins
    Arg<SymbolNameAttr, "name of the table in C">:$sym_name,
    Arg<StrArrayAttr, "the names">:$names,
    Arg<TypedArrayAttrBase<FlatSymbolRefAttr, "array of symbols">,
        "the functions, in the same order">:$functions,
    Arg<UnitAttr, "whether it is the program's system library">:$system_lib);
  let assemblyFormat = [{
    $sym_name $names `=` $functions (`system_lib` $system_lib^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_MetadataOp : TIR_LowLevelOp<"metadata", [Symbol]> {
  let summary = "the description of a model for its executor";
  let description = [{
    Names, shapes and dtypes of a model's inputs and outputs, and of the pools
    that the caller of a run provides (one dimension: their bytes), for a
    runtime that binds them. It becomes a constant `TVMMetadata` of version 1,
    whose address the packed function `<name>_get_c_metadata` returns. It does
    not list pools that the model itself provides, because nobody else needs to
    allocate them. Constants are part of the model's code, so the list of
    constant pools is empty.

    Invariants: shapes are static, and DLPack has a dtype for each element.

    Source: TVM v0.14 `include/tvm/runtime/metadata_types.h`,
    `src/target/source/source_module.cc`.

    Example:

    ```mlir
    tir.metadata @tvmgen_net_metadata "tvmgen_net"
      inputs [#tir.tensor_info<"image", tensor<1x8x8x1xi8>>]
      outputs [#tir.tensor_info<"scores", tensor<1x10xi8>>]
      workspace_pools []
    ```

    The C it becomes:

    ```c
    static const int64_t tvmgen_net_metadata_input0[] = {1, 8, 8, 1};
    static const struct TVMTensorInfo tvmgen_net_metadata_inputs[] = {
      {"image", tvmgen_net_metadata_input0, 4, {kDLInt, 8, 1}},
    };
    static const int64_t tvmgen_net_metadata_output0[] = {1, 10};
    static const struct TVMTensorInfo tvmgen_net_metadata_outputs[] = {
      {"scores", tvmgen_net_metadata_output0, 2, {kDLInt, 8, 1}},
    };
    static const struct TVMMetadata tvmgen_net_metadata = {
      1, tvmgen_net_metadata_inputs, 1, tvmgen_net_metadata_outputs, 1, NULL, 0, NULL, 0, "tvmgen_net"
    };
    ```
  }];
  let arguments = (ins
    Arg<SymbolNameAttr, "its name in C">:$sym_name,
    Arg<StrAttr, "the name that `_run` is appended to">:$mod_name,
    Arg<TIR_TensorInfoArrayAttr, "the inputs, in order">:$inputs,
    Arg<TIR_TensorInfoArrayAttr, "the outputs, in order">:$outputs,
    Arg<TIR_TensorInfoArrayAttr, "the pools, in order">:$workspace_pools);
  let assemblyFormat = [{
    $sym_name $mod_name `inputs` $inputs `outputs` $outputs
    `workspace_pools` $workspace_pools attr-dict
  }];
  let hasVerifier = 1;
}

def TIR_AddressOfOp : TIR_LowLevelOp<"address_of", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the address of a registry or of metadata";
  let description = [{
    A pointer to a `tir.func_registry` or a `tir.metadata`, both of which are
    constant.

    Invariant: the module has such a symbol.

    Source: TVM v0.14 `get_c_metadata`, which returns the address of its
    metadata.

    Example:

    ```mlir
    tir.metadata @m "tvmgen_net" inputs [] outputs [] workspace_pools []
    func.func @get() -> !tir.handle {
      %address = tir.address_of @m : !tir.handle
      return %address : !tir.handle
    }
    ```

    The C it becomes:

    ```c
    return (void *)&m;
    ```
  }];
  let arguments = (ins
    Arg<FlatSymbolRefAttr, "the symbol to point to">:$symbol);
  let results = (outs Res<TIR_HandleType, "its address">:$address);
  let assemblyFormat = "$symbol attr-dict `:` type($address)";
}

#endif // TIR_DIALECT_TIR_IR_TIRREGISTRYOPS_TD
