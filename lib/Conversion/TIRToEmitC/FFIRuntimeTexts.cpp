//===- FFIRuntimeTexts.cpp - C that calls tvm-ffi, as text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FFIRuntimeTexts.h"

using namespace tir;
using llvm::StringLiteral;
using llvm::StringRef;

// Objects have the same functions (lib/Conversion/TIRToLLVM/FFIRuntime.cpp).

const StringLiteral tir::kFFIExports =
    R"(/* tvm-ffi finds these functions by their names. Two models in one library share the names without a model. */
#ifndef TIR_FFI_EXPORT
#if defined(_WIN32)
#define TIR_FFI_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define TIR_FFI_EXPORT __attribute__((visibility("default")))
#else
#define TIR_FFI_EXPORT
#endif
#endif
#ifndef TIR_FFI_WEAK_EXPORT
#if defined(_WIN32)
#define TIR_FFI_WEAK_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define TIR_FFI_WEAK_EXPORT __attribute__((weak, visibility("default")))
#else
#define TIR_FFI_WEAK_EXPORT
#endif
#endif)";

const StringLiteral tir::kFFIDeclarations =
    R"(/* From tvm-ffi's C interface, tvm/ffi/c_api.h and tvm/ffi/extra/c_env_api.h. */
typedef struct {
  int32_t type_index;
  uint32_t padding;
  TVMValue value;
} tir_ffi_any;
typedef struct {
  const char *data;
  size_t size;
} tir_ffi_bytes;
typedef int32_t tir_ffi_safe_call(void *self, TVMValue *args, int32_t num_args, TVMValue *result);
extern int TVMFFIFunctionCall(void *function, tir_ffi_any *args, int32_t num_args, tir_ffi_any *result);
extern int TVMFFIFunctionCreate(void *self, tir_ffi_safe_call *function, void (*deleter)(void *self), void **out);
extern int TVMFFIFunctionGetGlobal(const tir_ffi_bytes *name, void **out);
extern int TVMFFIEnvModLookupFromImports(void *library_ctx, const char *name, void **out);
extern int TVMFFIEnvModRegisterSystemLibSymbol(const char *name, void *symbol);
extern int TVMFFIObjectIncRef(void *object);
extern int TVMFFIObjectDecRef(void *object);
extern int TVMFFITensorFromDLPack(void *from, int32_t require_alignment, int32_t require_contiguous, void **out);
extern int TVMFFIStringFromByteArray(const tir_ffi_bytes *text, void *out);
extern void TVMFFIErrorMoveFromRaised(void **result);
extern void TVMFFIErrorSetRaised(void *error);
extern void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message);
extern void TVMFFIErrorSetRaisedFromCStrParts(const char *kind, const char **parts, int32_t num_parts);)";

static constexpr StringLiteral kErrors =
    R"(/* Raises an error, unless a callee of this run raised one, which says more. */
static void tir_ffi_raise(const char *kind, const char *text) {
  void *error = NULL;
  TVMFFIErrorMoveFromRaised(&error);
  if (error == NULL) {
    TVMFFIErrorSetRaisedFromCStr(kind, text);
  } else {
    TVMFFIErrorSetRaised(error);
    (void)TVMFFIObjectDecRef(error);
  }
})";

static constexpr StringLiteral kReport =
    R"(static void tir_ffi_report(const char *text) {
  tir_ffi_raise("RuntimeError", text);
})";

static constexpr StringLiteral kClear =
    R"(static void tir_ffi_clear_error(void) {
  void *error = NULL;
  TVMFFIErrorMoveFromRaised(&error);
  if (error != NULL) (void)TVMFFIObjectDecRef(error);
})";

static constexpr StringLiteral kReturnText =
    R"(static int32_t tir_ffi_return_text(const char *text, TVMValue *result) {
  tir_ffi_bytes bytes;
  bytes.data = text;
  bytes.size = strlen(text);
  return (int32_t)TVMFFIStringFromByteArray(&bytes, result);
})";

static constexpr StringLiteral kAllocate =
    R"(static void *tir_ffi_allocate(int device_type, int device_id, uint64_t size, int code, int bits) {
  (void)device_type, (void)device_id, (void)code, (void)bits;
  return size > SIZE_MAX ? NULL : malloc((size_t)size);
})";

static constexpr StringLiteral kFree =
    R"(static int tir_ffi_free(int device_type, int device_id, void *memory) {
  (void)device_type, (void)device_id;
  free(memory);
  return 0;
})";

static constexpr StringLiteral kFind =
    R"(/* tvm-ffi stores the module here if it loads the library; linked code finds global functions only. */
TIR_FFI_WEAK_EXPORT void *__tvm_ffi__library_ctx = NULL;

static int tir_ffi_find_own(const char *name, void **out);

/* The function is kept for later calls, so it gets a reference of its own. */
static int32_t tir_ffi_find(void *registry, const char *name, void **out) {
  const char *parts[2];
  tir_ffi_bytes bytes;
  int code;
  (void)registry;
  *out = NULL;
  code = tir_ffi_find_own(name, out);
  if (code != 0 || *out != NULL) return (int32_t)code;
  if (__tvm_ffi__library_ctx != NULL) {
    code = TVMFFIEnvModLookupFromImports(__tvm_ffi__library_ctx, name, out);
    return (int32_t)(code != 0 ? code : TVMFFIObjectIncRef(*out));
  }
  bytes.data = name;
  bytes.size = strlen(name);
  code = TVMFFIFunctionGetGlobal(&bytes, out);
  if (code != 0 || *out != NULL) return (int32_t)code;
  parts[0] = name;
  parts[1] = ": is not among tvm-ffi's global functions; register it there, or load this library by "
             "tvm_ffi.load_module and import the module that has it";
  TVMFFIErrorSetRaisedFromCStrParts("RuntimeError", parts, 2);
  return -1;
})";

static constexpr StringLiteral kCall =
    R"(typedef struct {
  DLTensor tensor;
  void *owner;
  void (*deleter)(void *self);
} tir_ffi_managed;

/* Functions in Python crash when they read a descriptor, so a tensor is made of it. */
static int tir_ffi_make_tensor(const DLTensor *descriptor, void **out) {
  int code;
  tir_ffi_managed *managed = (tir_ffi_managed *)malloc(sizeof(tir_ffi_managed));
  if (managed == NULL) return -1;
  managed->tensor = *descriptor;
  managed->owner = NULL;
  managed->deleter = free;
  code = TVMFFITensorFromDLPack(managed, 0, 0, out);
  if (code != 0) free(managed);
  return code;
}

/* Returns whether a callee keeps a tensor. */
static int tir_ffi_free_tensors(const tir_ffi_any *args, int32_t count) {
  int is_kept = 0;
  for (int32_t i = 0; i < count; ++i) {
    if (args[i].type_index != 70) continue;
    /* An object begins with the number of its references. */
    is_kept |= *(const volatile uint32_t *)args[i].value.v_handle != 1;
    (void)TVMFFIObjectDecRef(args[i].value.v_handle);
  }
  return is_kept;
}

static void tir_ffi_take_result(const tir_ffi_any *result, TVMValue *value, int *type_code) {
  static const int codes[8] = {4, 0, 0, 2, 3, 5, 6, 7};
  *value = result->value;
  *type_code = (uint32_t)result->type_index < 8u ? codes[result->type_index] : 8;
  if (result->type_index >= 64) (void)TVMFFIObjectDecRef(result->value.v_handle);
}

static int32_t tir_ffi_call(void *function, TVMValue *values, int *type_codes, int count, TVMValue *value,
                            int *type_code) {
  static const int8_t indices[16] = {1, -1, 3, 4, 0, 5, 6, 7, -1, -1, -1, 8, -1, -1, -1, 2};
  tir_ffi_any args[TIR_FFI_ROOM], result;
  int code = count > TIR_FFI_ROOM ? -1 : 0, used = 0;
  for (; code == 0 && used < count; ++used) {
    tir_ffi_any *any = &args[used];
    if ((unsigned)type_codes[used] >= 16u || indices[type_codes[used]] < 0) {
      code = -1;
      break;
    }
    any->type_index = indices[type_codes[used]];
    any->padding = 0;
    any->value = values[used];
    if (any->type_index != 7) continue;
    code = tir_ffi_make_tensor((const DLTensor *)values[used].v_handle, &any->value.v_handle);
    if (code != 0) break;
    any->type_index = 70;
  }
  result.type_index = 0;
  result.padding = 0;
  result.value.v_int64 = 0;
  if (code == 0) code = TVMFFIFunctionCall(function, args, count, &result);
  if (code != 0) {
    (void)tir_ffi_free_tensors(args, used);
    return (int32_t)code;
  }
  tir_ffi_take_result(&result, value, type_code);
  if (!tir_ffi_free_tensors(args, count)) return 0;
  TVMFFIErrorSetRaisedFromCStr("RuntimeError",
                               "a function that the model calls keeps a tensor beyond its call, but the memory is the "
                               "model's; let the function copy the tensor");
  return -1;
})";

const StringLiteral tir::kFFIFindOwnHead =
    R"(/* tvm-ffi does not look up the functions of the library itself. */
static int tir_ffi_find_own(const char *name, void **out) {
)";

const StringLiteral tir::kFFIRegisterHead =
    R"(#if defined(__GNUC__)
__attribute__((constructor))
#else
#error "the functions of tvm_ffi.system_lib() are registered before main, which needs a compiler like GCC"
#endif
static void tir_ffi_register(void) {
)";

static constexpr StringRef kRaising[] = {"tir_ffi_raise", "tir_ffi_report"};
static constexpr StringRef kReporting[] = {"tir_ffi_report"};
static constexpr StringRef kClearing[] = {"tir_ffi_clear_error"};
static constexpr StringRef kReturning[] = {"tir_ffi_return_text"};
static constexpr StringRef kAllocating[] = {"tir_ffi_allocate"};
static constexpr StringRef kFreeing[] = {"tir_ffi_free"};
static constexpr StringRef kFinding[] = {"tir_ffi_find"};
static constexpr StringRef kCalling[] = {"tir_ffi_call"};

static const FFIText kTexts[] = {
    {kRaising, kErrors},      {kReporting, kReport},
    {kClearing, kClear},      {kReturning, kReturnText},
    {kAllocating, kAllocate}, {kFreeing, kFree},
    {kFinding, kFind},        {kCalling, kCall, /*needsRoom=*/true}};
const llvm::ArrayRef<FFIText> tir::kFFITexts = kTexts;
