// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func private @f(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
// expected-error @below {{'tir.func_registry' op has 2 names, but 1 functions; each function has one name}}
tir.func_registry @registry ["f", "g"] = [@f]

// -----

// expected-error @below {{'tir.func_registry' op has 0 functions; expected 1 to 65535}}
tir.func_registry @registry [] = []

// -----

func.func private @f(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
// expected-error @below {{'tir.func_registry' op has a function with an empty name, which would end the list}}
tir.func_registry @registry ["f", ""] = [@f, @f]

// -----

func.func private @f(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
// expected-error @below {{'tir.func_registry' op has text with a NUL at 1, where the string would end in C}}
tir.func_registry @registry ["f\00g"] = [@f]

// -----

func.func private @f(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
// expected-error @below {{'tir.func_registry' op has two functions called "f", of which only the first would be found}}
tir.func_registry @registry ["f", "g", "f"] = [@f, @f, @f]

// -----

// expected-error @below {{'tir.func_registry' op lists @f, which is not a function of this module; declare it}}
tir.func_registry @registry ["f"] = [@f]

// -----

// expected-note @below {{it is a 'tir.struct'}}
tir.struct @f ["x"]
// expected-error @below {{'tir.func_registry' op lists @f, which is not a function of this module; declare it}}
tir.func_registry @registry ["f"] = [@f]

// -----

// expected-error @below {{'tir.func_registry' op attribute 'functions' failed to satisfy constraint: array of symbols}}
tir.func_registry @registry ["f"] = [@inner::@f]

// -----

// expected-error @below {{'tir.func_registry' op attribute 'names' failed to satisfy constraint: string array attribute}}
tir.func_registry @registry [3] = [@f]

// -----

// expected-note @below {{declared here}}
func.func private @f(!tir.values, !tir.type_codes, i64, !tir.values, !tir.type_codes, !tir.handle) -> i32
// expected-error @below {{'tir.func_registry' op lists @f, which a runtime cannot call; expected the packed signature without a device context as resource handle}}
tir.func_registry @registry ["f"] = [@f]

// -----

// expected-note @below {{declared here}}
func.func private @f(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle)
// expected-error @below {{'tir.func_registry' op lists @f, which a runtime cannot call}}
tir.func_registry @registry ["f"] = [@f]

// -----

// expected-note @below {{declared here}}
tir.prim_func private @f(memref<4xf32>)
// expected-error @below {{'tir.func_registry' op lists @f, which a runtime cannot call}}
tir.func_registry @registry ["f"] = [@f]

// -----

// A runtime passes the registry in place of the device's context that this function expects.
// expected-note @below {{declared here}}
tir.prim_func private @f(memref<4xf32>, !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<packed>}
// expected-error @below {{'tir.func_registry' op lists @f, which a runtime cannot call}}
tir.func_registry @registry ["f"] = [@f]

// -----

func.func @find() -> i32 {
  // expected-error @below {{'tir.get_function' op looks in @registry, which is not a tir.func_registry of this module; declare it}}
  %code, %f = tir.get_function "f" from @registry
  return %code : i32
}

// -----

// expected-note @below {{it is a 'tir.struct'}}
tir.struct @registry []
func.func @find() -> i32 {
  // expected-error @below {{'tir.get_function' op looks in @registry, which is not a tir.func_registry of this module; declare it}}
  %code, %f = tir.get_function "f" from @registry
  return %code : i32
}

// -----

// A program has one system library.
func.func private @f(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32
// expected-note @below {{the other is declared here}}
tir.func_registry @one ["f"] = [@f] system_lib
tir.func_registry @two ["f"] = [@f]
// expected-error @below {{'tir.func_registry' op is the program's system library, as is @one; a program has one, so drop 'system_lib' here or list all functions in one registry}}
tir.func_registry @three ["f"] = [@f] system_lib
