// The description of the interface in the C file, for registries over several files: names that would end or begin a
// comment, quotation marks, commas, no line of more than 100 columns unless a single name is longer.
// RUN: rm -rf %t && mkdir %t
// RUN: tir-translate --tir-to-c %s -o %t/tvmgen_net.c && FileCheck %s --input-file=%t/tvmgen_net.c
// RUN: tir-translate --tir-to-c-header %s -o %t/tvmgen_net.h
// RUN: sed -n '/^.* For tirc/,$p' %t/tvmgen_net.c > %t/comment.c && FileCheck %s --input-file=%t/comment.c --check-prefix=WIDTH --allow-empty
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t/tvmgen_net.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I %tir_source_dir/runtime/crt/include -fsyntax-only %t/tvmgen_net.c
// It is read back unchanged.
// RUN: tirc --link-registry %t/tvmgen_net.c -o %t/registry.c
// RUN: FileCheck %s --input-file=%t/registry.c --check-prefix=BACK
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -I%t -fsyntax-only %t/registry.c

// CHECK:      {{^}}/* For tirc --link-registry:
// CHECK-NEXT: {{^}}{api = "packed",
// CHECK-SAME: entry = "tvmgen_net_run",
// CHECK-NOT:  bytes =
// CHECK-NOT:  prototypes
// CHECK:      name = "a*\2Fb \2F* c"
// CHECK:      name = "\2F*\2F", shape = array<i64: 2>}]}{{$}}
// CHECK-NEXT: {{^}}*/{{$}}
// CHECK-NOT:  {{.}}
// WIDTH-NOT: {{^.{101,}$}}

// BACK:      {"a*/b /* c", tvmgen_net_metadata_input0, 1, {kDLInt, 8, 1}},
// BACK-NEXT: {"\"q\", } \\ \?\?/ \012//", NULL, 0, {kDLBfloat, 16, 1}},
// BACK-NEXT: {"\303\251,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", tvmgen_net_metadata_input2, 12, {kDLUInt, 1, 1}},
// BACK:      {"/*/", tvmgen_net_metadata_output0, 1, {kDLFloat, 64, 1}},
// BACK:      "tvmgen_net_run",
// BACK-NEXT: "tvm.\"relu\"*/",
// BACK-NEXT: "tvm.add",
// BACK-NEXT: "tvmgen_net_get_c_metadata",
// BACK:      (TVMBackendPackedCFunc)tvmgen_net_run,
// BACK-NEXT: (TVMBackendPackedCFunc)tvmgen_net_relu,
// BACK-NEXT: (TVMBackendPackedCFunc)tvmgen_net_add,
module {
  emitc.func @tvmgen_net_run(%args: !emitc.ptr<!emitc.opaque<"TVMValue">>, %codes: !emitc.ptr<!emitc.opaque<"int">>,
                             %count: !emitc.opaque<"int">, %value: !emitc.ptr<!emitc.opaque<"TVMValue">>,
                             %code: !emitc.ptr<!emitc.opaque<"int">>, %handle: !emitc.ptr<!emitc.opaque<"void">>) -> i32 attributes {tir.model = #tir.model<name = "net", source = "net.mlir">,
      tir.interface = {
      api = "packed", entry = "tvmgen_net_run", prototypes = ["void f(void)"], on_error = "last_error",
      functions = [{name = "tvm.\"relu\"*/", symbol = "tvmgen_net_relu"}, {name = "tvm.add", symbol = "tvmgen_net_add"}],
      inputs = [{name = "a*/b /* c", c_name = "a__b____c", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64},
                {name = "\"q\", } \\ ??/ \0A//", c_name = "q", shape = array<i64>, dtype = "bfloat16", bytes = 2 : i64},
                {name = "é,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", c_name = "e", dtype = "bool", bytes = 1 : i64,
                 shape = array<i64: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}],
      outputs = [{name = "/*/", c_name = "o", shape = array<i64: 2>, dtype = "float64", bytes = 16 : i64}]}} {
    %0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
    emitc.return %0 : i32
  }
}
