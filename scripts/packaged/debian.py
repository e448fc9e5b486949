"""Debian packages, by CPack."""

import os
import pathlib
import shutil

from packaged.builds import run
from packaged.linked import PackageError


def make(folder, output):
    """Packages a build; returns the paths of the packages."""
    if not shutil.which("dpkg-shlibdeps"):
        raise PackageError("there is no dpkg-shlibdeps, which finds the packages that a program needs; install dpkg-dev")
    made = folder / "packages"
    shutil.rmtree(made, ignore_errors=True)
    # dpkg-shlibdeps goes through its hashes in an order that Perl chooses anew in each run, and leaves out packages that
    # others need as well by that order.
    run("cpack", "-G", "DEB", cwd=folder, env={**os.environ, "PERL_HASH_SEED": "0"})
    return [pathlib.Path(shutil.copy(package, output)) for package in sorted(made.glob("*.deb"))]
