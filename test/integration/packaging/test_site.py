"""The documentation as a web site: it needs no other host, and is readable and searchable in a browser."""

import functools
import http.server
import json
import queue
import re
import shutil
import subprocess
import threading

import python_package
from models import HERE, REPO
from report_browser import BROWSER_FLAGS, find_browser
from runner import Failure, Test
from toolchain import run

_PACKAGES = ("mkdocs<2", "mkdocs-material")
# What a page loads, unlike the links that a reader follows.
_LOADED = re.compile(r"""<(?:script|img|iframe)\b[^>]*\bsrc="(https?:)?//|<link\b(?![^>]*rel="canonical")[^>]*"""
                     r"""\bhref="(https?:)?//|url\(["']?(https?:)?//|@import""")
_CHECKED = 16


class _Site:
    """The site, which is built once."""

    def __init__(self, compiler):
        self._compiler = compiler
        self._lock = threading.Lock()
        self._folder = None

    def folder(self):
        with self._lock:
            if not self._folder:
                python_package.check_python()
                work = self._compiler.folder("site")
                python = python_package.make_environment_of(work / "venv", *_PACKAGES)
                run(python, REPO / "scripts" / "docs_site", work / "site")
                self._folder = work / "site"
        return self._folder


def _build(site):
    folder = site.folder()
    pages = sorted(folder.rglob("*.html"))
    for page in ("index.html", "docs/Reference/Dialect.html", "docs/Rationale/Plan.html", "CHANGELOG.html"):
        if folder / page not in pages:
            raise Failure(f"the site has no {page}")
    # A page that no section has is not in the menus.
    menus = set(re.findall(r'<a href="([^"#]+)" class="md-nav__link', (folder / "index.html").read_text()))
    written = [*(REPO / "docs").rglob("*.md"), *(REPO / "examples").glob("*/README.md")]
    linked = {str(page.relative_to(REPO).with_suffix(".html")).replace("README.html", "index.html") for page in written}
    if missing := linked - menus:
        raise Failure(f"the menus of the site have no {sorted(missing)}; add them to the sections of scripts/docs_site")
    for file in (*pages, *folder.rglob("*.css")):
        if found := _LOADED.search(file.read_text()):
            raise Failure(f"{file.relative_to(folder)} loads something from another host: {found[0]}")
    titles = {entry["title"] for entry in json.loads((folder / "search" / "search_index.json").read_text())["docs"]}
    if not {"Glossary", "Firmware ecosystems"} <= titles:
        raise Failure(f"the search knows {sorted(titles)[:20]}")


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site, and takes the result that its checks send."""

    def __init__(self, results, *arguments, **options):
        self._results = results
        super().__init__(*arguments, **options)

    def do_POST(self):
        self._results.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def _in_browser(compiler, site):
    browser = find_browser()
    folder = shutil.copytree(site.folder(), compiler.folder("site-in-browser") / "site")
    shutil.copy(HERE / "packaging" / "site_checks.html", folder)
    results = queue.Queue()
    with http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(_Handler, results, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://localhost:{server.server_port}/site_checks.html"
        with subprocess.Popen([browser, *BROWSER_FLAGS, f"--user-data-dir={folder.parent / 'profile'}",
                               "--window-size=1400,900", "--remote-debugging-port=0", address],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                result = results.get(timeout=120)
            except queue.Empty:
                raise Failure("the browser did not finish the checks of site_checks.html") from None
            finally:
                process.terminate()
        server.shutdown()
    if result["complaints"] or result["checked"] != _CHECKED:
        raise Failure(f"{result['checked']} of {_CHECKED} checks\n" + "\n".join(result["complaints"]))


def tests(compiler):
    site = _Site(compiler)
    yield Test("site/build", lambda: _build(site))
    yield Test("site/in-browser", lambda: _in_browser(compiler, site))
