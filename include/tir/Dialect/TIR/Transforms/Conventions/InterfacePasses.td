//===- InterfacePasses.td - Passes that create the entry points
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
    `struct tvmgen_<model>_state`, with an array for each variable in the order
    of their declarations. In a model's main function, which is a public
    `tir.prim_func`, the arguments that are variables (`value_of` of `tir.port`) are
    replaced by one handle of that struct, which becomes the last argument. The
    pass creates
    `tvmgen_<model>_reset`, which sets each variable to the value of its
    `memref.global`, and removes these globals. There is no state outside the
    struct, so a program can have several independent ones.

    Names of variables follow the rules of inputs and outputs: in C, they are
    identifiers that differ in more than case and punctuation. A model without
    variables does not change.

    Of several models in one module, each gets a struct of the variables that it
    uses; two models share none.

    Input: a module after `tir-thread-device-contexts`, in which only arguments
    of public functions have `value_of` of `tir.port`. Output: the same module with a
    `tir.struct`, the argument, and the function. Variables that no run reads or
    writes are fields, too.

    Source: TOSA 1.0, section "Variable operators"; the struct is ours.

    Example:

    ```mlir
    module {
      memref.global "private" @count : memref<2xi32> = dense<[7, 8]> {tir.global = #tir.global<variable = true>}
      tir.prim_func private @add(%x: memref<2xi32> {tir.effect = #tir.effect<read>}, %y: memref<2xi32>) {
        tir.return
      }
      tir.prim_func @main(%x: memref<2xi32> {tir.effect = #tir.effect<read>},
                          %count: memref<2xi32> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<value_of = @count>})
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
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
    tir.prim_func @main(%x: memref<2xi32> {…}, %state: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "tvmgen_net_state">})
        attributes {tir.model = …} {
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
  let summary = "Create the entry point for firmware";
  let description = [{
    Adds `tvmgen_<model>_run`. Its arguments are a struct of input pointers and
    a struct of output pointers, then a struct of pools if main takes pools, a
    struct with the context of each device if the module declares devices, and
    the struct with the variables if the model has variables, in this order. It
    calls the model's main function, which becomes the private
    `__tvm_main__`: directly, or with the packed signature if main has that
    convention. `tir.model` has the model's name. If
    `tvmgen_<model>_init` initialises the devices, it takes the struct of
    devices. With `packed-entry`, each of these functions also gets a packed
    function for a registry, `tvmgen_<model>_run_packed`, which takes inputs,
    outputs, pools of the application, and the context of each device.

    The attributes of the model on the main function (`tir.model`, `#tir.plan`)
    move to `tvmgen_<model>_run`. Each public function is a model; if there are
    several, each has a `tir.model` with its name.

    Input: public `tir.prim_func`s on static memrefs. Arguments that are only
    read are inputs, those with a `pool` in `tir.port` are pools, and all others are
    outputs. Contexts name their device (`device` of `tir.port`), or belong to the only
    device of their kind. Output: a `tir.struct` for each group, the entry
    points, and the attribute `tir.interface` on `tvmgen_<model>_run` for the
    header and the report.

    Source: TVM v0.14 `src/target/source/interface_c.cc`.

    Example:

    ```mlir
    module {
      tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "image"},
                          %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "scores"})
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
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
    func.func @tvmgen_net_run(…) -> i32 attributes {tir.interface = …, tir.model = …} {
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
    Option<"tvmCompat", "tvm-compat", "bool", "false",
           "Trust the callers of the packed function">,
    TIR_OnErrorOption
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def TIRUseWeightsPass : Pass<"tir-use-weights", "::mlir::ModuleOp"> {
  let summary = "Let runs read the weights that the application chose";
  let description = [{
    Replaces the pool `weights` of the C interface by the address that
    `tvmgen_<model>_current_weights` returns, a function in the file
    `tvmgen_<model>_weights.c` (`--weights=blob`). A run without weights leaves
    with -16 before anything is computed. The pool is no longer a part of the
    interface.

    With `check`, each run also calls `tvmgen_<model>_verify_weights`, which
    returns another code than 0 if the weights have changed, and leaves with it.

    Input: the entry points of `tir-make-c-interface`.

    Example:

    ```mlir --tir-use-weights
    tir.struct @tvmgen_net_workspace_pools ["weights"]
    func.func private @main(memref<64xi8>)
    func.func @tvmgen_net_run(%pools: !tir.handle {tir.name = "workspace_pools", tir.port = #tir.port<c_struct = "tvmgen_net_workspace_pools">}) -> i32 attributes {tir.model = #tir.model<name = "net", source = "net.mlir">, tir.interface = {api = "c", entry = "tvmgen_net_run", pools = [{name = "weights", c_name = "weights", bytes = 64, alignment = 4, read_only} ]}} {
      %w = tir.struct_get %pools[@tvmgen_net_workspace_pools, "weights"] : memref<64xi8>
      call @main(%w) : (memref<64xi8>) -> ()
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```

    becomes

    ```mlir
    %code = arith.select …
    tir.check_return %code
    ```
  }];
  let options = [
    Option<"check", "check", "bool", "false",
           "Whether each run checks that the weights have not changed">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::tir::TIRDialect"];
}

def TIRMakePackedInterfacePass
    : Pass<"tir-make-packed-interface", "::mlir::ModuleOp"> {
  let summary = "Create the entry point with packed arguments";
  let description = [{
    Makes the model's main function callable by the application, or by
    the C runtime's registry, as `tvmgen_<model>_run` with the packed signature.
    Its arguments are inputs, outputs, pools of the application, then the
    context of each `tir.device` as an opaque handle. The function becomes the
    private `__tvm_main__`. If it has the convention `packed`, it gets a
    function around it; otherwise it becomes the packed function itself. If the
    model has its own pools (`#tir.plan`), `_run` accepts as many additional
    arguments, as TVM's executor passes them, and ignores them
    (`extra_args` of `#tir.entry`). A `tvmgen_<model>_init` becomes packed, too.

    With `tvm-compat`, the entry checks neither the number nor the type codes of
    its arguments, and takes a tensor of rank 0 for any tensor, of which it
    checks only the data and its place: TVM's own test harness passes such
    arguments (`python/tvm/testing/aot.py`, `_emit_main_packed_call`).

    Input: public `tir.prim_func`s on static memrefs and device contexts, each
    of which is a model. Arguments that are only read are inputs, and all others
    are outputs. Output: the entry of each model, which `tir-make-packed-api`
    lowers, with the attribute `tir.interface` and the model's attributes from
    the main function.

    Source: TVM v0.14 `src/target/source/source_module.cc`,
    `GenerateEntrypointForPackedAPI`.

    Example:

    ```mlir
    module {
      tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "image"},
                          %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "scores"})
          attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
        memref.copy %x, %y : memref<4xf32> to memref<4xf32>
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @__tvm_main__(%x: memref<4xf32>…
        attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_run", registered,
                    tir.interface = …, tir.model = …}
    ```
  }];
  let options = [
    Option<"tvmCompat", "tvm-compat", "bool", "false",
           "Trust the caller's number of arguments, type codes and tensors of "
           "rank 0">,
    TIR_OnErrorOption
  ];
}

def TIRMakeFFIInterfacePass
    : Pass<"tir-make-ffi-interface", "::mlir::ModuleOp"> {
  let summary = "Add the functions that loaders of shared libraries look up";
  let description = [{
    They check their arguments as packed functions do, call the model, and raise
    an exception if an argument does not match (`TypeError` or `ValueError`) or
    a kernel fails (`RuntimeError`). With `on-error=last-error`, errors that the
    model reports to its runtime are raised there, too
    (`tir-resolve-runtime-at-load`), so the entry need not raise them. A
    `TVMFFIAny` is accessed as two slots of `!tir.values`: a type index, then
    the value.

    Loaders of TVM's C++ runtime find the name of the entry in `__tvm_main__`.
    With the packed interface, the pass marks that entry, `tvmgen_<model>_run`,
    with `is_loaded` in `#tir.entry`; with the C interface, it adds
    `tvmgen_<model>_run_packed`. Everything that exists only for loaders is
    marked with `for_loaders`.

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
      func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
        return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @run_packed(%x: memref<4xf32>…
    func.func private @tvmgen_net_run_loaded(%x: memref<4xf32>) -> i32 attributes {tir.function = #tir.function<always_inline = true, entry = <for_loaders = true>>}…
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
  let summary = "Create the function registry of a module's models";
  let description = [{
    Records in the `tir.interface` of each model which other packed functions a runtime may call
    by name (`functions`, with the `name` and the `symbol` in C of each): those
    with a `registry_name` in `#tir.entry` that are neither the entry nor `init`. With
    `system-lib`, it creates a registry of these functions, the program's system
    library, and for each model the metadata and the packed function
    `tvmgen_<model>_get_c_metadata`, which returns them.

    The order is TVM's: `tvmgen_<model>_run`, `tvmgen_<model>_init` if it
    exists, other functions, `tvmgen_<model>_get_c_metadata`; the models follow
    one another. For a model with the C interface, its packed wrapper is entered
    under the name of the function that it wraps. Look-ups in the module
    (`tir.get_function`) then search the module's own registry first.

    Input: a module after `tir-make-packed-api`, with `tir.interface`, or with
    `registry` of `tir.model` for a registry of several models. Invariant: each entry has a
    packed function with its `registry_name`.

    Source: TVM v0.14 `src/target/source/source_module.cc`
    (`CreateFuncRegistry`, `GenerateSystemLibEntryPoint`).

    Example:

    ```mlir --tir-make-registry=system-lib
    module {
      func.func @tvmgen_net_run(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %v: !tir.values,
                                %c: !tir.type_codes, %handle: !tir.handle) -> i32
          attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>,
                      tir.model = #tir.model<name = "net", source = "net.mlir">,
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
           "Create the registry, as the program's system library">,
    Option<"ffi", "ffi", "bool", "false",
           "The system library is tvm-ffi's, which the back ends fill; create "
           "no registry">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def TIRDeclareModelsPass : Pass<"tir-declare-models", "::mlir::ModuleOp"> {
  let summary = "Declare models that were compiled separately";
  let description = [{
    For each model in `registry` of `tir.model`, which contains the `tir.interface` of models
    that tirc compiled before, declares the functions that a registry shall
    contain. A packed entry is declared as it is. For the entry of a C
    interface, a packed function is created, `tvmgen_<model>_run_packed`, which
    puts its arguments into the structs of that interface and returns the code
    of the model. Errors of models that report to the runtime themselves
    (`on_error`) are not reported again.

    Invariants: the names of the models are distinct, and so are the names of
    the functions; no model is in another registry (`system_lib`).

    Source: TVM v0.14 `src/target/source/source_module.cc`, which declares each
    function of a registry as packed, even one that is not.

    Example:

    ```mlir
    module attributes {tir.model = #tir.model<registry = [
        {name = "net", api = "c", entry = "tvmgen_net_run",
         inputs = [
           {name = "image", c_name = "image", shape = array<i64: 4>, dtype = "float32"}
         ],
         outputs = [
           {name = "scores", c_name = "scores", shape = array<i64: 2>, dtype = "int8"}
         ]}
        ]>} {
    }
    ```

    becomes

    ```mlir
    tir.struct @tvmgen_net_inputs ["image"] definition
    tir.struct @tvmgen_net_outputs ["scores"] definition
    func.func private @tvmgen_net_run(!tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "tvmgen_net_inputs">}, !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "tvmgen_net_outputs">}) -> i32
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
