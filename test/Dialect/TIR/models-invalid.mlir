// RUN: tir-opt %s --split-input-file --verify-diagnostics

// What belongs to a model stands on its public function.

// expected-error @below {{'builtin.module' op has 'tir.model' with 'name', which belongs to the public function of a model; move it there}}
module attributes {tir.model = #tir.model<name = "net">} {
}

// -----

// expected-error @below {{'builtin.module' op has 'tir.model' with 'plan', which belongs to the public function of a model; move it there}}
module attributes {tir.model = #tir.model<plan = <pools = []>>} {
}

// -----

func.func @run() {
  // expected-error @below {{'arith.constant' op has 'tir.interface', which belongs to a model; move the attribute to the model's public function}}
  %c = arith.constant {tir.interface = {}} 0 : i32
  return
}

// -----

// expected-error @below {{'tir.prim_func' op is private, but has 'tir.model', which belongs to the public function of a model; make it public, or drop the attribute}}
tir.prim_func private @main() attributes {tir.model = #tir.model<name = "net">} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op 'tir.model' must be a #tir.model attribute, such as #tir.model<name = "net">, but is 1 : i64}}
tir.prim_func @main() attributes {tir.model = 1 : i64} {
  tir.return
}

// -----

// A missing parameter, and misspelt ones.

// expected-error @below {{failed to parse TIR_ModelAttr parameter 'plan'}}
// expected-error @below {{failed to parse TIR_PlanAttr parameter 'pools'}}
// expected-error @below {{struct is missing required parameter: alignment}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pools = [<bytes = 8, name = "workspace">]>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_ModelAttr parameter 'plan'}}
// expected-error @below {{duplicate or unknown struct parameter name: pool}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pool = []>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_ModelAttr parameter 'plan'}}
// expected-error @below {{failed to parse TIR_PlanAttr parameter 'pools'}}
// expected-error @below {{the pool "workspace" has -1 bytes and the alignment 16; expected at least 0 bytes and an alignment of at least 1}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pools = [<alignment = 16, bytes = -1, name = "workspace">]>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_ModelAttr parameter 'plan'}}
// expected-error @below {{failed to parse TIR_PlanAttr parameter 'pools'}}
// expected-error @below {{the pool "workspace" has 8 bytes and the alignment 0; expected at least 0 bytes and an alignment of at least 1}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pools = [<alignment = 0, bytes = 8, name = "workspace">]>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_ModelAttr parameter 'plan'}}
// expected-error @below {{failed to parse TIR_PlanAttr parameter 'constant_pools'}}
// expected-error @below {{the pool "qspi" has 8 bytes, but its contents are 'tensor<4xi8>'; expected as many elements of 8 bits}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <constant_pools = [<alignment = 1, bytes = 8, contents = dense<0> : tensor<4xi8>, name = "qspi">], pools = []>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_ModelAttr parameter 'plan'}}
// expected-error @below {{failed to parse TIR_PlanAttr parameter 'arguments'}}
// expected-error @below {{an argument in a pool has the kind "state"; expected "input" or "output"}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <arguments = [<attributes = {}, kind = "state", offset = 0, pool = "workspace", type = memref<4xi8>>], pools = []>>} {
  tir.return
}

// -----

// expected-error @below {{failed to parse TIR_ModelAttr parameter 'plan'}}
// expected-error @below {{failed to parse TIR_PlanAttr parameter 'arguments'}}
// expected-error @below {{an argument in a pool has the type 'memref<?xi8>' and the offset 0; expected the type of a whole buffer and an offset of at least 0}}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <arguments = [<attributes = {}, kind = "input", offset = 0, pool = "workspace", type = memref<?xi8>>], pools = []>>} {
  tir.return
}

// -----

// The text of an attribute in a module for other tools.

// expected-error @below {{'func.func' op 'tir.model' must be a #tir.model attribute, such as #tir.model<name = "net">, but is "#tir.model<plan = <pool = []>>"}}
func.func @main() attributes {tir.model = "#tir.model<plan = <pool = []>>"} {
  return
}

// -----

// expected-error @below {{nothing is known of a model; expected at least one parameter, such as name = "net"}}
func.func @main() attributes {tir.model = #tir.model<packed_constants = false>} {
  return
}

// -----

// expected-error @below {{a model has the name "my net"; expected letters, digits and '_'}}
func.func @main() attributes {tir.model = #tir.model<name = "my net">} {
  return
}

// -----

// The models of a registry are the module's.
// expected-error @below {{'func.func' op has 'tir.model' with 'registry', which belongs to the module; move it there}}
func.func @main() attributes {tir.model = #tir.model<registry = []>} {
  return
}

// -----

// expected-error @below {{'func.func' op 'tir.interface' has "workspcae" = "external", which has no meaning there; expected one of always_succeeds, api}}
func.func @main() attributes {tir.interface = {api = "c", workspcae = "external"}} {
  return
}

// -----

// expected-error @below {{'func.func' op 'tir.interface' has "byte" = 4 : i64, which has no meaning there; expected one of alignment, bytes, c_name}}
func.func @main() attributes {tir.interface = {api = "c", inputs = [{byte = 4 : i64, name = "x"}]}} {
  return
}

// -----

// expected-error @below {{'func.func' op 'tir.interface' has "entry" = 1 : i64, which is of another kind than tirc writes}}
func.func @main() attributes {tir.interface = {entry = 1 : i64}} {
  return
}
