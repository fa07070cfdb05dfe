#!/usr/bin/env bash
# Builds the site, build/docs/html/index.html, from docs/, the headers, and the program and the Python module in a build folder.
# Everything comes from installed packages; nothing is fetched. Warnings and dead links are errors.
# Usage: scripts/docs.sh BUILD_FOLDER
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$(realpath "$0")")/.."
out=$PWD/build/docs
pages=$out/pages
python=/usr/bin/python3 # Debian's: the module is for it, and Sphinx runs in it
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 FIDUCIA_CACHE_DIR=$out/cache

say() { printf '==> %s\n' "$*"; }

rm -rf "$pages" "$out/xml" "$out/html"
mkdir -p "$pages/docs"

say "C++ reference"
{
  cat docs/site/Doxyfile
  echo "OUTPUT_DIRECTORY = $out"
  echo "INPUT = $("$python" docs/site/cpp_reference.py --headers | tr '\n' ' ')"
} | doxygen - 2>"$out/doxygen.log" || {
  cat "$out/doxygen.log" >&2
  exit 1
}
"$python" docs/site/cpp_reference.py "$out/xml" "$pages/reference/cpp"
say "commands and Python reference"
"$python" docs/site/commands_page.py "$build/bin/fiducia" "$pages/reference/commands.rst"
"$python" docs/site/python_reference.py "$pages/reference/python.rst"
if [[ -f docs/tutorial.py ]]; then
  say "run the tutorial"
  "$python" docs/site/tutorial_page.py docs/tutorial.py "$pages/docs/tutorial.md"
fi
say "pages"
"$python" docs/site/pages.py "$pages"
sphinx-build -q -W --keep-going -c docs/site -b html -d "$out/doctrees" "$pages" "$out/html"
# Debian's theme takes a file from the root of a server, where a site that is opened from a folder has none.
if grep -q 'url(/javascript/normalize' "$out/html/_static/styles/furo.css"; then
  cp /usr/share/javascript/normalize.css/normalize.css "$out/html/_static/styles/"
  sed -i 's|url(/javascript/normalize.css/normalize.css)|url(normalize.css)|' "$out/html/_static/styles/furo.css"
fi
"$python" docs/site/check_links.py "$out/html"
say "built build/docs/html/index.html"
