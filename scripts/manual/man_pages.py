#!/usr/bin/env python3
"""Writes fiducia.1 and a man page per command (fiducia-calibrate.1, ...) from what the program's --help says.

usage: man_pages.py PROGRAM OUTPUT_FOLDER
"""

import sys
from pathlib import Path

from help_text import Command, Entry, Program, read_program


def safe(text: str) -> str:
    """As roff takes it literally."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("~", "\\(ti")
    return text.replace("^", "\\(ha")


def head(name: str, version: str, summary: str) -> list[str]:
    first = summary[0].lower() + summary[1:].rstrip(".")
    return [
        ".\\\" Made from the program's --help by scripts/manual/man_pages.py.",
        f'.TH {safe(name.upper())} 1 "" "Fiducia {version}" "Fiducia"',
        ".nh",  # names and values stay whole
        ".ad l",
        ".SH NAME",
        f"{safe(name)} \\- {safe(first)}",
    ]


def synopsis(usage: str) -> list[str]:
    program, *words = usage.split()
    bold = [program]
    while words and words[0].islower() and not words[0].startswith("["):
        bold.append(words.pop(0))
    return [".SH SYNOPSIS", f".B {safe(' '.join(bold))}", safe(" ".join(words))]


def paragraph(entry: Entry) -> list[str]:
    names = ", ".join(f"\\fB{safe(name)}\\fR" for name in entry.names)
    if entry.value and entry.names[0].startswith("-"):
        names += f" \\fI{safe(entry.value)}\\fR"
    if entry.several:
        names += " ..."
    description = entry.description.rstrip(".") + "."
    if entry.default:
        description += f" Default: {entry.default}."
    if entry.required:
        description += " Required."
    return [".TP", names, safe(description)]


def entries(title: str, found: list[Entry]) -> list[str]:
    return [f".SH {title}", *(line for entry in found for line in paragraph(entry))] if found else []


def command_page(command: Command, program: Program) -> str:
    lines = head(f"fiducia-{command.name}", program.version, command.summary)
    lines += synopsis(command.usage)
    lines += [".SH DESCRIPTION", safe(command.summary) + "."]
    lines += entries("ARGUMENTS", command.arguments) + entries("OPTIONS", command.options)
    if command.examples:
        lines += [".SH EXAMPLES", ".nf", *(safe(line) for line in command.examples), ".fi"]
    lines += exit_status(program)
    lines += [".SH SEE ALSO", "\\fBfiducia\\fR(1)"]
    return "\n".join(lines) + "\n"


def exit_status(program: Program) -> list[str]:
    status = [line.removeprefix("Exit status: ") for line in program.footer if line.startswith("Exit status: ")]
    return [".SH EXIT STATUS", safe(status[0])] if status else []


def program_page(program: Program) -> str:
    lines = head("fiducia", program.version, program.itself.summary.removeprefix("Fiducia "))
    lines += synopsis(program.itself.usage.replace("SUBCOMMAND", "COMMAND ..."))
    lines += [".SH DESCRIPTION", safe(program.itself.summary)]
    lines += [safe(line) for line in program.footer if not line.startswith("Exit status: ")]
    lines += [".SH COMMANDS"]
    for command in program.commands:
        lines += [".TP", f"\\fB{safe(command.name)}\\fR", safe(command.summary) + f". See \\fBfiducia\\-{command.name}\\fR(1)."]
    lines += entries("OPTIONS", program.itself.options)
    lines += exit_status(program)
    pages = [f"\\fBfiducia\\-{command.name}\\fR(1)" for command in program.commands]
    lines += [".SH SEE ALSO", ",\n".join(pages)]
    return "\n".join(lines) + "\n"


def main() -> int:
    executable, output = sys.argv[1], Path(sys.argv[2])
    program = read_program(executable)
    output.mkdir(parents=True, exist_ok=True)
    (output / "fiducia.1").write_text(program_page(program))
    for command in program.commands:
        (output / f"fiducia-{command.name}.1").write_text(command_page(command, program))
    return 0


if __name__ == "__main__":
    sys.exit(main())
