#!/usr/bin/env bash
# Installs what `./run package` made as its users do, and looks whether it works: the Debian package in an empty Debian that has
# nothing of ours (debootstrap, from where this machine's apt gets its packages), and away again; the wheel and the source
# archive in virtual environments without a network. As root. Usage: scripts/test_package.sh
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
root=$PWD
out=$root/build/package
# shellcheck source=scripts/compiler_cache.sh
source scripts/compiler_cache.sh
export CMAKE_ARGS="-DFIDUCIA_WERROR=${FIDUCIA_WERROR:-OFF} ${CMAKE_ARGS:-}"
deb=$(find "$out" -maxdepth 1 -name 'fiducia_*.deb')
version=$(sed -nE 's/^project\(fiducia VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)

say() { printf '==> %s\n' "$*"; }
fail() {
  printf 'test_package: %s\n' "$*" >&2
  exit 1
}

[[ -f $deb ]] || fail "there is no Debian package in build/package: ./run package makes it"
[[ $(id -u) -eq 0 ]] || fail "an empty Debian is made and entered as root: run this as root, or through sudo"

work=$(mktemp -d)
empty=$work/debian
clean_up() {
  mountpoint -q "$empty/proc" && umount "$empty/proc"
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# quietly COMMAND...: what it says is shown when it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "this failed: $*"
  }
}

inside() {
  chroot "$empty" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    FIDUCIA_CACHE_DIR=/tmp/cache "$@"
}

# files: what there is in the empty Debian, but for what packaging itself writes down.
files() {
  (cd "$empty" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./root -o -path ./var/lib/dpkg -o -path ./var/lib/apt \
    -o -path ./var/log -o -path ./var/cache \) -prune -o -print | sort)
}

# same WANTED FOUND WHAT
same() { [[ $1 == "$2" ]] || fail "$3 is '$2' and should be '$1'"; }

# --- the Debian package -------------------------------------------------------------------------------------------------

codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
# shellcheck disable=SC2016 # apt fills these in
mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
  awk -v codename="$codename" '$1 == codename { print $2; exit }')
[[ -n $mirror ]] || fail "apt has no package lists of $codename: apt-get update"

say "an empty $codename"
quietly debootstrap --variant=minbase "$codename" "$empty" "$mirror"
cp -r /etc/apt/sources.list* "$empty/etc/apt/"
cp /etc/resolv.conf "$empty/etc/" 2>/dev/null || true
mount -t proc proc "$empty/proc"
cp "$deb" "$empty/tmp/"
quietly inside apt-get update
if inside sh -c 'command -v fiducia'; then fail "the empty Debian has a fiducia already"; fi

say "apt install ./$(basename "$deb")"
quietly inside apt-get install -y --no-install-recommends "/tmp/$(basename "$deb")"
files >"$work/installed"
inside dpkg -L fiducia | sed 's/^/./' | sort >"$work/owned"

say "the program"
same "fiducia $version" "$(inside fiducia --version)" "fiducia --version"
camera=(--model radial2 --params "fx=600,fy=598,cx=320,cy=240,k1=-0.2,k2=0.05" --image-size 640x480)
quietly inside fiducia render "${camera[@]}" --target chessboard:9x6:0.03 --distance 0.3:0.8 --max-offset 0.1 --frames 15 \
  --seed 1 -o /tmp/images
inside fiducia calibrate /tmp/images --target chessboard:9x6:0.03 -o /tmp/result --require verdict=good |
  grep -E '^(RMSE|total error|verdict)'
for file in calibration.json observations.json report.html; do
  [[ -s $empty/tmp/result/$file ]] || fail "calibrate wrote no $file"
done

# Prints the version, and how the module judges the images of a folder.
judge='import sys, fiducia; print(fiducia.__version__, fiducia.assess(sys.argv[1], target="chessboard:9x6:0.03").judgement)'
say "the Python module"
same "$version good" "$(inside python3 -c "$judge" /tmp/images)" "what the Python module says"

say "find_package(fiducia)"
quietly inside apt-get install -y --no-install-recommends cmake g++ make
cp -r tests/consumer "$empty/tmp/"
quietly inside cmake -S /tmp/consumer/find_package -B /tmp/build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0
quietly inside cmake --build /tmp/build
inside /tmp/build/consumer
# Every component, with nothing but what the package depends on.
printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' 'project(all CXX)' \
  'find_package(fiducia CONFIG REQUIRED COMPONENTS core io vision)' >"$empty/tmp/CMakeLists.txt"
quietly inside cmake -S /tmp -B /tmp/all

say "apt purge fiducia"
quietly inside apt-get purge -y fiducia
files >"$work/purged"
left=$(find "$empty" -xdev -path "$empty/proc" -prune -o -path "$empty/tmp" -prune -o -iname '*fiducia*' -print)
[[ -z $left ]] || fail "these were left behind: $left"
# Of the package's own files, those stay that other packages own as well (folders).
comm -12 "$work/owned" "$work/purged" | while read -r path; do
  [[ -d $empty/$path ]] || fail "left behind: $path"
  [[ $path == . ]] || inside dpkg -S "${path#.}" >/dev/null 2>&1 || fail "left behind: $path"
done
echo "$(grep -c . "$work/owned") files and folders came, none of them is left"

# --- the wheel and the source archive -------------------------------------------------------------------------------------

# environment NAME WHAT: a new virtual environment with the system's NumPy, and this installed into it, without a network.
environment() {
  local name=$1
  shift
  quietly /usr/bin/python3 -m venv --system-site-packages "$work/$name"
  quietly unshare --net "$work/$name/bin/python" -m pip install --no-build-isolation --no-index --no-deps --ignore-installed "$@"
  same "$version good" "$(cd / && FIDUCIA_CACHE_DIR=$work/cache "$work/$name/bin/python" -c "$judge" "$empty/tmp/images")" \
    "what the module of the virtual environment says"
  (cd / && "$work/$name/bin/python" -c 'import fiducia; print(fiducia.__file__)') | grep -q "^$work/$name/" ||
    fail "another fiducia than the one of the virtual environment was imported"
  quietly "$work/$name/bin/python" -m pip uninstall -y fiducia
  left=$(find "$work/$name" -iname '*fiducia*')
  [[ -z $left ]] || fail "pip uninstall left behind: $left"
}

say "the wheel, in a new virtual environment without a network"
environment wheel "$out"/fiducia-*.whl
say "the source archive: pip install --no-build-isolation . without a network, without Node"
mkdir "$out/unpacked"
tar -xzf "$out/fiducia-$version.tar.gz" -C "$out/unpacked"
CMAKE_ARGS="${CMAKE_ARGS:-} -DFIDUCIA_NPM=NOTFOUND -DFIDUCIA_NODE=NOTFOUND" environment archive "$out/unpacked/fiducia-$version"
rm -rf "$out/unpacked"
say "the packages work"
