"""A report's page in headless Chromium, in both colour schemes, wide and as narrow as a phone."""

import html
import json
import re
import shutil

import toolchain
from models import HERE
from runner import Failure, Skip

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
          "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage")
_FRAMES = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 360)]
# Before anything of the page runs.
_WATCH = """<head><script>
window.errors = [];
addEventListener('error', event => errors.push(event.message));
addEventListener('securitypolicyviolation', event => errors.push(event.blockedURI + ' was blocked'));
</script>"""


def find_browser():
    for name in _BROWSERS:
        if path := shutil.which(name):
            return path
    raise Skip(f"none of {', '.join(_BROWSERS)} is there")


def check_in_browser(folder, page):
    """Opens `page` (text) and fails with all that is wrong with what the browser shows."""
    browser = find_browser()
    # A frame takes its colour scheme from the element that holds it.
    frames = "\n".join(
        f'<iframe id="{scheme}-{width}" style="width: {width}px; height: 800px; border: 0; color-scheme: {scheme}" '
        f'srcdoc="{html.escape(page.replace("<head>", _WATCH, 1))}"></iframe>'
        for scheme, width in _FRAMES
    )
    checks = (HERE / "output" / "report_checks.js").read_text()
    file = folder / "checks.html"
    file.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><pre id="result">not run</pre>\n{frames}\n<script>\n'
        f"const frames = [...document.querySelectorAll('iframe')];\n{checks}</script>\n"
    )
    dom = toolchain.run(
        browser, *BROWSER_FLAGS, f"--user-data-dir={folder / 'profile'}", "--window-size=1400,900", "--virtual-time-budget=60000",
        "--dump-dom", file.resolve().as_uri(), timeout=300,
    )
    found = re.search(r'<pre id="result">(.*?)</pre>', dom, re.S)
    if not found or found[1] == "not run":
        raise Failure(f"the checks did not run:\n{dom[:1000]}")
    result = json.loads(html.unescape(found[1]))
    if result["frames"] != len(_FRAMES):
        raise Failure(f"{result['frames']} frames were opened, expected {len(_FRAMES)}")
    if result["complaints"]:
        raise Failure("\n".join(result["complaints"][:20]))
    return result
