#!/usr/bin/env python3
"""Looks at every link and image of the built site, and at what its style sheets refer to: the file must be there, and the place
in it that the link names. Links to other sites are counted, not followed.

usage: check_links.py SITE_FOLDER
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """A page, or a style sheet."""

    def __init__(self, path: Path):
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".css":
            self.links = [link.strip("\"' ") for link in re.findall(r"url\(([^)]*)\)", text)]
        else:
            self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)
            elif name in ("href", "src"):
                self.links.append(value)


def dead_links(site: Path, pages: dict[Path, Page]) -> tuple[list[str], int, int]:
    """What leads nowhere; how many links were looked at; how many lead to other sites."""
    dead, looked_at, elsewhere = [], 0, 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                elsewhere += 1
                continue
            looked_at += 1
            # (One that begins with / leaves the site, wherever that is put.)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target = target / "index.html"
            place = unquote(parts.fragment)
            if not target.is_relative_to(site) or not target.is_file():
                dead.append(f"{path.relative_to(site)}: {link}: there is no such file")
            elif place and target in pages and place not in pages[target].places:
                dead.append(f"{path.relative_to(site)}: {link}: there is no such place on that page")
    return dead, looked_at, elsewhere


def main() -> int:
    site = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for kind in ("*.html", "*.css") for path in sorted(site.rglob(kind))}
    dead, looked_at, elsewhere = dead_links(site, pages)
    for line in dead:
        print(line, file=sys.stderr)
    print(f"{len(pages)} pages and style sheets, {looked_at} links, {len(dead)} of them dead; {elsewhere} links to other sites, not followed")
    return 1 if dead or not looked_at else 0  # a check that found nothing to check has not passed


if __name__ == "__main__":
    sys.exit(main())
