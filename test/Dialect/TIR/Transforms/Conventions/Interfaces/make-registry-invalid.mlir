// RUN: tir-opt %s --tir-make-registry=system-lib --split-input-file --verify-diagnostics

// expected-error @below {{has neither a function with tir.interface nor a registry in tir.model, so there is no model to register; run the phase 'abi', or tir-declare-models, on it first}}
module {
}

// -----

// expected-error @below {{the model 'net' has no packed function called "tvmgen_net_run" to enter into a registry; expected a func.func with tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">> (tir-make-packed-api creates them)}}
module {
  // The function has this name in C, but not in the registry.
  func.func private @tvmgen_net_run(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
  func.func @run() attributes {tir.model = #tir.model<name = "net", source = "net.mlir">,
      tir.interface = {api = "packed", entry = "tvmgen_net_run", inputs = [], outputs = []}} {
    return
  }
}

// -----

// expected-error @below {{the model 'net' has no packed function called "tvmgen_net_init" to enter into a registry}}
module attributes {tir.model = #tir.model<registry = [{name = "net", api = "packed", entry = "tvmgen_net_run", init = "tvmgen_net_init",
                                  inputs = [], outputs = []}]>} {
  func.func private @tvmgen_net_run(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>}
}

// -----

module attributes {tir.model = #tir.model<registry = [{name = "net", api = "packed", entry = "tvmgen_net_run", inputs = [], outputs = []}]>} {
  // expected-note @below {{the other one is here}}
  func.func private @one(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>}
  // expected-error @below {{'func.func' op is registered as "tvmgen_net_run", as is another function, but a registry finds only one; give it a different registry_name in #tir.entry}}
  func.func private @two(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>}
}

// -----

// expected-error @below {{'tir.func_registry' op has 0 functions; expected 1 to 65535}}
module attributes {tir.model = #tir.model<registry = []>} {
}

// -----

// DLPack has no dtype for it.
// expected-error @below {{tensor "x" is 'tensor<4xi7>', whose elements have no dtype in DLPack}}
module attributes {tir.model = #tir.model<registry = [{name = "net", api = "packed", entry = "tvmgen_net_run", outputs = [],
    inputs = [{name = "x", c_name = "x", shape = array<i64: 4>, dtype = "int7"}]}]>} {
  func.func private @tvmgen_net_run(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
      attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>}
}

// -----

// The existing function has another signature.
// expected-error @+2 {{'tir.func_registry' op lists @run, which a runtime cannot call}}
// expected-note @+2 {{declared here}}
module attributes {tir.model = #tir.model<registry = [{name = "net", api = "packed", entry = "tvmgen_net_run", inputs = [], outputs = []}]>} {
  func.func private @run(i32) -> i32 attributes {tir.function = #tir.function<entry = <registry_name = "tvmgen_net_run">>}
}
