"""Debian packages, by CPack."""

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
    run("cpack", "-G", "DEB", cwd=folder)
    return [pathlib.Path(shutil.copy(package, output)) for package in sorted(made.glob("*.deb"))]
