// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{'tir.prim_func' op has results, but a prim_func writes what it computes into its arguments; pass a buffer for each result}}
tir.prim_func private @result(memref<4xf32>) -> i32

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is a tensor ('tensor<4xf32>'), but a prim_func works on buffers; make it a memref}}
tir.prim_func private @tensor(i32, tensor<4xf32>)

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'tir.effect' must be a #tir.effect attribute, but is "read"}}
tir.prim_func private @effect_of_another_kind(memref<4xf32> {tir.effect = "read"})

// -----

// expected-error @below {{'tir.prim_func' op argument #0 has 'tir.effect', but is not a buffer ('i32')}}
tir.prim_func private @effect_on_scalar(i32 {tir.effect = #tir.effect<read>})

// -----

// expected-error @below {{'tir.prim_func' op has a body of 2 blocks, but it must have one; use scf for control flow}}
tir.prim_func @two_blocks() {
  // expected-note @below {{the first block ends here}}
  cf.br ^next
^next:
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op must end in 'tir.return'}}
tir.prim_func @another_end() {
  // expected-note @below {{it ends in this 'llvm.unreachable'}}
  llvm.unreachable
}

// -----

// expected-error @below {{custom op 'tir.prim_func' expected non-empty function body}}
tir.prim_func @empty() {
}

// -----

// expected-note @below {{see existing symbol definition here}}
tir.prim_func private @twice() {
  tir.return
}
// expected-error @below {{redefinition of symbol named 'twice'}}
tir.prim_func private @twice() {
  tir.return
}

// -----

// expected-error @below {{expected ::tir::Effect to be one of: read, write, read_write}}
// expected-error @below {{failed to parse TIR_EffectAttr parameter 'value' which is to be a `::tir::Effect`}}
tir.prim_func private @unknown_effect(memref<4xf32> {tir.effect = #tir.effect<update>})

// -----

// expected-error @below {{'tir.prim_func' op is called '2d_conv' in C, which is not an identifier; set exported_name to letters, digits and '_', with no leading digit, and to a name that C and C++ do not reserve}}
tir.prim_func private @"2d_conv"(memref<4xi8>)

// -----

// expected-error @below {{'tir.prim_func' op is called 'while' in C, which is a keyword of C or C++; set exported_name}}
tir.prim_func @f() attributes {exported_name = "while"} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op is called '' in C, which is not an identifier}}
tir.prim_func @f() attributes {exported_name = ""} {
  tir.return
}

// -----

// expected-note @below {{the other is @f}}
tir.prim_func @f() attributes {exported_name = "conv.2d"} {
  tir.return
}
tir.prim_func @between() {
  tir.return
}
// expected-error @below {{'tir.prim_func' op is called 'conv_2d' in C, as is another function; give one of them another exported_name}}
tir.prim_func private @g() attributes {exported_name = "conv_2d"} {
  tir.return
}

// -----

// expected-note @below {{the other is @conv-2d}}
tir.prim_func private @"conv-2d"(memref<4xi8>)
// expected-error @below {{'tir.prim_func' op is called 'conv_2d' in C, as is another function; give one of them another exported_name}}
tir.prim_func private @g(memref<4xi8>) attributes {exported_name = "conv_2d"}

// -----

// expected-note @below {{the other is @a.b}}
tir.prim_func @a.b() {
  tir.return
}
// expected-error @below {{'tir.prim_func' op is called 'a_b' in C, as is another function; give one of them another exported_name}}
tir.prim_func @a_b() {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op runs on @npu0, which is not a tir.device of this module; declare it}}
tir.prim_func private @k(memref<4xi8>) attributes {devices = [@npu0]}

// -----

// expected-note @below {{it is a 'tir.pool'}}
tir.pool @npu0
// expected-error @below {{'tir.prim_func' op runs on @npu0, which is not a tir.device of this module; declare it}}
tir.prim_func private @k(memref<4xi8>) attributes {devices = [@npu0]}

// -----

// expected-note @below {{device declared here}}
tir.device @npu0 {kind = "npu"}
// expected-error @below {{'tir.prim_func' op takes '!tir.device_context<"dsp">', but runs on @npu0 of the kind "npu"; expected a context of that kind}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"dsp">) attributes {devices = [@npu0]}

// -----

// expected-note @below {{one is declared here}}
tir.device @npu0 {kind = "npu"}
// expected-note @below {{the other is declared here}}
tir.device @dsp0 {kind = "dsp"}
// expected-error @below {{'tir.prim_func' op runs on devices of the kinds "npu" and "dsp"; a function runs on devices of one kind}}
tir.prim_func private @k(memref<4xi8>) attributes {devices = [@npu0, @dsp0]}

// -----

// expected-error @below {{attribute 'devices' failed to satisfy constraint: flat symbol ref array attribute}}
tir.prim_func private @k(memref<4xi8>) attributes {devices = "npu0"}

// -----

// expected-error @below {{attribute 'calling_convention' failed to satisfy constraint: how a function is called}}
tir.prim_func private @k(memref<4xi8>) attributes {calling_convention = "packed"}

// -----

// expected-error @below {{'tir.prim_func' op argument #1 carries "tir.effcet", which has no meaning there; expected tir.effect, tir.name, tir.port}}
// expected-note @below {{did you mean 'tir.effect'?}}
tir.prim_func private @misspelt(memref<4xi8>, memref<4xi8> {tir.effcet = #tir.effect<read>})

// -----

// expected-error @below {{'func.func' op argument #0 carries "tir.macs", which has no meaning there}}
// expected-note @below {{the description of the dialect lists the attributes and what carries them}}
func.func private @misplaced(memref<4xi8> {tir.macs = "conv2d#3"})

// -----

// expected-error @below {{'func.func' op argument #0 carries "tir.reads", which has no meaning there}}
// expected-note @below {{write it as tir.port = #tir.port<exposed = <reads = …>>}}
func.func private @former(memref<4xi8> {tir.reads = ["x"]})

// -----

// expected-error @below {{'func.func' op result #0 carries "tir.scale", which has no meaning there}}
// expected-note @below {{write it as tir.port = #tir.port<encoding = <scale = …>>}}
func.func private @former() -> (tensor<4xi8> {tir.scale = 0.5 : f64})

// -----

// expected-error @below {{failed to parse TIR_PortAttr parameter 'encoding'}}
// expected-error @below {{the zero point is 3, but there is no scale; expected both, or neither}}
func.func private @encoding(tensor<4xi8> {tir.port = #tir.port<encoding = <zero_point = 3>>})

// -----

// expected-error @below {{'func.func' op result #1 carries "tir.valu_of", which has no meaning there; expected tir.name, tir.port}}
// expected-note @below {{the description of the dialect lists the attributes and what carries them}}
func.func private @misspelt_result() -> (tensor<4xi8>, tensor<4xi8> {tir.valu_of = @count})

// -----

// expected-error @below {{'func.func' op result #0 carries "tir.effect", which has no meaning there}}
// expected-note @below {{an argument may carry 'tir.effect', but a result may not}}
func.func private @misplaced_on_result() -> (memref<4xi8> {tir.effect = #tir.effect<read>})

// -----

// expected-error @below {{'func.func' op result #0 is the variable @count, but there is no memref.global of that name with #tir.global<variable = true>; declare it}}
func.func private @result_variable() -> (tensor<4xi8> {tir.port = #tir.port<value_of = @count>})

// -----

// expected-note @below {{it is this 'memref.global'}}
memref.global "private" @count : memref<4xi8> = dense<0>
// expected-error @below {{'func.func' op result #0 is the variable @count, but there is no memref.global of that name with #tir.global<variable = true>; declare it}}
func.func private @result_variable() -> (tensor<4xi8> {tir.port = #tir.port<value_of = @count>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0 has 'noalias', but is not a buffer ('i32')}}
tir.prim_func private @noalias_scalar(i32 {tir.port = #tir.port<noalias = true>})

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<4xi8>', but comes after a context (argument #0); contexts are the last arguments}}
tir.prim_func private @context_first(!tir.device_context<"npu">, memref<4xi8>)

// -----

// expected-error @below {{'tir.prim_func' op takes 2 contexts, but a kernel runs on one device; split it, or give it a body that calls one kernel for each device}}
tir.prim_func private @two_contexts(memref<4xi8>, !tir.device_context<"npu">, !tir.device_context<"npu">)

// -----

// Values of another type would be meaningless.

// expected-error @below {{'tir.prim_func' op argument #0: 'tir.name' must be a string, but is 4 : i32}}
tir.prim_func private @name_value(memref<4xi8> {tir.name = 4 : i32})

// -----

// expected-error @below {{'tir.prim_func' op is called 'memcpy' in C, which is a function of the C library; set exported_name}}
tir.prim_func private @memcpy(memref<4xi8>)

// -----

// expected-error @below {{'tir.prim_func' op is called '__init' in C, which is a name that C and C++ reserve, like all that begin with '__'; set exported_name}}
tir.prim_func @f() attributes {exported_name = "__init"} {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #1: 'distances' in 'tir.port' applies to a memref of static shape and identity layout that is declared #tir.effect<write>, but here it is array<i64: 0, 0> on 'memref<4xi8>'}}
tir.prim_func private @f(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<distances = [0, 0]>})

// -----

// expected-error @below {{'tir.prim_func' op argument #1: 'distances' in 'tir.port' consists of pairs of an argument and a number of bytes, but here it is array<i64: 0> on 'memref<4xi8>'}}
tir.prim_func private @f(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0]>})

// -----

// expected-error @below {{'tir.prim_func' op argument #1: 'distances' in 'tir.port' names memrefs of static shape and identity layout that are declared #tir.effect<read>, but here it is array<i64: 2, 0> on 'memref<4xi8>'}}
tir.prim_func private @f(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [2, 0]>})

// -----

// expected-error @below {{'tir.prim_func' op argument #1: 'distances' in 'tir.port' names each argument once, but here it is array<i64: 0, 0, 0, 4> on 'memref<4xi8>'}}
tir.prim_func private @f(memref<4xi8> {tir.effect = #tir.effect<read>}, memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0, 0, 4]>})
