// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{'tir.pool' op has alignment 12, expected a power of two}}
tir.pool @p {alignment = 12 : i64}

// -----

// expected-error @below {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
tir.pool @p {alignment = 0 : i64}

// -----

// expected-error @below {{attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
tir.pool @p {size = -1 : i64}

// -----

// expected-error @below {{attribute 'size_hint' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
tir.pool @p {size_hint = -1 : i64}

// -----

// expected-error @below {{'tir.pool' op has an empty section name; drop it, or name the section that the linker script places}}
tir.pool @p {section = ""}

// -----

// The name is passed unchanged to the compiler, and by it to the assembler.
// expected-error @below {{'tir.pool' op has the section ".x\22) int pwned = 1; TIR_SECTION(\22.y"; expected the name of a section of the linker script: letters, digits and any of '.', '_', '$', '-' and ','}}
tir.pool @p {section = ".x\22) int pwned = 1; TIR_SECTION(\22.y"}

// -----

// expected-error @below {{'tir.pool' op has the section ".x\0A.globl pwned"; expected the name of a section of the linker script}}
tir.pool @p {section = ".x\0A.globl pwned"}

// -----

// expected-error @below {{'tir.pool' op becomes the array 'linux' in C, which is a macro that compilers define; rename it}}
tir.pool @linux {size = 4 : i64}

// -----

// expected-error @below {{'tir.pool' op becomes the array 'p[4]; int pwned' in C, which is not an identifier; expected letters, digits and '_', with no leading digit: rename it}}
tir.pool @"p[4]; int pwned" {size = 4 : i64}

// -----

// expected-error @below {{'tir.pool' op has 65 bytes, but at most 64 are available (size_hint); increase size_hint, or move buffers to another pool}}
tir.pool @p {size = 65 : i64, size_hint = 64 : i64}

// -----

// expected-error @below {{'tir.pool' op has contents, but is not read_only; memory that the program writes has no initial contents}}
tir.pool @p {contents = dense<1> : tensor<4xi8>}

// -----

// expected-error @below {{'tir.pool' op has contents of 'i1', expected integers or floats of whole bytes}}
tir.pool @p {read_only, contents = dense<true> : tensor<4xi1>}

// -----

// expected-error @below {{'tir.pool' op has contents of 16 bytes, but a size of 4}}
tir.pool @p {read_only, size = 4 : i64, contents = dense<1> : tensor<4xi32>}
