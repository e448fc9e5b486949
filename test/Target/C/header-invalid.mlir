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

// -----

// The macro could contain any code.
// expected-error @+1 {{'tir.interface' has the c_name "a; int pwned", which is not an identifier in C; expected letters, digits and '_'}}
module attributes {tir.interface = {inputs = [{name = "a", c_name = "a; int pwned", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64}], outputs = []}} {
}

// -----

// expected-error @+1 {{'tir.interface' has the c_name "linux", which is a macro that compilers define in C; expected letters, digits and '_'}}
module attributes {tir.interface = {inputs = [], outputs = [], devices = [{name = "d", c_name = "linux", kind = "npu"}]}} {
}

// -----

// expected-error @+1 {{'tir.interface' names the function 'run(void); int x', which is not a name in C}}
module attributes {tir.interface = {inputs = [], outputs = [], entry = "run(void); int x"}} {
}

// -----

// expected-error @+1 {{'tir.interface' has the prototype 'int f(void); int pwned'; expected one function's, without ';'}}
module attributes {tir.interface = {inputs = [], outputs = [], prototypes = ["int f(void); int pwned"]}} {
}
