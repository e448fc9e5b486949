// RUN: rm -rf %t && mkdir -p %t
// RUN: tir-translate --tir-to-c-header %s -o %t/tvmgen_net.h && FileCheck %s --input-file=%t/tvmgen_net.h
// RUN: gcc -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: tir-translate --tir-to-c-example %s -o %t/main.c && FileCheck %s --check-prefix=MAIN --input-file=%t/main.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c

// A model may have no kernels.
// RUN: sed 's/profile = <.*]>>, source/profile = <[]>>, source/; s/steps = .*],/steps = [],/' %s > %t/none.mlir
// RUN: mkdir -p %t/none && tir-translate --tir-to-c-header %t/none.mlir -o %t/none/tvmgen_net.h
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t/none/tvmgen_net.h
// RUN: tir-translate --tir-to-c-example %t/none.mlir -o %t/none/main.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/none/main.c

// The names come from the model, and may contain anything.
module {
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "Net", plan = <pools = [], buffers = [],
    steps = [<name = "a">, <name = "memref.copy">, <name = "b">],
    profile = <[<step = 0, name = "conv\22, \\*/ ??/">, <step = 2, name = "a\nb">]>>, source = "net.mlirbc">,
      tir.interface = {inputs = [], outputs = [], api = "c", entry = "tvmgen_net_run"}} {
    return
  }
}

// CHECK: /* The application provides these functions. Each run calls them before and after each kernel, also
// CHECK-NEXT: * after one that fails. They get the number of the kernel, which is its step in the report. */
// CHECK-NEXT: {{^}}void tvmgen_net_profile_begin(int32_t kernel);
// CHECK-NEXT: {{^}}void tvmgen_net_profile_end(int32_t kernel);
// CHECK: {{^}}#define TVMGEN_NET_PROFILE_KERNELS 3{{$}}
// CHECK: {{^}}#define TVMGEN_NET_FOR_EACH_KERNEL(X) \{{$}}
// CHECK-NEXT: {{^}}  X(0, "conv\", \\*/ \?\?/") \{{$}}
// CHECK-NEXT: {{^}}  X(2, "a\012b"){{$}}

// NONE: {{^}}#define TVMGEN_NET_PROFILE_KERNELS 0{{$}}
// NONE: {{^}}#define TVMGEN_NET_FOR_EACH_KERNEL(X){{$}}

// MAIN: void tvmgen_net_profile_begin(int32_t kernel) {
// MAIN: void tvmgen_net_profile_end(int32_t kernel) {
// MAIN: {\"model\": \"net\", \"unit\": \"%s\", \"kernels\": [
// MAIN: print_trace(stderr);
