// RUN: tir-translate --tir-to-c-header %s --split-input-file --verify-diagnostics
// RUN: tir-translate --tir-to-c-example %s --split-input-file --verify-diagnostics

// expected-error @+1 {{module has no function with 'tir.interface', which describes inputs and outputs; expected a module after the 'abi' phase: run 'tir-phase-abi' first}}
module {
}

// -----

module {
  // expected-error @+1 {{'func.func' op describes a model by {name = "w"}, which has no 'bytes' of the kind that tirc writes; compile that model again}}
  func.func @run() attributes {tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = [], pools = [{name = "w"}]}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op describes a model by {name = "npu0"}, which has no 'c_name' of the kind that tirc writes; compile that model again}}
  func.func @run() attributes {tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = [], devices = [{name = "npu0"}]}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{which has no 'api' of the kind that tirc writes; compile that model again}}
  func.func @run() attributes {tir.interface = {entry = "tvmgen_m_run", inputs = [], outputs = [], api = "rpc"}} {
    return
  }
}

// -----

// The macro could contain any code.
module {
  // expected-error @+1 {{'func.func' op describes a model with the c_name "a; int pwned", which is not an identifier in C; expected letters, digits and '_'}}
  func.func @run() attributes {tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [{name = "a", c_name = "a; int pwned", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64}], outputs = []}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op describes a model with the c_name "linux", which is a macro that compilers define in C; expected letters, digits and '_'}}
  func.func @run() attributes {tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = [], devices = [{name = "d", c_name = "linux", kind = "npu"}]}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op describes a model with the entry "run(void); int x", which is not an identifier in C; expected letters, digits and '_'}}
  func.func @run() attributes {tir.interface = {api = "c", inputs = [], outputs = [], entry = "run(void); int x"}} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{'func.func' op describes a model with the prototype "int f(void); int pwned"; expected one function's, without ';'}}
  func.func @run() attributes {tir.interface = {api = "c", entry = "tvmgen_m_run", inputs = [], outputs = [], prototypes = ["int f(void); int pwned"]}} {
    return
  }
}
