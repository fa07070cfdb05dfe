#!/usr/bin/env python3
"""That man pages and completions hold what the program's --help says, and that they work where they are used.

usage: manual_test.py PROGRAM
"""

import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = ""


def said(*command: str, **options) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


@functools.cache
def commands() -> list[str]:
    return re.findall(r"^  ([a-z]+) {3,}", said(PROGRAM, "--help").split("Subcommands:")[1], re.MULTILINE)


@functools.cache
def options(command: str) -> list[str]:
    """Read in another way than the scripts do it."""
    lines = re.findall(r"^  (-[^ ]+)", said(PROGRAM, command, "--help"), re.MULTILINE)
    return [name for line in lines for name in line.split(",")]


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        for script in ("man_pages.py", "completions.py"):
            said(sys.executable, str(HERE / script), PROGRAM, str(cls.folder))
        (cls.folder / "images").mkdir()
        (cls.folder / "left.json").touch()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def completed(self, *words: str) -> list[str]:
        """What a real bash proposes for the last of these words."""
        script = f'source {self.folder}/fiducia; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fiducia; '
        script += 'for reply in "${COMPREPLY[@]}"; do echo "$reply"; done'
        return said("bash", "--norc", "-c", script, "bash", *words, cwd=self.folder).split()

    def test_there_is_something_to_look_at(self):
        self.assertGreater(len(commands()), 15)
        self.assertIn("--target-shape", options("calibrate"))

    def test_each_command_has_a_page_with_each_option(self):
        program = (self.folder / "fiducia.1").read_text()
        for command in commands():
            page = (self.folder / f"fiducia-{command}.1").read_text().replace("\\-", "-")
            self.assertIn(f"\\fB{command}\\fR", program)
            for option in options(command):
                self.assertIn(f"\\fB{option}\\fR", page, f"{option} of {command}")

    @unittest.skipUnless(shutil.which("man"), "there is no man here")
    def test_man_shows_the_pages_without_a_warning(self):
        for page in self.folder.glob("*.1"):
            environment = dict(os.environ, MANWIDTH="80", LC_ALL="C.UTF-8")
            shown = subprocess.run(["man", "--warnings", "-P", "cat", "-l", str(page)], env=environment, capture_output=True,
                                   text=True)
            self.assertEqual(shown.stderr, "", page.name)
            self.assertIn("NAME", shown.stdout)

    def test_bash_completes_commands_and_options(self):
        self.assertEqual(sorted(self.completed("fiducia", "")), sorted(commands()))
        self.assertEqual(self.completed("fiducia", "calib"), ["calibrate"])
        self.assertEqual(sorted(self.completed("fiducia", "-")), ["--help", "--version", "-h"])
        for command in commands():
            self.assertEqual(sorted(self.completed("fiducia", command, "-")), sorted(options(command)), command)

    def test_bash_completes_values(self):
        for words, value in [
            (("calibrate", "--model", "doub"), "double_sphere"),
            (("calibrate", "images", "--target-shape", "wa"), "warp"),
            (("calibrate", "--target-shape", "=", "wa"), "warp"),
            (("calibrate", "--target", "chess"), "chessboard:"),
            (("calibrate", "--loss", "c"), "cauchy:"),
            (("calibrate", "--effects", "shutter,foc"), "shutter,focus"),
            (("select", "--models", "radial1,fish"), "radial1,fisheye"),
            (("select", "--by", "b"), "bic"),
            (("convert", "a.json", "--to", "mat"), "matlab"),
            (("undistort", "--projection", "cyl"), "cylindrical"),
            (("maps", "--formats", "st"), "stmap"),
            (("models", "eu"), "eucm"),
            (("study", "variance"), "variance-gap"),
        ]:
            self.assertEqual(self.completed("fiducia", *words), [value], words)

    def test_bash_completes_files_where_a_file_is_wanted(self):
        for words in [("calibrate", "le"), ("calibrate", "x", "-o", "le"), ("undistort", "--calibration", "le")]:
            self.assertEqual(self.completed("fiducia", *words), ["left.json"], words)
        self.assertEqual(self.completed("fiducia", "calibrate", "--threads", "le"), [])
        self.assertEqual(self.completed("fiducia", "calibrate", "--model", "le"), [])

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh here")
    def test_zsh_reads_its_completion(self):
        said("zsh", "-n", str(self.folder / "_fiducia"))

    def test_zsh_completion_has_each_command_and_option(self):
        text = (self.folder / "_fiducia").read_text()
        for command in commands():
            self.assertIn(f"\n    '{command}:", text)
            part = text.split(f"\n    {command})\n")[1].split("\n      ;;")[0]
            for option in options(command):
                self.assertRegex(part, rf"['{{,*]{re.escape(option)}[\[,}}]", f"{option} of {command}")

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh here")
    def test_zsh_completes(self):
        """In a terminal of its own, as somebody who types: Tab, then a key that shows the line."""
        (self.folder / ".zshrc").write_text(
            f"fpath=({self.folder} $fpath); autoload -U compinit; compinit -u -D; PS1=''\n"
            "show() { print -r -- \"<$BUFFER>\" }; zle -N show; bindkey '^X' show; bindkey '^I' complete-word\n"
            "zle-line-init() { print ready }; zle -N zle-line-init\n"
        )
        for typed, wanted in [
            ("fiducia calib", "fiducia calibrate "),
            ("fiducia calibrate --target-sh", "fiducia calibrate --target-shape "),
            ("fiducia calibrate --model doub", "fiducia calibrate --model double_sphere "),
            ("fiducia select x --by b", "fiducia select x --by bic "),
            ("fiducia models eu", "fiducia models eucm "),
            ("fiducia compare le", "fiducia compare left.json "),
            ("fiducia compare left.json le", "fiducia compare left.json left.json "),
        ]:
            script = f"""
              zmodload zsh/zpty
              zpty terminal zsh -o no_global_rcs -i
              zpty -r -m terminal seen '*ready*'
              zpty -w -n terminal $'{typed}\\t\\C-x'
              zpty -r -m terminal seen '*<*>*'
              print -r -- "$seen"
            """
            environment = dict(os.environ, ZDOTDIR=str(self.folder), TERM="dumb")
            with self.subTest(typed):
                shown = said("zsh", "-f", "-c", script, timeout=60, env=environment, cwd=self.folder)
                self.assertIn(f"<{wanted}>", shown)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
