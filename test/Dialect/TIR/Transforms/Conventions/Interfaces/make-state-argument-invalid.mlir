// RUN: tir-opt %s --tir-make-state-argument --split-input-file --verify-diagnostics

memref.global "private" @a : memref<8xi8> = dense<0> {tir.global = #tir.global<variable = true>}
// expected-error @below {{'tir.prim_func' op argument #0 of type 'memref<4xi8>' is the variable @a, but there is no memref.global of that name and type with #tir.global<variable = true>; declare it}}
tir.prim_func @main(%x: memref<4xi8> {tir.port = #tir.port<value_of = @a>}) {
  tir.return
}

// -----

// expected-note @below {{the variable is declared here}}
memref.global "private" @a : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
// expected-error @below {{'tir.prim_func' op argument #0 is the variable @a, but only the model's public function receives variables from the application; pass the buffer to this function}}
tir.prim_func private @kernel(%x: memref<4xi8> {tir.port = #tir.port<value_of = @a>}) {
  tir.return
}

// -----

// expected-note @below {{the variable is declared here}}
memref.global "private" @a : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
tir.prim_func private @kernel() {
  // expected-error @below {{'memref.get_global' op uses the variable @a, but only the model's main function may use variables; pass the buffer to this function}}
  %a = memref.get_global @a : memref<4xi8>
  tir.return
}
tir.prim_func @main(%x: memref<4xi8>) {
  tir.call_tir @kernel() : () -> ()
  tir.return
}

// -----

memref.global "private" @a : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
// expected-note @below {{the function is declared here}}
tir.prim_func @main(%x: memref<4xi8> {tir.port = #tir.port<value_of = @a>}) {
  tir.return
}
tir.prim_func private @caller(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op refers to @main, which will receive the model's state; run the pass before the entry point is created}}
  tir.call_tir @main(%x) : (memref<4xi8>) -> ()
  tir.return
}

// -----

// expected-error @below {{has no public tir.prim_func to make the state of}}
module {
  memref.global "private" @a : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
}

// -----

// expected-error @below {{'memref.global' op is a variable of type 'memref<4xi8, strided<[2]>>'; expected a buffer with a static shape and at least one element, of integers or floats of at most 64 bits}}
memref.global "private" @a : memref<4xi8, strided<[2]>> = uninitialized {tir.global = #tir.global<variable = true>}
tir.prim_func @main(%x: memref<4xi8>) {
  tir.return
}

// -----

// expected-error @below {{'memref.global' op is a variable, so it must be private and not constant, and have an initial value}}
memref.global "private" constant @a : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
tir.prim_func @main(%x: memref<4xi8>) {
  tir.return
}

// -----

// expected-error @below {{variable '1st' would be the C struct field '1st', which begins with a digit; expected a letter or '_' first: rename it in the model}}
memref.global "private" @"1st" : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
tir.prim_func @main(%x: memref<4xi8>) {
  tir.return
}

// -----

// expected-error @below {{variable 'int' would be the C struct field 'int', which is a keyword of C or C++; expected another identifier: rename it in the model}}
memref.global "private" @int : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
tir.prim_func @main(%x: memref<4xi8>) {
  tir.return
}

// -----

// expected-note @below {{the other variable is declared here}}
memref.global "private" @"a.b" : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
// expected-error @below {{variable 'A-b' would be the C struct field 'A_b', which 'a.b' becomes, too; expected names that differ in more than case and punctuation: rename one in the model}}
memref.global "private" @"A-b" : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
tir.prim_func @main(%x: memref<4xi8>) {
  tir.return
}

// -----

memref.global "private" @a : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
// expected-error @below {{argument #0, called "State", would have the macro ..._STATE_SIZE, which the header uses for the size of the variables; expected another name: rename it in the model, or give that argument or result of the entry function the attribute tir.name}}
tir.prim_func @main(%x: memref<4xi8> {tir.name = "State"}) {
  tir.return
}

// -----

memref.global "private" @a : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
tir.prim_func @main(%x: memref<4xi8>) {
  tir.return
}
// expected-error @below {{'func.func' op is called 'tvmgen_default_reset', as is the function that resets the model's variables to their initial values; rename it}}
func.func private @tvmgen_default_reset()
