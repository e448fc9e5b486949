#!/bin/bash
# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gcc 12.2 for Arm (Debian 12): it says that it has the attribute retain, and ignores it.
#
# One would guess that `__has_attribute(retain)` answers whether the attribute does something, as a header asks it before it
# uses the attribute for a table that nothing but the linker's script refers to. The compiler answers 1 and warns that the
# attribute is ignored: it was built with an assembler that did not know the flag "R" of a section, which the assembler beside it
# (2.40) accepts. With -Werror, the branch that the question was to protect does not compile; without it, --gc-sections
# takes the table away.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get update -qq
apt-get download -qq gcc-arm-none-eabi=15:12.2.rel1-1 binutils-arm-none-eabi
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >table.c <<'C'
#if __has_attribute(retain)
__attribute__((used, retain)) const int table[4] = {1, 2, 3, 4};
#else
#error "without the attribute"
#endif
C
flags="-mcpu=cortex-m4 -mthumb -ffreestanding -fdata-sections"
usr/bin/arm-none-eabi-gcc $flags -S table.c -o table.s 2>warnings
grep warning: warnings
grep -q "'retain' attribute ignored" warnings
if grep -q '"aR"' table.s; then echo "the section is retained"; exit 1; fi
if usr/bin/arm-none-eabi-gcc $flags -Werror -S table.c -o /dev/null 2>/dev/null; then echo "-Werror accepts it"; exit 1; fi
# The assembler knows the flag, and the linker keeps the section that has it alone.
sed 's/"a"/"aR"/' table.s >kept.s
grep -q '"aR"' kept.s
for name in table kept; do
  usr/bin/arm-none-eabi-as -mcpu=cortex-m4 -mthumb $name.s -o $name.o
  usr/bin/arm-none-eabi-ld --gc-sections --entry=0 $name.o -o $name.elf 2>/dev/null
  echo "$name: $(usr/bin/arm-none-eabi-nm $name.elf | grep -c ' table$' || true) tables after --gc-sections"
done
[ -z "$(usr/bin/arm-none-eabi-nm table.elf | grep ' table$')" ]
[ -n "$(usr/bin/arm-none-eabi-nm kept.elf | grep ' table$')" ]
