#!/usr/bin/env python3
"""Writes the completions of the command line, `fiducia` for bash and `_fiducia` for zsh, from what the program's --help says:
commands, options, the values that an option lists, files where it takes one.

usage: completions.py PROGRAM OUTPUT_FOLDER
"""

import re
import sys
from pathlib import Path

from help_text import Command, Entry, Program, read_program

MADE_FROM = "# Made from the program's --help by scripts/manual/completions.py."


# --- bash -------------------------------------------------------------------------------------------------------------


def bash_options(command: Command) -> str:
    return " ".join(name for option in command.options for name in option.names)


def bash_values(command: Command) -> list[str]:
    """One line per option with a value: its names) its words, and f where files are completed too."""
    lines = []
    for option in command.options:
        if not option.value:
            continue
        words = " ".join(option.words())
        files = "f" if option.takes_file() else ""
        lines.append(f"        {'|'.join(option.names)}) words='{words}'; files='{files}'; return ;;")
    return lines


def bash_command(command: Command) -> list[str]:
    words = " ".join(command.arguments[0].words()) if command.arguments else ""
    # A board's SPEC may be a file as well; an argument that lists its words is none.
    files = "f" if any(argument.takes_file() for argument in command.arguments) else ""
    return [
        f"    {command.name})",
        f"      options='{bash_options(command)}'",
        '      case $1 in',
        *bash_values(command),
        "      esac",
        f"      words='{words}'; files='{files}'",
        "      ;;",
    ]


def bash_script(program: Program) -> str:
    names = " ".join(command.name for command in program.commands)
    lines = [
        MADE_FROM,
        "",
        "# _fiducia_takes OPTION COMMAND: what may follow, in `words` and `files`; the command's options, in `options`.",
        "_fiducia_takes() {",
        "  case $2 in",
        *(line for command in program.commands for line in bash_command(command)),
        "    *)",
        f"      words='{names}'; files=''",
        f"      options='{bash_options(program.itself)}'",
        "      ;;",
        "  esac",
        "}",
        "",
        "_fiducia() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' words options files i",
        "  for ((i = 1; i < COMP_CWORD; ++i)); do",
        "    if [[ ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; break; fi",
        "  done",
        "  # --option=value and kind:size come as several words.",
        "  if [[ $word == '=' ]]; then word=''; elif [[ $before == '=' ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi",
        "  _fiducia_takes \"$before\" \"$command\"",
        "  COMPREPLY=()",
        "  if [[ $word == -* ]]; then",
        '    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")',
        "    return",
        "  fi",
        "  # Of a list A,B,... the last one.",
        "  local head=''",
        "  if [[ $word == *,* && -n $words ]]; then head=${word%,*},; fi",
        '  mapfile -t COMPREPLY < <(compgen -P "$head" -W "$words" -- "${word#"$head"}")',
        "  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2>/dev/null; fi",
        "  if [[ $files == f ]]; then",
        "    local found",
        '    mapfile -t found < <(compgen -f -- "$word")',
        '    COMPREPLY+=("${found[@]}")',
        "    compopt -o filenames 2>/dev/null",
        "  fi",
        "}",
        "",
        "complete -F _fiducia fiducia",
    ]
    return "\n".join(lines) + "\n"


# --- zsh --------------------------------------------------------------------------------------------------------------


def zsh_text(text: str) -> str:
    """Of a description, its first sentence, safe inside of a specification in single quotes."""
    short = re.split(r"(?<=[^.])[.;:] |\(", text)[0].strip().rstrip(",")
    return re.sub(r"([\[\]:\\])", r"\\\1", short).replace("'", "'\\''")


def zsh_action(entry: Entry) -> str:
    words = " ".join(entry.words()).replace(":", "\\:")
    if entry.takes_file():
        return f"_alternative \"words\\:word\\:({words})\" \"files\\:file\\:_files\"" if words else "_files"
    if not words:
        return " "
    # A list A,B,... where the default or the description has one.
    return f"_values -s , value {words}" if "some of" in entry.description.lower() else f"({words})"


def zsh_option(option: Entry) -> str:
    several = "*" if option.several else ""
    value = ""
    if option.value:
        value = f":{option.value.lower()}:{zsh_action(option)}"
    if len(option.names) == 1 or several:
        return " \\\n".join(f"        '{several}{name}[{zsh_text(option.description)}]{value}'" for name in option.names)
    names = ",".join(option.names)
    excluded = " ".join(option.names)
    return f"        '({excluded})'{{{names}}}'[{zsh_text(option.description)}]{value}'"


def zsh_argument(argument: Entry, index: int) -> str:
    place = "*" if argument.several else str(index)
    return f"        '{place}:{argument.names[0].lower()}:{zsh_action(argument)}'"


def zsh_command(command: Command) -> list[str]:
    specifications = [zsh_option(option) for option in command.options]
    specifications += [zsh_argument(argument, index + 1) for index, argument in enumerate(command.arguments)]
    return [f"    {command.name})", "      _arguments -s -S \\", " \\\n".join(specifications), "      ;;"]


def zsh_script(program: Program) -> str:
    lines = [
        "#compdef fiducia",
        MADE_FROM,
        "",
        "_fiducia() {",
        "  local curcontext=$curcontext state line",
        "  local -a commands",
        "  commands=(",
        *(f"    '{command.name}:{zsh_text(command.summary)}'" for command in program.commands),
        "  )",
        "  _arguments -C \\",
        *(zsh_option(option).strip().replace("        ", "    ") + " \\" for option in program.itself.options),
        "    '1:command:->command' '*::argument:->argument'",
        "  case $state in",
        "    command) _describe command commands; return ;;",
        "  esac",
        "  case $line[1] in",
        *(line for command in program.commands for line in zsh_command(command)),
        "  esac",
        "}",
        "",
        '_fiducia "$@"',
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    executable, output = sys.argv[1], Path(sys.argv[2])
    program = read_program(executable)
    output.mkdir(parents=True, exist_ok=True)
    (output / "fiducia").write_text(bash_script(program))
    (output / "_fiducia").write_text(zsh_script(program))
    return 0


if __name__ == "__main__":
    sys.exit(main())
