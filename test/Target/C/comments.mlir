// RUN: tir-translate --tir-to-c %s | FileCheck %s --implicit-check-not=anna

// Text of the model's author cannot end a comment, and folders are private.
module {
  // CHECK: The model 'default' as C99.
  // CHECK: from int8.mlirbc.

  // A kernel of one op has one name; one without arithmetic has no count.
  // CHECK: /* exp#0 of int8.mlirbc */
  // CHECK-NEXT: void one(void) {
  emitc.func @one() attributes {tir.model = #tir.model<name = "Default", source = "/home/anna/secret/net*/int8.mlirbc">, tir.function = "#tir.function<kernel = <fused = [\"exp#0\"], place = \"exp#0\">>"} {
    emitc.return
  }

  // A shared kernel has the places of all kernels, and one list of their operators.
  // CHECK: /* exp#1, exp#2 of int8.mlirbc */
  // CHECK-NEXT: void shared_simple(void) {
  emitc.func @shared_simple() attributes {tir.function = "#tir.function<kernel = <fused = [\"exp#1\", \"exp#2\"], place = \"exp#1\", shared_by = [\"exp#1\", \"exp#2\"]>>"} {
    emitc.return
  }

  // CHECK: /* d#0, e*{{ }}/#0 of int8.mlirbc: d#0, clamp#0, e*{{ }}/#0, clamp#1; 12 MACs each */
  // CHECK-NEXT: void shared(void) {
  emitc.func @shared() attributes {tir.function = "#tir.function<kernel = <fused = [\"d#0\", \"clamp#0\", \"e*/#0\", \"clamp#1\"], macs = 12, place = \"d#0\", shared_by = [\"d#0\", \"e*/#0\"]>>"} {
    emitc.return
  }

  // CHECK: /* a* /b#0 of int8.mlirbc: a* /b#0, c#0; 1,234,567 MACs */
  // CHECK-NEXT: void two(void) {
  emitc.func @two() attributes {tir.function = "#tir.function<kernel = <fused = [\"a*/b#0\", \"c#0\"], macs = 1234567, place = \"a*/b#0\">>"} {
    emitc.return
  }

  // What it computes and how has lines of its own.
  // CHECK: /* f#0 of int8.mlirbc: 12 MACs
  // CHECK-NEXT:    convolution: 4 int8 to 4 int8, window 3, stride 1
  // CHECK-NEXT:    blocks of 3* /pixels */
  // CHECK-NEXT: void described(void) {
  emitc.func @described() attributes {tir.function = "#tir.function<kernel = <blocks = \"blocks of 3*/pixels\", fused = [\"f#0\"], macs = 12, place = \"f#0\", summary = \"convolution: 4 int8 to 4 int8, window 3, stride 1\">>"} {
    emitc.return
  }

  // A long line is continued as far in as other comments.
  // CHECK: /* g#0 of int8.mlirbc
  // CHECK-NEXT: {{^}}   elementwise: 1x100x100x100 int8 and 1x100x100x100 int8 and 1x100x100x100 int8 to 1x100x100x100{{$}}
  // CHECK-NEXT: {{^}}       int8 */{{$}}
  emitc.func @long_line() attributes {tir.function = "#tir.function<kernel = <fused = [\"g#0\"], place = \"g#0\", summary = \"elementwise: 1x100x100x100 int8 and 1x100x100x100 int8 and 1x100x100x100 int8 to 1x100x100x100 int8\">>"} {
    emitc.return
  }
}
