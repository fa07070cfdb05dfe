#!/usr/bin/env python3
"""Writes the page of the program's commands from what its --help says.

usage: commands_page.py PROGRAM OUTPUT_FILE.rst
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts/manual"))
from help_text import Command, Entry, read_program  # noqa: E402


def heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n\n"


def safe(text: str) -> str:
    return re.sub(r"([*`|\\_])", r"\\\1", text)


def indented(lines: list[str]) -> str:
    return "".join(f"   {line}\n" for line in lines)


def described(entry: Entry) -> str:
    text = entry.description.rstrip(".") + "."
    if entry.default:
        text += f" Default: {entry.default}."
    return safe(text + (" Required." if entry.required else ""))


def option(entry: Entry) -> str:
    value = f" {entry.value}" if entry.value else ""
    several = " ..." if entry.several else ""
    return f".. option:: {', '.join(name + value + several for name in entry.names)}\n\n   {described(entry)}\n\n"


def section(command: Command) -> str:
    text = heading(f"fiducia {command.name}", "-")
    text += f"{safe(command.summary)}.\n\n.. code-block:: none\n\n   {command.usage}\n\n"
    text += "".join(f"``{argument.names[0]}``\n   {described(argument)}\n\n" for argument in command.arguments)
    text += f".. program:: fiducia {command.name}\n\n" + "".join(option(entry) for entry in command.options)
    if command.examples:
        text += ".. code-block:: sh\n\n" + indented(command.examples) + "\n"
    return text


def main() -> int:
    program, output = read_program(sys.argv[1]), Path(sys.argv[2])
    text = heading("Commands", "=") + "".join(f"{safe(line)}\n\n" for line in program.footer)
    text += "".join(section(command) for command in program.commands)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
