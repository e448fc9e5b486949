"""The hooks with which pip builds a package (PEP 517), each run as if pip had been called one folder up."""

import os
import pathlib

os.chdir(pathlib.Path(__file__).resolve().parents[1])

from scikit_build_core.build import *  # noqa: E402, F403
