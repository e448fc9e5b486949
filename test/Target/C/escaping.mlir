// RUN: rm -rf %t && mkdir %t
// RUN: tir-translate --tir-to-c %s -o %t/net.c
// RUN: FileCheck %s --input-file=%t/net.c
// RUN: tir-translate --tir-to-c-header %s -o %t/tvmgen_net.h
// RUN: FileCheck %s --input-file=%t/tvmgen_net.h --check-prefix=HEADER
// RUN: cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I %t %t/net.c

// Text of the model stays text, whatever it contains: marks of comments, characters that change the direction of
// writing, invalid UTF-8, quotation marks, trigraphs.
module {
  // CHECK: from a<U+202E>b.mlir.
  // HEADER: /* Input x* / int a; / *: 4 int8 (holds i4* / int b; / *), computed by k<0xFF> (p? ?/) */
  // HEADER: void *x; /* 4 int8 (holds i4* / int b; / *) */
  // HEADER: void *d; /* of the kind npu<U+2066> */

  // A section that no verifier has seen.
  // CHECK: TIR_SECTION(".x\") int pwned = 1; TIR_SECTION(\".y\?\?/\012") int32_t g[4];
  emitc.global @g : !emitc.array<4xi32> {tir.global = "#tir.global<section = \".x\\22) int pwned = 1; TIR_SECTION(\\22.y??/\\0A\">"}

  // CHECK: /* add<U+202E>* /#0 of a<U+202E>b.mlir: add<U+202E>* /#0, x<U+0009>y */
  emitc.func @f() attributes {tir.model = #tir.model<name = "net", source = "a\E2\80\AEb.mlir">,
      tir.interface = {
      api = "c", entry = "tvmgen_net_run",
      inputs = [{name = "x*/ int a; /*", c_name = "x", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64,
                 values = "i4*/ int b; /*", kernel = "k\FF", place = "p??/"}],
      outputs = [], devices = [{name = "d", c_name = "d", kind = "npu\E2\81\A6"}]}, tir.function = "#tir.function<kernel = <fused = [\"add\E2\80\AE*/#0\", \"x\09y\"], place = \"add\E2\80\AE*/#0\">>"} {
    emitc.return
  }
}
