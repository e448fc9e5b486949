//===- InterfacePasses.td - Passes that make what the application calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACEPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACEPASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRMakeStateArgumentPass
    : Pass<"tir-make-state-argument", "::mlir::ModuleOp"> {
  let summary = "Make the model's variables a struct that the application owns";
  let description = [{
    A model with variables keeps them from run to run in
    `struct tvmgen_<model>_state`, with an array for each in the order of their
    declarations: of a model's main function, a public `tir.prim_func`, the arguments
    that are variables (`tir.variable`) become one handle of that struct, the last
    argument. `tvmgen_<model>_reset` is made, which gives each variable the value
    of its `memref.global`; these go. There is no state outside of the struct, so
    that one program can hold several, and no two of them know of each other.

    Names of variables follow the rules of inputs and outputs: in C they are
    identifiers that differ in more than case and punctuation. Of a model
    without variables nothing changes.

    Of several models in one module, each gets a struct of the variables that it
    uses; two models share none.

    Input: a module after `tir-thread-device-contexts`, in which only arguments
    of public functions say `tir.variable`. Output: the same with a
    `tir.struct`, the argument, and the function; variables that no run reads or
    writes are fields, too.

    Source: TOSA 1.0, section "Variable operators"; the struct is ours.

    Example:

    ```mlir
    module {
      memref.global "private" @count : memref<2xi32> = dense<[7, 8]> {tir.variable}
      tir.prim_func private @add(%x: memref<2xi32> {tir.effect = #tir.effect<read>}, %y: memref<2xi32>) {
        tir.return
      }
      tir.prim_func @main(%x: memref<2xi32> {tir.effect = #tir.effect<read>},
                          %count: memref<2xi32> {tir.effect = #tir.effect<read_write>, tir.variable = @count})
          attributes {tir.model = {name = "net", source = "net.mlir"}} {
        tir.call_tir @add(%x, %count) : (memref<2xi32>, memref<2xi32>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.struct @tvmgen_net_state ["count"] : [memref<2xi32>]
    tir.prim_func private @add(…
    memref.global "private" constant @count_initial : memref<2xi32> = dense<[7, 8]> {alignment = 16 : i64}
    tir.prim_func @main(%x: memref<2xi32> {…}, %state: !tir.handle {tir.name = "state", tir.struct = "tvmgen_net_state"}) {
      %count = tir.struct_get %state[@tvmgen_net_state, "count"] : memref<2xi32>
      tir.call_tir @add(%x, %count) : (memref<2xi32>, memref<2xi32>) -> ()
      tir.return
    }
    func.func @tvmgen_net_reset(%state: !tir.handle {…}) {
      …
      %table = memref.get_global @count_initial : memref<2xi32>
      …
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRMakeCInterfacePass : Pass<"tir-make-c-interface", "::mlir::ModuleOp"> {
  let summary = "Make the firmware-facing entry point";
  let description = [{
    Adds `tvmgen_<model>_run`, which takes a struct of input pointers, one of
    output pointers, where main takes pools one of these, where the module
    declares devices one with the context of each, and where the model has
    variables the one that holds them, in this order. It calls the
    model's main function, from then on the private `__tvm_main__`;
    directly, or with the packed signature where main has that convention. The
    model's name is that of `tir.model`. Where the devices are initialised by
    `tvmgen_<model>_init`, that takes the struct of devices. With `packed-entry`
    each of these has a packed function beside it for a registry,
    `tvmgen_<model>_run_packed`, which takes inputs, outputs, pools of the
    application, and the context of each device.

    What stands on the main function for the model (`tir.model`, `tir.plan`) moves to
    `tvmgen_<model>_run`. Each public function is a model; those of several models
    say which one they are (`tir.model`).

    Input: public `tir.prim_func`s on static memrefs; arguments that are only
    read are inputs, those with `tir.pool` pools, all others outputs; contexts
    say their device (`tir.device`), or are of the only device of their kind.
    Output: a `tir.struct` for each group, the entry points, and on
    `tvmgen_<model>_run` the attribute `tir.interface` for the header and the report.

    Source: TVM v0.14 `src/target/source/interface_c.cc`.

    Example:

    ```mlir
    module {
      tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "image"},
                          %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "scores"})
          attributes {tir.model = {name = "net", source = "net.mlir"}} {
        memref.copy %x, %y : memref<4xf32> to memref<4xf32>
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.struct @tvmgen_net_inputs ["image"]
    tir.struct @tvmgen_net_outputs ["scores"]
    tir.prim_func private @__tvm_main__(…
    func.func @tvmgen_net_run(…) -> i32 {
      %x = tir.struct_get %inputs[@tvmgen_net_inputs, "image"] : memref<4xf32>
      %y = tir.struct_get %outputs[@tvmgen_net_outputs, "scores"] : memref<4xf32>
      tir.call_tir @__tvm_main__(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```
  }];
  let options = [
    Option<"packedEntry", "packed-entry", "bool", "false",
           "Add packed functions for a registry">,
    TIR_OnErrorOption
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def TIRMakePackedInterfacePass
    : Pass<"tir-make-packed-interface", "::mlir::ModuleOp"> {
  let summary = "Make the entry point with packed arguments";
  let description = [{
    Makes the model's main function what the application, or the C
    runtime's registry, calls as `tvmgen_<model>_run` with the packed signature:
    inputs, outputs, pools of the application, then the context of each
    `tir.device`, an opaque handle. The function becomes the private
    `__tvm_main__`; one of the convention `packed` gets a function around it,
    any other becomes the packed function itself. With pools of its own (`tir.plan`)
    `_run` takes as many arguments more, as TVM's executor passes them, and
    ignores them (`tir.extra_args`). A `tvmgen_<model>_init` becomes packed, too.

    With `tvm-compat` the entry looks at neither count nor type codes: TVM's own
    test harness passes none.

    Input: public `tir.prim_func`s on static memrefs and contexts of devices, each
    a model; arguments that are only read are inputs, all others outputs. Output: the
    entry of each, which `tir-make-packed-api` lowers, with the attribute
    `tir.interface` and what stood on the main function for the model.

    Source: TVM v0.14 `src/target/source/source_module.cc`,
    `GenerateEntrypointForPackedAPI`.

    Example:

    ```mlir
    module {
      tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "image"},
                          %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "scores"})
          attributes {tir.model = {name = "net", source = "net.mlir"}} {
        memref.copy %x, %y : memref<4xf32> to memref<4xf32>
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @__tvm_main__(%x: memref<4xf32>…
        attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_run", registered}
    ```
  }];
  let options = [
    Option<"tvmCompat", "tvm-compat", "bool", "false",
           "Trust the caller's count and type codes">,
    TIR_OnErrorOption
  ];
}

def TIRMakeFFIInterfacePass
    : Pass<"tir-make-ffi-interface", "::mlir::ModuleOp"> {
  let summary = "Add what loaders of shared libraries look for";
  let description = [{
    Adds `__tvm_ffi_tvmgen_<model>_run`, `__tvm_ffi_run` and `__tvm_ffi_main`,
    which tvm-ffi finds in a shared library, with its signature
    `int32_t (void *handle, const TVMFFIAny *args, int32_t num_args, TVMFFIAny *result)`.
    They check their arguments as packed functions do, raise an exception where
    one does not fit (`TypeError`, else `ValueError`) or a kernel fails
    (`RuntimeError`), and call the model. With `on-error=last-error` what the
    model tells its runtime is raised there, too
    (`tir-resolve-runtime-at-load`), so that the entry need not. A `TVMFFIAny` is seen as two slots of
    `!tir.values`: a type index, then the value.

    Loaders of TVM's C++ runtime find the name of the entry in `__tvm_main__`.
    The pass marks that entry, `tvmgen_<model>_run` with the packed interface,
    by `tir.loader_entry`; with the C interface it adds `tvmgen_<model>_run_packed`.
    All that is there for loaders is marked by `tir.loader`.

    Input: a module of one model with an interface (`tir-make-c-interface`,
    `tir-make-packed-interface`), before `tir-make-packed-api`.

    Source: tvm-ffi `include/tvm/ffi/c_api.h`, `TVMFFISafeCallType`; TVM v0.14
    `src/runtime/library_module.cc`.

    Example:

    ```mlir
    module {
      tir.prim_func private @__tvm_main__(%x: memref<4xf32> {tir.name = "image"}) {
        tir.return
      }
      func.func @tvmgen_net_run() attributes {tir.model = {name = "net", source = "net.mlir"}} {
        return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @run_packed(%x: memref<4xf32>…
    func.func private @tvmgen_net_run_loaded(%x: memref<4xf32>) -> i32 attributes {tir.always_inline, tir.loader}…
    func.func @__tvm_ffi_tvmgen_net_run(%self: !tir.handle…
      tir.assert %ok, "tvmgen_net_run: expected 1 argument in num_args, but it is ", %number {kind = "TypeError", on_error = #tir.on_error<raise>}…
      %code = call @tvmgen_net_run_loaded(%x) : (memref<4xf32>) -> i32
      tir.report_error %code, "tvmgen_net_run" {on_error = #tir.on_error<raise>}
      return %code : i32
    }
    func.func @__tvm_ffi_main(%self: !tir.handle…
    func.func @__tvm_ffi_run(%self: !tir.handle…
    ```
  }];
  let options = [TIR_OnErrorOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRMakeRegistryPass : Pass<"tir-make-registry", "::mlir::ModuleOp"> {
  let summary = "Make the function registry of a module's models";
  let description = [{
    Notes in the `tir.interface` of each model which further packed functions a runtime may call by
    name (`functions`, of each `name` and `symbol` in C): those with `tir.registry_name` that are neither entry nor
    `init`. With `system-lib` it makes them a registry, the program's system
    library, and of each model the metadata and the packed function
    `tvmgen_<model>_get_c_metadata`, which returns them.

    The order is TVM's: `tvmgen_<model>_run`, `tvmgen_<model>_init` where there
    is one, further functions, `tvmgen_<model>_get_c_metadata`; the models one
    after the other. A model with the C interface enters by its packed wrapper,
    under the name of the function that it wraps. Look-ups of the module
    (`tir.get_function`) then look in the module's own registry first.

    Input: the module that `tir-make-packed-api` leaves, with `tir.interface`, or
    with `tir.models` for a registry over several. Invariant: each entry has a
    packed function of its `tir.registry_name`.

    Source: TVM v0.14 `src/target/source/source_module.cc`
    (`CreateFuncRegistry`, `GenerateSystemLibEntryPoint`).

    Example:

    ```mlir --tir-make-registry=system-lib
    module {
      func.func @tvmgen_net_run(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %v: !tir.values,
                                %c: !tir.type_codes, %handle: !tir.handle) -> i32
          attributes {tir.registry_name = "tvmgen_net_run",
                      tir.model = {name = "net", source = "net.mlir"},
                      tir.interface = {api = "packed", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
        %ok = arith.constant 0 : i32
        return %ok : i32
      }
    }
    ```

    becomes

    ```mlir
    func.func @tvmgen_net_run(…
    tir.metadata @tvmgen_net_metadata "tvmgen_net" inputs [] outputs [] workspace_pools []
    func.func @tvmgen_net_get_c_metadata(…
      %address = tir.address_of @tvmgen_net_metadata : !tir.handle
      tir.packed_set %out_ret_value, %out_ret_tcode[0] = %address : !tir.handle
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    tir.func_registry @tvm_func_registry ["tvmgen_net_run", "tvmgen_net_get_c_metadata"] = [@tvmgen_net_run, @tvmgen_net_get_c_metadata] system_lib
    ```
  }];
  let options = [
    Option<"systemLib", "system-lib", "bool", "false",
           "Make the registry, as the program's system library">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def TIRDeclareModelsPass : Pass<"tir-declare-models", "::mlir::ModuleOp"> {
  let summary = "Declare models that were compiled before";
  let description = [{
    For each model of `tir.models`, the `tir.interface` of what tirc compiled
    before, declares the functions that a registry is to hold. A packed entry is
    declared as it is; around the entry of a C interface a packed function is
    made, `tvmgen_<model>_run_packed`, which puts its arguments into the structs
    of that interface, and returns the code of the model. Models that tell the
    runtime of their errors themselves (`on_error`) are not told of again.

    Invariants: no two models have one name, and no two functions; a model is in
    no other registry (`system_lib`).

    Source: TVM v0.14 `src/target/source/source_module.cc`, which declares each
    function of a registry as packed, also one that is not.

    Example:

    ```mlir
    module attributes {tir.models = [
        {name = "net", api = "c", entry = "tvmgen_net_run",
         inputs = [
           {name = "image", c_name = "image", shape = array<i64: 4>, dtype = "float32"}
         ],
         outputs = [
           {name = "scores", c_name = "scores", shape = array<i64: 2>, dtype = "int8"}
         ]}
        ]} {
    }
    ```

    becomes

    ```mlir
    tir.struct @tvmgen_net_inputs ["image"] definition
    tir.struct @tvmgen_net_outputs ["scores"] definition
    func.func private @tvmgen_net_run(!tir.handle {tir.name = "inputs", tir.struct = "tvmgen_net_inputs"}, !tir.handle {tir.name = "outputs", tir.struct = "tvmgen_net_outputs"}) -> i32
    tir.prim_func @net_run_packed(…
      %inputs = tir.struct_stack @tvmgen_net_inputs : !tir.handle
      tir.struct_set %inputs[@tvmgen_net_inputs, "image"] = %image : memref<4xf32>
      %outputs = tir.struct_stack @tvmgen_net_outputs : !tir.handle
      tir.struct_set %outputs[@tvmgen_net_outputs, "scores"] = %scores : memref<2xi8>
      tir.call_extern @tvmgen_net_run(%inputs, %outputs) : (!tir.handle, !tir.handle) -> ()
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::tir::TIRDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACEPASSES_TD
