//===- RegistryPasses.td - Passes that make registries of models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_REGISTRYPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_REGISTRYPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRMakeRegistryPass : Pass<"tir-make-registry", "::mlir::ModuleOp"> {
  let summary = "Make the function registry of a module's models";
  let description = [{
    Notes in `tir.interface` which further packed functions a runtime may call by
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
    module attributes {tir.model = {name = "net", source = "net.mlir"},
                       tir.interface = {api = "packed", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
      func.func @tvmgen_net_run(%args: !tir.values, %codes: !tir.type_codes, %n: i32, %v: !tir.values,
                                %c: !tir.type_codes, %handle: !tir.handle) -> i32
          attributes {tir.registry_name = "tvmgen_net_run"} {
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

#endif // TIR_DIALECT_TIR_TRANSFORMS_REGISTRYPASSES_TD
