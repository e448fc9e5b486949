// RUN: tir-opt %s --split-input-file --verify-diagnostics

// What is known of arguments, results, calls, functions and globals.

// expected-error @below {{duplicate or unknown struct parameter name: poll}}
func.func private @misspelt(memref<4xi8> {tir.port = #tir.port<poll = "sram">})

// -----

// expected-error @below {{nothing is known of an argument; expected at least one parameter, such as pool = "sram", or no attribute}}
func.func private @nothing(memref<4xi8> {tir.port = #tir.port<overwritten = false>})

// -----

// expected-error @below {{'alignment' is -4; expected at least 1}}
func.func private @alignment(memref<4xi8> {tir.port = #tir.port<alignment = -4>})

// -----

// expected-error @below {{'pools' is ["sram"]; expected an array of symbols, such as [@sram]}}
func.func private @pools(memref<4xi8> {tir.port = #tir.port<pools = ["sram"]>})

// -----

// expected-error @below {{'normalization' has the key 'mean'; expected bias, scale and shift}}
func.func private @normalization(memref<4xi8> {tir.port = #tir.port<normalization = {mean = array<f64: 1.0>}>})

// -----

// expected-error @below {{'func.func' op result #0: 'tir.port' is #tir.port<pool = "sram">, but a result only has an encoding and the variable that it is the value of; an argument has the rest}}
func.func private @result() -> (memref<4xi8> {tir.port = #tir.port<encoding = <type = ui8>, pool = "sram">})

// -----

// expected-error @below {{'func.func' op result #0: 'tir.port' must be a #tir.port attribute, but is 2 : i64}}
func.func private @value() -> (tensor<4xi8> {tir.port = 2 : i64})

// -----

// expected-error @below {{'func.func' op argument #0: 'argument' in 'tir.port' belongs to an allocation that was an argument; drop it}}
func.func private @argument(memref<4xi8> {tir.port = #tir.port<argument = {}>})

// -----

func.func @allocation() {
  // expected-error @below {{'memref.alloc' op 'tir.port' is #tir.port<pool = "sram">, expected a #tir.port with the 'argument' that it was}}
  %x = memref.alloc() {tir.port = #tir.port<pool = "sram">} : memref<4xi8>
  return
}

// -----

func.func @nothing() {
  // expected-error @below {{nothing is known of a call; expected at least one parameter, such as stage = "fast", or no attribute}}
  %x = memref.alloc() {tir.call = #tir.call<hook = false>} : memref<4xi8>
  return
}

// -----

// expected-error @below {{nothing is known of a function; expected at least one parameter, such as kernel = <macs = 4>, or no attribute}}
func.func private @nothing() attributes {tir.function = #tir.function<extracted = false>}

// -----

// expected-error @below {{'func.func' op carries 'tir.call', which has no meaning there; expected an operation in a function}}
func.func private @misplaced() attributes {tir.call = #tir.call<hook = true>}

// -----

// expected-error @below {{'func.func' op 'tir.function' is "a", expected a #tir.function attribute}}
func.func private @text() attributes {tir.function = "a"}

// -----

// expected-error @below {{nothing is known of a global; expected at least one parameter, such as section = ".tcm", or no attribute}}
memref.global "private" @nothing : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = false>}

// -----

// expected-error @below {{'alignment' is -1; expected at least 1}}
memref.global "private" @alignment : memref<4xi8> = dense<0> {tir.global = #tir.global<alignment = -1>}
