// Header, report and description have the type in memory and the type of the values.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tirc %s -o %t/c --model-name=m --quiet
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/c/tvmgen_m.h
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t/c/tvmgen_m.c
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/c/tvmgen_m.report.json
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t/c/tvmgen_m.c -o %t/m.o

// The checks of packed arguments expect the type in memory.
// RUN: tirc %s -o %t/packed --model-name=m --interface-api=packed --quiet
// RUN: FileCheck %s --check-prefix=PACKED --input-file=%t/packed/tvmgen_m.c

// HEADER: /* Input sums: 2x3 int64 (holds int48) */
// HEADER-NEXT: #define TVMGEN_M_SUMS_SIZE 48
// HEADER-NEXT: #define TVMGEN_M_SUMS_ALIGN 8
// HEADER: /* Output weights: 4 int8 (holds int4) */
// HEADER-NEXT: #define TVMGEN_M_WEIGHTS_SIZE 4
// HEADER: void *sums; /* 2x3 int64 (holds int48) */

// CODE: static const int8_t tvmgen_m_{{.*}}[4] = {
// CODE-NEXT: -8, 7, 0, -1
// CODE: dtype = "int64"
// CODE: values = "int48"

// REPORT: "dtype": "int64",
// REPORT-NEXT: "values": "int48",

// PACKED: elements of int64

func.func @main(%sums: tensor<2x3xi48> {tir.name = "sums"})
    -> (tensor<2x3xi48> {tir.name = "same"}, tensor<4xi4> {tir.name = "weights"}) {
  %weights = "tosa.const"() <{values = dense<[-8, 7, 0, -1]> : tensor<4xi4>}> : () -> tensor<4xi4>
  %same = tosa.identity %sums : (tensor<2x3xi48>) -> tensor<2x3xi48>
  return %same, %weights : tensor<2x3xi48>, tensor<4xi4>
}
