// The result of each kernel is an output after the model's own, which header and report include; control flow is one
// step. A variable does not change.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tirc %s -o %t/c --model-name=net --quiet --emit=c,obj --passes-before=schedule:tir-expose-kernels
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/c/tvmgen_net.h
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t/c/tvmgen_net.report.json
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t/c/tvmgen_net.c -o %t/net.o
// RUN: tirc %s -o %t/packed --model-name=net --quiet --emit=c,obj --interface-api=packed --passes-before=schedule:tir-expose-kernels
// RUN: tirc %s -o %t/backend --model-name=net --quiet --emit=c,obj --workspace=backend --plan=separate --passes-before=schedule:tir-expose-kernels
// RUN: not tirc %s -o %t/late --passes-before=plan:tir-expose-kernels 2>&1 | FileCheck %s --check-prefix=LATE

// HEADER:      /* Output y: 4 int32 */
// HEADER:      /* Output add_0: 4 int32, computed by add_0 (add#0) */
// HEADER-NEXT: #define TVMGEN_NET_ADD_0_SIZE 16
// HEADER:      /* Output cond_if_0: 4 int32, computed by scf.if (cond_if#0) */
// HEADER:      struct tvmgen_net_outputs {
// HEADER-NEXT:   void *y; /* 4 int32 */
// HEADER-NEXT:   void *add_0; /* 4 int32 */
// HEADER:      struct tvmgen_net_state {
// HEADER-NEXT:   int32_t sum[4]; /* 4 int32 */

// REPORT:      "outputs": [
// REPORT:      "name": "add_0",
// REPORT:      "kernel": "add_0",
// REPORT-NEXT: "place": "add#0",
// REPORT-NEXT: "reads": []
// REPORT:      "name": "cond_if_0",
// REPORT:      "kernel": "scf.if",
// REPORT-NEXT: "place": "cond_if#0",
// REPORT-NEXT: "reads": [
// REPORT-NEXT: "add_0"
// REPORT-NEXT: ]

// LATE: error: {{.*}}'tir.call_tir' op writes a buffer, 'memref<4xi32>', expected calls whose results are tensors

tosa.variable @sum = dense<0> : tensor<4xi32>
func.func @main(%x: tensor<4xi32> {tir.name = "x"}, %c: tensor<1xi1> {tir.name = "c"}) -> (tensor<4xi32> {tir.name = "y"}) {
  %old = tosa.variable_read @sum : tensor<4xi32>
  %new = tosa.add %old, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  tosa.variable_write @sum, %new : tensor<4xi32>
  %y = tosa.cond_if %c (%a = %new) : tensor<1xi1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%a: tensor<4xi32>):
    %r = tosa.reverse %a {axis = 0 : i32} : (tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %r : tensor<4xi32>
  } else {
  ^bb0(%a: tensor<4xi32>):
    tosa.yield %a : tensor<4xi32>
  }
  return %y : tensor<4xi32>
}
