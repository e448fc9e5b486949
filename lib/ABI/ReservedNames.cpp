//===- ReservedNames.cpp - Names that C and C++ reserve
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/ReservedNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

// Keywords that begin with an underscore are reserved like all such names.
static constexpr StringLiteral kKeywords = R"(
  alignas alignof and and_eq asm auto bitand bitor bool break case catch char
  char16_t char32_t char8_t class co_await co_return co_yield compl concept
  const const_cast consteval constexpr constinit continue contract_assert
  decltype default delete do double dynamic_cast else enum explicit export
  extern false float for friend goto if inline int long mutable namespace new
  noexcept not not_eq nullptr operator or or_eq private protected public
  register reinterpret_cast requires restrict return short signed sizeof static
  static_assert static_cast struct switch template this thread_local throw true
  try typedef typeid typename typeof typeof_unqual union unsigned using virtual
  void volatile wchar_t while xor xor_eq)";

// Macros that compilers define in GNU modes, apart from names that are reserved
// anyway.
static constexpr StringLiteral kPredefinedMacros = R"(
  AVR MIPSEB MIPSEL MSP430 NeXT PPC WIN32 WIN64 WINNT arm hpux i386 linux
  m68k mc68000 mips powerpc sparc sun unix vax)";

// Only macros without parameters: one with parameters is expanded only in front
// of a parenthesis, which never follows a field. The limits of integers and the
// constants of <math.h> and <inttypes.h> are recognised by their patterns
// below.
static constexpr StringLiteral kLibraryMacros = R"(
  BIG_ENDIAN BUFSIZ BYTE_ORDER CHAR_BIT CLOCKS_PER_SEC DECIMAL_DIG EDOM EILSEQ
  EOF ERANGE EXIT_FAILURE EXIT_SUCCESS FD_SETSIZE FILENAME_MAX FLT_EVAL_METHOD
  FLT_RADIX FLT_ROUNDS FOPEN_MAX FP_FAST_FMA FP_FAST_FMAF FP_FAST_FMAL
  FP_ILOGB0 FP_ILOGBNAN FP_INFINITE FP_INT_DOWNWARD FP_INT_TONEAREST
  FP_INT_TONEARESTFROMZERO FP_INT_TOWARDZERO FP_INT_UPWARD FP_LLOGB0
  FP_LLOGBNAN FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO HAVE_INITFINI_ARRAY
  HUGE_VAL HUGE_VALF HUGE_VALL INFINITY LITTLE_ENDIAN L_ctermid L_cuserid
  L_tmpnam MATH_ERREXCEPT MATH_ERRNO MAXFLOAT MB_CUR_MAX MB_LEN_MAX NAN NFDBITS
  NULL PDP_ENDIAN PTHREAD_CREATE_DETACHED PTHREAD_CREATE_JOINABLE
  PTHREAD_EXPLICIT_SCHED PTHREAD_INHERIT_SCHED PTHREAD_SCOPE_PROCESS
  PTHREAD_SCOPE_SYSTEM P_tmpdir RAND_MAX RENAME_EXCHANGE RENAME_NOREPLACE
  RENAME_WHITEOUT SCHED_FIFO SCHED_OTHER SCHED_RR SEEK_CUR SEEK_DATA SEEK_END
  SEEK_HOLE SEEK_SET SNAN SNANF SNANL STACK_ALLOCATOR_TAG
  STACK_ALLOCATOR_TAG_SIZE_BYTES TMP_MAX WCONTINUED WEXITED WNOHANG WNOWAIT
  WSTOPPED WUNTRACED errno fd_set math_errhandling physadr quad signgam stderr
  stdin stdout strtodf)";

static constexpr StringLiteral kLibraryTypes = R"(
  FILE double_t float_t fpos_t max_align_t nullptr_t ptrdiff_t size_t va_list
  int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
  int_least8_t int_least16_t int_least32_t int_least64_t
  uint_least8_t uint_least16_t uint_least32_t uint_least64_t
  int_fast8_t int_fast16_t int_fast32_t int_fast64_t
  uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t
  intmax_t intptr_t uintmax_t uintptr_t
  DLDataType DLDataTypeCode DLDevice DLDeviceType DLManagedTensor DLTensor
  TVMArrayHandle TVMBackendPackedCFunc TVMByteArray TVMFuncRegistry
  TVMFunctionHandle TVMMetadata TVMModule TVMModuleHandle TVMObjectHandle
  TVMPackedCFunc TVMRetValueHandle TVMStreamHandle TVMTensorInfo TVMValue)";

// Functions of C99 and later, and those that GNU modes build in. <math.h> and
// <complex.h> have each of the following for three types.
static constexpr StringLiteral kFunctionsOfThreeTypes = R"(
  acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh
  catan catanh cbrt ccos ccosh ceil cexp cimag clog clog10 conj copysign cos
  cosh cpow cproj creal csin csinh csqrt ctan ctanh drem erf erfc exp exp10 exp2
  expm1 fabs fdim finite floor fma fmax fmin fmod frexp gamma hypot ilogb j0 j1
  jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan
  nearbyint nextafter nexttoward pow pow10 remainder remquo rint round scalb
  scalbln scalbn significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1
  yn)";
static constexpr StringLiteral kLibraryFunctions = R"(
  abort abs aligned_alloc alloca asctime at_quick_exit atexit atof atoi atol
  atoll bcmp bcopy bsearch btowc bzero calloc clearerr clock ctime dcgettext
  dgettext difftime div execl execle execlp execv execve execvp exit fclose
  feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof
  feraiseexcept ferror fesetenv fesetexceptflag fesetround fetestexcept
  feupdateenv fflush ffs ffsl ffsll fgetc fgetpos fgets fgetwc fgetws fopen fork
  fprintf fprintf_unlocked fputc fputc_unlocked fputs fputs_unlocked fputwc
  fputws fread free freopen fscanf fseek fsetpos ftell fwide fwprintf fwrite
  fwrite_unlocked fwscanf getc getchar getenv gets gettext getwc getwchar gmtime
  imaxabs imaxdiv index isalnum isalpha isascii isblank iscntrl isdigit isgraph
  isinf isinff isinfl islower isnan isnanf isnanl isprint ispunct isspace
  isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph
  iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit labs ldiv
  llabs lldiv localeconv localtime longjmp main malloc mblen mbrlen mbrtowc
  mbsinit mbsrtowcs mbstowcs mbtowc memchr memcmp memcpy memmove mempcpy memset
  mktime perror posix_memalign printf printf_unlocked putc putchar
  putchar_unlocked puts puts_unlocked putwc putwchar qsort quick_exit raise rand
  realloc remove rename rewind rindex scanf setbuf setjmp setlocale setvbuf
  signal signbit signbitf signbitl sigsetjmp snprintf sprintf srand sscanf
  stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup
  strerror strfmon strftime strlen strncasecmp strncat strncmp strncpy strndup
  strpbrk strrchr strspn strstr strtod strtof strtoimax strtok strtol strtold
  strtoll strtoul strtoull strtoumax strxfrm swprintf swscanf system time
  timespec_get tmpfile tmpnam toascii tolower toupper towctrans towlower towupper
  ungetc ungetwc vfprintf vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf
  vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wcrtomb wcscat wcschr
  wcscmp wcscoll wcscpy wcscspn wcsftime wcslen wcsncat wcsncmp wcsncpy wcspbrk
  wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax wcstok wcstol wcstold
  wcstoll wcstombs wcstoul wcstoull wcstoumax wcsxfrm wctob wctomb wctrans
  wctype wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf wscanf)";

static StringSet<> split(StringRef words) {
  SmallVector<StringRef> list;
  SplitString(words, list);
  StringSet<> result;
  for (StringRef word : list)
    result.insert(word);
  return result;
}

static bool isKeyword(StringRef name) {
  static const StringSet<> words = split(kKeywords);
  return words.contains(name);
}

/// The minimum, maximum or width of a type: `INT_LEAST8_MAX`, `WCHAR_WIDTH`.
static bool isLimit(StringRef name) {
  if (!name.consume_back("_MAX") && !name.consume_back("_MIN") &&
      !name.consume_back("_WIDTH"))
    return false;
  if (is_contained({"SIZE", "SSIZE", "PTRDIFF", "SIG_ATOMIC", "WCHAR", "WINT",
                    "CHAR", "SCHAR", "UCHAR", "BOOL"},
                   name))
    return true;
  name.consume_front("U");
  if (is_contained(
          {"SHRT", "LONG", "LLONG", "LONG_LONG", "INT", "INTMAX", "INTPTR"},
          name))
    return true;
  if (!name.consume_front("INT"))
    return false;
  if (!name.consume_front("_LEAST"))
    name.consume_front("_FAST");
  return is_contained({"8", "16", "32", "64"}, name);
}

/// `FLT_EPSILON`, `LDBL_MAX_10_EXP`.
static bool isFloatLimit(StringRef name) {
  auto [type, rest] = name.split('_');
  if (type != "FLT" && type != "DBL" && type != "LDBL")
    return false;
  static const StringSet<> words =
      split("DECIMAL_DIG DIG EPSILON HAS_SUBNORM IS_IEC_60559 MANT_DIG MAX "
            "MAX_10_EXP MAX_EXP MIN MIN_10_EXP MIN_EXP NORM_MAX SNAN TRUE_MIN");
  return words.contains(rest);
}

/// `M_PI`, `M_PIf`, `M_PIf32x`; `SNANF64`, `HUGE_VAL_F128`.
static bool isMathConstant(StringRef name) {
  auto dropWidth = [&](StringRef tag, StringRef extended) {
    StringRef rest = name;
    rest.consume_back(extended);
    for (StringRef width : {"16", "32", "64", "128"})
      if (rest.consume_back(width))
        return rest.consume_back(tag) ? rest : name;
    return name;
  };
  StringRef stem = dropWidth("F", "X");
  if (stem != name && (stem == "SNAN" || stem == "HUGE_VAL_"))
    return true;
  if (!name.starts_with("M_"))
    return false;
  stem = dropWidth("f", "x");
  if (stem == name && !stem.consume_back("f"))
    stem.consume_back("l");
  static const StringSet<> words =
      split("1_PI 2_PI 2_SQRTPI 3PI_4 E INVLN2 IVLN10 LN10 LN2 LN2HI LN2LO "
            "LOG10E LOG2E LOG2_E PI PI_2 PI_4 SQRT1_2 SQRT2 SQRT3 SQRTPI "
            "TWOPI");
  return words.contains(stem.drop_front(2));
}

/// A format of <inttypes.h> for printing or scanning: `PRId32`, `SCNxLEAST8`.
static bool isFormat(StringRef name) {
  if (!name.consume_front("PRI") && !name.consume_front("SCN"))
    return false;
  if (name.empty() || !StringRef("diouxXbB").contains(name.front()))
    return false;
  name = name.drop_front();
  if (name == "MAX" || name == "PTR")
    return true;
  if (!name.consume_front("LEAST"))
    name.consume_front("FAST");
  return name == "8" || name == "16" || name == "32" || name == "64";
}

static bool isLibraryMacro(StringRef name) {
  static const StringSet<> words = split(kLibraryMacros);
  return words.contains(name) || isLimit(name) || isFloatLimit(name) ||
         isMathConstant(name) || isFormat(name);
}

StringRef tir::whyReserved(StringRef name) {
  static const StringSet<> predefined = split(kPredefinedMacros);
  static const StringSet<> types = split(kLibraryTypes);
  if (isKeyword(name))
    return "a keyword of C or C++";
  if (name.starts_with("__"))
    return "a name that C and C++ reserve, like all that begin with '__'";
  if (name.size() > 1 && name[0] == '_' && isUpper(name[1]))
    return "a name that C and C++ reserve, like all that begin with '_' and a "
           "capital";
  if (predefined.contains(name))
    return "a macro that compilers define";
  if (isLibraryMacro(name))
    return "a macro of the C library";
  if (types.contains(name))
    return "a type of a header that the generated code includes";
  for (StringRef prefix : {"TVMGEN_", "TVM_", "TIR_", "DLPACK_"})
    if (name.starts_with(prefix))
      return "a name that is reserved for macros of generated code and of its "
             "runtime";
  return "";
}

bool tir::isLibraryFunction(StringRef name) {
  static const StringSet<> ofThreeTypes = split(kFunctionsOfThreeTypes);
  static const StringSet<> others = split(kLibraryFunctions);
  return others.contains(name) || ofThreeTypes.contains(name) ||
         ((name.ends_with("f") || name.ends_with("l")) &&
          ofThreeTypes.contains(name.drop_back()));
}

StringRef tir::whyReservedFunction(StringRef name) {
  // TVM's loaders look up names of their own, which begin with two underscores.
  if (name.starts_with("__tvm_"))
    return "";
  return isLibraryFunction(name) ? "a function of the C library"
                                 : whyReserved(name);
}
