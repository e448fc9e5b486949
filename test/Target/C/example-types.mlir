// RUN: tir-translate --tir-to-c-example %s -o %t.c && FileCheck %s --input-file=%t.c

// Inputs get small numbers of their type, and outputs are printed with their type.

// CHECK: single_in[i] = (float)(i % 17) / 16;
// CHECK: wide_in[i] = (double)(i % 17) / 16;
// CHECK: flag_in[i] = i % 2 != 0;
// CHECK: byte_in[i] = (int8_t)(i * 7 % 101);
// CHECK: word_in[i] = (uint32_t)(i * 7 % 101);
// CHECK: printf("single:");
// CHECK: printf(" %.9g", (double)single_out[i]);
// CHECK: printf(" %.9g", (double)wide_out[i]);
// CHECK: printf(" %ld", (long)flag_out[i]);
// CHECK: printf(" %ld", (long)byte_out[i]);
// CHECK: printf(" %lu", (unsigned long)word_out[i]);
module {
  func.func @tvmgen_types_run() attributes {tir.model = #tir.model<name = "types", plan = <pools = [], buffers = []>, source = "net.mlirbc">,
      tir.interface = {
    inputs = [{name = "single", c_name = "single", shape = array<i64: 2>, dtype = "float32", bytes = 8 : i64},
              {name = "wide", c_name = "wide", shape = array<i64: 2>, dtype = "float64", bytes = 16 : i64},
              {name = "flag", c_name = "flag", shape = array<i64: 2>, dtype = "bool", bytes = 2 : i64},
              {name = "byte", c_name = "byte", shape = array<i64: 2>, dtype = "int8", bytes = 2 : i64},
              {name = "word", c_name = "word", shape = array<i64: 2>, dtype = "uint32", bytes = 8 : i64}],
    outputs = [{name = "single", c_name = "single", shape = array<i64: 2>, dtype = "float32", bytes = 8 : i64},
               {name = "wide", c_name = "wide", shape = array<i64: 2>, dtype = "float64", bytes = 16 : i64},
               {name = "flag", c_name = "flag", shape = array<i64: 2>, dtype = "bool", bytes = 2 : i64},
               {name = "byte", c_name = "byte", shape = array<i64: 2>, dtype = "int8", bytes = 2 : i64},
               {name = "word", c_name = "word", shape = array<i64: 2>, dtype = "uint32", bytes = 8 : i64}],
    devices = [], api = "c", entry = "tvmgen_types_run"}} {
    return
  }
}
