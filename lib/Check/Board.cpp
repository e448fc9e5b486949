//===- Board.cpp - Boards that QEMU emulates
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Board.h"

#include "tir/Check/Emulation.h"
#include "tir/TargetInfo/ResolvedTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace tir;

/// What the programs print, and the program for the board.
static constexpr StringLiteral kLog = "log", kProgram = "program.elf";

//===----------------------------------------------------------------------===//
// The boards
//===----------------------------------------------------------------------===//

static constexpr uint32_t kK = 1 << 10, kM = 1 << 20;

/// The memory of boards with a Cortex-M: code, data, and inputs, outputs, state
/// and pools.
static constexpr BoardMemory kCortexM3[] = {{"FLASH", 0, 4 * kM},
                                            {"RAM", 0x20000000, 4 * kM},
                                            {"EXTERNAL", 0x21000000, 16 * kM}};
static constexpr BoardMemory kCortexM7[] = {{"FLASH", 0, 4 * kM},
                                            {"RAM", 0x20000000, 4 * kM},
                                            {"EXTERNAL", 0x60000000, 16 * kM}};
static constexpr BoardMemory kCortexM33[] = {{"FLASH", 0x10000000, 4 * kM},
                                             {"RAM", 0x38000000, 4 * kM},
                                             {"EXTERNAL", 0x80000000, 16 * kM}};
/// The memory at 0, where the vectors are, is too small for the code.
static constexpr BoardMemory kCortexM55[] = {{"VECTORS", 0, kK},
                                             {"FLASH", 0x60000000, 16 * kM},
                                             {"RAM", 0x21000000, 4 * kM},
                                             {"EXTERNAL", 0x61000000, 16 * kM}};

static constexpr StringLiteral kLinkCortexM[] = {
    "$/startup.c", "-nostartfiles", "--specs=nano.specs",
    "-T",          "$/memory.ld",   "-Wl,--gc-sections",
    "-lm"};
static constexpr StringLiteral kRunCortexM[] = {"-display",
                                                "none",
                                                "-monitor",
                                                "none",
                                                "-serial",
                                                "none",
                                                "-semihosting-config",
                                                "enable=on,target=native",
                                                "-kernel"};
/// Picolibc's linker script places code and data.
static constexpr StringLiteral kLinkRISCV[] = {
    "-DHAS_C_LIBRARY",
    "--specs=picolibc.specs",
    "--oslib=semihost",
    "--crt0=hosted",
    "-Wl,--defsym=__flash=0x80000000",
    "-Wl,--defsym=__flash_size=0x2000000",
    "-Wl,--defsym=__ram=0x82000000",
    "-Wl,--defsym=__ram_size=0x4000000",
    "-Wl,--defsym=__stack_size=0x40000",
    "-lm"};
static constexpr StringLiteral kRunRISCV[] = {"-bios",
                                              "none",
                                              "-display",
                                              "none",
                                              "-monitor",
                                              "none",
                                              "-serial",
                                              "none",
                                              "-semihosting-config",
                                              "enable=on,target=native",
                                              "-kernel"};
static constexpr StringLiteral kLinkLinux[] = {"-DHAS_C_LIBRARY", "-static",
                                               "-lm"};

static constexpr PackagedProgram kArmEmulator = {"qemu-system-arm",
                                                 "qemu-system-arm"};
static constexpr PackagedProgram kArmCompiler = {
    "arm-none-eabi-gcc", "gcc-arm-none-eabi libnewlib-arm-none-eabi"};

static constexpr Board kBoards[] = {
    // It runs code for a Cortex-M0, too, of which QEMU has no large board.
    {"mps2-an385", "Cortex-M3", kArmEmulator, kArmCompiler, kCortexM3,
     kLinkCortexM, kRunCortexM},
    {"mps2-an386", "Cortex-M4", kArmEmulator, kArmCompiler, kCortexM3,
     kLinkCortexM, kRunCortexM},
    {"mps2-an500", "Cortex-M7", kArmEmulator, kArmCompiler, kCortexM7,
     kLinkCortexM, kRunCortexM},
    {"mps2-an505", "Cortex-M33", kArmEmulator, kArmCompiler, kCortexM33,
     kLinkCortexM, kRunCortexM},
    {"mps3-an547", "Cortex-M55", kArmEmulator, kArmCompiler, kCortexM55,
     kLinkCortexM, kRunCortexM},
    {"virt",
     "RV32",
     {"qemu-system-riscv32", "qemu-system-misc"},
     {"riscv64-unknown-elf-gcc",
      "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf"},
     {},
     kLinkRISCV,
     kRunRISCV},
    {"Linux",
     "AArch64",
     {"qemu-aarch64", "qemu-user"},
     {"aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"},
     {},
     kLinkLinux,
     {}}};

static const Board *findMachine(StringRef machine) {
  return find_if(kBoards,
                 [&](const Board &board) { return board.machine == machine; });
}

static const Board *findCortexM(const ResolvedTarget &target) {
  switch (target.triple.getSubArch()) {
  case Triple::ARMSubArch_v6m:
  case Triple::ARMSubArch_v7m:
    return findMachine("mps2-an385");
  case Triple::ARMSubArch_v7em:
    return findMachine(target.hasFeature("fp64") ? "mps2-an500" : "mps2-an386");
  case Triple::ARMSubArch_v8m_baseline:
  case Triple::ARMSubArch_v8m_mainline:
    return findMachine("mps2-an505");
  case Triple::ARMSubArch_v8_1m_mainline:
    return findMachine("mps3-an547");
  default:
    return nullptr;
  }
}

const Board *tir::findBoard(const TargetOptions &target) {
  ResolvedTarget resolved = resolveTarget(target);
  const Triple &triple = resolved.triple;
  if (resolved.isArm32() && resolved.isBareMetal())
    return findCortexM(resolved);
  if (triple.isRISCV32() && resolved.isBareMetal() && !resolved.hasFeature("e"))
    return findMachine("virt");
  if (triple.isAArch64() && triple.isOSLinux() && triple.isLittleEndian())
    return findMachine("Linux");
  return nullptr;
}

/// Returns the words of a command, or the board's own compiler.
static std::vector<std::string> splitCommand(StringRef text,
                                             const Board &board) {
  BumpPtrAllocator memory;
  StringSaver saver(memory);
  SmallVector<const char *> words;
  cl::TokenizeGNUCommandLine(text, saver, words);
  if (words.empty())
    return {board.compiler.name.str()};
  return {words.begin(), words.end()};
}

std::string tir::whyNotEmulated(const TargetOptions &target,
                                StringRef compiler) {
  const Board *board = findBoard(target);
  if (!board)
    return formatv("tirc emulates no machine with the target's processor "
                   "({0}); expected a Cortex-M, a bare RV32 or AArch64, such "
                   "as --target=cortex-m4, or --check=fast",
                   resolveTarget(target).triple.str());
  if (sys::IsBigEndianHost)
    return "this machine is big-endian, and the target is not; expected "
           "--check=fast";
  std::string name = splitCommand(compiler, *board).front();
  SmallVector<std::string> absent, packages;
  for (const PackagedProgram &needed : {board->emulator, board->compiler}) {
    bool isCompiler = needed.name == board->compiler.name;
    std::string program = isCompiler ? name : needed.name.str();
    if (sys::findProgramByName(program))
      continue;
    absent.push_back("'" + program + "'");
    if (program == needed.name)
      packages.push_back(needed.packages.str());
  }
  if (absent.empty())
    return "";
  std::string text = join(absent, " and ") +
                     (absent.size() == 1 ? " is" : " are") + " missing";
  if (!packages.empty())
    text +=
        "; install them on Debian with: apt-get install " + join(packages, " ");
  return text + (packages.empty() ? "; expected" : ", or compile with") +
         " --check-compiler=COMMAND or --check=fast";
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {
struct EmbeddedFile {
  StringLiteral name, text;
};
} // namespace

static constexpr EmbeddedFile kFiles[] = {
#include "BoardFiles.inc"
#include "BoardProgram.inc"
};

/// Returns the linker script of a board with a Cortex-M: the sections are the
/// same on each.
static std::string makeLinkerScript(const Board &board, StringRef script) {
  std::string text = "MEMORY {\n";
  for (const BoardMemory &memory : board.memory)
    text += formatv("  {0} (rwx) : ORIGIN = {1:x}, LENGTH = {2}\n",
                    memory.region, memory.origin, memory.bytes);
  text += "}\n";
  if (board.memory.front().region == "VECTORS")
    text += "SECTIONS { .vectors : { KEEP(*(.vectors)) } > VECTORS }\n";
  return text + script.substr(script.find("ENTRY(")).str();
}

BoardPrograms::BoardPrograms(const Board &board, const TargetOptions &target,
                             StringRef compiler, StringRef folder)
    : board(&board), compilerFlags(tir::compilerFlags(target)),
      command(splitCommand(compiler, board)), folder(folder) {}

BoardPrograms::BoardPrograms(BoardPrograms &&other)
    : board(other.board), compilerFlags(std::move(other.compilerFlags)),
      command(std::move(other.command)),
      folder(std::exchange(other.folder, "")),
      compilerVersion(std::move(other.compilerVersion)),
      emulatorVersion(std::move(other.emulatorVersion)) {}

BoardPrograms::~BoardPrograms() {
  if (!folder.empty())
    sys::fs::remove_directories(folder);
}

std::string BoardPrograms::getPath(StringRef name) const {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return path.str().str();
}

Error BoardPrograms::write(StringRef name, StringRef contents) const {
  std::error_code code;
  raw_fd_ostream os(getPath(name), code);
  if (!code) {
    os << contents;
    os.close();
    code = os.error();
    os.clear_error();
  }
  return code ? createFileError(getPath(name), code) : Error::success();
}

Expected<std::string> BoardPrograms::read(StringRef name) const {
  auto buffer = MemoryBuffer::getFile(getPath(name), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createFileError(getPath(name), buffer.getError());
  return (*buffer)->getBuffer().str();
}

/// Runs a program, and returns its exit code. What it prints is in the file
/// `log`.
static int runProgram(ArrayRef<std::string> command, StringRef log,
                      unsigned seconds, bool &isTooLong) {
  auto program = sys::findProgramByName(command.front());
  if (!program)
    return -1;
  // Output would only overwrite the beginning of a longer file.
  sys::fs::remove(log);
  SmallVector<StringRef> words(command.begin(), command.end());
  std::string problem;
  int code = sys::ExecuteAndWait(*program, words, /*Env=*/std::nullopt,
                                 {StringRef(""), log, log}, seconds,
                                 /*MemoryLimit=*/0, &problem);
  isTooLong = code == -2 && seconds != 0;
  return code;
}

Expected<BoardPrograms> BoardPrograms::create(const TargetOptions &target,
                                              StringRef compiler) {
  SmallString<128> folder;
  if (std::error_code code = sys::fs::createUniqueDirectory("tirc", folder))
    return createStringError(code, "cannot create a temporary folder");
  BoardPrograms made(*findBoard(target), target, compiler, folder);
  for (const EmbeddedFile &file : kFiles) {
    bool isScript = file.name.ends_with(".ld");
    if (isScript && made.board->memory.empty())
      continue;
    if (Error error =
            made.write(isScript ? "memory.ld" : file.name,
                       isScript ? makeLinkerScript(*made.board, file.text)
                                : file.text.str()))
      return std::move(error);
  }
  auto ask = [&](std::string program, std::string &version) -> Error {
    bool isTooLong;
    runProgram({program, "--version"}, made.getPath(kLog), /*seconds=*/60,
               isTooLong);
    Expected<std::string> printed = made.read(kLog);
    if (!printed)
      return printed.takeError();
    version = StringRef(*printed).split('\n').first.trim().str();
    return Error::success();
  };
  if (Error error = ask(made.command.front(), made.compilerVersion))
    return std::move(error);
  if (Error error = ask(made.board->emulator.name.str(), made.emulatorVersion))
    return std::move(error);
  return made;
}

/// Returns what does not fit into the board's memory, or "".
static std::string findOverflow(StringRef printed, const Board &board) {
  for (const BoardMemory &memory : board.memory) {
    std::string head = ("region `" + memory.region + "' overflowed by ").str();
    size_t at = printed.find(head);
    uint64_t bytes;
    if (at == StringRef::npos ||
        printed.substr(at + head.size()).consumeInteger(10, bytes))
      continue;
    return formatv(
        "the program needs {0} bytes of {1}, and the emulated machine "
        "{2} has {3}",
        memory.bytes + bytes, memory.region, board.machine, memory.bytes);
  }
  return "";
}

std::vector<std::string>
BoardPrograms::fill(ArrayRef<StringLiteral> words) const {
  std::vector<std::string> filled;
  for (StringRef word : words)
    filled.push_back(word.consume_front("$/") ? getPath(word) : word.str());
  return filled;
}

Error BoardPrograms::build(ArrayRef<std::string> files) const {
  std::vector<std::string> words = {command.front()};
  append_range(words, compilerFlags);
  append_range(words, ArrayRef<StringRef>{"-std=c99", "-O2"});
  append_range(words, ArrayRef(command).drop_front());
  append_range(words, ArrayRef<std::string>{"-I", folder, getPath("board.c")});
  for (const std::string &file : files)
    words.push_back(getPath(file));
  append_range(words, fill(board->link));
  append_range(words, ArrayRef<std::string>{"-o", getPath(kProgram)});
  bool isTooLong;
  if (runProgram(words, getPath(kLog), /*seconds=*/0, isTooLong) == 0)
    return Error::success();
  Expected<std::string> printed = read(kLog);
  if (!printed)
    return printed.takeError();
  if (std::string overflow = findOverflow(*printed, *board); !overflow.empty())
    return createStringError(overflow);
  return createStringError("'" + join(words, " ") +
                           "' failed: " + StringRef(*printed).trim());
}

Expected<std::string> BoardPrograms::run(unsigned seconds) const {
  std::vector<std::string> words = {board->emulator.name.str()};
  // A program of Linux has no machine.
  if (!board->run.empty())
    append_range(words, ArrayRef<std::string>{"-M", board->machine.str()});
  append_range(words, board->run);
  words.push_back(getPath(kProgram));
  bool isTooLong;
  runProgram(words, getPath(kLog), seconds, isTooLong);
  if (isTooLong)
    return createStringError("the program did not end within " +
                             Twine(seconds) + " seconds on the emulated " +
                             "machine " + board->machine);
  return read(kLog);
}
