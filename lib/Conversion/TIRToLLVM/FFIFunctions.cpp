//===- FFIFunctions.cpp - Functions that call tvm-ffi, as text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FFIFunctions.h"

using namespace tir;
using llvm::StringLiteral;

// C has the same functions (lib/Conversion/TIRToEmitC/FFIRuntimeTexts.cpp).

const StringLiteral tir::kFFICalls = R"mlir(
llvm.func @TVMFuncCall(!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @TVMBackendGetFuncFromEnv(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @TVMFFIEnvModLookupFromImports(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @TVMFFIFunctionGetGlobal(!llvm.ptr, !llvm.ptr) -> i32
llvm.func @TVMFFIFunctionCall(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> i32
llvm.func @TVMFFIObjectIncRef(!llvm.ptr) -> i32
llvm.func @TVMFFIObjectDecRef(!llvm.ptr) -> i32
llvm.func @TVMFFITensorFromDLPack(!llvm.ptr, i32, i32, !llvm.ptr) -> i32
llvm.func @TVMFFIErrorSetRaisedFromCStr(!llvm.ptr, !llvm.ptr)
llvm.func @TVMFFIErrorSetRaisedFromCStrParts(!llvm.ptr, !llvm.ptr, i32)
llvm.func extern_weak @malloc(SIZE) -> !llvm.ptr
llvm.func extern_weak @free(!llvm.ptr)
llvm.mlir.global weak protected @__tvm_ffi__library_ctx() : !llvm.ptr {
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}
llvm.mlir.global weak protected @__TVMBackendGetFuncFromEnv() : !llvm.ptr {
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}
llvm.mlir.global internal @tir_chosen_runtime(0 : i32) : i32
llvm.mlir.global internal constant @tir_ffi_kind("RuntimeError\00")
llvm.mlir.global internal constant @tir_ffi_unknown(": is not among tvm-ffi's global functions; register it there, or load this library by tvm_ffi.load_module and import the module that has it\00")
llvm.mlir.global internal constant @tir_ffi_kept("a function that the model calls keeps a tensor beyond its call, but the memory is the model's; let the function copy the tensor\00")
llvm.mlir.global internal constant @tir_ffi_type_indices(dense<[1, -1, 3, 4, 0, 5, 6, 7, -1, -1, -1, 8, -1, -1, -1, 2]> : tensor<16xi32>) : !llvm.array<16 x i32>
llvm.mlir.global internal constant @tir_ffi_type_codes(dense<[4, 0, 0, 2, 3, 5, 6, 7]> : tensor<8xi32>) : !llvm.array<8 x i32>

llvm.func @tir_ffi_find_own(!llvm.ptr, !llvm.ptr) -> i32

llvm.func internal @tir_ffi_find(%name: !llvm.ptr, %out: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind, passthrough = ["no-builtins"]} {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %failed = llvm.mlir.constant(-1 : i32) : i32
  %none = llvm.mlir.constant(0 : SIZE) : SIZE
  %step = llvm.mlir.constant(1 : SIZE) : SIZE
  %end = llvm.mlir.constant(0 : i8) : i8
  %bytes = llvm.alloca %one x !llvm.struct<(ptr, SIZE)> : (i32) -> !llvm.ptr
  %parts = llvm.alloca %two x !llvm.ptr : (i32) -> !llvm.ptr
  llvm.store %null, %out : !llvm.ptr, !llvm.ptr
  %own_code = llvm.call @tir_ffi_find_own(%name, %out) : (!llvm.ptr, !llvm.ptr) -> i32
  %own = llvm.load %out : !llvm.ptr -> !llvm.ptr
  %is_foreign = llvm.icmp "eq" %own, %null : !llvm.ptr
  llvm.cond_br %is_foreign, ^look, ^done(%own_code : i32)
^look:
  %context_at = llvm.mlir.addressof @__tvm_ffi__library_ctx : !llvm.ptr
  %context = llvm.load %context_at : !llvm.ptr -> !llvm.ptr
  %is_linked = llvm.icmp "eq" %context, %null : !llvm.ptr
  llvm.cond_br %is_linked, ^measure(%none : SIZE), ^imported
^imported:
  %looked = llvm.call @TVMFFIEnvModLookupFromImports(%context, %name, %out) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  %is_found = llvm.icmp "eq" %looked, %zero : i32
  llvm.cond_br %is_found, ^keep, ^done(%looked : i32)
^keep:
  %function = llvm.load %out : !llvm.ptr -> !llvm.ptr
  %kept = llvm.call @TVMFFIObjectIncRef(%function) : (!llvm.ptr) -> i32
  llvm.br ^done(%kept : i32)
^measure(%length: SIZE):
  %at = llvm.getelementptr %name[%length] : (!llvm.ptr, SIZE) -> !llvm.ptr, i8
  %letter = llvm.load %at : !llvm.ptr -> i8
  %is_end = llvm.icmp "eq" %letter, %end : i8
  %longer = llvm.add %length, %step : SIZE
  llvm.cond_br %is_end, ^global, ^measure(%longer : SIZE)
^global:
  %size_at = llvm.getelementptr %bytes[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, SIZE)>
  llvm.store %name, %bytes : !llvm.ptr, !llvm.ptr
  llvm.store %length, %size_at : SIZE, !llvm.ptr
  %got = llvm.call @TVMFFIFunctionGetGlobal(%bytes, %out) : (!llvm.ptr, !llvm.ptr) -> i32
  %got_well = llvm.icmp "eq" %got, %zero : i32
  llvm.cond_br %got_well, ^check, ^done(%got : i32)
^check:
  %found = llvm.load %out : !llvm.ptr -> !llvm.ptr
  %is_unknown = llvm.icmp "eq" %found, %null : !llvm.ptr
  llvm.cond_br %is_unknown, ^unknown, ^done(%zero : i32)
^unknown:
  %kind = llvm.mlir.addressof @tir_ffi_kind : !llvm.ptr
  %text = llvm.mlir.addressof @tir_ffi_unknown : !llvm.ptr
  %second = llvm.getelementptr %parts[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
  llvm.store %name, %parts : !llvm.ptr, !llvm.ptr
  llvm.store %text, %second : !llvm.ptr, !llvm.ptr
  llvm.call @TVMFFIErrorSetRaisedFromCStrParts(%kind, %parts, %two) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.br ^done(%failed : i32)
^done(%code: i32):
  llvm.return %code : i32
}

llvm.func internal @tir_ffi_make_tensor(%descriptor: !llvm.ptr, %out: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind} {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i32) : i32
  %failed = llvm.mlir.constant(-1 : i32) : i32
  %allocate = llvm.mlir.addressof @malloc : !llvm.ptr
  %release = llvm.mlir.addressof @free : !llvm.ptr
  %no_malloc = llvm.icmp "eq" %allocate, %null : !llvm.ptr
  llvm.cond_br %no_malloc, ^done(%failed : i32), ^allocate
^allocate:
  %end = llvm.getelementptr %null[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(TENSOR, ptr, ptr)>
  %bytes = llvm.ptrtoint %end : !llvm.ptr to SIZE
  %managed = llvm.call @malloc(%bytes) : (SIZE) -> !llvm.ptr
  %no_memory = llvm.icmp "eq" %managed, %null : !llvm.ptr
  llvm.cond_br %no_memory, ^done(%failed : i32), ^fill
^fill:
  %owner = llvm.getelementptr %managed[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(TENSOR, ptr, ptr)>
  %deleter = llvm.getelementptr %managed[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(TENSOR, ptr, ptr)>
  %tensor = llvm.load %descriptor : !llvm.ptr -> !llvm.TENSOR
  llvm.store %tensor, %managed : !llvm.TENSOR, !llvm.ptr
  llvm.store %null, %owner : !llvm.ptr, !llvm.ptr
  llvm.store %release, %deleter : !llvm.ptr, !llvm.ptr
  %code = llvm.call @TVMFFITensorFromDLPack(%managed, %zero, %zero, %out) : (!llvm.ptr, i32, i32, !llvm.ptr) -> i32
  %is_made = llvm.icmp "eq" %code, %zero : i32
  llvm.cond_br %is_made, ^done(%zero : i32), ^free
^free:
  llvm.call @free(%managed) : (!llvm.ptr) -> ()
  llvm.br ^done(%code : i32)
^done(%returned: i32):
  llvm.return %returned : i32
}

llvm.func internal @tir_ffi_free_tensors(%args: !llvm.ptr, %count: i32) -> i1 attributes {dso_local, no_inline, no_unwind} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %tensor = llvm.mlir.constant(70 : i32) : i32
  %no = llvm.mlir.constant(0 : i1) : i1
  llvm.br ^loop(%zero, %no : i32, i1)
^loop(%i: i32, %is_kept: i1):
  %is_more = llvm.icmp "ult" %i, %count : i32
  llvm.cond_br %is_more, ^look, ^done
^look:
  %next = llvm.add %i, %one : i32
  %any = llvm.getelementptr %args[%i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i32, i64)>
  %index = llvm.load %any : !llvm.ptr -> i32
  %is_tensor = llvm.icmp "eq" %index, %tensor : i32
  llvm.cond_br %is_tensor, ^free, ^loop(%next, %is_kept : i32, i1)
^free:
  %slot = llvm.getelementptr %any[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i64)>
  %object = llvm.load %slot : !llvm.ptr -> !llvm.ptr
  %references = llvm.load %object atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %others = llvm.icmp "ne" %references, %one : i32
  %freed = llvm.call @TVMFFIObjectDecRef(%object) : (!llvm.ptr) -> i32
  %any_kept = llvm.or %is_kept, %others : i1
  llvm.br ^loop(%next, %any_kept : i32, i1)
^done:
  llvm.return %is_kept : i1
}

llvm.func internal @tir_ffi_take_result(%result: !llvm.ptr, %value_out: !llvm.ptr, %code_out: !llvm.ptr) attributes {dso_local, no_inline, no_unwind} {
  %objects = llvm.mlir.constant(64 : i32) : i32
  %indices_end = llvm.mlir.constant(8 : i32) : i32
  %other = llvm.mlir.constant(8 : i32) : i32
  %code_of = llvm.mlir.addressof @tir_ffi_type_codes : !llvm.ptr
  %result_value = llvm.getelementptr %result[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i64)>
  %came = llvm.load %result : !llvm.ptr -> i32
  %came_value = llvm.load %result_value : !llvm.ptr -> i64
  llvm.store %came_value, %value_out : i64, !llvm.ptr
  %is_known = llvm.icmp "ult" %came, %indices_end : i32
  llvm.cond_br %is_known, ^known, ^unknown
^known:
  %came_code_at = llvm.getelementptr %code_of[%came] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %came_code = llvm.load %came_code_at : !llvm.ptr -> i32
  llvm.store %came_code, %code_out : i32, !llvm.ptr
  llvm.br ^done
^unknown:
  llvm.store %other, %code_out : i32, !llvm.ptr
  %is_object = llvm.icmp "sge" %came, %objects : i32
  llvm.cond_br %is_object, ^free, ^done
^free:
  %object = llvm.load %result_value : !llvm.ptr -> !llvm.ptr
  %freed = llvm.call @TVMFFIObjectDecRef(%object) : (!llvm.ptr) -> i32
  llvm.br ^done
^done:
  llvm.return
}

llvm.func internal @tir_ffi_call(%function: !llvm.ptr, %values: !llvm.ptr, %codes: !llvm.ptr, %count: i32, %value_out: !llvm.ptr, %code_out: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %descriptor = llvm.mlir.constant(7 : i32) : i32
  %tensor = llvm.mlir.constant(70 : i32) : i32
  %codes_end = llvm.mlir.constant(16 : i32) : i32
  %failed = llvm.mlir.constant(-1 : i32) : i32
  %nothing = llvm.mlir.constant(0 : i64) : i64
  %room = llvm.mlir.constant(ROOM : i32) : i32
  %index_of = llvm.mlir.addressof @tir_ffi_type_indices : !llvm.ptr
  %args = llvm.alloca %room x !llvm.struct<(i32, i32, i64)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %result = llvm.alloca %one x !llvm.struct<(i32, i32, i64)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %result_value = llvm.getelementptr %result[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i64)>
  llvm.store %nothing, %result {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %nothing, %result_value : i64, !llvm.ptr
  %too_many = llvm.icmp "ugt" %count, %room : i32
  llvm.cond_br %too_many, ^fail(%zero, %failed : i32, i32), ^arguments(%zero : i32)
^arguments(%i: i32):
  %next = llvm.add %i, %one : i32
  %is_more = llvm.icmp "ult" %i, %count : i32
  llvm.cond_br %is_more, ^code, ^call
^code:
  %code_at = llvm.getelementptr %codes[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %code = llvm.load %code_at : !llvm.ptr -> i32
  %is_code = llvm.icmp "ult" %code, %codes_end : i32
  llvm.cond_br %is_code, ^translate, ^fail(%i, %failed : i32, i32)
^translate:
  %index_at = llvm.getelementptr %index_of[%code] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %index = llvm.load %index_at : !llvm.ptr -> i32
  %is_other = llvm.icmp "eq" %index, %failed : i32
  llvm.cond_br %is_other, ^fail(%i, %failed : i32, i32), ^store
^store:
  %any = llvm.getelementptr %args[%i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i32, i64)>
  %padding = llvm.getelementptr %any[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i64)>
  %slot = llvm.getelementptr %any[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i64)>
  %value_at = llvm.getelementptr %values[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i64
  %value = llvm.load %value_at : !llvm.ptr -> i64
  llvm.store %index, %any : i32, !llvm.ptr
  llvm.store %zero, %padding : i32, !llvm.ptr
  llvm.store %value, %slot : i64, !llvm.ptr
  %is_tensor = llvm.icmp "eq" %index, %descriptor : i32
  llvm.cond_br %is_tensor, ^make, ^arguments(%next : i32)
^make:
  %described = llvm.load %value_at : !llvm.ptr -> !llvm.ptr
  %made = llvm.call @tir_ffi_make_tensor(%described, %slot) : (!llvm.ptr, !llvm.ptr) -> i32
  %is_made = llvm.icmp "eq" %made, %zero : i32
  llvm.cond_br %is_made, ^mark, ^fail(%i, %made : i32, i32)
^mark:
  llvm.store %tensor, %any : i32, !llvm.ptr
  llvm.br ^arguments(%next : i32)
^call:
  %called = llvm.call @TVMFFIFunctionCall(%function, %args, %count, %result) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> i32
  %is_well = llvm.icmp "eq" %called, %zero : i32
  llvm.cond_br %is_well, ^returned, ^fail(%count, %called : i32, i32)
^returned:
  llvm.call @tir_ffi_take_result(%result, %value_out, %code_out) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %is_kept = llvm.call @tir_ffi_free_tensors(%args, %count) : (!llvm.ptr, i32) -> i1
  llvm.cond_br %is_kept, ^kept, ^done(%zero : i32)
^kept:
  %kind = llvm.mlir.addressof @tir_ffi_kind : !llvm.ptr
  %text = llvm.mlir.addressof @tir_ffi_kept : !llvm.ptr
  llvm.call @TVMFFIErrorSetRaisedFromCStr(%kind, %text) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^done(%failed : i32)
^fail(%used: i32, %error: i32):
  %freed = llvm.call @tir_ffi_free_tensors(%args, %used) : (!llvm.ptr, i32) -> i1
  llvm.br ^done(%error : i32)
^done(%returned: i32):
  llvm.return %returned : i32
}

llvm.func internal @tir_find_function(%module: !llvm.ptr, %name: !llvm.ptr, %out: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind} {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i32) : i32
  %by_tvm = llvm.mlir.constant(1 : i32) : i32
  %by_ffi = llvm.mlir.constant(2 : i32) : i32
  %chosen_at = llvm.mlir.addressof @tir_chosen_runtime : !llvm.ptr
  %chosen = llvm.load %chosen_at atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_open = llvm.icmp "eq" %chosen, %zero : i32
  llvm.cond_br %is_open, ^choose, ^use(%chosen : i32)
^choose:
  %context_at = llvm.mlir.addressof @__tvm_ffi__library_ctx : !llvm.ptr
  %context = llvm.load %context_at : !llvm.ptr -> !llvm.ptr
  %slot_at = llvm.mlir.addressof @__TVMBackendGetFuncFromEnv : !llvm.ptr
  %slot = llvm.load %slot_at : !llvm.ptr -> !llvm.ptr
  %symbol = llvm.mlir.addressof @TVMBackendGetFuncFromEnv : !llvm.ptr
  %is_loaded = llvm.icmp "ne" %context, %null : !llvm.ptr
  %no_slot = llvm.icmp "eq" %slot, %null : !llvm.ptr
  %no_symbol = llvm.icmp "eq" %symbol, %null : !llvm.ptr
  %no_tvm = llvm.and %no_slot, %no_symbol : i1
  %is_ffi = llvm.or %is_loaded, %no_tvm : i1
  %choice = llvm.select %is_ffi, %by_ffi, %by_tvm : i1, i32
  llvm.br ^use(%choice : i32)
^use(%runtime: i32):
  %uses_ffi = llvm.icmp "eq" %runtime, %by_ffi : i32
  llvm.cond_br %uses_ffi, ^ffi, ^tvm
^ffi:
  %code_of_ffi = llvm.call @tir_ffi_find(%name, %out) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.br ^settle(%code_of_ffi : i32)
^tvm:
  %code_of_tvm = llvm.call @TVMBackendGetFuncFromEnv(%module, %name, %out) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  llvm.br ^settle(%code_of_tvm : i32)
^settle(%code: i32):
  %is_found = llvm.icmp "eq" %code, %zero : i32
  llvm.cond_br %is_found, ^keep, ^done
^keep:
  llvm.store %runtime, %chosen_at atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return %code : i32
}

llvm.func internal @tir_call_function(%function: !llvm.ptr, %values: !llvm.ptr, %codes: !llvm.ptr, %count: i32, %value: !llvm.ptr, %code: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind} {
  %by_tvm = llvm.mlir.constant(1 : i32) : i32
  %chosen_at = llvm.mlir.addressof @tir_chosen_runtime : !llvm.ptr
  %chosen = llvm.load %chosen_at atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %uses_tvm = llvm.icmp "eq" %chosen, %by_tvm : i32
  llvm.cond_br %uses_tvm, ^tvm, ^ffi
^tvm:
  %of_tvm = llvm.call @TVMFuncCall(%function, %values, %codes, %count, %value, %code) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> i32
  llvm.return %of_tvm : i32
^ffi:
  %of_ffi = llvm.call @tir_ffi_call(%function, %values, %codes, %count, %value, %code) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> i32
  llvm.return %of_ffi : i32
}
)mlir";

const StringLiteral tir::kFFISame = R"mlir(
llvm.func internal @tir_ffi_is_same(%left: !llvm.ptr, %right: !llvm.ptr) -> i1 attributes {dso_local, no_inline, no_unwind, passthrough = ["no-builtins"]} {
  %none = llvm.mlir.constant(0 : SIZE) : SIZE
  %step = llvm.mlir.constant(1 : SIZE) : SIZE
  %end = llvm.mlir.constant(0 : i8) : i8
  %no = llvm.mlir.constant(0 : i1) : i1
  %yes = llvm.mlir.constant(1 : i1) : i1
  llvm.br ^loop(%none : SIZE)
^loop(%i: SIZE):
  %left_at = llvm.getelementptr %left[%i] : (!llvm.ptr, SIZE) -> !llvm.ptr, i8
  %right_at = llvm.getelementptr %right[%i] : (!llvm.ptr, SIZE) -> !llvm.ptr, i8
  %a = llvm.load %left_at : !llvm.ptr -> i8
  %b = llvm.load %right_at : !llvm.ptr -> i8
  %next = llvm.add %i, %step : SIZE
  %differs = llvm.icmp "ne" %a, %b : i8
  llvm.cond_br %differs, ^done(%no : i1), ^same
^same:
  %is_end = llvm.icmp "eq" %a, %end : i8
  llvm.cond_br %is_end, ^done(%yes : i1), ^loop(%next : SIZE)
^done(%result: i1):
  llvm.return %result : i1
}
)mlir";

const StringLiteral tir::kFFIErrors = R"mlir(
llvm.func @TVMFFIErrorMoveFromRaised(!llvm.ptr)
llvm.func @TVMFFIErrorSetRaised(!llvm.ptr)
llvm.func @TVMFFIErrorSetRaisedFromCStr(!llvm.ptr, !llvm.ptr)
llvm.func @TVMFFIObjectDecRef(!llvm.ptr) -> i32

llvm.func internal @tir_ffi_take_error() -> !llvm.ptr attributes {dso_local, no_inline, no_unwind} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %slot = llvm.alloca %one x !llvm.ptr : (i32) -> !llvm.ptr
  llvm.store %null, %slot : !llvm.ptr, !llvm.ptr
  llvm.call @TVMFFIErrorMoveFromRaised(%slot) : (!llvm.ptr) -> ()
  %error = llvm.load %slot : !llvm.ptr -> !llvm.ptr
  llvm.return %error : !llvm.ptr
}

llvm.func internal @tir_ffi_clear_error() attributes {dso_local, no_inline, no_unwind} {
  %null = llvm.mlir.zero : !llvm.ptr
  %error = llvm.call @tir_ffi_take_error() : () -> !llvm.ptr
  %is_none = llvm.icmp "eq" %error, %null : !llvm.ptr
  llvm.cond_br %is_none, ^done, ^free
^free:
  %freed = llvm.call @TVMFFIObjectDecRef(%error) : (!llvm.ptr) -> i32
  llvm.br ^done
^done:
  llvm.return
}

llvm.func internal @tir_ffi_raise(%kind: !llvm.ptr, %text: !llvm.ptr) attributes {dso_local, no_inline, no_unwind} {
  %null = llvm.mlir.zero : !llvm.ptr
  %error = llvm.call @tir_ffi_take_error() : () -> !llvm.ptr
  %is_none = llvm.icmp "eq" %error, %null : !llvm.ptr
  llvm.cond_br %is_none, ^raise, ^keep
^raise:
  llvm.call @TVMFFIErrorSetRaisedFromCStr(%kind, %text) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
^keep:
  llvm.call @TVMFFIErrorSetRaised(%error) : (!llvm.ptr) -> ()
  %freed = llvm.call @TVMFFIObjectDecRef(%error) : (!llvm.ptr) -> i32
  llvm.return
}
)mlir";

const StringLiteral tir::kFFIReturnText = R"mlir(
llvm.func @TVMFFIStringFromByteArray(!llvm.ptr, !llvm.ptr) -> i32
llvm.func internal @tir_ffi_return_text(%text: !llvm.ptr, %result: !llvm.ptr) -> i32 attributes {dso_local, no_inline, no_unwind, passthrough = ["no-builtins"]} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.constant(0 : SIZE) : SIZE
  %step = llvm.mlir.constant(1 : SIZE) : SIZE
  %end = llvm.mlir.constant(0 : i8) : i8
  %bytes = llvm.alloca %one x !llvm.struct<(ptr, SIZE)> : (i32) -> !llvm.ptr
  llvm.br ^measure(%none : SIZE)
^measure(%length: SIZE):
  %at = llvm.getelementptr %text[%length] : (!llvm.ptr, SIZE) -> !llvm.ptr, i8
  %letter = llvm.load %at : !llvm.ptr -> i8
  %is_end = llvm.icmp "eq" %letter, %end : i8
  %longer = llvm.add %length, %step : SIZE
  llvm.cond_br %is_end, ^make, ^measure(%longer : SIZE)
^make:
  %size_at = llvm.getelementptr %bytes[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, SIZE)>
  llvm.store %text, %bytes : !llvm.ptr, !llvm.ptr
  llvm.store %length, %size_at : SIZE, !llvm.ptr
  %code = llvm.call @TVMFFIStringFromByteArray(%bytes, %result) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.return %code : i32
}
)mlir";
