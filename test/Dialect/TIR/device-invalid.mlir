// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{'tir.device' op has the kind "55", which has no letter, but the names of its hooks consist of the letters of its kind; add a letter}}
tir.device @npu {kind = "55"}

// -----

// expected-error @below {{'tir.device' op has the kind "", which has no letter, but the names of its hooks consist of the letters of its kind; add a letter}}
tir.device @npu {kind = ""}

// -----

// expected-error @below {{requires attribute 'kind'}}
tir.device @npu {device_id = 1 : i32}

// -----

// expected-error @below {{attribute 'device_type' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
tir.device @npu {kind = "npu", device_type = 0 : i32}

// -----

// expected-error @below {{attribute 'device_id' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
tir.device @npu {kind = "npu", device_id = -1 : i32}

// -----

// expected-error @below {{attribute 'hooks' failed to satisfy constraint: array of #tir.hook attributes}}
tir.device @npu {kind = "npu", hooks = ["open"]}

// -----

// expected-error @below {{'tir.device' op names the hook 'open' twice}}
tir.device @npu {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>, #tir.hook<open>]}

// -----

// expected-error @below {{'tir.device' op becomes the field '0npu' of the struct of devices, which is not a C identifier; rename it}}
tir.device @"0npu" {kind = "npu"}

// -----

// expected-note @below {{the other is @npu-0}}
tir.device @"npu-0" {kind = "npu"}
// expected-error @below {{'tir.device' op becomes the field 'npu_0' of the struct of devices, as does another device; rename one of them}}
tir.device @npu_0 {kind = "npu"}

// -----

// Digits are dropped from the hooks' names.

// expected-note @below {{the other device is declared here}}
tir.device @a {kind = "u55"}
tir.device @between {kind = "dsp"}
// expected-error @below {{'tir.device' op is of the kind "u65", whose hooks have the names of hooks of "u55" (TVMDeviceUOpen, since digits are dropped); rename one of the kinds by letters}}
tir.device @b {kind = "u65"}

// -----

// So are capitals and characters that C does not have in names.

// expected-note @below {{the other device is declared here}}
tir.device @a {kind = "ethos-u"}
// expected-error @below {{'tir.device' op is of the kind "ETHOS_u", whose hooks have the names of hooks of "ethos-u" (TVMDeviceEthosUOpen}}
tir.device @b {kind = "ETHOS_u"}

// -----

// expected-error @below {{'tir.device' op becomes the field 'unix' of the struct of devices, which is a macro that compilers define; rename it}}
tir.device @unix {kind = "npu"}

// -----

// expected-error @below {{'tir.device' op has the hook 'abort' but not 'sync', so that nothing of it runs when the run ends; add 'sync' if its kernels only launch their work, or drop 'abort'}}
tir.device @npu {kind = "npu", hooks = [#tir.hook<abort>]}

// -----

// expected-error @below {{'tir.device' op is asynchronous (it has the hook 'sync'), so that there is no time for its hook 'open'; let its kernels open it, and 'sync' and 'abort' close it}}
tir.device @npu {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<sync>]}

// -----

// expected-error @below {{'tir.device' op is asynchronous (it has the hook 'sync'), so that there is no time for its hook 'close'; let its kernels open it, and 'sync' and 'abort' close it}}
tir.device @npu {kind = "npu", hooks = [#tir.hook<close>, #tir.hook<sync>, #tir.hook<abort>]}
