// RUN: tir-opt %s --split-input-file --verify-diagnostics

// What belongs to a model stands on its public function.

// expected-error @below {{'builtin.module' op has 'tir.model', which belongs to a model; move the attribute to the model's public function}}
module attributes {tir.model = {name = "net"}} {
}

// -----

// expected-error @below {{'builtin.module' op has 'tir.plan', which belongs to a model; move the attribute to the model's public function}}
module attributes {tir.plan = {}} {
}

// -----

func.func @run() {
  // expected-error @below {{'arith.constant' op has 'tir.interface', which belongs to a model; move the attribute to the model's public function}}
  %c = arith.constant {tir.interface = {}} 0 : i32
  return
}

// -----

// expected-error @below {{'tir.prim_func' op is private, but has 'tir.model', which belongs to the public function of a model; make it public, or drop the attribute}}
tir.prim_func private @main() attributes {tir.model = {name = "net"}} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.plan' must be a dictionary, but is 1 : i64}}
tir.prim_func @main() attributes {tir.plan = 1 : i64} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.plan' has the pool {name = "workspace"}; expected {name, bytes, alignment}, with at least 0 bytes and an alignment of at least 1 as i64}}
tir.prim_func @main() attributes {tir.plan = {pools = [{name = "workspace"}]}} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.plan' has the pool {alignment = 16 : i64, bytes = -1 : i64, name = "workspace"}; expected {name, bytes, alignment}, with at least 0 bytes and an alignment of at least 1 as i64}}
tir.prim_func @main() attributes {tir.plan = {pools = [{alignment = 16 : i64, bytes = -1 : i64, name = "workspace"}]}} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.plan' has the pool {alignment = 0 : i64, bytes = 8 : i64, name = "workspace"}; expected {name, bytes, alignment}, with at least 0 bytes and an alignment of at least 1 as i64}}
tir.prim_func @main() attributes {tir.plan = {pools = [{alignment = 0 : i64, bytes = 8 : i64, name = "workspace"}]}} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.plan' has the pool {alignment = 16 : i32, bytes = 8 : i64, name = "workspace"}; expected {name, bytes, alignment}, with at least 0 bytes and an alignment of at least 1 as i64}}
tir.prim_func @main() attributes {tir.plan = {pools = [{alignment = 16 : i32, bytes = 8 : i64, name = "workspace"}]}} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.plan' must have an array of 'pools', but has "workspace"}}
tir.prim_func @main() attributes {tir.plan = {pools = "workspace"}} {
  tir.return
}

// -----

// expected-error @below {{'func.func' op 'tir.model' is {source = "net.mlir"}; expected the 'name' of the model, of letters, digits and '_'}}
func.func @main() attributes {tir.model = {source = "net.mlir"}} {
  return
}

// -----

// expected-error @below {{'func.func' op 'tir.model' is {name = "my net"}; expected the 'name' of the model, of letters, digits and '_'}}
func.func @main() attributes {tir.model = {name = "my net"}} {
  return
}

// -----

// The models of a registry are the module's.
// expected-error @below {{'func.func' op has 'tir.models', the models of a registry, which belong to the module; move the attribute there}}
func.func @main() attributes {tir.models = []} {
  return
}

// -----

// expected-error @below {{'builtin.module' op 'tir.models' must be an array of the models of a registry, but is "a"}}
module attributes {tir.models = "a"} {
}
