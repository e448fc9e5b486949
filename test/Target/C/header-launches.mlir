// RUN: rm -rf %t && mkdir -p %t
// RUN: tir-translate --tir-to-c-header %s -o %t/tvmgen_net.h && FileCheck %s --input-file=%t/tvmgen_net.h
// RUN: gcc -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null

// The header says what a driver of an asynchronous device must do, and which devices are meant.

module {
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "Net", source = "net.mlirbc">, tir.interface = {
    inputs = [], outputs = [],
    devices = [{name = "npu0", c_name = "npu0", kind = "npu"}, {name = "dsp", c_name = "dsp", kind = "dsp"},
               {name = "npu*/1", c_name = "npu__1", kind = "npu"}],
    api = "c", entry = "tvmgen_net_run", workspace = "internal",
    prototypes = ["int32_t TVMDeviceDspOpen(void *context)", "int32_t TVMDeviceNpuSync(void *context)"]}} {
    return
  }
}

// CHECK: /* Asynchronous devices: npu0, npu__1
// CHECK: A kernel on such a device begins its work and returns 0
// CHECK: Sync waits until the work is over
// CHECK: Abort stops what still runs
// CHECK: int32_t TVMDeviceNpuSync(void *context);
