//===- TarTest.cpp - Tests of tar archives as bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/Tar.h"
#include "gtest/gtest.h"

using namespace tir;
using llvm::StringRef;

namespace {
constexpr size_t kBlock = 512;

/// Returns the names of the members, in order, or the error.
std::string namesOf(StringRef bytes) {
  auto members = readTar(bytes);
  if (!members)
    return "error: " + llvm::toString(members.takeError());
  std::string names;
  for (const TarMember &member : *members)
    names += member.name + (member.isFolder ? " (folder)\n" : "\n");
  return names;
}

/// Writes text into a field of the header at `header` and updates its checksum.
void setField(std::string &tar, size_t header, size_t offset, StringRef text) {
  tar.replace(header + offset, text.size(), text.str());
  tar.replace(header + 148, 8, 8, ' ');
  unsigned sum = 0;
  for (size_t i = 0; i < kBlock; ++i)
    sum += static_cast<unsigned char>(tar[header + i]);
  for (int i = 5; i >= 0; --i, sum >>= 3)
    tar[header + 148 + i] = '0' + (sum & 7);
  tar[header + 154] = '\0';
}

constexpr size_t kName = 0, kSize = 124, kType = 156, kMagic = 257;

std::string oneFile() { return writeTar({{"./a", "contents"}}, 0); }

/// Returns an archive with a header of another type, with these contents,
/// before the file.
std::string withExtension(char type, StringRef contents) {
  std::string tar = writeTar({{"extension", contents.str()}}, 0);
  setField(tar, 0, kType, StringRef(&type, 1));
  tar.resize(tar.size() - 2 * kBlock);
  return tar + oneFile();
}

/// Returns whether reading the archive fails with an error that contains
/// `text`.
testing::AssertionResult isError(StringRef bytes, StringRef text) {
  std::string names = namesOf(bytes);
  if (StringRef(names).starts_with("error: ") &&
      StringRef(names).contains(text))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << names;
}
} // namespace

TEST(TarTest, ReadsWhatItWrites) {
  // Use lengths at which a name fits one field, two fields, or needs its own
  // header.
  std::vector<TarFile> files;
  for (size_t length :
       {1, 99, 100, 101, 155, 156, 254, 255, 256, 257, 300, 3000})
    for (size_t folder : {0, 3, 90, 154, 155, 156})
      if (std::string name(length, 'n'); folder < length) {
        if (folder && folder + 1 < length)
          name[folder] = '/';
        files.push_back({name, std::string(length * 3 + folder, 'x')});
      }
  files.push_back({"empty", ""});
  files.push_back({"block", std::string(kBlock, '\0')});
  std::string tar = writeTar(files, kLastTarTime);
  EXPECT_EQ(tar.size() % kBlock, 0u);
  auto members = readTar(tar);
  ASSERT_TRUE(!!members) << llvm::toString(members.takeError());
  ASSERT_EQ(members->size(), files.size());
  for (size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ((*members)[i].name, files[i].name);
    EXPECT_EQ((*members)[i].contents, files[i].contents);
    EXPECT_FALSE((*members)[i].isFolder);
  }
}

TEST(TarTest, AnEmptyArchiveHasNoMembers) {
  EXPECT_EQ(namesOf(writeTar({}, 0)), "");
}

TEST(TarTest, ReadsOtherWritersNames) {
  // pax, GNU's 'L', a global header, a folder, no magic.
  EXPECT_EQ(namesOf(withExtension('x', "16 path=other/a\n")), "other/a\n");
  EXPECT_EQ(namesOf(withExtension('x', "20 mtime=1.12345678\n9 size=8\n")),
            "./a\n");
  EXPECT_EQ(namesOf(withExtension('L', StringRef("long/name\0", 10))),
            "long/name\n");
  EXPECT_EQ(namesOf(withExtension('K', StringRef("link\0", 5))), "./a\n");
  EXPECT_EQ(namesOf(withExtension('g', "13 comment=x\n")), "./a\n");
  std::string tar = writeTar({{"folder/", ""}}, 0);
  EXPECT_EQ(namesOf(tar), "folder/ (folder)\n");
  setField(tar, 0, kType, "5");
  EXPECT_EQ(namesOf(tar), "folder/ (folder)\n");
  tar = oneFile();
  setField(tar, 0, kMagic, StringRef("\0\0\0\0\0\0", 6));
  setField(tar, 0, kType, StringRef("\0", 1));
  EXPECT_EQ(namesOf(tar), "./a\n");
  // GNU's large size.
  tar = oneFile();
  setField(tar, 0, kSize, StringRef("\x80\0\0\0\0\0\0\0\0\0\0\x08", 12));
  EXPECT_EQ(namesOf(tar), "./a\n");
}

TEST(TarTest, EachCutIsAnError) {
  std::string tar = oneFile();
  for (size_t size = 0; size < tar.size(); ++size)
    EXPECT_TRUE(isError(StringRef(tar).take_front(size), "")) << size;
}

TEST(TarTest, EachFlippedBitOfAHeaderIsAnError) {
  std::string tar = oneFile();
  for (size_t i = 0; i < kBlock; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = tar;
      damaged[i] ^= 1 << bit;
      // Blank and NUL after the checksum's digits are equivalent.
      if (namesOf(damaged) != "./a\n")
        EXPECT_TRUE(isError(damaged, "checksum"));
      else
        EXPECT_TRUE(i >= 148 && i < 156) << i;
    }
}

TEST(TarTest, ErrorsNameMemberAndByte) {
  std::string tar = writeTar({{"a", "x"}, {"b", "y"}}, 0);
  tar[2 * kBlock] = 'c';
  EXPECT_TRUE(isError(tar, "member 2 at byte 1024: the header's checksum is "));
}

TEST(TarTest, SizesThatCannotBeAreErrors) {
  std::string tar = oneFile();
  setField(tar, 0, kSize, "77777777777");
  EXPECT_TRUE(isError(tar, "has 8589934591 bytes, of which 1536 are there"));
  setField(tar, 0, kSize, "0000000001x");
  EXPECT_TRUE(isError(tar, "its size is not a number"));
  setField(tar, 0, kSize,
           StringRef("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12));
  EXPECT_TRUE(isError(tar, "its size is not a number"));
  setField(tar, 0, kSize,
           StringRef("\x80\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff", 12));
  EXPECT_TRUE(isError(tar, "of which 1536 are there"));
  EXPECT_TRUE(isError(withExtension('x', "29 size=18446744073709551615\n"),
                      "of which"));
  EXPECT_TRUE(isError(withExtension('x', "29 size=18446744073709551616\n"),
                      "expected a number"));
}

TEST(TarTest, PaxRecordsThatCannotBeAreErrors) {
  for (StringRef record :
       {"99 path=x\n", "0 path=x\n", "-9 path=x\n", "9 path=xx", "path=x\n",
        "3 \n", "18446744073709551617 path=x\n"})
    EXPECT_TRUE(isError(withExtension('x', record), "without a proper length"))
        << record.str();
  EXPECT_TRUE(isError(withExtension('x', "8 path=\n"), "no proper name"));
  EXPECT_TRUE(isError(withExtension('x', StringRef("11 path=a\0b\n", 12)),
                      "without a proper length"));
  EXPECT_TRUE(isError(withExtension('x', StringRef("12 path=a\0b\n", 12)),
                      "no proper name"));
  EXPECT_TRUE(isError(withExtension('g', "10 path=x\n"), "global pax header"));
}

TEST(TarTest, LinksAndDevicesAreErrors) {
  for (char type : {'1', '2', '3', '4', '6', 'S', 'V', '\x01', '\xff'}) {
    std::string tar = oneFile();
    setField(tar, 0, kType, StringRef(&type, 1));
    EXPECT_TRUE(isError(tar, "expected only files and folders")) << type;
  }
}

TEST(TarTest, AHeaderWithoutItsMemberIsAnError) {
  std::string tar = withExtension('L', "name");
  tar.erase(2 * kBlock, 2 * kBlock);
  EXPECT_TRUE(isError(tar, "ends after a header that names a member"));
}

TEST(TarTest, AnEmptyBlockAloneIsAnError) {
  std::string tar = oneFile();
  EXPECT_TRUE(
      isError(std::string(kBlock, '\0') + tar, "not followed by a second one"));
}

TEST(TarTest, AMemberNeedsAName) {
  std::string tar = oneFile();
  setField(tar, 0, kName, StringRef("\0\0\0", 3));
  EXPECT_TRUE(isError(tar, "no proper name"));
}

TEST(TarTest, AFolderHoldsNoBytes) {
  std::string tar = oneFile();
  setField(tar, 0, kType, "5");
  EXPECT_TRUE(isError(tar, "is a folder with 8 bytes; expected 0"));
}
