//===- CompilerMacros.cpp - What the C file needs beyond C99
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerMacros.h"
#include "tir/Target/C/CTypes.h"

#include "llvm/Support/FormatVariadic.h"

using namespace tir;
using namespace tir::c;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {
/// A macro of the file, which is defined if the file uses it.
struct Macro {
  StringLiteral name;
  StringLiteral definition;
};
} // namespace

static constexpr StringLiteral kMacrosComment =
    "/* What this file needs beyond C99, by compiler. Define a macro yourself "
    "to replace it. */\n";

/// A comment says which compiler a macro means: IAR, Arm Compiler 5, TI and
/// Green Hills. Arm Compiler 6 and TI's newer compilers are clang.
static constexpr Macro kMacros[] = {
    {"TIR_PRAGMA", R"(#ifndef TIR_PRAGMA
#define TIR_PRAGMA(text) _Pragma(#text)
#endif
)"},
    {"TIR_ALIGN", R"(#ifndef TIR_ALIGN
#if defined(__GNUC__) || defined(__clang__)
#define TIR_ALIGN(n) __attribute__((aligned(n)))
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define TIR_ALIGN(n) _Alignas(n)
#elif defined(__IAR_SYSTEMS_ICC__)
#define TIR_ALIGN(n) TIR_PRAGMA(data_alignment = n)
#elif defined(__CC_ARM)
#define TIR_ALIGN(n) __align(n)
#elif defined(__TI_COMPILER_VERSION__) || defined(__ghs__)
#define TIR_ALIGN(n) __attribute__((aligned(n)))
#endif
#endif
)"},
    {"TIR_MUST_ALIGN", R"(#if !defined(TIR_ALIGN) || defined(TIR_CANNOT_ALIGN)
#error "C99 cannot align a table: compile as C11, or define TIR_ALIGN(n) for this compiler"
#endif
)"},
    {"TIR_ALIGNED",
     R"(/* C99 cannot align a variable. There is room to begin at the next multiple of n bytes. */
#ifndef TIR_ALIGNED
#ifdef TIR_ALIGN
#define TIR_ROOM(n) 0
#define TIR_ALIGNED(bytes, n) (bytes)
#else
#define TIR_CANNOT_ALIGN
#define TIR_ALIGN(n)
#define TIR_ROOM(n) ((n) - 1)
#define TIR_ALIGNED(bytes, n) ((bytes) + (((n) - (uintptr_t)(bytes) % (n)) % (n)))
#endif
#endif
)"},
    {"TIR_SECTION", R"(#ifndef TIR_SECTION
#if defined(__GNUC__) || defined(__clang__) || defined(__CC_ARM) || \
    defined(__TI_COMPILER_VERSION__) || defined(__ghs__)
#define TIR_SECTION(s) __attribute__((section(s)))
#elif defined(__IAR_SYSTEMS_ICC__)
#define TIR_SECTION(s) TIR_PRAGMA(location = s)
#else
#error "C99 has no sections: define TIR_SECTION(s) for this compiler, empty if the linker places the file"
#endif
#endif
)"},
    {"TIR_PADDED",
     R"(/* How many elements an array has so that the memory of all arrays together does not depend on their order.
   A sanitizer finds accesses behind the last element that is used. */
#ifndef TIR_PADDED
#if defined(__SANITIZE_ADDRESS__)
#define TIR_PADDED(count, type, alignment) (count)
#else
#define TIR_PADDED(count, type, alignment) \
  (((count) * sizeof(type) + (alignment) - 1) / (alignment) * (alignment) / sizeof(type))
#endif
#endif
)"},
    {"TIR_WHOLE",
     R"(/* Keeps compilers from making a variable smaller, so that the memory is what the report says. */
#ifndef TIR_WHOLE
#if defined(__GNUC__) || defined(__clang__) || defined(__CC_ARM) || \
    defined(__TI_COMPILER_VERSION__) || defined(__ghs__)
#define TIR_WHOLE __attribute__((used))
#elif defined(__IAR_SYSTEMS_ICC__)
#define TIR_WHOLE __root
#else
#define TIR_WHOLE
#endif
#endif
)"},
    {"TIR_KEEP_MODEL_INFO",
     R"(/* Linkers must not drop the array that says which model this is. */
#ifndef TIR_RETAINS
#define TIR_RETAINS 0
/* gcc also knows the attribute where it ignores it. */
#if defined(__clang__) && defined(__has_attribute)
#if __has_attribute(retain)
#undef TIR_RETAINS
#define TIR_RETAINS 1
#endif
#endif
#endif
#ifndef TIR_KEEP_MODEL_INFO
#if TIR_RETAINS
#define TIR_KEEP_MODEL_INFO(array) ((void)0)
#elif defined(__GNUC__)
#define TIR_KEEP_MODEL_INFO(array) __asm__ volatile("" : : "r"(array))
#else
#define TIR_KEEP_MODEL_INFO(array) ((void)*(const volatile uint8_t *)(array))
#endif
#endif
)"},
    {"TIR_NOINLINE",
     R"(/* Kernels are called once or a few times; inlined, they would be hidden from debuggers and profilers. */
#ifndef TIR_NOINLINE
#if defined(__GNUC__) || defined(__clang__) || defined(__CC_ARM) || \
    defined(__TI_COMPILER_VERSION__) || defined(__ghs__)
#define TIR_NOINLINE __attribute__((noinline))
#elif defined(__IAR_SYSTEMS_ICC__)
#define TIR_NOINLINE _Pragma("inline = never")
#else
#define TIR_NOINLINE
#endif
#endif
)"},
    {"TIR_BRANCHES",
     R"(/* On many comparisons after each other, gcc copies what follows one of them to where the next one is known, and
   moves what follows others far away, where short jumps do not reach. */
#ifndef TIR_BRANCHES
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 6
#define TIR_BRANCHES __attribute__((optimize("no-thread-jumps", "reorder-blocks-algorithm=simple")))
#else
#define TIR_BRANCHES
#endif
#endif
)"},
    {"TIR_FLOAT_BRANCHES",
     R"(/* Besides, gcc loads two floats to choose one of them, where a branch would load one. */
#ifndef TIR_FLOAT_BRANCHES
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 6
#define TIR_FLOAT_BRANCHES \
  __attribute__((optimize("no-thread-jumps", "reorder-blocks-algorithm=simple", "no-if-conversion")))
#else
#define TIR_FLOAT_BRANCHES
#endif
#endif
)"},
    {"TIR_KEEP_CALLS",
     R"(/* gcc 12 may conclude that a kernel with known addresses writes nothing, and remove its calls. */
#ifndef TIR_KEEP_CALLS
#if defined(__GNUC__) && !defined(__clang__)
#define TIR_KEEP_CALLS() __asm__ volatile("" : : : "memory")
#else
#define TIR_KEEP_CALLS() ((void)0)
#endif
#endif
)"},
    {"TIR_STATIC_ASSERT", R"(#ifndef TIR_STATIC_ASSERT
#if defined(__GNUC__)
#define TIR_STATIC_ASSERT(cond, msg) __extension__ _Static_assert(cond, msg)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define TIR_STATIC_ASSERT(cond, msg) _Static_assert(cond, msg)
#else
#define TIR_ASSERT_NAME(line) tir_static_assert_##line
#define TIR_ASSERT_TYPE(cond, line) typedef char TIR_ASSERT_NAME(line)[(cond) ? 1 : -1]
#define TIR_STATIC_ASSERT(cond, msg) TIR_ASSERT_TYPE(cond, __LINE__)
#endif
#endif
)"}};

/// gcc 5 takes a pointer to such a type and one to the plain type for
/// incompatible, so only versions that were tried get them.
static constexpr StringLiteral kAliasCondition =
    R"(#ifndef TIR_MAY_ALIAS
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define TIR_MAY_ALIAS 1
#else
#define TIR_MAY_ALIAS 0
#endif
#endif
)";

void c::printCompilerMacros(llvm::function_ref<bool(StringRef)> isUsed,
                            bool mustAlign, llvm::raw_ostream &os) {
  std::string types;
  llvm::raw_string_ostream typeStream(types);
  printAliasTypes(isUsed, typeStream);
  bool usesMemory = isUsed("TIR_MAY_ALIAS") || !types.empty();
  auto isNeeded = [&](StringRef name) {
    if (name == "TIR_PRAGMA")
      return isUsed("TIR_ALIGN") || isUsed("TIR_SECTION");
    if (name == "TIR_MUST_ALIGN")
      return mustAlign;
    return isUsed(name);
  };
  bool isFirst = true;
  auto print = [&](StringRef text) {
    os << (isFirst ? "\n" + kMacrosComment : "").str() << text;
    isFirst = false;
  };
  for (const Macro &macro : kMacros)
    if (isNeeded(macro.name))
      print(macro.definition);
  if (!usesMemory)
    return;
  print("/* Buffers of several types share memory, which these types may "
        "access. Elsewhere, it is a union. */\n");
  os << kAliasCondition;
  if (!types.empty())
    os << "#if TIR_MAY_ALIAS\n"
          "#define TIR_ANY_MEMORY __attribute__((may_alias))\n"
          "#else\n#define TIR_ANY_MEMORY\n#endif\n"
       << types;
}

/// Prints the union whose members have the types of elements.
static void printUnion(const Memory &memory, llvm::raw_ostream &os) {
  int64_t bytes = memory.bytes;
  os << "union " << memory.symbol << "_memory {\n  int8_t bytes["
     << memory.extent << " + TIR_ROOM(" << memory.alignment << ")];\n";
  for (auto [element, width] : {std::pair("int16_t", 2),
                                {"int32_t", 4},
                                {"int64_t", 8},
                                {"float", 4},
                                {"double", 8}})
    os << llvm::formatv("  {0} of_{0}[{1}];\n", element,
                        (bytes + width - 1) / width);
  os << "};\n";
}

void c::printMemory(const Memory &memory, llvm::raw_ostream &os,
                    llvm::function_ref<void()> printContents) {
  const std::string &symbol = memory.symbol;
  std::string section =
      memory.section.empty() ? "" : "TIR_SECTION(" + memory.section + ") ";
  std::string head = llvm::formatv("TIR_ALIGN({0}) {1}{2}", memory.alignment,
                                   section, memory.specifiers);
  StringRef end = printContents ? " =" : ";";
  os << "#if TIR_MAY_ALIAS\n"
     << head << "int8_t " << symbol << "[" << memory.extent << "]" << end
     << "\n#else\n";
  if (!memory.isDeclared) {
    printUnion(memory, os);
    os << llvm::formatv("#define {0} TIR_ALIGNED({0}_memory.bytes, {1})\n",
                        symbol, memory.alignment);
  }
  os << head << "union " << symbol << "_memory " << symbol << "_memory" << end
     << "\n";
  // The first member of a union takes the initial value.
  if (printContents) {
    os << "{\n#endif\n";
    printContents();
    os << "\n#if !TIR_MAY_ALIAS\n}\n#endif\n;\n";
    return;
  }
  os << "#endif\n";
}
