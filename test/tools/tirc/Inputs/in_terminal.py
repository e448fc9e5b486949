"""Runs a command in a terminal, and prints what it writes there: in_terminal.py COMMAND..."""

import os
import pty
import sys

os.environ["TERM"] = "xterm-256color"
pty.spawn(sys.argv[1:])
