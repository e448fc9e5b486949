// RUN: tir-translate --tir-to-c-header %s --split-input-file --verify-diagnostics
// RUN: tir-translate --tir-to-c-example %s --split-input-file --verify-diagnostics

// expected-error @+1 {{module has no attribute 'tir.interface', which describes inputs and outputs; expected a module after the 'abi' phase: run 'tir-phase-abi' first}}
module {
}

// -----

// expected-error @+1 {{'tir.interface' pools has the entry {name = "w"}; expected {name, c_name, bytes, alignment}}}
module attributes {tir.interface = {inputs = [], outputs = [], pools = [{name = "w"}]}} {
}

// -----

// expected-error @+1 {{'tir.interface' devices has the entry {name = "npu0"}; expected {name, c_name, kind}}}
module attributes {tir.interface = {inputs = [], outputs = [], devices = [{name = "npu0"}]}} {
}

// -----

// expected-error @+1 {{'tir.interface' has the api 'rpc'; expected 'c' or 'packed'}}
module attributes {tir.interface = {inputs = [], outputs = [], api = "rpc"}} {
}
