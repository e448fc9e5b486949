# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `tirc`, by `python -m tirc` and as the package's console script."""

import os
import signal
import sys

from tirc import _tirc


def main() -> int:
    # Python's handler would only take note of Ctrl-C until the command has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _tirc.run_command([b"tirc", *map(os.fsencode, sys.argv[1:])])


if __name__ == "__main__":
    sys.exit(main())
