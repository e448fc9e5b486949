#!/usr/bin/env python3
"""Checks the links between the pages of the documentation: that each file exists, and each heading of a page.

    check_links.py [FILE.md...]     checks these pages (default: all Markdown of the checkout)

Links to other hosts are not checked. Prints the number of links at the end.
"""

import pathlib
import re
import subprocess
import sys
import urllib.parse

REPO = pathlib.Path(__file__).resolve().parent.parent
_LINK = re.compile(r"\]\(<?([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)?)>?\)")
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
# The text of a heading, without what only formats it.
_FORMAT = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*`]|<[^>]+>")


def pages():
    """Returns all Markdown of the checkout, in the order of the paths."""
    listed = subprocess.run(["git", "-C", REPO, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        found = [REPO / name for name in listed.stdout.split("\0") if name]
    else:
        found = [path for path in REPO.rglob("*.md") if "build" not in path.relative_to(REPO).parts]
    return sorted(path for path in found if path.is_file())


def without_code(text):
    """Returns the lines of a page, with empty lines for blocks of code."""
    lines, fence = [], None
    for line in text.splitlines():
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if fence is None and mark:
            fence = mark[1]
            lines.append("")
        elif fence is not None:
            if mark and mark[1].startswith(fence):
                fence = None
            lines.append("")
        else:
            lines.append(line)
    return lines


def links(text):
    """Yields (line, target) for each link of a page, in the order of the lines."""
    for number, line in enumerate(without_code(text), 1):
        for target in _LINK.findall(re.sub(r"`[^`]*`", "", line)):
            yield number, target


def is_external(target):
    return bool(urllib.parse.urlsplit(target).scheme)


def _anchors(text):
    """Returns the anchors of a page's headings, as GitHub makes them."""
    anchors = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    counts = {}
    for line in without_code(text):
        if heading := _HEADING.match(line):
            plain = _FORMAT.sub(lambda match: match[1] or "", heading[1])
            slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            count = counts.setdefault(slug, 0)
            counts[slug] += 1
            anchors.add(f"{slug}-{count}" if count else slug)
    return anchors


def _mistake(page, target):
    """Returns what is wrong with a link of a page, or None."""
    path, _, anchor = target.partition("#")
    file = (page.parent / urllib.parse.unquote(path)).resolve() if path else page
    if not file.exists():
        return f"there is no file {path}"
    if anchor and file.suffix == ".md" and anchor not in _anchors(file.read_text()):
        return f"{file.name} has no heading #{anchor}"
    return None


def main():
    count = mistakes = 0
    for page in [pathlib.Path(name).resolve() for name in sys.argv[1:]] or pages():
        for line, target in links(page.read_text()):
            if is_external(target):
                continue
            count += 1
            if mistake := _mistake(page, target):
                mistakes += 1
                print(f"{page}:{line}: {mistake}")
    print(f"{count} links, {mistakes} mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
