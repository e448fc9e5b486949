//===- EscapeTest.cpp - Tests of text in other languages
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/Escape.h"
#include "tir/Support/Seal.h"
#include "gtest/gtest.h"

using namespace tir;

TEST(EscapeTest, ShowsWhatDoesNotShow) {
  EXPECT_EQ(makeVisible("conv \xD7\xA9\xE5\xB1\xA4"),
            "conv \xD7\xA9\xE5\xB1\xA4");
  EXPECT_EQ(makeVisible("a\nb\tc\x1B"), "a\nb<U+0009>c<U+001B>");
  EXPECT_EQ(makeVisible("\xE2\x80\xAE!\xE2\x80\xAC"), "<U+202E>!<U+202C>");
  EXPECT_EQ(makeVisible("\xE2\x81\xA6\xE2\x81\xA9\xC2\x85\xD8\x9C"),
            "<U+2066><U+2069><U+0085><U+061C>");
  EXPECT_EQ(makeVisible("\xE2\x80\xA8\xEF\xBB\xBF"), "<U+2028><U+FEFF>");
  EXPECT_EQ(makeVisible("\xF3\xA0\x80\x81"), "<U+E0001>");
  EXPECT_EQ(makeVisible(llvm::StringRef("\0", 1)), "<U+0000>");
}

TEST(EscapeTest, ShowsBytesThatAreNoUTF8) {
  EXPECT_EQ(makeVisible("\xFFz"), "<0xFF>z");
  // A truncated character, an overlong slash, and half of a surrogate pair.
  EXPECT_EQ(makeVisible("a\xE2\x80"), "a<0xE2><0x80>");
  EXPECT_EQ(makeVisible("\xC0\xAF"), "<0xC0><0xAF>");
  EXPECT_EQ(makeVisible("\xED\xA0\x80"), "<0xED><0xA0><0x80>");
}

TEST(EscapeTest, KeepsCommentsClosed) {
  EXPECT_EQ(escapeForComment("a*/b/*c"), "a* /b/ *c");
  EXPECT_EQ(escapeForComment("**/"), "** /");
  EXPECT_EQ(escapeForComment("*\xE2\x80\x8B/"), "*<U+200B>/");
  // A trigraph for a backslash would join two lines.
  EXPECT_EQ(escapeForComment("*?\?/\n/"), "*? ?/ /");
  EXPECT_EQ(escapeForComment("end\\"), "end\\ ");
}

TEST(EscapeTest, WritesStringLiterals) {
  EXPECT_EQ(makeCString("a\"b\\c?\n"), "\"a\\\"b\\\\c\\?\\012\"");
  // A digit after an escape is not part of it.
  EXPECT_EQ(makeCString("\xE2\x80\x8B"
                        "1"),
            "\"\\342\\200\\2131\"");
}

TEST(EscapeTest, WritesHTML) {
  EXPECT_EQ(escapeForHTML("<a b='c'>&\"\n"),
            "&lt;a b=&#39;c&#39;&gt;&amp;&quot; ");
  EXPECT_EQ(escapeForHTML("\xE2\x80\x8B\xFF"), "&lt;U+200B&gt;&lt;0xFF&gt;");
}

TEST(EscapeTest, QuotesWordsOfAShell) {
  EXPECT_EQ(quoteForShell("out/model-1.tflite"), "out/model-1.tflite");
  EXPECT_EQ(quoteForShell(""), "''");
  EXPECT_EQ(quoteForShell("my model"), "'my model'");
  EXPECT_EQ(quoteForShell("a;rm -rf $HOME"), "'a;rm -rf $HOME'");
  EXPECT_EQ(quoteForShell("it's"), "'it'\\''s'");
  EXPECT_EQ(quoteForShell("~"), "'~'");
}

TEST(SealTest, KnowsWhatWasChanged) {
  std::string text = seal("head (checksum 0000000000000000).\nbody\n");
  EXPECT_NE(text, "head (checksum 0000000000000000).\nbody\n");
  EXPECT_TRUE(isSealed(text));
  EXPECT_FALSE(isSealed(text + "more\n"));
  std::string changed = text;
  changed.replace(changed.find("body"), 4, "mine");
  EXPECT_FALSE(isSealed(changed));
  EXPECT_FALSE(isSealed("int main(void) { return 0; }\n"));
  EXPECT_FALSE(isSealed("(checksum 00"));
  EXPECT_FALSE(isSealed("(checksum 0000000000000000)"));
}
