// RUN: tir-translate --tir-to-c-header %s --split-input-file --verify-diagnostics
// RUN: tir-translate --tir-to-c-example %s --split-input-file --verify-diagnostics

// expected-error @+1 {{module has no function with 'tir.interface', which describes inputs and outputs; expected a module after the 'abi' phase: run 'tir-phase-abi' first}}
module {
}

// -----

module {
  // expected-error @+1 {{'func.func' op 'tir.interface' pools has the entry {name = "w"}; expected {name, c_name, bytes, alignment}}}
  func.func @run() attributes {tir.interface = {inputs = [], outputs = [], pools = [{name = "w"}]}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op 'tir.interface' devices has the entry {name = "npu0"}; expected {name, c_name, kind}}}
  func.func @run() attributes {tir.interface = {inputs = [], outputs = [], devices = [{name = "npu0"}]}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op 'tir.interface' has the api 'rpc'; expected 'c' or 'packed'}}
  func.func @run() attributes {tir.interface = {inputs = [], outputs = [], api = "rpc"}} {
    return
  }
}

// -----

// What is read could be any code.
module {
  // expected-error @+1 {{'func.func' op 'tir.interface' has the c_name "a; int pwned", which is no identifier in C; expected letters, digits and '_'}}
  func.func @run() attributes {tir.interface = {inputs = [{name = "a", c_name = "a; int pwned", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64}], outputs = []}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op 'tir.interface' has the c_name "linux", which is a macro that compilers define in C; expected letters, digits and '_'}}
  func.func @run() attributes {tir.interface = {inputs = [], outputs = [], devices = [{name = "d", c_name = "linux", kind = "npu"}]}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op 'tir.interface' names the function 'run(void); int x', which is no name in C}}
  func.func @run() attributes {tir.interface = {inputs = [], outputs = [], entry = "run(void); int x"}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op 'tir.interface' has the prototype 'int f(void); int pwned'; expected one function's, without ';'}}
  func.func @run() attributes {tir.interface = {inputs = [], outputs = [], prototypes = ["int f(void); int pwned"]}} {
    return
  }
}
