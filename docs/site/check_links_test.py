#!/usr/bin/env python3
"""That check_links.py finds what is dead, and nothing else."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parent / "check_links.py"


class CheckLinks(unittest.TestCase):
    def check(self, *, css: str = "", **pages: str) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in pages.items():
                Path(folder, f"{name}.html").write_text(text)
            if css:
                Path(folder, "style.css").write_text(css)
            return subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)

    def test_links_that_lead_somewhere(self):
        done = self.check(a='<a href="b.html#here">b</a> <a href="#top" id="top">top</a>', b='<p id="here">')
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("2 pages and style sheets, 2 links, 0 of them dead", done.stdout)

    def test_other_sites_are_not_followed(self):
        done = self.check(a='<a href="https://nowhere.invalid/">x</a> <a href="a.html">a</a>')
        self.assertEqual(done.returncode, 0)
        self.assertIn("1 links to other sites", done.stdout)

    def test_a_page_that_is_not_there(self):
        done = self.check(a='<a href="c.html">c</a>')
        self.assertEqual(done.returncode, 1)
        self.assertIn("a.html: c.html: there is no such file", done.stderr)

    def test_an_image_that_is_not_there(self):
        self.assertIn("there is no such file", self.check(a='<img src="x.png">').stderr)

    def test_a_place_that_is_not_there(self):
        done = self.check(a='<a href="b.html#gone">b</a>', b='<p id="here">')
        self.assertEqual(done.returncode, 1)
        self.assertIn("a.html: b.html#gone: there is no such place", done.stderr)

    def test_a_file_outside_of_the_site(self):
        self.assertIn("there is no such file", self.check(a='<a href="../../etc/passwd">x</a>').stderr)

    def test_a_style_sheet_that_takes_a_file_from_elsewhere(self):
        done = self.check(a='<a href="a.html">a</a>', css="@import url(/theme/normal.css); a { background: url(data:x) }")
        self.assertEqual(done.returncode, 1)
        self.assertIn("style.css: /theme/normal.css: there is no such file", done.stderr)

    def test_a_site_without_links_has_not_passed(self):
        self.assertEqual(self.check(a="<p>").returncode, 1)


if __name__ == "__main__":
    unittest.main()
