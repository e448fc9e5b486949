#!/usr/bin/env python3
"""Checks that no name of one source is a name of another one that a build in groups compiles with it.

    scripts/check_groups.py [TREE]

With TIR_GROUP_SOURCES (cmake/modules/TIRGroupSources.cmake), which CI sets, up to 16 sources of a room are one compilation.
A name that is static or in an anonymous namespace in two of them is an error there, which a build without groups does
not see. This finds it in a second. Overloads with other parameters are right.
"""

import collections
import pathlib
import re
import sys

TREE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
MODULE = (TREE / "cmake" / "modules" / "TIRGroupSources.cmake").read_text()
SIZE = int(re.search(r"TIR_SOURCES_A_GROUP (\d+)", MODULE)[1])
UNGROUPED = set(re.findall(r"^\s+(lib/\S+\.cpp)$", MODULE, re.M))


def groups():
    """Yields the paths of each group."""
    for room in sorted((TREE / "lib").rglob("CMakeLists.txt")):
        found = collections.defaultdict(list)
        for name in re.findall(r"[\w/]+\.cpp", room.read_text()):
            path = room.parent / name
            if path.exists() and path.relative_to(TREE).as_posix() not in UNGROUPED:
                used = re.search(r"^using namespace (llvm|mlir);", path.read_text(), re.M)
                found[used and used[1]].append(path)
        for paths in found.values():
            yield from (paths[i : i + SIZE] for i in range(0, len(paths), SIZE))


def types_of(parameters):
    """Returns the text of parameters without their names."""
    return tuple(re.sub(r"\W*\w+\s*(=.*)?$", "", " ".join(one.split())) for one in parameters.split(","))


def names(path):
    """Returns the own names of a source, those of functions with the types of their parameters."""
    text = re.sub(r"//.*", "", path.read_text())
    inside = "\n".join(re.findall(r"^namespace \{(.*?)^\}", text, re.M | re.S))
    functions = re.findall(r"^static [^;{=()]*?\b(\w+)\(([^;{]*?)\)[^;{]*\{", text, re.M)
    functions += re.findall(r"^\w[^;{}()=\n]*?\b(\w+)\(([^;{]*?)\)[^;{]*\{", inside, re.M)
    found = {(name, types_of(parameters)) for name, parameters in functions}
    found |= {(name, None) for name in re.findall(r"^(?:static )?constexpr [^;={(]*?\b(\w+)(?:\[\w*\])?\s*[={(]", text, re.M)}
    return found | {(name, None) for name in re.findall(r"^(?:struct|class|enum class|enum) (\w+)", inside, re.M)}


def main():
    problems = []
    for paths in groups():
        owners = {}
        for path in paths:
            for own in names(path):
                if (other := owners.setdefault(own, path)) != path:
                    problems.append(
                        f"{path.relative_to(TREE)}: '{own[0]}' is a name of {other.relative_to(TREE)}, too, and both are "
                        "in one group; give one of them a better name, or add a source to TIR_UNGROUPED_SOURCES"
                    )
    print("\n".join(sorted(problems)) or "no name twice in a group")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
