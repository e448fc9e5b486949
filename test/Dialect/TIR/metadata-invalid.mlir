// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{'tir.metadata' op has text with a NUL at 3, where the string would end in C}}
tir.metadata @m "net\00" inputs [] outputs [] workspace_pools []

// -----

// expected-error @below {{'tir.metadata' op attribute 'inputs' failed to satisfy constraint: array of #tir.tensor_info attributes}}
tir.metadata @m "net" inputs [3] outputs [] workspace_pools []

// -----

// expected-error @below {{'tir.metadata' op attribute 'outputs' failed to satisfy constraint: array of #tir.tensor_info attributes}}
tir.metadata @m "net" inputs [] outputs ["y"] workspace_pools []

// -----

// expected-error @below {{'tir.metadata' op attribute 'workspace_pools' failed to satisfy constraint: array of #tir.tensor_info attributes}}
tir.metadata @m "net" inputs [] outputs [] workspace_pools [{}]

// -----

// expected-error @below {{tensor "x" is 'tensor<1x?xi8>', but an executor needs each extent; expected a static shape}}
tir.metadata @m "net" inputs [#tir.tensor_info<"x", tensor<1x?xi8>>] outputs [] workspace_pools []

// -----

// expected-error @below {{tensor "x" is 'tensor<1xindex>', whose elements have no dtype in DLPack}}
tir.metadata @m "net" inputs [#tir.tensor_info<"x", tensor<1xindex>>] outputs [] workspace_pools []

// -----

// expected-error @below {{tensor "x" is 'tensor<1xi7>', whose elements have no dtype in DLPack}}
tir.metadata @m "net" inputs [] outputs [#tir.tensor_info<"x", tensor<1xi7>>] workspace_pools []

// -----

// expected-error @below {{tensor name "x\00" contains a NUL, which ends a string in C}}
tir.metadata @m "net" inputs [#tir.tensor_info<"x\00", tensor<1xi8>>] outputs [] workspace_pools []

// -----

// expected-error @+2 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xi8>'}}
// expected-error @+1 {{failed to parse TIR_TensorInfoAttr parameter 'type'}}
tir.metadata @m "net" inputs [#tir.tensor_info<"x", tensor<*xi8>>] outputs [] workspace_pools []
