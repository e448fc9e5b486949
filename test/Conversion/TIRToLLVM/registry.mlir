// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s
// RUN: sed 's/module {/module attributes {llvm.data_layout = "e-p:32:32"} {/' %s | tir-opt --tir-convert-to-llvm | FileCheck %s --check-prefix=P32

module {
  // There is one variable for each function, even if names have the same letters.
  // CHECK-DAG: llvm.mlir.global internal @tir_function_some_name() {{.*}}tir.global = "#tir.global<function = \22some.name\22>"
  // CHECK-DAG: llvm.mlir.global internal @tir_function_some_name_() {{.*}}tir.global = "#tir.global<function = \22some_name\22>"
  // CHECK-DAG: llvm.func @TVMBackendGetFuncFromEnv(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  // CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[NAME:tir_text_[0-9a-f]+]]("some.name\00")
  // CHECK-NOT: tir_function_

  // CHECK-LABEL: llvm.func @find()
  // CHECK-COUNT-3: llvm.alloca %{{.*}} x !llvm.ptr
  // CHECK:         %[[VARIABLE:.*]] = llvm.mlir.addressof @tir_function_some_name :
  // CHECK:         %[[KNOWN:.*]] = llvm.load %[[VARIABLE]] atomic monotonic {alignment = 8 : i64}
  // P32:           llvm.load %{{.*}} atomic monotonic {alignment = 4 : i64}
  // CHECK:         %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK:         %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK-NEXT:    %[[UNKNOWN:.*]] = llvm.icmp "eq" %[[KNOWN]], %[[NULL]]
  // CHECK-NEXT:    llvm.cond_br %[[UNKNOWN]], ^[[LOOKUP:bb[0-9]+]], ^[[ON:bb[0-9]+]](%[[ZERO]], %[[KNOWN]] : i32, !llvm.ptr)
  // CHECK:       ^[[LOOKUP]]:
  // CHECK-NEXT:    llvm.store %[[NULL]], %[[SLOT:.*]] : !llvm.ptr, !llvm.ptr
  // CHECK-NEXT:    %[[N:.*]] = llvm.mlir.addressof @[[NAME]]
  // CHECK-NEXT:    %[[CODE:.*]] = llvm.call @TVMBackendGetFuncFromEnv(%[[NULL]], %[[N]], %[[SLOT]])
  // CHECK-NEXT:    %[[F:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
  // CHECK-NEXT:    llvm.store %[[F]], %[[VARIABLE]] atomic monotonic {alignment = 8 : i64}
  // P32:           llvm.store %{{.*}} atomic monotonic {alignment = 4 : i64}
  // CHECK-NEXT:    llvm.br ^[[ON]](%[[CODE]], %[[F]] : i32, !llvm.ptr)
  // CHECK:       ^[[ON]](%[[CODE:.*]]: i32, %{{.*}}: !llvm.ptr):
  // CHECK:         llvm.mlir.addressof @tir_function_some_name_ :
  // CHECK:         llvm.mlir.addressof @tir_function_some_name :
  // CHECK:         llvm.return %[[CODE]]
  func.func @find() -> i32 {
    %code, %f = tir.get_function "some.name"
    %code2, %g = tir.get_function "some_name"
    %code3, %h = tir.get_function "some.name"
    return %code : i32
  }

  // CHECK-LABEL: llvm.func @call
  // CHECK-SAME:    %[[F:.*]]: !llvm.ptr, %[[V:.*]]: !llvm.ptr, %[[C:.*]]: !llvm.ptr)
  // CHECK:         %[[N:.*]] = llvm.mlir.constant(3 : i32)
  // CHECK-NEXT:    %[[R:.*]] = llvm.call @TVMFuncCall(%[[F]], %[[V]], %[[C]], %[[N]], %[[V]], %[[C]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr) -> i32
  // CHECK-NEXT:    llvm.return %[[R]]
  func.func @call(%f: !tir.handle, %v: !tir.values, %c: !tir.type_codes) -> i32 {
    %code = tir.call_function %f(%v, %c, 3) -> (%v, %c)
    return %code : i32
  }
}
