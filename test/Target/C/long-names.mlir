// RUN: tir-translate --tir-to-c %s | FileCheck %s --strict-whitespace

// If a line is full before its first comma, it is broken after that, and the rest is wrapped as usual.

// CHECK:      {{^}}extern void a_name_that_takes_most_of_the_hundred_columns_of_a_line_so_that_no_argument_fits_behind_it(int32_t first,{{$}}
// CHECK-NEXT: {{^}}    int32_t second, int32_t third);{{$}}
emitc.func private @a_name_that_takes_most_of_the_hundred_columns_of_a_line_so_that_no_argument_fits_behind_it(i32 {tir.name = "first"}, i32 {tir.name = "second"}, i32 {tir.name = "third"})
    attributes {specifiers = ["extern"]}
