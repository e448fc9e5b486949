# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of --weights=blob that must be refused."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib

import numpy

CODES = {
    "TRUNCATED": -17,
    "UNKNOWN": -18,
    "FORM": -19,
    "FOREIGN": -20,
    "DAMAGED": -21,
    "MISALIGNED": -22,
    "OLD": -23,
}


def command(*arguments: str | os.PathLike[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tirc", *arguments], capture_output=True, text=True)


def seal(blob: bytes) -> bytes:
    """Returns a file that was changed with the CRC that it then has."""
    return blob[:-4] + zlib.crc32(blob[:-4]).to_bytes(4, "little")


def damage(blob: bytes, count: int) -> list[tuple[bytes, set[int]]]:
    """Changes, cuts and swaps bytes of a file. Returns each result with the codes that may refuse it."""
    random = numpy.random.default_rng(1)
    any_of_them = set(CODES.values()) - {CODES["OLD"]}
    bad: list[tuple[bytes, set[int]]] = [
        (b"", {CODES["TRUNCATED"]}),
        (b"\0" * len(blob), {CODES["UNKNOWN"]}),
        (b"\xff" * len(blob), {CODES["UNKNOWN"]}),
        (blob[:-1], {CODES["TRUNCATED"]}),
        (blob[:127], {CODES["TRUNCATED"]}),
        # Another form, other code, another place, size and alignment, with the right CRC.
        (seal(blob[:8] + b"\2" + blob[9:]), {CODES["FORM"]}),
        (seal(blob[:40] + bytes([blob[40] ^ 1]) + blob[41:]), {CODES["FOREIGN"]}),
        (seal(blob[:16] + b"\x90" + blob[17:]), {CODES["FOREIGN"]}),
        (seal(blob[:20] + bytes([blob[20] ^ 4]) + blob[21:]), {CODES["FOREIGN"]}),
        (seal(blob[:24] + b"\1" + blob[25:]), {CODES["FOREIGN"]}),
    ]
    while len(bad) < count:
        place = int(random.integers(len(blob)))
        kind = len(bad) % 4
        if kind == 0:
            changed = bytearray(blob)
            changed[place] ^= 1 << int(random.integers(8))
            bad.append((bytes(changed), any_of_them))
        elif kind == 1:
            bad.append((blob[:place], {CODES["TRUNCATED"]}))
        elif kind == 2:
            length = int(random.integers(1, 64))
            changed = bytearray(blob)
            changed[place : place + length] = random.bytes(len(changed[place : place + length]))
            if bytes(changed) != blob:
                bad.append((bytes(changed), any_of_them))
        else:
            # As a flash whose last pages were not written.
            cut = blob[:place] + b"\xff" * (len(blob) - place)
            if cut != blob:
                bad.append((cut, {CODES["DAMAGED"], CODES["UNKNOWN"], CODES["FORM"], CODES["TRUNCATED"]}))
    return bad
