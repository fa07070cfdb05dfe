#!/usr/bin/env bash
# Makes the source archive, and from it the wheel and the Debian package: build/package/. Whoever has the archive can make the
# other two, without a network. Lintian must find no errors. Usage: scripts/package.sh
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
root=$PWD
out=$root/build/package
python=/usr/bin/python3 # Debian's: the module is for it

say() { printf '==> %s\n' "$*"; }

# shellcheck source=scripts/compiler_cache.sh
source scripts/compiler_cache.sh
export CMAKE_ARGS="-DFIDUCIA_WERROR=${FIDUCIA_WERROR:-OFF} ${CMAKE_ARGS:-}"

scripts/check_packaging.py
rm -rf "$out"
mkdir -p "$out"

# quietly LOG COMMAND...: what it says is shown when it fails.
quietly() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    return 1
  }
}

say "source archive"
quietly "$out/sdist.log" "$python" -m build --sdist --no-isolation --skip-dependency-check --outdir "$out" .
archive=$(echo "$out"/fiducia-*.tar.gz)
tar -xzf "$archive" -C "$out"
source=${archive%.tar.gz}

say "wheel"
quietly "$out/wheel.log" "$python" -m pip wheel --no-build-isolation --no-deps --no-index --wheel-dir "$out" "$source"
rm -rf "$source/build"

say "Debian package"
(cd "$source" && quietly "$out/deb.log" dpkg-buildpackage -us -uc -b)
rm -rf "$source"

say "lintian"
lintian --allow-root --fail-on error "$out"/fiducia_*.changes

say "made:"
(cd "$root" && ls -sh1 build/package/fiducia*.tar.gz build/package/*.whl build/package/*.deb)
